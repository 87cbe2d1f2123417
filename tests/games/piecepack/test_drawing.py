"""Scenes, paths and stories of piecepack; all of them from views alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import State
from calumma.core.messages import choice_text, tell_all
from calumma.drawing.palette import COLOURS

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help


def told(state: State, text: str, seat: int | None = None) -> str:
    game, after = state.game, state.copy()
    action = game.parse_move(state, text)
    after.apply(action)
    return tell_all(game, game.story(state, action, after, seat))


def cells(state: State, seat: int | None = None) -> dict[str, Any]:
    return {cell.id: cell for cell in state.game.scene(state, seat).cells}


def test_the_board_shows_its_tiles_and_the_places_where_it_may_grow(pp: type[Help]) -> None:
    found = set(cells(pp.position("O4@0,0/B5@1,0", "0,0/0,0")))
    assert {f"{x},{y}" for x in (-1, 0, 1, 2) for y in (-1, 0, 1)} <= found
    assert "3,0" not in found


def test_places_beyond_seven_columns_are_not_shown(pp: type[Help]) -> None:
    found = set(cells(pp.position(pp.laid(7), "0,0/0,0", "L5", "P2P1/L0L1")))
    assert "0,1" in found
    assert not {"-1,0", "7,0"} & found


def test_a_place_never_moves_while_the_board_grows(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", "B2")
    before = cells(state)["1,0"]
    after = cells(pp.play(state, "B2@-1,-1"))["1,0"]
    assert (before.x, before.y) == (after.x, after.y)


def test_every_legal_place_is_a_cell(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", "B2")
    places = {text.split("@")[1].strip("*") for text in pp.moves(state) if "@" in text}
    assert places <= set(cells(state))


def test_the_own_hand_is_open_and_the_others_are_backs(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", "B2", "O2R0/L0L1")
    pieces = {piece.id: piece.cell for piece in state.game.scene(state, 0).pieces}
    assert pieces["O2"] == "O2"
    assert pieces["back:1:1"] == "hand:1"
    assert not {"L0", "L1"} & set(pieces)
    spectator = {piece.id for piece in state.game.scene(state, None).pieces}
    assert {"back:0:0", "back:1:0", "B2"} <= spectator
    assert not {"O2", "R0", "L0", "L1"} & spectator


def test_who_walks_is_lifted_alone_and_leaves_tile_and_rivals(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0")
    lifted = [piece.id for piece in state.game.scene(state, 0).pieces if piece.cell == "0,0" and not piece.rests]
    assert lifted == [f"chameleon:{state.to_act}"]


def test_every_tile_differs_in_more_than_colour(pp: type[Help]) -> None:
    state = pp.position(pp.laid(42), "0,0/0,0", "-", f"{pp.tile(42)}{pp.tile(43)}/{pp.tile(44)}{pp.tile(45)}")
    marks = {
        tuple((part.shape, part.letter or COLOURS[part.colour].emblem) for part in piece.parts)
        for piece in state.game.scene(state, 0).pieces
        if piece.id[0] in "RKYBWOPL"
    }
    assert len(marks) == 44


def test_chameleons_and_wasps_differ_by_shape_too(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0/0,0/0,0", "B2", "O2R0/L0L1/P0P1/W0W1", "0/0/0/0", "1,0/-/-/-")
    pawns = [piece for piece in state.game.scene(state).pieces if piece.id.startswith("chameleon")]
    assert len({COLOURS[piece.parts[0].colour].emblem for piece in pawns}) == 4
    assert len({(piece.dx, piece.dy) for piece in pawns}) == 4
    assert len({seat.shape for seat in state.game.scene(state).seats}) == 4


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("O2@-1,0", ["O2", "-1,0"]),
        ("O2@2,0", ["O2", "2,0", "no-wasp"]),
        ("O2@2,0*", ["O2", "2,0", "wasp"]),
        ("B2@0,1*", ["B2", "0,1", "wasp"]),
        (">0,0", ["1,0", "0,0"]),
        (">1,1", ["1,0", "1,1", "spare"]),
        (">1,1!", ["1,0", "1,1", "eat"]),
    ],
)
def test_paths_end_with_a_choice_where_two_moves_share_their_cells(pp: type[Help], text: str, path: list[str]) -> None:
    state = pp.position("O4@0,0/B5@1,0/K3@1,1", "1,0/1,1", "B2", "O2R0/L0L1", wasps="-/1,1")
    assert state.game.path(state, state.game.parse_move(state, text)) == path


def test_a_pass_is_a_choice_with_words(pp: type[Help]) -> None:
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"-/{pp.tile(45)}", "9/9")
    assert state.game.path(state, state.legal()[0]) == ["pass"]
    assert cells(state, 0)["pass"].label == choice_text(state.game, "pass") == "Pass"


def test_the_reckoning_is_told_line_by_line(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,1/0,0", hands="R1B0/L0L1")
    assert told(state, "R1@-1,0") == (
        "Green added the red 1 from hand, next to the red 2. The group of red 1, red 2 and red 3 scores 3 points. "
        "The ace doubles it to 6. "
        "The chameleon of Pink doubles it to 12. Now in the wilds: blue 0."
    )


def test_bonus_toll_and_balance_are_told(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1", "1,1/1,1", "B2", "W0B1/L0L1", "3/0", "-/0,0")
    assert told(state, "B2@0,-1*") == (
        "Green added the blue 2 from the wilds, next to the red 0. Green's wasp settled on the blue 2. "
        "Blue is colour number 4 on the board and scores 4 points. Green pays Pink 4 points for building beside the wasp."
    )


def test_a_gain_that_is_left_over_is_told(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/Y0@2,0/K0@1,1/O0@3,1", "1,1/1,1", "B2", "W0B1/L0L1", "3/0", "-/0,0")
    assert told(state, "B2@0,-1").endswith("Green gains 1 point in total.")


def test_ruin_and_the_end_are_told(pp: type[Help]) -> None:
    state = pp.position("R0@0,0/R2@1,0/R3@2,0/R4@3,0/K0@0,1", "0,1/0,1", "R5", "B0B1/L0L1", "7/0")
    assert told(state, "R5@4,0") == (
        "Green added the red 5 from the wilds, next to the red 4. "
        "The group of red 0, red 2, red 3, red 4 and red 5 is too large and costs 8 points. "
        "Green owes 8 points but has only 7 and is out of the game. Now in the wilds: blue 0 and blue 1. Pink wins with 0 points."
    )


def test_a_hidden_draw_is_told_without_its_tile(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1"), "B1@1,1")
    assert told(state, "~R5", 0) == "Green drew the red 5."
    assert told(state, "~R5", 1) == told(state, "~R5", None) == "Green drew a tile."


def test_a_hand_tile_comes_from_the_hand_that_a_viewer_sees(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/0,0", hands="B2R0/L0L1")
    after = pp.play(state.copy(), "B2@-1,-1")
    action = state.game.parse_move(state, "B2@-1,-1")
    assert state.game.story(state, action, after, 0)[0].cells == ("B2", "-1,-1")
    assert state.game.story(state, action, after, 1)[0].cells == ("hand:0", "-1,-1")


def test_walking_eating_and_sharing_are_told(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,0", "0,0/1,0", wasps="-/1,0", idle=5)
    assert told(state, ">1,0!") == (
        "Green's chameleon walked to the blue 5. That tile is colourless while chameleons share it. It ate Pink's wasp. "
        "No tile for 6 turns: one must be added now."
    )


def test_the_last_tile_of_the_supply_is_told(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(41), "0,0/0,0", "-", f"{t(41)}{t(42)}/{t(43)}{t(44)}", "9/9")
    pp.play(state, f"{t(41)}@6,5")
    assert told(state, "~P5", 0) == "Green drew the purple 5. The supply is empty: chameleons stay where they are from now on."


def test_a_tie_is_told(pp: type[Help]) -> None:
    state = pp.position(pp.laid(45), "0,0/0,0", "-", f"{pp.tile(45)}/-", "9/9")
    assert told(state, f"{pp.tile(45)}@6,6").endswith("Green and Pink share the win with 9 points each.")


def test_a_preview_needs_only_what_the_mover_sees(pp: type[Help]) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1", "1,1/0,0", hands="R1B0/L0L1")
    world = state.determinize(0, calumma.Rng(1))
    assert told(world, "R1@-1,0", 0) == told(state, "R1@-1,0", 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pictures_and_texts_can_be_drawn_all_through_a_match(pp: type[Help], seats: int) -> None:
    game, rng = calumma.load("piecepack", seats), calumma.Rng(seats)
    state, widths = game.new(), set()
    for ply in range(90):
        if ply % 9 == 0:
            assert game.svg(state, 0).startswith("<svg")
            widths.add(max(map(len, game.scene(state, 0).text(colour=False).splitlines())) <= 80)
        if state.to_act == calumma.OVER:
            break
        action = pp.seeking(state, rng)
        state.apply(state.pick(rng) if action is None else action)
    assert widths == {True}
