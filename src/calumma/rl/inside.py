"""Matches in rows whose other seats are played by a bot inside the step.

They fill the same arrays as `core.batch`, in plain Python: a bot that thinks takes far longer than the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calumma.core import CHANCE, OVER, Game, Rng, State
from calumma.core.batch_arrays import KINDS, SMALL, flat
from calumma.players import Player, load
from calumma.rl.spaces import Array, action_mask, observed


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


def packed(game: Game, seen: Array) -> Array:
    """Return an observation as bits, then the numbers that may be more than 1, a byte each; their bits are 0."""
    flags = seen.copy()
    for first, count in game.observation.runs:
        flags[first : first + count] = 0
    runs: list[Array] = [seen[first : first + count].view(np.uint8) for first, count in game.observation.runs]
    found: Array = np.concatenate([np.packbits(flags, bitorder="little"), *runs])
    return found
