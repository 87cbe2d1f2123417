"""What the rules of piecepack explain: refused clicks and threats, from the rule book by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

pytestmark = pytest.mark.contract
ROW = "R0@0,0/K0@1,0/Y0@2,0/B0@2,1"  # three tiles in a row, and one above the last


@pytest.mark.parametrize(
    ("fields", "cells", "words"),
    [
        ({}, "1,0", "Green's chameleon is not there: pick a tile or the chameleon first"),
        ({}, "hand:1", "Pink's tiles are hidden"),
        ({}, "P0 1,0", "the black 0 is already there (rule 4)"),
        ({}, "0,0 2,1", "the chameleon cannot get there in a straight line over tiles (rule 5)"),
        ({}, "0,0 0,1", "there is no tile there (rule 5)"),
        ({"idle": 6}, "0,0", "there has been no tile for 6 turns, so one must be added now (rule 5)"),
        ({}, "pass", "Green has a tile to add (rule 14)"),
    ],
)
def test_a_refused_click_names_the_rule(pp: type[Help], fields: dict[str, Any], cells: str, words: str) -> None:
    state = pp.position(ROW, "0,0/2,0", **fields)
    assert state.game.why_not(state, cells.split()) == words


def test_a_tile_in_line_behind_a_gap_does_not_help_the_chameleon(pp: type[Help]) -> None:
    # 2,0 is in the chameleon's row, but nothing lies on 1,0 to walk over.
    state = pp.position("R0@0,0/K0@1,1/Y0@2,0/B0@2,1", "0,0/2,1")
    assert state.game.why_not(state, ["0,0"]) == "there is no tile beside the chameleon (rule 5)"
    assert state.game.why_not(state, ["0,0", "0,0"]) == "the chameleon is already there (rule 5)"


def test_a_board_of_seven_columns_grows_no_further(pp: type[Help]) -> None:
    state = pp.position("/".join(f"{pp.tile(x)}@{x},0" for x in range(7)), "0,0/1,0", hands="P1P2/L0L1")
    assert state.game.why_not(state, ["P1", "-1,0"]) == "the board would not fit in 7x7 (rule 4)"


def test_while_the_supply_is_empty_chameleons_stay(pp: type[Help]) -> None:
    state = pp.position(pp.laid(42), "0,0/1,0", hands="P5L5/W5O5", points="0/0")  # 46 tiles are in play
    assert state.game.why_not(state, ["0,0"]) == "chameleons cannot move while the supply is empty (rule 5)"
    assert state.threats("0,0") == []


def test_a_wasp_is_threatened_by_chameleons_in_line_with_it(pp: type[Help]) -> None:
    state = pp.position(ROW, "0,0/2,1", wasps="2,0/-")
    assert state.game.threats(state, "2,0") == ["Pink's chameleon could come and eat Green's wasp."]
    apart = pp.position(ROW, "0,0/2,1", wasps="1,0/-")  # 2,1 and 1,0 are on no common row or column
    assert apart.threats("1,0") == []


def test_the_own_chameleon_is_no_threat_to_the_own_wasp(pp: type[Help]) -> None:
    assert pp.position(ROW, "0,0/2,1", wasps="1,0/-", acts="0").threats("1,0") == []


def test_a_chameleon_may_be_joined_and_its_tile_lose_its_colour(pp: type[Help]) -> None:
    state = pp.position(ROW, "0,0/2,0")
    told = ["Pink's chameleon could come and make the tile colourless."]
    assert state.game.threats(state, "0,0") == told
    together = pp.position(ROW, "0,0/0,0")
    assert together.threats("0,0") == []


def test_threats_do_not_depend_on_hands(pp: type[Help]) -> None:
    some, others = (pp.position(ROW, "0,0/2,1", wasps="2,0/-", hands=hands) for hands in ("P0P1/L0L1", "P0P1/W2O3"))
    assert some.threats("2,0") == others.threats("2,0")
