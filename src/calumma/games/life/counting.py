"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, prod

from calumma.core.options import OptionValue
from calumma.core.words import Words
from calumma.games.life.board import KINDS
from calumma.games.life.deck import read_deck

say = Words(__package__)

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
        (say("up-15-bugs-each"), comb(BUGS + SPACES, SPACES) ** COLOURS),
        (say("six-snakes-no-two"), perm(SPACES, COLOURS)),
        (say("chameleons-sneaking-not"), (2 * SPACES) ** seats),
        (say("colour-cards-worn-face"), perm(CARDS, seats) * rows * (CARDS + 1)),
        (say("up-five-bugs-every"), comb(STASH + COLOURS, COLOURS) ** seats),
        (
            say("objectives-deck-face-up"),
            prod(_objective(c, seats) for c in deck.objectives),
        ),
        (say("achievement-cards-deck-hands"), achievements),
        (say("progress-marker"), deck.goals[seats] + DIE),
        (say("turns-over-turns-row"), (ROUNDS * seats + 1) * (3 * seats + 1)),
        (say("seat-act-phase"), seats * PHASES),
        (say("actions-rolls-left-colour"), (actions + 1) * 4 * (COLOURS + 1) * 4),
        (say("cards-still-laid-out"), 32 * 2**seats),
    )


def _objective(colours: str, seats: int) -> int:
    """Return where an objective can be: deck, row, or with a seat that has begun it from one of its ends, or completed it."""
    return 2 + seats * (2 * (len(colours) - 1) + 1)


def _achievement(kind: str, copies: int, seats: int) -> int:
    """Return where the cards of a kind can be: deck, hands, and before the seats or out of the game."""
    places = 1 + 2 * seats if kind.startswith(("gather", "hide")) else 2 + seats
    return comb(copies + places - 1, places - 1)
