"""Symmetries: ways to turn a position, with its moves, into one that plays the same.

A game's `symmetry.py` lists its own, and learners make several lessons of one by them. Observations and actions are numbers in
fixed places, so a symmetry rearranges both; a position is turned by its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calumma.core.game import Game

IDENTITY = "identity"

Places = Sequence[int]
"""Where everything goes: what is at i comes to lie at places[i]."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn positions: what a seat observes, what it may do, and the text, afterwards."""

    name: str
    observation: tuple[int, ...]
    """Number i of the image's observation is number observation[i] of the original's."""
    actions: tuple[int, ...]
    """Action a of the original is actions[a] in the image."""
    text: Callable[[str], str]
    """The image's position text."""
    shift: int = 0
    """Who sat at s sits at s + shift, counted around the table."""


def symmetry(
    game: Game, name: str, parts: Mapping[str, Places], actions: Sequence[int], text: Callable[[str], str], shift: int = 0
) -> Symmetry:
    """Return a symmetry by what happens to some parts of an observation; the others stay as they are.

    The places of a part may be those of one plane: then all of its planes are turned alike.
    """
    seat = [(place + shift) % game.seats for place in range(game.seats)]
    moved = {**parts, "seat": seat}
    observation: list[int] = []
    for part in game.observation.parts:
        places = moved.get(part.name, range(part.size))
        observation += [len(observation) + source for source in inverse(_all_planes(places, part.size))]
    return Symmetry(name, tuple(observation), tuple(actions), text, shift)


def inverse(places: Places) -> list[int]:
    """Return what comes to lie at every place.

    >>> inverse([1, 2, 0])
    [2, 0, 1]
    """
    found = [0] * len(places)
    for source, place in enumerate(places):
        found[place] = source
    return found


def then(first: Places, second: Places) -> list[int]:
    """Return where everything goes by one turn and another after it."""
    return [second[place] for place in first]


def square_turns(size: int) -> dict[str, list[int]]:
    """Return the eight ways to turn and mirror a square board, by name: where its cells go, counted rank by rank from the first.

    >>> square_turns(2)["clockwise"]
    [2, 0, 3, 1]
    """
    last = size - 1
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        IDENTITY: lambda x, y: (x, y),
        "diagonal": lambda x, y: (y, x),
        "sides": lambda x, y: (last - x, y),
        "clockwise": lambda x, y: (y, last - x),
        "ends": lambda x, y: (x, last - y),
        "anticlockwise": lambda x, y: (last - y, x),
        "half turn": lambda x, y: (last - x, last - y),
        "other diagonal": lambda x, y: (last - y, last - x),
    }
    cells = [(x, y) for y in range(size) for x in range(size)]
    return {name: [place[1] * size + place[0] for place in (turn(x, y) for x, y in cells)] for name, turn in turns.items()}


def turned_board(board: str, places: Places, thing: str = "[A-Za-z]", change: Callable[[str], str] = str) -> str:
    """Return a board's text after its cells went to other places, and what stood on them was changed.

    The text has the ranks from the last to the first, with digits for empty cells; `thing` matches what stands on one.

    >>> turned_board("w1/1B", square_turns(2)["half turn"])
    'B1/1w'
    """
    ranks = [_cells(rank, thing) for rank in reversed(board.split("/"))]
    cells = [cell for rank in ranks for cell in rank]
    moved = [cells[source] for source in inverse(places)]
    texts, first = [], 0
    for rank in ranks:
        row = "".join(change(cell) if cell else "1" for cell in moved[first : first + len(rank)])
        texts.append(re.sub("1+", lambda run: str(len(run[0])), row))
        first += len(rank)
    return "/".join(reversed(texts))


def _cells(rank: str, thing: str) -> list[str]:
    """What stands on the cells of a rank; nothing is an empty text."""
    found: list[str] = []
    for text in re.findall(rf"\d|{thing}", rank):
        found += [""] * int(text) if text.isdigit() else [text]
    return found


def _all_planes(places: Places, size: int) -> list[int]:
    return [first + place for first in range(0, size, len(places)) for place in places]
