"""Positions for the tests of bradley, written by colour."""

from __future__ import annotations

import importlib.util
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import State

if TYPE_CHECKING:
    from tests.games.bradley.reference import Reference

HOLES = [
    f"{file}{rank}" for rank in range(9, 0, -1) for file in "abcdefghi" if abs("abcdefghi".index(file) - 4) + abs(rank - 5) <= 6
]


def position(turn: str, quiet: Any = 0, **cubes: str) -> str:
    """Return the text of a position from the squares of every colour's cubes."""
    signs = {square: letter for letter, squares in cubes.items() for square in squares.split()}
    rows = ["".join(signs.get(hole, "1") for hole in HOLES if hole[1] == str(rank)) for rank in range(9, 0, -1)]
    return f"{'/'.join(rows)} {turn}" + (f" {quiet}" if quiet else "")


class Table:
    """A game whose positions are set up by colour, and asked and played in texts."""

    def __init__(self, seats: int, **options: str) -> None:
        self.game: Any = calumma.load("bradley", seats=seats, **options)
        self.state: State = self.game.new()

    def set(self, turn: str, quiet: Any = 0, **cubes: str) -> Table:
        self.state = self.game.parse_position(position(turn, quiet, **cubes))
        return self

    def legal(self) -> AbstractSet[str]:
        return {self.game.move_text(self.state, action) for action in self.state.legal()}

    def play(self, *texts: str) -> Table:
        for text in texts:
            self.state.apply(self.game.parse_move(self.state, text))
        return self

    def colour(self, letter: str) -> str:
        """The squares of a colour, in the order of files and ranks."""
        text = str(self.state).split()[0].replace("/", "")
        cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in text)
        return " ".join(sorted(hole for hole, sign in zip(HOLES, cells, strict=True) if sign == letter))


@pytest.fixture
def table() -> type[Table]:
    return Table


@pytest.fixture(scope="session")
def reference() -> type[Reference]:
    """The slow second reading of the rules."""
    spec = importlib.util.spec_from_file_location("bradley_reference", Path(__file__).with_name("reference.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Reference
