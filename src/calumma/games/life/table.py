# distutils: extra_compile_args = -O3
"""What lies on the table: every field of a position, questions about the board, and how positions are copied and compared.

The rules are built on top in three steps: `cards.Cards` (bugs eaten, objectives, achievement cards), `turn.Turn` (actions,
scaring, the end of a turn) and `rules.Life` (the protocol).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import cython

from calumma.core.state import State
from calumma.games.life import board
from calumma.games.life.box import BOX, Box, box_of
from calumma.games.life.deck import Deck, read_deck
from calumma.games.life.phases import BUGS, SNAKES

if not cython.compiled:
    from calumma.core.bits import lay, lowest, mix, popcount

ADJACENT = board.ADJACENT
CARD_COLOURS = board.CARD_COLOURS
ALL_COLOURS = 63
NONE = -1

COUNTERS = ("phase", "turn", "actions", "rolls", "fed", "completed", "marker", "turns", "starved")
PENDING = ("pending", "waiting", "offered", "unfinished")


class Tables:
    """The decks of a match, as the rules look them up."""

    def __init__(self, deck: Deck) -> None:
        if not cython.compiled:
            self.length, self.order, self.points = [0] * 64, [0] * 1024, [0] * 64
            self.ends, self.copies, self.goals = [0] * 12, [0] * 30, [0] * 5
        self.deck = deck
        self.count = len(deck.objectives)
        self.achievements = deck.achievements
        self.gather_points, self.hide_points = deck.gather_points, deck.hide_points
        for i in range(12):
            self.ends[i] = 0
        for k in range(len(deck.objectives)):
            self._add_objective(k, ["ROYGBV".index(letter) for letter in deck.objectives[k]], deck.points[k])
        for kind in range(30):
            self.copies[kind] = deck.copies[kind]
        for seats in range(2, 5):
            self.goals[seats] = deck.goals[seats]

    def __reduce__(self) -> tuple[type[Tables], tuple[Deck]]:
        return Tables, (self.deck,)

    def _add_objective(self, k: int, colours: list[int], points: int) -> None:
        self.length[k] = len(colours)
        self.points[k] = points
        for side in range(2):
            for i in range(len(colours)):
                self.order[(k * 2 + side) * 8 + i] = colours[i] if side == 0 else colours[len(colours) - 1 - i]
            self.ends[side * 6 + self.order[(k * 2 + side) * 8]] |= cython.cast(cython.ulonglong, 1) << k


@lru_cache(maxsize=64)
def tables_of(cards: str) -> Tables:
    """Return the tables of a deck file's content."""
    return Tables(read_deck(cards))


class Sizes:
    """The numbers of a box, as the rules look them up; table.pxd says what they mean."""

    def __init__(self, box: Box) -> None:
        self.contents, self.spaces, self.colours, self.snakes, self.bugs = box, box.spaces, box.colours, box.snakes, box.bugs
        self.actions, self.rolls, self.rounds, self.cards = box.actions, box.rolls, box.rounds, box.cards
        self.color_row, self.objective_row = box.color_row, box.objective_row

    def __reduce__(self) -> tuple[type[Sizes], tuple[Box]]:
        return Sizes, (self.contents,)


RULE_BOOK = Sizes(BOX)


@lru_cache(maxsize=64)
def sizes_of(box: Box) -> Sizes:
    """Return the numbers of a box."""
    return Sizes(box)


