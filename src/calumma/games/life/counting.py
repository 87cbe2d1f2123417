"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, prod

from calumma.core.options import OptionValue
from calumma.games.life.board import KINDS
from calumma.games.life.deck import read_deck

SPACES = 19
COLOURS = 6
BUGS = 15  # of each colour
CARDS = 21  # colour cards
STASH = 5
PHASES = 17
ROUNDS = 100
DIE = 4  # the progress die


def counts(seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[str, int], ...]:
    """Return what a position is made of, with the number of ways for each part; their product is the bound."""
    deck = read_deck(str(options["cards"]))
    actions = 3 + deck.copies_of("extra-action")
    achievements = prod(_achievement(kind, copies, seats) for kind, copies in zip(KINDS, deck.copies, strict=True))
    rest = CARDS - seats
    rows = sum(comb(rest, shown) * 2 ** (rest - shown) for shown in range(4))
    return (
        ("up to 15 bugs of each colour, on any spaces", comb(BUGS + SPACES, SPACES) ** COLOURS),
        ("six snakes, no two on one space", perm(SPACES, COLOURS)),
        ("chameleons, sneaking or not", (2 * SPACES) ** seats),
        ("colour cards worn, face up, discarded, in the deck or on offer", perm(CARDS, seats) * rows * (CARDS + 1)),
        ("up to five bugs in every stash", comb(STASH + COLOURS, COLOURS) ** seats),
        (
            "objectives in the deck, face up, begun from either end or completed",
            prod(_objective(c, seats) for c in deck.objectives),
        ),
        ("achievement cards in the deck, in hands, laid open or used", achievements),
        ("the progress marker", deck.goals[seats] + DIE),
        ("turns that are over, and turns in a row without food", (ROUNDS * seats + 1) * (3 * seats + 1)),
        ("the seat to act and the phase", seats * PHASES),
        ("actions and rolls left, the colour waited for, what was done in this turn", (actions + 1) * 4 * (COLOURS + 1) * 4),
        ("cards still to be laid out, and seats still to make their last exchanges", 32 * 2**seats),
    )


def _objective(colours: str, seats: int) -> int:
    """Return where an objective can be: deck, row, or with a seat that has begun it from one of its ends, or completed it."""
    return 2 + seats * (2 * (len(colours) - 1) + 1)


def _achievement(kind: str, copies: int, seats: int) -> int:
    """Return where the cards of a kind can be: deck, hands, and before the seats or out of the game."""
    places = 1 + 2 * seats if kind.startswith(("gather", "hide")) else 2 + seats
    return comb(copies + places - 1, places - 1)
