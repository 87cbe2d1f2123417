"""What a move is told to do: whose cube it lifts, what turns, who won."""

from typing import Any

import pytest

pytestmark = pytest.mark.contract


def told(table: Any, text: str) -> Any:
    return [(effect.key, dict(effect.values)) for effect in table.state.effects(table.game.parse_move(table.state, text))]


@pytest.mark.parametrize(
    ("move", "key", "more"),
    [
        ("a3-e5", "relocated", {}),
        ("i3-e5", "took", {"foe_seat": 1}),
        ("g1-e5", "took_neutral", {}),
    ],
)
def test_a_lifted_cube_is_ones_own_or_somebodys_or_neutral(table: Any, move: str, key: int, more: Any) -> None:
    here = table(2, relocate="any").set("P", P="c5 a3", G="d5 i3 i7", O="g1")
    values = {"seat": 0, "from_cell": move[:2], "to_cell": "e5"}
    assert told(here, move)[:2] == [(key, values | more), ("turned", {"seat": 0, "count": 1})]


def test_who_has_the_most_cubes_at_the_end_is_told_to_have_won(table: Any) -> None:
    here = table(3, relocate="none").set("G", G="c5 a3", P="d5 i3", R="i7")
    assert told(here, "e5")[2:] == [
        ("scored", {"seat": 0, "count": 1}),
        ("scored", {"seat": 1, "count": 4}),
        ("scored", {"seat": 2, "count": 1}),
        ("won", {"seat": 1}),
    ]


def test_positions_that_differ_in_one_colour_alone_have_different_keys(table: Any) -> None:
    cubes = {"P": "a3", "G": "i3"}
    keys = {table(2).set("P", **cubes | more).state.key() for more in ({}, {"P": "a3 a7"}, {"G": "i3 i7"}, {"O": "c1"})}
    assert len(keys) == 4


def test_a_cube_on_any_square_makes_another_hash(table: Any) -> None:
    names = table(2).game.definition.notation.NAMES
    assert len({table(2).set("P", P=name).state.hash() for name in names}) == 69


def test_a_key_holds_a_board_for_every_seat_and_the_neutral_one(table: Any) -> None:
    assert [len(table(seats).state.key()) for seats in range(2, 7)] == [5, 6, 7, 8, 9]  # with turn and quiet turns


@pytest.mark.parametrize(("origin", "target"), [(None, 69), (None, -1), (69, 0), (-1, 0)])
def test_what_turns_is_asked_for_squares_that_exist(table: Any, origin: int | None, target: int) -> None:
    with pytest.raises(ValueError, match="expected a whole number from 0 to 68"):
        table(2).state.enclosed_by(origin, target)


def test_whose_last_cube_turns_is_told_to_have_lost_all(table: Any) -> None:
    here = table(2, relocate="none").set("P", P="c5", G="d5")
    assert told(here, "e5")[1:3] == [("turned", {"seat": 0, "count": 1}), ("lost_all", {"foe_seat": 1})]


def test_those_who_tie_are_told_to_share(table: Any) -> None:
    here = table(2, relocate="none").set("P", P="c5", G="d5 i3 i7 g1")
    assert told(here, "e5")[-1] == ("shared", {"winner_seats": [0, 1]})
