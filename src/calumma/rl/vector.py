"""Many matches as one environment that follows Gymnasium's vector conventions, stepped in compiled code.

Every row is a match. Its observation is that of the seat that acts; `infos` tells which seat (`seat`), what it may do
(`action_mask`), and, for rows whose match has just ended, what every seat won (`payoffs`) and how the end looked to the seat that
acted last (`final_obs`). The reward of a step is the payoff of the seat that acted, so it is 0 until the match ends. A match that
ends begins anew within the same step, which Gymnasium calls SAME_STEP.

What is written can be made smaller, which is what costs most time: observations and masks as bits, legal actions as lists, or
nothing. `buffers` are arrays of the caller's own to write to, such as a rollout buffer's row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from calumma.core import Game, IllegalMove, PlainState, State
from calumma.core.batch import Batch
from calumma.core.batch_rows import MOST, MOST_THREADS
from calumma.core.given import shown, within
from calumma.core.protocol import MOST_ACTIONS
from calumma.core.words import Words
from calumma.rl.chosen import narrowed, one_a_row, whole_numbers
from calumma.rl.inside import BotRows, Policy, PolicyRows
from calumma.rl.spaces import Array, observation_box

say = Words(__package__)

Step = tuple[Array, Array, Array, Array, dict[str, Any]]
Sight = Literal["bytes", "bits", "none"]
Moves = Literal["bytes", "bits", "list", "none"]

SIGHTS: dict[str, str] = {"bytes": "observations", "bits": "packed", "none": ""}
MOVES: dict[str, str] = {"bytes": "masks", "bits": "bits", "list": "moves", "none": ""}


class VectorEnv(GymnasiumVectorEnv):  # type: ignore[misc,type-arg]
    """Matches of one game in rows."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        copy: bool = True,
        threads: int = 1,
        observations: Sight = "bytes",
        masks: Moves = "bytes",
        others: str | Policy = "caller",
        buffers: Mapping[str, Array] | None = None,
    ) -> None:
        self.game = game
        self.num_envs = within("a number of matches", num_envs, 1, MOST)
        threads = within("a number of threads", threads, 1, MOST_THREADS)
        self.copy = copy
        self._sight, self._moves = _known("observations", observations, SIGHTS), _known("masks", masks, MOVES)
        self._set_spaces()
        self._arrays = self._make_arrays(buffers or {})
        self._batch = self._make_rows(others, threads)
        self._is_alone = others == "caller"  # the caller acts for all seats
        self._over: Array = self._arrays["over"].view(np.bool_)
        self._truncations: Array = np.zeros(self.num_envs, np.bool_)
        self._nothing: Array = np.zeros((self.num_envs, 0), np.int8)
        self._plain = isinstance(self._batch.state(0), PlainState)  # only such rules can fail inside a loop
        self._seeded = False

    def _make_rows(self, others: str | Policy, threads: int) -> Batch | BotRows | PolicyRows:
        """Return the matches: in compiled loops, unless a bot thinks within the step."""
        if not isinstance(others, str):
            if not self._sight or self._moves not in ("masks", "bits"):
                raise ValueError("cannot ask a policy that sees nothing: expected observations and masks as bytes or bits")
            return PolicyRows(self.game, self.num_envs, self._arrays, others, self._sight, self._moves, threads)
        if others in ("caller", "random"):
            return Batch(self.game, self.num_envs, self._arrays, threads, others == "random")
        if threads > 1:
            raise ValueError(f"cannot let {others} play in {threads} threads: expected 1, as a bot plays row after row")
        return BotRows(self.game, self.num_envs, self._arrays, others)

    def _set_spaces(self) -> None:
        """Say what observations and actions are."""
        layout = self.game.observation
        widths = {"observations": observation_box(self.game), "": spaces.Box(0, 1, (0,), np.int8)}
        self.single_observation_space = widths.get(self._sight) or spaces.Box(0, 255, (layout.packed_size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.game.info.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _make_arrays(self, buffers: Mapping[str, Array]) -> dict[str, Array]:
        """Return the arrays that are wanted, the caller's own where it gave them."""
        rows, size, actions = self.num_envs, self.game.observation.size, self.game.info.num_actions
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((rows, size), np.int8),
            "packed": ((rows, self.game.observation.packed_size), np.uint8),
            "masks": ((rows, actions), np.int8),
            "bits": ((rows, (actions + 7) // 8), np.uint8),
            "moves": ((rows, min(actions, MOST_ACTIONS)), np.int32),
            "counts": ((rows,), np.int32),
            "finals": ((rows, size), np.int8),
            "payoffs": ((rows, self.game.seats), np.float64),
            "rewards": ((rows,), np.float64),
            "over": ((rows,), np.int8),
            "acting": ((rows,), np.int32),
            "picks": ((rows,), np.int32),
        }
        left_out = {"observations", "packed", "masks", "bits", "moves", "counts"} - {self._sight, self._moves}
        if self._moves == "moves":
            left_out.discard("counts")
        wanted = {name: made for name, made in shapes.items() if name not in left_out}
        if strange := ", ".join(sorted(set(buffers) - set(wanted))):
            raise ValueError(f"cannot write to the buffers {strange}: expected some of {', '.join(wanted)}")
        return {
            name: _fitting(name, buffers[name], *made) if name in buffers else np.zeros(*made) for name, made in wanted.items()
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin all matches, or those of `options["reset_mask"]`. The seed decides all chance, and `random_actions`."""
        chosen = self._rows_to_reset(options)
        if chosen is not None and seed is not None and not self._is_alone:  # a seed gives the caller's seats anew, in all rows
            raise ValueError(f"cannot use the seed {seed} for some rows: expected none, or all rows to be reset")
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._batch.seed(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        if chosen is None or not self._seeded:
            self._batch.reset(0, self.num_envs)
        else:
            for row in np.flatnonzero(chosen):
                self._batch.reset(int(row), int(row) + 1)
        self._seeded = True
        if self._plain:
            self._batch.check()
        return self._observations(), self._infos()

    def _rows_to_reset(self, options: object) -> Array | None:
        """Return which rows are to begin anew, None for all of them."""
        if options is None:
            return None
        if not isinstance(options, Mapping):
            raise TypeError(f"cannot use {shown(options)} as options: expected a dict")
        if strange := ", ".join(shown(name) for name in options if name != "reset_mask"):
            raise ValueError(f"cannot reset with the options {strange}: expected reset_mask or none")
        return _mask(options["reset_mask"], self.num_envs) if options else None

    def step(self, actions: Any) -> Step:
        """Play one action in every match; none is played if one is not legal, or if they are no whole numbers."""
        self._demand_begun()
        given = whole_numbers(actions, self.num_envs)
        chosen, row = narrowed(given)
        if row < 0:
            row = self._batch.advance(chosen)
        if row >= 0:
            raise IllegalMove(say("cannot-play-action-match", action=given[row], row=row))
        if self._plain:
            self._batch.check()
        over = self._over.copy() if self.copy else self._over
        return self._observations(), self._out("rewards"), over, self._truncations, self._infos()

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

    def unpacked(self, observations: Array) -> Array:
        """Return observations that were told as bits (the last axis) as numbers; likewise those of a replay buffer.

        Such an observation is a bit for every number (of the first byte the lowest first), then the numbers that may be
        anything but 0 and 1, a byte each.
        """
        parts = self.game.observation
        found: Array = np.unpackbits(observations, axis=-1, count=parts.size, bitorder="little").view(np.int8)
        at = (parts.size + 7) // 8
        for first, count in parts.runs:
            found[..., first : first + count] = observations[..., at : at + count].view(np.int8)
            at += count
        return found

    def unpacked_masks(self, masks: Array) -> Array:
        """Return masks that were told as bits as zeros and ones."""
        found: Array = np.unpackbits(masks, axis=-1, count=self.game.info.num_actions, bitorder="little").view(np.int8)
        return found

    def _observations(self) -> Array:
        return self._out(self._sight) if self._sight else self._nothing

    def _out(self, name: str) -> Array:
        return self._arrays[name].copy() if self.copy else self._arrays[name]

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"seat": self._out("acting")}
        if self._moves == "moves":
            infos |= {"legal": self._out("moves"), "legal_count": self._out("counts")}
        elif self._moves:
            infos["action_mask"] = self._out(self._moves)
        if np.count_nonzero(self._over):
            ended = self._over.copy()
            infos |= {"payoffs": self._out("payoffs"), "_payoffs": ended, "final_obs": self._out("finals"), "_final_obs": ended}
        return infos


def _mask(rows: object, count: int) -> Array:
    """Return a mask of rows; ValueError, or TypeError if it does not say yes or no of each: numbers could mean rows."""
    found = one_a_row("cannot use a reset_mask", rows, count)
    if found.dtype != np.bool_:
        raise TypeError(f"cannot use a reset_mask of the type {found.dtype}: expected bool")
    return found


def _fitting(name: str, array: object, shape: tuple[int, ...], kind: Any) -> Array:
    """Return an array of the caller's that compiled loops can write to; ValueError or TypeError says why they cannot."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"cannot use the array {name}, {shown(array)}: expected one of NumPy's")
    if array.dtype != kind:
        raise ValueError(f"cannot use the array {name} of the type {array.dtype}: expected {np.dtype(kind)}")
    if array.shape != shape:
        raise ValueError(f"cannot use the array {name} of the shape {array.shape}: expected {shape}")
    if not (array.flags.c_contiguous and array.flags.writeable):
        raise ValueError(f"cannot use the array {name}: expected one that lies in one piece and may be written to")
    return array


def _known(name: str, chosen: str, names: Mapping[str, str]) -> str:
    """Return the array that a way of telling writes."""
    if chosen not in names:
        raise ValueError(f'cannot tell {name} as "{chosen}": expected {", ".join(names)}')
    return names[chosen]
