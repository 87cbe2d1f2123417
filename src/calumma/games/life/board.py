"""The board and the printed things: 19 spaces, six colours, 21 colour cards, the kinds of achievement cards.

Space number n of the rule book is index n - 1 (0 is the centre, 1 to 6 the inner ring, 7 to 18 the outer ring), and bit n - 1 of
a mask of spaces. A set of colours is a mask of six bits in the order R O Y G B V.
"""

from __future__ import annotations

from itertools import combinations

SPACES = 19
SMALLEST = 3  # spaces of a small version: a bug that two chameleons scare still finds a place
COLOURS = "ROYGBV"
COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "violet")
BOARDS = ("hex", "rings")

Space = int


def neighbours(board: str) -> list[list[Space]]:
    """Return for every space the spaces that touch it, ascending (R0)."""
    pairs = {(0, inner) for inner in range(1, 7)}
    pairs |= {(inner, inner % 6 + 1) for inner in range(1, 7)}
    pairs |= {(7 + i, 7 + (i + 1) % 12) for i in range(12)}
    for inner in range(1, 7):
        first = 2 * inner - 3  # on the outer ring, counted from 0: hex adds the space before the two that both boards share
        touched = range(first, first + 3) if board == "hex" else range(first + 1, first + 3)
        pairs |= {(inner, 7 + i % 12) for i in touched}
    both = pairs | {(b, a) for a, b in pairs}
    return [sorted(b for a, b in both if a == space) for space in range(SPACES)]


def colour_mask(letters: str) -> int:
    """Return the mask of some colours."""
    return sum(1 << COLOURS.index(letter) for letter in letters)


def letters_of(mask: int) -> str:
    """Return the letters of a mask of colours, in their order."""
    return "".join(letter for i, letter in enumerate(COLOURS) if mask >> i & 1)


CARDS = [*COLOURS, *("".join(pair) for pair in combinations(COLOURS, 2))]
GATHERS = ["".join(three) for three in combinations(COLOURS, 3)]
KINDS = [
    *(f"gather-{name}" for name in GATHERS),
    *(f"hide-{letter}" for letter in COLOURS),
    "sneak",
    "move-bug",
    "extra-action",
    "wild",
]

ADJACENT = [
    sum(1 << other for other in touched if max(space, other) < spaces)
    for spaces in range(SPACES, SMALLEST - 1, -1)
    for board in BOARDS
    for space, touched in enumerate(neighbours(board))
]
"""What a space touches: first on both whole boards, then with one space less each, down to the smallest."""
CARD_COLOURS = [colour_mask(name) for name in CARDS]
CARDS_WITH = [sum(1 << i for i, name in enumerate(CARDS) if letter in name) for letter in COLOURS]
GATHER_COLOURS = [colour_mask(name) for name in GATHERS]
