"""Corners of chamelequin's rules, derived by hand from the rule document.

On odd ranks a, c, e, g are red and b, d, f, h green; on even ranks a, c, e, g are blue and b, d, f, h yellow.
"""

import pytest

import calumma
from calumma.core import State

pytestmark = pytest.mark.contract


def position(text: str, seats: int = 2, **options: str) -> State:
    return calumma.load("chamelequin", seats=seats, **options).parse_position(text)


def moves(state: State) -> set[str]:
    return {state.game.move_text(state, action) for action in state.legal()}


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.apply(state.game.parse_move(state, text))
    return state


@pytest.mark.parametrize(("capture", "expected"), [("free", {"a1xa2", "a1xb2"}), ("match", {"a1xb2"})])
def test_captures_from_one_square_under_both_readings(capture: str, expected: set[str]) -> None:
    # Under the red ring lies a yellow one: b2 is yellow, a2 blue.
    state = position("8/8/8/8/8/8/bBbY6/wYR7 w - 8,9 0", capture=capture)
    assert moves(state) == {"a1+b1"} | expected


def test_a_chain_of_matching_captures_ends_where_no_colour_fits() -> None:
    # After a1xb2 the piece has Y on B: the enemies on a3 and c3 stand on red, the blue a2 and c2 are empty.
    state = position("8/8/8/8/8/bR1bR5/1bY6/wBYR7 w - 7,9 0", capture="match")
    play(state, "a1xb2")
    assert moves(state) == {"b2-a2", "b2-c2", "stop"}


def test_with_captures_alone_the_chain_of_matching_captures_is_over() -> None:
    state = position("8/8/8/8/8/bR1bR5/1bY6/wBYR7 w - 7,9 0", capture="match", removal="capture")
    assert play(state, "a1xb2").to_act == 1


def test_the_patience_shrinks_when_a_seat_dies_in_the_middle_of_a_chain() -> None:
    state = position("8/8/8/8/8/8/pBbB6/wRYG6bG w - 7,7,7 0", seats=3)
    assert state.view()["patience"] == 120
    play(state, "a1xa2", "stop")
    assert (state.view()["patience"], state.view()["quiet"], state.to_act) == (80, 0, 1)


def test_a_turn_with_a_capture_before_a_removal_is_not_quiet() -> None:
    # After a1xb2 the piece has Y on B; giving Y back it steps to blue a2 and has no ring to spare.
    state = position("8/8/8/8/8/8/1bY6/wBYR6bG w - 8,9 0")
    play(state, "a1xb2", "b2-a2")
    assert (state.view()["quiet"], state.to_act) == (0, 1)


def test_scores_during_the_setup_are_the_pieces_placed() -> None:
    assert play(calumma.load("chamelequin").new(), "@a1", "@a2", "@a3").scores() == [2, 1]


@pytest.mark.parametrize("rings", [15, 65, "many", True])
def test_a_number_of_rings_that_cannot_be_is_refused(rings: int | str) -> None:
    with pytest.raises(calumma.GameError, match="rings"):
        calumma.load("chamelequin", rings=rings)


def test_sixteen_rings_of_a_colour_are_enough_for_its_squares() -> None:
    state = calumma.load("chamelequin", seats=4, rings=16).new()
    red = [f"@{file}{rank}" for file in "aceg" for rank in (1, 3, 5, 7)]
    play(state, *red)
    assert state.view()["supply"]["R"] == 0
    assert len(moves(state)) == 48


def test_passes_are_written_in_plain_digits() -> None:
    with pytest.raises(calumma.NotationError, match="passes in a row"):
        position("8/8/8/8/8/8/bBbY6/wYR7 w - 8,9 ٠")
