"""Matches in rows whose other seats are played inside the step: by a bot, or by a policy that is asked for many rows at once.

They fill the same arrays as `core.batch`. A bot plays row after row in plain Python, as it takes far longer than the rules; a
policy, such as a network, gets the rows in which another seat acts as one batch, again and again until the caller's seats act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from calumma.core import CHANCE, OVER, Game, IllegalMove, PlainState, Rng, State
from calumma.core.batch import Batch
from calumma.core.batch_arrays import KINDS, NOTHING, SMALL, flat
from calumma.core.words import Words
from calumma.players import Player, load
from calumma.rl.chosen import narrowed, whole_numbers
from calumma.rl.spaces import Array, action_mask, observed

say = Words(__package__)

Policy = Callable[[Array, Array, Array], Array]
"""Returns an action for each of some rows, from what their acting seats observe, what they may do, and which seats they are."""


class BotRows:
    """Matches in which one seat is the caller's: in the first match of row i seat i, counted around the table, then the next.

    One bot plays all other seats of all rows, each time from what that seat may know.
    """

    def __init__(self, game: Game, count: int, arrays: Mapping[str, Array], spec: str) -> None:
        self.game, self.arrays, self.spec = game, arrays, spec
        self.owners = [row % game.seats for row in range(count)]
        self.states = [game.new() for _ in range(count)]
        self.streams = [Rng(row) for row in range(count)]
        self.bot: Player = load(spec, game)
        for name, made in arrays.items():
            flat(name, made, (KINDS | SMALL)[name], (count, *made.shape[1:]))  # refuses other rows and other kinds of numbers

    def seed(self, seed: int) -> None:
        """Let all chance, and the bot's, follow from a number."""
        numbers = np.random.SeedSequence(seed).generate_state(len(self.states), np.uint64)
        self.streams = [Rng(int(number)) for number in numbers]
        self.bot = load(self.spec, self.game, seed % (1 << 30))

    def state(self, row: int) -> State:
        """Return a copy of the position of a row."""
        return self.states[row].copy()

    def check(self) -> None:
        """Say what failed inside: nothing can, as errors are raised where they happen."""

    def reset(self, first: int, last: int) -> None:
        """Begin the matches of some rows."""
        for row in range(first, last):
            self._forget(row)
            self._begin(row)

    def advance(self, actions: Array) -> int:
        """Play an action in every row; if one is not legal, none is played, and its row is returned, else -1."""
        for row, state in enumerate(self.states):
            if int(actions[row]) not in state.legal():
                return row
        for row, state in enumerate(self.states):
            self._forget(row)
            state.apply(int(actions[row]))
            self._let_others_act(row)
            if state.to_act == OVER:
                self._finish(row)
                self._begin(row)
            else:
                self._show(row)
        return -1

    def _begin(self, row: int) -> None:
        """Begin a match, up to where the caller's seat acts; one that ends before is played for nobody."""
        while True:
            self.states[row] = self.game.new()
            self._let_others_act(row)
            if self.states[row].to_act != OVER:
                break
            self._next_owner(row)
        self._show(row)

    def _let_others_act(self, row: int) -> None:
        state, rng = self.states[row], self.streams[row]
        while (acts := state.to_act) not in (OVER, self.owners[row]):
            state.apply(state.pick(rng) if acts == CHANCE else self.bot.choose(state, acts).action)

    def _finish(self, row: int) -> None:
        """Write what the match paid, and how its end looks to the caller's seat."""
        state, own = self.states[row], self.owners[row]
        self.arrays["payoffs"][row] = state.payoffs()
        self.arrays["rewards"][row] = state.payoffs()[own]
        self.arrays["finals"][row] = observed(state, own)
        self.arrays["over"][row] = 1
        self._next_owner(row)

    def _next_owner(self, row: int) -> None:
        self.owners[row] = (self.owners[row] + 1) % self.game.seats

    def _forget(self, row: int) -> None:
        for name in ("over", "rewards", "payoffs"):
            self.arrays[name][row] = 0

    def _show(self, row: int) -> None:
        """Write what the caller's seat sees and may do, and draw one of its actions for who wants a random one."""
        state, own, arrays = self.states[row], self.owners[row], self.arrays
        arrays["acting"][row] = own
        arrays["picks"][row] = state.pick(self.streams[row])
        if "observations" in arrays:
            arrays["observations"][row] = observed(state, own)
        if "packed" in arrays:
            arrays["packed"][row] = packed(self.game, observed(state, own))
        self._show_moves(row, state, own)

    def _show_moves(self, row: int, state: State, own: int) -> None:
        arrays, size = self.arrays, self.game.num_actions
        if "masks" in arrays:
            arrays["masks"][row] = action_mask(state, own, size)
        if "bits" in arrays:
            arrays["bits"][row] = np.packbits(action_mask(state, own, size), bitorder="little")
        if "moves" in arrays:
            legal = state.legal()
            arrays["moves"][row, : len(legal)] = legal
            arrays["counts"][row] = len(legal)


