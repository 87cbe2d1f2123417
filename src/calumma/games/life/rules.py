# distutils: extra_compile_args = -O3
"""Life of a Chameleon: the protocol over the rules in turn.py and cards.py (numbers as in RULES.md).

| actions | meaning |
| --- | --- |
| 0 | end the turn |
| 1 | done with the last phase |
| 2, 3, 4 | draw a colour card blind; wear it; decline it |
| 5 + space | go (space: number in the rule book - 1) |
| 24 + space | go with a Sneak card |
| 43 + colour * 19 + space | move a snake to that space |
| 157 + card | take a face-up colour card |
| 178 + colour | lie in wait |
| 184 + colour * 19 + space | the scared bug of that colour comes to rest there |
| 298 + colour | eat a bug, into the stash |
| 304 + place | eat a bug, onto an objective (place: side * 64 + objective; side 0 next of an own one, 1 left, 2 right start) |
| 496 + place | put a stashed bug onto an objective |
| 688 + colour | Wild card, into the stash |
| 694 + place | Wild card, onto an objective |
| 886 + given * 6 + taken | trade |
| 922 + gather * 19 + space | Gather card (gather: three colours) |
| 1302 + colour | Hide card |
| 1308 | Extra Action card |
| 1309 + (colour * 19 + from) * 19 + to | Move Bug card |
| 3475 + colour | chance: the snake for the next space |
| 3481 + colour | chance: the bug for the next space |
| 3487 + card | chance: a colour card |
| 3508 + objective | chance: an objective |
| 3572 + space * 6 + colour | chance: the roll that begins a turn |
| 3686 + space | chance: a roll of lying in wait |
| 3705 + n | chance: the progress die shows n + 1 |
| 3709 + kind | chance: an achievement card |

There are 3739 in all, whatever the deck (up to 64 objectives), so no list of legal actions outgrows a buffer of 4096.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.effect import Effect
from calumma.core.given import Whole, within
from calumma.core.state import Rng, State
from calumma.games.life.board import COLOURS
from calumma.games.life.effects import effects_of
from calumma.games.life.layout import (
    BLIND,
    DECLINE,
    DONE,
    DRAW_ACHIEVEMENT,
    DRAW_BUG,
    DRAW_COLOR,
    DRAW_OBJECTIVE,
    DRAW_SNAKE,
    EAT,
    END,
    ROLL,
    ROLL_D4,
    ROLL_SPACE,
    SCARE,
    WEAR,
)
from calumma.games.life.phases import (
    ACHIEVEMENT,
    ACT,
    BLIND_DRAW,
    BUGS,
    COLOURS_ROW,
    FINISHED,
    FIRST_CARDS,
    FIRST_OBJECTIVES,
    FIRST_ROW,
    LAST,
    OBJECTIVES,
    OFFERED,
    PROGRESS_ROLL,
    SCARED,
    SNAKES,
    TURN_ROLL,
    WAIT_ROLL,
)
from calumma.games.life.planes import (
    BOARD_END,
    BOARD_NUMBERS,
    CARD_AT,
    CARDS_END,
    COMPLETED_AT,
    DISCARD_AT,
    FED_AT,
    FINISHED_AT,
    FROM_RIGHT_AT,
    HAND_AT,
    OBJECTIVES_AT,
    OFFERED_AT,
    PHASE_AT,
    PLACE_AT,
    ROW_AT,
    SCARED_COLOUR_AT,
    SCARED_SPACE_AT,
    SEAT_END,
    SEAT_NUMBERS,
    SNAKES_AT,
    SNEAKING_AT,
    USED_AT,
    WAITING_AT,
)
from calumma.games.life.showing import restored, view_of
from calumma.games.life.table import LifeTable
from calumma.games.life.turn import Turn
from calumma.games.life.view import Own

if not cython.compiled:
    from calumma.core.bits import clip, lay, lowest, narrow, nibbles, part, popcount, wipe
    from calumma.core.deal import deal_counts
    from calumma.core.protocol import CHANCE, MOST_SEATS, OVER, Scores
    from calumma.games.life.evaluate import estimate


class Life(Turn):
    """A position of Life of a Chameleon."""

    # Playing

    def c_to_act(self) -> cython.int:
        return CHANCE if self.phase < ACT else OVER if self.phase == FINISHED else self.turn

    def c_legal(self, out: cython.p_int) -> cython.int:
        return self._list_outcomes(out) if self.phase < ACT else self._list_deeds(out, cython.NULL)

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        return State.c_mask(self, out) if self.phase < ACT else self._list_deeds(cython.NULL, out)

    def _list_deeds(self, out: cython.p_int, words: cython.p_ulonglong) -> cython.int:
        """Write what a seat may do, as a list or into words (`write_mask`)."""
        n: cython.int = 0
        if self.phase == ACT:
            return self.list_free_deeds(out, words, self.list_actions(out, words, 0))
        if self.phase == SCARED:
            return self.list_scares(out, words)
        if self.phase == OFFERED:  # R7c
            if self.wearable(cython.cast(cython.uint, 1) << self.offered):
                n = self.write_mask(out, words, 0, WEAR, 1)
            return self.write_mask(out, words, n, DECLINE, 1)
        if self.phase == LAST:  # R17
            return self.list_last_deeds(out, words, self.write_mask(out, words, 0, DONE, 1))
        return 0

    def _list_outcomes(self, out: cython.p_int) -> cython.int:
        kind: cython.int
        colours: cython.uint = 0
        n: cython.int = 0
        if self.phase == TURN_ROLL:
            return self._list_rolls(out)
        if self.phase == WAIT_ROLL:
            return self._count_up(out, ROLL_SPACE, self.sizes.spaces)
        if self.phase == PROGRESS_ROLL:
            return self._count_up(out, ROLL_D4, 4)
        if self.phase == SNAKES:
            for kind in range(self.sizes.snakes):
                if self.snake_on[kind] < 0:
                    colours |= cython.cast(cython.uint, 1) << kind
            return self.write_mask(out, cython.NULL, 0, DRAW_SNAKE, colours)
        if self.phase == BUGS:
            return self.write_mask(out, cython.NULL, 0, DRAW_BUG, self.supplied())
        if self.phase in (FIRST_OBJECTIVES, OBJECTIVES):
            return self.write_mask(out, cython.NULL, 0, DRAW_OBJECTIVE, self.objective_deck)
        if self.phase == ACHIEVEMENT:
            for kind in range(30):
                if self.left[kind]:
                    out[n] = DRAW_ACHIEVEMENT + kind
                    n += 1
            return n
        return self.write_mask(out, cython.NULL, 0, DRAW_COLOR, self.color_deck)

    def _list_rolls(self, out: cython.p_int) -> cython.int:
        """R6: a space and a colour."""
        space: cython.int
        colour: cython.int
        n: cython.int = 0
        for space in range(self.sizes.spaces):
            for colour in range(self.sizes.colours):
                out[n] = ROLL + space * 6 + colour
                n += 1
        return n

    def _count_up(self, out: cython.p_int, first: cython.int, count: cython.int) -> cython.int:
        i: cython.int
        for i in range(count):
            out[i] = first + i
        return count

    def c_chance(self, out: cython.p_int) -> cython.int:
        n: cython.int = self._list_outcomes(out)
        i: cython.int
        for i in range(n):
            if self.phase == BUGS:
                out[i] = self.supply[out[i] - DRAW_BUG]  # R2
            elif self.phase == ACHIEVEMENT:
                out[i] = self.left[out[i] - DRAW_ACHIEVEMENT]
            elif self.phase == TURN_ROLL:
                out[i] = 2 if i < self.sizes.colours else 1  # R6: faces 1 and 20 are the centre
            elif self.phase == WAIT_ROLL:
                out[i] = 2 if i == 0 else 1
            else:
                out[i] = 1
        return n

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """As in the base, without listing the outcomes of dice."""
        n: cython.int
        colours: cython.int = self.sizes.colours
        if self.phase >= ACT:
            n = self.c_legal(actions)
            return actions[rng.c_below(n)] if n else -1
        if self.phase == TURN_ROLL:
            n = rng.c_below((self.sizes.spaces + 1) * colours)
            n = n // 2 if n < 2 * colours else n - colours
            return ROLL + n // colours * 6 + n % colours
        if self.phase == WAIT_ROLL:
            n = rng.c_below(self.sizes.spaces + 1)
            return ROLL_SPACE + (n // 2 if n < 2 else n - 1)
        if self.phase in (BUGS, ACHIEVEMENT):
            return self._pick_weighted(rng, actions, weights)
        return actions[rng.c_below(self._list_outcomes(actions))]

    def _pick_weighted(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        n: cython.int = self._list_outcomes(actions)
        self.c_chance(weights)
        return actions[rng.c_by_weight(weights, n)]

    def c_apply(self, action: cython.int) -> cython.void:
        if action >= DRAW_SNAKE:
            self._befall(action)
        elif action >= EAT:
            self.free_deed(action)
        elif action >= SCARE:
            self.scare((action - SCARE) // 19, (action - SCARE) % 19)
        elif action > DECLINE or action == BLIND:
            self.act(action)
        elif action == END:
            self.end_turn()
            if self.completed:  # R14
                self.phase = PROGRESS_ROLL
            else:
                self.close_turn()
        elif action == DONE:
            self.finish_seat()
        else:
            self._answer_offer(action == WEAR)

    def _befall(self, action: cython.int) -> cython.void:
        """Chance has spoken."""
        if action >= DRAW_ACHIEVEMENT:  # R12
            self.hand[self.turn * 30 + action - DRAW_ACHIEVEMENT] += 1
            self.left[action - DRAW_ACHIEVEMENT] -= 1
            self.deck_size -= 1
            self.phase = ACT
        elif action >= ROLL_D4:  # R14
            self.marker += action - ROLL_D4 + 1
            self.close_turn()
        elif action >= ROLL_SPACE:  # R7d
            self.place_bug(self.waiting, action - ROLL_SPACE)
            self.waiting = 0
        elif action >= ROLL:  # R6
            self.place_bug((action - ROLL) % 6, (action - ROLL) // 6)
        elif action >= DRAW_OBJECTIVE:
            self._lay_objective(action - DRAW_OBJECTIVE)
        elif action >= DRAW_COLOR:
            self._turn_up_color(action - DRAW_COLOR)
        elif action >= DRAW_BUG:
            self._seed_bug(action - DRAW_BUG)
        else:
            self._seed_snake(action - DRAW_SNAKE)

    def _seed_snake(self, colour: cython.int) -> cython.void:
        """R1: the snakes for spaces 2 to 7."""
        placed: cython.int = 0
        other: cython.int
        for other in range(6):
            if self.snake_on[other] >= 0:
                placed += 1
        self.snake_on[colour] = placed + 1
        if placed + 1 == self.sizes.snakes:
            self.phase = BUGS

    def _seed_bug(self, colour: cython.int) -> cython.void:
        """R2: a bug for each of the spaces 2 to 19."""
        space: cython.int = 1
        while self.bugs[space]:
            space += 1
        self.supply[colour] -= 1
        self.add_bug(colour, space)
        if space + 1 == self.sizes.spaces:
            self.phase = FIRST_ROW if self.sizes.color_row else FIRST_CARDS

    def _turn_up_color(self, card: cython.int) -> cython.void:
        """A colour card comes from the deck: R3 and R15 into the row, R4 for a seat, R7c for the seat that drew blind."""
        bit: cython.uint = cython.cast(cython.uint, 1) << card
        self.color_deck &= ~bit
        if self.phase == BLIND_DRAW:
            self.offered = card
            self.phase = OFFERED
        elif self.phase == FIRST_CARDS:
            self._deal_card(card)
        else:
            self.row |= bit
            if self.phase == COLOURS_ROW:
                self.refill()
            elif popcount(self.row) == self.sizes.color_row:
                self.phase = FIRST_CARDS

    def _deal_card(self, card: cython.int) -> cython.void:
        """R4: a seat's first colour."""
        self.worn[self.turn] = card
        self.derive_skin(self.turn)
        self.turn = (self.turn + 1) % self.seats
        if self.turn == 0:
            self.phase = FIRST_OBJECTIVES

    def _lay_objective(self, objective: cython.int) -> cython.void:
        """R5, R15: an objective is laid into the row."""
        bit: cython.ulonglong = cython.cast(cython.ulonglong, 1) << objective
        self.objective_deck &= ~bit
        self.objectives |= bit
        if self.phase == OBJECTIVES:
            self.refill()
        elif popcount(self.objectives) == self.sizes.objective_row:
            self.begin_turn()

    def _answer_offer(self, accept: cython.bint) -> cython.void:
        """R7c: wear the card drawn blind, or discard it."""
        card: cython.int = self.offered
        self.offered = -1
        if accept:
            self.wear(card)
        else:
            self.discard |= cython.cast(cython.uint, 1) << card
            self.phase = ACT

    def c_scores(self, out: cython.p_int) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):  # R18
            out[seat] = self.earned[seat] - 2 * popcount(self.going[seat])

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        scores: Scores
        best: cython.int = 0
        winners: cython.int = 0
        seat: cython.int
        if not cython.compiled:
            scores = [0] * MOST_SEATS
        self.c_scores(scores)
        for seat in range(self.seats):
            if seat == 0 or scores[seat] > best:
                best, winners = scores[seat], 0
            if scores[seat] == best:
                winners += 1
        for seat in range(self.seats):  # R18: ties share
            out[seat] = 1.0 / winners if scores[seat] == best else 0.0

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        if self.phase == FINISHED:
            self.c_payoffs(out)
        else:
            estimate(self, out)

    def reason(self) -> str:
        """Return why the match ended, as a message key; empty while it runs."""
        if self.phase != FINISHED:
            return ""
        if self.marker >= self.goal:
            return "progress"
        return "rounds" if self.turns >= self.sizes.rounds * self.seats else "starved"

    # Knowing

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """What a ply does, and what follows from it."""
        return effects_of(self, action, after)

    def view_of(self, seat: int | None) -> Own:
        """Everything on the table, and of the hands only the seat's own."""
        return view_of(self, seat)

    def scared(self) -> str:
        """Return the letter of the colour whose bug must be sent off, in the phase in which one must."""
        colour: cython.int = self.scared_colour()
        return COLOURS[colour] if 0 <= colour < len(COLOURS) else ""

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.facts())

    def colour_for(self, place: Whole) -> int:
        """Return the colour of the bug that fits a place of an objective, numbered as in the actions."""
        return int(self.colour_onto(within("a place", place, 0, 191)))

    def seen(self, action: int, seat: int | None) -> int | None:
        """An achievement card is seen by the seat that draws it."""
        return None if self.phase == ACHIEVEMENT and seat != self.turn else action

    def c_determinize(self, seat: cython.int, rng: Rng) -> cython.void:
        """Deal the other hands from the achievement cards that the seat has not seen."""
        sizes: cython.int[4]
        other: cython.int
        kind: cython.int
        if not cython.compiled:
            sizes = [0] * 4
        for other in range(self.seats):
            sizes[other] = 0
            if other != seat:
                for kind in range(30):
                    sizes[other] += self.hand[other * 30 + kind]
                    self.left[kind] += self.hand[other * 30 + kind]
                    self.hand[other * 30 + kind] = 0
        for other in range(self.seats):
            deal_counts(self.left, 30, sizes[other], self.hand, other * 30, rng)

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        n: cython.int = BOARD_END
        i: cython.int
        self._observe_board(out, numbers)
        numbers = part(numbers, BOARD_NUMBERS)
        for i in range(seat, seat + self.seats):
            self._observe_seat(i if i < self.seats else i - self.seats, out, n, numbers)
            n += SEAT_END
            numbers = part(numbers, SEAT_NUMBERS)
        narrow(numbers, HAND_AT, self.hand, seat * 30, 30)
        narrow(numbers, USED_AT, self.used, 0, 30)
        self._observe_table(out, n + CARDS_END, part(numbers, CARDS_END))
        return True

    def _observe_board(self, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.void:
        """Bugs and snakes, a plane a colour, and the space that must be cleared."""
        colour: cython.int
        for colour in range(6):
            nibbles(numbers, 19 * colour, self.bugs, 19, 4 * colour)
            if self.snake_on[colour] >= 0:
                lay(out, SNAKES_AT + 19 * colour + self.snake_on[colour], 1)
        if self.phase == SCARED:
            lay(out, SCARED_SPACE_AT + self.pending, 1)
            lay(out, SCARED_COLOUR_AT + self.scared_colour(), 1)

    def _observe_seat(self, seat: cython.int, out: cython.p_ulonglong, n: cython.int, numbers: cython.p_schar) -> cython.void:
        """What lies openly before a seat, and how many cards it holds. Numbers: stash, bugs on objectives, open cards, hand."""
        i: cython.int
        begun: cython.ulonglong = self.going[seat]
        held: cython.int = 0
        lay(out, n + PLACE_AT + self.place[seat], 1)
        if self.worn[seat] >= 0:
            lay(out, n + CARD_AT + self.worn[seat], 1)
        lay(out, n + FROM_RIGHT_AT, begun & self.from_right)
        lay(out, n + FINISHED_AT, self.finished[seat])
        lay(out, n + SNEAKING_AT, self.sneaking[seat])
        for i in range(6):
            numbers[i] = (self.stash[seat] >> (4 * i)) & 15
        wipe(numbers, 6, 64)
        while begun:
            i = lowest(begun)
            begun &= begun - 1
            numbers[6 + i] = self.filled[i]
        narrow(numbers, 70, self.laid, seat * 30, 30)
        for i in range(seat * 30, seat * 30 + 30):
            held += self.hand[i]
        numbers[100] = held

    def _observe_table(self, out: cython.p_ulonglong, n: cython.int, numbers: cython.p_schar) -> cython.void:
        """Rows, decks, supply and counters."""
        lay(out, n + ROW_AT, self.row)
        lay(out, n + DISCARD_AT, self.discard)
        lay(out, n + OBJECTIVES_AT, self.objectives)
        if self.offered >= 0:
            lay(out, n + OFFERED_AT + self.offered, 1)
        if self.phase == WAIT_ROLL:
            lay(out, n + WAITING_AT + self.waiting, 1)
        lay(out, n + PHASE_AT + self.phase, 1)
        lay(out, n + FED_AT, self.fed)
        lay(out, n + COMPLETED_AT, self.completed)
        narrow(numbers, 0, self.supply, 0, 6)
        numbers[6] = popcount(self.color_deck)
        numbers[7] = popcount(self.objective_deck)
        numbers[8] = clip(self.deck_size)
        numbers[9] = self.actions
        numbers[10] = self.rolls
        numbers[11] = clip(self.marker)
        numbers[12] = clip(self.goal)
        numbers[13] = self.turns // self.seats
        numbers[14] = self.starved
        numbers[15] = self.unfinished

    # Copying and comparing

    def c_copy_from(self, other: State) -> cython.void:
        self.copy_table(cython.cast(LifeTable, other))

    def c_hash(self) -> cython.ulonglong:
        return self.hash_table()
