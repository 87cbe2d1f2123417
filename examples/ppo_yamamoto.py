"""Proximal policy optimisation with masks, by sb3-contrib: a network that learns yamamoto by playing older versions of itself.

    pip install "calumma[baselines]"
    python examples/ppo_yamamoto.py --minutes 7 --out yamamoto-ppo.zip
    python examples/ppo_yamamoto.py --load yamamoto-ppo.zip --minutes 0 --opponent level:4 --matches 400

Hundreds of matches are played at once in the vector environment. The seat that does not learn is played inside the step by a
snapshot of the same network: half of the time the newest, else an older one, so that nothing is forgotten. Both see the board
from their own side, so that one seat is enough to learn. To play, policy and value guide a tree of `--simulations`; with 0 of
them it takes the action that the policy likes best.
"""

from __future__ import annotations

import copy
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from measuring import GAME, Player, arguments, measure, parsed, tell_strength
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from calumma.rl import augmenter, vector_env

Array = np.ndarray[Any, Any]
SIZE = 5
SQUARES = SIZE * SIZE
ROWS = 1024
STEPS = 16  # of each row, between two lessons
PACE = 1e-3  # of learning, at the beginning
SPREAD = 0.05  # of the policy, at the beginning: with little of it, values are learnt of a few lines only, and trees leave those
KEPT = 20  # snapshots
EVERY = 10  # lessons between two snapshots
HEAT = 2.0  # a policy learns to be sure of itself; a tree that it guides should look at more than it would try
BOARD = ("own white", "own black", "enemy white", "enemy black", "invader")  # the rest is large numbers, or the same for ever


