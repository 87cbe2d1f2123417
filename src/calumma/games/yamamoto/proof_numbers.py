"""Proof-number search for Yamamoto's Chameleon: looks where a proof is nearest, so it follows threats far and quiet moves little.

Every position has a proof number, a measure of the work left to prove that the attacker wins, and a disproof number likewise. A
position that was never worked on gets them from a guess: the better the attacker stands, the less is left to prove. Where every
child must be done, the work is that of the hardest and half that of the others, since lines meet again and would be counted
twice. Proven positions keep, in place of the disproof number, the plies within which the proof wins: they fall along every line
of it.

A position that comes up again in its own line counts as not won there. Disproofs that rest on that hold in their line only, so
they are kept as hardly provable; proofs never rest on it.
"""

from __future__ import annotations

from array import array
from math import exp

import cython

from calumma.core.room import room
from calumma.games.yamamoto.board import DARK
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover

if not cython.compiled:
    from calumma.core.bits import lowest, mix, popcount
    from calumma.core.room import ints, uints, ulonglongs
    from calumma.games.yamamoto.endings import reach, shifted, spared, turned, uint
    from calumma.games.yamamoto.proof import is_mirrored, packed, reflection

Position = tuple[int, int, int, int]

MOVES = 128
DEEPEST = 120
INFINITE = 1 << 30
LONGEST = 250
UNPROVEN = 999
HARDLY_PROVABLE = 4000
SURE = 2000  # the most that a guess says

# A guess is in hundredths of a logit: one set for both goals, rounded by hand from fits to matches between shallow searches.
TEMPO = 50
WHITE_PIECE = 150
BLACK_PIECE = 120
OWN_COLOUR = 30  # a piece that stands where it slides
MOVE = 14
PREY = 80  # an enemy that can be captured and is not guarded
OPEN_GOAL = 50  # a goal square that the other side does not guard

LEAST_WORK, FIRST_WORK, MOST_WORK, STEEPNESS = 1, 16.0, 5000, 0.004

ATTACKS = 0x9E3779B97F4A7C15


