"""Texts of moves and positions, and what is said about those that do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma
from calumma import GameError, IllegalMove, NotationError

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables

MOVES = [
    ({}, "go:5"),
    ({"snakes": "R2,O10,Y12,G14,B16,V18", "s0": "1/B/-/-/-/sneak/-"}, "go:2!"),
    ({}, "snake:O>11"),
    ({}, "color:OY"),
    ({}, "color:?"),
    ({}, "wait:R"),
    ({"phase": "scare", "scare": "1", "bugs": "1:R"}, "scare:R>7"),
    ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-"}, "eat:B"),
    ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-", "s0": "1/B/-/BVO:R2/-/-/-"}, "eat:B>BVO"),
    ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-"}, "eat:B>BGOY/L"),
    ({"s0": "1/B/Y/-/-/-/-"}, "put:Y>BGOY/R"),
    ({"s0": "1/B/O/BVO:L2/-/-/-"}, "put:O>BVO"),
    ({"s0": "1/B/RR/-/-/-/-"}, "trade:R>B"),
    ({"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "3:ROY"}, "gather:ROY@3"),
    ({"s0": "8/R/-/-/-/hide-R/-", "row": "O"}, "hide:R"),
    ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "14:R"}, "bug:R14>5"),
    ({"s0": "1/B/-/-/-/extra-action/-"}, "extra"),
    ({"s0": "1/B/-/-/-/wild/-"}, "wild:R"),
    ({"s0": "1/B/-/BVO:L1/-/wild/-"}, "wild:V>BVO"),
    ({"s0": "1/B/-/-/-/wild/-"}, "wild:V>YGOV/R"),
    ({"actions": "0"}, "end"),
    ({"phase": "last", "unfinished": "2"}, "done"),
    ({"phase": "offered", "offered": "RV"}, "wear"),
    ({"phase": "offered", "offered": "RV"}, "decline"),
    ({"phase": "roll"}, "~roll:16R"),
    ({"phase": "wait", "wait": "R"}, "~roll:7"),
    ({"phase": "d4", "did": "fed,completed"}, "~d4:3"),
    ({"phase": "blind"}, "~color:RB"),
    ({"phase": "objectives", "objectives": "GVR,ORG,YGOV"}, "~objective:BGOY"),
    *(({"phase": "achievement", "did": "fed"}, f"~achievement:{kind}") for kind in ("gather-ROY", "hide-R", "sneak", "move-bug")),
    *(({"phase": "achievement", "did": "fed"}, f"~achievement:{kind}") for kind in ("extra-action", "wild")),
]


@pytest.mark.contract
@pytest.mark.parametrize(("fields", "text"), MOVES, ids=[text for _, text in MOVES])
def test_a_move_is_read_and_written_alike(table: Tables, fields: dict[str, str], text: str) -> None:
    t = table(**fields)
    assert text in t.moves
    assert t.game.move_text(t.state, t.game.parse_move(t.state, text)) == text


LAST = "in the last phase you can only place or trade stashed bugs, play Wild cards or say you are done (rule R17)"


@pytest.mark.parametrize(
    ("fields", "text", "words"),
    [
        ({}, "go:1", "your chameleon is already on 1 (rule R7a)"),
        ({}, "go:9", "9 does not touch 1 (rule R7a)"),
        ({"snakes": "R2,O10,Y12,G14,B16,V18"}, "go:2", "the red snake is there, and your chameleon is blue (rule R7a)"),
        ({}, "go:2!", "you have no Sneak card (rule R13c)"),
        ({"s0": "1/B/-/-/-/sneak/-"}, "go:2!", "there is no snake that you need a Sneak card for (rule R13c)"),
        ({}, "snake:R>8", "the red snake is already there (rule R7b)"),
        ({}, "snake:R>14", "the red snake cannot get to 14 in one action (rule R7b)"),
        ({}, "color:RB", "the red and blue card is not face up (rule R7c)"),
        ({"bugs": "9:RRRRRRRRRRRRRRR"}, "wait:R", "there are no red bugs in the supply (rule R7d)"),
        ({"actions": "0"}, "go:2", "you have no actions left (rule R7)"),
        ({"actions": "0"}, "wait:R", "you have no actions or rolls left (rule R7d)"),
        ({}, "end", "you still have 3 actions (rule R7)"),
        ({}, "done", "the last phase has not begun (rule R17)"),
        ({}, "eat:R", "there is no red bug on 1 (rule R9)"),
        ({}, "eat:B>BVO", "you have not started the blue-violet-orange objective (rule R9)"),
        ({}, "put:B>BGOY/L", "you have no blue bug in your stash (rule R10)"),
        ({}, "put:V>GYB/L", "the left end of the green-yellow-blue objective is green, not violet (rule R12)"),
        (
            {"s0": "1/B/O/BVO:L1/-/-/-"},
            "put:O>BVO",
            "the next bug of the blue-violet-orange objective is violet, not orange (rule R12)",
        ),
        ({}, "put:G>GYB/L", "the green-yellow-blue objective is not face up (rule R10)"),
        ({}, "trade:R>B", "you do not have two red bugs in your stash (rule R11)"),
        ({}, "gather:ROY@2", "you have no Gather card for red, orange and yellow (rule R13a)"),
        (
            {"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "2:R"},
            "gather:ROY@2",
            "the bugs red, orange and yellow are not together on 2 (rule R13a)",
        ),
        ({"s0": "1/B/-/-/-/hide-R/-"}, "hide:R", "the red snake is on 8, but your chameleon is on 1 (rule R13b)"),
        ({}, "extra", "you have no Extra Action card (rule R13e)"),
        ({}, "wild:R", "you have no Wild card (rule R13f)"),
        ({"s0": "1/B/-/-/-/move-bug/-"}, "bug:R5>6", "there is no red bug on 5 (rule R13d)"),
        ({}, "wear", "no colour card was drawn (rule R7c)"),
        ({}, "scare:R>2", "no bug is scared (rule R8)"),
        ({}, "~roll:16R", "it is Panther's turn, not chance's"),
        ({"phase": "roll"}, "go:2", "chance decides now: expected a roll of both dice"),
        ({"phase": "last", "unfinished": "2"}, "go:2", LAST),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_its_reason(
    table: Tables, fields: dict[str, str], text: str, words: str
) -> None:
    t = table(**fields)
    with pytest.raises(IllegalMove) as error:
        t.game.parse_move(t.state, text)
    assert str(error.value) == f'cannot play "{text}": {words}'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("jump:5", "expected end, done, wear"),
        ("go:20", "there is no space 20: expected 1 to 19"),
        ("go:x", "expected something like go:5"),
        ("wait:P", 'there is no colour "P": expected one of R O Y G B V'),
        ("color:BR", 'there is no colour card "BR"'),
        ("put:R", "expected something like put:R>BGOY"),
        ("put:R>ABC", 'there is no objective "ABC"'),
        ("gather:RRR@2", 'there is no Gather card "RRR"'),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(table: Tables, text: str, words: str) -> None:
    t = table()
    with pytest.raises(NotationError, match="cannot play") as error:
        t.game.parse_move(t.state, text)
    assert words in str(error.value)


@pytest.mark.contract
def test_a_position_text_holds_everything(table: Tables) -> None:
    text = (
        "phase=act to=1 actions=2 rolls=1 turns=17 starved=0 marker=5 did=fed snakes=R2,O10,Y12,G14,B16,V18 bugs=3:RRO,5:G "
        "row=R,OY discard=V objectives=ORG,GVR,YGOV used=wild s0=2!/B/RRO/BVO:R1,BGOY:L2/GYO/hide-R/hide-O "
        "s1=4/G/-/-/-/sneak,move-bug/-"
    )
    state = calumma.load("life").parse_position(text)
    assert calumma.load("life").position_text(state) == text


def test_a_seat_reads_only_its_own_hand(table: Tables) -> None:
    t = table(s0="1/B/-/-/-/sneak/-", s1="1/G/-/-/-/wild,hide-R/-")
    text = t.game.position_text(t.state, 0)
    assert "s0=1/B/-/-/-/sneak/-" in text
    assert "s1=1/G/-/-/-/?2/-" in text
    with pytest.raises(NotationError, match="the hand of seat 1 is hidden: expected a full position"):
        t.game.parse_position(text)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"row": "R,B"}, "the colour card B occurs 2 times"),
        ({"objectives": "BGOY,BGOY"}, "the objective BGOY occurs twice"),
        ({"s0": "1/B/-/GVR:L1/-/-/-"}, "the objective GVR occurs twice"),
        ({"s0": "1/B/-/BVO:L3/-/-/-"}, "expected 1 to 2 bugs"),
        ({"s0": "1/B/RRRRRR/-/-/-/-"}, "the stash of seat 0 holds 6 bugs: expected at most 5"),
        ({"s0": "1/B/-/-/-/wild,wild,wild/-"}, "the card wild occurs 3 times: expected at most 2"),
        ({"s0": "1/B/-/-/-/-/wild"}, "the card wild cannot be open"),
        ({"bugs": "9:RRRRRRRRRRRRRRR", "s0": "1/B/R/-/-/-/-"}, "there are 16 bugs R: expected at most 15"),
        ({"bugs": "1:R"}, "the bugs R on 1 would be scared by seat 0"),
        ({"snakes": "R1,O10,Y12,G14,B16,V18"}, "seat 0 on 1 must be sneaking"),
        ({"s0": "1!/B/-/-/-/-/-"}, "seat 0 on 1 cannot be sneaking"),
        ({"snakes": "R2,O2,Y12,G14,B16,V18"}, 'the snake "O2" is one too many'),
        ({"snakes": "R2"}, "1 snakes are on the board in phase act"),
        ({"phase": "sleep"}, 'there is no phase "sleep"'),
        ({"actions": "many"}, 'actions is "many"'),
        ({"s0": "1/B"}, "expected space/card/stash"),
        ({"scare": "1"}, 'the field "scare" does not belong here'),
        ({"phase": "scare"}, "there is no field scare"),
        ({"phase": "objectives"}, "there are 4 cards in objectives in phase objectives"),
        ({"phase": "colors"}, "there are 3 cards in row in phase colors"),
    ],
)
def test_a_position_that_cannot_be_is_refused(table: Tables, fields: dict[str, str], words: str) -> None:
    with pytest.raises(NotationError) as error:
        table(**fields)
    assert words in str(error.value)


# Decks

CARDS = """
[objectives]
points = {{ 3 = 3, 4 = 5 }}
cards = {cards}
[achievements]
gather = {gather}
gather_points = 3
hide = ["R"]
hide_points = 2
sneak = {sneak}
move_bug = 0
extra_action = 0
wild = 1
[progress]
end = {{ 2 = 16, 3 = 20, 4 = 20 }}
"""


def deck(cards: str = '["BGOY", "GVR", "BGOY", "ORG", "BGOY"]', gather: str = '["YOR"]', sneak: str = "1") -> str:
    return CARDS.format(cards=cards, gather=gather, sneak=sneak)


def test_repeated_objectives_are_numbered(table: Tables) -> None:
    t = table(options={"cards": deck()}, objectives="BGOY,BGOY.2,BGOY.3,ORG", s0="1/B/B/-/-/-/-")
    assert t.moves_of("put") == {"put:B>BGOY/L", "put:B>BGOY.2/L", "put:B>BGOY.3/L"}
    t.play("put:B>BGOY.3/L")
    assert t.outcomes == {"~achievement:gather-ROY": 1, "~achievement:hide-R": 1, "~achievement:sneak": 1, "~achievement:wild": 1}
    assert "BGOY.3:L1" in t.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[objectives", "it is not TOML"),
        ("[objectives]", "is None: expected a list of texts"),
        (deck(cards='["BGOY", "GVR", "ORG"]'), "there are 3 objectives: expected 4 to 64"),
        (deck(cards='["BGOY", "GVR", "ORG", "AAA"]'), 'there is an objective "AAA": expected 2 to 8 letters of ROYGBV'),
        (deck(cards='["BGOY", "GVR", "ORG", "R"]'), 'there is an objective "R": expected 2 to 8 letters'),
        (deck(cards='["BGOY", "GVR", "ORG", "RO"]'), 'objective "RO" has 2 bugs, but objectives.points has no entry for 2'),
        (deck(gather='["RRO"]'), 'there is a Gather card "RRO": expected three different letters of ROYGBV'),
        (deck(sneak="-1"), '"sneak" is -1: expected a whole number from 0 to 20'),
        (deck(gather='["ROY"] \nsnooze = 1'), 'unknown entry "achievements.snooze"'),
        (deck().replace("4 = 20", "4 = 0"), '"4" is 0: expected a whole number from 1 to 200'),
    ],
)
def test_a_deck_that_cannot_be_used_is_refused(text: str, words: str) -> None:
    with pytest.raises(GameError) as error:
        calumma.load("life", cards=text)
    assert str(error.value).startswith("cannot use these cards: ")
    assert words in str(error.value)


def test_the_shipped_deck_has_the_counts_of_the_rule_book() -> None:
    from calumma.games.life.deck import read_deck

    shipped = read_deck("")
    assert len(shipped.objectives) == len(set(shipped.objectives)) == 30
    assert shipped.achievements == 29
    assert sum(shipped.copies[:20]) == 10
    assert shipped.copies[20:26] == (1, 1, 1, 1, 1, 1)
    assert {"BGOY", "GVR"} <= set(shipped.objectives)
