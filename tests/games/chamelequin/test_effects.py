"""What a move is told to do at the end of a match."""

from typing import Any

import pytest

import calumma

pytestmark = pytest.mark.contract

STUCK = "7bYYYY/8/8/8/8/8/8/wRRRR7 b -"  # four rings, nobody near: with removal=capture nobody can move


def told(position: str, text: str, **options: Any) -> Any:
    state = calumma.load("chamelequin", **options).parse_position(position)
    return [(effect.key, effect.values) for effect in state.effects(state.game.parse_move(state, text))]


def test_who_captures_the_last_piece_wins() -> None:
    values = {"seat": 0, "from_cell": "c4", "to_cell": "d5", "colour": "red", "foe_seat": 1, "count": 2}
    assert told("8/8/8/3bYG4/2wGR5/8/8/8 w - 9,9 0", "c4xd5") == [
        ("captured", values),
        ("out", {"seat": 1}),
        ("won-last", {"seat": 0, "count": 1}),
    ]


def test_a_piece_that_is_not_the_last_is_not_out() -> None:
    assert [key for key, _ in told("7bY/8/8/3bYG4/2wGR5/8/8/8 w - 9,9 0", "c4xd5")] == ["captured"]


@pytest.mark.parametrize(
    ("captured", "end"),
    [
        ("9,10", ("won-rings", {"seat": 1, "count": 10})),
        ("30,9", ("won-rings", {"seat": 0, "count": 30})),
        ("9,9", ("drawn", {"winner_seats": [0, 1], "count": 9})),
    ],
)
def test_when_nobody_can_move_captured_rings_decide(captured: str, end: float) -> None:
    assert told(f"{STUCK} {captured} 1", "pass", removal="capture") == [("passed", {"seat": 1}), end]


def test_to_stop_is_the_last_action() -> None:
    state = calumma.load("chamelequin").parse_position("7bY/8/8/8/4wYRB3/8/8/wR7 w - 9,8 0")
    state.apply(state.game.parse_move(state, "e4-e5"))
    assert state.game.parse_move(state, "stop") == state.legal()[-1] == state.game.info.num_actions - 1
