"""Positions in notation, and a walk that hunts, for all tests of life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core import State
from calumma.games.life.layout import START

FIELDS = {
    "phase": "act",
    "to": "0",
    "actions": "3",
    "rolls": "0",
    "turns": "0",
    "starved": "0",
    "marker": "0",
    "did": "-",
    "snakes": "R8,O10,Y12,G14,B16,V18",
    "bugs": "-",
    "row": "R,OY,GB",
    "discard": "-",
    "objectives": "BGOY,GVR,ORG,YGOV",
    "used": "-",
}
CARDS = ("B", "G", "Y", "O")


class Table:
    """A position that tests talk to in texts."""

    def __init__(self, state: State) -> None:
        self.state: Any = state
        self.game: Any = state.game

    @property
    def moves(self) -> set[str]:
        return {self.game.move_text(self.state, action) for action in self.state.legal()}

    def moves_of(self, word: str) -> set[str]:
        return {text for text in self.moves if text.startswith(word + ":")}

    @property
    def outcomes(self) -> dict[str, int]:
        return {self.game.move_text(self.state, action): weight for action, weight in self.state.chance()}

    def play(self, *texts: str) -> Table:
        for text in texts:
            self.state.apply(self.game.parse_move(self.state, text))
        return self

    @property
    def view(self) -> dict[str, Any]:
        return self.state.view(self.state.to_act if self.state.to_act >= 0 else None)

    def bugs(self, space: int) -> str:
        return self.view["bugs"][space - 1]

    @property
    def text(self) -> str:
        return self.game.position_text(self.state)


Tables = Callable[..., Table]
Walk = Callable[[State, Rng], int | None]


@pytest.fixture
def table() -> Tables:
    """Make a table: fields of the position text as keywords, seats as s0 to s3, options by name."""

    def make(seats: int = 2, options: dict[str, Any] | None = None, **fields: str) -> Table:
        game = calumma.load("life", seats=seats, **(options or {}))
        places = {f"s{seat}": f"1/{CARDS[seat]}/-/-/-/-/-" for seat in range(seats)}
        values = {**FIELDS, **fields} | {name: fields.get(name, place) for name, place in places.items()}
        return Table(game.parse_position(" ".join(f"{name}={value}" for name, value in values.items())))

    return make


@pytest.fixture
def opened() -> Tables:
    """Make a table before the first ply."""
    return lambda seats=2, **options: Table(calumma.load("life", seats=seats, **options).new())


FREE = range(START["eat"], START["bug"])


def hunting(state: State, rng: Rng) -> int | None:
    """Take the best looking of the free deeds and some other moves, at times a random one; None leaves it to chance."""
    legal = state.legal()
    if state.to_act < 0 or len(legal) == 1 or rng.below(8) == 0:
        return None
    others = [action for action in legal if action not in FREE]
    chosen = [action for action in legal if action in FREE] + [others[rng.below(len(others))] for _ in range(8) if others]
    seat, values = state.to_act, []
    for action in chosen:
        after = state.copy()
        after.apply(action)
        values.append(after.evaluate()[seat])
    return chosen[values.index(max(values))]


@pytest.fixture
def hunt() -> Walk:
    """The walk that uniform play is not: it hunts bugs and completes objectives."""
    return hunting
