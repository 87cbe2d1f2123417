"""Corners of the rules, derived by hand from the rule book: order of steps, chains, lapses, empty decks, the last phase."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import calumma
from calumma import IllegalMove, NotationError

if TYPE_CHECKING:
    from tests.games.life.conftest import Table, Tables

pytestmark = pytest.mark.contract


# Setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_setup_takes_31_plies_and_one_a_seat(opened: Tables, seats: int) -> None:
    match, plies = opened(seats), 0
    while match.view["phase"] != "roll":
        match.state.apply(match.state.legal()[0])
        plies += 1
    assert plies == 6 + 18 + 3 + seats + 4
    assert match.state.to_act == calumma.CHANCE


def test_the_last_snake_is_a_ply_with_one_outcome(opened: Tables) -> None:
    match = opened().play("~snake:R", "~snake:O", "~snake:Y", "~snake:G", "~snake:B")
    assert match.outcomes == {"~snake:V": 1}


# Going and sneaking


def test_while_sneaking_a_second_card_is_not_offered(table: Tables) -> None:
    match = table(snakes="R2,O3,Y12,G14,B16,V18", s0="2!/B/-/-/-/sneak/-")
    assert match.moves_of("go") == {"go:1", "go:3", "go:7", "go:8", "go:9", "go:19"}


def test_after_an_open_space_sneaking_needs_a_new_card(table: Tables) -> None:
    match = table(snakes="R2,O3,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-").play("go:1")
    assert match.view["used"] == ["sneak"]
    assert match.moves_of("go") == {"go:4", "go:5", "go:6", "go:7"}


def test_a_snake_that_leaves_ends_the_sneaking_of_all_who_shared_its_space(table: Tables) -> None:
    match = table(snakes="R2,O10,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-", s1="2!/G/-/-/-/-/-").play("snake:R>8")
    assert match.view["sneaking"] == [False, False]
    assert match.view["used"] == ["sneak", "sneak"]


def test_one_who_sneaks_may_wear_any_card_and_must_keep_the_snakes_colour_once_it_matches(table: Tables) -> None:
    match = table(snakes="R2,O10,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-")
    assert match.moves_of("color") == {"color:R", "color:OY", "color:GB", "color:?"}
    match.play("color:R")
    assert (match.view["sneaking"], match.moves_of("color")) == ([False, False], {"color:?"})


def test_a_sneak_card_in_use_is_neither_in_the_hand_nor_used(table: Tables) -> None:
    match = table(snakes="R2,O10,Y12,G14,B16,V18", s0="1/B/-/-/-/sneak/-").play("go:2!")
    assert (match.view["hand_sizes"][0], match.view["used"], match.view["sneaking"][0]) == (0, [], True)


# Snakes


def test_a_chain_of_snakes_does_not_pass_a_chameleon_without_the_colour(table: Tables) -> None:
    snakes = "R8,O9,Y12,G14,B16,V18"
    blocked = {text for text in table(snakes=snakes, s1="9/O/-/-/-/-/-").moves if text.startswith("snake:R")}
    free = {text for text in table(snakes=snakes, s1="9/RO/-/-/-/-/-").moves if text.startswith("snake:R")}
    assert blocked == {"snake:R>2", "snake:R>19"}
    assert free == {"snake:R>2", "snake:R>19", "snake:R>3", "snake:R>10"}


def test_a_sneaking_chameleon_keeps_other_snakes_away(table: Tables) -> None:
    match = table(snakes="R2,O8,Y12,G14,B16,V18", s0="2!/B/-/-/-/-/-", s1="1/G/-/-/-/-/-")
    assert {text for text in match.moves if text.startswith("snake:O")} == {"snake:O>9", "snake:O>19"}


def test_a_snake_shut_in_by_chameleons_has_no_move(table: Tables) -> None:
    match = table(seats=4, snakes="R8,O12,Y4,G14,B16,V18", s0="19/B/-/-/-/-/-", s1="9/G/-/-/-/-/-", s2="2/Y/-/-/-/-/-")
    assert not [text for text in match.moves if text.startswith("snake:R")]


def test_a_chain_may_be_long_and_passes_the_centre(table: Tables) -> None:
    # From 2 over the snakes on 1 and 5 and 14 to the far side: 13 and 15.
    match = table(snakes="R2,O1,Y5,G14,B16,V18", s0="9/B/-/-/-/-/-", s1="9/G/-/-/-/-/-")
    reds = {text for text in match.moves if text.startswith("snake:R")}
    assert reds == {f"snake:R>{n}" for n in (3, 7, 19, 8, 4, 6, 13, 15)}


# Changing colour


def test_nothing_else_is_played_between_a_blind_card_and_the_answer(table: Tables) -> None:
    match = table(bugs="1:B", s0="1/B/RR/-/-/extra-action,wild/-", s1="2/G/-/-/-/-/-").play("color:?", "~color:RB")
    assert match.moves == {"wear", "decline"}


def test_a_declined_card_is_discarded_and_the_action_spent(table: Tables) -> None:
    match = table().play("color:?", "~color:RB", "decline")
    assert (match.view["discard"], match.view["cards"][0], match.view["actions"]) == (["RB"], "B", 2)


def test_the_card_worn_while_drawing_is_not_in_the_renewed_deck(table: Tables) -> None:
    discard = "O,V,RO,RY,RG,RB,RV,OG,OB,OV,YG,YB,YV,GV,BV"
    match = table(discard=discard, s1="1/G/-/-/-/-/-").play("color:?")
    assert set(match.outcomes) == {"~color:Y"}
    match.play("~color:Y", "wear", "color:?")
    assert set(match.outcomes) == {f"~color:{name}" for name in [*discard.split(","), "B"]}


def test_three_cards_taken_leave_only_the_blind_draw(table: Tables) -> None:
    match = table(s0="1/B/-/-/-/extra-action/-").play("color:R", "color:OY", "color:GB", "extra")
    assert match.moves_of("color") == {"color:?"}


def test_three_cards_taken_are_refilled_at_the_end_by_three_draws(table: Tables) -> None:
    match = table().play("color:R", "color:OY", "color:GB", "end")
    assert match.view["phase"] == "colors"
    match.play("~color:V", "~color:RO", "~color:RY")
    assert (match.view["phase"], match.view["turn"], match.view["row"]) == ("roll", 1, ["V", "RO", "RY"])


def test_a_discard_of_this_turn_may_be_drawn_again_only_from_a_renewed_deck(table: Tables) -> None:
    match = table().play("color:R", "color:OY", "color:GB", "end")
    assert not {"~color:R", "~color:OY", "~color:B"} & set(match.outcomes)


# Lying in wait


def test_rolls_left_need_no_action_and_end_is_legal_beside_them(table: Tables) -> None:
    match = table(actions="0", rolls="1")
    assert "end" in match.moves
    assert match.moves_of("wait") == {f"wait:{colour}" for colour in "ROYGBV"}
    match.play("wait:R", "~roll:16")
    assert match.moves == {"end"}


def test_an_extra_action_does_not_make_rolls_lapse(table: Tables) -> None:
    match = table(actions="0", rolls="2", s0="1/B/-/-/-/extra-action/-").play("extra", "wait:R", "~roll:16")
    assert (match.view["actions"], match.view["rolls"]) == (1, 1)


def test_a_blind_draw_makes_rolls_lapse_even_if_declined(table: Tables) -> None:
    match = table(actions="1", rolls="2").play("color:?", "~color:RB", "decline")
    assert match.moves == {"end"}


# Scaring


def test_nothing_else_is_played_while_a_bug_is_scared(table: Tables) -> None:
    match = table(phase="roll", bugs="2:ROY", s0="1/B/RR/-/-/gather-ROY,move-bug,wild,extra-action/-").play("~roll:1R")
    assert match.moves == {f"scare:R>{n}" for n in range(2, 8)}


def test_bugs_of_one_colour_are_sent_off_one_move_each(table: Tables) -> None:
    match = table(bugs="2:GRR").play("go:2", "scare:R>8", "scare:R>8")
    assert (match.bugs(8), match.moves_of("scare")) == ("RR", {f"scare:G>{n}" for n in (1, 3, 7, 8, 9, 19)})


def test_a_scared_bug_may_rest_beside_a_chameleon_that_it_matches(table: Tables) -> None:
    match = table(phase="roll", s0="2/B/-/-/-/-/-", s1="8/R/-/-/-/-/-", row="O,OY,GB").play("~roll:2R")
    assert "scare:R>8" in match.moves


def test_a_scared_bug_may_come_back_over_its_own_space(table: Tables) -> None:
    # From 8 to 9, where green scares it, on to 2, where yellow does; 19 is reached from 8 and from 2.
    match = table(
        seats=3, phase="roll", snakes="R4,O12,Y5,G14,B16,V18", s0="8/B/-/-/-/-/-", s1="9/G/-/-/-/-/-", s2="2/Y/-/-/-/-/-"
    )
    assert match.play("~roll:8R").moves == {f"scare:R>{n}" for n in (19, 10, 3, 1, 7)}


# Free deeds


def test_with_a_full_stash_wild_and_eaten_bugs_go_onto_objectives_only(table: Tables) -> None:
    match = table(bugs="1:B", s0="1/B/RRRRR/-/-/wild/-", s1="2/G/-/-/-/-/-")
    assert match.moves_of("eat") == {"eat:B>BGOY/L"}
    starts = {"B>BGOY/L", "Y>BGOY/R", "G>GVR/L", "R>GVR/R", "O>ORG/L", "G>ORG/R", "Y>YGOV/L", "V>YGOV/R"}
    assert match.moves_of("wild") == {f"wild:{start}" for start in starts}


def test_an_objective_with_equal_ends_can_be_started_at_both(tiny_deck: str, table: Tables) -> None:
    match = table(options={"cards": tiny_deck}, objectives="RGR,BGO,OYG,VBY", s0="1/B/R/-/-/-/-")
    assert match.moves_of("put") == {"put:R>RGR/L", "put:R>RGR/R"}


def test_the_second_end_of_a_two_bug_objective_completes_it(tiny_deck: str, table: Tables) -> None:
    match = table(options={"cards": tiny_deck}, objectives="BGO,OYG,VBY", s0="1/B/O/BO:L1/-/-/-").play("put:O>BO")
    assert (match.view["finished"][0], match.state.scores()[0]) == (["BO"], 1)


@pytest.fixture
def tiny_deck() -> str:
    return """
