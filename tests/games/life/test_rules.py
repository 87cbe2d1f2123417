"""Every numbered rule, with the examples of the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calumma.games.life.board import neighbours

if TYPE_CHECKING:
    from tests.games.life.conftest import Table, Tables

pytestmark = pytest.mark.contract

# R0 to R5: the board and the setup


def touching(board: str, space: int) -> set[int]:
    return {other + 1 for other in neighbours(board)[space - 1]}


def test_inner_spaces_touch_three_outer_ones_on_hexes_r0() -> None:
    assert touching("hex", 1) == {2, 3, 4, 5, 6, 7}
    assert touching("hex", 2) == {1, 3, 7, 19, 8, 9}
    assert touching("hex", 5) == {1, 4, 6, 13, 14, 15}
    assert touching("hex", 7) == {1, 6, 2, 17, 18, 19}
    assert touching("hex", 8) == {19, 9, 2}
    assert touching("hex", 19) == {18, 8, 7, 2}


def test_inner_spaces_touch_two_outer_ones_on_rings_r0() -> None:
    assert touching("rings", 2) == {1, 3, 7, 8, 9}
    assert touching("rings", 7) == {1, 6, 2, 18, 19}
    assert touching("rings", 19) == {18, 8, 7}


def test_snakes_are_placed_on_2_to_7_r1(opened: Tables) -> None:
    t = opened()
    assert t.outcomes == {f"~snake:{letter}": 1 for letter in "ROYGBV"}
    t.play("~snake:V", "~snake:B", "~snake:G", "~snake:Y", "~snake:O")
    assert t.outcomes == {"~snake:R": 1}
    assert t.play("~snake:R").view["snakes"] == [7, 6, 5, 4, 3, 2]


SNAKES = [f"~snake:{letter}" for letter in "ROYGBV"]


def test_bugs_are_drawn_as_the_supply_has_them_r2(opened: Tables) -> None:
    t = opened().play(*SNAKES)
    assert t.outcomes == {f"~bug:{letter}": 15 for letter in "ROYGBV"}
    t.play("~bug:R", "~bug:R")
    assert t.outcomes["~bug:R"] == 13
    assert (t.bugs(1), t.bugs(2), t.bugs(3), t.bugs(4)) == ("", "R", "R", "")


def test_a_colour_that_is_used_up_is_not_drawn_r2(opened: Tables) -> None:
    t = opened().play(*SNAKES, *["~bug:R"] * 15)
    assert "~bug:R" not in t.outcomes


def test_cards_are_dealt_in_order_and_seat_0_begins_r3_r4_r5(opened: Tables) -> None:
    t = opened(seats=3).play(*SNAKES, *["~bug:R"] * 9, *["~bug:V"] * 9)
    t.play("~color:R", "~color:O", "~color:Y", "~color:RB", "~color:G", "~color:B")
    assert t.view["row"] == ["R", "O", "Y"]
    assert t.view["cards"] == ["RB", "G", "B"]
    assert t.view["places"] == [1, 1, 1]
    t.play("~objective:BGOY", "~objective:GVR", "~objective:ORG", "~objective:YGOV")
    assert (t.view["phase"], t.view["turn"], t.view["marker"]) == ("roll", 0, 0)


ALL_CARDS = "R,O,Y,G,B,V,RO,RY,RG,RB,RV,OY,OG,OB,OV,YG,YB,YV,GB,GV,BV".split(",")


def test_discarded_colour_cards_become_the_deck_when_a_draw_finds_it_empty_r5(table: Tables) -> None:
    discarded = [card for card in ALL_CARDS if card not in ("R", "OY", "GB", "B", "G")]
    t = table(discard=",".join(discarded)).play("color:?")
    assert t.outcomes == {f"~color:{card}": 1 for card in discarded}
    assert t.view["discard"] == []


def test_nothing_is_drawn_from_an_empty_deck_of_objectives_r5(table: Tables, tiny: str) -> None:
    t = table(options={"cards": tiny}, objectives="RO,OY,GB", actions="0", s0="1/B/-/BV:L1/-/-/-").play("end")
    assert t.view["phase"] == "roll"  # four objectives in all: the row stays at three


def test_nothing_is_drawn_from_an_empty_deck_of_achievements_r5(table: Tables, tiny: str) -> None:
    t = table(options={"cards": tiny}, objectives="RO,OY,GB,BV", s0="1/B/B/-/-/-/-").play("put:B>BV/L")
    assert t.view["phase"] == "act"


@pytest.fixture
def tiny() -> str:
    """Four short objectives and no achievement card."""
    return """
    [objectives]
    points = { 2 = 1 }
    cards = ["RO", "OY", "GB", "BV"]
    [achievements]
    gather = []
    gather_points = 3
    hide = []
    hide_points = 2
    sneak = 0
    move_bug = 0
    extra_action = 0
    wild = 0
    [progress]
    end = { 2 = 16, 3 = 20, 4 = 20 }
    """


# R6, R7: the roll and the actions


def test_yellow_and_16_places_a_yellow_bug_on_16_r6(table: Tables) -> None:
    assert table(phase="roll").play("~roll:16Y").bugs(16) == "Y"


def test_faces_1_and_20_are_the_centre_r6(table: Tables) -> None:
    t = table(phase="roll")
    assert len(t.outcomes) == 114
    assert sum(t.outcomes.values()) == 120
    assert (t.outcomes["~roll:1R"], t.outcomes["~roll:2R"]) == (2, 1)


def test_a_roll_of_a_colour_that_the_supply_lacks_places_nothing_r6(table: Tables) -> None:
    t = table(phase="roll", bugs="9:RRRRRRRRRRRRRRR").play("~roll:4R")
    assert (t.bugs(4), t.view["phase"]) == ("", "act")


def test_the_turn_ends_when_no_action_is_left_r7(table: Tables) -> None:
    assert "end" not in table(actions="1").moves
    assert "end" in table(actions="0").moves
    assert table(actions="0").moves == {"end"}


def test_a_blind_draw_is_always_possible_r7(table: Tables) -> None:
    assert "color:?" in table(actions="1").moves
    assert "color:?" not in table(actions="0").moves


def test_the_violet_chameleon_may_join_the_violet_snake_and_scares_the_orange_bug_r7a(table: Tables) -> None:
    t = table(snakes="R8,O10,Y12,G14,B16,V5", bugs="5:O", s0="1/V/-/-/-/-/-", s1="19/G/-/-/-/-/-")
    t.play("go:5")
    assert t.moves == {"scare:O>1", "scare:O>4", "scare:O>6", "scare:O>13", "scare:O>14", "scare:O>15"}


def test_the_red_and_blue_chameleon_may_go_to_2_or_7_and_keeps_the_blue_bug_r7a(table: Tables) -> None:
    t = table(snakes="R2,O3,Y4,G5,V6,B18", bugs="7:B", s0="1/RB/-/-/-/-/-")
    assert t.moves_of("go") == {"go:2", "go:7"}
    assert t.play("go:7").view["phase"] == "act"
    assert t.bugs(7) == "B"


def test_chameleons_may_share_a_space_r7a(table: Tables) -> None:
    assert table(s1="2/G/-/-/-/-/-").play("go:2").view["places"] == [2, 2]


def test_the_orange_snake_may_go_to_17_or_over_the_snake_on_5_to_14_r7b(table: Tables) -> None:
    t = table(snakes="R2,O6,Y4,G8,B5,V3", s0="16/RB/-/-/-/-/-", s1="1/V/-/-/-/-/-")
    assert {"snake:O>17", "snake:O>14"} <= t.moves
    assert "snake:O>5" not in t.moves
    assert t.play("snake:O>14").view["actions"] == 2


def test_the_red_snake_cannot_enter_a_space_with_a_violet_chameleon_r7b(table: Tables) -> None:
    t = table(snakes="R2,O6,Y4,G8,B5,V3", s0="16/RB/-/-/-/-/-", s1="1/V/-/-/-/-/-")
    assert "snake:R>1" not in t.moves
    assert "snake:V>1" in t.moves


def test_a_snake_keeps_off_the_own_chameleon_too_r7b(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", s0="3/B/-/-/-/-/-", s1="19/R/-/-/-/-/-", row="O,OY,GB")
    assert "snake:R>3" not in t.moves
    assert "snake:R>19" in t.moves


def test_a_snake_does_not_end_where_it_began_r7b(table: Tables) -> None:
    t = table(snakes="R8,O19,Y9,G2,B16,V18")  # red is hemmed in by orange, yellow and green, and must pass over them
    assert t.moves_of("snake") >= {"snake:R>7", "snake:R>10", "snake:R>3"}
    assert "snake:R>8" not in t.moves


def test_a_face_up_card_is_not_replaced_before_the_end_of_the_turn_r7c(table: Tables) -> None:
    t = table().play("color:R")
    assert t.view["cards"][0] == "R"
    assert (t.view["row"], t.view["discard"], t.view["actions"]) == (["OY", "GB"], ["B"], 2)


def test_a_card_drawn_blind_is_worn_or_declined_r7c(table: Tables) -> None:
    t = table().play("color:?", "~color:RV")
    assert t.moves == {"wear", "decline"}
    assert t.state.view(None)["offered"] == "RV"
    assert table().play("color:?", "~color:RV", "decline").view["discard"] == ["RV"]
    t.play("wear")
    assert (t.view["cards"][0], t.view["discard"], t.view["actions"]) == ("RV", ["B"], 2)


def test_beside_a_snake_only_its_colour_may_be_worn_r7c(table: Tables) -> None:
    t = table(snakes="B1,R8,O10,Y12,G14,V18", s1="2/G/-/-/-/-/-")
    assert t.moves_of("color") == {"color:GB", "color:?"}
    assert t.play("color:?", "~color:RV").moves == {"decline"}


def test_one_action_pays_for_three_rolls_r7d(table: Tables) -> None:
    t = table(actions="1").play("wait:R", "~roll:9")
    assert (t.view["actions"], t.view["rolls"], t.bugs(9)) == (0, 2, "R")
    t.play("wait:O", "~roll:9", "wait:Y", "~roll:9")
    assert (t.view["rolls"], t.bugs(9)) == (0, "ROY")
    assert t.moves == {"end"}


def test_three_actions_pay_for_nine_rolls_r7d(table: Tables) -> None:
    t = table().play(*["wait:R", "~roll:9"] * 9)
    assert (t.view["actions"], t.view["rolls"], t.bugs(9)) == (0, 0, "R" * 9)


def test_the_centre_comes_twice_as_often_r7d(table: Tables) -> None:
    outcomes = table().play("wait:R").outcomes
    assert outcomes == {f"~roll:{space}": 2 if space == 1 else 1 for space in range(1, 20)}


@pytest.mark.parametrize("move", ["go:2", "snake:R>19", "color:R"])
def test_rolls_lapse_when_another_action_begins_r7d(table: Tables, move: str) -> None:
    t = table(bugs="-").play("wait:B", "~roll:9")
    assert t.play(move).view["rolls"] == 0


def test_free_deeds_may_come_between_rolls_and_rolls_may_lapse_at_the_end_r7d(table: Tables) -> None:
    t = table(actions="1", s1="5/G/-/-/-/-/-").play("wait:B", "~roll:1", "eat:B")
    assert t.view["rolls"] == 2
    assert {"wait:R", "end"} <= t.moves


def test_a_colour_that_the_supply_lacks_cannot_be_waited_for_r7d(table: Tables) -> None:
    assert "wait:R" not in table(bugs="9:RRRRRRRRRRRRRRR").moves


# R8: scaring


def test_a_red_bug_rolled_onto_18_is_scared_to_17_r8(table: Tables) -> None:
    t = table(phase="roll", s0="18/V/-/-/-/-/-").play("~roll:18R")
    assert t.moves == {"scare:R>17", "scare:R>19", "scare:R>7"}
    t.play("scare:R>17")
    assert (t.bugs(18), t.bugs(17), t.view["phase"]) == ("", "R", "act")


def test_two_yellow_bugs_may_flee_to_different_spaces_r8(table: Tables) -> None:
    t = table(bugs="2:YY", s0="1/OB/-/-/-/-/-", s1="5/G/-/-/-/-/-").play("go:2", "scare:Y>3", "scare:Y>8")
    assert (t.bugs(2), t.bugs(3), t.bugs(8)) == ("", "Y", "Y")


def test_green_and_violet_bugs_flee_from_blue_and_red_and_the_red_one_stays_r8(table: Tables) -> None:
    t = table(bugs="2:RGV", s0="1/RB/-/-/-/-/-", s1="5/G/-/-/-/-/-").play("go:2")
    assert all(text.startswith("scare:G") for text in t.moves)
    t.play("scare:G>9")
    assert all(text.startswith("scare:V") for text in t.moves)
    t.play("scare:V>9")
    assert (t.bugs(2), t.bugs(9), t.view["phase"]) == ("R", "GV", "act")


def test_a_scared_bug_goes_on_over_chameleons_that_it_does_not_match_r8(table: Tables) -> None:
    t = table(bugs="8:R", s0="2/B/-/-/-/-/-", s1="9/G/-/-/-/-/-", snakes="R4,O10,Y12,G14,B16,V18").play("go:8")
    assert t.moves == {"scare:R>2", "scare:R>19", "scare:R>3", "scare:R>10"}


def test_a_bug_must_match_every_chameleon_on_its_space_r8(table: Tables) -> None:
    t = table(bugs="2:B", s0="1/B/-/-/-/-/-", s1="5/G/-/-/-/-/-", phase="roll").play("~roll:2B")
    assert t.play("go:2").view["phase"] == "act"
    t = table(bugs="2:B", s0="1/R/-/-/-/-/-", s1="2/B/-/-/-/-/-", row="O,OY,GB").play("go:2")
    assert t.view["scared"] == [2, "B"]


def test_a_change_of_colour_scares_too_r8(table: Tables) -> None:
    t = table(bugs="1:BB", s1="5/G/-/-/-/-/-").play("color:R")
    assert t.view["scared"] == [1, "B"]
    assert t.play("scare:B>2", "scare:B>3").view["phase"] == "act"


def test_the_seat_whose_turn_it_is_sends_the_bug_off_r8(table: Tables) -> None:
    t = table(phase="roll", s1="5/G/-/-/-/-/-").play("~roll:5R")
    assert t.state.to_act == 0


# R9 to R12: bugs and objectives


def test_bugs_on_the_own_space_can_be_eaten_r9(table: Tables) -> None:
    t = table(bugs="1:BB,2:B", s1="5/G/-/-/-/-/-")
    assert t.moves_of("eat") == {"eat:B", "eat:B>BGOY/L"}
    assert t.play("eat:B").view["stash"] == ["B", ""]
    assert t.bugs(1) == "B"
    assert t.view["actions"] == 3


def test_a_stash_holds_five_r9(table: Tables) -> None:
    t = table(bugs="1:B", s0="1/B/RRRO/-/-/-/-", s1="5/G/-/-/-/-/-")
    assert "eat:B" in t.moves
    full = table(bugs="1:B", s0="1/B/RRRRR/-/-/-/-", s1="5/G/-/-/-/-/-")
    assert full.moves_of("eat") == {"eat:B>BGOY/L"}


def test_an_eaten_bug_may_go_onto_an_own_objective_r9(table: Tables) -> None:
    t = table(bugs="1:B", s0="1/B/-/VOGB:L3/-/-/-", s1="5/G/-/-/-/-/-").play("eat:B>VOGB")
    assert t.view["finished"] == [["VOGB"], []]


def test_stashed_bugs_may_be_put_on_objectives_r10(table: Tables) -> None:
    t = table(s0="1/B/GR/BGOY:L1/-/-/-", objectives="GVR,ORG,YGOV")
    assert t.moves_of("put") == {"put:G>BGOY", "put:G>GVR/L", "put:R>GVR/R", "put:G>ORG/R"}
    assert t.play("put:G>BGOY").view["stash"][0] == "R"


def test_two_of_a_colour_are_traded_for_another_r11(table: Tables) -> None:
    t = table(s0="1/B/RRO/-/-/-/-")
    assert t.moves_of("trade") == {"trade:R>O", "trade:R>Y", "trade:R>G", "trade:R>B", "trade:R>V"}
    t.play("trade:R>B")
    assert (t.view["stash"][0], t.view["supply"]) == ("OB", [15, 14, 15, 15, 14, 15])


def test_the_supply_must_have_what_is_taken_r11(table: Tables) -> None:
    t = table(s0="1/B/RR/-/-/-/-", bugs="9:OOOOOOOOOOOOOOO")
    assert "trade:R>O" not in t.moves
    assert "trade:R>Y" in t.moves


def test_blue_on_the_left_of_bgoy_is_followed_by_green_orange_yellow_r12(table: Tables) -> None:
    t = table(s0="1/B/BGOY/-/-/-/-").play("put:B>BGOY/L", "~achievement:wild")
    for colour in "GOY":
        assert {text for text in t.moves_of("put") if text.endswith(">BGOY")} == {f"put:{colour}>BGOY"}
        t.play(f"put:{colour}>BGOY")
    assert t.state.to_act == -1
    assert t.state.view(None)["finished"][0] == ["BGOY"]


def test_red_on_the_right_of_gvr_is_followed_by_violet_green_r12(table: Tables) -> None:
    t = table(s0="1/B/RVG/-/-/-/-").play("put:R>GVR/R", "~achievement:wild")
    assert {text for text in t.moves_of("put") if text.endswith(">GVR")} == {"put:V>GVR"}
    t.play("put:V>GVR")
    assert {text for text in t.moves_of("put") if text.endswith(">GVR")} == {"put:G>GVR"}


def test_a_started_objective_leaves_the_row_and_draws_a_card_r12(table: Tables) -> None:
    t = table(s0="1/B/R/-/-/-/-").play("put:R>GVR/R")
    assert t.state.view(None)["objectives"] == ["ORG", "YGOV", "BGOY"]
    assert t.outcomes["~achievement:move-bug"] == 4
    assert t.outcomes["~achievement:gather-ROY"] == 1
    t.play("~achievement:hide-R")
    assert t.view["hands"][0] == ["hide-R"]
    assert t.view["objectives"] == ["ORG", "YGOV", "BGOY"]


def test_a_completed_objective_draws_a_card_and_scores_r12(table: Tables) -> None:
    t = table(s0="1/B/R/GVR:L2/-/-/-", objectives="ORG").play("put:R>GVR")
    assert t.outcomes["~achievement:sneak"] == 3
    assert t.state.scores() == [3, 0]


@pytest.mark.parametrize(("recycle", "supply"), [("off", [14, 15, 15, 14, 15, 14]), ("on", [15, 15, 15, 15, 15, 15])])
def test_bugs_stay_on_completed_objectives_unless_recycled_r12(table: Tables, recycle: str, supply: list[int]) -> None:
    t = table(options={"recycle": recycle}, s0="1/B/R/GVR:L2/-/-/-", objectives="ORG").play("put:R>GVR")
    assert t.state.view(None)["supply"] == supply


# R13: achievement cards


def test_gather_takes_three_bugs_beside_the_chameleon_r13a(table: Tables) -> None:
    t = table(bugs="2:RROY,9:ROY", s0="1/B/-/-/-/gather-ROY/-", s1="5/G/-/-/-/-/-")
    assert t.moves_of("gather") == {"gather:ROY@2"}
    t.play("gather:ROY@2")
    assert (t.bugs(2), t.view["open"][0], t.view["hands"][0]) == ("R", ["gather-ROY"], [])
    assert t.view["supply"] == [13, 14, 14, 15, 15, 15]
    assert t.state.scores() == [3, 0]


def test_gather_does_not_count_the_own_space_r13a(table: Tables) -> None:
    t = table(bugs="1:ROY", s0="1/RO/-/-/-/gather-ROY/-", s1="5/G/-/-/-/-/-", phase="scare", scare="1")
    t.play("scare:Y>2")
    assert not t.moves_of("gather")


def test_hide_scores_beside_the_snake_r13b(table: Tables) -> None:
    t = table(snakes="R8,O10,Y12,G14,B1,V18", s0="1/B/-/-/-/hide-B,hide-R/-", s1="5/G/-/-/-/-/-")
    assert t.moves_of("hide") == {"hide:B"}
    assert t.play("hide:B").state.scores() == [2, 0]


def test_hide_works_while_sneaking_r13b(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", s0="1/B/-/-/-/sneak,hide-R/-", s1="5/G/-/-/-/-/-")
    assert t.play("go:2!", "hide:R").state.scores() == [2, 0]


def test_a_sneak_card_lets_the_chameleon_join_a_snake_r13c(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B3,V18", s0="1/B/-/-/-/sneak/-")
    assert t.moves_of("go") == {"go:2!", "go:3", "go:4", "go:5", "go:6", "go:7"}
    t.play("go:2!")
    assert (t.view["sneaking"][0], t.view["hands"][0], t.view["used"]) == (True, [], [])


def test_while_sneaking_another_snake_needs_no_second_card_r13c(table: Tables) -> None:
    t = table(snakes="R2,O3,Y12,G14,B16,V18", s0="2!/B/-/-/-/sneak/-")
    assert "go:3" in t.moves
    assert "go:3!" not in t.moves
    t.play("go:3")
    assert (t.view["sneaking"][0], t.view["hands"][0]) == (True, ["sneak"])


@pytest.mark.parametrize("plies", [("go:8",), ("snake:R>9",), ("color:R",)])
def test_a_sneak_card_is_discarded_when_it_is_not_needed_r13c(table: Tables, plies: tuple[str]) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-", s1="5/G/-/-/-/-/-").play(*plies)
    assert (t.view["sneaking"][0], t.view["used"]) == (False, ["sneak"])


def test_a_sneak_card_is_discarded_beside_a_matching_snake_r13c(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B3,V18", s0="2!/B/-/-/-/-/-").play("go:3")
    assert (t.view["sneaking"][0], t.view["used"]) == (False, ["sneak"])


def test_a_sneak_card_stays_while_it_is_needed_whatever_the_colour_r13c(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-").play("color:OY")
    assert t.view["sneaking"][0]


def test_another_seat_may_move_the_snake_away_r13c(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", to="1", s0="2!/B/-/-/-/-/-").play("snake:R>9")
    assert (t.view["sneaking"], t.view["used"]) == ([False, False], ["sneak"])


def test_sneaking_does_not_calm_bugs_r13c(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", bugs="2:R", s0="1/B/-/-/-/sneak/-").play("go:2!")
    assert t.view["scared"] == [2, "R"]


def test_move_bug_moves_any_bug_one_step_r13d(table: Tables) -> None:
    t = table(bugs="14:R", s0="1/B/-/-/-/move-bug/-")
    assert t.moves_of("bug") == {"bug:R14>5", "bug:R14>13", "bug:R14>15"}
    t.play("bug:R14>5")
    assert (t.bugs(14), t.bugs(5), t.view["used"]) == ("", "R", ["move-bug"])


def test_move_bug_goes_on_by_scaring_but_not_back_r13d(table: Tables) -> None:
    t = table(bugs="8:R", s0="2/B/-/-/-/move-bug/-", s1="9/R/-/-/-/-/-", row="O,OY,GB")
    assert t.moves_of("bug") == {"bug:R8>9", "bug:R8>19", "bug:R8>1", "bug:R8>3", "bug:R8>7"}


def test_an_extra_action_may_be_taken_at_the_end_r13e(table: Tables) -> None:
    t = table(actions="0", s0="1/B/-/-/-/extra-action/-").play("extra")
    assert (t.view["actions"], t.view["used"]) == (1, ["extra-action"])
    assert "go:2" in t.moves


def test_wild_brings_any_bug_of_the_supply_r13f(table: Tables) -> None:
    t = table(bugs="9:OOOOOOOOOOOOOOO", s0="1/B/-/BGOY:L1/-/wild/-", objectives="GVR,ORG,YGOV")
    stash = {f"wild:{letter}" for letter in "RYGBV"}
    starts = {"wild:G>GVR/L", "wild:R>GVR/R", "wild:G>ORG/R", "wild:Y>YGOV/L", "wild:V>YGOV/R"}
    assert t.moves_of("wild") == stash | starts | {"wild:G>BGOY"}
    t.play("wild:R")
    assert (t.view["stash"][0], t.view["used"], t.view["supply"][0]) == ("R", ["wild"], 14)


# R14 to R16: the end of a turn


def test_the_progress_die_is_rolled_once_after_a_turn_with_completions_r14(table: Tables) -> None:
    t = table(actions="0", did="fed,completed", s0="1/B/-/-/GVR,ORG/-/-", objectives="BGOY,RBO,RVBY,YGOV").play("end")
    assert t.outcomes == {"~d4:1": 1, "~d4:2": 1, "~d4:3": 1, "~d4:4": 1}
    t.play("~d4:3")
    assert (t.view["marker"], t.view["phase"]) == (3, "roll")


def test_no_die_is_rolled_without_a_completion_r14(table: Tables) -> None:
    assert table(actions="0", did="fed").play("end").view["phase"] == "roll"


@pytest.mark.parametrize(("seats", "marker", "phase"), [(2, 12, "last"), (2, 11, "roll"), (3, 16, "last"), (4, 15, "roll")])
def test_the_last_phase_begins_at_16_or_20_r14(table: Tables, seats: int, marker: int, phase: str) -> None:
    t = table(seats=seats, actions="0", did="fed,completed", marker=str(marker)).play("end", "~d4:4")
    assert t.view["phase"] == phase


def test_rows_are_refilled_objectives_first_r15(table: Tables) -> None:
    t = table(actions="0", row="R", objectives="BGOY,GVR,ORG", s0="1/B/-/YGOV:L1/-/-/-").play("end")
    assert "~objective:YGOV" not in t.outcomes
    assert len(t.outcomes) == 26
    t.play("~objective:RBO")
    assert len(t.outcomes) == 18
    t.play("~color:V", "~color:O")
    assert (t.view["row"], t.view["phase"], t.view["turn"]) == (["R", "O", "V"], "roll", 1)
    assert t.view["actions"] == 3


EMPTY = ",".join(f"{i + 8}:{letter * 15}" for i, letter in enumerate("ROYGBV"))


def test_three_rounds_without_food_begin_the_last_phase_r16(table: Tables) -> None:
    t = table(actions="0", bugs=EMPTY, starved="4", turns="40", row="R").play("end", "~color:O", "~color:Y", "~roll:3R")
    assert t.view["starved"] == 5
    t.play("color:?", "~color:V", "decline", "snake:R>19", "snake:R>8", "end")
    assert (t.view["phase"], t.view["turn"], t.view["unfinished"]) == ("last", 1, 2)
    assert t.play("done", "done").state.reason() == "starved"


def test_food_or_supply_begins_the_count_anew_r16(table: Tables) -> None:
    assert table(actions="0", bugs=EMPTY, starved="5", did="fed").play("end").view["starved"] == 0
    assert table(actions="0", bugs="9:R", starved="5").play("end").view["starved"] == 0


def test_a_hundred_rounds_begin_the_last_phase_r16(table: Tables) -> None:
    t = table(seats=3, to="2", actions="0", turns="299").play("end")
    assert (t.view["phase"], t.view["turn"]) == ("last", 2)
    assert t.play("done", "done", "done").state.reason() == "rounds"
    assert table(seats=3, to="1", actions="0", turns="298").play("end").view["phase"] == "roll"


# R17, R18: last phase and score


def test_in_the_last_phase_bugs_are_put_traded_and_taken_by_wild_r17(table: Tables) -> None:
    hand = "wild,sneak,hide-B,extra-action"
    fields = {"snakes": "R8,O10,Y12,G14,B1,V18", "bugs": "1:B", "objectives": "GVR,ORG,YGOV", "s1": "5/G/-/-/-/-/-"}
    t = table(phase="last", unfinished="2", actions="0", s0=f"1/B/GRR/BGOY:L1/-/{hand}/-", **fields)
    trades = {f"trade:R>{letter}" for letter in "OYGBV"}
    wilds = {f"wild:{letter}" for letter in "ROYGBV"}
    assert t.moves == {"done", "put:G>BGOY", "wild:G>BGOY", *wilds, *trades}


def test_nothing_is_drawn_in_the_last_phase_r17(table: Tables) -> None:
    t = table(phase="last", unfinished="2", s0="1/B/R/GVR:L2/-/-/-", marker="16", objectives="ORG").play("put:R>GVR")
    assert (t.state.to_act, t.state.scores()) == (0, [3, 0])
    assert t.moves == {"done"}


def test_the_seat_that_acted_last_begins_the_last_phase_r17(table: Tables) -> None:
    t = table(seats=3, to="1", phase="last", unfinished="3", marker="20").play("done")
    assert t.state.to_act == 2
    t.play("done")
    assert t.state.to_act == 0
    assert t.play("done").state.to_act == -2
    assert t.state.reason() == "progress"


def test_17_points_a_hide_and_a_gather_card_make_22_r18(table: Tables) -> None:
    objectives = "VGROY,BGOY,YGOV"  # 7 + 5 + 5
    t = table(phase="over", objectives="RBO", s0=f"1/B/-/-/{objectives}/-/hide-R,gather-ROY", marker="16")
    assert t.state.scores() == [22, 0]
    assert t.state.payoffs() == [1.0, 0.0]


def test_14_points_a_gather_card_and_an_unfinished_objective_make_15_r18(table: Tables) -> None:
    t = table(phase="over", objectives="RBO", s0="1/B/-/GVR:R1/VGROY,GRYBO/-/gather-ROY", marker="16")  # 7 + 7
    assert t.state.scores() == [15, 0]


def test_ties_share_r18(table: Tables) -> None:
    t = table(seats=3, phase="over", marker="20", objectives="RBO", s0="1/B/-/GVR:R1/-/-/-")
    assert t.state.payoffs() == [0.0, 0.5, 0.5]


# Between the rules


def read_back(t: Table) -> bool:
    return t.game.parse_position(t.text).key() == t.state.key()


def test_a_space_where_nobody_is_scared_is_forgotten_r8(table: Tables) -> None:
    assert read_back(table().play("go:5"))
    t = table(bugs="5:R").play("go:5", "scare:R>13")
    assert t.view["phase"] == "act"
    assert read_back(t)


def test_rolls_lapse_with_the_turn_and_before_the_last_phase_r7d(table: Tables) -> None:
    assert table(actions="0", rolls="2").play("end").view["rolls"] == 0
    assert table(actions="0", rolls="2", turns="199").play("end").view["rolls"] == 0


def test_every_seat_sneaks_with_its_own_card_r13c(table: Tables) -> None:
    snakes = "R2,O10,Y12,G14,B16,V18"
    assert "go:2!" in table(to="1", snakes=snakes, s1="1/G/-/-/-/sneak/-").moves
    assert "go:2!" not in table(to="1", snakes=snakes, s0="1/B/-/-/-/sneak/-").moves
    assert "go:2!" not in table(to="1", snakes=snakes, s1="1/G/-/-/-/move-bug/-").moves


def test_the_discard_becomes_the_deck_when_the_row_is_refilled_r5_r15(table: Tables) -> None:
    rest = "O,Y,V,RO,RY,RG,RB,RV,OG,OB,OV,YG,YB,YV,GB,GV,BV"
    t = table(actions="0", row="R,OY", discard=rest).play("end")
    assert t.outcomes == {f"~color:{card}": 1 for card in rest.split(",")}


def test_seats_take_turns_in_order_r15(table: Tables) -> None:
    t = table(seats=3, actions="0").play("end")
    assert " to=1 " in t.text
    t = table(seats=3, actions="0", to="2").play("end")
    assert " to=0 " in t.text


def test_the_hundredth_round_is_played_to_its_end_r16(table: Tables) -> None:
    assert table(actions="0", turns="198").play("end").view["phase"] == "roll"
    assert table(actions="0", turns="199", to="1").play("end").view["phase"] == "last"


def test_the_first_kind_of_card_is_drawn_like_any_other_r12(table: Tables) -> None:
    t = table(phase="achievement", did="fed").play("~achievement:gather-ROY")
    assert t.view["hands"][0] == ["gather-ROY"]
