"""Tables that a game declares as data: what is read of observations, for whom, and what comes of it."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import OVER, Game, Part, PlainState, Shapes, number, plane, planes
from calumma.core.payoffs import numbers
from calumma.core.symmetry import IDENTITY, Symmetry, symmetry
from calumma.core.tables import packed
from calumma.search import AlphaBeta
from calumma.testing import known
from calumma.testing.topcard import GAME

pytestmark = pytest.mark.contract

ROW = 4


class Row(PlainState):
    """Seats lay stones on a row of four cells, in turn; whoever lays the last wins."""

    def __init__(self, game: Game) -> None:
        PlainState.__init__(self, game)
        self.cells = [-1] * ROW
        self.turn = 0

    @property
    def to_act(self) -> int:
        return self.turn if -1 in self.cells else OVER

    def legal(self) -> list[int]:
        return [cell for cell in range(ROW) if self.cells[cell] < 0]

    def apply(self, action: int) -> None:
        self.cells[action] = self.turn
        self.turn = (self.turn + 1) % self.seats

    def payoffs(self) -> list[float]:
        return [float(seat == (self.turn - 1) % self.seats) for seat in range(self.seats)]

    def evaluate(self) -> list[float]:
        return [0.75] + [0.25 / (self.seats - 1)] * (self.seats - 1)  # a formula that nobody could mistake for tables

    def numbers(self, seat: int) -> list[int]:
        shown = [(seat + step) % self.seats for step in range(self.seats)]
        return [int(cell == who) for who in shown for cell in self.cells] + [self.cells.count(-1)]

    def key(self) -> Any:
        return tuple(self.cells), self.turn


def parts(seats: int, options: Any) -> tuple[Part, ...]:
    rows = (
        (plane("own", (ROW,), "own"), plane("enemy", (ROW,), "enemy")) if seats == 2 else (planes("row", seats, (ROW,), "all"),)
    )
    return (*rows, number("free", ROW, "free cells"))


def mirrored(game: Game) -> tuple[Symmetry, ...]:
    """The row may be read from both ends, and with two seats by either."""
    names = ("own", "enemy") if game.seats == 2 else ("row",)
    ways = [(mirror, shift) for shift in range(game.seats) for mirror in (False, True)]
    return tuple(_way(game, names, mirror, shift) for mirror, shift in ways)


def _way(game: Game, names: tuple[str, ...], mirror: bool, shift: int) -> Symmetry:
    places = list(reversed(range(ROW))) if mirror else list(range(ROW))
    return symmetry(game, "mirror" if mirror else IDENTITY, dict.fromkeys(names, places), places, str, shift)


def shapes(game: Game, **other: Any) -> Shapes:
    layers: Any = (("own", "enemy"),) if game.seats == 2 else ("row",)
    declared = Shapes("row.tables", layers, ((0, 1), (1, 2)), counts=("free",), stages=(2,))
    return replace(declared, **other)


def row(seats: int = 2, turns: Any = mirrored, declare: Any = shapes, **changes: Any) -> Game:
    about = replace(
        GAME, name="row", seats=(2, 3), options=(), state=Row, num_actions=lambda seats, options: ROW, observation=parts,
        max_plies=lambda seats, options: ROW, symmetries=turns, shapes=declare, has_chance=False, has_secrets=False, **changes,
    )  # fmt: skip
    return Game(about, seats, {})


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    for game in (row(2), row(3), row(2, None)):
        tables = game.new().learned()
        assert tables is not None
        tables.load()


def played(game: Game, *actions: int) -> Any:
    state = game.new()
    for action in actions:
        state.apply(action)
    return state


def learnt(game: Game) -> array[int]:
    """Let the tables hold weights that tell all entries apart, as far as symmetries do; return them."""
    tables = game.new().learned()
    assert tables is not None
    shared = tables.folded()
    weights = array("h", [3 * shared[i % tables.entries] + i // tables.entries for i in range(tables.size)])
    tables.set_weights(weights)
    return weights


def test_a_game_that_declares_nothing_has_no_tables() -> None:
    state = row(declare=None).new()
    assert (state.learned(), state.features(0), state.told()) == (None, [], None)  # type: ignore[attr-defined]


def test_own_stones_count_one_and_others_two_as_the_seat_that_acts_sees_them() -> None:
    """White on the second cell, Black on the third, White to act: of both ends 0 and 1, and 1 and 2 in the middle."""
    stage = 9 + 9 + 3 + 5  # two cells are filled, where the second stage begins: behind two shapes, who acts, and free cells
    ends, middle = [0 + 3 * 1, 0 + 3 * 2], 9 + 1 + 3 * 2  # read from both ends inwards, and from the left
    assert played(row(), 1, 2).features(0) == [stage + entry for entry in (*ends, middle, 18 + 0, 21 + 2)]


def test_the_other_seat_reads_the_same_where_symmetries_exchange_the_seats() -> None:
    assert played(row(), 1).features(1) == [0 + 3 * 2, 0, 9 + 2, 18 + 0, 21 + 3]
    assert played(row(), 1).features(0) == []  # with two seats who acts is asked


def test_without_such_symmetries_every_seat_has_weights_of_its_own() -> None:
    game = row(turns=None)
    tables = game.new().learned()
    assert tables is not None
    assert tables.stages == 2 * 2
    assert min(played(game, 1).features(1)) >= 2 * tables.entries


def test_of_three_seats_all_are_asked_and_share_the_win_out() -> None:
    game = row(3)
    weights, state = learnt(game), played(game, 1, 2)
    said = [1 / (1 + exp(-sum(weights[entry] for entry in state.features(seat)) / 128)) for seat in range(3)]
    assert state.evaluate() == pytest.approx([each / sum(said) for each in said])


def test_the_formula_speaks_until_something_was_learnt_and_when_the_match_is_over_nobody_asks() -> None:
    game = row()
    state = played(game, 1, 2)
    assert state.evaluate() == [0.75, 0.25]
    total = sum(learnt(game)[entry] for entry in state.features(0))
    share = 1 / (1 + exp(-total / 128))
    assert state.evaluate() == state.told() == pytest.approx([share, 1 - share])
    assert played(game, 0, 1, 2, 3).told() is None


def test_images_of_a_position_are_worth_the_same() -> None:
    game = row()
    learnt(game)
    assert played(game, 0, 2).evaluate() == pytest.approx(played(game, 3, 1).evaluate())


def test_equal_games_have_the_same_tables_and_copies_and_pickles_read_them() -> None:
    game = row()
    learnt(row())
    state = played(game, 1)
    with known(game.definition):
        twins = [state.copy(), played(row(), 1), pickle.loads(pickle.dumps(state))]
    assert all(twin.evaluate() == state.evaluate() != [0.75, 0.25] for twin in twins)


def test_searches_ask_the_tables() -> None:
    game = row()
    learnt(game)
    after = [played(game, 1, action).evaluate()[1] for action in (0, 2, 3)]
    assert AlphaBeta(game).search(played(game, 1), depth=1).values[1] == pytest.approx(max(after), abs=0.001)


def test_a_reader_reads_positions_of_its_game_alone() -> None:
    reader: Any = played(row()).reader
    with pytest.raises(ValueError, match="cannot read a position of yamamoto"):
        reader.told(calumma.load("yamamoto").new())


def test_weights_come_from_the_file_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.core.shapes.resources.files", lambda package: tmp_path)
    game = row(declare=lambda game: shapes(game, file="mine.tables"))
    tables = game.new().learned()
    assert tables is not None
    assert tables.path == tmp_path / "mine.tables"
    tables.path.write_bytes(packed(array("h", [5] * tables.size), tables))
    share = 1 / (1 + exp(-5 * 5 / 128))  # five entries speak
    assert game.new().evaluate() == pytest.approx([share, 1 - share])


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ({"payoffs": lambda seats, options: numbers(-2, 2)}, "they tell shares of a win, and it pays otherwise"),
        ({"declare": lambda game: shapes(game, layers=(("own", "hand"),))}, "hand"),
        ({"declare": lambda game: shapes(game, layers=(("own", "free"),))}, "shorter"),
        ({"declare": lambda game: shapes(game, patterns=((0, 4),))}, r"\(0, 4\) are not different cells below 4"),
        ({"declare": lambda game: shapes(game, patterns=((1, 1),))}, r"\(1, 1\) are not different cells below 4"),
    ],
    ids=["payoffs", "no such part", "parts of other sizes", "no such cell", "a cell twice"],
)
def test_what_cannot_be_declared_is_refused(game: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, calumma.GameError), match=sentence):
        row(**game).new()
