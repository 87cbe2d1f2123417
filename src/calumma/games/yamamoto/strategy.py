"""The winner's strategy in Yamamoto's Chameleon: one move for every position that the loser can bring about, breadth first.

Positions are seen by the winner, who moves up, and taken in the smaller of their two reflections; the order of positions, moves
and replies is the one that certificates have (solving/verify.py tells it).
"""

from __future__ import annotations

import mmap
from array import array
from typing import Any

import cython

if not cython.compiled:
    from calumma.core.bits import lowest, mix, popcount
    from calumma.games.yamamoto.board import DOTS, HOME
    from calumma.games.yamamoto.endings import reach, turned
    from calumma.games.yamamoto.proof import Prover
    from calumma.games.yamamoto.proof_numbers import ProofNumbers
else:  # compiled
    from cython.cimports.calumma.core.bits import lowest, mix, popcount
    from cython.cimports.calumma.games.yamamoto.board import DOTS, HOME
    from cython.cimports.calumma.games.yamamoto.endings import reach, turned
    from cython.cimports.calumma.games.yamamoto.proof import Prover
    from cython.cimports.calumma.games.yamamoto.proof_numbers import ProofNumbers

Position = tuple[int, int, int, int]
Row = tuple[int, int, int, int]
"""A position with the winner to move: the winner's boards and the loser's, as the winner sees them, the move, the plies left."""

BOARD = cython.declare(cython.ulonglong, 0x1FFFFFF)
FILE_A = cython.declare(cython.ulonglong, 0x210842108421)
FILE_B = cython.declare(cython.ulonglong, 0x421084210842)
FILE_C = cython.declare(cython.ulonglong, 0x842108421084)
FILE_D = cython.declare(cython.ulonglong, 0x1084210842108)
FILE_E = cython.declare(cython.ulonglong, 0x2108421084210)
ROOM = cython.declare(cython.int, 128)  # more than the moves of any position
LONGEST = cython.declare(cython.int, 250)
TRIED = cython.declare(cython.int, 1 << 30)
NO_DEMAND = cython.declare(cython.int, 255)
TRUSTING = cython.declare(cython.int, 7)  # from so many plies on, the remembered move is tried first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def reflection(side: cython.ulonglong) -> cython.ulonglong:
    """Both boards of a side, reflected in the middle file."""
    return ((side & FILE_A) << 4) | ((side & FILE_B) << 2) | (side & FILE_C) | ((side & FILE_D) >> 2) | ((side & FILE_E) >> 4)


