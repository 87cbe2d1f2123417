"""The heuristic: which of two positions looks better, and to whom."""

from math import exp
from typing import Any

import pytest

import calumma
from calumma.core.weights import recorded

pytestmark = pytest.mark.contract


def guess(text: str, seats: int = 2, **options: str) -> list[float]:
    return calumma.load("chamelequin", seats=seats, **options).parse_position(text).evaluate()


def test_more_pieces_are_better() -> None:
    values = guess("bB7/8/8/8/8/8/8/wR2wG4 w - 9,8 0")
    assert values[0] > 0.5 > values[1]


def test_more_rings_are_better() -> None:
    assert guess("bB7/8/8/8/8/8/8/wRGR7 w - 9,9 0")[0] > guess("bB7/8/8/8/8/8/8/wR7 w - 9,9 0")[0]


def test_a_piece_to_capture_is_worth_more_to_the_seat_that_has_the_turn() -> None:
    text = "7bB/8/8/4bR3/4wRB3/8/8/wR7 {} - 8,8 0"
    assert guess(text.format("w"))[0] > guess(text.format("b"))[0]


def test_a_capture_that_needs_another_colour_is_no_threat() -> None:
    text = "7bB/8/8/8/3bYwRB3/8/8/wR7 w - 8,8 0"
    assert guess(text)[0] > guess(text, capture="match")[0]


def test_a_seat_that_is_out_has_no_hope() -> None:
    values = guess("bB7/8/8/8/8/8/8/wR7 w - 8,8,6 0", seats=3)
    assert values[2] == 0.0
    assert sum(values) == pytest.approx(1.0)


def test_seats_that_have_yet_to_place_have_hope() -> None:
    assert all(value > 0.2 for value in calumma.load("chamelequin", seats=4).new().evaluate())


def test_an_end_is_worth_its_payoffs() -> None:
    assert guess("8/8/8/8/8/8/8/wRRRR7 w last 10,9 0") == [1.0, 0.0]


# A second writing of the heuristic, from the view and the weights


def beside(square: int) -> set[int]:
    x, y = square % 8, square // 8
    return {8 * v + u for u in (x - 1, x, x + 1) for v in (y - 1, y, y + 1) if 0 <= u < 8 and 0 <= v < 8} - {square}


def colour(square: Any) -> Any:
    return ("RG", "BY")[square // 8 % 2][square % 2]


def reach(own: dict[int, str], matching: bool) -> set[int]:
    """Where the pieces with two rings or more could capture; where colours must match, the ring under the top one decides."""
    return {to for at, rings in own.items() if len(rings) > 1 for to in beside(at) if not matching or colour(to) == rings[-2]}


def worth(view: dict[str, Any], seat: int, weights: dict[str, float]) -> float:
    stacks = [dict(own) for own in view["pieces"]]
    own, matching = stacks[seat], view["options"]["capture"] == "match"
    occupied = {square for each in stacks for square in each}
    danger = {square for other, each in enumerate(stacks) if other != seat for square in reach(each, matching)} & own.keys()
    prey = len(reach(own, matching) & (occupied - own.keys()))
    value = weights["piece"] * len(own)
    value += weights["ring"] * sum(len(rings) - 1 for rings in own.values())
    value += weights["tall"] * sum(len(rings) > 1 for rings in own.values())
    value += weights["full"] * sum(len(rings) == 4 for rings in own.values())
    value += weights["step"] * len({to for at in own for to in beside(at)} - occupied)
    value += weights["prey"] * prey
    if seat != view["turn"]:
        return value - weights["hunted"] * len(danger) - weights["guarded"] * len(danger & reach(own, matching))
    return value + weights["turn"] + (weights["strike"] - weights["prey"] if prey else 0)


@pytest.mark.parametrize("capture", ["free", "match"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_values_are_those_of_a_second_writing(seats: int, capture: str) -> None:
    weights = recorded("chamelequin")
    state, rng = calumma.load("chamelequin", seats=seats, capture=capture).new(), calumma.Rng(seats)
    for ply in range(150):
        if state.to_act == calumma.OVER:
            return
        if ply % 10 == 9:
            view = state.view()
            alive = [sum(view["to_place"]) > 0 or bool(view["pieces"][seat]) for seat in range(seats)]
            shares = [exp(worth(view, seat, weights)) if alive[seat] else 0.0 for seat in range(seats)]
            assert state.evaluate() == pytest.approx([share / sum(shares) for share in shares])
        state.apply(state.pick(rng))
