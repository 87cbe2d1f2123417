# distutils: extra_compile_args = -O3
"""The tree of alpha-beta: what a position is worth to a depth, within a window.

Who acts next is asked of the position, never assumed: seats pass, and chains let one seat act several times in a row.

Positions carry their own history, so an end by repetition is seen. Such an end may depend on the way the position was reached, so
no score that a draw had a part in goes into the transposition table, except a win or loss, whose shortest way never repeats.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.state import State
from calumma.search.ordering import Ordering
from calumma.search.scale import DEEPEST, INFINITE, KILLER, NOISY, SCALE, SURE, WIN
from calumma.search.table import TranspositionTable

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, OVER, Shares

LONGEST_TURN = 4  # actions of one seat in a row that cost the depth of one; further ones cost as much as a turn
SHALLOW = 2  # turns before the leaves within which the evaluation may decide
FORESEEN = 16  # actions whose worth is foreseen in the time that one takes to be played and judged

EXACT = 1
LOWER = 2
UPPER = 3


class Frame:
    """One ply of the line being searched: its position, its actions, the best line from here."""

    def __init__(self, state: State, below: Any) -> None:
        self.state = state
        self.below = below
        self.length = self.seat = self.steps = 0
        self.is_tainted = False
        if not cython.compiled:
            self.actions, self.order, self.line = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0] * 128

    def play(self, action: cython.int) -> cython.int:
        """Play an action into the frame below; return the depth it costs: nothing, if the same seat goes on with its turn."""
        self.below.state.c_copy_from(self.state)
        self.below.state.c_apply(action)
        self.below.steps = self.steps + 1 if self.below.state.c_to_act() == self.seat else 0
        return 0 if 0 < self.below.steps < LONGEST_TURN else 1

    def bring_forward(self, i: cython.int, n: cython.int) -> cython.void:
        """Put the best rated of the actions from i on to place i; of equals, the earliest."""
        j: cython.int
        best: cython.int = i
        action: cython.int
        rating: cython.int
        for j in range(i + 1, n):
            if self.order[j] > self.order[best]:
                best = j
        if best == i:
            return
        action, rating = self.actions[best], self.order[best]
        self.actions[best], self.order[best] = self.actions[i], self.order[i]
        self.actions[i], self.order[i] = action, rating

    def extend_line(self, action: cython.int) -> cython.void:
        """Take an action, and what was best after it, as the best line from here."""
        i: cython.int
        self.line[0] = action
        for i in range(self.below.length):
            self.line[i + 1] = self.below.line[i]
        self.length = self.below.length + 1


def frames(game: Any) -> Frame:
    """Return the first of as many frames as a line has at most."""
    top = Frame(game.new(), None)
    for _ in range(DEEPEST):
        top = Frame(game.new(), top)
    return top


class Descent:
    """Searches below a position, with what it remembers of others; `descent.pxd` says what the fields are."""

    def __init__(
        self, game: Any, table: TranspositionTable, ordering: Ordering, quiescence: int, reductions: bool, margin: float
    ) -> None:
        self.table, self.ordering = table, ordering
        self.lowest, self.unit = game.payoffs.lowest, game.payoffs.unit(game.seats)
        self.quiescence, self.reduces = quiescence, reductions
        self.margin = int(2 * SCALE * margin)
        self.nodes = self.limit = 0
        self.stopped = self.aborted = False
        if not cython.compiled:
            self.side = [0] * MOST_SEATS
        self.seats, self.hero = game.seats, -1
        for side, team in enumerate(game.teams):
            for seat in team:
                self.side[seat] = min(side, 1)

    def takes_side_of(self, seat: int) -> bool:
        """Take the side of a seat; return whether what was found before holds for it: with two sides it always does."""
        if not self.ordering.several:
            return True
        known, self.hero = self.hero == seat, seat
        for other in range(self.seats):
            self.side[other] = int(other != seat)
        return bool(known)

    def visit(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score of a frame's position for a side, whoever acts there."""
        seat: cython.int = frame.state.c_to_act()
        self.nodes += 1
        frame.seat = seat
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

    def _search(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score for the side that acts: exact within the window, else a bound of it."""
        key: cython.ulonglong
        score: cython.int
        n: cython.int
        i: cython.int
        move: cython.int = -1
        best: cython.int = -INFINITE
        best_move: cython.int = -1
        guess: cython.int
        most: cython.int
        least: cython.int = -INFINITE  # rating of actions that are tried at all
        last: cython.bint  # the actions lead to leaves
        floor: cython.int = alpha
        bound: cython.int
        key = frame.state.c_hash()
        if self.table.c_find(key):
            move = self.table.move
            if beta - alpha == 1 and ((self.table.note >> 2) & 1023) >= depth:
                score = self._from_table(self.table.score, ply)
                if self._is_known(score) and self._is_cut(self.table.note & 3, score, alpha, beta):
                    return score
        if self.margin and depth <= SHALLOW and frame.steps == 0 and beta - alpha == 1 and -SURE < alpha < SURE:
            guess = self._guess(frame, side)
            if guess - self.margin * depth >= beta:
                return guess
            if guess + self.margin * depth <= alpha:
                least = NOISY
                best = guess + self.margin * depth
        n = frame.state.c_legal(frame.actions)
        frame.state.c_prepare()
        most = self.ordering.rate(frame.state, frame.actions, frame.order, n, side, ply, move, 0 if least == NOISY else depth)
        self.nodes += n // FORESEEN if self.ordering.foreseen else 0
        last = most < n and depth == 1 and not self.ordering.is_other(side)
        for i in range(n):
            frame.bring_forward(i, n)
            if frame.order[i] < least and n > 1:
                break  # so far behind that no quiet action can catch up
            if i and self._is_hopeless(frame.order[i], i >= most, last, alpha):
                break
            score = self._try(frame, side, i, depth + (n == 1), ply, alpha, beta)  # a forced reply costs no depth
            if self.aborted:
                return 0
            if score > best:
                best = score
                best_move = frame.actions[i]
                if score > alpha:
                    alpha = score
                    frame.extend_line(best_move)
                    if alpha >= beta:
                        self.ordering.reward(frame.state, best_move, side, ply, depth)
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
        depth -= frame.play(frame.actions[i])
        if i == 0:
            score = self.visit(frame.below, side, depth, ply + 1, alpha, beta)
        else:
            less = self.reduction(depth, i, frame.order[i])
            score = self.visit(frame.below, side, depth - less, ply + 1, alpha, alpha + 1)
            frame.is_tainted |= frame.below.is_tainted
            if less and score > alpha and not self.aborted:
                score = self.visit(frame.below, side, depth, ply + 1, alpha, alpha + 1)
                frame.is_tainted |= frame.below.is_tainted
            if score > alpha and score < beta and not self.aborted:
                score = self.visit(frame.below, side, depth, ply + 1, alpha, beta)
        frame.is_tainted |= frame.below.is_tainted
        return score

    def reduction(self, depth: cython.int, i: cython.int, rating: cython.int) -> cython.int:
        """How much less deeply the i-th action is searched first, which has a rating."""
        if self.reduces and depth >= 2 and i >= 3 and rating < KILLER:
            return 1 + (depth >= 4 and i >= 10)
        return 0

    def _is_hopeless(self, rating: cython.int, late: cython.bint, last: cython.bint, alpha: cython.int) -> cython.bint:
        """Whether an action need not be tried: it comes too late, or leads to a leaf that will hardly be better than foreseen."""
        if rating >= KILLER:
            return False
        if late or not last:
            return late
        return cython.cast(cython.int, SCALE * self.ordering.prospect(rating)) + self.margin <= alpha

    def _settle(
        self, frame: Frame, side: cython.int, depth: cython.int, ply: cython.int, alpha: cython.int, beta: cython.int
    ) -> cython.int:
        """The score of a leaf: its evaluation, or better if noisy actions lead to a better one.

        Where all actions are noisy nobody can leave it at that, so the evaluation does not count; a forced reply is followed.
        """
        i: cython.int
        noisy: cython.int
        score: cython.int
        best: cython.int = -INFINITE
        if frame.steps == 0 or self.quiescence + depth <= 0 or ply >= DEEPEST - 1:
            best = self._guess(frame, side)
            if best >= beta or self.quiescence + depth <= 0 or ply >= DEEPEST - 1:
                return best
        noisy = frame.state.c_urgent(frame.actions)
        if noisy < 0:
            noisy = -noisy
            best = -INFINITE
        elif frame.steps:
            best = self._guess(frame, side)
        for i in range(noisy):
            if best >= beta:
                break
            score = self.visit(frame.below, side, depth - frame.play(frame.actions[i]), ply + 1, max(alpha, best), beta)
            frame.is_tainted |= frame.below.is_tainted
            if self.aborted:
                return 0
            if score > best:
                best = score
        return best

    # What a position is worth

    def _final(self, frame: Frame, side: cython.int, ply: cython.int) -> cython.int:
        share: cython.double = self._share(frame.state, side, True)
        if share > 0.999:
            return WIN - ply
        if share < 0.001:
            return ply - WIN
        frame.is_tainted = True
        return cython.cast(cython.int, (2.0 * share - 1.0) * SCALE)

    def _guess(self, frame: Frame, side: cython.int) -> cython.int:
        """What the evaluation says of a position to a side, as a score."""
        return cython.cast(cython.int, (2.0 * self._share(frame.state, side, False) - 1.0) * SCALE)

    def _share(self, state: State, side: cython.int, is_over: cython.bint) -> cython.double:
        """What a position is worth to the seats of a side together, by payoffs or by the guess at them; both sides sum to 1."""
        seat: cython.int
        total: cython.double = 0.0
        shares: Shares
        if not cython.compiled:
            shares = [0.0] * MOST_SEATS
        if self.ordering.several and not is_over:
            total = (state.c_worth(self.hero) - self.lowest) / self.unit
            return total if side == 0 else 1.0 - total
        if is_over:
            state.c_payoffs(shares)
        else:
            state.c_evaluate(shares)
        for seat in range(state.seats):
            if self.side[seat] == side:
                total += (shares[seat] - self.lowest) / self.unit
        return total

    # Scores in the table count plies from the position, not from the root

    def _to_table(self, score: cython.int, ply: cython.int) -> cython.int:
        return score + ply if score > SURE else score - ply if score < -SURE else score

    def _from_table(self, score: cython.int, ply: cython.int) -> cython.int:
        return score - ply if score > SURE else score + ply if score < -SURE else score

    def _is_known(self, score: cython.int) -> cython.bint:
        """Whether the score that was found in the table holds: what an earlier decision proved may end in a repetition by now."""
        return self.table.note >> 12 == self.table.era or -SURE <= score <= SURE

    def _is_cut(self, bound: cython.int, score: cython.int, alpha: cython.int, beta: cython.int) -> cython.bint:
        """Whether what the table knows decides the window."""
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