@cython.final
@cython.cclass
class Strategy:
    """The positions met so far, in order, with the winner's move in those that have been examined."""

    goal = cython.declare(str)
    start = cython.declare(object)  # the position it begins with
    prover = cython.declare(Prover)  # says which moves win ..
    numbers = cython.declare(ProofNumbers)  # .. unless this does
    aim = cython.declare(cython.uint)  # the winner's goal
    loser_aim = cython.declare(cython.uint)
    winners = cython.declare(cython.ulonglong[::1])  # white | black << 25
    losers = cython.declare(cython.ulonglong[::1])
    moves = cython.declare(cython.uchar[::1])  # place among the legal moves
    labels = cython.declare(cython.uchar[::1])  # plies that the proof or the tables promise
    demands = cython.declare(cython.uchar[::1])  # fewest plies that a position before allows this one
    plies = cython.declare(cython.uchar[::1])  # plies that the strategy takes
    places = cython.declare(cython.int[::1])  # hash table of positions: place + 1
    count = cython.declare(cython.longlong, visibility="readonly")  # positions met
    done = cython.declare(cython.longlong, visibility="readonly")  # positions examined
    room = cython.declare(cython.longlong)  # positions there is room for
    roots = cython.declare(cython.longlong)  # positions met at the beginning
    is_winners_turn = cython.declare(cython.bint)
    origins = cython.declare(cython.int[::1])  # the moves of the position being examined
    targets = cython.declare(cython.int[::1])
    replies = cython.declare(cython.int[::1])  # how many answers each of them has
    again = cython.declare(cython.int[::1])  # stack of positions that must win sooner than they were examined for
    waiting = cython.declare(cython.longlong)  # how many are on it
    demand = cython.declare(cython.int)  # the plies that the replies being met are allowed
    most = cython.declare(cython.int)  # the most plies left after any of the last replies
    fault = cython.declare(cython.longlong)  # place of a position without a winning move, or -1

    def __init__(self, goal: str, prover: Prover | None = None, numbers: ProofNumbers | None = None, room: int = 1 << 25) -> None:
        self.goal = goal
        self.prover = prover
        self.numbers = numbers
        self.aim = DOTS[1] if goal == "dots" else HOME[1]
        self.loser_aim = turned(self.aim)
        self.room = room
        self.winners, self.losers = _lazy(room, "Q"), _lazy(room, "Q")
        self.moves, self.labels, self.plies = _lazy(room, "B"), _lazy(room, "B"), _lazy(room, "B")
        self.demands = _lazy(room, "B")
        self.again = _lazy(room, "i")
        self.waiting = 0
        self.demand = NO_DEMAND
        self.places = _lazy(room * 2, "i")
        self.count = self.done = 0
        self.origins = array("i", [0]) * ROOM
        self.targets = array("i", [0]) * ROOM
        self.replies = array("i", [0]) * ROOM
        self.fault = -1

    def begin(self, position: Position, is_winners_turn: bool) -> None:
        """Start from a position, each side as it sees the board itself, the side to move first."""
        white, black, other_white, other_black = position
        self.start = position
        self.is_winners_turn = is_winners_turn
        if is_winners_turn:
            self.c_meet(white, black, turned(other_white), turned(other_black))
        else:
            self.c_replies(other_white, other_black, turned(white), turned(black), (other_white | other_black) & self.aim, True)
        self.roots = self.count

    def advance(self, positions: int) -> bool:
        """Examine some more positions; return whether there are any left."""
        end: cython.longlong = min(self.done + positions, 1 << 60)
        with cython.nogil:
            while self.fault < 0 and (self.waiting or (self.done < end and self.done < self.count)):
                if self.waiting:
                    self.waiting -= 1
                    self.c_examine(self.again[self.waiting])
                else:
                    self.done += 1
                    self.c_examine(self.done - 1)
        if self.fault >= 0:
            raise ValueError(
                f"there is no winning move in position {self.fault} ({self.text(self.fault)}): expected a proven win"
            )
        if self.count + ROOM * 1000 >= self.room:
            raise MemoryError(f"the strategy has more than {self.count} positions: expected room for them")
        return self.done < self.count

    def text(self, place: int) -> str:
        """Return a position in the notation of the game, the winner as Orange."""
        boards = [self.winners[place] & BOARD, self.winners[place] >> 25, self.losers[place] & BOARD, self.losers[place] >> 25]
        cells = ["".join("WBwb"[i] for i in range(4) if boards[i] >> square & 1) or "1" for square in range(25)]
        return "/".join("".join(cells[rank * 5 : rank * 5 + 5]) for rank in (4, 3, 2, 1, 0)) + " o"

    def finish(self) -> int:
        """Once all positions are examined, compute the plies that the strategy takes from each; return those from the start."""
        label: cython.int
        place: cython.longlong
        for label in sorted({self.c_label(place) for place in range(self.count)}):
            with cython.nogil:
                for place in range(self.count):
                    if self.c_label(place) == label:
                        self.plies[place] = self.c_play(place) + 2
        return max(self.plies[place] for place in range(self.roots)) + (0 if self.is_winners_turn else 1)

    def body(self) -> tuple[bytes, bytes]:
        """Return the moves and the plies left, position by position."""
        return bytes(self.moves[: self.count]), bytes(self.plies[: self.count])

    def compacted(self) -> Strategy:
        """Return the same strategy in breadth-first order, without positions that changed moves have made unreachable."""
        other: Strategy = Strategy(self.goal, self.prover, self.numbers, self.room)
        place: cython.longlong
        other.begin(self.start, self.is_winners_turn)
        while other.done < other.count:
            place = self.c_find(other.winners[other.done], other.losers[other.done])
            other.moves[other.done] = self.moves[place]
            other.labels[other.done] = self.labels[place]
            other.c_play(other.done)
            other.done += 1
        return other

    def replay(self, moves: bytes, plies: bytes, most: cython.longlong) -> None:
        """Take so many more moves of a certificate instead of examining positions; its check is another program's work."""
        end: cython.longlong = min(len(moves), self.done + most)
        ready_moves: cython.const[cython.uchar][::1] = moves  # type: ignore[valid-type]
        ready_plies: cython.const[cython.uchar][::1] = plies  # type: ignore[valid-type]
        with cython.nogil:
            while self.done < self.count and self.done < end:
                self.moves[self.done] = ready_moves[self.done]
                self.plies[self.done] = ready_plies[self.done]
                self.c_play(self.done)
                self.done += 1

    def undecided(
        self, prover: Prover, plies: cython.int, budget: cython.longlong, first: cython.longlong, last: cython.longlong
    ) -> list[Row]:
        """Return those of some positions of a finished strategy that take more plies, or of which a short search finds no win.

        Wins in three plies are found by any search, for its budget only counts positions further from the end.
        """
        found: list[Row] = []
        place: cython.longlong = first
        end: cython.longlong = min(last, self.count)
        while place < end:
            with cython.nogil:
                while place < end and not self.c_is_undecided(prover, plies, budget, place):
                    place += 1
            if place < end:
                found.append(self._row(place))
                place += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_is_undecided(self, prover: Prover, plies: cython.int, budget: cython.longlong, place: cython.longlong) -> cython.bint:
        """Whether the strategy takes more plies from a position, or a short search does not find the win."""
        if self.plies[place] <= 3:
            return False
        if self.plies[place] > plies:
            return True
        return not prover.c_soonest_win(
            cython.cast(cython.uint, self.winners[place] & BOARD),
            cython.cast(cython.uint, self.winners[place] >> 25),
            turned(cython.cast(cython.uint, self.losers[place] & BOARD)),
            turned(cython.cast(cython.uint, self.losers[place] >> 25)),
            plies,
            budget,
        )

    def _row(self, place: int) -> Row:
        self.c_list_at(place)
        move = self.moves[place]
        return self.winners[place], self.losers[place], self.origins[move] * 25 + self.targets[move], self.plies[place]

    def find(self, position: Position) -> tuple[int, int] | None:
        """Return the winner's move in a position with the winner to move, and the plies left; None if it was not met."""
        white, black, other_white, other_black = position
        winner: cython.ulonglong = white | black << 25
        loser: cython.ulonglong = turned(other_white) | (cython.cast(cython.ulonglong, turned(other_black)) << 25)
        place: cython.longlong = self.c_find(winner, loser)
        is_reflected = place < 0
        if is_reflected:
            place = self.c_find(reflection(winner), reflection(loser))
        if place < 0:
            return None
        self.c_list_at(place)
        squares = [self.origins[self.moves[place]], self.targets[self.moves[place]]]
        if is_reflected:
            squares = [square + 4 - 2 * (square % 5) for square in squares]
        return squares[0] * 25 + squares[1], self.plies[place]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_find(self, winner: cython.ulonglong, loser: cython.ulonglong) -> cython.longlong:
        """The place of a position in the form that was met, or -1."""
        slot: cython.longlong = self.c_slot(winner, loser)
        return self.places[slot] - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_slot(self, winner: cython.ulonglong, loser: cython.ulonglong) -> cython.longlong:
        """Where a position is in the hash table, or belongs."""
        slots: cython.ulonglong = self.room * 2
        slot: cython.longlong = cython.cast(cython.longlong, mix(mix(0, winner), loser) % slots)
        place: cython.longlong
        while self.places[slot]:
            place = self.places[slot] - 1
            if self.winners[place] == winner and self.losers[place] == loser:
                return slot
            slot += 1
            if slot == self.room * 2:
                slot = 0
        return slot

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_list_at(self, place: cython.longlong) -> cython.int:
        """List the winner's moves in a position that was met."""
        return self.c_list(
            cython.cast(cython.uint, self.winners[place] & BOARD),
            cython.cast(cython.uint, self.winners[place] >> 25),
            cython.cast(cython.uint, self.losers[place] & BOARD),
            cython.cast(cython.uint, self.losers[place] >> 25),
            False,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_label(self, place: cython.longlong) -> cython.int:
        """What falls along every line: first the plies of the proof, then those of the tables."""
        is_proven: cython.bint = popcount(self.winners[place]) + popcount(self.losers[place]) > self.prover.pieces
        return self.labels[place] + (LONGEST if is_proven else 0)

    # Positions

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_meet(
        self, white: cython.uint, black: cython.uint, loser_white: cython.uint, loser_black: cython.uint
    ) -> cython.longlong:
        """Note a position with the winner to move, if it is new, and return its place."""
        winner: cython.ulonglong = white | (cython.cast(cython.ulonglong, black) << 25)
        loser: cython.ulonglong = loser_white | (cython.cast(cython.ulonglong, loser_black) << 25)
        mirrored_winner: cython.ulonglong = reflection(winner)
        mirrored_loser: cython.ulonglong = reflection(loser)
        slot: cython.longlong
        if mirrored_loser < loser or (mirrored_loser == loser and mirrored_winner < winner):
            winner = mirrored_winner
            loser = mirrored_loser
        slot = self.c_slot(winner, loser)
        if self.places[slot]:
            return self.places[slot] - 1
        self.winners[self.count] = winner
        self.losers[self.count] = loser
        self.demands[self.count] = NO_DEMAND
        self.count += 1
        self.places[slot] = cython.cast(cython.int, self.count)
        return self.count - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_examine(self, place: cython.longlong) -> cython.void:
        """Choose the winner's move in a position and meet all positions that the loser's replies lead to."""
        white: cython.uint = cython.cast(cython.uint, self.winners[place] & BOARD)
        black: cython.uint = cython.cast(cython.uint, self.winners[place] >> 25)
        loser_white: cython.uint = cython.cast(cython.uint, self.losers[place] & BOARD)
        loser_black: cython.uint = cython.cast(cython.uint, self.losers[place] >> 25)
        label: cython.int = self.c_distance(white, black, turned(loser_white), turned(loser_black), self.demands[place])
        move: cython.int = -1
        if label <= LONGEST:
            move = self.c_choose(white, black, loser_white, loser_black, label)
        if move < 0:
            self.fault = place
            return
        self.labels[place] = label
        self.moves[place] = move
        # In the tables distances fall by themselves; before them, a reply must be won two plies sooner.
        self.demand = label - 2 if self.c_label(place) > LONGEST else NO_DEMAND
        self.c_play(place)
        self.demand = NO_DEMAND

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_distance(
        self,
        white: cython.uint,
        black: cython.uint,
        other_white: cython.uint,
        other_black: cython.uint,
        demand: cython.int,
    ) -> cython.int:
        """The plies within which the side to move is known to win, as many as allowed or fewer."""
        plies: cython.int = 1
        if popcount(white | black) + popcount(other_white | other_black) <= self.prover.pieces:
            plies = self.prover.endings.c_value(white, black, other_white, other_black)
            return plies if plies & 1 else LONGEST + 1
        if self.numbers is not None:
            return self.c_proven(white, black, other_white, other_black)
        plies = self.prover.c_won_bound(white, black, other_white, other_black)
        if plies <= demand and plies <= LONGEST:
            return plies
        plies = 1
        while plies < LONGEST and not self.prover.c_won(white, black, other_white, other_black, plies, 0):
            plies += 2
        return plies

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_proven(self, white: cython.uint, black: cython.uint, other_white: cython.uint, other_black: cython.uint) -> cython.int:
        """The plies of the proof by numbers; what has been forgotten is proven again."""
        plies: cython.int = self.numbers.c_label(white, black, other_white, other_black, True)
        if plies > LONGEST:
            self.numbers.c_prove(white, black, other_white, other_black, True)
            plies = self.numbers.c_label(white, black, other_white, other_black, True)
        return plies

    # Moves

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_choose(
        self,
        white: cython.uint,
        black: cython.uint,
        loser_white: cython.uint,
        loser_black: cython.uint,
        label: cython.int,
    ) -> cython.int:
        """The place of a move that wins within `label` plies; -1 if there is none.

        It is the one with the fewest replies, or, in a proof by numbers, the one that wins soonest.
        """
        count: cython.int = self.c_list(white, black, loser_white, loser_black, True)
        best: cython.int
        i: cython.int
        _: cython.int
        if label >= TRUSTING and self.numbers is None:
            best = self.prover.c_best(white, black, turned(loser_white), turned(loser_black))
            for i in range(count):
                if self.origins[i] * 25 + self.targets[i] == best:
                    self.replies[i] = -1
        if self.numbers is not None and popcount(white | black) + popcount(loser_white | loser_black) > self.prover.pieces:
            for i in range(count):
                if self.replies[i]:
                    self.replies[i] += ROOM * self.c_left(
                        white, black, loser_white, loser_black, self.origins[i], self.targets[i]
                    )
        for _ in range(count):
            best = 0
            for i in range(1, count):
                if self.replies[i] < self.replies[best]:
                    best = i
            if self.c_is_winning(white, black, loser_white, loser_black, self.origins[best], self.targets[best], label):
                return best
            self.replies[best] = TRIED
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_left(
        self,
        white: cython.uint,
        black: cython.uint,
        loser_white: cython.uint,
        loser_black: cython.uint,
        origin: cython.int,
        target: cython.int,
    ) -> cython.int:
        """The plies that the proof by numbers promises after a move; many, if it promises nothing."""
        start: cython.uint = cython.cast(cython.uint, 1) << origin
        end: cython.uint = cython.cast(cython.uint, 1) << target
        if white & start:
            white ^= start | end
        else:
            black ^= start | end
        return self.numbers.c_label(turned(loser_white & ~end), turned(loser_black & ~end), white, black, False)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_list(
        self,
        white: cython.uint,
        black: cython.uint,
        loser_white: cython.uint,
        loser_black: cython.uint,
        counts: cython.bint,
    ) -> cython.int:
        """List the winner's moves in the order of squares, if asked to with the number of replies to each."""
        own: cython.uint = white | black
        enemies: cython.uint = loser_white | loser_black
        entered: cython.uint = enemies & self.loser_aim
        pieces: cython.uint = own
        targets: cython.uint
        origin: cython.int
        target: cython.int
        start: cython.uint
        end: cython.uint
        n: cython.int = 0
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            start = cython.cast(cython.uint, 1) << origin
            targets = reach(origin, (black >> origin) & 1, own | enemies) & (entered if entered else ~own)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                end = cython.cast(cython.uint, 1) << target
                self.origins[n] = origin
                self.targets[n] = target
                if not counts:
                    self.replies[n] = 0
                elif white & start:
                    self.replies[n] = self.c_replies(
                        white ^ (start | end), black, loser_white & ~end, loser_black & ~end, end & self.aim, False
                    )
                else:
                    self.replies[n] = self.c_replies(
                        white, black ^ (start | end), loser_white & ~end, loser_black & ~end, end & self.aim, False
                    )
                n += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_is_winning(
        self,
        white: cython.uint,
        black: cython.uint,
        loser_white: cython.uint,
        loser_black: cython.uint,
        origin: cython.int,
        target: cython.int,
        label: cython.int,
    ) -> cython.bint:
        """Whether the winner wins within `label` plies by a move."""
        start: cython.uint = cython.cast(cython.uint, 1) << origin
        end: cython.uint = cython.cast(cython.uint, 1) << target
        was_in_tables: cython.bint = popcount(white | black) + popcount(loser_white | loser_black) <= self.prover.pieces
        value: cython.int
        if white & start:
            white ^= start | end
        else:
            black ^= start | end
        loser_white &= ~end
        loser_black &= ~end
        if self.c_replies(white, black, loser_white, loser_black, end & self.aim, False) == 0:
            return True
        if was_in_tables:
            value = self.prover.endings.c_value(turned(loser_white), turned(loser_black), white, black)
            return value & 1 == 0 and value < label
        if self.numbers is not None:
            return self.numbers.c_label(turned(loser_white), turned(loser_black), white, black, False) < label
        return self.prover.c_lost(turned(loser_white), turned(loser_black), white, black, label - 1, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_play(self, place: cython.longlong) -> cython.int:
        """Play the chosen move and meet the positions after it; return the most plies left in them, -1 if the match is won."""
        white: cython.uint = cython.cast(cython.uint, self.winners[place] & BOARD)
        black: cython.uint = cython.cast(cython.uint, self.winners[place] >> 25)
        loser_white: cython.uint = cython.cast(cython.uint, self.losers[place] & BOARD)
        loser_black: cython.uint = cython.cast(cython.uint, self.losers[place] >> 25)
        move: cython.int = self.moves[place]
        start: cython.uint
        end: cython.uint
        self.c_list_at(place)
        start = cython.cast(cython.uint, 1) << self.origins[move]
        end = cython.cast(cython.uint, 1) << self.targets[move]
        if white & start:
            white ^= start | end
        else:
            black ^= start | end
        self.most = -1
        self.c_replies(white, black, loser_white & ~end, loser_black & ~end, end & self.aim, True)
        return self.most

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def c_replies(
        self,
        white: cython.uint,
        black: cython.uint,
        loser_white: cython.uint,
        loser_black: cython.uint,
        entered: cython.uint,
        meets: cython.bint,
    ) -> cython.int:
        """Count the loser's replies, 0 if the match is won; if asked to, meet the positions they lead to."""
        own: cython.uint = white | black
        pieces: cython.uint = loser_white | loser_black
        enemies: cython.uint = pieces
        targets: cython.uint
        origin: cython.int
        start: cython.uint
        end: cython.uint
        place: cython.longlong
        n: cython.int = 0
        if entered == own:  # R6
            return 0
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            start = cython.cast(cython.uint, 1) << origin
            targets = reach(origin, (loser_black >> origin) & 1, own | enemies) & (entered if entered else ~enemies)
            n += popcount(targets)
            while targets and meets:
                end = targets & (~targets + 1)
                targets &= targets - 1
                if loser_white & start:
                    place = self.c_meet(white & ~end, black & ~end, loser_white ^ (start | end), loser_black)
                else:
                    place = self.c_meet(white & ~end, black & ~end, loser_white, loser_black ^ (start | end))
                if self.demand < self.demands[place]:
                    self.demands[place] = self.demand
                    if place < self.done and self.c_label(place) > LONGEST and self.labels[place] > self.demand:
                        self.again[self.waiting] = cython.cast(cython.int, place)
                        self.waiting += 1
                if self.plies[place] > self.most:
                    self.most = self.plies[place]
        return n


def _lazy(count: int, kind: Any) -> Any:
    """Return an array of zeros that takes memory only where it is used."""
    return memoryview(mmap.mmap(-1, count * array(kind).itemsize)).cast(kind)