[objectives]
points = { 2 = 1, 3 = 3 }
cards = ["RGR", "BGO", "OYG", "VBY", "BO"]
[achievements]
gather = ["ROY"]
gather_points = 3
hide = ["R"]
hide_points = 2
sneak = 1
move_bug = 0
extra_action = 0
wild = 1
[progress]
end = { 2 = 16, 3 = 20, 4 = 20 }
"""


def test_achievement_cards_are_drawn_by_what_is_left_of_each(table: Tables) -> None:
    match = table(s0="1/B/B/-/-/sneak/-", s1="1/G/-/-/-/wild/hide-R", used="extra-action,extra-action").play("put:B>BGOY/L")
    gathers = ("ROY", "ROG", "RYB", "RGV", "RBV", "OYV", "OGB", "OBV", "YGB", "YGV")
    expected = {f"~achievement:gather-{name}": 1 for name in gathers} | {f"~achievement:hide-{name}": 1 for name in "OYGBV"}
    events = {"sneak": 2, "move-bug": 4, "extra-action": 2, "wild": 1}
    assert match.outcomes == expected | {f"~achievement:{name}": count for name, count in events.items()}


def test_a_sneak_card_in_use_is_not_in_the_deck(table: Tables) -> None:
    match = table(snakes="R2,O10,Y12,G14,B16,V18", s0="2!/B/B/-/-/-/-").play("put:B>BGOY/L")
    assert match.outcomes["~achievement:sneak"] == 2


def test_a_gather_space_must_touch_on_the_board_in_use(table: Tables) -> None:
    fields = {"bugs": "9:ROY", "s0": "3/B/-/-/-/gather-ROY/-"}
    assert table(**fields).moves_of("gather") == {"gather:ROY@9"}
    assert table(options={"board": "rings"}, **fields).moves_of("gather") == set()


def test_gather_takes_one_bug_of_each_colour_and_leaves_the_rest(table: Tables) -> None:
    match = table(bugs="9:RROYV", s0="3/B/-/-/-/gather-ROY/-").play("gather:ROY@9")
    assert (match.bugs(9), match.view["supply"], match.state.scores()) == ("RV", [14, 15, 15, 15, 15, 14], [3, 0])


def test_a_moved_bug_may_join_the_own_chameleon_that_it_matches(table: Tables) -> None:
    match = table(bugs="2:B", s0="1/B/-/-/-/move-bug/-", s1="8/RG/-/-/-/-/-").play("bug:B2>1")
    assert "eat:B" in match.moves


def test_a_moved_bug_passes_a_chameleon_and_does_not_come_back(table: Tables) -> None:
    # 8 touches 19, 9 and 2; on 9 green scares it on to 10 and 3 (2 and 8 touch it too).
    match = table(bugs="8:B", snakes="R4,O12,Y5,G14,B16,V18", s0="1/B/-/-/-/move-bug/-", s1="9/G/-/-/-/-/-")
    assert match.moves_of("bug") == {f"bug:B8>{n}" for n in (19, 2, 10, 3)}


def test_an_extra_action_played_with_none_left_must_be_taken(table: Tables) -> None:
    match = table(actions="0", s0="1/B/-/-/-/extra-action/-")
    assert {"end", "extra"} <= match.moves
    assert "end" not in match.play("extra").moves


# The end of a turn


def test_a_die_that_overshoots_the_track_begins_the_last_phase(table: Tables) -> None:
    match = table(actions="0", marker="15", did="fed,completed").play("end", "~d4:4")
    assert (match.view["marker"], match.view["phase"]) == (19, "last")


def test_after_the_hundredth_round_the_die_is_rolled_and_nothing_refilled(table: Tables) -> None:
    match = table(to="1", turns="199", actions="0", did="fed,completed", objectives="BGOY", row="R").play("end", "~d4:1")
    assert (match.view["phase"], match.state.to_act, match.view["row"]) == ("last", 1, ["R"])


def test_after_the_die_objectives_then_colours_are_refilled(table: Tables) -> None:
    match = table(actions="0", did="fed,completed", objectives="BGOY,GVR,ORG", row="R,OY").play("end", "~d4:2")
    assert match.view["phase"] == "objectives"
    match.play("~objective:YVR")
    assert match.view["phase"] == "colors"
    assert match.play("~color:V").view["phase"] == "roll"


def test_the_completion_of_one_turn_rolls_no_die_in_the_next(table: Tables) -> None:
    match = table(actions="0", did="fed,completed").play("end", "~d4:1", "~roll:16R")
    for text in ("snake:R>2", "snake:R>8", "snake:R>2", "end"):
        match.play(text)
    assert (match.view["phase"], match.view["turn"]) == ("roll", 0)


# The last phase


def test_bugs_recycled_in_the_last_phase_can_be_traded_for(table: Tables) -> None:
    # All red bugs are on the board, in the stash or on GVR; completing it sends its red one back.
    options = {"recycle": "on"}
    fields = {"phase": "last", "unfinished": "2", "bugs": "9:" + "R" * 14, "objectives": "-", "s0": "1/B/GBB/GVR:R2/-/-/-"}
    match = table(options=options, **fields)
    assert "trade:B>R" not in match.moves
    assert "trade:B>R" in match.play("put:G>GVR").moves


def test_the_last_phase_goes_round_from_the_seat_that_acted_last(table: Tables) -> None:
    match = table(seats=4, to="2", turns="399", actions="0").play("end")
    order = [match.state.to_act]
    while match.play("done").state.to_act >= 0:
        order.append(match.state.to_act)
    assert order == [2, 3, 0, 1]


def test_wild_in_the_last_phase_fills_but_does_not_start(table: Tables) -> None:
    match = table(phase="last", unfinished="2", s0="1/B/RRRRR/BGOY:L1/-/wild,extra-action,hide-R/-", objectives="GVR,ORG")
    assert match.moves - match.moves_of("trade") == {"done", "wild:G>BGOY"}


# Texts


def test_a_position_without_a_scared_bug_is_not_one_of_scaring(table: Tables) -> None:
    with pytest.raises(NotationError, match="no bug on 1 is scared"):
        table(phase="scare", scare="1")


@pytest.mark.parametrize("text", ["go:٥", "bug:R٥>9", "~roll:1٦R", "go:" + "9" * 5000])
def test_only_the_numbers_of_spaces_are_read(table: Tables, text: str) -> None:
    match = table()
    with pytest.raises(NotationError):
        match.game.parse_move(match.state, text)


def test_one_action_left_is_told_in_the_singular(table: Tables) -> None:
    match = table(actions="1")
    with pytest.raises(IllegalMove, match="you still have 1 action"):
        match.game.parse_move(match.state, "end")


def test_positions_that_differ_in_used_cards_alone_have_different_hashes(table: Tables) -> None:
    assert table(used="wild").state.hash() != table(used="extra-action").state.hash()


# Showing


def lines_of(match: Table, seat: int | None = 0) -> list[str]:
    return match.game.scene(match.state, seat).text(colour=False).splitlines()


def test_the_scared_bug_is_named(table: Tables) -> None:
    match = table(phase="scare", scare="1", bugs="1:GR")
    assert "sends off the scared red bug on 1" in lines_of(match)[0]


def test_the_card_drawn_blind_is_named(table: Tables) -> None:
    assert "wears the card RB or declines it" in lines_of(table().play("color:?", "~color:RB"))[0]


def test_everything_that_a_seat_won_is_told(table: Tables) -> None:
    laid = "gather-ROY,gather-ROG,gather-RYB,hide-R"
    finished = "BVO,BYV,VGO,ORY,RBO,GYO,GYB,YVR"
    shown = " ".join(lines_of(table(s1=f"1/G/-/YBOV:L1/{finished}/-/{laid}")))
    assert all(name in shown for name in [*laid.split(","), *finished.split(","), "[Y]BOV"])


def test_no_year_is_told_that_no_source_tells() -> None:
    assert calumma.load("life").info.year is None


@pytest.mark.parametrize("board", ["hex", "rings"])
@pytest.mark.parametrize("space", range(1, 20))
def test_four_chameleons_and_a_snake_on_one_space_can_all_be_read(table: Tables, board: str, space: int) -> None:
    rest = [number for number in range(1, 20) if number != space]
    snakes = ",".join(f"{colour}{number}" for colour, number in zip("ROYGBV", [space, *rest], strict=False))
    seats = {f"s{seat}": f"{space}/R{colour}/-/-/-/-/-" for seat, colour in enumerate("OYGB")}
    lines = lines_of(table(4, {"board": board}, snakes=snakes, row="R,O,Y", **seats), None)
    assert re.search(rf"(?<!\d){space} ?PJCM ?~R(?!\d)", "\n".join(lines))
