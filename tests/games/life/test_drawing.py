"""Scenes, paths and stories of life."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma
from calumma.core.messages import tell_all
from calumma.drawing import picture_of
from calumma.games.life.names import spoken

if TYPE_CHECKING:
    from tests.games.life.conftest import Table, Tables, Walk


def told(t: Table, *texts: str, seat: int = 0) -> str:
    """The words of some plies, as a seat sees them."""
    words = []
    for text in texts:
        before, action = t.state.copy(), t.game.parse_move(t.state, text)
        t.state.apply(action)
        words.append(tell_all(t.game, t.game.story(before, action, t.state, seat)))
    return " ".join(words)


def path(t: Table, text: str) -> list[str]:
    return t.game.path(t.state, t.game.parse_move(t.state, text))


def test_touching_hexes_are_drawn_side_by_side(table: Tables) -> None:
    from calumma.games.life.board import neighbours

    t = table()
    at = {cell.id: (cell.x, cell.y) for cell in t.game.scene(t.state).cells if cell.id.isdigit()}
    assert len(at) == 19
    for space, touched in enumerate(neighbours("hex")):
        x, y = at[str(space + 1)]
        near = {int(other) - 1 for other, (a, b) in at.items() if 0 < (a - x) ** 2 + (b - y) ** 2 < 2.5**2}
        assert near == set(touched)


def test_the_scene_shows_who_stands_where(table: Tables) -> None:
    t = table(bugs="2:RRG", s0="1/RB/-/-/-/-/-", s1="9/G/-/-/-/-/-", snakes="R2,O10,Y12,G14,B16,V18", phase="act", row="O")
    scene = t.game.scene(t.state, 0)
    names = {piece.id: piece.name for piece in scene.pieces}
    assert names["chameleon-0"] == "Panther's chameleon, red and blue"
    assert (names["bug-R-2"], names["bug-G-2"]) == ("2 red bugs", "1 green bug")
    cells = {cell.id: cell for cell in scene.cells}
    assert abs(cells["snake:R"].x - cells["2"].x) < 1.15
    assert abs(cells["chameleon:1"].x - cells["9"].x) < 1.15


@pytest.mark.parametrize("tall", [False, True])
def test_a_picture_does_not_grow_with_the_cards(tall: bool, table: Tables) -> None:
    few, many = table(s0="1/B/-/-/-/-/-"), table(s0="1/B/-/-/-/sneak,wild,move-bug,extra-action,hide-R,hide-B,hide-G/-")
    pictures = [picture_of(each.game.definition.drawing, each.state.view(0), tall) for each in (few, many)]
    assert pictures[0].frame == pictures[1].frame
    cards = [cell for cell in pictures[1].cells if cell.id.startswith("hand:")]
    assert len(cards) == 7
    assert all(cell.x - cell.width / 2 >= -0.01 for cell in cards)


def test_actions_and_rolls_left_are_always_told(table: Tables) -> None:
    t = table(actions="2", rolls="1")
    assert "Panther: 2 actions and 1 roll left." in t.game.scene(t.state).text(colour=False)
    assert t.game.scene(t.state).caption == "Life of a Chameleon. Panther: 2 actions and 1 roll left."


def test_the_text_shows_objectives_in_progress_hand_and_track(table: Tables) -> None:
    t = table(s0="1/B/RRO/BGOY:L2/-/sneak,sneak/-", s1="1/G/-/BVO:R1/-/wild/-", objectives="GVR,ORG,YGOV", marker="3")
    text = t.game.scene(t.state, 0).text(colour=False)
    for words in ("[BG]OY", "BV[O]", "2 sneak", "●●●○", "3 of 16", "GVR 3", "YGOV 5", "stash RRO, 2 cards", "stash -, 1 card"):
        assert words in text
    assert "wild" not in text


@pytest.mark.parametrize("options", [{"board": "hex"}, {"board": "rings"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_texts_fit_80_columns_all_through_a_match(seats: int, options: dict[str, str], hunt: Walk) -> None:
    game = calumma.load("life", seats=seats, **options)
    state, rng = game.new(), calumma.Rng(seats)
    ply = 0
    while state.to_act != calumma.OVER:
        if ply % 25 == 0:
            text = game.scene(state, 0).text(colour=False, choices=True)
            assert max(map(len, text.splitlines())) <= 80
            assert text == game.scene(state, 0).text(colour=False, choices=True, width=400)
        action = hunt(state, rng)
        state.apply(state.pick(rng) if action is None else action)
        ply += 1


@pytest.mark.parametrize(
    ("fields", "text", "cells"),
    [
        ({}, "go:5", ["chameleon:0", "5"]),
        ({"snakes": "R2,O10,Y12,G14,B16,V18", "s0": "1/B/-/-/-/sneak/-"}, "go:2!", ["hand:sneak", "2"]),
        ({}, "snake:O>11", ["snake:O", "11"]),
        ({}, "color:OY", ["card:OY"]),
        ({}, "color:?", ["deck"]),
        ({}, "wait:R", ["supply:R"]),
        ({"phase": "scare", "scare": "1", "bugs": "1:R"}, "scare:R>7", ["7"]),
        ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-"}, "eat:B", ["1", "stash:B"]),
        ({"bugs": "1:B", "s1": "5/G/-/-/-/-/-"}, "eat:B>BGOY/L", ["1", "BGOY/L"]),
        ({"s0": "1/B/O/BVO:L2/-/-/-"}, "put:O>BVO", ["stash:O", "own:BVO"]),
        ({"s0": "1/B/RR/-/-/-/-"}, "trade:R>B", ["stash:R", "supply:B"]),
        ({"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "3:ROY"}, "gather:ROY@3", ["hand:gather-ROY", "3"]),
        ({"s0": "8/R/-/-/-/hide-R/-", "row": "O"}, "hide:R", ["hand:hide-R"]),
        ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "14:R"}, "bug:R14>5", ["hand:move-bug", "14", "5"]),
        ({"s0": "1/B/-/-/-/move-bug/-", "bugs": "14:RO"}, "bug:R14>5", ["hand:move-bug", "14", "supply:R", "5"]),
        ({"s0": "1/B/-/-/-/extra-action/-"}, "extra", ["hand:extra-action"]),
        ({"s0": "1/B/-/-/-/wild/-"}, "wild:R", ["hand:wild", "supply:R"]),
        ({"s0": "1/B/-/-/-/wild/-"}, "wild:V>YGOV/R", ["hand:wild", "YGOV/R"]),
        ({"actions": "0"}, "end", ["end"]),
        ({"phase": "last", "unfinished": "2"}, "done", ["done"]),
        ({"phase": "offered", "offered": "RV"}, "wear", ["wear"]),
    ],
)
def test_paths_go_from_what_is_used_to_where_it_goes(table: Tables, fields: dict[str, str], text: str, cells: list[str]) -> None:
    assert path(table(**fields), text) == cells


def test_a_turn_is_told_in_sentences(table: Tables) -> None:
    t = table(phase="roll", bugs="2:B,3:R", s1="5/G/-/-/-/-/-")
    words = told(t, "~roll:16Y", "go:2", "eat:B>BGOY/L", "~achievement:wild", "go:3", "scare:R>9", "snake:R>19", "end")
    assert words == (
        "Panther rolled 16 and yellow: one yellow bug appears on 16. Panther moved from 1 to 2. "
        "Panther ate one blue bug and started the blue-green-orange-yellow objective from the left. "
        "Panther drew the achievement card Wild. "
        "Panther moved from 2 to 3. Panther scared the red bug from 3 to 9. Panther moved the red snake from 8 to 19. "
        "Panther ended their turn."
    )


def test_others_are_told_of_a_hidden_draw_only_that_it_was_made(table: Tables) -> None:
    assert told(table(phase="achievement", did="fed"), "~achievement:wild", seat=1) == "Panther drew an achievement card."


def test_waiting_changing_and_trading_are_told(table: Tables) -> None:
    assert told(table(), "wait:R", "~roll:7") == "Panther lies in wait for one red bug. One red bug appears on 7."
    assert told(table(), "color:?", "~color:RV", "wear").endswith("It is red and violet. Panther changed to red and violet.")
    assert told(table(s0="1/B/RR/-/-/-/-"), "trade:R>B") == "Panther traded two red bugs for one blue bug."
    full = table(phase="roll", bugs="9:RRRRRRRRRRRRRRR")
    assert told(full, "~roll:4R") == "Panther rolled 4 and red, but there are no red bugs left."


def test_cards_are_told(table: Tables) -> None:
    t = table(snakes="R2,O10,Y12,G14,B16,V18", s0="1/B/-/-/-/sneak,hide-R/-", s1="5/G/-/-/-/-/-")
    words = told(t, "go:2!", "hide:R", "snake:R>9")
    assert words == (
        "Panther sneaked from 1 to 2. Panther hid beside the red snake on 2 for 2 points. "
        "Panther moved the red snake from 2 to 9. Panther discarded the Sneak card."
    )
    t = table(bugs="2:ROY", s0="1/B/-/-/-/gather-ROY/-")
    assert told(t, "gather:ROY@2") == "Panther gathered red, orange and yellow on 2 for 3 points."


def test_completion_progress_and_the_end_are_told(table: Tables) -> None:
    t = table(actions="0", s0="1/B/R/GVR:L2/-/-/-", objectives="ORG", marker="12")
    words = told(t, "put:R>GVR", "~achievement:wild", "end", "~d4:4", "done", "done")
    assert words == (
        "Panther put a stashed red bug on the green-violet-red objective. "
        "Panther completed the green-violet-red objective for 3 points. "
        "Panther drew the achievement card Wild. "
        "Panther ended their turn. The progress marker moved 4 steps, to 16 of 16. "
        "The last phase begins: Panther goes first. Panther is done. Jackson is done. Panther wins with 3 points."
    )


def test_a_shared_win_is_told(table: Tables) -> None:
    t = table(phase="last", unfinished="1", marker="16")
    assert told(t, "done") == "Panther is done. Panther and Jackson share the win with 0 points each."


def test_cards_are_called_by_what_they_do_and_show() -> None:
    assert [spoken("card", card) for card in ("gather-RYB", "hide-G", "move-bug", "red")] == [
        "Gather (red, yellow and blue)",
        "Hide (green)",
        "Move a bug",
        "red",
    ]
    assert spoken("objective", "RVB.2") == "red-violet-blue"  # a second copy looks the same
