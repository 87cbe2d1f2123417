# distutils: extra_compile_args = -O3
"""Many trees at once, for networks that learn from matches with themselves: each belongs to a match, all grow side by side.

They are guided by a network of their own (`core.network`), which answers at every leaf, or by anything that answers for many
leaves at once: then each tree walks down to a leaf, all leaves are shown as rows of arrays, and every answer is taken home.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cython

from calumma.core.batch_arrays import flat
from calumma.core.given import Whole, within
from calumma.core.network import Network
from calumma.core.state import Rng, State
from calumma.search.growth import MOST_SIMULATIONS
from calumma.search.mcts import Tree
from calumma.search.report import GUIDED, Settings

if not cython.compiled:
    from math import exp

    from calumma.core.bits import wipe
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, Actions, Shares
    from calumma.core.room import copy_numbers, floats, schars

MOST_TREES = 1 << 20

Answer = Callable[[int], tuple[Any, Any]]
"""Answers for the first rows, so many, of the arrays it knows: float32 arrays of values and of logits.

Values have a number a seat, the acting one's first and the others' in turn order, on the scale of searches; logits one an action.
"""


class Grove:
    """Trees of matches that begin anew when they are over. Only games without secrets have positions to search."""

    def __init__(
        self, game: Any, count: Whole, seed: Whole = 0, settings: Settings = GUIDED, network: Network | None = None
    ) -> None:
        if game.info.has_secrets:
            raise ValueError(f"cannot grow trees for {game}: expected a game without secrets")
        self.game, self.count = game, within("a number of trees", count, 1, MOST_TREES)
        self.size, self.actions, self.seats = game.observation.size, game.num_actions, game.seats
        luck = Rng(seed)
        self.streams = [Rng(luck.below(1 << 30)) for _ in range(count)]
        self.trees: list[Tree] = [Tree(self._start(rng), rng, settings, network, True) for rng in self.streams]

    def _start(self, rng: Rng) -> State:
        state: State = self.game.new()
        while state.to_act == CHANCE:
            state.apply_unchecked(state.pick(rng))
        return state

    def use(self, network: Network) -> None:
        """Let another network guide all trees; what they know is forgotten."""
        for tree in self.trees:
            tree.use(network)

    def state(self, row: Whole) -> State:
        """Return a copy of the position of one match."""
        tree: Tree = self.trees[within("a row", row, 0, self.count - 1)]
        return tree.root.copy()

    def stir(self, part: float = 0.25) -> None:
        """Mix luck into the attention that the actions of every root get; roots that know no actions yet are not stirred."""
        for tree in self.trees:
            tree.stir(part)

    def grow(self, simulations: Whole) -> None:
        """Let every tree make so many simulations more, guided by its own network."""
        for tree in self.trees:
            tree.simulate(within("simulations", simulations, 0, MOST_SIMULATIONS))

    def play(self, row: Whole, action: Whole) -> list[float] | None:
        """Play an action in a match, up to where a seat acts; if it is over, begin another, and return what it paid.

        What the tree knows of the position is kept where it can be.
        """
        tree: Tree = self.trees[row]
        after: State = tree.root.copy()
        after.apply(action)
        if after.to_act >= 0:
            tree.advance(action)
            return None
        while after.to_act == CHANCE:
            after.apply_unchecked(after.pick(self.streams[row]))
        paid = None if after.to_act >= 0 else after.payoffs()
        tree.begin(after if paid is None else self._start(self.streams[row]))
        return paid

    def restart(self, row: Whole) -> None:
        """Begin another match in a row."""
        tree: Tree = self.trees[row]
        tree.begin(self._start(self.streams[row]))

    # Answers for many leaves at once

    def grow_by(self, answer: Answer, simulations: Whole, observations: Any, masks: Any) -> int:
        """Let every tree make so many simulations more; return how many leaves were asked about.

        Leaves are written to the first rows of two arrays of int8, a row a tree: what the acting seat observes, and which
        actions are legal.
        """
        seen = flat("observations", observations, "b", (self.count, self.size))
        legal = flat("masks", masks, "b", (self.count, self.actions))
        left = [within("simulations", simulations, 0, MOST_SIMULATIONS)] * self.count
        asked = 0
        while rows := self._ask(left, seen, legal):
            values, logits = answer(len(rows))
            self._take(
                rows,
                flat("values", values, "f", (len(rows), self.seats)),
                flat("logits", logits, "f", (len(rows), self.actions)),
            )
            for row in rows:
                left[row] -= 1
            asked += len(rows)
        self.check()
        return asked

    def check(self) -> None:
        """Raise what went wrong in rules in plain Python."""
        for tree in self.trees:
            tree.check()

    def _ask(self, left: list[int], seen: Any, legal: Any) -> list[int]:
        """Walk every tree that has simulations left down to a leaf that it must ask about; return which do, in order."""
        tree: Tree
        rows: list[int] = []
        observations: cython.p_schar = schars(seen)
        masks: cython.p_schar = schars(legal)
        for row in range(self.count):
            tree = self.trees[row]
            left[row] -= walked(tree, left[row])
            if left[row] > 0 and tree.asking:
                self._show(tree.state, len(rows), observations, masks)
                rows.append(row)
        return rows

    def _show(self, state: State, row: cython.Py_ssize_t, observations: cython.p_schar, masks: cython.p_schar) -> cython.void:
        """Write what the acting seat sees and may do."""
        i: cython.int
        actions: Actions
        look = state.observe(state.c_to_act())
        if not cython.compiled:
            actions = [0] * MOST_ACTIONS
        copy_numbers(observations, row * self.size, schars(look), 0, self.size)
        wipe(masks, row * self.actions, self.actions)
        for i in range(state.c_legal(actions)):
            masks[row * self.actions + actions[i]] = 1

    def _take(self, rows: list[int], values: Any, logits: Any) -> None:
        """Give every tree its answer."""
        tree: Tree
        payoffs: Shares
        seat: cython.int
        i: cython.int
        at: cython.Py_ssize_t
        worth: cython.p_float = floats(values)
        said: cython.p_float = floats(logits)
        if not cython.compiled:
            payoffs = [0.0] * MOST_SEATS
        for number, row in enumerate(rows):
            tree = self.trees[row]
            seat, at = tree.state.c_to_act(), number
            for i in range(self.seats):
                payoffs[seat] = worth[at * self.seats + i]
                seat = seat + 1 if seat + 1 < self.seats else 0
            answered(tree, said, at * self.actions, payoffs)


def walked(tree: Tree, most: cython.int) -> cython.int:
    """Let a tree make simulations until it must ask; return how many were made without, at most so many."""
    done: cython.int = 0
    actions: Actions
    weights: Actions
    payoffs: Shares
    if not cython.compiled:
        actions, weights, payoffs = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0.0] * MOST_SEATS
    tree.asking = False
    while done < most:
        if tree.won[0] != 0:  # nothing is left to find out
            return most
        tree.start()
        tree.walk(actions, weights, payoffs)
        if tree.asking:
            break
        tree.credit(tree.depth, payoffs)
        done += 1
    return done


def answered(tree: Tree, logits: cython.p_float, at: cython.Py_ssize_t, payoffs: cython.p_double) -> cython.void:
    """Let a tree take what it asked for home: what its leaf is worth, and how likely its actions are."""
    i: cython.int
    node: cython.int = tree.path[tree.depth]
    start: cython.int = tree.first[node]
    highest: cython.double = -1e30
    total: cython.double = 0.0
    if tree.fresh:
        for i in range(tree.count[node]):
            tree.chances[i] = logits[at + tree.action[start + i]]
            if tree.chances[i] > highest:
                highest = tree.chances[i]
        for i in range(tree.count[node]):
            tree.chances[i] = exp(tree.chances[i] - highest)
            total += tree.chances[i]
        for i in range(tree.count[node]):
            tree.chances[i] = tree.chances[i] / total
    tree.settle(payoffs)
    tree.credit(tree.depth, payoffs)
