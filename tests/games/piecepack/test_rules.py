"""One test or more for each numbered rule of piecepack's RULES.md; the positions and answers are worked out by hand."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import State
from calumma.core.weights import recorded
from calumma.games.piecepack.planes import IDLE_PART, PARTS, STARTS, WILDS_PART

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

pytestmark = pytest.mark.contract


def texts(state: State, start: str) -> set[str]:
    return {state.game.move_text(state, a) for a in state.legal() if state.game.move_text(state, a).startswith(start)}


def begun(seats: int = 2) -> State:
    return calumma.load("piecepack", seats).new()


# Setting up


def test_r1_any_tile_may_start_and_all_chameleons_stand_on_it(pp: type[Help]) -> None:
    state = begun(3)
    assert len(state.chance()) == 48
    assert str(pp.play(state, "~O4")) == "O4@0,0 0,0/0,0/0,0 -/-/- - -/-/- 0/0/0 wilds 0"


def test_r2_wilds_are_of_other_colours_than_the_starter_but_may_share_one(pp: type[Help]) -> None:
    state = pp.play(begun(), "~O4")
    assert len(state.legal()) == 42
    assert not texts(state, "~O")
    pp.play(state, "~R1")
    assert len(state.legal()) == 41
    assert len(texts(state, "~R")) == 5


def test_r2_wilds_that_are_being_drawn_are_read_back(pp: type[Help]) -> None:
    state = pp.play(begun(), "~O4")
    assert len(state.game.parse_position(str(state)).legal()) == 42


def test_r3_hands_are_dealt_in_seat_order_from_all_that_is_unseen(pp: type[Help]) -> None:
    state = pp.play(begun(), "~O4", "~R1", "~R2")
    assert len(state.legal()) == 45  # the two that leave the game are among them
    pp.play(state, "~O5", "~K0", "~Y1")
    assert str(state).split()[4:7] == ["K0O5/Y1", "0/0", "1+1"]
    assert pp.play(state, "~Y2").to_act == 0


@pytest.mark.parametrize(("seats", "supply"), [(2, 39), (3, 37), (4, 35)])
def test_r3_the_supply_is_what_is_left_of_43(seats: int, supply: int) -> None:
    state = begun(seats)
    for _ in range(3 + 2 * seats):
        state.apply(state.legal()[-1])
    assert state.to_act == 0
    assert state.view(None)["supply"] == supply


# Adding a tile


def test_r4_the_first_tile_goes_to_one_of_eight_places_and_no_chameleon_can_move(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")
    around = {f"{x},{y}" for x in (-1, 0, 1) for y in (-1, 0, 1)} - {"0,0"}
    expected = {f"{tile}@{at}{wasp}" for tile in ("R1", "K1", "Y1", "B1") for at in around for wasp in ("", "*")}
    assert set(pp.moves(state)) == expected


def test_r4_from_the_wilds_the_hand_stays_as_it_is(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1"), "R1@1,0")
    assert str(state) == "O4@0,0/R1@1,0 0,0/0,0 -/- K1 Y1B1/W1P1 2/0 1 0"


def test_r4_from_the_hand_the_other_tile_goes_to_the_wilds(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1"), "B1@1,1")
    assert str(state) == "O4@0,0/B1@1,1 0,0/0,0 -/- R1K1Y1 -/W1P1 2/0 0+2 0"


def test_r4_a_single_tile_in_hand_leaves_the_wilds_alone(pp: type[Help]) -> None:
    state = pp.position(pp.laid(43), "0,0/0,0", pp.tile(43), f"{pp.tile(44)}/{pp.tile(45)}", "9/9")
    pp.play(state, f"{pp.tile(44)}@1,6")
    assert state.view(None)["wilds"] == [pp.tile(43)]


def test_r4_a_tile_must_touch_the_board(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")
    with pytest.raises(calumma.IllegalMove, match="that place touches no tile"):
        pp.play(state, "R1@2,0")


def test_r4_the_board_stays_within_seven_by_seven(pp: type[Help]) -> None:
    row = "/".join(f"{tile}@{x},0" for x, tile in enumerate(["R0", "K0", "Y0", "B0", "W0", "O0", "R1"], start=-3))
    state = pp.position(row, "0,0/0,0", "K1")
    at = {text.split("@")[1].strip("*") for text in texts(state, "K1@")}
    assert at == {f"{x},{y}" for x in range(-3, 4) for y in (-1, 1)}
    with pytest.raises(calumma.IllegalMove, match="would not fit in 7x7"):
        pp.play(state, "K1@4,0")


def test_r4_with_six_columns_the_board_may_still_grow_on_either_side(pp: type[Help]) -> None:
    column = "/".join(f"{tile}@0,{y}" for y, tile in enumerate(["R0", "K0", "Y0", "B0", "W0", "O0"], start=-4))
    state = pp.position(column, "0,0/0,0", "K1")
    assert {"K1@0,2", "K1@0,-5", "K1@1,2", "K1@-1,-5"} <= set(pp.moves(state))
    pp.play(state, "K1@-1,-5")
    assert not texts(state, "L0@0,2")
    assert not texts(state, "L0@0,-6")


@pytest.mark.parametrize(
    ("along", "beyond"),
    [("{},0", "-1,0"), ("-{},0", "-7,0"), ("0,{}", "0,-1"), ("0,-{}", "0,-7")],
)
def test_r4_after_six_tiles_in_a_line_from_the_starter_no_seventh_fits(pp: type[Help], along: str, beyond: str) -> None:
    state = pp.play(begun(), "~O4", "~R1", "~R2", "~K0", "~Y1", "~B2", "~W3")
    for number in range(1, 7):
        while state.to_act == calumma.CHANCE:
            state.apply(state.legal()[0])
        place = f"@{along.format(number)}"
        state.apply(next(action for action in state.legal() if state.game.move_text(state, action).endswith(place)))
    while state.to_act == calumma.CHANCE:
        state.apply(state.legal()[0])
    assert not any(text.strip("*").endswith(f"@{beyond}") for text in pp.moves(state))


def test_r4_r5_the_farthest_corner_is_added_to_and_walked_to(pp: type[Help]) -> None:
    stairs = "/".join(f"{tile}@{-k},{-k}" for k, tile in enumerate(["O4", "K0", "Y0", "B0", "W0", "O0"]))
    state = pp.position(f"{stairs}/P5@-6,-5", "0,0/-6,-5", "R0")
    assert state.effects(state.game.parse_move(state, "R0@-6,-6"))[0].cells == ("R0", "-6,-6")
    assert "R0@-6,-6" in str(pp.play(state, "R0@-6,-6"))
    assert "-6,-6" in state.effects(state.game.parse_move(state, ">-6,-6"))[0].cells
    assert pp.play(state, ">-6,-6").view(None)["chameleons"][1] == [-6, -6]


# Moving the chameleon

CROSS = "R0@0,0/K0@1,0/Y0@2,0/B0@4,0/W0@0,1/O0@3,1"


def test_r5_a_chameleon_goes_like_a_rook_over_tiles_only(pp: type[Help]) -> None:
    state = pp.position(CROSS, "0,0/2,0", hands="P0P1/L0L1")
    assert texts(state, ">") == {">1,0", ">2,0", ">0,1"}
    assert texts(pp.position(CROSS, "2,0/1,0"), ">") == {">1,0", ">0,0"}


def test_r5_chameleons_and_wasps_do_not_block(pp: type[Help]) -> None:
    state = pp.position(CROSS, "0,0/1,0", wasps="-/1,0")
    assert texts(state, ">") == {">1,0", ">1,0!", ">2,0", ">0,1"}


def test_r5_an_eaten_wasp_goes_back_and_may_be_placed_again(pp: type[Help]) -> None:
    state = pp.play(pp.position(CROSS, "0,0/2,0", wasps="-/1,0"), ">1,0!")
    assert state.view(None)["wasps"] == [None, None]
    assert pp.play(state, "L0@2,2*").view(None)["wasps"] == [None, [2, 2]]


@pytest.mark.parametrize(("acts", "wasps"), [("0", "1,0/-/1,1"), ("1", "1,1/1,0/-"), ("2", "-/1,1/1,0")])
def test_r5_any_seat_eats_the_wasp_of_any_other(pp: type[Help], acts: str, wasps: str) -> None:
    state = pp.position(f"{CROSS}/L5@1,1", "0,1/0,1/0,1", "-", "P0P1/L0L1/B1B2", "0/0/0", wasps, acts)
    found = pp.play(state, ">1,1!").view(None)["wasps"]
    assert [at for at in found if at] == [[1, 0]]


def test_r5_wasps_elsewhere_are_not_eaten(pp: type[Help]) -> None:
    state = pp.position(CROSS, "0,0/0,0/0,0", "-", "P0P1/L0L1/B1B2", "0/0/0", "-/1,0/2,0")
    assert pp.play(state, ">1,0!").view(None)["wasps"] == [None, None, [2, 0]]


def test_r5_a_wasp_may_be_spared(pp: type[Help]) -> None:
    state = pp.play(pp.position(CROSS, "0,0/2,0", wasps="-/1,0"), ">1,0")
    assert state.view(None)["wasps"] == [None, [1, 0]]


def test_r5_the_own_wasp_is_not_eaten(pp: type[Help]) -> None:
    state = pp.position(CROSS, "0,0/2,0", wasps="1,0/-")
    assert ">1,0!" not in pp.moves(state)
    with pytest.raises(calumma.IllegalMove, match="there is no other player's wasp there"):
        pp.play(state, ">1,0!")


def test_r5_a_wasp_under_a_chameleon_that_stays_is_not_eaten(pp: type[Help]) -> None:
    state = pp.position(CROSS, "1,0/2,0", wasps="-/1,0")
    assert texts(state, ">") == {">0,0", ">2,0"}


@pytest.mark.parametrize(("points", "limit"), [("0/0", 6), ("0/0/0", 9), ("0/out/0", 6), ("0/0/0/0", 12)])
def test_r5_after_three_turns_a_living_seat_without_a_tile_one_must_be_added(pp: type[Help], points: str, limit: int) -> None:
    seats = points.split("/")
    chameleons = "/".join("-" if each == "out" else "0,0" for each in seats)
    hands = "/".join("-" if each == "out" else hand for each, hand in zip(seats, ["P0P1", "L0L1", "P2P3", "L2L3"], strict=False))
    state = pp.position(CROSS, chameleons, "K5", hands, points, idle=limit - 1)
    pp.play(state, ">1,0")
    assert state.view(None)["idle"] == limit
    assert not texts(state, ">")
    with pytest.raises(calumma.IllegalMove, match=f"there has been no tile for {limit} turns, so one must be added now"):
        pp.play(state, ">1,0")
    assert texts(pp.play(state, "K5@-1,-1"), ">")


def test_r5_every_turn_at_the_table_counts_until_a_tile_is_added(pp: type[Help]) -> None:
    state = pp.play(pp.position(CROSS, "0,0/0,0", "K5"), ">1,0", ">1,0", ">0,0")
    assert state.view(None)["idle"] == 3
    assert pp.play(state, "K5@-1,-1").view(None)["idle"] == 0


def test_r5_no_chameleon_moves_while_the_supply_is_empty(pp: type[Help]) -> None:
    state = pp.position(pp.laid(43), "0,0/0,0", pp.tile(43), f"{pp.tile(44)}/{pp.tile(45)}")
    assert not texts(state, ">")
    with pytest.raises(calumma.IllegalMove, match="chameleons cannot move while the supply is empty"):
        pp.play(state, ">1,0")


# Colours and groups: the rule book's examples first


def test_r6_r8_example_a_chameleon_turns_the_blue_five_orange_for_five_points(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0/K3@0,1", "1,0/0,1", hands="O2R0/O3L1")
    pp.play(state, "O2@2,0")
    assert state.scores() == [5, 0]


def test_r6_r8_example_for_the_other_player_that_five_is_still_blue(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0/K3@0,1/O2@2,0", "1,0/0,1", hands="R1R0/O3L1", acts="1")
    assert pp.play(state, "O3@3,0").scores() == [0, 0]


def test_r6_example_a_second_chameleon_spoils_the_plan(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", hands="O2R0/L0L1")
    assert pp.play(state, ">1,0", ">1,0", "O2@2,0").scores() == [0, 0]


def test_r6_without_the_second_chameleon_the_plan_works_and_the_one_left_behind_doubles_it(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", "B1", hands="O2R0/L0L1")
    assert pp.play(state, ">1,0", "B1@-1,-1", "O2@2,0").scores() == [10, 0]


def test_r8_example_ace_and_rival_make_three_into_twelve(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,1/0,0", hands="R1B0/L0L1")
    assert pp.play(state, "R1@-1,0").scores() == [12, 0]


def test_r8_example_two_rivals_double_no_more_than_one(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,1/0,0/1,0", hands="R1B0/L0L1/P0P1", points="0/0/0")
    assert pp.play(state, "R1@-1,0").scores() == [12, 0, 0]


def test_r8_two_aces_double_no_more_than_one(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/K1@1,0/K0@1,1", "1,0/1,1", hands="R1B0/L0L1")
    assert pp.play(state, "R1@2,0").scores() == [4, 0]


FOUR_REDS = "R0@0,0/R2@1,0/R3@2,0/R4@3,0/K0@0,1"


def test_r8_example_a_chameleon_takes_a_tile_out_of_a_four_so_that_a_fifth_makes_four_again(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "0,0/0,1", hands="R5B0/L0L1")
    assert pp.play(state, "R5@4,0").scores() == [5, 0]


def test_r10_example_for_others_the_fifth_tile_costs_eight(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "0,1/0,0", hands="R5B0/L0L1", points="9/0")
    assert pp.play(state, "R5@4,0").scores() == [1, 0]


def test_r10_example_moving_off_a_group_of_five_costs_nothing(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS + "/R5@4,0", "0,0/0,1", points="9/0")
    assert pp.play(state, ">0,1").scores() == [9, 0]


def test_r10_every_tile_added_to_a_group_that_is_too_large_costs(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS + "/R5@4,0", "0,1/0,1", hands="R1B0/L0L1", points="9/0")
    assert pp.play(state, "R1@5,0").scores() == [1, 0]


def test_r10_an_own_chameleon_keeps_a_group_of_five_from_costing(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "2,0/0,1", hands="R5B0/L0L1", points="9/0")  # X parts R0 R2 from R4 R5
    assert pp.play(state, "R5@4,0").scores() == [9, 0]


def test_r6_a_tile_with_two_rivals_is_in_no_group(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,1/0,0/0,0", hands="R1B0/L0L1/P0P1", points="0/0/0")
    assert pp.play(state, "R1@-1,0").scores() == [0, 0, 0]


def test_r8_a_group_of_two_or_five_brings_nothing(pp: type[Help]) -> None:
    assert pp.play(pp.position("R2@0,0/K0@1,1", "1,1/1,1", hands="R1B0/L0L1"), "R1@1,0").scores() == [0, 0]
    state = pp.position(FOUR_REDS, "0,1/0,1", hands="R5B0/L0L1", points="8/0")
    assert pp.play(state, "R5@4,0").scores() == [0, 0]


def test_r8_tiles_that_touch_at_corners_only_are_no_group(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,1/K0@0,1", "0,1/0,1", hands="R1B0/L0L1")
    assert pp.play(state, "R1@2,2").scores() == [0, 0]


def test_r8_the_chameleon_may_bring_a_group_of_four_from_three(pp: type[Help]) -> None:
    # without X: O3 O2 O0, worth 3; with X, the blue 5: four tiles, worth 5
    state = pp.position("O3@0,0/O2@1,0/B5@1,1/K0@0,1", "1,1/0,1", hands="O0R0/L0L1")
    assert pp.play(state, "O0@2,0").scores() == [5, 0]


def test_r8_the_better_reading_may_be_without_the_chameleon(pp: type[Help]) -> None:
    # with X there would be five tiles, which bring nothing and, being X's, cost nothing
    state = pp.position("O3@0,0/O2@1,0/O4@1,1/B5@2,1/K0@0,1", "2,1/0,1", hands="O0R0/L0L1")
    assert pp.play(state, "O0@2,0").scores() == [4, 0]


def test_r8_only_one_tile_is_read_as_another_colour(pp: type[Help]) -> None:
    state = pp.position("B3@0,0/B4@1,0/K0@0,1", "1,0/0,1", hands="O5R0/O0L1", points="0/0")
    assert pp.play(state, "O5@2,0").scores()[0] == 3  # the bonus for the third colour alone


# The wasp


def test_r7_the_wasp_goes_on_a_tile_without_like_neighbours(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0/K3@0,1", "0,1/0,1", hands="O2R0/L0L1")
    assert "O2@2,0*" in pp.moves(state)
    assert "O2@-1,0*" not in pp.moves(state)
    assert "O2@-1,1*" in pp.moves(state)  # a like tile at a corner does not matter


def test_r7_r8_x_does_not_stop_the_wasp_but_then_is_not_in_the_group(pp: type[Help]) -> None:
    start = ("O4@0,0/B5@1,0/K3@0,1", "1,0/0,1")
    assert pp.play(pp.position(*start, hands="O2R0/L0L1"), "O2@2,0").scores() == [5, 0]
    state = pp.play(pp.position(*start, hands="O2R0/L0L1"), "O2@2,0*")
    assert state.scores() == [0, 0]
    assert state.view(None)["wasps"] == [[2, 0], None]


def test_r7_x_of_the_printed_colour_does_not_stop_the_wasp(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,0/1,1", hands="R1B0/L0L1")
    assert {"R1@2,0", "R1@2,0*"} <= set(pp.moves(state))
    assert pp.play(state, "R1@2,0").scores() == [6, 0]


def test_r7_a_colourless_neighbour_does_not_stop_the_wasp(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/K0@1,1", "0,0/0,0", hands="R1B0/L0L1")
    assert "R1@-1,0*" in pp.moves(state)
    assert "R1@-1,0*" not in pp.moves(pp.position("R2@0,0/K0@1,1", "1,1/0,0", hands="R1B0/L0L1"))


def test_r7_the_wasp_leaves_where_it_was(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", hands="R2R0/L0L1", wasps="1,0/-")
    assert pp.play(state, "R2@-1,0*").view(None)["wasps"] == [[-1, 0], None]


# Paying


def test_r9_the_nth_colour_brings_n_points(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")
    assert pp.play(state, "R1@1,1").scores() == [2, 0]
    assert pp.play(state, "K1@2,2").scores() == [2, 3]
    assert pp.play(state, "Y1@3,3").scores() == [6, 3]


def test_r9_the_eighth_colour_brings_eight(pp: type[Help]) -> None:
    state = pp.position(pp.laid(7), "0,0/0,0", "L5", "P2P1/L0L1")
    assert pp.play(state, "L5@0,1").scores() == [8, 0]


def test_r9_colours_count_as_printed(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "1,0/0,0", hands="B2R0/L0L1")
    assert pp.play(state, "B2@2,1").scores() == [0, 0]


def test_r11_each_wasp_beside_the_tile_takes_four(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "R2", "B0B1/L0L1/P0P1", "9/0/0", "-/0,0/2,0")
    assert pp.play(state, "R2@1,0").scores() == [1, 4, 4]


def test_r11_the_own_wasp_and_wasps_at_corners_take_nothing(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "R2", "B0B1/L0L1/P0P1", "9/0/0", "0,0/1,1/2,0")
    assert pp.play(state, "R2@0,-1").scores() == [9, 0, 0]
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "R2", "B0B1/L0L1/P0P1", "9/0/0", "0,0/1,1/2,0")
    assert pp.play(state, "R2@2,2").scores() == [9, 0, 0]


def test_r12_what_is_gained_may_be_used_to_pay(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1", "B2", "W0B1/L0L1", "0/0", "-/0,0")
    state = pp.play(state, "B2@0,-1")
    assert state.scores() == [0, 4]  # the fourth colour brings 4, the toll takes them: no ruin
    assert state.to_act == 1


RUIN = ("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "R2", "B0B1/L0L1/P0P1", "0/5/0", "0,0/-/2,0", "1")


def test_r12_who_cannot_pay_is_out_and_tolls_are_paid_in_turn_order(pp: type[Help]) -> None:
    state = pp.play(pp.position(*RUIN), "R2@1,0")
    assert str(state) == "R0@0,0/R2@1,0/Y0@2,0/K0@1,1 1,1/-/1,1 0,0/-/2,0 L0L1 B0B1/-/P0P1 1/out/4 2 0"
    assert state.scores() == [1, 0, 4]


def test_r12_turns_go_past_a_seat_that_is_out(pp: type[Help]) -> None:
    state = pp.play(pp.position(*RUIN), "R2@1,0", "L0@3,1", "L1@4,2")
    assert state.to_act == 2


def test_r12_the_wasp_of_the_ruined_leaves_the_board_too(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1/1,1", "K2", "B0B1/L0L1/P0P1", "0/3/0", "-/1,1/2,0", "1")
    assert pp.play(state, "K2@3,0*").view(None)["wasps"] == [None, None, [2, 0]]


def test_r12_owners_of_tolls_come_before_the_bank(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "0,1/0,1/0,1", "R5", "B0B1/L0L1/P0P1", "5/0/0", "-/3,0/-")
    assert pp.play(state, "R5@4,0").scores() == [0, 4, 0]


def test_r12_paying_the_last_point_is_no_ruin(pp: type[Help]) -> None:
    state = pp.play(pp.position(FOUR_REDS, "0,1/0,1", "R5", "B0B1/L0L1", "8/0"), "R5@4,0")
    assert state.view(None)["out"] == [False, False]


def test_r12_a_single_seat_left_wins_at_once_even_with_nothing(pp: type[Help]) -> None:
    state = pp.play(pp.position(FOUR_REDS, "0,1/0,1", "R5", "B0B1/L0L1", "7/0"), "R5@4,0")
    assert (state.to_act, state.reason(), state.payoffs()) == (calumma.OVER, "last-seat", [0.0, 1.0])
    assert state.scores() == [0, 0]


def test_r12_a_ruined_seat_that_added_from_its_hand_draws_nothing(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "0,1/0,1/0,1", "K1", "R5B1/L0L1/P0P1", "7/0/0")
    pp.play(state, "R5@4,0")
    assert state.to_act == 1
    assert state.view(None)["wilds"] == ["K1", "B1"]


def test_r12_with_debt_points_go_below_zero_and_everybody_is_paid(pp: type[Help]) -> None:
    state = pp.play(pp.position(*RUIN, bankrupt="debt"), "R2@1,0")
    assert str(state) == "R0@0,0/R2@1,0/Y0@2,0/K0@1,1 1,1/1,1/1,1 0,0/-/2,0 - B0B1/L0L1/P0P1 4/-3/4 2 0"


def test_r12_with_debt_a_seat_below_zero_may_go_deeper(pp: type[Help]) -> None:
    state = pp.position(FOUR_REDS, "0,1/0,1", "R5", "B0B1/L0L1", "-2/0", bankrupt="debt")
    assert pp.play(state, "R5@4,0").scores() == [-10, 0]


# Merging


MERGE = ("R2@0,0/R3@1,0/R4@3,0/K0@2,1", "2,1/2,1", "-", "R5B0/L0L1")


def test_r8_a_pair_and_a_single_joined_to_four_score_unless_strict(pp: type[Help]) -> None:
    assert pp.play(pp.position(*MERGE), "R5@2,0").scores() == [5, 0]
    assert pp.play(pp.position(*MERGE, merge="strict"), "R5@2,0").scores() == [0, 0]


@pytest.mark.parametrize("merge", ["scores", "strict"])
def test_r8_three_that_grow_to_four_score_in_both(pp: type[Help], merge: str) -> None:
    state = pp.position("R2@0,0/R3@1,0/R4@2,0/K0@2,1", "2,1/2,1", "-", "R5B0/L0L1", merge=merge)
    assert pp.play(state, "R5@3,0").scores() == [5, 0]


@pytest.mark.parametrize("merge", ["scores", "strict"])
def test_r8_two_singles_joined_to_three_score_in_both(pp: type[Help], merge: str) -> None:
    state = pp.position("R2@0,0/K0@1,1/R4@2,0", "1,1/1,1", "-", "R5B0/L0L1", merge=merge)
    assert pp.play(state, "R5@1,0").scores() == [5, 0]


def test_r8_strict_reads_x_the_same_way_before_and_after(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0/O2@2,0/K3@0,1", "1,0/0,1", "-", "O3R0/L0L1", merge="strict")
    assert pp.play(state, "O3@3,0").scores() == [5, 0]  # with X the other three hang together


def test_r8_strict_may_choose_the_reading_in_which_the_four_grew(pp: type[Help]) -> None:
    # without X: O3 O2 O0 is a new three, worth 3; with X it is a four joined from a pair and X, which strict does not pay
    state = pp.position("O3@0,0/O2@1,0/B5@3,0/K0@2,1", "3,0/2,1", "-", "O0R0/L0L1", merge="strict")
    assert pp.play(state, "O0@2,0").scores() == [3, 0]


# Drawing and the end


def test_r13_an_empty_hand_draws_two(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0/B5@1,0", "0,0/0,0", hands="B2R0/L0L1"), "B2@-1,-1")
    assert state.to_act == calumma.CHANCE
    assert len(state.legal()) == 48 - 3 - 1 - 2
    assert pp.play(state, "~O0", "~O1").to_act == 1
    assert str(state).split()[4] == "O0O1/L0L1"


def test_r13_a_hand_that_is_kept_draws_nothing(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0/B5@1,0", "0,0/0,0", "B2", hands="P0P1/L0L1"), "B2@-1,-1")
    assert state.to_act == 1


def test_r13_the_last_tile_of_the_supply_is_drawn_alone(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(41), "0,0/0,0", "-", f"{t(41)}{t(42)}/{t(43)}{t(44)}", "9/9")
    pp.play(state, f"{t(41)}@6,5")
    assert str(state).split()[6] == "0+1"
    assert pp.moves(state) == ["~O5", "~P5", "~L5"]  # two of the three are out of the game
    pp.play(state, "~P5")
    assert (state.to_act, state.view(None)["supply"]) == (1, 0)


def test_r13_from_an_empty_supply_nothing_is_drawn(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(42), "0,0/0,0", "-", f"{t(42)}{t(43)}/{t(44)}{t(45)}", "9/9")
    assert pp.play(state, f"{t(42)}@0,6").to_act == 1
    assert state.view(None)["hand_sizes"] == [0, 2]


def test_r14_who_has_no_tile_passes_and_the_last_tile_ends_the_match(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"-/{t(45)}", "9/9")
    assert pp.moves(state) == ["pass"]
    assert pp.moves(pp.play(state, "pass"))[0].startswith(t(45))
    pp.play(state, f"{t(45)}@6,6")
    assert (state.to_act, state.reason(), state.payoffs()) == (calumma.OVER, "all-tiles", [0.5, 0.5])


def test_r14_who_has_only_the_wilds_adds_from_them(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(44), "0,0/0,0", t(44), f"-/{t(45)}", "9/8")
    assert all(text.startswith(t(44)) for text in pp.moves(state))
    with pytest.raises(calumma.IllegalMove, match="Green has a tile to add"):
        pp.play(state, "pass")


def test_r14_most_points_win_and_who_is_out_cannot(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(45), "0,0/-/0,0", "-", f"{t(45)}/-/-", "0/out/0")
    assert pp.play(state, f"{t(45)}@6,6").payoffs() == [0.5, 0.0, 0.5]
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"{t(45)}/-", "3/4")
    assert pp.play(state, f"{t(45)}@6,6").payoffs() == [0.0, 1.0]


def test_r14_in_debt_the_smallest_debt_wins(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"{t(45)}/-", "-3/-4", bankrupt="debt")
    assert pp.play(state, f"{t(45)}@6,6").payoffs() == [1.0, 0.0]


# Counting lines


def test_the_first_plies_are_as_many_as_counted_by_hand() -> None:
    assert [calumma.perft(begun(), depth) for depth in range(1, 4)] == [48, 48 * 42, 48 * 42 * 41]


def test_the_first_turns_are_as_many_as_counted_by_hand(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")  # seven colours, so a wasp is possible everywhere
    assert calumma.perft(state, 1) == 4 * 8 * 2
    draws = 2 * 16 * 41  # from the hand: then one of 41 unseen tiles is drawn
    beside = 8 * (3 * 10 * 2 + 1) + 8 * (3 * 10 * 2 + 2)  # two in a row have ten places; the chameleon may go, or go and eat
    at_corner = 16 * 3 * 12 * 2  # two at a corner have twelve places, and no chameleon can move
    assert calumma.perft(state, 2) == draws + beside + at_corner


# Guessing


def test_evaluate_prefers_points_and_forgets_who_is_out(pp: type[Help]) -> None:
    guess = pp.position("O4@0,0/B5@1,0", "0,0/0,0", points="9/1").evaluate()
    assert guess[0] > 0.5 > guess[1]
    state = pp.position("O4@0,0/B5@1,0", "0,0/-/0,0", hands="P0P1/-/L0L1", points="0/out/0")
    assert state.evaluate()[1] == 0.0


def test_evaluate_sees_what_the_next_tile_can_bring(pp: type[Help]) -> None:
    board, chameleons = "R2@0,0/R3@1,0/K0@1,1", "1,1/0,0"
    with_red = pp.position(board, chameleons, hands="R1B0/K4L1").evaluate()
    without = pp.position(board, chameleons, hands="K4L1/R1B0", acts="1").evaluate()
    assert with_red[0] > pp.position(board, chameleons, hands="K5B0/K4L1").evaluate()[0]
    assert without[1] > 0.5


def test_a_tile_is_weighed_with_its_wasp_and_nothing_else_is_weighed(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B0@0,1", "0,0/0,0", "K0")
    plain, wasp = (state.weigh(state.game.parse_move(state, text)) for text in ("K0@1,0", "K0@1,0*"))
    assert [each.after.view(None)["wasps"] for each in (plain, wasp)] == [[None, None], [[1, 0], None]]
    for number in (state.game.num_actions, state.game.num_actions - 1, 47):  # beyond all actions, the pass, no tile
        with pytest.raises(ValueError, match="as an action that adds a tile"):
            state.weigh(number)


def test_the_last_wild_tile_and_the_turns_without_a_tile_are_observed(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/K0@1,0", "0,0/0,0", "L5", "P0P1/L0L1", idle=3)
    seen, row = state.observe(0), 2 * PARTS
    assert [seen[STARTS[row + WILDS_PART] + 47], seen[STARTS[row + IDLE_PART]]] == [1, 3]


def test_actions_are_draws_additions_and_walks_with_and_without_a_wasp_and_the_pass() -> None:
    assert calumma.load("piecepack").info.num_actions == 48 + 48 * 169 * 2 + 169 * 2 + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_match_is_longer_than_its_tiles_with_three_rounds_before_each(seats: int) -> None:
    assert calumma.load("piecepack", seats).info.max_plies == 3 + 43 + 45 + 45 * 3 * seats


def test_the_pass_is_the_last_action(pp: type[Help]) -> None:
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"-/{pp.tile(45)}", "9/9")
    assert state.legal() == [state.game.info.num_actions - 1]


def test_a_position_that_is_set_up_forgets_what_was_there(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/L5@2,0/K0@1,1", "1,1/0,0", "K2", "B0B1/L0L1", "5/3", "2,0/1,1", "1")
    state.set_up({}, [None, None], [None, None], [], [[], []], [0, 0], 0, 1, 0)
    assert state.key() == begun().key()


def test_r12_a_match_that_ended_by_the_ruin_of_the_second_seat_is_read_back_alike(pp: type[Help]) -> None:
    state = pp.play(pp.position(FOUR_REDS, "0,1/0,1", "R5", "B0B1/L0L1", "0/7", acts="1"), "R5@4,0")
    assert (state.reason(), state.payoffs()) == ("last-seat", [1.0, 0.0])
    assert state.game.parse_position(str(state)).key() == state.key()


def test_r13_a_hand_is_filled_when_only_two_tiles_are_laid(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/R1@1,0", "0,0/0,0", "K1Y1", "-/P0P1", acts="0+2")
    assert state.view(None)["phase"] == "draw"
    assert pp.play(state, "~B1", "~W1").to_act == 1


TWO_REDS = "R2@0,0/R3@1,0/B5@0,1"


def reckoned(state: Any, text: str) -> dict[str, Any]:
    return state.reckon(state.game.parse_move(state, text))


def test_r8_the_reckoning_of_three_tiles_is_their_highest_rank(pp: type[Help]) -> None:
    found = reckoned(pp.position(TWO_REDS, "0,1/0,1", "-", "R4P0/L0L1"), "R4@2,0")
    expected = {
        "tile": "R4",
        "place": [2, 0],
        "wasp": False,
        "from_wilds": False,
        "gain": 4,
        "opened": ["P0"],  # the other tile of the hand
        "toll_places": [],
        "large_tiles": [],
        "points": 4,
        "group": [[0, 0], [1, 0], [2, 0]],
        "ace": False,
        "rivals": [],
        "bonus": 0,
        "cost": 0,
        "large": [],
        "tolls": [],
        "had": 4,
        "solvent": True,
    }
    assert {name: found[name] for name in expected} == expected


def test_r8_the_reckoning_doubles_for_an_ace_and_for_a_rival(pp: type[Help]) -> None:
    state = pp.position(TWO_REDS.replace("R3", "R1"), "0,1/0,0/0,1", "-", "R4P0/L0L1/W0W1", "0/0/0")
    found = reckoned(state, "R4@2,0")
    assert (found["points"], found["ace"], found["rivals"]) == (16, True, [1])


def test_r8_whoever_moves_the_wasp_gives_up_the_group_through_the_own_chameleon(pp: type[Help]) -> None:
    state = pp.position("P3@0,0/B5@1,0", "1,0/0,0", "-", "P4R0/L0L1")
    assert reckoned(state, "P4@2,0")["points"] > 0
    assert reckoned(state, "P4@2,0*")["points"] == 0


def test_r9_the_reckoning_knows_the_tile_in_the_highest_row_too(pp: type[Help]) -> None:
    column = "R0@0,0/K1@0,1/Y1@0,2/R2@0,3/K3@0,4/R4@0,5"
    assert reckoned(pp.position(column, "0,0/0,0", "-", "Y5K0/L0L1"), "Y5@0,6")["bonus"] == 0


@pytest.mark.parametrize(
    ("wilds", "hands", "wasps", "acts", "first", "second"),
    [
        ("-", "R0R2/K0K2", "-/-", "0", ["sure", "sure_held"], ["wait", "wait_held"]),
        ("Y0", "R0R2/K0K2", "-/-", "0", ["sure", "sure_both", "sure_held"], ["wait", "wait_held"]),
        ("Y0", "R0R2/B0B1", "-/-", "1", ["wait", "wait_held"], ["sure"]),
        ("R0", "-/K0K2", "-/-", "0+2", ["wait"], ["wait", "wait_held"]),  # who draws has acted, and both wait
    ],
)
def test_evaluate_weighs_points_and_the_next_gains_by_the_hand_and_by_the_wilds(
    pp: type[Help], wilds: str, hands: str, wasps: str, acts: str, first: list[str], second: list[str]
) -> None:
    """Any tile of a third colour brings three points; both chameleons stand on one tile, so they have the same room."""
    weights = recorded("piecepack")
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", wilds, hands, "5/3", wasps, acts)
    lead = 5 - 3 + 3 * sum(weights[name] for name in first) - 3 * sum(weights[name] for name in second)
    lead += 2 * weights["draws"] if acts == "0+2" else 0
    assert state.evaluate() == pytest.approx(odds_of(lead, 44))


def odds_of(lead: float, left: int) -> list[float]:
    """What the evaluation makes of a lead while so many of the 46 tiles are still to be laid."""
    odds = exp(lead / (recorded("piecepack")["calm"] + recorded("piecepack")["long"] * sqrt(left / 2)))
    return [odds / (1 + odds), 1 / (1 + odds)]


@pytest.mark.parametrize(("wasps", "sign"), [("0,0/-", 1), ("-/0,0", -1)])
def test_evaluate_weighs_a_wasp_by_the_free_places_beside_it(pp: type[Help], wasps: str, sign: int) -> None:
    """On 0,0 the wasp has three of them. The tiles in hand bring nothing: nowhere are two like them."""
    weights, early = recorded("piecepack"), 44 / 45
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", "-", "O0O1/B0B1", "5/5", wasps)
    lead = sign * (weights["wasp"] + 3 * (early * weights["sting_early"] + (1 - early) * weights["sting_late"]))
    assert state.evaluate() == pytest.approx(odds_of(lead, 44))


def test_evaluate_weighs_the_free_places_beside_a_chameleon(pp: type[Help]) -> None:
    """The first has places above, below and to the left; the second, between two tiles, above and below."""
    weights, early = recorded("piecepack"), 43 / 45
    state = pp.position("O4@0,0/B5@1,0/K0@2,0", "0,0/1,0", "-", "O0O1/B0B1", "5/5")
    lead = early * weights["room_early"] + (1 - early) * weights["room_late"]
    assert state.evaluate() == pytest.approx(odds_of(lead, 43))


def test_evaluate_counts_a_group_on_which_a_rival_stands_twice(pp: type[Help]) -> None:
    board, hands = "R2@0,0/R3@1,0/B5@0,1", "R1B0/K4L1"
    plain, rival = (pp.position(board, f"0,1/{place}", "-", hands, "9/9").evaluate() for place in ("0,1", "1,0"))
    assert rival[0] > plain[0] > 0.5


def test_evaluate_knows_who_may_add_the_next_tile_among_three(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0/0,0", "-", "R0R2/K0K2/Y0Y2", "5/5/5", acts="1")
    values = state.evaluate()
    assert max(values) == values[1] > values[0]


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_r5_the_wasp_of_any_other_seat_can_be_eaten(pp: type[Help], owner: int) -> None:
    wasps = "/".join("1,0" if seat == owner else "-" for seat in range(4))
    state = pp.position("R0@0,0/K0@1,0", "0,0/0,0/0,0/0,0", "-", "B0B1/L0L1/P0P1/W0W1", "0/0/0/0", wasps)
    assert len([action for action in state.legal() if 16272 <= action < 16610]) == 2  # with the wasp and without


BASE: tuple[Any, ...] = ("R0@0,0/K0@1,0", "0,0/1,0", "Y1", "B0B1/L0L1", "3/4", "1,0/-", "0", 1)
CHANGES: dict[int, Any] = {0: "R1@0,0/K0@1,0", 1: "0,0/0,0", 2: "Y2", 3: "B0B2/L0L1", 4: "3/5", 5: "0,0/-", 6: "1", 7: 2}


def test_keys_and_hashes_see_every_part_of_a_position(pp: type[Help]) -> None:
    positions = [pp.position(*BASE)]
    positions += [pp.position(*(CHANGES[i] if i == changed else part for i, part in enumerate(BASE))) for changed in CHANGES]
    positions.append(pp.position("B2@0,0/K0@1,0", "0,0/1,0", "Y1", "B0B1/L0L1", "3/4", "1,0/-", "0", 1))
    positions.append(pp.position("R2@0,0/K0@1,0", "0,0/1,0", "Y1", "B0B1/L0L1", "3/4", "1,0/-", "0", 1))
    positions.append(pp.position("R0@-1,0/K0@0,0", "-1,0/0,0", "Y1", "B0B1/L0L1", "3/4", "0,0/-", "0", 1))
    assert len({state.hash() for state in positions}) == len({state.key() for state in positions}) == 12


def test_r5_a_copy_knows_how_many_seats_are_left(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/K0@1,0", "0,0/-/0,0", "K5", "P0P1/-/P2P3", "0/out/0")
    assert state.copy().view(None)["idle_limit"] == 6  # three turns for each of two seats
