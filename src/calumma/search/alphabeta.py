# distutils: extra_compile_args = -O3
"""Alpha-beta search for open games of two sides (two seats, or two teams) without chance.

Scores are whole numbers for one side: an evaluation p becomes (2p - 1) * 10000, a win in n plies 1000000 - n. Who acts next is
asked of the position, never assumed: seats pass, and chains let one seat act several times in a row.

Positions carry their own history, so an end by repetition is seen. Such an end may depend on the way the position was reached, so
no score that a draw had a part in goes into the transposition table, except a win or loss, whose shortest way never repeats.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.errors import GameError
from calumma.core.room import room
from calumma.core.state import Rng, State
from calumma.core.words import Words
from calumma.search.clock import time_limit
from calumma.search.report import Candidate, SearchReport
from calumma.search.table import TranspositionTable

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, OVER, Shares
    from calumma.core.room import ints

say = Words(__package__)

DEEPEST = 120  # plies from the root, extensions included
SCALE = 10_000
WIN = 1_000_000
SURE = 900_000  # beyond it a score is a win or a loss
INFINITE = 2_000_000
NEVER = 1 << 60

EXACT = 1
LOWER = 2
UPPER = 3

FROM_TABLE = 1 << 30
NOISY = 1 << 28
KILLER = 1 << 27
HISTORY_LIMIT = 1 << 26


class Frame:
    """One ply of the line being searched: its position, its actions, the best line from here."""

    def __init__(self, state: State, below: Any) -> None:
        self.state = state
        self.below = below
        self.killer_1 = self.killer_2 = -1
        self.length = 0
        self.is_tainted = False
        if not cython.compiled:
            self.actions, self.order, self.line = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0] * 128


class AlphaBeta:
    """A search that may be used for many positions of one game."""

    def __init__(self, game: Any, megabytes: float = 16.0, quiescence: int = 8, reductions: bool = False) -> None:
        if game.info.has_chance or game.info.has_secrets or len(game.teams) != 2:
            raise GameError(say("alpha-beta-cannot-play", game=game))
        self.table = TranspositionTable(megabytes)
        self.num_actions = game.info.num_actions
        self.kept: list[Any] = []
        self.history = ints(room("i", 2 * int(self.num_actions), self.kept))
        self.quiescence, self.reduces = quiescence, reductions
        self.limit = NEVER
        self.stopped = self.aborted = False
        self.nodes = self.root_count = self.best_length = self.best_score = 0
        if not cython.compiled:
            self.side, self.best_line = [0] * MOST_SEATS, [0] * 128
            self.root_actions, self.root_scores = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        for side, team in enumerate(game.teams):
            for seat in team:
                self.side[seat] = side
        self.top = Frame(game.new(), None)
        for _ in range(DEEPEST):
            self.top = Frame(game.new(), self.top)

    @property
    def memory(self) -> int:
        """Bytes that the transposition table takes."""
        return self.table.memory

    def stop(self) -> None:
        """Make a running search end at once with what it has; callable from another thread."""
        self.stopped = True

    def search(
        self,
        state: State,
        depth: int = 64,
        nodes: int | None = None,
        seconds: float | None = None,
        rng: Rng | None = None,
    ) -> SearchReport:
        """Search ever deeper until depth, nodes or seconds are used up or the result is certain.

        Equally good actions are told apart by chance if `rng` is given, else the one with the smallest number is taken.
        """
        self._begin(state, nodes, rng)
        reached = 0
        with time_limit(seconds, self.stop):
            for limit in range(1, min(depth, DEEPEST - 8) + 1):
                if not self._deepen(limit):
                    break
                reached = limit
                if self._is_settled(limit):
                    break
        self.stopped = False
        return self._report(state, reached)

    def rank(self, state: State, depth: int, nodes: int | None = None, seconds: float | None = None) -> SearchReport:
        """Search ever deeper like `search`, but give every action at the root its exact value: slower, and knows all of them."""
        self._begin(state, nodes, None)
        reached = 0
        scores = [0] * self.root_count
        with time_limit(seconds, self.stop):
            for limit in range(1, depth + 1):
                found = self._rank(limit)
                if self.aborted and reached:
                    break
                scores, reached = found, limit
        self.stopped = False
        for i in range(self.root_count):
            self.root_scores[i] = scores[i]
        return self._ranked_report(state, reached)

    def _begin(self, state: State, nodes: int | None, rng: Rng | None) -> None:
        if state.to_act < 0:
            raise ValueError("cannot search here: expected a position in which a seat acts")
        self.table.begin()
        i: cython.int
        for i in range(2 * self.num_actions):
            self.history[i] = 0
        frame: Frame = self.top
        while frame.below is not None:
            frame.killer_1 = frame.killer_2 = -1
            frame = frame.below
        self.top.state.c_copy_from(state)
        self.nodes = 0
        self.limit = NEVER if nodes is None else max(1, nodes)
        self.stopped = self.aborted = False
        legal = state.legal()
        if rng is not None:
            for i in range(len(legal) - 1, 0, -1):
                j = rng.below(i + 1)
                legal[i], legal[j] = legal[j], legal[i]
        self.root_count = len(legal)
        for i in range(len(legal)):
            self.root_actions[i] = legal[i]
        self.best_line[0], self.best_length, self.best_score = legal[0], 1, 0

    def _is_settled(self, depth: int) -> bool:
        """Whether no deeper search can change the result: a win or loss within the depth, or a single action known to be it."""
        return WIN - abs(self.best_score) <= depth

    # The tree

    def _deepen(self, depth: cython.int) -> bool:
        """Search the root to a depth, best action of the last time first; return whether it was completed."""
        i: cython.int
        j: cython.int
        action: cython.int
        score: cython.int
        alpha: cython.int = -INFINITE
        child: Frame = self.top.below
        mine: cython.int = self.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(self.root_count):
                child.state.c_copy_from(self.top.state)
                child.state.c_apply(self.root_actions[i])
                if i == 0:
                    score = self._visit(child, mine, depth - 1, 1, -INFINITE, INFINITE)
                else:
                    score = self._visit(child, mine, depth - 1, 1, alpha, alpha + 1)
                    if score > alpha and not self.aborted:
                        score = self._visit(child, mine, depth - 1, 1, alpha, INFINITE)
                if self.aborted:
                    break
                if score > alpha:
                    alpha = score
                    self._note_best(child, self.root_actions[i], score)
                    action = self.root_actions[i]
                    for j in range(i, 0, -1):
                        self.root_actions[j] = self.root_actions[j - 1]
                    self.root_actions[0] = action
        return not self.aborted

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
        child: Frame = self.top.below
        mine: cython.int = self.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(self.root_count):
                child.state.c_copy_from(self.top.state)
                child.state.c_apply(self.root_actions[i])
                self.root_scores[i] = self._visit(child, mine, depth - 1, 1, -INFINITE, INFINITE)
        return [self.root_scores[i] for i in range(self.root_count)]

    def _visit(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score of a frame's position for a side, whoever acts there."""
        seat: cython.int = frame.state.c_to_act()
        self.nodes += 1
        frame.length = 0
        frame.is_tainted = False
        if self.stopped or self.nodes > self.limit:
            self.aborted = True
            return 0
        if seat == OVER:
            return self._final(frame, side, ply)
        if self.side[seat] == side:
            return self._enter(frame, side, depth, ply, alpha, beta)
        return -self._enter(frame, 1 - side, depth, ply, -beta, -alpha)

    def _enter(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score for the side that acts: by a search, or beyond the depth (0, -1, -2 ..) by what settles there."""
        if depth <= 0 or ply >= DEEPEST - 1:
            return self._settle(frame, side, depth, ply, alpha, beta)
        return self._search(frame, side, depth, ply, alpha, beta)

    def _final(self, frame: Frame, side: cython.int, ply: cython.int) -> cython.int:
        share: cython.double = self._share(frame.state, side, True)
        if share > 0.999:
            return WIN - ply
        if share < 0.001:
            return ply - WIN
        frame.is_tainted = True
        return cython.cast(cython.int, (2.0 * share - 1.0) * SCALE)

    def _share(self, state: State, side: cython.int, is_over: cython.bint) -> cython.double:
        """The payoff, or the guess at it, of all seats of a side together."""
        seat: cython.int
        total: cython.double = 0.0
        shares: Shares
        if not cython.compiled:
            shares = [0.0] * MOST_SEATS
        if is_over:
            state.c_payoffs(shares)
        else:
            state.c_evaluate(shares)
        for seat in range(state.seats):
            if self.side[seat] == side:
                total += shares[seat]
        return total

    def _search(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score for the side that acts: exact within the window, else a bound of it."""
        key: cython.ulonglong
        found: cython.int
        score: cython.int
        n: cython.int
        i: cython.int
        move: cython.int = -1
        best: cython.int = -INFINITE
        best_move: cython.int = -1
        floor: cython.int = alpha
        bound: cython.int
        key = frame.state.c_hash()
        found = self.table.c_find(key)
        if found >= 0:
            move = self.table.moves[found]
            if beta - alpha == 1 and ((self.table.notes[found] >> 2) & 1023) >= depth:
                score = self._from_table(self.table.scores[found], ply)
                if self._is_cut(self.table.notes[found] & 3, score, alpha, beta):
                    return score
        n = frame.state.c_legal(frame.actions)
        self._rate(frame, side, n, move)
        for i in range(n):
            self._bring_forward(frame, i, n)
            score = self._try(frame, side, i, depth + (n == 1), ply, alpha, beta)  # a forced reply costs no depth
            if self.aborted:
                return 0
            if score > best:
                best = score
                best_move = frame.actions[i]
                if score > alpha:
                    alpha = score
                    self._extend_line(frame, best_move)
                    if alpha >= beta:
                        self._reward(frame, side, best_move, depth)
                        break
        if not frame.is_tainted or best > SURE or best < -SURE:
            bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
            self.table.c_store(key, best_move, self._to_table(best, ply), depth, bound)
        return best

    def _try(
        self,
        frame: Frame,
        side: cython.int,
        i: cython.int,
        depth: cython.int,
        ply: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The score of the i-th action: a narrow window first, unless it is the first; late quiet ones less deeply first."""
        score: cython.int
        less: cython.int = 0
        frame.below.state.c_copy_from(frame.state)
        frame.below.state.c_apply(frame.actions[i])
        if i == 0:
            score = self._visit(frame.below, side, depth - 1, ply + 1, alpha, beta)
        else:
            if self.reduces and depth >= 3 and i >= 3 and frame.order[i] < KILLER:
                less = 1 + (depth >= 5 and i >= 10)
            score = self._visit(frame.below, side, depth - 1 - less, ply + 1, alpha, alpha + 1)
            frame.is_tainted |= frame.below.is_tainted
            if less and score > alpha and not self.aborted:
                score = self._visit(frame.below, side, depth - 1, ply + 1, alpha, alpha + 1)
                frame.is_tainted |= frame.below.is_tainted
            if score > alpha and score < beta and not self.aborted:
                score = self._visit(frame.below, side, depth - 1, ply + 1, alpha, beta)
        frame.is_tainted |= frame.below.is_tainted
        return score

    def _settle(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score of a leaf: its evaluation, or better if noisy actions lead to a better one; a forced reply is followed."""
        n: cython.int = 0
        i: cython.int
        score: cython.int
        best: cython.int = cython.cast(cython.int, (2.0 * self._share(frame.state, side, False) - 1.0) * SCALE)
        if self.quiescence + depth <= 0 or ply >= DEEPEST - 1:
            return best
        if best >= beta:
            return best
        n = frame.state.c_legal(frame.actions)
        if n == 1:
            best = -INFINITE
        for i in range(n):
            if n > 1 and not frame.state.c_noisy(frame.actions[i]):
                continue
            frame.below.state.c_copy_from(frame.state)
            frame.below.state.c_apply(frame.actions[i])
            score = self._visit(frame.below, side, depth - 1, ply + 1, max(alpha, best), beta)
            frame.is_tainted |= frame.below.is_tainted
            if self.aborted:
                return 0
            if score > best:
                best = score
                if best >= beta:
                    break
        return best

    # Order of actions

    def _rate(self, frame: Frame, side: cython.int, n: cython.int, move: cython.int) -> cython.void:
        """Rate the actions of a frame by how likely they are to be best."""
        i: cython.int
        action: cython.int
        rating: cython.int
        for i in range(n):
            action = frame.actions[i]
            rating = self.history[side * self.num_actions + action]
            if action == move:
                rating += FROM_TABLE
            elif frame.state.c_noisy(action):
                rating += NOISY
            elif action in (frame.killer_1, frame.killer_2):
                rating += KILLER
            frame.order[i] = rating

    def _bring_forward(self, frame: Frame, i: cython.int, n: cython.int) -> cython.void:
        """Put the best rated of the actions from i on to place i; of equals, the earliest."""
        j: cython.int
        best: cython.int = i
        action: cython.int
        rating: cython.int
        for j in range(i + 1, n):
            if frame.order[j] > frame.order[best]:
                best = j
        if best == i:
            return
        action, rating = frame.actions[best], frame.order[best]
        frame.actions[best], frame.order[best] = frame.actions[i], frame.order[i]
        frame.actions[i], frame.order[i] = action, rating

    def _reward(self, frame: Frame, side: cython.int, action: cython.int, depth: cython.int) -> cython.void:
        """Remember an action that refuted the one before it."""
        i: cython.int
        place: cython.int = side * self.num_actions + action
        if frame.state.c_noisy(action):
            return
        if frame.killer_1 != action:
            frame.killer_2 = frame.killer_1
            frame.killer_1 = action
        self.history[place] += depth * depth
        if self.history[place] > HISTORY_LIMIT:
            for i in range(2 * self.num_actions):
                self.history[i] //= 2

    def _extend_line(self, frame: Frame, action: cython.int) -> cython.void:
        i: cython.int
        frame.line[0] = action
        for i in range(frame.below.length):
            frame.line[i + 1] = frame.below.line[i]
        frame.length = frame.below.length + 1

    # Scores in the table count plies from the position, not from the root

    def _to_table(self, score: cython.int, ply: cython.int) -> cython.int:
        return score + ply if score > SURE else score - ply if score < -SURE else score

    def _from_table(self, score: cython.int, ply: cython.int) -> cython.int:
        return score - ply if score > SURE else score + ply if score < -SURE else score

    def _is_cut(self, bound: cython.int, score: cython.int, alpha: cython.int, beta: cython.int) -> cython.bint:
        """Whether what the table knows decides the window."""
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    # After the search

    def _report(self, state: State, depth: int) -> SearchReport:
        line = [self.best_line[i] for i in range(self.best_length)]
        return self._made(
            state, line, self.best_score, depth, [Candidate(line[0], int(self.nodes), self._chance_of(self.best_score))]
        )

    def _ranked_report(self, state: State, depth: int) -> SearchReport:
        candidates = [
            Candidate(self.root_actions[i], 0, self._chance_of(self.root_scores[i]), abs(self.root_scores[i]) > SURE)
            for i in range(self.root_count)
        ]
        scores = [self.root_scores[i] for i in range(self.root_count)]
        best = max(scores)
        return self._made(state, [self.root_actions[scores.index(best)]], best, depth, candidates)

    def _made(self, state: State, line: list[int], score: int, depth: int, candidates: list[Candidate]) -> SearchReport:
        mine = self.side[state.to_act]
        share = self._chance_of(score)
        sides = [share, 1.0 - share] if mine == 0 else [1.0 - share, share]
        values = [sides[self.side[seat]] / len(state.game.teams[self.side[seat]]) for seat in range(state.seats)]
        is_sure = abs(score) > SURE
        distance = WIN - abs(score) if is_sure else None
        return SearchReport(line[0], values, line, int(self.nodes), depth, is_sure, distance, candidates)

    def _chance_of(self, score: int) -> float:
        if abs(score) > SURE:
            return 1.0 if score > 0 else 0.0
        return 0.5 + score / (2.0 * SCALE)
