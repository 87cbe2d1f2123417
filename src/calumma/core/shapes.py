"""Learned tables as a game declares them: data, in terms of the numbers that learners see. The rules need not know of them.

What is read for a seat is its observation, so that nobody is told what it may not know. Where symmetries can make every seat
the first, all seats are read as if they were; else each has weights of its own. Those that exchange no seats put every shape
elsewhere, too.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from calumma.core.protocol import MOST_ACTIONS
from calumma.core.tables import Tables

if TYPE_CHECKING:
    from calumma.core.game import Game
    from calumma.core.symmetry import Symmetry


@dataclass(frozen=True)
class Shapes:
    """What learned tables look at in a game: where its cells stand in observations, shapes of them, and counts.

    A cell holds something of the seat's own, of another's, or nothing.
    """

    file: str
    """Which file of the game's package holds the weights: any name that ends in `.tables`."""
    layers: tuple[tuple[str, str] | str, ...]
    """The cells, in one row: pairs of parts of an observation (the seat's own, the others'), or parts with a row a seat."""
    patterns: tuple[tuple[int, ...], ...]
    """The shapes: cells, ten of them at most, counted through all layers."""
    counts: tuple[str, ...] = ()
    """Parts of an observation whose numbers have a weight for each of their values."""
    stages: tuple[int, ...] = ()
    """How many cells are filled where another stage of the match begins, ascending; each stage has weights of its own."""


class Sources:
    """Where the numbers stand that a game's tables read, seat by seat, and these tables."""

    def __init__(self, game: Game, shapes: Shapes) -> None:
        if not game.payoffs.shares:
            raise ValueError(f"cannot learn tables of {game}: they tell shares of a win, and it pays otherwise")
        self.game, self.shapes = game, shapes
        self.cells = self._cells()
        self._check_patterns()
        self.counted = [place for name in shapes.counts for place in _places(game, name)]
        self.each = len(shapes.stages) + 1
        turned = {symmetry.shift for symmetry in game.symmetries} == set(range(game.seats))
        self._note(turned)
        self.tables = self._made(self.each * (1 if turned else game.seats))
        if self.tables.count + self.tables.scalars > MOST_ACTIONS:
            raise ValueError(f"cannot learn tables of {game}: its shapes lie in more than {MOST_ACTIONS} places")

    def _cells(self) -> list[list[int]]:
        """Return for every cell where its numbers are: the seat's own, then those of others."""
        found: list[list[int]] = []
        for layer in self.shapes.layers:
            if isinstance(layer, str):
                places = _places(self.game, layer)
                size = len(places) // self.game.seats
                rows = [places[first : first + size] for first in range(0, size * self.game.seats, size)]
            else:
                rows = [_places(self.game, name) for name in layer]
            found += [list(cell) for cell in zip(*rows, strict=True)]
        return found

    def _check_patterns(self) -> None:
        for pattern in self.shapes.patterns:
            if len(set(pattern)) < len(pattern) or not set(pattern) <= set(range(len(self.cells))):
                raise ValueError(f"cannot learn tables of {self.game}: {pattern} are not different cells below {len(self.cells)}")

    def _note(self, turned: bool) -> None:
        """Lay down for compiled code, seat by seat, where cells and counts are, and which stages and side it has."""
        game = self.game
        order = sorted((kind, cell, place) for cell, places in enumerate(self.cells) for kind, place in enumerate(places))
        self.count = len(order)  # own ones first
        turns = [self._turn(-seat % game.seats if turned else 0) for seat in range(game.seats)]
        self.places = array("i", [value for turn in turns for _, cell, place in order for value in (turn[place], cell)])
        self.counts = array("i", [turn[place] for turn in turns for place in self.counted] + [0])
        self.lows = array("i", [game.observation.bounds()[0][place] for place in self.counted] + [0])
        self.ends = array("i", [*self.shapes.stages, 0])
        self.firsts = array("i", [0 if turned else seat * self.each for seat in range(game.seats)])
        sides = [(side, len(team)) for seat in range(game.seats) for side, team in enumerate(game.teams) if seat in team]
        self.side_of, self.mates = array("i", [side for side, _ in sides]), array("i", [count for _, count in sides])

    def _turn(self, shift: int) -> Sequence[int]:
        """Return where each number of the first seat's is in the observation of a seat that a shift makes the first."""
        return next(symmetry.observation for symmetry in self.game.symmetries if symmetry.shift == shift)

    def _made(self, stages: int) -> Tables:
        highs = self.game.observation.bounds()[1]
        sizes = [highs[place] - low + 1 for place, low in zip(self.counted, self.lows, strict=False)]
        scalars = (self.game.seats + 1, *sizes)  # the first count is when the seat acts
        turns = [self._mapped(symmetry) for symmetry in self.game.symmetries if symmetry.shift == 0]
        path = Path(str(resources.files(self.game.definition.package))) / self.shapes.file
        key = path, self.shapes, tuple(map(tuple, turns)), scalars, stages
        if key not in MADE:  # loaded twice, or with options that share them, a game has the same tables
            MADE[key] = Tables(path, len(self.cells), self.shapes.patterns, turns, scalars, stages)
        return MADE[key]

    def _mapped(self, symmetry: Symmetry) -> list[int]:
        """Return which cell a symmetry puts in the place of each."""
        cells = {tuple(places): cell for cell, places in enumerate(self.cells)}
        try:
            return [cells[tuple(symmetry.observation[place] for place in places)] for places in self.cells]
        except KeyError:
            raise ValueError(f"cannot learn tables of {self.game}: {symmetry.name} takes its cells apart") from None


MADE: dict[object, Tables] = {}


def _places(game: Game, name: str) -> list[int]:
    """Return where the numbers of a part are."""
    part = game.observation[name]
    return list(range(part.start, part.stop))
