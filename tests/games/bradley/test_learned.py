"""The learned evaluation: it reads the cubes, follows them, and is the same wherever it runs."""

from __future__ import annotations

from array import array
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calumma
from calumma.core import OVER
from calumma.core.tables import UNIT, Tables
from calumma.games.bradley import learned
from calumma.games.bradley.board import NAMES
from calumma.games.bradley.layout import PASS

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

    from calumma.core import State

pytestmark = pytest.mark.contract


def played(plies: int) -> State:
    state, rng = calumma.load("bradley", relocate="none").new(), calumma.Rng(4)
    for _ in range(plies):
        state.evaluate()
        state.apply(state.pick(rng))
    return state


def test_what_is_followed_ply_by_ply_is_what_is_read_at_once() -> None:
    for plies in (1, 7, 16):
        state = played(plies)
        anew = state.game.parse_position(str(state))
        assert state.features(state.to_act) == anew.features(state.to_act)
        assert state.evaluate() == anew.evaluate()


def test_the_value_is_the_sum_of_the_weights_that_speak() -> None:
    state = played(9)
    tables = state.learned()
    assert tables is not None
    total = sum(tables.present()[entry] for entry in state.features(state.to_act))
    assert state.evaluate()[state.to_act] == pytest.approx(1 / (1 + exp(-total / UNIT)))


def test_with_more_seats_nothing_is_learned_without_relocation() -> None:
    for seats in (3, 4, 5, 6):
        game = calumma.load("bradley", seats=seats, relocate="none")
        assert game.new().learned() is None
        assert game.new().features(0) == []
        assert game.new().foreseen() == []


def test_exchanged_colours_are_worth_the_same_to_the_seat_to_move(table: type[Table]) -> None:
    cubes, others = "a3 e5 e6", "f5 d5 e8 g3"
    one = table(2, relocate="none").set("P", P=cubes, G=others).state
    other = table(2, relocate="none").set("G", P=others, G=cubes).state
    assert one.features(0) == other.features(1)
    assert one.evaluate()[0] == other.evaluate()[1]


def test_a_mirrored_board_is_worth_the_same(table: type[Table]) -> None:
    one = table(2, relocate="none").set("P", P="a3 e5 e6", G="f5 d5 e8 g3").state
    mirrored = table(2, relocate="none").set("P", P="i3 e5 e6", G="d5 f5 e8 c3").state
    assert one.evaluate() == mirrored.evaluate()