class PolicyRows:
    """Matches in which one seat is the caller's, as in `BotRows`, and a policy plays all the others, many rows at once.

    `sight` and `moves` are the arrays that the policy is shown, its rows of them.
    """

    def __init__(
        self, game: Game, count: int, arrays: Mapping[str, Array], policy: Policy, sight: str, moves: str, threads: int
    ) -> None:
        self.policy, self.arrays, self.sight, self.moves = policy, arrays, sight, moves
        self.seats, self.plain = game.seats, isinstance(game.new(), PlainState)
        self.results = {name: np.zeros_like(arrays[name]) for name in ("over", "rewards", "payoffs", "finals")}
        self.batch = Batch(game, count, {**arrays, **self.results}, threads, owned=True)
        self.owners: Array = np.arange(count, dtype=np.int32) % game.seats
        self.stuck: Array = np.zeros(count, np.bool_)
        """Rows that the policy has failed in: another seat than the caller's may be about to act, so nothing is played."""
        for name in self.results:
            flat(name, arrays[name], KINDS[name], (count, *arrays[name].shape[1:]))

    def seed(self, seed: int) -> None:
        """Let all chance follow from a number; the seats begin anew."""
        self.batch.seed(seed)
        self.owners[:] = np.arange(len(self.owners)) % self.seats

    def state(self, row: int) -> State:
        """Return a copy of the position of a row."""
        return self.batch.state(row)

    def check(self) -> None:
        """Raise what failed inside; only rules in plain Python can."""
        self.batch.check()

    def reset(self, first: int, last: int) -> None:
        """Begin the matches of some rows, up to where the caller's seats act."""
        self.batch.reset(first, last)
        self._let_others_act(np.arange(first, last))
        for name in self.results:  # a match that ended before the caller could act was nobody's
            self.arrays[name][first:last] = 0

    def advance(self, actions: Array) -> int:
        """Play an action in every row; if one is not legal, none is played, and its row is returned, else -1."""
        if self.stuck.any():
            raise ValueError("the matches are stuck, as the policy of the other seats has failed in them: call reset first")
        row = self.batch.advance(actions)
        if row < 0:
            for name in ("over", "rewards", "payoffs"):
                self.arrays[name][:] = 0
            self._note_ends(np.arange(len(self.owners)))
            self._let_others_act(np.arange(len(self.owners)))
        return row

    def _let_others_act(self, rows: Array) -> None:
        """Ask the policy until the caller's seats act in all of some rows; they are stuck if it fails."""
        self.stuck[rows] = True
        others = self._others(rows)
        while len(others):
            chosen = self._ask(others)
            wrong = self.batch.advance_some(chosen)
            if wrong >= 0:
                raise IllegalMove(say("policy-cannot-play", action=chosen[wrong], row=wrong))
            self._note_ends(others)
            others = self._others(others)
        self.stuck[rows] = False

    def _ask(self, rows: Array) -> Array:
        """What the policy chooses in some rows, and NOTHING in the others."""
        told = self.policy(self.arrays[self.sight][rows], self.arrays[self.moves][rows], self.arrays["acting"][rows])
        given = whole_numbers(told, len(rows), " for the policy of the other seats")
        actions, wrong = narrowed(given)
        negative = actions < 0  # among them NOTHING, with which a row would wait for ever
        if wrong >= 0 or negative.any():
            wrong = wrong if wrong >= 0 else int(negative.argmax())
            raise IllegalMove(say("policy-cannot-play", action=given[wrong], row=rows[wrong]))
        chosen: Array = np.full(len(self.owners), NOTHING, np.int32)
        chosen[rows] = actions
        return chosen

    def _others(self, rows: Array) -> Array:
        """Those of some rows in which another seat than the caller's acts."""
        if self.plain:
            self.batch.check()
        return rows[self.arrays["acting"][rows] != self.owners[rows]]

    def _note_ends(self, rows: Array) -> None:
        """Tell the caller of matches that have just ended; of two in one step, of the first: it had no part in the other."""
        ended = rows[self.results["over"][rows] != 0]
        told = ended[self.arrays["over"][ended] == 0]
        for name, found in self.results.items():
            self.arrays[name][told] = found[told]
        self.owners[ended] = (self.owners[ended] + 1) % self.seats


def packed(game: Game, seen: Array) -> Array:
    """Return an observation as bits, then the numbers that may be more than 1, a byte each; their bits are 0."""
    flags = seen.copy()
    for first, count in game.observation.runs:
        flags[first : first + count] = 0
    runs: list[Array] = [seen[first : first + count].view(np.uint8) for first, count in game.observation.runs]
    found: Array = np.concatenate([np.packbits(flags, bitorder="little"), *runs])
    return found
