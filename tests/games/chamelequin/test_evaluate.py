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


def reach(at: int, rings: str, occupied: set[int], matching: bool, steps: int) -> set[int]:
    """Where a piece captures after so many steps that only remove a ring, if an enemy stands there."""
    if len(rings) < 2:
        return set()
    if steps == 0:
        return {to for to in beside(at) if not matching or colour(to) == rings[-2]}
    stops = {to for to in beside(at) - occupied if colour(to) == rings[-2]}
    return {square for to in stops for square in reach(to, rings[:-1], occupied - {at}, matching, steps - 1)}


def reaches(own: dict[int, str], occupied: set[int], view: dict[str, Any]) -> tuple[set[int], set[int]]:
    """What the pieces of a seat capture at once, and what with a chain."""
    matching, steps = view["options"]["capture"] == "match", (1, 2) if view["options"]["removal"] == "free" else ()
    near = {square for at, rings in own.items() for square in reach(at, rings, occupied, matching, 0)}
    far = {square for at, rings in own.items() for n in steps for square in reach(at, rings, occupied, matching, n)}
    return near, far


def features(view: dict[str, Any], seat: int) -> dict[str, int]:
    stacks = [dict(own) for own in view["pieces"]]
    own, occupied = stacks[seat], {square for each in stacks for square in each}
    reached = [reaches(each, occupied, view) for each in stacks]
    near, far = reached[seat]
    danger = {square for other, (at_once, _) in enumerate(reached) if other != seat for square in at_once}
    chains = {square for other, (_, later) in enumerate(reached) if other != seat for square in later}
    supplied = {square for square in range(64) if view["supply"][colour(square)]}
    space = {to for at in own for to in beside(at)} - occupied
    hunted, waits = own.keys() & (danger | chains), seat != view["turn"]
    return {
        **{
            name: sum(len(rings) == n for rings in own.values())
            for n, name in enumerate(("single", "double", "triple", "full"), 1)
        },
        "turn": not waits,
        "step": len(space),
        "safe": len((space & supplied) - danger - chains),
        "reach": len((near | far) - occupied),
        "runner": len(far - near),
        "guarded": len(own.keys() & (near | far)),
        "border": sum(len(beside(square)) < 8 for square in own),
        "prize": len((near | far) & (occupied - own.keys())),
        "exposed": len(own.keys() & danger),
        "chased": len(own.keys() & chains - danger),
        "stake": sum(len(own[square]) > 1 for square in hunted),
        "struck": waits and bool(hunted),
        "forked": max(0, len(hunted) - 1) if waits else 0,
        "backed": len(hunted & (near | far)) if waits else 0,
    }


def worth(view: dict[str, Any], seat: int, weights: dict[str, float]) -> float:
    seats = len(view["pieces"])
    left = sum(map(len, view["pieces"])) + sum(view["to_place"])
    early, who = left / (20 if seats == 2 else 8 * seats), "two" if seats == 2 else "more"
    return sum(
        count * (early * weights[f"{name}_early_{who}"] + (1 - early) * weights[f"{name}_late_{who}"])
        for name, count in features(view, seat).items()
    )


@pytest.mark.parametrize("options", [{}, {"capture": "match"}, {"removal": "capture"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_values_are_those_of_a_second_writing(seats: int, options: dict[str, str]) -> None:
    weights = recorded("chamelequin")
    state, rng = calumma.load("chamelequin", seats=seats, **options).new(), calumma.Rng(seats)
    for ply in range(150):
        if state.to_act == calumma.OVER:
            return
        if ply % 10 == 9:
            view = state.view()
            alive = [sum(view["to_place"]) > 0 or bool(view["pieces"][seat]) for seat in range(seats)]
            shares = [exp(worth(view, seat, weights)) if alive[seat] else 0.0 for seat in range(seats)]
            assert state.evaluate() == pytest.approx([share / sum(shares) for share in shares])
        state.apply(state.pick(rng))
