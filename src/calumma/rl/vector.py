"""Many matches as one environment that follows Gymnasium's vector conventions, stepped in compiled code.

Every row is a match. Its observation is that of the seat that acts; `infos` tells which seat (`seat`), what it may do
(`action_mask`), and, for rows whose match has just ended, what every seat won (`payoffs`) and how the end looked to the seat that
acted last (`final_obs`). The reward of a step is the payoff of the seat that acted, so it is 0 until the match ends. A match that
ends begins anew within the same step, which Gymnasium calls SAME_STEP.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from calumma.core import Game, IllegalMove, PlainState, State
from calumma.core.batch import Batch
from calumma.core.words import Words
from calumma.rl.spaces import Array, observation_box

say = Words(__package__)

Step = tuple[Array, Array, Array, Array, dict[str, Any]]


class VectorEnv(GymnasiumVectorEnv):  # type: ignore[misc,type-arg]
    """Matches of one game in rows."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(self, game: Game, num_envs: int, *, copy: bool = True, threads: int = 1) -> None:
        if num_envs < 1 or threads < 1:
            raise ValueError(f"cannot make {num_envs} matches for {threads} threads: expected 1 or more of both")
        self.game = game
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_box(game)
        self.single_action_space = spaces.Discrete(game.info.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._arrays = self._make_arrays(game.observation.size, game.info.num_actions)
        self._batch = Batch(game, num_envs, self._arrays)
        self._over: Array = self._arrays["over"].view(np.bool_)
        self._truncations: Array = np.zeros(num_envs, np.bool_)
        self._shares = self._divide(threads)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._plain = isinstance(self._batch.state(0), PlainState)  # only such rules can fail inside a loop
        self._seeded = False

    def _make_arrays(self, size: int, actions: int) -> dict[str, Array]:
        rows = self.num_envs
        return {
            "observations": np.zeros((rows, size), np.int8),
            "masks": np.zeros((rows, actions), np.int8),
            "finals": np.zeros((rows, size), np.int8),
            "payoffs": np.zeros((rows, self.game.seats)),
            "rewards": np.zeros(rows),
            "over": np.zeros(rows, np.int8),
            "acting": np.zeros(rows, np.int32),
            "picks": np.zeros(rows, np.int32),
        }

    def _divide(self, threads: int) -> list[tuple[int, int]]:
        """Return the rows of every thread, from the first to before the last."""
        ends = [self.num_envs * i // threads for i in range(threads + 1)]
        return list(pairwise(ends))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin all matches, or those of `options["reset_mask"]`. The seed decides all chance, and `random_actions`."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._batch.seed(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        chosen = None if not options else options.get("reset_mask")
        if chosen is None or not self._seeded:
            self._batch.reset(0, self.num_envs)
        else:
            for row in np.flatnonzero(np.asarray(chosen, np.bool_)):
                self._batch.reset(int(row), int(row) + 1)
        self._seeded = True
        if self._plain:
            self._batch.check()
        return self._out("observations"), self._infos()

    def step(self, actions: Any) -> Step:
        """Play one action in every match."""
        chosen = np.ascontiguousarray(actions, np.int32)
        self._demand_legal(chosen)
        if self._pool is None:
            self._batch.step(chosen, 0, self.num_envs)
        else:
            list(self._pool.map(lambda part: self._batch.step(chosen, *part), self._shares))
        if self._plain:
            self._batch.check()
        over = self._over.copy() if self.copy else self._over
        return self._out("observations"), self._out("rewards"), over, self._truncations, self._infos()

    def _demand_legal(self, actions: Array) -> None:
        self._demand_begun()
        if actions.shape != (self.num_envs,):
            raise ValueError(f"cannot play actions of the shape {actions.shape}: expected {(self.num_envs,)}")
        row = self._batch.illegal(actions, 0, self.num_envs)
        if row >= 0:
            raise IllegalMove(say("cannot-play-action-match", action=actions[row], row=row))

    def _demand_begun(self) -> None:
        if not self._seeded:
            raise ValueError("the matches have not begun: call reset first")

    def random_actions(self) -> Array:
        """Return a random legal action for every match, drawn by the seed; the same until the next step."""
        self._demand_begun()
        return self._arrays["picks"].copy()

    def state(self, row: int) -> State:
        """Return a copy of the position of one match; it knows everything, so learners must not."""
        return self._batch.state(row)

    def _out(self, name: str) -> Array:
        return self._arrays[name].copy() if self.copy else self._arrays[name]

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"action_mask": self._out("masks"), "seat": self._out("acting")}
        if self._over.any():
            ended = self._over.copy()
            infos |= {"payoffs": self._out("payoffs"), "_payoffs": ended, "final_obs": self._out("finals"), "_final_obs": ended}
        return infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