class LifeTable(State):
    """A position without its rules. Its fields and their meanings are in table.pxd."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game)
        if not cython.compiled:
            self._make_lists()
        self.tables = tables_of(game.options["cards"])
        self.sizes = sizes_of(box_of(self.seats, game.options)) if "spaces" in game.options else RULE_BOOK
        self.board = (0 if game.options["board"] == "hex" else 19) + 38 * (19 - self.sizes.spaces)
        self.recycle = game.options["recycle"] == "on"
        self.goal = self.tables.goals[self.seats]
        self._clear()

    def _make_lists(self) -> None:
        """Interpreted, the arrays of table.pxd are lists."""
        self.bugs, self.filled, self.used, self.left = [0] * 19, [0] * 64, [0] * 30, [0] * 30
        self.snake_on, self.where, self.supply = [0] * 6, [0] * 6, [0] * 6
        self.place, self.worn, self.sneaking, self.stash = [0] * 4, [0] * 4, [False] * 4, [0] * 4
        self.going, self.finished, self.skin, self.stashed, self.earned = [0] * 4, [0] * 4, [0] * 4, [0] * 4, [0] * 4
        self.hand, self.laid, self.wants = [0] * 120, [0] * 120, [0] * 24

    def _clear(self) -> None:
        """An empty table, before the first snake is placed."""
        i: cython.int
        self.phase = SNAKES if self.sizes.snakes else BUGS
        self.turn, self.actions, self.rolls, self.marker = 0, 0, 0, 0
        self.fed = self.completed = False
        self.turns, self.starved, self.pending, self.waiting, self.unfinished = 0, 0, 0, 0, 0
        self.offered = NONE
        self.row, self.discard, self.objectives, self.from_right = 0, 0, 0, 0
        for i in range(19):
            self.bugs[i] = 0
        for i in range(6):
            self.snake_on[i] = NONE
        for i in range(4):
            self.place[i], self.worn[i], self.sneaking[i], self.stash[i] = 0, NONE, False, 0
            self.going[i], self.finished[i] = 0, 0
        for i in range(64):
            self.filled[i] = 0
        for i in range(120):
            self.hand[i], self.laid[i] = 0, 0
        for i in range(30):
            self.used[i] = 0
        self.derive()

    # Questions

    def barred(self, colour: cython.int) -> cython.uint:
        """The spaces with a chameleon that a bug or snake of this colour does not match (R7b, R8)."""
        spaces: cython.uint = 0
        seat: cython.int
        for seat in range(self.seats):
            if not (self.skin[seat] >> colour) & 1:
                spaces |= cython.cast(cython.uint, 1) << self.place[seat]
        return spaces

    def resting_places(self, colour: cython.int, space: cython.int) -> cython.uint:
        """R8: where a bug that leaves a space may come to rest, going on while a chameleon there scares it."""
        barred: cython.uint = self.barred(colour)
        reached: cython.uint = ADJACENT[self.board + space]
        on: cython.uint = reached & barred
        passed: cython.uint = 0
        while on:
            passed |= on & (0 - on)
            reached |= ADJACENT[self.board + lowest(on)]
            on = reached & barred & ~passed
        return reached & ~barred & ~(cython.cast(cython.uint, 1) << space)

    def snake_places(self, colour: cython.int) -> cython.uint:
        """R7b: where one move may bring a snake: step by step, going on while another snake lies there."""
        start: cython.uint
        barred: cython.uint
        others: cython.uint = 0
        reached: cython.uint
        on: cython.uint
        passed: cython.uint = 0
        other: cython.int
        if self.snake_on[colour] < 0:
            return 0
        start = cython.cast(cython.uint, 1) << self.snake_on[colour]
        barred = self.barred(colour) | start
        reached = ADJACENT[self.board + self.snake_on[colour]] & ~barred
        for other in range(6):
            if self.snake_on[other] >= 0:
                others |= cython.cast(cython.uint, 1) << self.snake_on[other]
        others &= ~start
        on = reached & others
        while on:
            passed |= on & (0 - on)
            reached |= ADJACENT[self.board + lowest(on)] & ~barred
            on = reached & others & ~passed
        return reached & ~others

    def snake_at(self, space: cython.int) -> cython.int:
        """The colour of the snake on a space, or -1."""
        colour: cython.int
        for colour in range(6):
            if self.snake_on[colour] == space:
                return colour
        return -1

    def colours_at(self, space: cython.int) -> cython.uint:
        """The colours of the bugs on a space."""
        return self.colours_of(self.bugs[space])

    def colours_of(self, packed: cython.uint) -> cython.uint:
        """The colours of packed bugs: of every four bits that are not all zero one bit."""
        packed |= packed >> 1
        packed |= packed >> 2
        return (
            (packed & 1)
            | ((packed >> 3) & 2)
            | ((packed >> 6) & 4)
            | ((packed >> 9) & 8)
            | ((packed >> 12) & 16)
            | ((packed >> 15) & 32)
        )

    def needs_sneaking(self, seat: cython.int) -> cython.bint:
        """Whether a chameleon shares its space with a snake that it does not match."""
        colour: cython.int = self.snake_at(self.place[seat])
        return colour >= 0 and not (self.skin[seat] >> colour) & 1

    def next_colour(self, objective: cython.int) -> cython.int:
        """R12: the colour of the next bug on an objective that was begun."""
        side: cython.int = (self.from_right >> objective) & 1
        return self.tables.order[(objective * 2 + side) * 8 + self.filled[objective]]

    def supplied(self) -> cython.uint:
        """The colours of which the supply has a bug."""
        colours: cython.uint = 0
        colour: cython.int
        for colour in range(6):
            if self.supply[colour]:
                colours |= cython.cast(cython.uint, 1) << colour
        return colours

    # Steps that keep the fields in agreement

    def add_bug(self, colour: cython.int, space: cython.int) -> cython.void:
        """Lay a bug on a space."""
        self.bugs[space] += cython.cast(cython.uint, 1) << (4 * colour)
        self.where[colour] |= cython.cast(cython.uint, 1) << space

    def take_bug(self, colour: cython.int, space: cython.int) -> cython.void:
        """Take a bug off a space."""
        self.bugs[space] -= cython.cast(cython.uint, 1) << (4 * colour)
        if not (self.bugs[space] >> (4 * colour)) & 15:
            self.where[colour] &= ~(cython.cast(cython.uint, 1) << space)

    def write_mask(
        self, out: cython.p_int, words: cython.p_ulonglong, n: cython.int, first: cython.int, mask: cython.ulonglong
    ) -> cython.int:
        """Write an action for every bit of a mask, from `first` on, after the n that are there; return how many there are then.

        With words, they are bits of these; without, they are listed.
        """
        if words != cython.NULL:
            lay(words, first, mask)
            return n + popcount(mask)
        while mask:
            out[n] = first + lowest(mask)
            n += 1
            mask &= mask - 1
        return n

    def derive_skin(self, seat: cython.int) -> cython.void:
        """The colours of a seat's chameleon are those of its card; without a card nothing is scared of it."""
        self.skin[seat] = ALL_COLOURS if self.worn[seat] == NONE else CARD_COLOURS[self.worn[seat]]

    def derive(self) -> None:
        """Compute the fields that follow from others."""
        self._derive_bugs()
        self._derive_colors()
        self._derive_objectives()
        self._derive_achievements()

    def _derive_bugs(self) -> None:
        colour: cython.int
        i: cython.int
        seat: cython.int
        count: cython.int
        for seat in range(4):
            self.stashed[seat] = 0
        for colour in range(6):
            self.where[colour] = 0
            self.supply[colour] = self.sizes.bugs if colour < self.sizes.colours else 0
            for i in range(19):
                count = (self.bugs[i] >> (4 * colour)) & 15
                self.supply[colour] -= count
                if count:
                    self.where[colour] |= cython.cast(cython.uint, 1) << i
            for seat in range(4):
                count = (self.stash[seat] >> (4 * colour)) & 15
                self.supply[colour] -= count
                self.stashed[seat] += count

    def _derive_colors(self) -> None:
        seat: cython.int
        self.color_deck = self.sizes.cards & ~self.row & ~self.discard
        if self.offered != NONE:
            self.color_deck &= ~(cython.cast(cython.uint, 1) << self.offered)
        for seat in range(4):
            self.derive_skin(seat)
            if self.worn[seat] != NONE:
                self.color_deck &= ~(cython.cast(cython.uint, 1) << self.worn[seat])

    def _derive_objectives(self) -> None:
        """Also takes the bugs that lie on objectives out of the supply."""
        k: cython.int
        i: cython.int
        seat: cython.int
        side: cython.int
        bit: cython.ulonglong
        self.objective_deck = 0
        for i in range(24):
            self.wants[i] = 0
        for seat in range(4):
            self.earned[seat] = 0
        for k in range(self.tables.count):
            bit = cython.cast(cython.ulonglong, 1) << k
            side = (self.from_right >> k) & 1
            if not self.objectives & bit:
                self.objective_deck |= bit
            for seat in range(4):
                if (self.going[seat] | self.finished[seat]) & bit:
                    self.objective_deck &= ~bit
                    if self.going[seat] & bit or not self.recycle:
                        for i in range(self.filled[k]):
                            self.supply[self.tables.order[(k * 2 + side) * 8 + i]] -= 1
                if self.going[seat] & bit:
                    self.wants[seat * 6 + self.next_colour(k)] |= bit
                if self.finished[seat] & bit:
                    self.earned[seat] += self.tables.points[k]

    def _derive_achievements(self) -> None:
        kind: cython.int
        seat: cython.int
        self.deck_size = 0
        for kind in range(30):
            self.left[kind] = self.tables.copies[kind] - self.used[kind]
            for seat in range(4):
                self.left[kind] -= self.hand[seat * 30 + kind] + self.laid[seat * 30 + kind]
                if kind == 26 and self.sneaking[seat]:
                    self.left[kind] -= 1
                points = self.tables.gather_points if kind < 20 else self.tables.hide_points
                self.earned[seat] += self.laid[seat * 30 + kind] * points
            self.deck_size += self.left[kind]

    # All of it, for texts and comparisons

    def facts(self) -> dict[str, Any]:
        """Return every field that does not follow from others: the whole truth, hands included."""
        found: dict[str, Any] = {name: int(getattr(self, name)) for name in (*COUNTERS, *PENDING)}
        found["bugs"] = [self.bugs[i] for i in range(19)]
        found["snakes"] = [self.snake_on[i] for i in range(6)]
        found["place"] = [self.place[i] for i in range(self.seats)]
        found["worn"] = [self.worn[i] for i in range(self.seats)]
        found["sneaking"] = [int(self.sneaking[i]) for i in range(self.seats)]
        found["row"], found["discard"] = self.row, self.discard
        found["stash"] = [self.stash[i] for i in range(self.seats)]
        found["objectives"], found["from_right"] = self.objectives, self.from_right
        found["going"] = [self.going[i] for i in range(self.seats)]
        found["finished"] = [self.finished[i] for i in range(self.seats)]
        found["filled"] = [self.filled[i] for i in range(64)]
        found["hand"] = [[self.hand[seat * 30 + kind] for kind in range(30)] for seat in range(self.seats)]
        found["laid"] = [[self.laid[seat * 30 + kind] for kind in range(30)] for seat in range(self.seats)]
        found["used"] = [self.used[kind] for kind in range(30)]
        return found

    def supplies(self) -> list[int]:
        """Return how many bugs of each colour the supply has."""
        return [self.supply[i] for i in range(6)]

    def decks(self) -> dict[str, Any]:
        """Return what is left in the three decks: masks of colour cards and objectives, counts of achievement cards."""
        return {
            "colors": self.color_deck,
            "objectives": self.objective_deck,
            "achievements": [self.left[kind] for kind in range(30)],
        }

    def set_up(self, facts: dict[str, Any]) -> None:
        """Become the position with these facts; the inverse of `facts`, it trusts the caller."""
        self.phase, self.turn, self.actions, self.rolls = facts["phase"], facts["turn"], facts["actions"], facts["rolls"]
        self.fed, self.completed, self.marker = facts["fed"], facts["completed"], facts["marker"]
        self.turns, self.starved, self.pending = facts["turns"], facts["starved"], facts["pending"]
        self.waiting, self.offered, self.unfinished = facts["waiting"], facts["offered"], facts["unfinished"]
        self.row, self.discard, self.objectives = facts["row"], facts["discard"], facts["objectives"]
        self.from_right = facts["from_right"]
        for i in range(19):
            self.bugs[i] = facts["bugs"][i]
        for i in range(6):
            self.snake_on[i] = facts["snakes"][i]
        for i in range(64):
            self.filled[i] = facts["filled"][i]
        for kind in range(30):
            self.used[kind] = facts["used"][kind]
        for seat in range(self.seats):
            self._set_up_seat(seat, facts)
        self.derive()

    def _set_up_seat(self, seat: int, facts: dict[str, Any]) -> None:
        self.place[seat], self.worn[seat], self.sneaking[seat] = (
            facts["place"][seat],
            facts["worn"][seat],
            facts["sneaking"][seat],
        )
        self.stash[seat], self.going[seat], self.finished[seat] = (
            facts["stash"][seat],
            facts["going"][seat],
            facts["finished"][seat],
        )
        for kind in range(30):
            self.hand[seat * 30 + kind] = facts["hand"][seat][kind]
            self.laid[seat * 30 + kind] = facts["laid"][seat][kind]

    def key(self) -> Hashable:
        """Every fact, in one flat tuple."""
        return tuple(_flat(list(self.facts().values())))

    # Copying and comparing

    def copy_table(self, other: LifeTable) -> cython.void:
        """Take over every field of a position of the same game."""
        i: cython.int
        self.phase, self.turn, self.actions, self.rolls = other.phase, other.turn, other.actions, other.rolls
        self.fed, self.completed, self.marker = other.fed, other.completed, other.marker
        self.turns, self.starved, self.pending = other.turns, other.starved, other.pending
        self.waiting, self.offered, self.unfinished = other.waiting, other.offered, other.unfinished
        self.row, self.discard, self.color_deck = other.row, other.discard, other.color_deck
        self.objectives, self.objective_deck, self.from_right = other.objectives, other.objective_deck, other.from_right
        self.deck_size = other.deck_size
        for i in range(19):
            self.bugs[i] = other.bugs[i]
        for i in range(6):
            self.snake_on[i], self.where[i], self.supply[i] = other.snake_on[i], other.where[i], other.supply[i]
        for i in range(4):
            self.place[i], self.worn[i], self.sneaking[i] = other.place[i], other.worn[i], other.sneaking[i]
            self.stash[i], self.stashed[i], self.skin[i] = other.stash[i], other.stashed[i], other.skin[i]
            self.going[i], self.finished[i], self.earned[i] = other.going[i], other.finished[i], other.earned[i]
        for i in range(24):
            self.wants[i] = other.wants[i]
        for i in range(30):
            self.used[i], self.left[i] = other.used[i], other.left[i]
        for i in range(64):
            self.filled[i] = other.filled[i]
        for i in range(120):
            self.hand[i], self.laid[i] = other.hand[i], other.laid[i]

    def hash_table(self) -> cython.ulonglong:
        """A hash of every field that does not follow from others: hands and counters too."""
        h: cython.ulonglong = mix(mix(0, self.phase * 4 + self.turn), self.marker * 1024 + self.turns)
        i: cython.int
        seat: cython.int
        h = mix(h, (self.actions * 4 + self.rolls) * 4 + self.fed * 2 + self.completed)
        h = mix(h, ((self.starved * 32 + self.pending) * 8 + self.waiting) * 32 + self.offered + 1)
        h = mix(h, (cython.cast(cython.ulonglong, self.row) << 32) | self.discard)
        h = mix(mix(h, self.objectives), self.from_right)
        h = mix(h, self.unfinished)
        for i in range(26, 30):  # only event and Wild cards leave the game
            h = mix(h, self.used[i])
        for i in range(19):
            h = mix(h, self.bugs[i])
        for i in range(6):
            h = mix(h, self.snake_on[i] + 1)
        for i in range(self.tables.count):
            if self.filled[i]:
                h = mix(h, i * 16 + self.filled[i])
        for seat in range(self.seats):
            h = mix(h, (self.place[seat] * 32 + self.worn[seat] + 1) * 2 + self.sneaking[seat])
            h = mix(mix(mix(h, self.stash[seat]), self.going[seat]), self.finished[seat])
            for i in range(30):
                if self.hand[seat * 30 + i] or self.laid[seat * 30 + i]:
                    h = mix(h, (i * 32 + self.hand[seat * 30 + i]) * 32 + self.laid[seat * 30 + i])
        return h


def _flat(values: list[Any]) -> list[int]:
    flat: list[int] = []
    for value in values:
        flat += _flat(value) if isinstance(value, list) else [value]
    return flat
