"""Bounds of the number of positions, part by part, against numbers derived by hand."""

from math import log10, prod

import pytest

import calumma
from calumma.games.bradley import counting as bradley
from calumma.games.chamelequin import counting as chamelequin
from calumma.games.life import counting as life
from calumma.games.piecepack import counting as piecepack
from calumma.games.yamamoto import counting as yamamoto
from calumma.lab.report.findings import counts_of

TABLES = [(name, seats) for name in calumma.games() for seats in calumma.load(name).info.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_has_a_bound_that_grows_with_every_part(name: str, seats: int) -> None:
    parts = counts_of(calumma.load(name, seats))
    assert all(what and ways >= 1 for what, ways in parts)
    assert 11 < log10(prod(ways for _, ways in parts)) < 200


def test_two_kinds_of_one_piece_on_two_squares_stand_in_seven_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamamoto, "KINDS", (1, 0, 1, 0))
    monkeypatch.setattr(yamamoto, "SQUARES", 2)
    assert yamamoto.counts(2, {})[0][1] == 1 + 2 + 2 + 2


def test_without_relocation_the_holes_of_the_start_are_never_empty() -> None:
    ways = [number for _, number in bradley.counts(3, {"relocate": "none"})]
    assert ways == [4**60, 3**9, 3]


def test_the_neutral_cube_can_only_be_in_the_middle() -> None:
    ways = [number for _, number in bradley.counts(2, {"relocate": "own"})]
    assert ways == [3**68, 4, 2, 5]


def test_there_are_340_stacks_of_one_to_four_rings() -> None:
    assert chamelequin._placings((1, 0)) == 64 * 340


def test_two_other_tiles_are_in_a_hand_in_the_wilds_or_unseen() -> None:
    assert piecepack._others(2, 1) == 3**2


def test_three_other_tiles_do_not_fit_into_one_hand() -> None:
    assert piecepack._others(3, 1) == 3**3 - 1


def test_an_objective_of_three_bugs_can_be_in_seven_states_with_one_seat() -> None:
    assert life._objective("RGB", 1) == 2 + 2 * 2 + 1
