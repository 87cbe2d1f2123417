"""What a move is told to do."""

from typing import Any

import pytest

import calumma

pytestmark = pytest.mark.contract


def told(state: Any, text: str) -> Any:
    return [(effect.key, effect.values) for effect in state.effects(state.game.parse_move(state, text))]


def test_the_third_occurrence_is_told_to_be_a_draw() -> None:
    state = calumma.load("yamamoto").new()
    for text in ["a1a2", "a5a4", "a2a1", "a4a5", "a1a2", "a5a4", "a2a1"]:
        assert len(told(state, text)) == 1
        state.apply(state.game.parse_move(state, text))
    moved = {"seat": 1, "nature": "white", "from_cell": "a4", "to_cell": "a5"}
    assert told(state, "a4a5") == [("moved", moved), ("drawn", {})]


def test_a_capture_tells_what_was_taken() -> None:
    state = calumma.load("yamamoto").parse_position("w4/5/3w1/2B2/5 o")
    values = {"seat": 0, "foe_seat": 1, "foe_nature": "white", "cell": "d3"}
    assert told(state, "c2d3")[1] == ("captured", values)
