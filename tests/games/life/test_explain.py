"""What the rules of life explain: refused clicks and threats, from the rule book by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables

pytestmark = pytest.mark.contract

# Panther (seat 0) is blue and on 1; snakes lie on 8 to 18; fields of a seat: place/card/stash and more.

FULL = "your stash is full, and no objective needs a bug from 1 (rule R9)"
GATHER = "the bugs red, orange and yellow are not together on a space next to yours (rule R13a)"
WHICH = "say which bug on 5 you mean: pick its colour in the supply (rule R13d)"
LAST = "in the last phase you can only place or trade stashed bugs, play Wild cards or say you are done (rule R17)"


@pytest.mark.parametrize(
    ("fields", "cells", "words"),
    [
        ({}, "chameleon:0 9", "9 does not touch 1 (rule R7a)"),
        ({"snakes": "R2,O10,Y12,G14,B16,V18"}, "chameleon:0 2", "the red snake is there, and your chameleon is blue (rule R7a)"),
        ({}, "9", "9 does not touch 1 (rule R7a)"),
        ({}, "2", "pick your chameleon first, then 2 (rule R7a)"),
        ({}, "chameleon:1", "that is Jackson's, and it is Panther's turn"),
        ({"actions": "0"}, "chameleon:0", "you have no actions left (rule R7)"),
        ({"actions": "0"}, "snake:R", "you have no actions left (rule R7)"),
        ({}, "1", "there is no bug to eat on 1 (rule R9)"),
        ({}, "snake:R 14", "the red snake cannot get to 14 in one action (rule R7b)"),
        (
            {"snakes": "R2,O10,Y12,G14,B16,V18"},
            "snake:R 1",
            "the red snake may not enter 1: the chameleon there is not red (rule R7b)",
        ),
        ({"bugs": "3:RRRRRRRRRRRRRRR"}, "supply:R", "there are no red bugs in the supply (rule R7d)"),
        ({}, "end", "you still have 3 actions (rule R7)"),
        (
            {"s0": "1/B/R/-/-/-/-"},
            "stash:R BGOY/L",
            "the left end of the blue-green-orange-yellow objective is blue, not red (rule R12)",
        ),
        ({"s0": "1/B/B/-/-/-/-"}, "stash:B supply:R", "you do not have two blue bugs in your stash (rule R11)"),
        ({}, "BGOY/L", "pick the bug first, then where it goes (rule R12)"),
        # A stash with the bug that would fit does not make another one fit.
        (
            {"s0": "1/B/BR/-/-/-/-"},
            "stash:R BGOY/L",
            "the left end of the blue-green-orange-yellow objective is blue, not red (rule R12)",
        ),
        ({"s0": "1/B/R/-/-/-/-"}, "stash:B", "you have no blue bug in your stash (rule R10)"),
        (
            {"s0": "1/B/Y/-/-/-/-"},
            "stash:Y",
            "no objective needs a yellow bug now, and you have no second one to trade (rule R10)",
        ),
        ({"bugs": "1:B", "s0": "1/B/RRRRR/-/-/-/-", "s1": "9/G/-/-/-/-/-", "objectives": "GVR,ORG"}, "1", FULL),
        ({"s0": "1/B/-/-/-/sneak/-", "actions": "0"}, "hand:sneak", "you have no actions left (rule R7)"),
        ({"s0": "1/B/-/-/-/sneak/-"}, "hand:sneak", "there is no snake that you need a Sneak card for (rule R13c)"),
        ({"s0": "1/B/-/-/-/gather-ROY/-"}, "hand:gather-ROY", GATHER),
        ({"s0": "1/B/-/-/-/move-bug/-"}, "hand:move-bug", "no bug can move (rule R13d)"),
        ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "5:R"}, "hand:move-bug 6", "there is no bug on 6 (rule R13d)"),
        ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "5:RO"}, "hand:move-bug 5 supply:Y", "there is no yellow bug on 5 (rule R13d)"),
        ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "5:RO"}, "hand:move-bug 5 6", WHICH),
        # The six ways from 1 are held by snakes, and a violet chameleon matches the last of them; blue matches none.
        (
            {"snakes": "R2,O3,Y4,G5,B16,V6", "s1": "7/G/-/-/-/-/-"},
            "chameleon:0 6",
            "the violet snake is there, and your chameleon is blue (rule R7a)",
        ),
        ({"phase": "last", "unfinished": "2"}, "chameleon:0", LAST),
        ({"phase": "last", "unfinished": "2"}, "snake:R 9", LAST),
    ],
)
def test_a_refused_click_names_the_rule(table: Tables, fields: dict[str, str], cells: str, words: str) -> None:
    t = table(**fields)
    assert t.game.why_not(t.state, cells.split()) == words


def test_a_scared_bug_comes_first(table: Tables) -> None:
    t = table(bugs="2:R").play("go:2")  # a red bug does not rest with a blue chameleon
    assert t.game.why_not(t.state, ["chameleon:0"]) == ("first send the scared red bug on 2 to a space it can reach (rule R8)")


def test_a_drawn_card_is_worn_or_declined_first_and_must_match_the_snake(table: Tables) -> None:
    t = table(snakes="B1,O10,Y12,G14,R16,V18", s1="9/G/-/-/-/-/-").play("color:?", "~color:RO")
    assert t.game.why_not(t.state, ["chameleon:0"]) == "wear or decline the red and orange card first (rule R7c)"
    assert t.game.why_not(t.state, ["wear"]) == "the red and orange card does not match the snake on your space (rule R7c)"


def test_a_chameleon_and_a_snake_whose_ways_are_all_barred_are_told_so(table: Tables) -> None:
    # 8 touches 2, 9 and 19 alone.
    t = table(snakes="R2,O9,Y19,G14,B16,V18", s0="8/B/-/-/-/-/-")
    assert t.game.why_not(t.state, ["chameleon:0"]) == "every way is blocked (rule R7a)"
    t = table(seats=3, snakes="R8,O10,Y12,G14,B16,V18", s0="2/B/-/-/-/-/-", s1="9/G/-/-/-/-/-", s2="19/Y/-/-/-/-/-")
    assert t.game.why_not(t.state, ["snake:R"]) == "every way is blocked (rule R7b)"


def test_a_rival_who_stands_there_or_can_come_threatens_bugs_of_its_colours(table: Tables) -> None:
    t = table(bugs="1:G,3:GR", s0="5/B/-/-/-/-/-")  # Jackson is green and on 1, which touches 3
    assert t.game.threats(t.state, "1") == ["Jackson could eat the green bug."]
    assert t.game.threats(t.state, "3") == ["Jackson could come from 1 and eat the green bug."]
    assert t.state.threats("9") == []  # nothing rests there
    assert t.state.reach()["chameleon:1"] == ["2", "3", "4", "5", "6", "7"]  # 1 is the middle


def test_a_turn_of_three_actions_lets_a_rival_come_by_two_steps_and_no_more(table: Tables) -> None:
    assert table(bugs="15:G", s0="5/B/-/-/-/-/-", s1="9/G/-/-/-/-/-").state.threats("15") == []  # across the board
    t = table(bugs="9:G", s0="5/B/-/-/-/-/-")  # from 1 over 2 or 3
    assert t.game.threats(t.state, "9") == ["Jackson could come from 1 and eat the green bug."]
    assert len(t.state.threats("9")[0].cells) == 3


def test_a_snake_keeps_a_rival_away_and_the_seat_whose_turn_it_is_is_no_threat(table: Tables) -> None:
    t = table(bugs="3:GB", snakes="R3,O10,Y12,G14,B16,V18", s0="9/B/-/-/-/-/-")
    assert t.state.threats("3") == []
