# distutils: extra_compile_args = -O3
"""Alpha-beta search for open games without chance: of two sides (two seats, or two teams), or of several seats, each for itself.

Scores are whole numbers for one side: an evaluation p becomes (2p - 1) * 10000, a win in n plies 1000000 - n. Who acts next is
asked of the position, never assumed: seats pass, and chains let one seat act several times in a row.

With several seats the one that acts at the root plays against all others together. These are not thought to act against it alone:
where the game foresees what their actions are worth to themselves, only those that look best to them are tried (`others`).

Positions carry their own history, so an end by repetition is seen. Such an end may depend on the way the position was reached, so
no score that a draw had a part in goes into the transposition table, except a win or loss, whose shortest way never repeats.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.errors import GameError
from calumma.core.given import Whole, within
from calumma.core.room import room
from calumma.core.state import Rng, State, as_rng
from calumma.core.tables import UNIT
from calumma.core.words import Words
from calumma.search.clock import time_limit
from calumma.search.helping import MOST_THREADS, helped
from calumma.search.report import Candidate, OnReport, SearchReport
from calumma.search.table import TranspositionTable

if not cython.compiled:
    from math import tanh

    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, OVER, Shares
    from calumma.core.room import ints

say = Words(__package__)

DEEPEST = 120  # plies from the root, extensions included
LONGEST_TURN = 4  # actions of one seat in a row that cost the depth of one; further ones cost as much as a turn
SCALE = 10_000
SHALLOW = 2  # turns before the leaves within which the evaluation may decide
WIN = 1_000_000
SURE = 900_000  # beyond it a score is a win or a loss
INFINITE = 2_000_000
NEVER = 1 << 60
USUAL_NODES = 1_000_000
MOST = 1 << 30
GLANCE = 20_000  # nodes that take no longer than people notice

EXACT = 1
LOWER = 2
UPPER = 3

FROM_TABLE = 1 << 30
NOISY = 1 << 28
KILLER = 1 << 27
HISTORY_LIMIT = 1 << 26
MIDDLE = 1 << 26  # the rating of what is foreseen to be worth as much as it costs
FINE = 1 << 10
FORESEEN = 16  # actions whose worth is foreseen in the time that one takes to be played and judged
WIDEST = 8  # turns before the leaves from which on the width grows no more


class Frame:
    """One ply of the line being searched: its position, its actions, the best line from here."""

    def __init__(self, state: State, below: Any) -> None:
        self.state = state
        self.below = below
        self.killer_1 = self.killer_2 = -1
        self.length = self.seat = self.steps = 0
        self.is_tainted = False
        if not cython.compiled:
            self.actions, self.order, self.line = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0] * 128


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
        self.game, self.busy = game, False
        self.several, self.hero = len(game.teams) > 2, -1
        self.table = TranspositionTable(megabytes, table)
        self.lowest, self.unit = game.payoffs.lowest, game.payoffs.unit(game.seats)
        self.num_actions = game.info.num_actions
        self.kept: list[Any] = []
        self.history = ints(room("i", 2 * int(self.num_actions), self.kept))
        self.quiescence, self.reduces = within("plies of quiescence", quiescence, 0, MOST), reductions
        self.remembers = remembers
        self.margin = int(2 * SCALE * margin)
        self.width = within("a width", width, 0, MOST_ACTIONS)
        self.others = within("a width for others", others, 0, MOST_ACTIONS)
        self.limit = NEVER
        self.stopped = self.aborted = False
        self.nodes = self.root_count = self.best_length = self.best_score = 0
        if not cython.compiled:
            self.side, self.best_line = [0] * MOST_SEATS, [0] * 128
            self.root_actions, self.root_scores = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        for side, team in enumerate(game.teams):
            for seat in team:
                self.side[seat] = min(side, 1)
        self.top = Frame(game.new(), None)
        for _ in range(DEEPEST):
            self.top = Frame(game.new(), self.top)
        options = quiescence, reductions, remembers, margin, width, others, 1, self.table
        self.helpers = [AlphaBeta(game, 0.0, *options) for _ in range(1, within("threads", threads, 1, MOST_THREADS))]

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
        wanted, most = min(within("lines", lines, 1, MOST), self.root_count), self.limit
        reached, found = 0, [(self.best_score, [self.best_line[0]])]
        try:
            with helped(self._called(state)), time_limit(seconds, self.stop) as ration:
                for limit in range(1, deepest + 1):
                    self.limit = min(most, self.nodes + ration.left(self.nodes, GLANCE))
                    found = self._lines(limit, wanted, found)
                    if self.aborted:
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
            helper.table.follow(self.table)
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
        deepest, most = self._begin(state, depth, nodes, None), self.limit
        reached = 0
        scores = [0] * self.root_count
        try:
            with time_limit(seconds, self.stop) as ration:
                for limit in range(1, deepest + 1):
                    self.limit = min(most, self.nodes + ration.left(self.nodes, GLANCE))
                    found = self._rank(limit)
                    if self.aborted and reached:
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
        self.table.begin(self._knows(state.to_act) and self.remembers)
        i: cython.int
        for i in range(2 * self.num_actions):
            self.history[i] = self.history[i] // 8 if self.remembers else 0
        frame: Frame = self.top
        while frame.below is not None:
            frame.killer_1 = frame.killer_2 = -1
            frame = frame.below
        self.top.state.c_copy_from(state)
        self.top.seat, self.top.steps = state.to_act, 0
        self.nodes = 0
        self.limit = limit
        self.stopped = self.aborted = False
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

    def _knows(self, seat: int) -> bool:
        """Take the side of a seat; return whether what was found before holds for it: with two sides it always does."""
        if not self.several:
            return True
        known, self.hero = self.hero == seat, seat
        for other in range(self.game.seats):
            self.side[other] = int(other != seat)
        return known

    def _arrange_root(self) -> None:
        """Put the actions of the root in the order of what the game foresees of them, if it does and that is asked for."""
        i: cython.int
        top: Frame = self.top
        self.foreseen = False
        if not self.width:
            return
        for i in range(self.root_count):
            top.actions[i] = self.root_actions[i]
        self.foreseen = top.state.c_foresee(top.actions, self.root_count, top.order)
        if self.foreseen:
            for i in range(self.root_count):
                self._bring_forward(top, i, self.root_count)
                self.root_actions[i] = top.actions[i]

    def _end(self) -> None:
        """Let others search, and raise what went wrong in rules in plain Python."""
        self.stopped = self.busy = False
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
        child: Frame = self.top.below
        mine: cython.int = self.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(first, self.root_count):
                cost = self._play(self.top, self.root_actions[i])
                if i == first:
                    score = self._visit(child, mine, depth - cost, 1, -INFINITE, INFINITE)
                else:
                    less = self._reduction(depth - cost, i, 0) if self.foreseen else 0
                    score = self._visit(child, mine, depth - cost - less, 1, alpha, alpha + 1)
                    if less and score > alpha and not self.aborted:
                        score = self._visit(child, mine, depth - cost, 1, alpha, alpha + 1)
                    if score > alpha and not self.aborted:
                        score = self._visit(child, mine, depth - cost, 1, alpha, INFINITE)
                if self.aborted:
                    break
                if score > alpha:
                    alpha = score
                    self._note_best(child, self.root_actions[i], score)
                    action = self.root_actions[i]
                    for j in range(i, first, -1):
                        self.root_actions[j] = self.root_actions[j - 1]
                    self.root_actions[first] = action
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
        cost: cython.int
        child: Frame = self.top.below
        mine: cython.int = self.side[self.top.state.c_to_act()]
        with cython.nogil:
            for i in range(self.root_count):
                cost = self._play(self.top, self.root_actions[i])
                self.root_scores[i] = self._visit(child, mine, depth - cost, 1, -INFINITE, INFINITE)
        return [self.root_scores[i] for i in range(self.root_count)]

    def _visit(
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
        if self.several and not is_over:
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
        most = self._rate(frame, side, n, move, 0 if least == NOISY else depth)
        for i in range(n):
            self._bring_forward(frame, i, n)
            if frame.order[i] < least and n > 1:
                break  # so far behind that no quiet action can catch up
            if i and self._is_hopeless(frame.order[i], i >= most, most < n and depth == 1 and not self._is_other(side), alpha):
                break
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
        depth -= self._play(frame, frame.actions[i])
        if i == 0:
            score = self._visit(frame.below, side, depth, ply + 1, alpha, beta)
        else:
            less = self._reduction(depth, i, frame.order[i])
            score = self._visit(frame.below, side, depth - less, ply + 1, alpha, alpha + 1)
            frame.is_tainted |= frame.below.is_tainted
            if less and score > alpha and not self.aborted:
                score = self._visit(frame.below, side, depth, ply + 1, alpha, alpha + 1)
                frame.is_tainted |= frame.below.is_tainted
            if score > alpha and score < beta and not self.aborted:
                score = self._visit(frame.below, side, depth, ply + 1, alpha, beta)
        frame.is_tainted |= frame.below.is_tainted
        return score

    def _reduction(self, depth: cython.int, i: cython.int, rating: cython.int) -> cython.int:
        """How much less deeply the i-th action is searched first, which has a rating."""
        if self.reduces and depth >= 2 and i >= 3 and rating < KILLER:
            return 1 + (depth >= 4 and i >= 10)
        return 0

    def _play(self, frame: Frame, action: cython.int) -> cython.int:
        """Play an action into the frame below; return the depth it costs: nothing, if the same seat goes on with its turn."""
        frame.below.state.c_copy_from(frame.state)
        frame.below.state.c_apply(action)
        frame.below.steps = frame.steps + 1 if frame.below.state.c_to_act() == frame.seat else 0
        return 0 if 0 < frame.below.steps < LONGEST_TURN else 1

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
            score = self._visit(frame.below, side, depth - self._play(frame, frame.actions[i]), ply + 1, max(alpha, best), beta)
            frame.is_tainted |= frame.below.is_tainted
            if self.aborted:
                return 0
            if score > best:
                best = score
        return best

    # Order of actions

    def _rate(self, frame: Frame, side: cython.int, n: cython.int, move: cython.int, depth: cython.int) -> cython.int:
        """Rate the actions of a frame by how likely they are to be best; return how many are worth a try.

        With depth 0 few will be tried, and nothing is foreseen.
        """
        i: cython.int
        action: cython.int
        rating: cython.int
        foreseen: cython.bint = depth and n > 1 and self.width and frame.state.c_foresee(frame.actions, n, frame.order)
        for i in range(n):
            action = frame.actions[i]
            rating = MIDDLE + frame.order[i] * FINE if foreseen else self.history[side * self.num_actions + action]
            if foreseen and self._is_other(side):
                pass  # that it hurts the seat at the root is no reason to act like that
            elif action == move:
                rating += FROM_TABLE
            elif frame.state.c_noisy(action):
                rating += NOISY
            elif action in (frame.killer_1, frame.killer_2):
                rating += KILLER
            frame.order[i] = rating
        if not foreseen:
            return n
        self.nodes += n // FORESEEN
        if self.others and self._is_other(side):
            return self.others
        return self.width << min(depth - 1, WIDEST)

    def _is_other(self, side: cython.int) -> cython.bint:
        """Whether a side is all others than the seat at the root, each of which has a mind of its own."""
        return self.several and side == 1

    def _is_hopeless(self, rating: cython.int, late: cython.bint, last: cython.bint, alpha: cython.int) -> cython.bint:
        """Whether an action need not be tried: it comes too late, or leads to a leaf that will hardly be better than foreseen."""
        if rating >= KILLER:
            return False
        if late or not last:
            return late
        return cython.cast(cython.int, SCALE * tanh((rating - MIDDLE) / (2.0 * UNIT * FINE))) + self.margin <= alpha

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

    def _is_known(self, score: cython.int) -> cython.bint:
        """Whether the score that was found in the table holds: what an earlier decision proved may end in a repetition by now."""
        return self.table.note >> 12 == self.table.era or -SURE <= score <= SURE

    def _is_cut(self, bound: cython.int, score: cython.int, alpha: cython.int, beta: cython.int) -> cython.bint:
        """Whether what the table knows decides the window."""
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    # After the search

    def _report(self, state: State, depth: int, found: list[tuple[int, list[int]]], progress: float = 1.0) -> SearchReport:
        nodes = self._all_nodes()
        candidates = [
            Candidate(line[0], nodes, self._chance_of(score), self._is_sure(score), tuple(line)) for score, line in found
        ]
        return self._made(state, found[0][1], found[0][0], depth, candidates, progress)

    def _all_nodes(self) -> int:
        """The positions looked at, those of helpers included."""
        helper: AlphaBeta
        total = int(self.nodes)
        for helper in self.helpers:
            total += int(helper.nodes)
        return total

    def _ranked_report(self, state: State, depth: int, scores: list[int], progress: float = 1.0) -> SearchReport:
        candidates = [
            Candidate(self.root_actions[i], 0, self._chance_of(scores[i]), self._is_sure(scores[i]), (self.root_actions[i],))
            for i in range(self.root_count)
        ]
        best = max(scores)
        return self._made(state, [self.root_actions[scores.index(best)]], best, depth, candidates, progress)

    def _progress(self, part: float) -> float:
        """The part of the budget that is used up: of the depth or of the nodes, whichever is more."""
        return max(part, min(1.0, self.nodes / self.limit))

    def _made(
        self, state: State, line: list[int], score: int, depth: int, candidates: list[Candidate], progress: float
    ) -> SearchReport:
        values = self._values(state, self._chance_of(score))
        is_sure = self._is_sure(score)
        distance = WIN - abs(score) if is_sure else None
        return SearchReport(line[0], values, line, self._all_nodes(), depth, is_sure, distance, candidates, progress)

    def _values(self, state: State, share: float) -> list[float]:
        """Return what every seat may expect if the acting side may expect a share; several others divide the rest evenly."""
        if self.several:
            return [share if seat == self.hero else (1.0 - share) / (state.seats - 1) for seat in range(state.seats)]
        mine = self.side[state.to_act]
        sides = [share, 1.0 - share] if mine == 0 else [1.0 - share, share]
        return [sides[self.side[seat]] / len(state.game.teams[self.side[seat]]) for seat in range(state.seats)]

    def _is_sure(self, score: int) -> bool:
        """Whether a score is a win or a loss for certain: several others need not see how they could win together."""
        return score > SURE or (score < -SURE and not self.several)

    def _chance_of(self, score: int) -> float:
        if abs(score) > SURE:
            return 1.0 if score > 0 else 0.0
        return 0.5 + score / (2.0 * SCALE)
