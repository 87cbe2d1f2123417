"""Proximal policy optimisation with masks, by sb3-contrib: a network that learns yamamoto by playing older versions of itself.

    pip install "calumma[baselines]"
    python examples/ppo_yamamoto.py --minutes 50 --out yamamoto-ppo.zip
    python examples/ppo_yamamoto.py --load yamamoto-ppo.zip --minutes 0 --opponent level:3 --matches 400

Hundreds of matches are played at once in the vector environment. The seat that does not learn is played inside the step by a
snapshot of the same network: half of the time the newest, else an older one, so that nothing is forgotten. Both see the board
from their own side, so that one seat is enough to learn. To play, `--plies 2` looks two moves ahead and asks the value
network; `--plies 0` takes the action that the policy likes best.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from measuring import Searcher, arguments, measure, parsed, tell_strength
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import calumma
from calumma.rl import augmenter, vector_env

Array = np.ndarray[Any, Any]
ROWS = 512
STEPS = 32  # of each row, between two lessons
KEPT = 20  # snapshots
EVERY = 10  # lessons between two snapshots


class Side:
    """The board as its own seat sees it: turned, so that it is always the first."""

    def __init__(self) -> None:
        turn = augmenter("yamamoto")
        self.game = turn.game
        ways = [turn.to_first_seat(self._one_row(seat))[0] for seat in range(self.game.seats)]
        self.places = turn.observations[ways]  # by seat, which number comes to every place of an observation
        self.back = turn.actions[ways]  # by seat, what an action becomes; to turn twice is to turn back

    def _one_row(self, seat: int) -> Array:
        return np.frombuffer(self.game.new().observe(seat), np.int8)[None]

    def seen(self, observations: Array, seats: Array) -> Array:
        """Return what seats observe, from their own sides."""
        return np.take_along_axis(observations, self.places[seats], axis=1)

    def masks(self, masks: Array, seats: Array) -> Array:
        """Return what they may do, in actions of the turned board."""
        return np.take_along_axis(masks, self.back[seats], axis=1).astype(np.bool_)


SIDE = Side()


class Rivals:
    """Snapshots of the network, one of which plays the other seats."""

    def __init__(self, seed: int) -> None:
        self.chooser = np.random.default_rng(seed)
        self.snapshots: list[Any] = []
        self.present: Any = None

    def keep(self, policy: Any) -> None:
        """Take a snapshot."""
        self.snapshots = [*self.snapshots[1 - KEPT :], copy.deepcopy(policy).eval()]
        self.exchange()

    def exchange(self) -> None:
        """Let the newest play, or another one."""
        newest = self.chooser.random() < 0.5
        self.present = self.snapshots[-1 if newest else self.chooser.integers(len(self.snapshots))]

    def choose(self, observations: Array, masks: Array, seats: Array) -> Array:
        """Choose for many rows at once, each action as often as the network says; before there is one, at random."""
        allowed = SIDE.masks(masks, seats)
        likes = self.chooser.gumbel(size=allowed.shape)
        if self.present is not None:
            likes += logits(self.present, SIDE.seen(observations, seats))
        likes = np.where(allowed, likes, -np.inf)
        return SIDE.back[seats, likes.argmax(axis=1)]


def logits(policy: Any, seen: Array) -> Array:
    """Return how much a policy likes the actions."""
    with torch.no_grad():
        found = policy.action_net(policy.mlp_extractor.forward_actor(torch.from_numpy(seen.astype(np.float32))))
    return found.numpy()


def values(policy: Any, observations: Array) -> Array:
    """Return what the seats that observe can expect."""
    seen = SIDE.seen(observations, observations[:, SIDE.game.observation["seat"]].argmax(axis=1))
    with torch.no_grad():
        found = policy.value_net(policy.mlp_extractor.forward_critic(torch.from_numpy(seen.astype(np.float32))))
    return found.numpy()[:, 0]


class Rows(VecEnv):  # type: ignore[misc]
    """Our vector environment as stable-baselines3 wants one. A win pays 1, a loss -1."""

    def __init__(self, rivals: Rivals, seed: int) -> None:
        self.env = vector_env("yamamoto", ROWS, others=rivals.choose, copy=False)
        size, actions = SIDE.game.observation.size, SIDE.game.num_actions
        super().__init__(ROWS, spaces.Box(-127, 127, (size,), np.int8), spaces.Discrete(actions))
        self.begun = seed
        self.seats: Array = np.zeros(ROWS, np.int32)

    def _told(self, observations: Array, infos: dict[str, Any]) -> Array:
        self.seats = infos["seat"].copy()
        self.allowed = SIDE.masks(infos["action_mask"], self.seats)
        return SIDE.seen(observations, self.seats)

    def reset(self) -> Array:
        return self._told(*self.env.reset(seed=self.begun))

    def step_async(self, actions: Array) -> None:
        self.actions = SIDE.back[self.seats, actions]

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        before = self.seats
        observations, payoffs, over, _, infos = self.env.step(self.actions)
        told: list[dict[str, Any]] = [{} for _ in range(ROWS)]
        for row in np.flatnonzero(over):
            told[row]["terminal_observation"] = SIDE.seen(infos["final_obs"][row : row + 1], before[row : row + 1])[0]
        rewards = np.where(over, 2 * payoffs - 1, 0).astype(np.float32)
        return self._told(observations, infos), rewards, over.copy(), told

    def env_method(self, name: str, *given: Any, indices: Any = None, **more: Any) -> list[Any]:
        assert name == "action_masks"
        return list(self.allowed)

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.env, name, None)] * ROWS

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"cannot set {name}: all rows are one environment")

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * ROWS

    def close(self) -> None:
        self.env.close()


def favourite(policy: Any, state: calumma.State) -> int:
    """Return the action that the network likes best, without looking ahead."""
    seats = np.array([state.to_act])
    likes = logits(policy, SIDE.seen(np.frombuffer(state.observe(state.to_act), np.int8)[None], seats))[0]
    legal = np.array(state.legal())
    return int(legal[likes[SIDE.back[state.to_act, legal]].argmax()])


def chooser(policy: Any, plies: int) -> Callable[[calumma.State], int]:
    """Return how the network plays."""
    return Searcher(partial(values, policy), plies).choose if plies else partial(favourite, policy)


class Watch(BaseCallback):  # type: ignore[misc]
    """Ends the training when its time is over, exchanges rivals, and tells how it goes."""

    def __init__(self, rivals: Rivals, chosen: Any) -> None:
        super().__init__()
        self.rivals, self.chosen = rivals, chosen
        self.spent = self.told = 0.0
        self.since = time.process_time()
        self.lessons = 0

    def _on_rollout_start(self) -> None:
        if self.lessons % EVERY == 0:
            self.rivals.keep(self.model.policy)
        self.rivals.exchange()
        self.lessons += 1

    def _on_step(self) -> bool:
        now = time.process_time()
        self.spent, self.since = self.spent + now - self.since, now
        if self.spent - self.told >= self.chosen.every * 60:
            self.told = self.spent
            share = measure(chooser(self.model.policy, self.chosen.plies), self.chosen.opponent, self.chosen.curve, 1)
            begun = f"{self.spent / 60:.1f} min, {self.num_timesteps} steps"
            print(f"{begun}: {share:.3f} against {self.chosen.opponent}", flush=True)
            if self.chosen.out is not None:
                self.model.save(self.chosen.out)
            self.since = time.process_time()  # measuring is no training
        return self.spent < self.chosen.minutes * 60


def learner(path: Path | None, rows: Rows, seed: int) -> MaskablePPO:
    """Return a network that was saved, or a new one."""
    if path:
        return MaskablePPO.load(path, rows, device="cpu")
    return MaskablePPO(
        "MlpPolicy", rows, n_steps=STEPS, batch_size=2048, n_epochs=4, gamma=0.99, gae_lambda=0.9, ent_coef=0.01,
        learning_rate=5e-4, policy_kwargs={"net_arch": {"pi": [256, 256], "vf": [256, 256]}}, seed=seed, device="cpu",
    )  # fmt: skip


def main() -> None:
    parser = arguments("Train a player of yamamoto by proximal policy optimisation.", minutes=50, every=5)
    parser.add_argument("--plies", type=int, default=2, help="how far the player looks ahead; 0: it plays by its policy")
    chosen = parsed(parser)
    if chosen.load and not chosen.load.is_file():
        parser.error(f'cannot read "{chosen.load}": there is no such file')
    torch.set_num_threads(1)
    rivals = Rivals(chosen.seed)
    model = learner(chosen.load, Rows(rivals, chosen.seed), chosen.seed)
    if chosen.minutes > 0:
        model.learn(10**9, callback=Watch(rivals, chosen))
    if chosen.out is not None:
        model.save(chosen.out)
    tell_strength(chooser(model.policy, chosen.plies), chosen.opponent, chosen.matches)


if __name__ == "__main__":
    main()