class ProofNumbers:
    """A search with its memory."""

    def __init__(self, endings: Endings, megabytes: float = 256.0) -> None:
        entries = 4
        while entries * 2 * 20 <= megabytes * 1_000_000:
            entries *= 2
        self.endings = endings
        self.rules = Prover(endings, 0.001)
        self.aim = endings.aim
        self.pieces = endings.pieces
        self.kept = [array("I", [work_left(guess - SURE) for guess in range(2 * SURE + 1)])]
        self.works = uints(self.kept[0])
        self.keys = ulonglongs(room("Q", entries, self.kept))
        self.proofs = uints(room("I", entries, self.kept))
        self.disproofs = uints(room("I", entries, self.kept))
        self.efforts = uints(room("I", entries, self.kept))
        self.mask = entries - 4
        self.moves = ints(room("i", MOVES * (DEEPEST + 2), self.kept))
        self.child_proofs = uints(room("I", MOVES * (DEEPEST + 2), self.kept))
        self.child_disproofs = uints(room("I", MOVES * (DEEPEST + 2), self.kept))
        self.path = ulonglongs(room("Q", DEEPEST + 2, self.kept))
        self.nodes = self.budget = self.slot = 0
        self.proof = self.disproof = self.second = 0
        self.mobility = 0
        self.tainted = False
        self.is_cut = False  # whether a line was ever given up as too long: then a disproof of the root may rest on that

    def search(self, position: Position, attacks: bool, budget: int = 1 << 60) -> tuple[int, int]:
        """Work on the question whether the side to move wins (`attacks`) or else loses; return proof and disproof number.

        A proof number of 0 means yes, and the second number is then the plies; a disproof number of 0 means no.
        """
        white: uint = position[0]
        black: uint = position[1]
        other_white: uint = position[2]
        other_black: uint = position[3]
        is_attacker: cython.bint = attacks
        self.budget = self.nodes + budget
        self.c_judge(white, black, other_white, other_black, is_attacker)
        if self.proof and self.disproof:
            with cython.nogil:
                self.c_expand(white, black, other_white, other_black, is_attacker, INFINITE, INFINITE, 0)
        return self.proof, self.disproof

    # Searching

    def c_expand(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        attacks: cython.bint,
        most_proof: uint,
        most_disproof: uint,
        depth: cython.int,
    ) -> cython.void:
        """Work on a position until a number reaches its limit; leaves the numbers in `proof` and `disproof`."""
        key: cython.ulonglong = self.c_key(white, black, other_white, other_black, attacks)
        before: cython.longlong = self.nodes
        count: cython.int
        best: cython.int
        is_tainted: cython.bint
        limit_proof: uint
        limit_disproof: uint
        self.path[depth] = key
        self.nodes += 1
        count = self.c_open(white, black, other_white, other_black, attacks, depth)
        is_tainted = self.tainted
        while True:
            self.c_sum_up(count, attacks, depth)
            if self.proof >= most_proof or self.proof == 0 or self.disproof >= most_disproof or self.disproof == 0:
                break
            if self.nodes >= self.budget:
                break
            best = self.c_select(count, attacks, depth)
            if attacks:
                limit_proof = min(most_proof, self.second + 1 + self.second // 4)
                limit_disproof = min(INFINITE, most_disproof - self.disproof + self.child_disproofs[best])
            else:
                limit_disproof = min(most_disproof, self.second + 1 + self.second // 4)
                limit_proof = min(INFINITE, most_proof - self.proof + self.child_proofs[best])
            self.tainted = False
            self.c_enter(
                white, black, other_white, other_black, self.moves[best], attacks, limit_proof, limit_disproof, depth + 1
            )
            is_tainted = is_tainted or self.tainted
            self.child_proofs[best] = self.proof
            self.child_disproofs[best] = self.disproof
        is_tainted = is_tainted and self.proof != 0 and self.disproof == 0
        self.tainted = is_tainted
        if is_tainted:
            self.c_store(key, HARDLY_PROVABLE, 1, 1)
        else:
            self.c_store(key, self.proof, self.disproof, cython.cast(uint, min(self.nodes - before, 1 << 30)))

    def c_open(
        self, white: uint, black: uint, other_white: uint, other_black: uint, attacks: cython.bint, depth: cython.int
    ) -> cython.int:
        """List the moves of a position with the numbers of its children, up to one that decides it; return how many."""
        first: cython.int = depth * MOVES
        count: cython.int = self.c_list(white, black, other_white, other_black, depth)
        is_tainted: cython.bint = False
        i: cython.int
        for i in range(count):
            self.tainted = False
            self.c_child(white, black, other_white, other_black, self.moves[first + i], attacks, depth)
            is_tainted = is_tainted or self.tainted
            self.child_proofs[first + i] = self.proof
            self.child_disproofs[first + i] = self.disproof
            if (attacks and self.proof == 0) or (not attacks and self.proof != 0 and self.disproof == 0):
                count = i + 1
                break
        self.tainted = is_tainted
        return count

    def c_select(self, count: cython.int, attacks: cython.bint, depth: cython.int) -> cython.int:
        """The child to work on, the easiest one; sets `second` to the number of the next easiest."""
        i: cython.int
        best: cython.int = -1
        work: uint
        least: uint = INFINITE
        self.second = INFINITE
        for i in range(depth * MOVES, depth * MOVES + count):
            if not attacks and self.child_proofs[i] == 0:
                continue
            work = self.child_proofs[i] if attacks else self.child_disproofs[i]
            if best < 0 or work < least:
                self.second = least
                least = work
                best = i
            elif work < self.second:
                self.second = work
        return best

    def c_sum_up(self, count: cython.int, attacks: cython.bint, depth: cython.int) -> cython.void:
        """Compute a position's numbers from those of its children."""
        i: cython.int
        hardest: uint = 0
        work_of_all: cython.ulonglong = 0
        easiest: uint = INFINITE
        plies: uint = 0 if not attacks else LONGEST
        work: uint
        for i in range(depth * MOVES, depth * MOVES + count):
            if self.child_proofs[i] == 0:
                if attacks:
                    easiest = 0
                    plies = min(plies, self.child_disproofs[i])
                else:
                    plies = max(plies, self.child_disproofs[i])
                continue
            if attacks:
                easiest = min(easiest, self.child_proofs[i])
                work = self.child_disproofs[i]
            else:
                easiest = min(easiest, self.child_disproofs[i])
                work = self.child_proofs[i]
            hardest = max(hardest, work)
            work_of_all += work
        if hardest < INFINITE:
            hardest = cython.cast(uint, min(hardest + (work_of_all - hardest) // 2, INFINITE - 1))
        if attacks:
            self.proof = easiest
            self.disproof = plies + 1 if easiest == 0 else hardest
            if easiest == INFINITE:
                self.disproof = 0
        else:
            self.proof = hardest
            self.disproof = plies + 1 if hardest == 0 else easiest
            if easiest == 0:
                self.proof = INFINITE
                self.disproof = 0

    def c_child(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        move: cython.int,
        attacks: cython.bint,
        depth: cython.int,
    ) -> cython.void:
        """Put the numbers of the position after a move into `proof` and `disproof`."""
        key: cython.ulonglong
        place: cython.longlong
        i: cython.int
        other_white = spared(other_white, move % 25)
        other_black = spared(other_black, move % 25)
        white = shifted(white, move // 25, move % 25)
        black = shifted(black, move // 25, move % 25)
        if popcount(white | black) + popcount(other_white | other_black) > self.pieces:
            key = self.c_key(other_white, other_black, white, black, not attacks)
            place = self.c_find(key)
            if place >= 0:
                self.proof = self.proofs[place]
                self.disproof = self.disproofs[place]
                if self.proof == 0:
                    return
            i = depth - 1
            while i >= 0:
                if self.path[i] == key:
                    self.proof = INFINITE
                    self.disproof = 0
                    self.tainted = True
                    return
                i -= 2
            if depth >= DEEPEST:
                self.proof = INFINITE
                self.disproof = 0
                self.tainted = True
                self.is_cut = True
                return
            if place >= 0:
                return
        self.c_judge(other_white, other_black, white, black, not attacks)

    def c_judge(self, white: uint, black: uint, other_white: uint, other_black: uint, attacks: cython.bint) -> cython.void:
        """Put the numbers of a position that was never worked on into `proof` and `disproof`."""
        value: cython.int
        wins: cython.bint
        if (white | black) == 0 or (other_white | other_black) == 0:
            value = 0
        elif popcount(white | black) + popcount(other_white | other_black) <= self.pieces:
            value = self.endings.c_value(white, black, other_white, other_black)
        elif (other_white | other_black) & self.aim:
            value = UNPROVEN if self.c_list(white, black, other_white, other_black, DEEPEST + 1) else 0
        else:
            value = 1 if self.rules.c_winning_move(white, black, other_white, other_black) >= 0 else UNPROVEN
        if value == UNPROVEN:
            value = self.c_guess(white, black, other_white, other_black)
            if not attacks:
                value = -value
            self.proof = self.works[SURE + value]
            self.disproof = self.works[SURE - value]
            return
        wins = (value & 1) == attacks
        if value <= 250 and wins:
            self.proof = 0
            self.disproof = value
        else:
            self.proof = INFINITE
            self.disproof = 0

    def c_enter(
        self,
        white: uint,
        black: uint,
        other_white: uint,
        other_black: uint,
        move: cython.int,
        attacks: cython.bint,
        most_proof: uint,
        most_disproof: uint,
        depth: cython.int,
    ) -> cython.void:
        """Work on the position after a move."""
        other_white = spared(other_white, move % 25)
        other_black = spared(other_black, move % 25)
        white = shifted(white, move // 25, move % 25)
        black = shifted(black, move // 25, move % 25)
        self.c_expand(other_white, other_black, white, black, not attacks, most_proof, most_disproof, depth)

    def c_label(self, white: uint, black: uint, other_white: uint, other_black: uint, attacks: cython.bint) -> cython.int:
        """The plies within which a position is known to be won (`attacks`) or lost; UNPROVEN if it is not."""
        place: cython.longlong
        if popcount(white | black) + popcount(other_white | other_black) > self.pieces:
            place = self.c_find(self.c_key(white, black, other_white, other_black, attacks))
            if place >= 0:
                return cython.cast(cython.int, self.disproofs[place]) if self.proofs[place] == 0 else UNPROVEN
        self.c_judge(white, black, other_white, other_black, attacks)
        return cython.cast(cython.int, self.disproof) if self.proof == 0 else UNPROVEN

    def c_prove(self, white: uint, black: uint, other_white: uint, other_black: uint, attacks: cython.bint) -> cython.void:
        """Work on a position to the end."""
        self.budget = self.nodes + (cython.cast(cython.longlong, 1) << 60)
        self.c_expand(white, black, other_white, other_black, attacks, INFINITE, INFINITE, 0)

    # Moves

    def c_list(self, white: uint, black: uint, other_white: uint, other_black: uint, depth: cython.int) -> cython.int:
        """Write the moves of a position."""
        own: uint = white | black
        enemies: uint = turned(other_white | other_black)
        entered: uint = enemies & turned(self.aim)
        pieces: uint = own
        targets: uint
        origin: cython.int
        n: cython.int = depth * MOVES
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            targets = reach(origin, (black >> origin) & 1, own | enemies) & (entered if entered else ~own)
            while targets:
                self.moves[n] = origin * 25 + lowest(targets)
                targets &= targets - 1
                n += 1
        return n - depth * MOVES

    # Guessing

    def c_guess(self, white: uint, black: uint, other_white: uint, other_black: uint) -> cython.int:
        """How well the side to move seems to stand."""
        enemy_white: uint = turned(other_white)
        enemy_black: uint = turned(other_black)
        enemies: uint = enemy_white | enemy_black
        guess: cython.int = TEMPO
        reached: uint
        enemy_reached: uint
        guess += WHITE_PIECE * (popcount(white) - popcount(enemy_white))
        guess += BLACK_PIECE * (popcount(black) - popcount(enemy_black))
        guess += OWN_COLOUR * (popcount(white & ~DARK) + popcount(black & DARK))
        guess -= OWN_COLOUR * (popcount(enemy_white & ~DARK) + popcount(enemy_black & DARK))
        reached = self.c_reach(white, black, enemies)
        guess += MOVE * self.mobility
        enemy_reached = self.c_reach(enemy_white, enemy_black, white | black)
        guess -= MOVE * self.mobility
        guess += PREY * popcount(enemies & reached & ~enemy_reached)
        guess += OPEN_GOAL * (popcount(self.aim & ~enemy_reached) - popcount(turned(self.aim) & ~reached))
        return max(-SURE, min(SURE, guess))

    def c_reach(self, white: uint, black: uint, others: uint) -> uint:
        """The squares that a side reaches, those of its own pieces included; sets `mobility` to the number of its moves."""
        pieces: uint = white | black
        occupied: uint = pieces | others
        own: uint = pieces
        reached: uint = 0
        squares: uint
        origin: cython.int
        self.mobility = 0
        while pieces:
            origin = lowest(pieces)
            pieces &= pieces - 1
            squares = reach(origin, (black >> origin) & 1, occupied)
            reached |= squares
            self.mobility += popcount(squares & ~own)
        return reached

    # Memory

    def c_key(self, white: uint, black: uint, other_white: uint, other_black: uint, attacks: cython.bint) -> cython.ulonglong:
        """The check of a position and its question; sets `slot` to where it belongs."""
        side: cython.ulonglong = packed(white, black)
        other: cython.ulonglong = packed(other_white, other_black)
        seed: cython.ulonglong = ATTACKS if attacks else 0
        if is_mirrored(side, other):
            side = reflection(side)
            other = reflection(other)
        return mix(mix(seed, side), other)

    def c_find(self, key: cython.ulonglong) -> cython.longlong:
        """The place of a key, or -1."""
        i: cython.longlong
        self.slot = cython.cast(cython.longlong, mix(1, key) & self.mask)
        for i in range(self.slot, self.slot + 4):
            if self.keys[i] == key and self.efforts[i]:
                return i
        return -1

    def c_store(self, key: cython.ulonglong, proof: uint, disproof: uint, effort: uint) -> cython.void:
        """Keep the numbers of a position; proofs stay, of the rest what took the least work makes room."""
        place: cython.longlong = self.c_find(key)
        i: cython.longlong
        if place < 0:
            place = self.slot
            for i in range(self.slot + 1, self.slot + 4):
                if self.c_is_worth_less(i, place):
                    place = i
        elif proof != 0 and self.proofs[place] == 0:
            return
        else:
            effort += self.efforts[place] if self.efforts[place] < INFINITE else 0
        self.keys[place] = key
        self.proofs[place] = proof
        self.disproofs[place] = disproof
        self.efforts[place] = effort

    def c_is_worth_less(self, one: cython.longlong, other: cython.longlong) -> cython.bint:
        """Whether one entry should make room before another."""
        if self.efforts[one] == 0 or self.efforts[other] == 0:
            return self.efforts[one] < self.efforts[other]
        if (self.proofs[one] == 0) != (self.proofs[other] == 0):
            return self.proofs[other] == 0
        return self.efforts[one] < self.efforts[other]


def work_left(guess: int) -> int:
    """Return how much work a proof seems to be, the less the better the side stands for whom it is."""
    return max(LEAST_WORK, min(MOST_WORK, int(FIRST_WORK * exp(-STEEPNESS * guess))))
