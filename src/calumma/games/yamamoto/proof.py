"""Proving bounded wins in Yamamoto's Chameleon: can a side force a win within so many plies, or not.

Each side is described as it sees the board itself (see endings.py). A search that reaches its horizon has proven nothing, which
counts as a draw; positions with few pieces are looked up in the tables. What is found out about a position is kept in a large
table: the fewest plies within which it is known to be won (lost), and the most within which it is known not to be.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.room import room
from calumma.games.yamamoto.endings import Endings

if not cython.compiled:
    from calumma.core.bits import lowest, mix, popcount
    from calumma.core.room import ints, ulonglongs
    from calumma.games.yamamoto.endings import origins, reach, shifted, spared, turned, uint

Position = tuple[int, int, int, int]

MOVES = 128  # room for the moves of one position
PLIES = 128
NO_MOVE = 1023
NEVER = 255
WON = 0  # shifts of the four bytes of a note: won within, not won within, lost within, not lost within
NOT_WON = 8
LOST = 16
NOT_LOST = 24
MOVE = 32
FRESH = 0x3FF00FF00FF
SECOND_HASH = 0x5DEECE66D1CE4E5B
FILE_A = 0x210842108421
FILE_B = 0x421084210842
FILE_C = 0x842108421084
FILE_D = 0x1084210842108
FILE_E = 0x2108421084210


def reflection(side: cython.ulonglong) -> cython.ulonglong:
    """Both boards of a side, reflected in the middle file."""
    return ((side & FILE_A) << 4) | ((side & FILE_B) << 2) | (side & FILE_C) | ((side & FILE_D) >> 2) | ((side & FILE_E) >> 4)


def packed(white: uint, black: uint) -> cython.ulonglong:
    """The two boards of a side as one number."""
    return white | (cython.cast(cython.ulonglong, black) << 25)


def is_mirrored(side: cython.ulonglong, other: cython.ulonglong) -> cython.bint:
    """Whether a position is kept reflected: of the two, the one with the lesser numbers is."""
    mirrored: cython.ulonglong = reflection(side)
    return mirrored < side or (mirrored == side and reflection(other) < other)


def reflected_move(move: cython.int) -> cython.int:
    """A move, reflected in the middle file."""
    origin: cython.int = move // 25
    target: cython.int = move % 25
    return (origin + 4 - 2 * (origin % 5)) * 25 + target + 4 - 2 * (target % 5)


class Prover:
    """Searches with a common memory."""

    def __init__(self, endings: Endings, megabytes: float = 256.0) -> None:
        entries = 4
        while entries * 2 * 16 <= megabytes * 1_000_000:
            entries *= 2
        self.endings = endings
        self.aim = endings.aim
        self.pieces = endings.pieces
        self.kept: list[Any] = []
        self.keys = ulonglongs(room("Q", entries, self.kept))
        self.notes = ulonglongs(room("Q", entries, self.kept))
        self.mask = entries - 4
        self.habits = ints(room("i", 1250, self.kept))
        self.moves = ints(room("i", MOVES * PLIES, self.kept))
        self.ranks = ints(room("i", MOVES * PLIES, self.kept))
        self.nodes = self.budget = self.slot = 0
        self.stopped = self.is_reflected = False

    def won_within(self, position: Position, plies: cython.int, budget: int = 1 << 60) -> bool | None:
        """Return whether the side to move can force a win within an odd number of plies; None if the budget is used up."""
        white, black, other_white, other_black = position
        self._begin(budget)
        return self._answer(self.c_won(white, black, other_white, other_black, plies, 0))

    def lost_within(self, position: Position, plies: cython.int, budget: int = 1 << 60) -> bool | None:
        """Return whether the side to move can be forced to lose within an even number of plies; None as above."""
        white, black, other_white, other_black = position
        self._begin(budget)
        return self._answer(self.c_lost(white, black, other_white, other_black, plies, 0))

    def soonest_win(self, position: Position, plies: cython.int, budget: cython.longlong) -> int | None:
        """Return the fewest plies within which the side to move can force a win; None if it takes more plies, or nodes to see it.

        The search remembers nothing from before, so the answer is the same whoever asked what until now.
        """
        white, black, other_white, other_black = position
        return self.c_soonest_win(white, black, other_white, other_black, plies, budget) or None

    def winning_move(self, position: Position) -> int | None:
        """Return the move by which the last question was answered with yes; None if the match can be won at once."""
        white, black, other_white, other_black = position
        move: cython.int = self.c_best(white, black, other_white, other_black)
        return None if move == NO_MOVE else move

    def c_soonest_win(
        self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int, budget: cython.longlong
    ) -> cython.int:
        """The same without Python's objects, 0 for None."""
        distance: cython.int = 1
        self.c_forget()
        self.budget = self.nodes + budget
        self.stopped = False
        while distance <= plies and not self.stopped:
            if self.c_won(white, black, other_white, other_black, distance, 0):
                return distance
            distance += 2
        return 0

    def c_forget(self) -> cython.void:
        """Forget everything."""
        i: cython.longlong
        entries: cython.longlong = cython.cast(cython.longlong, self.mask) + 4
        for i in range(entries):
            self.keys[i] = 0
            self.notes[i] = 0
        for i in range(1250):
            self.habits[i] = 0

    def _begin(self, budget: int) -> None:
        self.budget = self.nodes + budget
        self.stopped = False
        for i in range(1250):
            self.habits[i] = self.habits[i] // 4

    def _answer(self, found: bool) -> bool | None:
        return None if self.stopped else bool(found)

    # Searching

    def c_won(
        self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int, depth: cython.int
    ) -> cython.bint:
        """Whether the side to move, which attacks, wins within `plies`."""
        value: cython.int
        note: cython.ulonglong
        count: cython.int
        i: cython.int
        move: cython.int
        found: cython.bint = False
        self.nodes += 1
        if popcount(white | black) + popcount(other_white | other_black) <= self.pieces:
            value = self.endings.c_value(white, black, other_white, other_black)
            return value & 1 and value <= plies
        if (other_white | other_black) & self.aim == 0 and self.c_winning_move(white, black, other_white, other_black) >= 0:
            return True
        if plies <= 1:
            return False
        note = self.c_recall(white, black, other_white, other_black)
        if cython.cast(cython.int, (note >> WON) & 255) <= plies:
            return True
        if cython.cast(cython.int, (note >> NOT_WON) & 255) >= plies:
            return False
        if self.nodes >= self.budget:
            self.stopped = True
        count = self.c_list(white, black, other_white, other_black, note, depth, 0)
        move = NO_MOVE
        for i in range(count):
            move = self.c_next(i, count, depth)
            if self.c_try(white, black, other_white, other_black, move, plies - 1, depth + 1, True):
                found = True
                break
            if self.stopped:
                return False
        if self.stopped:
            return False
        if found:
            self.habits[move] += plies * plies
            self.c_store(white, black, other_white, other_black, WON, plies, move)
        else:
            self.c_store(white, black, other_white, other_black, NOT_WON, plies, NO_MOVE)
        return found

    def c_lost(
        self, white: uint, black: uint, other_white: uint, other_black: uint, plies: cython.int, depth: cython.int
    ) -> cython.bint:
        """Whether the side to move, which defends, is lost within `plies`."""
        value: cython.int
        note: cython.ulonglong
        count: cython.int
        i: cython.int
        move: cython.int
        saved: cython.bint = False
        self.nodes += 1
        if popcount(white | black) + popcount(other_white | other_black) <= self.pieces:
            value = self.endings.c_value(white, black, other_white, other_black)
            return value & 1 == 0 and value <= plies
        if plies <= 0:
            return False
        if (other_white | other_black) & self.aim == 0 and self.c_winning_move(white, black, other_white, other_black) >= 0:
            return False
        note = self.c_recall(white, black, other_white, other_black)
        if cython.cast(cython.int, (note >> LOST) & 255) <= plies:
            return True
        if cython.cast(cython.int, (note >> NOT_LOST) & 255) >= plies:
            return False
        count = self.c_list(white, black, other_white, other_black, note, depth, 625)
        move = NO_MOVE
        for i in range(count):
            move = self.c_next(i, count, depth)
            if not self.c_try(white, black, other_white, other_black, move, plies - 1, depth + 1, False):
                saved = True
                break
        if self.stopped:
            return False
        if saved:
            self.habits[625 + move] += plies * plies
            self.c_store(white, black, other_white, other_black, NOT_LOST, plies, move)
        else:
            self.c_store(white, black, other_white, other_black, LOST, plies, NO_MOVE)
        return not saved

    def c_try(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        move: cython.int,
        plies: cython.int,
        depth: cython.int,
        attacks: cython.bint,
    ) -> cython.bint:
        """Play a move that does not end the match; whether the attacker wins within `plies` after it."""
        other_white = spared(other_white, move % 25)
        other_black = spared(other_black, move % 25)
        white = shifted(white, move // 25, move % 25)
        black = shifted(black, move // 25, move % 25)
        if attacks:
            return self.c_lost(other_white, other_black, white, black, plies, depth)
        return self.c_won(other_white, other_black, white, black, plies, depth)

    # Moves

    def c_winning_move(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """A move that ends the match, or -1, where no piece has entered: R4, R6, R7."""
        enemy_white: uint = turned(other_white)
        enemy_black: uint = turned(other_black)
        enemies: uint = enemy_white | enemy_black
        occupied: uint = white | black | enemies
        targets: uint = self.aim & ~(white | black)
        movers: uint
        rest: uint
        target: cython.int
        origin: cython.int
        is_last: cython.bint = popcount(enemies) == 1
        is_only: cython.bint = popcount(white | black) == 1
        if is_last:
            targets |= enemies
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            movers = (origins(target, 0, occupied) & white) | (origins(target, 1, occupied) & black)
            while movers:
                origin = lowest(movers)
                movers &= movers - 1
                if is_only or (is_last and (enemies >> target) & 1):
                    return origin * 25 + target
                rest = occupied & ~(cython.cast(uint, 1) << origin)
                if ((origins(target, 0, rest) & enemy_white) | (origins(target, 1, rest) & enemy_black)) & ~(
                    cython.cast(uint, 1) << target
                ) == 0:
                    return origin * 25 + target
        return -1

    def c_list(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        note: cython.ulonglong,
        depth: cython.int,
        role: cython.int,
    ) -> cython.int:
        """Write the moves of a position with their ranks; `role` is where the habits of the attacker or the defender begin."""
        own: uint = white | black
        enemy_white: uint = turned(other_white)
        enemy_black: uint = turned(other_black)
        enemies: uint = enemy_white | enemy_black
        occupied: uint = own | enemies
        allowed: uint = ~own
        entered: uint = enemies & turned(self.aim)
        pieces: uint = own
        targets: uint
        origin: cython.int
        target: cython.int
        n: cython.int = depth * MOVES
        best: cython.int = cython.cast(cython.int, (note >> MOVE) & 1023)
        if self.is_reflected and best != NO_MOVE:
            best = reflected_move(best)
        if entered:
            allowed = entered
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, occupied) & allowed
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                self.moves[n] = origin * 25 + target
                self.ranks[n] = self.habits[role + origin * 25 + target]
                if (enemies >> target) & 1:
                    self.ranks[n] += 1 << 28
                    if not ((origins(target, 0, occupied) & enemy_white) | (origins(target, 1, occupied) & enemy_black)):
                        self.ranks[n] += 1 << 28
                elif (self.aim >> target) & 1:
                    self.ranks[n] += 1 << 27
                if self.moves[n] == best:
                    self.ranks[n] = 1 << 30
                n += 1
        return n - depth * MOVES

    def c_next(self, i: cython.int, count: cython.int, depth: cython.int) -> cython.int:
        """The best ranked of the moves from the i-th on, which changes places with the i-th."""
        first: cython.int = depth * MOVES + i
        best: cython.int = first
        j: cython.int
        move: cython.int
        for j in range(first + 1, depth * MOVES + count):
            if self.ranks[j] > self.ranks[best]:
                best = j
        move = self.moves[best]
        self.moves[best] = self.moves[first]
        self.ranks[best] = self.ranks[first]
        self.moves[first] = move
        return move

    # Memory

    def c_find(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.ulonglong:
        """Set `slot` to where a position belongs and `is_reflected` to whether it is kept reflected; return its check."""
        side: cython.ulonglong = packed(white, black)
        other: cython.ulonglong = packed(other_white, other_black)
        self.is_reflected = is_mirrored(side, other)
        if self.is_reflected:
            side = reflection(side)
            other = reflection(other)
        self.slot = cython.cast(cython.longlong, mix(mix(0, side), other) & self.mask)
        return mix(mix(SECOND_HASH, other), side)

    def c_recall(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.ulonglong:
        """What is known of a position."""
        check: cython.ulonglong = self.c_find(white, black, other_white, other_black)
        i: cython.longlong
        for i in range(self.slot, self.slot + 4):
            if self.keys[i] == check and self.notes[i] != 0:
                return self.notes[i]
        return FRESH

    def c_store(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        kind: cython.int,
        plies: cython.int,
        move: cython.int,
    ) -> cython.void:
        """Note one of the four facts of a position, and the move that shows it."""
        check: cython.ulonglong = self.c_find(white, black, other_white, other_black)
        i: cython.longlong
        best: cython.longlong = self.slot
        note: cython.ulonglong = FRESH
        for i in range(self.slot, self.slot + 4):
            if self.keys[i] == check and self.notes[i] != 0:
                best = i
                note = self.notes[i]
                break
            if worth(self.notes[i]) < worth(self.notes[best]):
                best = i
        note = (note & ~(cython.cast(cython.ulonglong, 255) << kind)) | (cython.cast(cython.ulonglong, plies) << kind)
        if move != NO_MOVE:
            if self.is_reflected:
                move = reflected_move(move)
            note = (note & ~(cython.cast(cython.ulonglong, 1023) << MOVE)) | (cython.cast(cython.ulonglong, move) << MOVE)
        self.keys[best] = check
        self.notes[best] = note

    def c_won_bound(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The fewest plies within which a position is remembered to be won, or NEVER."""
        return cython.cast(cython.int, (self.c_recall(white, black, other_white, other_black) >> WON) & 255)

    def c_best(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """The move that is remembered for a position, or NO_MOVE."""
        note: cython.ulonglong = self.c_recall(white, black, other_white, other_black)
        best: cython.int = cython.cast(cython.int, (note >> MOVE) & 1023)
        if self.is_reflected and best != NO_MOVE:
            best = reflected_move(best)
        return best


def worth(note: cython.ulonglong) -> cython.int:
    """How deep the search was that a note came from."""
    most: cython.int = cython.cast(cython.int, (note >> NOT_WON) & 255)
    plies: cython.int = cython.cast(cython.int, (note >> NOT_LOST) & 255)
    if plies > most:
        most = plies
    plies = cython.cast(cython.int, (note >> WON) & 255)
    if plies != NEVER and plies > most:
        most = plies
    plies = cython.cast(cython.int, (note >> LOST) & 255)
    if plies != NEVER and plies > most:
        most = plies
    return most
