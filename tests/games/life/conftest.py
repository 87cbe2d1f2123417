"""Positions in notation, and a walk that hunts, for all tests of life."""

from collections.abc import Callable

import pytest

import calumma
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

    def __init__(self, state):
        self.state = state
        self.game = state.game

    @property
    def moves(self):
        return {self.game.move_text(self.state, action) for action in self.state.legal()}

    def moves_of(self, word):
        return {text for text in self.moves if text.startswith(word + ":")}

    @property
    def outcomes(self):
        return {self.game.move_text(self.state, action): weight for action, weight in self.state.chance()}

    def play(self, *texts):
        for text in texts:
            self.state.apply(self.game.parse_move(self.state, text))
        return self

    @property
    def view(self):
        return self.state.view(self.state.to_act if self.state.to_act >= 0 else None)

    def bugs(self, space):
        return self.view["bugs"][space - 1]

    @property
    def text(self):
        return self.game.position_text(self.state)


@pytest.fixture
def table() -> Callable[..., Table]:
    """Make a table: fields of the position text as keywords, seats as s0 to s3, options by name."""

    def make(seats=2, options=None, **fields):
        game = calumma.load("life", seats=seats, **(options or {}))
        places = {f"s{seat}": f"1/{CARDS[seat]}/-/-/-/-/-" for seat in range(seats)}
        values = {**FIELDS, **fields} | {name: fields.get(name, place) for name, place in places.items()}
        return Table(game.parse_position(" ".join(f"{name}={value}" for name, value in values.items())))

    return make


@pytest.fixture
def opened() -> Callable[..., Table]:
    """Make a table before the first ply."""
    return lambda seats=2, **options: Table(calumma.load("life", seats=seats, **options).new())


FREE = range(START["eat"], START["bug"])


def hunting(state, rng):
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
def hunt():
    """The walk that uniform play is not: it hunts bugs and completes objectives."""
    return hunting
