# distutils: extra_compile_args = -O3
"""Alpha-beta search for open games without chance, ever deeper from the root.

There are two sides (two seats, or two teams), or several seats that play for themselves: then the one at the root plays against
all others together. These are not thought to act against it alone: where the game foresees what their actions are worth to
themselves, only those that look best to them are tried (`others`).

`descent.py` is the tree below it, `ordering.py` the order in which actions are tried, `scale.py` what scores mean.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.errors import GameError
from calumma.core.given import Whole, within
from calumma.core.state import Rng, State, as_rng
from calumma.core.words import Words
from calumma.search.clock import time_limit
from calumma.search.descent import Descent, Frame, frames
from calumma.search.helping import MOST_THREADS, helped
from calumma.search.ordering import Ordering
from calumma.search.report import Candidate, OnReport, SearchReport
from calumma.search.scale import DEEPEST, INFINITE, SURE, WIN, chance_of
from calumma.search.table import TranspositionTable

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS

say = Words(__package__)

NEVER = 1 << 60
USUAL_NODES = 1_000_000
MOST = 1 << 30
GLANCE = 20_000  # nodes that take no longer than people notice


class AlphaBeta:
    """A search that may be used for many positions of one game.

    One that `remembers` reads at each decision what it found at earlier ones: of use for the decisions of one match. With a
    `margin`, a share of the win, the last turns are not searched where the evaluation is further than that beyond the window.
    With a `width`, where the game foresees what its actions are worth, only so many are tried a turn before the leaves, the best
    by that, twice as many a turn earlier, and so on; at the root all are. Of several seats, all but the one that acts at the root
    are thought to choose among their best `others`; 0: among as many as it does.
    With several `threads` the others search the same position and tell what they find by the table alone, which may be that of
    another search (`table`); what is chosen then depends on who was first. With one it never does.
    """

    def __init__(
        self,
        game: Any,
        megabytes: float = 16.0,
        quiescence: Whole = 8,
        reductions: bool = False,
        remembers: bool = False,
        margin: float = 0.0,
        width: Whole = 0,
        others: Whole = 0,
        threads: Whole = 1,
        table: TranspositionTable | None = None,
    ) -> None:
        is_open = not game.info.has_chance and not game.info.has_secrets
        if not is_open or len(game.teams) not in (2, game.seats) or game.payoffs.total is None:
            raise GameError(say("alpha-beta-cannot-play", game=game))
        self.game, self.busy, self.remembers = game, False, remembers
        widths = within("a width", width, 0, MOST_ACTIONS), within("a width for others", others, 0, MOST_ACTIONS)
        ordering = Ordering(game.info.num_actions, *widths, len(game.teams) > 2, DEEPEST)
        quiescence = within("plies of quiescence", quiescence, 0, MOST)
        table = TranspositionTable(megabytes, table)
        self.tree = Descent(game, table, ordering, quiescence, reductions, margin)
        self.top, self.foreseen = frames(game), False
        self.root_count = self.best_length = self.best_score = 0
        if not cython.compiled:
            self.best_line = [0] * 128
            self.root_actions, self.root_scores = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        options = quiescence, reductions, remembers, margin, width, others, 1, table
        self.helpers = [AlphaBeta(game, 0.0, *options) for _ in range(1, within("threads", threads, 1, MOST_THREADS))]

    @property
    def memory(self) -> int:
        """Bytes that the transposition table takes."""
        return self.tree.table.memory

    def stop(self) -> None:
        """Make a running search end at once with what it has; callable from another thread."""
        self.tree.stopped = True

    def search(
        self,
        state: State,
        depth: Whole | None = None,
        nodes: Whole | None = None,
        seconds: float | None = None,
        rng: Rng | Whole | None = None,
        lines: Whole = 1,
        on_report: OnReport | None = None,
    ) -> SearchReport:
        """Search ever deeper until depth, nodes or seconds are used up or the result is certain.

        Without any limit a million nodes are looked at; who wants none gives a great depth.
        Equally good actions are told apart by chance if `rng` is given, else the one with the smallest number is taken. The
        best `lines` actions are found, each with its value and its line; more than one take longer. `on_report` is told
        after every depth what was found so far, and at the end.
        """
        if depth is None and nodes is None and seconds is None:
            nodes = USUAL_NODES
        each = None if nodes is None else -(-within("a number of nodes", nodes, -NEVER, NEVER) // (1 + len(self.helpers)))
        deepest = self._begin(state, DEEPEST if depth is None else depth, each, None if rng is None else as_rng(rng))
        wanted, most = min(within("lines", lines, 1, MOST), self.root_count), self.tree.limit
        reached, found = 0, [(self.best_score, [self.best_line[0]])]
        try:
            with helped(self._called(state)), time_limit(seconds, self.stop) as ration:
                for limit in range(1, deepest + 1):
                    self.tree.limit = min(most, self.tree.nodes + ration.left(self.tree.nodes, GLANCE))
                    found = self._lines(limit, wanted, found)
                    if self.tree.aborted:
                        break
                    reached = limit
                    if self._is_settled(limit, found):
                        break
                    if on_report is not None and limit < deepest:
                        on_report(self._report(state, reached, found, self._progress(limit / deepest)))
        finally:
            self._end()
        report = self._report(state, reached, found)
        if on_report is not None:
            on_report(report)
        return report

    def _called(self, state: State) -> list[AlphaBeta]:
        """The helpers, ready to search a position with the entries of this search's table."""
        helper: AlphaBeta
        for i, helper in enumerate(self.helpers):
            helper._begin(state, DEEPEST, None, Rng(i + 1))
            helper.tree.table.follow(self.tree.table)
        return list(self.helpers)

    def help(self, first: int) -> None:
        """Search ever deeper, from a depth on, until stopped: for another search, which sees what is found in its table."""
        try:
            for depth in range(first, DEEPEST - 8):
                if not self._deepen(depth, 0):
                    break
        finally:
            self._end()

    def rank(
        self,
        state: State,
        depth: Whole,
        nodes: Whole | None = None,
        seconds: float | None = None,
        on_report: OnReport | None = None,
    ) -> SearchReport:
        """Search ever deeper like `search`, but give every action at the root its exact value: slower, and knows all of them."""
        deepest, most = self._begin(state, depth, nodes, None), self.tree.limit
        reached = 0
        scores = [0] * self.root_count
        try:
            with time_limit(seconds, self.stop) as ration:
                for limit in range(1, deepest + 1):
                    self.tree.limit = min(most, self.tree.nodes + ration.left(self.tree.nodes, GLANCE))
                    found = self._rank(limit)
                    if self.tree.aborted and reached:
                        break
                    scores, reached = found, limit
                    if on_report is not None and limit < deepest:
                        on_report(self._ranked_report(state, reached, scores, limit / deepest))
        finally:
            self._end()
        report = self._ranked_report(state, reached, scores)
        if on_report is not None:
            on_report(report)
        return report

    def _begin(self, state: State, depth: Whole, nodes: Whole | None, rng: Rng | None) -> int:
        """Prepare for a search of a position; return how deep it may go."""
        if not isinstance(state, State) or state.game != self.game:
            raise ValueError(f"cannot search {state!r}: expected a position of {self.game}")
        if state.to_act < 0:
            raise ValueError("cannot search here: expected a position in which a seat acts")
        deepest = min(within("a depth", depth, 1, MOST), DEEPEST - 8)
        limit = NEVER if nodes is None else max(1, within("a number of nodes", nodes, -NEVER, NEVER))
        if self.busy:
            raise RuntimeError("this search is used by another thread: expected one search at a time")
        self.busy = True
        self.tree.table.begin(self.tree.takes_side_of(state.to_act) and self.remembers)
        self.tree.ordering.begin(self.remembers)
        self.top.state.c_copy_from(state)
        self.top.seat, self.top.steps = state.to_act, 0
        self.tree.nodes = 0
        self.tree.limit = limit
        self.tree.stopped = self.tree.aborted = False
        legal = state.legal()
        if rng is not None:
            for i in range(len(legal) - 1, 0, -1):
                j = rng.below(i + 1)
                legal[i], legal[j] = legal[j], legal[i]
        self.root_count = len(legal)
        for i in range(len(legal)):
            self.root_actions[i] = legal[i]
        self._arrange_root()
        self.best_line[0], self.best_length, self.best_score = self.root_actions[0], 1, 0
        return deepest

    def _arrange_root(self) -> None:
        """Put the actions of the root in the order of what the game foresees of them, if it does and that is asked for."""
        i: cython.int
        top: Frame = self.top
        for i in range(self.root_count):
            top.actions[i] = self.root_actions[i]
        self.foreseen = self.tree.ordering.foresee(top.state, top.actions, top.order, self.root_count)
        if self.foreseen:
            for i in range(self.root_count):
                top.bring_forward(i, self.root_count)
                self.root_actions[i] = top.actions[i]

    def _end(self) -> None:
        """Let others search, and raise what went wrong in rules in plain Python."""
        self.tree.stopped = self.busy = False
        frame: Frame = self.top
        while frame is not None:
            frame.state.check()
            frame = frame.below

    def _is_settled(self, depth: int, found: list[tuple[int, list[int]]]) -> bool:
        """Whether no deeper search can change what was found: wins and losses within the depth."""
        return min([abs(score) for score, _ in found]) >= WIN - depth

    # The tree

    def _lines(self, depth: int, wanted: int, before: list[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
        """Return the best lines to a depth with their scores; as far as the search was aborted, those found before."""
        found = []
        for rank in range(wanted):
            done = self._deepen(depth, rank)
            if done or rank == 0:
                found.append((int(self.best_score), [int(self.best_line[i]) for i in range(self.best_length)]))
            if not done:
                break
        self.best_score = found[0][0]
        known = [line[0] for _, line in found]
        return (found + [one for one in before if one[1][0] not in known])[:wanted]

    def _deepen(self, depth: cython.int, first: cython.int) -> bool:
        """Search the actions of the root from one on, the best of the last time first; return whether that was completed."""
        i: cython.int
        j: cython.int
        action: cython.int
        score: cython.int
        cost: cython.int
        less: cython.int
        alpha: cython.int = -INFINITE
        tree: Descent = self.tree
        child: Frame = self.top.below
        mine: cython.int = tree.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(first, self.root_count):
                cost = self.top.play(self.root_actions[i])
                if i == first:
                    score = tree.visit(child, mine, depth - cost, 1, -INFINITE, INFINITE)
                else:
                    less = tree.reduction(depth - cost, i, 0) if self.foreseen else 0
                    score = tree.visit(child, mine, depth - cost - less, 1, alpha, alpha + 1)
                    if less and score > alpha and not self.tree.aborted:
                        score = tree.visit(child, mine, depth - cost, 1, alpha, alpha + 1)
                    if score > alpha and not self.tree.aborted:
                        score = tree.visit(child, mine, depth - cost, 1, alpha, INFINITE)
                if self.tree.aborted:
                    break
                if score > alpha:
                    alpha = score
                    self._note_best(child, self.root_actions[i], score)
                    action = self.root_actions[i]
                    for j in range(i, first, -1):
                        self.root_actions[j] = self.root_actions[j - 1]
                    self.root_actions[first] = action
        return not self.tree.aborted

    def _note_best(self, child: Frame, action: cython.int, score: cython.int) -> cython.void:
        i: cython.int
        self.best_score = score
        self.best_line[0] = action
        for i in range(child.length):
            self.best_line[i + 1] = child.line[i]
        self.best_length = child.length + 1

    def _rank(self, depth: cython.int) -> list[int]:
        """Return the exact score of every action at the root."""
        i: cython.int
        cost: cython.int
        tree: Descent = self.tree
        child: Frame = self.top.below
        mine: cython.int = tree.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(self.root_count):
                cost = self.top.play(self.root_actions[i])
                self.root_scores[i] = tree.visit(child, mine, depth - cost, 1, -INFINITE, INFINITE)
        return [self.root_scores[i] for i in range(self.root_count)]

    # After the search

    def _report(self, state: State, depth: int, found: list[tuple[int, list[int]]], progress: float = 1.0) -> SearchReport:
        nodes = self._all_nodes()
        candidates = [Candidate(line[0], nodes, chance_of(score), self._is_sure(score), tuple(line)) for score, line in found]
        return self._made(state, found[0][1], found[0][0], depth, candidates, progress)

    def _all_nodes(self) -> int:
        """The positions looked at, those of helpers included."""
        helper: AlphaBeta
        total = int(self.tree.nodes)
        for helper in self.helpers:
            total += int(helper.tree.nodes)
        return total

    def _ranked_report(self, state: State, depth: int, scores: list[int], progress: float = 1.0) -> SearchReport:
        candidates = [
            Candidate(self.root_actions[i], 0, chance_of(scores[i]), self._is_sure(scores[i]), (self.root_actions[i],))
            for i in range(self.root_count)
        ]
        best = max(scores)
        return self._made(state, [self.root_actions[scores.index(best)]], best, depth, candidates, progress)

    def _progress(self, part: float) -> float:
        """The part of the budget that is used up: of the depth or of the nodes, whichever is more."""
        return max(part, min(1.0, self.tree.nodes / self.tree.limit))

    def _made(
        self, state: State, line: list[int], score: int, depth: int, candidates: list[Candidate], progress: float
    ) -> SearchReport:
        values = self._values(state, chance_of(score))
        is_sure = self._is_sure(score)
        distance = WIN - abs(score) if is_sure else None
        return SearchReport(line[0], values, line, self._all_nodes(), depth, is_sure, distance, candidates, progress)

    def _values(self, state: State, share: float) -> list[float]:
        """Return what every seat may expect if the acting side may expect a share; several others divide the rest evenly."""
        side = [int(self.tree.side[seat]) for seat in range(state.seats)]
        mine = side[state.to_act]
        together = [side.count(0), side.count(1)]
        return [(share if one == mine else 1.0 - share) / together[one] for one in side]

    def _is_sure(self, score: int) -> bool:
        """Whether a score is a win or a loss for certain: several others need not see how they could win together."""
        return score > SURE or (score < -SURE and not self.tree.ordering.several)
