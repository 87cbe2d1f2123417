"""Proximal policy optimisation with masks, by sb3-contrib: a network that learns yamamoto by playing the bots.

    pip install "calumma[baselines]"
    python examples/ppo_yamamoto.py --minutes 50 --out yamamoto-ppo.zip
    python examples/ppo_yamamoto.py --load yamamoto-ppo.zip --minutes 0 --opponent level:3 --matches 400

The learner sits against a class of bots, the strongest last: as soon as it takes more than half of the points from one of them,
the next one comes in, and the others stay, so that nothing is forgotten. It sees every match from its own side of the board, so
that one seat is enough to learn. The network chooses by itself, without looking ahead.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from measuring import arguments, measure, parsed, tell_strength
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import calumma
from calumma.rl import augmenter

Array = np.ndarray[Any, Any]
CLASSES = ("random", "level:1", "level:2", "level:3")
ROWS = 32
STEPS = 128  # of each row, between two lessons
PASSED = 0.55


class Side:
    """The board as its own seat sees it: turned, so that it is always the first."""

    def __init__(self) -> None:
        turn = augmenter("yamamoto")
        self.game = turn.game
        ways = [turn.to_first_seat(self._one_row(seat))[0] for seat in range(self.game.seats)]
        self.places = turn.observations[ways]  # by seat, which number comes to every place of an observation
        self.actions = turn.actions[ways]  # by seat, what an action becomes
        self.back = np.argsort(self.actions, axis=1)

    def _one_row(self, seat: int) -> Array:
        return np.frombuffer(self.game.new().observe(seat), np.int8)[None]

    def masks(self, state: calumma.State) -> Array:
        """Return what the seat to move may do, in actions of the turned board."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.actions[state.to_act, state.legal()]] = True
        return mask


SIDE = Side()


class Turned(gymnasium.Wrapper):  # type: ignore[misc,type-arg]
    """A match as the first seat would see it, whichever seat the learner has."""

    def reset(self, **chosen: Any) -> tuple[Array, dict[str, Any]]:
        seen, infos = self.env.reset(**chosen)
        return seen[SIDE.places[self.env.unwrapped.seat]], infos

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        seat = self.env.unwrapped.seat
        seen, payoff, over, stopped, infos = self.env.step(SIDE.back[seat, int(action)])
        return seen[SIDE.places[seat]], payoff, over, stopped, infos

    def action_masks(self) -> Array:
        """Return what is allowed."""
        return SIDE.masks(self.env.unwrapped.position)


def environment(opponents: list[str], row: int) -> gymnasium.Env[Any, Any]:
    """Return a match against one of the present opponents; the newest one takes every other row."""
    newest = len(opponents) - 1
    opponent = opponents[newest if row % 2 or newest == 0 else row // 2 % newest]
    return Turned(gymnasium.make("calumma.rl.gymnasium:calumma/Yamamoto-v0", opponent=opponent))


def environments(opponents: list[str]) -> DummyVecEnv:
    """Return many matches at once."""
    return DummyVecEnv([lambda row=row: environment(opponents, row) for row in range(ROWS)])


def best(model: MaskablePPO, state: calumma.State) -> int:
    """Return the action that the network likes best."""
    seen = np.frombuffer(state.observe(state.to_act), np.int8)[SIDE.places[state.to_act]]
    action, _ = model.predict(seen, action_masks=SIDE.masks(state), deterministic=True)
    return int(SIDE.back[state.to_act, int(action)])


class Watch(BaseCallback):
    """Ends the training when its time is over, and tells how it goes."""

    def __init__(self, seconds: float, every: float, opponent: str, curve: int) -> None:
        super().__init__()
        self.seconds, self.every, self.opponent, self.curve = seconds, every, opponent, curve
        self.spent = self.told = 0.0
        self.since = time.process_time()
        self.payoffs: list[float] = []  # of the newest opponent's matches

    def _on_step(self) -> bool:
        now = time.process_time()
        self.spent, self.since = self.spent + now - self.since, now
        for row, over in enumerate(self.locals["dones"]):
            if over and row % 2:
                self.payoffs.append(float(self.locals["rewards"][row]))
        if self.spent - self.told >= self.every:
            self.told = self.spent
            share = measure(partial(best, self.model), self.opponent, self.curve, 1)
            print(f"{self.spent / 60:.1f} min, {self.num_timesteps} steps: {share:.3f} against {self.opponent}", flush=True)
            self.since = time.process_time()  # measuring is no training
        return self.spent < self.seconds

    @property
    def has_passed(self) -> bool:
        """Whether the newest opponent was beaten in most of the last matches."""
        last = self.payoffs[-400:]
        return len(last) == 400 and sum(last) / len(last) >= PASSED


def train(model: MaskablePPO, watch: Watch, out: Path | None) -> None:
    """Train against one bot more whenever the newest one is beaten."""
    opponents = [CLASSES[0]]
    while watch.spent < watch.seconds:
        model.set_env(environments(opponents))
        model.learn(ROWS * STEPS * 8, callback=watch, reset_num_timesteps=False)
        if out is not None:
            model.save(out)
        if watch.has_passed and len(opponents) < len(CLASSES):
            opponents.append(CLASSES[len(opponents)])
            watch.payoffs.clear()
            print(f"{watch.spent / 60:.1f} min: {opponents[-1]} comes in", flush=True)


def main() -> None:
    parser = arguments("Train a player of yamamoto by proximal policy optimisation.", minutes=50, every=5)
    chosen = parsed(parser)
    if chosen.load and not chosen.load.is_file():
        parser.error(f'cannot read "{chosen.load}": there is no such file')
    torch.set_num_threads(1)
    if chosen.load:
        model = MaskablePPO.load(chosen.load, environments([CLASSES[0]]))
    else:
        shape = {"net_arch": {"pi": [256, 256], "vf": [256, 256]}}
        model = MaskablePPO(
            "MlpPolicy", environments([CLASSES[0]]), n_steps=STEPS, batch_size=1024, n_epochs=4, gamma=0.99,
            ent_coef=0.01, learning_rate=3e-4, policy_kwargs=shape, seed=chosen.seed, device="cpu",
        )  # fmt: skip
    train(model, Watch(chosen.minutes * 60, chosen.every * 60, chosen.opponent, chosen.curve), chosen.out)
    tell_strength(partial(best, model), chosen.opponent, chosen.matches)


if __name__ == "__main__":
    main()
