"""Points of the rules where several of them meet; all answers worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

pytestmark = pytest.mark.contract


def test_r5_where_every_move_takes_somebodys_last_cube_all_are_legal(table: type[Table]) -> None:
    assert table(3, relocate="none").set("P", P="c5 c3", G="d5", R="d3").legal() == {"e5", "e3"}


def test_r5_with_six_players_orange_is_protected_like_any_other(table: type[Table]) -> None:
    assert table(6, relocate="none").set("G", G="c5 c3", O="d5", R="d3 i3").legal() == {"e3"}


def test_r5_a_partners_last_cube_is_not_lifted_either(table: type[Table]) -> None:
    assert table(4, relocate="any").set("G", G="c5", R="d5 i3 g1", Y="h8").legal() == {"e5", "i3-e5", "g1-e5"}


def test_r5_lifting_one_of_two_cubes_and_turning_the_other_takes_the_last(table: type[Table]) -> None:
    # lifting i3 and turning d5 would take both of Red's cubes, lifting i7 and turning e5 both of Yellow's
    assert table(4, relocate="any").set("G", G="c5", R="d5 i3", Y="e5 i7").legal() == {"f5"}


def test_r2_r4_a_partners_cube_lifted_from_a_line_breaks_it(table: type[Table]) -> None:
    # c5 G, d5 R, e5 Y: dropping on f5 turns both; lifting either leaves a gap
    cubes = {"G": "c5", "R": "d5 i3 g1", "Y": "e5 i7 g9"}
    assert table(4, relocate="any").set("G", **cubes).legal() == {"f5", "i3-f5", "g1-f5", "i7-f5", "g9-f5"}
    assert table(4, relocate="any", partners="safe").set("G", **cubes).legal() == {"pass"}


def test_r6_r7_a_barred_seat_that_cannot_drop_passes_and_the_bar_stays(table: type[Table]) -> None:
    here = table(2).set("G", 4, P="c5 h8", O="d5", G="i3").play("pass")
    assert here.legal() == {"e5"}


def test_r7_a_drop_at_the_bar_frees_the_next_seat_at_once(table: type[Table]) -> None:
    here = table(2).set("P", 4, P="c5", G="d5 d7 i3", O="e7").play("e5")
    assert here.legal() == {"f7", "i3-f7"}


def test_r8_a_seat_whose_turn_it_is_not_keeps_the_match_going(table: type[Table]) -> None:
    here = table(2).set("G", P="c5", O="d5", G="i3")
    assert here.state.to_act == 1
    assert here.play("pass", "e5").state.to_act == calumma.OVER


def test_a_team_of_three_shares_its_win_in_thirds(table: type[Table]) -> None:
    third = pytest.approx(1 / 3)
    assert table(6).set("G", G="a3 a7", O="i3").state.payoffs() == [third, 0.0, third, 0.0, third, 0.0]


def test_a_relocation_is_refused_with_a_reason_that_does_not_deny_the_drop(table: type[Table]) -> None:
    here = table(2).set("P", P="c5", G="d5 i3")
    with pytest.raises(
        calumma.IllegalMove, match="without the cube on c5, Purple's cube on e5 would not enclose any cube of another"
    ):
        here.play("c5-e5")
