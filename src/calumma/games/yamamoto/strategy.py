"""The winner's strategy in Yamamoto's Chameleon: one move for every position that the loser can bring about, breadth first.

Positions are seen by the winner, who moves up, and taken in the smaller of their two reflections; the order of positions, moves
and replies is the one that certificates have (solving/verify.py tells it).
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.room import room
from calumma.games.yamamoto.board import DOTS, HOME
from calumma.games.yamamoto.placings import position_text
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers

if not cython.compiled:
    from calumma.core.bits import lowest, mix, popcount
    from calumma.core.room import ints, uchars, ulonglongs
    from calumma.games.yamamoto.endings import reach, shifted, turned, uint
    from calumma.games.yamamoto.proof import is_mirrored, packed, reflection

Position = tuple[int, int, int, int]
Row = tuple[int, int, int, int]
"""A position with the winner to move: the winner's boards and the loser's, as the winner sees them, the move, the plies left."""

BOARD = 0x1FFFFFF
ROOM = 128  # more than the moves of any position
LONGEST = 250
TRIED = 1 << 30
NO_DEMAND = 255
TRUSTING = 7  # from so many plies on, the remembered move is tried first


class Strategy:
    """The positions met so far, in order, with the winner's move in those that have been examined."""

    def __init__(
        self, goal: str, prover: Prover | None = None, numbers: ProofNumbers | None = None, positions: int = 1 << 25
    ) -> None:
        self.goal = goal
        self.prover: Any = prover
        self.numbers: Any = numbers
        self.aim = DOTS[1] if goal == "dots" else HOME[1]
        self.loser_aim = turned(self.aim)
        self.room = positions
        self._make_room(positions)
        self.waiting = 0
        self.demand = NO_DEMAND
        self.count = self.done = self.roots = 0
        self.start: Any = None
        self.is_winners_turn = True
        self.most = 0
        self.fault = -1

    def _make_room(self, positions: int) -> None:
        kept: list[Any] = []
        self.kept = kept
        self.winners, self.losers = ulonglongs(room("Q", positions, kept)), ulonglongs(room("Q", positions, kept))
        self.moves, self.labels = uchars(room("B", positions, kept)), uchars(room("B", positions, kept))
        self.plies, self.demands = uchars(room("B", positions, kept)), uchars(room("B", positions, kept))
        self.again, self.places = ints(room("i", positions, kept)), ints(room("i", positions * 2, kept))
        self.origins, self.targets = ints(room("i", ROOM, kept)), ints(room("i", ROOM, kept))
        self.replies = ints(room("i", ROOM, kept))

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
        winner: cython.ulonglong = self.winners[place]
        loser: cython.ulonglong = self.losers[place]
        return position_text([winner & BOARD, winner >> 25, loser & BOARD, loser >> 25])

    def finish(self) -> int:
        """Once all positions are examined, compute the plies that the strategy takes from each; return those from the start."""
        label: cython.int
        place: cython.longlong
        for label in sorted({self.c_label(place) for place in range(self.count)}):
            with cython.nogil:
                for place in range(self.count):
                    if self.c_label(place) == label:
                        self.plies[place] = self.c_play(place) + 2
        return max([self.plies[place] for place in range(self.roots)]) + (0 if self.is_winners_turn else 1)

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
        place: cython.longlong
        for place in range(self.done, end):
            self.moves[place] = moves[place]
            self.plies[place] = plies[place]
        with cython.nogil:
            while self.done < self.count and self.done < end:
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

    def c_is_undecided(self, prover: Prover, plies: cython.int, budget: cython.longlong, place: cython.longlong) -> cython.bint:
        """Whether the strategy takes more plies from a position, or a short search does not find the win."""
        if self.plies[place] <= 3:
            return False
        if self.plies[place] > plies:
            return True
        return not prover.c_soonest_win(
            cython.cast(uint, self.winners[place] & BOARD),
            cython.cast(uint, self.winners[place] >> 25),
            turned(cython.cast(uint, self.losers[place] & BOARD)),
            turned(cython.cast(uint, self.losers[place] >> 25)),
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
        winner: cython.ulonglong = packed(white, black)
        loser: cython.ulonglong = packed(turned(other_white), turned(other_black))
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

    def c_find(self, winner: cython.ulonglong, loser: cython.ulonglong) -> cython.longlong:
        """The place of a position in the form that was met, or -1."""
        slot: cython.longlong = self.c_slot(winner, loser)
        return self.places[slot] - 1

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

    def c_list_at(self, place: cython.longlong) -> cython.int:
        """List the winner's moves in a position that was met."""
        return self.c_list(
            cython.cast(uint, self.winners[place] & BOARD),
            cython.cast(uint, self.winners[place] >> 25),
            cython.cast(uint, self.losers[place] & BOARD),
            cython.cast(uint, self.losers[place] >> 25),
            False,
        )

    def c_label(self, place: cython.longlong) -> cython.int:
        """What falls along every line: first the plies of the proof, then those of the tables."""
        is_proven: cython.bint = popcount(self.winners[place]) + popcount(self.losers[place]) > self.prover.pieces
        return self.labels[place] + (LONGEST if is_proven else 0)

    # Positions

    def c_meet(self, white: uint, black: uint, loser_white: uint, loser_black: uint) -> cython.longlong:
        """Note a position with the winner to move, if it is new, and return its place."""
        winner: cython.ulonglong = packed(white, black)
        loser: cython.ulonglong = packed(loser_white, loser_black)
        slot: cython.longlong
        if is_mirrored(loser, winner):
            winner = reflection(winner)
            loser = reflection(loser)
        slot = self.c_slot(winner, loser)
        if self.places[slot]:
            return self.places[slot] - 1
        self.winners[self.count] = winner
        self.losers[self.count] = loser
        self.demands[self.count] = NO_DEMAND
        self.count += 1
        self.places[slot] = cython.cast(cython.int, self.count)
        return self.count - 1

    def c_examine(self, place: cython.longlong) -> cython.void:
        """Choose the winner's move in a position and meet all positions that the loser's replies lead to."""
        white: uint = cython.cast(uint, self.winners[place] & BOARD)
        black: uint = cython.cast(uint, self.winners[place] >> 25)
        loser_white: uint = cython.cast(uint, self.losers[place] & BOARD)
        loser_black: uint = cython.cast(uint, self.losers[place] >> 25)
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

    def c_distance(self, white: uint, black: uint, other_white: uint, other_black: uint, demand: cython.int) -> cython.int:
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

    def c_proven(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The plies of the proof by numbers; what has been forgotten is proven again."""
        plies: cython.int = self.numbers.c_label(white, black, other_white, other_black, True)
        if plies > LONGEST:
            self.numbers.c_prove(white, black, other_white, other_black, True)
            plies = self.numbers.c_label(white, black, other_white, other_black, True)
        return plies

    # Moves

    def c_choose(self, white: uint, black: uint, loser_white: uint, loser_black: uint, label: cython.int) -> cython.int:
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

    def c_left(
        self, white: uint, black: uint, loser_white: uint, loser_black: uint, origin: cython.int, target: cython.int
    ) -> cython.int:
        """The plies that the proof by numbers promises after a move; many, if it promises nothing."""
        end: uint = cython.cast(uint, 1) << target
        white = shifted(white, origin, target)
        black = shifted(black, origin, target)
        return self.numbers.c_label(turned(loser_white & ~end), turned(loser_black & ~end), white, black, False)

    def c_list(self, white: uint, black: uint, loser_white: uint, loser_black: uint, counts: cython.bint) -> cython.int:
        """List the winner's moves in the order of squares, if asked to with the number of replies to each."""
        own: uint = white | black
        enemies: uint = loser_white | loser_black
        entered: uint = enemies & self.loser_aim
        pieces: uint = own
        targets: uint
        origin: cython.int
        target: cython.int
        end: uint
        moved_white: uint
        moved_black: uint
        n: cython.int = 0
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, own | enemies) & (entered if entered else ~own)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                end = cython.cast(uint, 1) << target
                self.origins[n] = origin
                self.targets[n] = target
                self.replies[n] = 0
                if counts:
                    moved_white = shifted(white, origin, target)
                    moved_black = shifted(black, origin, target)
                    self.replies[n] = self.c_replies(
                        moved_white, moved_black, loser_white & ~end, loser_black & ~end, end & self.aim, False
                    )
                n += 1
        return n

    def c_is_winning(
        self,
        white: uint,
        black: uint,
        loser_white: uint,
        loser_black: uint,
        origin: cython.int,
        target: cython.int,
        label: cython.int,
    ) -> cython.bint:
        """Whether the winner wins within `label` plies by a move."""
        end: uint = cython.cast(uint, 1) << target
        was_in_tables: cython.bint = popcount(white | black) + popcount(loser_white | loser_black) <= self.prover.pieces
        value: cython.int
        white = shifted(white, origin, target)
        black = shifted(black, origin, target)
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

    def c_play(self, place: cython.longlong) -> cython.int:
        """Play the chosen move and meet the positions after it; return the most plies left in them, -1 if the match is won."""
        white: uint = cython.cast(uint, self.winners[place] & BOARD)
        black: uint = cython.cast(uint, self.winners[place] >> 25)
        loser_white: uint = cython.cast(uint, self.losers[place] & BOARD)
        loser_black: uint = cython.cast(uint, self.losers[place] >> 25)
        move: cython.int = self.moves[place]
        end: uint
        self.c_list_at(place)
        end = cython.cast(uint, 1) << self.targets[move]
        white = shifted(white, self.origins[move], self.targets[move])
        black = shifted(black, self.origins[move], self.targets[move])
        self.most = -1
        self.c_replies(white, black, loser_white & ~end, loser_black & ~end, end & self.aim, True)
        return self.most

    def c_replies(
        self, white: uint, black: uint, loser_white: uint, loser_black: uint, entered: uint, meets: cython.bint
    ) -> cython.int:
        """Count the loser's replies, 0 if the match is won; if asked to, meet the positions they lead to."""
        own: uint = white | black
        pieces: uint = loser_white | loser_black
        enemies: uint = pieces
        targets: uint
        origin: cython.int
        target: cython.int
        end: uint
        place: cython.longlong
        n: cython.int = 0
        if entered == own:  # R6
            return 0
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (loser_black >> origin) & 1, own | enemies) & (entered if entered else ~enemies)
            n += popcount(targets)
            while targets and meets:
                target = lowest(targets)
                end = cython.cast(uint, 1) << target
                targets &= targets - 1
                place = self.c_meet(
                    white & ~end, black & ~end, shifted(loser_white, origin, target), shifted(loser_black, origin, target)
                )
                if self.demand < self.demands[place]:
                    self.demands[place] = self.demand
                    if place < self.done and self.c_label(place) > LONGEST and self.labels[place] > self.demand:
                        self.again[self.waiting] = cython.cast(cython.int, place)
                        self.waiting += 1
                if self.plies[place] > self.most:
                    self.most = self.plies[place]
        return n
