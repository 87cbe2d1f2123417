"""Points of the rules where several of them meet, and texts that must be refused; all answers worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma
from calumma import NotationError
from calumma.core.messages import tell

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

pytestmark = pytest.mark.contract

BEFORE_THE_FIRST_TILE = ("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")


# Groups


@pytest.mark.parametrize(("merge", "points"), [("scores", 5), ("strict", 4)])
def test_r8_where_a_strict_four_with_x_brings_nothing_the_three_without_x_still_does(
    pp: type[Help], merge: str, points: int
) -> None:
    # with X, the blue 5 on 0,1: R2, B5, R3 and R4, but R3 was apart; without X: R2, R4, R3
    state = pp.position("R2@0,0/B5@0,1/R3@2,0/K0@1,1", "0,1/1,1", "-", "R4R0/L0L1", merge=merge)
    assert pp.play(state, "R4@1,0").scores() == [points, 0]


def test_r8_the_own_chameleon_doubles_nothing(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/B3@1,0/K0@0,1", "1,0/0,1", hands="R4R0/L0L1")
    assert pp.play(state, "R4@2,0").scores() == [4, 0]


def test_r8_r11_a_toll_is_due_beside_a_colourless_tile_too(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0", "1,0/1,0", hands="R4R0/L0L1", points="9/0", wasps="-/1,0")
    assert pp.play(state, "R4@2,0").scores() == [5, 4]


# Ruin and the end


def test_r6_r12_the_tile_that_a_ruined_chameleon_leaves_is_one_players_own_again(pp: type[Help]) -> None:
    # Green owes Silver 4; then K0 is Pink's alone, and red in Pink's eyes: R2, K0, R3
    state = pp.position("R2@0,0/K0@1,0/Y0@0,2/K5@0,1", "1,0/1,0/0,1", "Y3", "B0B1/R3B4/P0P1", "0/0/0", "-/-/0,2")
    assert pp.play(state, "Y3@1,2", "R3@2,0").scores() == [0, 3, 0]


def test_r12_r14_who_is_ruined_by_the_last_tile_does_not_win(pp: type[Help]) -> None:
    state = pp.position(pp.laid(45), "0,0/0,0/0,0", pp.tile(45), "-/-/-", "3/0/3", "-/2,6/-")
    pp.play(state, f"{pp.tile(45)}@3,6")
    assert (state.to_act, state.reason()) == (calumma.OVER, "all-tiles")
    assert (state.scores(), state.payoffs()) == ([0, 3, 3], [0.0, 0.5, 0.5])


def test_r14_a_tile_that_came_to_the_wilds_must_be_added_by_the_next_seat(pp: type[Help]) -> None:
    state = pp.position(pp.laid(44), "0,0/0,0", "-", f"-/{pp.tile(44)}{pp.tile(45)}", "9/9")
    assert pp.moves(state) == ["pass"]
    pp.play(state, "pass", f"{pp.tile(44)}@2,6")
    assert {move[:2] for move in pp.moves(state)} == {pp.tile(45)}


# Knowing


def test_a_spectator_sees_no_draw_into_a_hand(pp: type[Help]) -> None:
    state = pp.play(pp.position(*BEFORE_THE_FIRST_TILE), "B1@1,1")
    assert {state.seen(action, None) for action in state.legal()} == {None}


def test_no_world_is_dealt_for_a_seat_that_is_not_there(pp: type[Help]) -> None:
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: expected 0 to 1"):
            pp.position(*BEFORE_THE_FIRST_TILE).determinize(seat, calumma.Rng(1))


# Texts


@pytest.mark.parametrize(
    "place", ["01,0", "1,-0", "1,00", "1,\N{ARABIC-INDIC DIGIT ZERO}", "9" * 5000 + ",0", "1,-" + "9" * 5000]
)
def test_a_place_is_written_in_one_way_only(pp: type[Help], place: str) -> None:
    state = pp.position("O4@0,0/B5@1,1", "0,0/1,1", "R1K1")
    for text in (f"R1@{place}", f">{place}"):
        with pytest.raises(NotationError, match="expected a tile and its place like"):
            state.game.parse_move(state, text)


@pytest.mark.parametrize(
    "text",
    ["O4@" + "9" * 5000 + ",0 0,0/0,0 -/- R1K1 Y1B1/W1P1 0/0 0 0", "O4@0,0 " + "9" * 5000 + ",0/0,0 -/- R1K1 Y1B1/W1P1 0/0 0 0"],
)
def test_a_place_far_beyond_the_board_gets_a_sentence(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        calumma.load("piecepack").parse_position(text)


def test_somebody_is_left_when_all_tiles_are_laid(pp: type[Help]) -> None:
    with pytest.raises(NotationError, match="every seat is out: expected at least one to be left"):
        pp.position(pp.laid(46), "-/-", "-", "-/-", "out/out", acts="over")


def test_an_owner_for_whom_nothing_is_left_is_told_no_payment(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "R2", "B0B1/L0L1/P0P1", "0/3/0", "0,0/-/2,0", "1")
    action = state.game.parse_move(state, "R2@1,0")
    after = state.copy()
    after.apply(action)
    told = [tell(state.game, effect) for effect in state.game.story(state, action, after)]
    assert [line for line in told if "pays" in line] == ["Pink pays Silver 3 points for building beside the wasp."]
    assert "Pink owes 8 points but has only 3 and is out of the game." in told
