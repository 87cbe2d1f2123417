"""What the numbers of an observation mean, in the order in which `c_bits` of rules.py writes them."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core import OptionValue, Part, number, numbers, plane, planes, starts

SPACES = 19
COLOURS = "the colours are R O Y G B V"


def parts(seats: int, options: Mapping[str, OptionValue]) -> tuple[Part, ...]:
    """Return the game's own parts: the board, every seat's, the seat's own hand, the table."""
    return (
        *board_parts(),
        *(part for seat in range(seats) for part in seat_parts("own" if seat == 0 else f"seat +{seat}")),
        *card_parts(),
        *table_parts(seats),
    )


def board_parts() -> tuple[Part, ...]:
    """Return what is on the spaces."""
    return (
        Part("bugs", (6, SPACES), 0, 15, f"bugs of each colour on each space; {COLOURS}"),
        planes("snakes", 6, (SPACES,), "the space of the snake of each colour"),
        plane("scared space", (SPACES,), "the space that must be cleared"),
        plane("scared colour", (6,), "the colour of the bug that must go"),
    )


def seat_parts(whose: str) -> tuple[Part, ...]:
    """Return what lies openly before one seat; `seat +1` is the next after the observing one."""
    return (
        plane(f"{whose} place", (SPACES,), "the space of its chameleon"),
        plane(f"{whose} card", (21,), "the colour card it wears: six of one colour, fifteen of two"),
        numbers(f"{whose} stash", 6, 5, "bugs in its stash, by colour"),
        numbers(f"{whose} going", 64, 8, "bugs on each objective that it has begun"),
        plane(f"{whose} from right", (64,), "those of them that it fills from right to left"),
        plane(f"{whose} finished", (64,), "objectives that it has completed"),
        numbers(f"{whose} open", 30, 127, "Gather and Hide cards that it has laid open, by kind"),
        number(f"{whose} hand size", 127, "achievement cards in its hand"),
        plane(f"{whose} sneaking", (1,), "whether a Sneak card lies before it"),
    )


def card_parts() -> tuple[Part, ...]:
    """Return the achievement cards that the seat knows of, beside those that lie open."""
    return (
        numbers("hand", 30, 127, "the seat's own achievement cards: 20 Gather, 6 Hide, Sneak, Move Bug, Extra Action, Wild"),
        numbers("used", 30, 127, "achievement cards out of the game, by kind"),
    )


def table_parts(seats: int) -> tuple[Part, ...]:
    """Return rows, decks, supply and counters."""
    return (
        plane("row", (21,), "face-up colour cards"),
        plane("discard", (21,), "discarded colour cards"),
        plane("objectives", (64,), "face-up objectives"),
        plane("offered", (21,), "the colour card drawn blind"),
        numbers("supply", 6, 15, "bugs of each colour in the supply"),
        plane("waiting", (6,), "the colour that the seat lies in wait for"),
        plane("phase", (17,), "the phase, in the order of PHASES in view.py"),
        number("color deck", 21, "colour cards in the deck"),
        number("objective deck", 64, "objectives in the deck"),
        number("achievement deck", 127, "achievement cards in the deck"),
        number("actions", 127, "actions left this turn"),
        number("rolls", 3, "rolls of lying in wait that are left"),
        plane("fed", (1,), "whether a bug was put on an objective this turn"),
        plane("completed", (1,), "whether an objective was completed this turn"),
        number("marker", 127, "progress"),
        number("goal", 127, "the progress at which the match ends"),
        number("rounds", 100, "rounds that are over"),
        number("starved", 127, "turns in a row without supply and without a bug put on an objective"),
        number("unfinished", seats, "seats that have not made their last exchanges"),
    )


# Where each begins, from the beginning of its group on; and how many numbers of a group do not fit into a bit.
_, SNAKES_AT, SCARED_SPACE_AT, SCARED_COLOUR_AT, BOARD_END = starts(board_parts())
PLACE_AT, CARD_AT, _, _, FROM_RIGHT_AT, FINISHED_AT, _, _, SNEAKING_AT, SEAT_END = starts(seat_parts(""))
HAND_AT, USED_AT, CARDS_END = starts(card_parts())
ROW_AT, DISCARD_AT, OBJECTIVES_AT, OFFERED_AT, _, WAITING_AT, PHASE_AT, *COUNTERS_AT, _ = starts(table_parts(2))
FED_AT, COMPLETED_AT = COUNTERS_AT[5:7]
BOARD_NUMBERS, SEAT_NUMBERS = (sum(part.size for part in group if part.high > 1) for group in (board_parts(), seat_parts("")))