def moves() -> Array:
    """Return the actions that can be legal at all, less than half: steps, leaps and slides. Fewer to weigh is faster to learn."""
    origin, target = np.divmod(np.arange(GAME.num_actions), SQUARES)
    ranks, files = abs(origin // SIZE - target // SIZE), abs(origin % SIZE - target % SIZE)
    return np.flatnonzero((origin != target) & ((np.maximum(ranks, files) == 1) | (ranks * files == 2) | (ranks == files)))


class Side:
    """The board as its own seat sees it: turned, so that it is always the first."""

    def __init__(self) -> None:
        turn, layout = augmenter("yamamoto"), GAME.observation
        board = np.concatenate([np.arange(layout.size)[layout[part]] for part in BOARD])
        ways = [turn.to_first_seat(self._one_row(seat))[0] for seat in range(GAME.seats)]
        self.places = turn.observations[ways][:, board]  # by seat, which number comes to every place of the board
        self.actions = turn.actions[ways][:, moves()]  # by seat, what every move of the turned board is to the game

    def _one_row(self, seat: int) -> Array:
        return np.frombuffer(GAME.new().observe(seat), np.int8)[None]

    def seen(self, observations: Array, seats: Array) -> Array:
        """Return the boards that seats observe, from their own sides."""
        return np.take_along_axis(observations, self.places[seats], axis=1)

    def masks(self, masks: Array, seats: Array) -> Array:
        """Return which moves of the turned board they may make."""
        return np.take_along_axis(masks, self.actions[seats], axis=1).astype(np.bool_)


SIDE = Side()


class Rivals:
    """Snapshots of the network, one of which plays the other seats."""

    def __init__(self, seed: int) -> None:
        self.chooser = np.random.default_rng(seed)
        self.snapshots: list[Any] = []
        self.present: Any = None

    def keep(self, policy: Any) -> None:
        """Take a snapshot."""
        self.snapshots = [*self.snapshots[1 - KEPT :], copy.deepcopy(actor(policy))]
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
            likes += asked(self.present, SIDE.seen(observations, seats))
        likes = np.where(allowed, likes, -np.inf)
        return SIDE.actions[seats, likes.argmax(axis=1)]


def actor(policy: Any) -> Any:
    """Return the network of a policy that says how much it likes the actions."""
    return torch.nn.Sequential(policy.mlp_extractor.policy_net, policy.action_net)


def critic(policy: Any) -> Any:
    """Return the network that says what a position is worth."""
    return torch.nn.Sequential(policy.mlp_extractor.value_net, policy.value_net)


def asked(network: Any, seen: Array) -> Array:
    """Return what a network says."""
    with torch.no_grad():
        return np.asarray(network(torch.from_numpy(seen.astype(np.float32))))


def judge(policy: Any, observations: Array, masks: Array) -> tuple[Array, Array]:
    """Return what the seats that observe can expect, and how much the policy likes their actions."""
    seats = observations[:, GAME.observation["seat"]].argmax(axis=1)
    seen = SIDE.seen(observations, seats)
    likes = np.zeros(masks.shape, np.float32)
    np.put_along_axis(likes, SIDE.actions[seats], asked(actor(policy), seen) / HEAT, axis=1)
    return asked(critic(policy), seen)[:, 0].clip(-1, 1), likes


class Rows(VecEnv):  # type: ignore[misc]
    """Our vector environment as stable-baselines3 wants one. A win pays 1, a loss -1."""

    def __init__(self, rivals: Rivals, seed: int) -> None:
        self.env = vector_env("yamamoto", ROWS, others=rivals.choose, copy=False)
        super().__init__(ROWS, spaces.Box(0, 1, SIDE.places[0].shape, np.int8), spaces.Discrete(len(SIDE.actions[0])))
        self.begun = seed
        self.seats: Array = np.zeros(ROWS, np.int32)

    def _told(self, observations: Array, infos: dict[str, Any]) -> Array:
        self.seats = infos["seat"].copy()
        self.allowed = SIDE.masks(infos["action_mask"], self.seats)
        return SIDE.seen(observations, self.seats)

    def reset(self) -> Array:
        return self._told(*self.env.reset(seed=self.begun))

    def step_async(self, actions: Array) -> None:
        self.actions = SIDE.actions[self.seats, actions]

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
        left = max(0.05, 1 - self.spent / (60 * self.chosen.minutes))  # by time: nobody knows how many steps there will be
        self.model.lr_schedule = lambda _: PACE * left
        self.model.ent_coef = SPREAD * (0.2 + 0.8 * left)

    def _on_step(self) -> bool:
        now = time.process_time()
        self.spent, self.since = self.spent + now - self.since, now
        if self.spent - self.told >= self.chosen.every * 60:
            self.told = self.spent
            share = measure(player(self.model.policy, self.chosen), self.chosen.opponent, self.chosen.curve, 1)
            begun = f"{self.spent / 60:.2f} min, {self.num_timesteps} steps"
            print(f"{begun}: {share:.3f} against {self.chosen.opponent}", flush=True)
            if self.chosen.out is not None:
                self.model.save(self.chosen.out)
            self.since = time.process_time()  # measuring is no training
        return self.spent < self.chosen.minutes * 60


def player(policy: Any, chosen: Any) -> Player:
    """Return how the network plays."""
    return Player(partial(judge, policy), chosen.simulations)


def learner(path: Path | None, rows: Rows, seed: int) -> MaskablePPO:
    """Return a network that was saved, or a new one."""
    if path:
        return MaskablePPO.load(path, rows, device="cpu")
    units = {"pi": [128], "vf": [128, 32]}  # few, as lessons take most of the time
    return MaskablePPO(
        "MlpPolicy", rows, n_steps=STEPS, batch_size=1024, n_epochs=2, gamma=0.99, gae_lambda=0.9, ent_coef=SPREAD,
        learning_rate=PACE, policy_kwargs={"net_arch": units, "activation_fn": torch.nn.ReLU}, seed=seed, device="cpu",
    )  # fmt: skip


def main() -> None:
    parser = arguments("Train a player of yamamoto by proximal policy optimisation.", minutes=7, every=1, simulations=3200)
    chosen = parsed(parser)
    if chosen.load and not chosen.load.is_file():
        parser.error(f'cannot read "{chosen.load}": there is no such file')
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # it would check every number, which takes time
    rivals = Rivals(chosen.seed)
    model = learner(chosen.load, Rows(rivals, chosen.seed), chosen.seed)
    if chosen.minutes > 0:
        model.learn(10**9, callback=Watch(rivals, chosen))
    if chosen.out is not None:
        model.save(chosen.out)
    tell_strength(player(model.policy, chosen), chosen.opponent, chosen.matches)


if __name__ == "__main__":
    main()