def test_values_are_the_same_compiled_and_interpreted() -> None:
    """Worked out from made-up weights on the compiled core; the interpreted one must say the same."""
    state = played(0)
    tables = state.learned()
    assert tables is not None
    tables.set_weights((array("h", range(-50, 50)) * (tables.size // 100 + 1))[: tables.size])
    try:
        assert [round(played(plies).evaluate()[0], 6) for plies in (0, 5, 12)] == [0.107437, 0.963506, 0.249447]
    finally:
        tables.load()


# By hand: three squares that count for themselves (entries 0 to 2, 3 to 5 and 6 to 8 of the 91 of each stage), squares to drop
# on (from 9 on), those of the other (from 15 on), holes (from 21 on).

WEIGHTS = array("h", [number * 37 % 101 for number in range(7 * 91)])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Tables that are quick to read, in place of those that the game ships."""
    squares = [[NAMES.index(name)] for name in ("d5", "e5", "f5")]
    tables = Tables(Path("small.tables"), 69, squares, [list(range(69))], (6, 6, 70), 7)
    monkeypatch.setattr(learned, "TWO", tables)
    return tables


def odds(entries: list[int]) -> float:
    return 1 / (1 + exp(-sum(WEIGHTS[entry] for entry in entries) / UNIT))


@pytest.mark.parametrize(
    ("turn", "entries"),
    [("P", [0 + 1, 3 + 2, 6, 9 + 2, 15 + 1, 21 + 65]), ("G", [0 + 2, 3 + 1, 6, 9 + 1, 15 + 2, 21 + 65])],
)
def test_the_seat_to_move_sees_its_cubes_those_of_the_other_and_the_counts(
    table: type[Table], small: Tables, turn: str, entries: list[int]
) -> None:
    """Purple may drop on c5 and f5, Green on c5 alone: nothing lies beyond a5."""
    state = table(2, relocate="none").set(turn, P="a5 d5", G="b5 e5").state
    seat = state.to_act
    assert [state.features(seat), state.features(1 - seat)] == [entries, []]
    small.set_weights(WEIGHTS)
    value = odds(entries)
    assert state.evaluate() == pytest.approx([value, 1 - value] if seat == 0 else [1 - value, value])


def test_marks_follow_a_cube_that_comes_and_one_that_turns_and_go_with_a_copy(table: type[Table], small: Tables) -> None:
    """Purple drops on f5 and turns e5: Green can only pass, Purple drop on c5."""
    small.set_weights(WEIGHTS)
    played = table(2, relocate="none").set("P", P="a5 d5", G="b5 e5")
    played.state.evaluate()
    after = played.play("f5").state
    entries = [0 + 2, 3 + 2, 6 + 2, 9, 15 + 1, 21 + 64]
    assert [after.copy().features(1), after.features(1), after.copy().features(1)] == [entries] * 3
    assert after.evaluate()[1] == pytest.approx(odds(entries))


def test_a_fuller_board_is_of_the_next_stage(table: type[Table], small: Tables) -> None:
    """49 holes. Around e5 Purple drops on d4, e4, f4 and f5; over its rows Green comes to b8, e8, h8 and c5."""
    rows = " ".join(f"{file}{rank}" for rank in (6, 7) for file in "abcdefghi")
    state = table(2, relocate="none").set("P", P=f"{rows} d5", G="e5").state
    small.set_weights(WEIGHTS)
    entries = [91 + 1, 91 + 5, 91 + 6, 91 + 9 + 4, 91 + 15 + 4, 91 + 21 + 49]
    assert state.evaluate()[0] == pytest.approx(odds(entries))
    assert state.features(0) == entries


def test_nothing_speaks_when_nobody_can_move(table: type[Table], small: Tables) -> None:
    state = table(2, relocate="none").set("P", P="a5", G="e5").state
    assert state.to_act == OVER
    assert [state.features(0), state.features(1)] == [[], []]


def test_tables_without_a_file_have_no_opinion(table: type[Table], small: Tables) -> None:
    assert table(2, relocate="none").set("P", P="a5 d5", G="b5 e5").state.evaluate() == [0.5, 0.5]
    assert small.is_ready


def test_a_search_asks_for_no_marks_where_nothing_is_learned(table: type[Table], small: Tables) -> None:
    """Nothing is foreseen there either."""
    state = table(3, relocate="none").state
    state.evaluate()
    assert [state.features(0), state.foreseen()] == [[], []]


# With relocation and in teams: the same squares (entries 0 to 8), freedoms of two seats from 9 on (24 a row), heaps of both sides
# from 585 on (30 a row), turns without a drop and holes from 1485 on (70 a row).


def several(monkeypatch: pytest.MonkeyPatch, name: str, seats: int) -> Tables:
    squares = [[NAMES.index(square)] for square in ("d5", "e5", "f5")]
    tables = Tables(Path("several.tables"), 69, squares, [list(range(69))], learned.counts(seats), 7)
    monkeypatch.setattr(learned, name, tables)
    return tables


def test_where_cubes_are_relocated_counts_are_read_in_pairs(table: type[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    """Purple may drop on c5 and f5, Green on c5 alone; both have two cubes, 65 holes are left and one turn brought none."""
    several(monkeypatch, "OWN", 2)
    state = table(2).set("P", quiet=1, P="a5 d5", G="b5 e5").state
    assert state.features(0) == [0 + 1, 3 + 2, 6, 9 + 2 * 24 + 1, 585 + 2 * 30 + 2, 1485 + 70 + 65]


def test_in_teams_the_cubes_of_a_side_count_alike_and_each_seat_is_counted(
    table: type[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Green may drop on c5, Red, who is next, on d5, Yellow on g5, and Purple has no cube."""
    several(monkeypatch, "FOUR", 4)
    state = table(4).set("G", G="a5", R="b5 f5", Y="e5").state
    seats = [2115 + 1, 2139 + 1, 2163 + 1, 2187, 2211 + 1, 2241 + 2, 2271 + 1, 2301]
    assert state.features(0) == [0, 3 + 1, 6 + 2, 9 + 24 + 1, 585 + 2 * 30 + 2, 1485 + 65, *seats]
    assert state.features(1) == []


def test_partners_are_given_the_same(table: type[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    tables = several(monkeypatch, "FOUR", 4)
    tables.set_weights(array("h", [number * 37 % 101 for number in range(tables.size)]))
    values = table(4).set("R", G="a5", R="b5 f5", Y="e5").state.evaluate()
    assert values[:2] == values[2:]
    assert values[0] + values[1] == pytest.approx(0.5)
    assert values[1] > values[0]


# Where seats play for themselves, three of them: the same squares (entries 0 to 8), the freedom of the seat by the turns until it
# moves from 9 on (24 a row), its cubes with the most of another from 81 on (30 a row), holes from 981 on (70 a row), turns
# without a drop from 1191 on (7 a row), the freedoms of the next two seats from 1212 on (24 each), their cubes from 1260 on.


def test_alone_every_seat_sees_its_own_cubes_and_all_others(table: type[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    """Purple and Green may drop on c5 and g5, Red on c5 alone; there are 64 holes, and one turn brought no drop."""
    several(monkeypatch, "THREE", 3)
    state = table(3).set("P", quiet=1, P="a5 d5", G="b5 e5", R="f5").state
    purple = [0 + 1, 3 + 2, 6 + 2, 9 + 2, 81 + 2 * 30 + 2, 981 + 64, 1191 + 1, 1212 + 2, 1236 + 1, 1260 + 2, 1290 + 1]
    red = [0 + 2, 3 + 2, 6 + 1, 9 + 24 + 1, 81 + 30 + 2, 981 + 70 + 64, 1191 + 7 + 1, 1212 + 2, 1236 + 2, 1260 + 2, 1290 + 2]
    assert state.features(0) == purple
    assert state.features(2) == red


def test_alone_shares_sum_to_one_whatever_the_tables_say_to_each_seat(
    table: type[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = several(monkeypatch, "THREE", 3)
    tables.set_weights(array("h", [number * 37 % 101 for number in range(tables.size)]))
    state = table(3).set("G", P="a5 d5", G="b5 e5", R="f5").state
    said = [sum(tables.present()[entry] for entry in state.features(seat)) / UNIT for seat in range(3)]
    worth = [1 / (1 + exp(-each)) for each in said]
    assert state.evaluate() == pytest.approx([each / sum(worth) for each in worth])


def test_values_of_seats_that_play_alone_are_the_same_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked out on the compiled core, as above."""
    tables = several(monkeypatch, "FIVE", 5)
    tables.set_weights(array("h", [number * 37 % 101 - 50 for number in range(tables.size)]))
    state, rng = calumma.load("bradley", 5).new(), calumma.Rng(4)
    for _ in range(11):
        state.apply(state.pick(rng))
    assert [round(share, 6) for share in state.evaluate()] == [0.218852, 0.194679, 0.14592, 0.22553, 0.215019]


def test_all_that_was_learned_takes_two_megabytes_at_most() -> None:
    """Tables and networks together."""
    folder = Path(learned.__file__).parent
    assert sum(path.stat().st_size for kind in ("tables", "network") for path in folder.glob(f"*.{kind}")) <= 2_000_000


def test_heaps_tell_few_cubes_apart_and_many_by_fours() -> None:
    assert [learned.HEAP[cubes] for cubes in (0, 15, 16, 19, 20, 69)] == [0, 15, 16, 16, 17, 29]


def value_after(state: State, action: int) -> float:
    """What the tables say to the other side once an action is done, as a logarithm."""
    after = state.copy()
    after.apply(action)
    tables = after.learned()
    assert tables is not None
    return sum(tables.present()[entry] for entry in after.features(after.to_act))


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("OWN", 2, {}), ("OWN", 2, {"relocate": "any"}), ("FOUR", 4, {}), ("FOUR_SAFE", 4, {"partners": "safe"}), ("SIX", 6, {})],
)
def test_what_is_foreseen_is_what_comes_but_for_counts_after_relocations(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, options: dict[str, str]
) -> None:
    """Freedoms, and with `any` cubes, are those after the drop on the target."""
    tables = several(monkeypatch, name, seats)
    state, rng = calumma.load("bradley", seats, **options).new(), calumma.Rng(2)
    exact = [*range(9), *range(1485, tables.starts[6])]
    places = range(tables.size)
    tables.set_weights(array("h", [place * 37 % 101 - 50 if place % tables.entries in exact else 0 for place in places]))
    for _ in range(6):
        before = str(state)
        foreseen = state.foreseen()
        assert str(state) == before
        actions = [action for action in state.legal() if action != PASS]
        for action, value in list(zip(actions, foreseen, strict=True))[::7]:
            assert value == -value_after(state, action)
        for _ in range(3):
            state.apply(state.pick(rng))


@pytest.mark.parametrize(("name", "seats"), [("THREE", 3), ("FIVE", 5)])
def test_alone_a_seat_foresees_what_is_worth_something_to_itself(monkeypatch: pytest.MonkeyPatch, name: str, seats: int) -> None:
    """But for freedoms after relocations, which are those after the drop on the target."""
    tables = several(monkeypatch, name, seats)
    state, rng = calumma.load("bradley", seats).new(), calumma.Rng(2)
    free = {*range(9, tables.starts[4]), *range(tables.starts[7], tables.starts[6 + seats])}
    places = range(tables.size)
    tables.set_weights(array("h", [0 if place % tables.entries in free else place * 37 % 101 - 50 for place in places]))
    for _ in range(6):
        seat = state.to_act
        for action, value in list(zip(state.legal(), state.foreseen(), strict=True))[::7]:
            after = state.copy()
            after.apply(action)
            assert value == sum(tables.present()[entry] for entry in after.features(seat))
        for _ in range(3):
            state.apply(state.pick(rng))


def test_what_is_foreseen_of_drops_is_exact(table: type[Table]) -> None:
    state = table(2).set("P", P="a5 d5 e7", G="b5 e5 e6").state
    for action, value in zip(state.legal(), state.foreseen(), strict=True):
        if action < 69:
            after = state.copy()
            after.apply(action)
            share = after.evaluate()[0]
            assert log(share / (1 - share)) * UNIT == pytest.approx(value)


@pytest.mark.parametrize("seats", [3, 5])
def test_alone_every_seat_gets_what_the_entries_that_speak_for_it_say(seats: int) -> None:
    """As a part of what all of them are given together."""
    state, rng = calumma.load("bradley", seats).new(), calumma.Rng(4)
    tables = state.learned()
    assert tables is not None
    weights = tables.present()
    for _ in range(25):
        sums = [sum(weights[entry] for entry in state.features(seat)) for seat in range(seats)]
        shares = [1 / (1 + exp(-total / UNIT)) for total in sums]
        assert state.evaluate() == pytest.approx([share / sum(shares) for share in shares])
        state.apply(state.pick(rng))
