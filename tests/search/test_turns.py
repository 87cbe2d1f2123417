"""Alpha-beta where a turn has several actions, and from one decision to the next."""

from __future__ import annotations

import pytest

import calumma
from calumma import OVER, Rng, State
from calumma.search import AlphaBeta

CHAMELEQUIN = calumma.load("chamelequin")
YAMAMOTO = calumma.load("yamamoto")
FORCED = ["5/1B3/5/w1W2/b4 b", "2w2/5/4B/5/3WB b", "3w1/5/1B2B/w4/2W2 b", "2w2/5/5/3W1/3w1 o"]

# A full piece on its own colour cannot step, so its seat passes.
REMOVED_FIRST = "8/8/4bGRB3/8/4wBBBB3/8/8/8 w - 9,9 0"  # then e6-e5 and e5xe4
TWICE = "8/8/4bBBBB3/4bRRRR3/8/4wGGBR3/8/8 b - 9,8 0"  # then e3-e4, e4xe5 and e5xe6


def after(state: State, action: int) -> State:
    child = state.copy()
    child.apply(action)
    return child


def minimax(state: State, depth: int, steps: int = 0) -> float:
    """Seat 0's value by full-width search: a turn costs one, whatever it is made of; a forced turn costs nothing."""
    if state.to_act == OVER:
        return state.payoffs()[0]
    if depth == 0 and not steps:
        return state.evaluate()[0]
    legal, values = state.legal(), []
    for action in legal:
        child = after(state, action)
        goes_on = child.to_act == state.to_act
        values.append(minimax(child, depth + (len(legal) == 1) - (not goes_on), steps + 1 if goes_on else 0))
    return max(values) if state.to_act == 0 else min(values)


def test_a_whole_chain_is_one_turn_deep() -> None:
    state = CHAMELEQUIN.parse_position("8/4bR3/8/8/4wGBRB3/8/8/8 w - 9,9 0")
    report = AlphaBeta(CHAMELEQUIN, 1, quiescence=0).search(state, depth=1)
    moves = []
    for action in report.line:
        moves.append(CHAMELEQUIN.move_text(state, action))
        state.apply(action)
    assert (moves, report.distance) == (["e4-e5", "e5-e6", "e6xe7"], 3)


@pytest.mark.parametrize("seed", range(4))
def test_its_value_is_that_of_a_full_width_search_by_turns(seed: int) -> None:
    state, rng = CHAMELEQUIN.new(), Rng(seed)
    while len(state.legal()) > 30 or state.view()["chain"] is not None or sum(state.scores()) > 9:
        state = CHAMELEQUIN.new() if state.to_act == OVER else state
        state.apply(state.pick(rng))
    report = AlphaBeta(CHAMELEQUIN, 0.0, quiescence=0).search(state, depth=2)
    assert report.values[0] == pytest.approx(minimax(state, 2), abs=2e-4)


@pytest.mark.parametrize(("text", "distance"), [(REMOVED_FIRST, 3), (TWICE, 4)])
def test_leaves_see_chains_that_capture_in_the_end(text: str, distance: int) -> None:
    state = CHAMELEQUIN.parse_position(text)
    assert AlphaBeta(CHAMELEQUIN, 1).search(state, depth=1).distance == distance
    assert not AlphaBeta(CHAMELEQUIN, 1, quiescence=0).search(state, depth=1).proven


@pytest.mark.parametrize("text", FORCED)
def test_what_is_remembered_proves_the_same_as_a_fresh_search(text: str) -> None:
    state, keeper = YAMAMOTO.parse_position(text), AlphaBeta(YAMAMOTO, 1, remembers=True)
    while state.to_act != OVER:
        fresh, kept = AlphaBeta(YAMAMOTO, 1).search(state, depth=8), keeper.search(state, depth=8)
        assert (kept.values, kept.distance) == (fresh.values, fresh.distance)
        state.apply(fresh.action)


def test_what_is_remembered_saves_work() -> None:
    state, keeper = CHAMELEQUIN.new(), AlphaBeta(CHAMELEQUIN, 4, remembers=True)
    first, again = keeper.search(state, depth=3), keeper.search(state, depth=3)
    assert again.nodes < first.nodes


@pytest.mark.parametrize("text", FORCED)
def test_a_margin_hides_nothing_that_is_certain(text: str) -> None:
    state = YAMAMOTO.parse_position(text)
    wide, narrow = AlphaBeta(YAMAMOTO, 1).search(state, depth=8), AlphaBeta(YAMAMOTO, 1, margin=0.03).search(state, depth=8)
    assert narrow.values == wide.values


def test_a_margin_saves_work() -> None:
    state, rng = CHAMELEQUIN.new(), Rng(5)
    for _ in range(40):
        state.apply(state.pick(rng))
    nodes = [AlphaBeta(CHAMELEQUIN, 4, margin=margin).search(state, depth=4).nodes for margin in (0.0, 0.05)]
    assert nodes[1] < 0.8 * nodes[0]


def test_with_a_width_more_turns_are_seen_in_fewer_positions() -> None:
    """Where relocations are foreseen, the best of them are tried: three turns from the start take fewer positions so."""
    state = calumma.load("bradley", 2).new()
    nodes = [AlphaBeta(state.game, 1, width=width).search(state, depth=3).nodes for width in (0, 4)]
    assert nodes[1] < nodes[0] / 2


def test_a_width_hides_nothing_of_a_game_that_foresees_nothing() -> None:
    state = YAMAMOTO.new()
    wide, narrow = AlphaBeta(YAMAMOTO, 1).search(state, depth=4), AlphaBeta(YAMAMOTO, 1, width=1).search(state, depth=4)
    assert (wide.action, wide.values, wide.nodes) == (narrow.action, narrow.values, narrow.nodes)


def test_a_width_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="a width"):
        AlphaBeta(YAMAMOTO, 1, width=-1)
