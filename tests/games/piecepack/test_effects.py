"""What a walk and the end are told to be."""

from typing import Any

import pytest

pytestmark = pytest.mark.contract

ROW = "R0@-1,-1/K0@0,-1/Y0@1,-1/B0@-1,0/W0@0,0"


def told(state: Any, text: str) -> Any:
    return [(effect.key, effect.values) for effect in state.effects(state.game.parse_move(state, text))]


def walk(seat: int, start: str, end: str, tile: str) -> Any:
    return ("walked", {"seat": seat, "from_cell": start, "to_cell": end, "tile": tile})


def test_a_walk_tells_whose_wasp_is_eaten(pp: Any) -> None:
    state = pp.position(ROW, "-1,-1/1,-1/-1,0", "-", "P0P1/L0L1/O1O2", "0/0/0", "1,-1/-/0,-1")
    assert told(state, ">0,-1!") == [walk(0, "-1,-1", "0,-1", "K0"), ("ate", {"seat": 0, "owner_seat": 2})]
    assert told(state, ">0,-1") == [walk(0, "-1,-1", "0,-1", "K0")]


def test_a_walk_to_another_chameleon_makes_its_tile_colourless(pp: Any) -> None:
    state = pp.position(ROW, "-1,-1/1,-1")
    assert told(state, ">1,-1") == [walk(0, "-1,-1", "1,-1", "Y0"), ("colourless", {"tile": "Y0"})]


def test_the_turn_after_which_nobody_may_walk_is_told(pp: Any) -> None:
    barred = [told(pp.position(ROW, "-1,-1/1,-1", idle=idle), ">0,-1")[1:] for idle in (4, 5)]
    assert barred == [[], [("barred", {"count": 6})]]


def test_those_with_the_most_points_tie(pp: Any) -> None:
    last = pp.tile(45)
    state = pp.position(pp.laid(45), "0,0/-/0,0", "-", f"{last}/-/-", "0/out/0")
    assert told(state, f"{last}@6,6")[-1] == ("tied", {"seats": [0, 2], "count": 0})


def test_a_group_is_told_with_its_tiles_and_its_highest_rank(pp: Any) -> None:
    state = pp.position("R2@0,0/R3@1,0/K0@1,1/Y0@1,2", "1,2/1,2", "-", "R5B0/L0L1")
    groups = [values for key, values in told(state, "R5@2,0") if key == "group"]
    assert groups == [{"seat": 0, "tiles": ["R2", "R3", "R5"], "count": 5}]
