"""What the rules of life explain: refused clicks and threats, from the rule book by hand."""

import pytest

pytestmark = pytest.mark.contract

# Panther (seat 0) is blue and on 1; snakes lie on 8 to 18; fields of a seat: place/card/stash and more.


@pytest.mark.parametrize(
    ("fields", "cells", "words"),
    [
        ({}, "chameleon:0 9", "9 does not touch 1 (rule R7a)"),
        ({"snakes": "R2,O10,Y12,G14,B16,V18"}, "chameleon:0 2", "the red snake is there, and the chameleon is B (rule R7a)"),
        ({}, "9", "9 does not touch 1 (rule R7a)"),
        ({}, "2", "take your chameleon first, then 2 (rule R7a)"),
        ({}, "chameleon:1", "that is Jackson's, and it is Panther's turn"),
        ({"actions": "0"}, "chameleon:0", "no action is left (rule R7)"),
        ({"actions": "0"}, "snake:R", "no action is left (rule R7)"),
        ({}, "1", "no bug on 1 can be eaten (rule R9)"),
        ({}, "snake:R 14", "the red snake cannot come to rest on 14 in one action (rule R7b)"),
        ({"bugs": "3:RRRRRRRRRRRRRRR"}, "supply:R", "the supply has no red bug (rule R7d)"),
        ({}, "end", "3 actions are left (rule R7)"),
        ({"s0": "1/B/R/-/-/-/-"}, "stash:R BGOY/L", "the left end of BGOY is blue, not red (rule R12)"),
        ({"s0": "1/B/B/-/-/-/-"}, "stash:B supply:R", "there are not two blue bugs in the stash (rule R11)"),
        ({}, "BGOY/L", "take the bug first, then where it goes (rule R12)"),
    ],
)
def test_a_refused_click_names_the_rule(table, fields, cells, words):
    t = table(**fields)
    assert t.game.why_not(t.state, cells.split()) == words


def test_a_scared_bug_comes_first(table):
    t = table(bugs="2:R").play("go:2")  # a red bug does not rest with a blue chameleon
    assert t.game.why_not(t.state, ["chameleon:0"]) == (
        "the scared red bug on 2 must come to rest next, on a space that it can reach (rule R8)"
    )


def test_a_rival_who_stands_there_or_can_come_threatens_bugs_of_its_colours(table):
    t = table(bugs="1:G,3:GR", s0="5/B/-/-/-/-/-")  # Jackson is green and on 1, which touches 3
    assert t.game.threats(t.state, "1") == ["Jackson could eat the green bug."]
    assert t.game.threats(t.state, "3") == ["Jackson could come from 1 and eat the green bug."]
    assert t.state.threats("9") == []  # two steps away


def test_a_snake_keeps_a_rival_away_and_the_seat_whose_turn_it_is_is_no_threat(table):
    t = table(bugs="3:GB", snakes="R3,O10,Y12,G14,B16,V18", s0="9/B/-/-/-/-/-")
    assert t.state.threats("3") == []
