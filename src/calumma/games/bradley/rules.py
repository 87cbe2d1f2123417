# cython: auto_pickle=True
# distutils: extra_compile_args = -O3 -fno-tree-vectorize
"""Bradley's Chameleon: the position and its rules (numbers as in RULES.md).

| action | meaning |
| --- | --- |
| 0 to 68 | drop a cube on that square |
| 69 | pass |
| 70 + from * 69 + to | relocate the cube on one square to another |

A cube can only be relocated to a square where it could also be dropped: lifting a cube opens lines, it never closes one. And
a drop that encloses along two lines survives the lifting of any one cube. So the relocations are all pairs of a cube and a
drop, except where the drop encloses along one line only and the cube is the anchor, or is enclosed, there: a `pin`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, cast

import cython

from calumma.core.effect import Effect
from calumma.core.given import Whole, within
from calumma.core.state import Rng, State
from calumma.core.tables import Tables
from calumma.games.bradley import board, planes
from calumma.games.bradley.board import BOARD, CORNERS, start
from calumma.games.bradley.layout import FIRST_RELOCATION, PASS, SIZE
from calumma.games.bradley.planes import CUBES_PART, LAST_PART, NEUTRAL_PART, PARTS
from calumma.games.bradley.showing import effects_of, turned, view_of
from calumma.games.bradley.sight import Sight, sight_for
from calumma.games.bradley.view import Own

if not cython.compiled:
    from calumma.core.bits import highest128, lay, lowest, lowest128, mix, popcount, popcount128, u64, u128
    from calumma.core.protocol import OVER
    from calumma.games.bradley.capture import enclosed, enclosing, runs
    from calumma.games.bradley.evaluate import estimate

BIT = board.BIT
RAY = board.RAY
POWER = board.POWER
SQUARE = board.SQUARE
LINES = board.LINES
STARTS = planes.STARTS
NOWHERE = -1
LOW = 0xFFFFFFFFFFFFFFFF
ONE = 1

NONE = 0  # which cubes may be relocated
OWN = 1
ANY = 2


def dense(board: u128) -> u64:
    """The first 64 squares of a board, a bit each by their numbers; of the ten bits of its rows five to nine are squares."""
    low: u64 = board & LOW
    high: u64 = board >> 60
    found: u64 = ((low >> 2) & 0x1F) | (((low >> 11) & 0x7F) << 5) | (((low >> 20) & 0x1FF) << 12)
    found |= (((low >> 30) & 0x1FF) << 21) | (((low >> 40) & 0x1FF) << 30) | (((low >> 50) & 0x1FF) << 39)
    return (found | ((high & 0x1FF) << 48) | (((high >> 11) & 0x7F) << 57)) & LOW


def nth(board: u128, n: cython.int) -> cython.int:
    """The square of the n-th lowest bit, counted from 0."""
    half: u64 = board & LOW
    base: cython.int = 0
    count: cython.int = popcount(half)
    if n >= count:
        n -= count
        half = board >> 64
        base = 64
    while n:
        half &= half - 1
        n -= 1
    return SQUARE[base + lowest(half)]


class Bradley(State):
    """A position: one bitboard a colour, and what follows from them for the seat to move."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        if not cython.compiled:
            self.cubes, self.aims = [0] * 7, [0] * 8
        self.relocate = ("none", "own", "any").index(game.options["relocate"])
        self.patience = 2 * game.seats if self.relocate else 0
        self.teams = game.seats in (4, 6)
        self.safe = self.teams and game.options["partners"] == "safe"
        self.sight = cast("Sight", sight_for(game, self.patience))
        boards = start(game.seats)
        self.colours = game.seats + (boards[game.seats] != 0)
        self.set_up(boards, 0, 0)

    def set_up(self, boards: Sequence[int], turn: int, quiet: int) -> None:
        """Become the position with these cubes: bitboards of the seats in order, then of the neutral colour."""
        board: u128
        i: cython.int
        self.empty = BOARD
        for i in range(7):
            board = boards[i] if i <= self.seats else 0
            self.cubes[i] = board
            self.empty &= ~board
        for i in range(8):
            self.aims[i] = 0
        self.once = 0
        self.turn = turn
        self.quiet = quiet
        self.last = NOWHERE
        self._look()

    # Playing

    def c_to_act(self) -> cython.int:
        return OVER if self.over else self.turn

    def c_legal(self, out: cython.p_int) -> cython.int:
        n: cython.int
        if self.over:
            return 0
        if self.drops == 0:  # R6
            out[0] = PASS
            return 1
        if self.endangered:  # R5: moves that spare every other player, and if there are none, all
            n = self._list_moves(out, True)
            if n:
                return n
        return self._list_moves(out, False)

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        """As in the base: the drops, and the same for every cube that may be lifted, without the pins."""
        pairs: cython.int[1200]
        drops: u128 = self.drops
        lifts: u128
        low: u64
        high: u64
        at: cython.int
        pins: cython.int
        count: cython.int
        i: cython.int
        if not cython.compiled:
            pairs = [0] * 1200
        if self.over or drops == 0 or (self.endangered and self.quiet < self.patience):
            return State.c_mask(self, out)
        if self.quiet >= self.patience and drops != self.risky:  # R5 and R7
            drops &= ~self.risky
        low = dense(drops)
        high = (drops >> 82) & 0x1F
        count = popcount(low) + popcount(high)
        lay(out, 0, low)
        lay(out, 64, high)
        if self.quiet >= self.patience:
            return count
        lifts = self._liftable()
        count *= 1 + popcount128(lifts)
        while lifts:
            at = FIRST_RELOCATION + SQUARE[lowest128(lifts)] * SIZE
            lay(out, at, low)
            lay(out, at + 64, high)
            lifts &= lifts - 1
        pins = self._list_pins(pairs)
        for i in range(pins):
            at = FIRST_RELOCATION + pairs[2 * i] * SIZE + pairs[2 * i + 1]
            out[at >> 6] &= ~(ONE << (at & 63))
        return count - pins

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """As in the base, without listing the moves where no last cube is in danger."""
        n: cython.int
        pins: cython.int
        count: cython.int
        drops: u128
        if self.over:
            return -1
        if self.drops == 0 or (self.endangered and self.quiet < self.patience):
            n = self.c_legal(actions)
            return actions[rng.c_below(n)]
        if self.quiet >= self.patience:  # R5 and R7
            drops = self.drops & ~self.risky if self.drops != self.risky else self.drops
            return nth(drops, rng.c_below(popcount128(drops)))
        count = popcount128(self.drops)
        pins = self._list_pins(actions)
        n = rng.c_below(count * (1 + popcount128(self._liftable())) - pins)
        if n < count:
            return nth(self.drops, n)
        return self._nth_relocation(n - count, count, pins, actions, weights)

    def c_noisy(self, action: cython.int) -> cython.bint:
        """A drop into a corner: nothing can take it back."""
        return action < PASS and (BIT[action] & CORNERS) != 0

    def c_urgent(self, out: cython.p_int) -> cython.int:
        """As in the base, without listing relocations, none of which is noisy."""
        corners: u128 = self.drops & CORNERS
        if self.over or self.endangered or corners == self.drops or self.drops & (self.drops - 1) == 0:
            return State.c_urgent(self, out)
        return self._write(out, 0, 0, corners)

    def c_apply(self, action: cython.int) -> cython.void:
        if action < PASS:  # R1
            self.quiet = 0
            self._place(action)
        else:
            if self.quiet < self.patience:
                self.quiet += 1
            if action >= FIRST_RELOCATION:  # R2
                self._lift((action - FIRST_RELOCATION) // SIZE)
                self._place((action - FIRST_RELOCATION) % SIZE)
        self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        self._look()

    def c_scores(self, out: cython.p_int) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = popcount128(self.cubes[seat])

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        """R9: the seat or the team with the most cubes wins, and those who tie share."""
        seat: cython.int
        best: cython.int = 0
        winners: cython.int = 0
        for seat in range(self.seats):
            if self._sum(seat) > best:
                best = self._sum(seat)
        for seat in range(self.seats):
            winners += self._sum(seat) == best
        for seat in range(self.seats):
            out[seat] = 1.0 / winners if self._sum(seat) == best else 0.0

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        mobility: cython.int[6]
        seat: cython.int
        if not cython.compiled:
            mobility = [0] * 6
        if self.over:
            self.c_payoffs(out)
            return
        if self.sight is not None:
            self._ask(out)
            return
        for seat in range(self.seats):
            mobility[seat] = popcount128(enclosing(self.cubes[seat], self._others(seat), self.empty))
        estimate(self.cubes, self.empty, self.seats, self.turn, self.teams, mobility, out)

    def _ask(self, out: cython.p_double) -> cython.void:
        """Write what the learned tables give to every seat."""
        seat: cython.int
        value: cython.double
        total: cython.double = 0.0
        self.sight.c_look(self.cubes, self.empty, self.turn, self.quiet)
        if self.teams or self.seats == 2:
            value = self.sight.c_value(self.turn)
            for seat in range(self.seats):
                out[seat] = (value if (seat - self.turn) & 1 == 0 else 1.0 - value) * 2 / self.seats
            return
        self.sight.c_values(out)
        for seat in range(self.seats):
            total += out[seat]
        for seat in range(self.seats):
            out[seat] /= total

    def c_worth(self, seat: cython.int) -> cython.double:
        if self.over or self.sight is None or self.teams or self.seats == 2:
            return State.c_worth(self, seat)
        self.sight.c_look(self.cubes, self.empty, self.turn, self.quiet)
        return self.sight.c_value(seat)

    def c_prepare(self) -> cython.void:
        if self.sight is not None:
            self.sight.c_look(self.cubes, self.empty, self.turn, self.quiet)
            self.sight.c_prepare(self.sight.viewer)

    def c_foresee(self, actions: cython.p_int, n: cython.int, out: cython.p_int) -> cython.bint:
        """As in the base. Where there are drops alone, they are few enough to try them all."""
        values: cython.int[4831]  # by action
        i: cython.int
        if self.sight is None or self.drops == 0 or self.patience == 0:
            return False
        if not cython.compiled:
            values = [0] * 4831
        self.sight.c_look(self.cubes, self.empty, self.turn, self.quiet)
        self.sight.c_foresee(self.drops, self._liftable() if self.quiet < self.patience else 0, values)
        for i in range(n):
            out[i] = values[actions[i]]
        return True

    def c_features(self, seat: cython.int, out: cython.p_int) -> cython.int:
        if self.sight is None or self.over:
            return 0
        self.sight.c_look(self.cubes, self.empty, self.turn, self.quiet)
        return self.sight.c_features(seat, out)

    def learned(self) -> Tables | None:
        """The tables for this number of seats and kind of relocation."""
        return None if self.sight is None else self.sight.tables

    def reason(self) -> str:
        """Return why the match ended, as a message key, or nothing while it runs."""
        if not self.over:
            return ""
        return "nobody-can-capture" if self.empty else "board-full"

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """A cube comes or moves, cubes turn line by line, somebody loses the last one, the match ends."""
        return effects_of(self, action, after)

    def turned(self, origin: int | None, target: int) -> list[int]:
        """Return the squares whose cubes turn if one is put on the target, lifted from the origin or new: R3, line by line."""
        return turned(self, origin, target)

    def enclosed_by(self, origin: Whole | None, target: Whole) -> int:
        """Return the bitboard of the cubes that turn if one is put on the target, lifted from the origin or new (R3)."""
        lifted: u128 = 0 if origin is None else BIT[within("a square", origin, 0, 68)]
        square: cython.int = within("a square", target, 0, 68)
        return enclosed(square, self.cubes[self.turn] & ~lifted, self._others(self.turn) & ~lifted)

    # Knowing

    def view_of(self, seat: int | None) -> Own:
        """Everything is open: the cubes of every seat and the neutral ones, as square numbers, the marker and R7's count."""
        return view_of(self, seat)

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        row: cython.int = self.seats * PARTS
        other: cython.int = seat
        bit: cython.int
        i: cython.int
        for i in range(self.seats):
            self._lay(out, STARTS[row + CUBES_PART] + 81 * i, self.cubes[other])
            other = other + 1 if other + 1 < self.seats else 0
        if self.colours > self.seats:
            self._lay(out, STARTS[row + NEUTRAL_PART], self.cubes[self.seats])
        if self.last != NOWHERE:
            bit = lowest128(BIT[self.last])
            lay(out, STARTS[row + LAST_PART] + bit - bit // 10, 1)
        numbers[0] = self.quiet
        return True

    def _lay(self, out: cython.p_ulonglong, first: cython.int, board: u128) -> cython.void:
        """Write a bitboard, whose rows have ten bits, as a plane, whose rows have nine."""
        low: u64 = board & LOW
        high: u64 = board >> 60
        found: u64 = (low & 0x1FF) | (((low >> 10) & 0x1FF) << 9) | (((low >> 20) & 0x1FF) << 18)
        found |= (((low >> 30) & 0x1FF) << 27) | (((low >> 40) & 0x1FF) << 36) | (((low >> 50) & 0x1FF) << 45)
        lay(out, first, found)
        lay(out, first + 54, (high & 0x1FF) | (((high >> 10) & 0x1FF) << 9) | (((high >> 20) & 0x1FF) << 18))

    # Copying and comparing

    def c_copy_from(self, other: State) -> cython.void:
        i: cython.int
        for i in range(self.colours):
            self.cubes[i] = cython.cast(Bradley, other).cubes[i]
        self.empty = cython.cast(Bradley, other).empty
        self.turn = cython.cast(Bradley, other).turn
        self.quiet = cython.cast(Bradley, other).quiet
        self.last = cython.cast(Bradley, other).last
        self.over = cython.cast(Bradley, other).over
        self.drops = cython.cast(Bradley, other).drops
        self.once = cython.cast(Bradley, other).once
        self.risky = cython.cast(Bradley, other).risky
        self.endangered = cython.cast(Bradley, other).endangered
        if self.relocate:
            for i in range(8):
                self.aims[i] = cython.cast(Bradley, other).aims[i]
        if self.sight is not None:
            self.sight.c_copy_from(cython.cast(Bradley, other).sight)

    def c_hash(self) -> cython.ulonglong:
        h: u64 = mix(mix(0, self.turn), self.quiet)
        i: cython.int
        for i in range(self.colours):
            h = mix(mix(h, self.cubes[i] & LOW), self.cubes[i] >> 64)
        return h

    def key(self) -> Hashable:
        """The cubes, the seat to move and the turns since the last drop; the marker has no effect."""
        return (*[self.cubes[i] for i in range(self.seats + 1)], self.turn, self.quiet)

    # Steps of the rules

    def _others(self, seat: cython.int) -> u128:
        """The cubes that a seat may enclose. R4: those of partners too, or not."""
        ours: u128 = self.cubes[seat]
        i: cython.int
        if self.safe:
            for i in range(seat & 1, self.seats, 2):
                ours |= self.cubes[i]
        return BOARD & ~(self.empty | ours)

    def _liftable(self) -> u128:
        """R2: the cubes that the seat to move may relocate."""
        if self.relocate == OWN:
            return self.cubes[self.turn]
        return self.cubes[self.turn] | self._others(self.turn)

    def _lift(self, square: cython.int) -> cython.void:
        bit: u128 = BIT[square]
        i: cython.int
        for i in range(self.colours):
            self.cubes[i] &= ~bit
        self.empty |= bit

    def _place(self, square: cython.int) -> cython.void:
        """R3: put a cube of the seat to move on an empty square and turn what it encloses. The marker goes on top."""
        turned: u128 = enclosed(square, self.cubes[self.turn], self._others(self.turn))
        i: cython.int
        for i in range(self.colours):
            self.cubes[i] &= ~turned
        self.cubes[self.turn] |= turned | BIT[square]
        self.empty &= ~BIT[square]
        self.last = square

    def _look(self) -> cython.void:
        """Find where the seat to move encloses, whose last cube is in danger there, and whether the match is over."""
        touched: u128 = self._aim()
        seat: cython.int
        self.endangered = 0
        self.risky = 0
        self.over = self.drops == 0 and self._is_over()
        if self.drops == 0:
            return
        for seat in range(self.seats):
            if seat != self.turn and self.cubes[seat]:
                self._look_after(seat, touched)

    def _look_after(self, seat: cython.int, touched: u128) -> cython.void:
        """R5: find the moves that may take the last cube of a seat. They are in line with all of its cubes but a lifted one."""
        rest: u128 = self.cubes[seat]
        lifting: cython.bint = self.relocate == ANY and self.quiet < self.patience
        hitting: u128 = self.drops  # in line with all cubes so far
        missing: u128 = self.drops if lifting else 0  # in line with all but one
        line: u128
        number: cython.int
        if not lifting and rest & ~touched:
            return
        while rest and (hitting | missing):
            number = lowest128(rest)
            rest &= rest - 1
            line = LINES[number]
            missing = (missing & line) | hitting if lifting else 0
            hitting &= line
        self._judge(seat, hitting)
        if missing:
            self.endangered |= 1 << seat

    def _judge(self, seat: cython.int, suspects: u128) -> cython.void:
        """R5: find the drops that do take the last cube of a seat."""
        own: u128 = self.cubes[self.turn]
        others: u128 = self._others(self.turn)
        square: cython.int
        while suspects:
            square = SQUARE[lowest128(suspects)]
            suspects &= suspects - 1
            if (self.cubes[seat] & ~enclosed(square, own, others)) == 0:
                self.risky |= BIT[square]
                self.endangered |= 1 << seat

    def _aim(self) -> u128:
        """R3: find `drops` and, while cubes may be relocated, `aims` and `once`; return all cubes that follow an own one."""
        own: u128 = self.cubes[self.turn]
        others: u128 = self._others(self.turn)
        run: u128[8]
        found: u128
        if not cython.compiled:
            run = [0] * 8
        runs(own, others, run)
        found = (run[0] << 1) | (run[1] << 9) | (run[2] << 10) | (run[3] << 11)
        found |= (run[4] >> 1) | (run[5] >> 9) | (run[6] >> 10) | (run[7] >> 11)
        self.drops = found & self.empty
        if self.quiet < self.patience:  # R7
            self.aims[0] = (run[0] << 1) & self.empty
            self.aims[1] = (run[1] << 9) & self.empty
            self.aims[2] = (run[2] << 10) & self.empty
            self.aims[3] = (run[3] << 11) & self.empty
            self.aims[4] = (run[4] >> 1) & self.empty
            self.aims[5] = (run[5] >> 9) & self.empty
            self.aims[6] = (run[6] >> 10) & self.empty
            self.aims[7] = (run[7] >> 11) & self.empty
            self._count_lines()
        return run[0] | run[1] | run[2] | run[3] | run[4] | run[5] | run[6] | run[7]

    def _count_lines(self) -> cython.void:
        """Find `once`: the drops that enclose along one line only."""
        several: u128 = 0
        found: u128 = 0
        d: cython.int
        for d in range(8):
            several |= found & self.aims[d]
            found |= self.aims[d]
        self.once = found & ~several

    def _is_over(self) -> cython.bint:
        """R8: no seat could move if it were its turn. A seat that cannot drop cannot relocate either."""
        seat: cython.int
        found: u128 = 0
        for seat in range(self.seats):
            found |= enclosing(self.cubes[seat], self._others(seat), self.empty)
        return found == 0

    def _list_moves(self, out: cython.p_int, sparing: cython.bint) -> cython.int:
        """Write all moves, or those that spare the last cubes of others, in ascending order; return how many."""
        pairs: cython.int[1200]
        n: cython.int
        pins: cython.int
        square: cython.int
        lifts: u128
        targets: u128
        if not cython.compiled:
            pairs = [0] * 1200
        n = self._write(out, 0, 0, self.drops & ~self.risky if sparing else self.drops)
        if self.quiet >= self.patience:  # R7
            return n
        pins = self._list_pins(pairs)
        lifts = self._liftable()
        while lifts:
            square = SQUARE[lowest128(lifts)]
            lifts &= lifts - 1
            targets = self._targets(square, pairs, pins)
            if sparing:
                targets &= ~self._fatal(square, targets)
            n = self._write(out, n, FIRST_RELOCATION + square * SIZE, targets)
        return n

    def _write(self, out: cython.p_int, n: cython.int, base: cython.int, targets: u128) -> cython.int:
        """Append `base` + square for every square of a board, half by half, as that is quicker; return the new length."""
        half: u64 = targets & LOW
        while half:
            out[n] = base + SQUARE[lowest(half)]
            half &= half - 1
            n += 1
        half = targets >> 64
        while half:
            out[n] = base + SQUARE[64 + lowest(half)]
            half &= half - 1
            n += 1
        return n

    def _list_pins(self, pairs: cython.p_int) -> cython.int:
        """Write pairs of a cube and the drop that it pins: lifted, it cannot go there. Return how many."""
        others: u128 = self._others(self.turn)
        pins: cython.int = 0
        d: cython.int
        target: cython.int
        drops: u128
        line: u128
        for d in range(8):
            drops = self.aims[d] & self.once
            while drops:
                target = SQUARE[lowest128(drops)]
                drops &= drops - 1
                line = self._line(target, d ^ 4, others)
                while line:
                    pairs[2 * pins] = SQUARE[lowest128(line)]
                    pairs[2 * pins + 1] = target
                    line &= line - 1
                    pins += 1
        return pins

    def _line(self, square: cython.int, direction: cython.int, others: u128) -> u128:
        """The anchor that a drop has in a direction and, where other cubes may be lifted, the cubes enclosed."""
        ray: u128 = RAY[square * 8 + direction]
        ends: u128 = ray & ~others
        anchor: u128
        if direction < 4:
            anchor = ends & -ends
            return ray & (anchor | (anchor - 1)) if self.relocate == ANY else anchor
        anchor = POWER[highest128(ends)]
        return ray & -anchor if self.relocate == ANY else anchor

    def _targets(self, square: cython.int, pairs: cython.p_int, pins: cython.int) -> u128:
        """R2: where the cube on a square may be relocated."""
        targets: u128 = self.drops
        i: cython.int
        for i in range(pins):
            if pairs[2 * i] == square:
                targets &= ~BIT[pairs[2 * i + 1]]
        return targets

    def _nth_relocation(
        self, n: cython.int, drops: cython.int, pins: cython.int, pairs: cython.p_int, pinned: cython.p_int
    ) -> cython.int:
        """The n-th relocation, counted from 0, given the number of drops and the pins; `pinned` is room to count them."""
        lifts: u128 = self._liftable()
        square: cython.int
        i: cython.int
        for i in range(SIZE):
            pinned[i] = 0
        for i in range(pins):
            pinned[pairs[2 * i]] += 1
        square = SQUARE[lowest128(lifts)]
        while n >= drops - pinned[square]:
            n -= drops - pinned[square]
            lifts &= lifts - 1
            square = SQUARE[lowest128(lifts)]
        return FIRST_RELOCATION + square * SIZE + nth(self._targets(square, pairs, pins), n)

    def _takes_last(self, taken: u128) -> cython.bint:
        """R5: whether another player would be left without a cube."""
        found: cython.bint = False
        seat: cython.int
        for seat in range(self.seats):
            if (self.endangered >> seat) & 1 and (self.cubes[seat] & ~taken) == 0:
                found = True
        return found

    def _fatal(self, square: cython.int, targets: u128) -> u128:
        """R5: the targets where the cube lifted from a square would take somebody's last cube, itself included."""
        bit: u128 = BIT[square]
        own: u128 = self.cubes[self.turn] & ~bit
        others: u128 = self._others(self.turn) & ~bit
        lost: u128 = bit & ~self.cubes[self.turn]
        found: u128 = 0
        seat: cython.int
        suspects: u128 = self.risky  # a relocation encloses no more than the drop would
        for seat in range(self.seats):
            if (self.endangered >> seat) & 1 and self.cubes[seat] & lost:
                suspects = targets
        targets &= suspects
        while targets:
            square = SQUARE[lowest128(targets)]
            targets &= targets - 1
            if self._takes_last(enclosed(square, own, others) | lost):
                found |= BIT[square]
        return found

    def _sum(self, seat: cython.int) -> cython.int:
        """The cubes of a seat and its partners."""
        total: cython.int = 0
        i: cython.int
        if not self.teams:
            return popcount128(self.cubes[seat])
        for i in range(seat & 1, self.seats, 2):
            total += popcount128(self.cubes[i])
        return total
