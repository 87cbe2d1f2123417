"""Alpha-beta against a plain search written here over the public protocol."""

from __future__ import annotations

import threading
import time

import pytest

import calumma
from calumma import OVER, GameError, Rng, State
from calumma.search import AlphaBeta

YAMAMOTO = calumma.load("yamamoto")

NO_TABLE = 0.0  # a table of one pair, so that nothing deeper is grafted in

FORCED = [
    "5/1B3/5/w1W2/b4 b",
    "5/5/1B1w1/1W3/b4 b",
    "2w2/5/4B/5/3WB b",
    "1w3/1B3/5/1W3/b4 b",
    "3w1/5/1B2B/w4/2W2 b",
    "2w2/5/5/3W1/3w1 o",
]


def after(state: State, action: int) -> State:
    child = state.copy()
    child.apply(action)
    return child


def can_force(state: State, seat: int, plies: int) -> bool:
    """Whether a seat can win within some plies, by trying everything."""
    if state.to_act == OVER:
        return state.payoffs()[seat] == 1.0
    if plies == 0:
        return False
    tries = (can_force(after(state, action), seat, plies - 1) for action in state.legal())
    return any(tries) if state.to_act == seat else all(tries)


def forced_distance(state: State, limit: int) -> int:
    return next(n for n in range(1, limit + 1) for seat in (0, 1) if can_force(state, seat, n))


def minimax(state: State, depth: int, ply: int = 0) -> float:
    """Seat 0's value by full-width search; a single reply costs no depth, sooner wins are better."""
    if state.to_act == OVER:
        share = state.payoffs()[0]
        return share if share == 0.5 else (2 * share - 1) * (1000 - ply)
    legal = state.legal()
    if depth <= 0:
        return state.evaluate()[0]
    depth += len(legal) == 1
    values = [minimax(after(state, action), depth - 1, ply + 1) for action in legal]
    return max(values) if state.to_act == 0 else min(values)


def repeated(text: str, moves: str) -> State:
    state = YAMAMOTO.parse_position(text)
    for move in moves.split():
        state.apply(YAMAMOTO.parse_move(state, move))
    return state


@pytest.mark.parametrize("text", FORCED)
@pytest.mark.contract
def test_it_finds_the_distance_that_trying_everything_finds(text: str) -> None:
    state = YAMAMOTO.parse_position(text)
    assert AlphaBeta(YAMAMOTO, 1).search(state, depth=5).distance == forced_distance(state, 5)


@pytest.mark.parametrize("text", FORCED)
def test_a_forced_line_ends_the_match_after_its_distance(text: str) -> None:
    state = YAMAMOTO.parse_position(text)
    report = AlphaBeta(YAMAMOTO, 1).search(state, depth=8)
    for action in report.line:
        state.apply(action)
    assert len(report.line) == report.distance
    assert state.payoffs() == report.values


@pytest.mark.parametrize("seed", range(12))
def test_its_value_is_that_of_a_full_width_search(seed: int) -> None:
    state, rng = YAMAMOTO.new(), Rng(seed)
    for _ in range(seed):
        if after(state, action := state.pick(rng)).to_act != OVER:
            state.apply(action)
    value = minimax(state, 3)
    report = AlphaBeta(YAMAMOTO, NO_TABLE, quiescence=0).search(state, depth=3)
    assert report.values[0] == pytest.approx(max(0.0, min(1.0, value)), abs=2e-4)


@pytest.mark.parametrize("shuffles", ["", "a5a4 a1a2 a4a5 a2a1", "a5a4 a1a2 a4a5 a2a1 a5a4 a1a2 a4a5"])
@pytest.mark.parametrize("text", ["w3b/5/5/5/W3B b", "w2b1/5/5/5/W4 b"])
def test_repetitions_before_and_in_the_tree_do_not_spoil_what_is_certain(text: str, shuffles: str) -> None:
    state = repeated(text, shuffles)
    found = [n for n in range(1, 5) for seat in (0, 1) if can_force(state, seat, n)]
    distance = AlphaBeta(YAMAMOTO, 1).search(state, depth=6).distance
    assert (distance if distance and distance < 5 else None) == (found[0] if found else None)


def test_a_losing_seat_takes_the_third_repetition() -> None:
    lost = YAMAMOTO.parse_position("1w3/5/B4/5/b1W2 o")
    assert AlphaBeta(YAMAMOTO, 1).search(lost, depth=8).values == [0.0, 1.0]
    same = repeated("1w3/5/5/1B3/b1W2 b", "b5b4 b2a3 b4b5 a3b2 b5b4 b2a3 b4b5")
    assert str(same) == str(lost)
    report = AlphaBeta(YAMAMOTO, 1).search(same, depth=8)
    assert report.values == [0.5, 0.5]
    assert YAMAMOTO.move_text(same, report.action) == "a3b2"


@pytest.mark.contract
def test_node_counts_are_as_recorded() -> None:
    """A signature: any change of the search or of the weights changes these numbers, and should mean to."""
    searcher = AlphaBeta(YAMAMOTO, 1)
    assert [searcher.search(YAMAMOTO.new(), depth=depth).nodes for depth in (1, 2, 3)] == [47, 183, 3041]


def test_the_same_search_twice_gives_the_same() -> None:
    searcher = AlphaBeta(YAMAMOTO, 1, reductions=True)
    first = searcher.search(YAMAMOTO.new(), nodes=20_000)
    assert searcher.search(YAMAMOTO.new(), nodes=20_000) == first


def test_the_number_of_nodes_is_a_limit() -> None:
    report = AlphaBeta(YAMAMOTO, 1).search(YAMAMOTO.new(), nodes=500)
    assert report.nodes <= 501
    assert report.action in YAMAMOTO.new().legal()


def test_time_is_a_limit() -> None:
    start = time.perf_counter()
    AlphaBeta(YAMAMOTO, 1).search(YAMAMOTO.new(), seconds=0.1)
    assert 0.05 < time.perf_counter() - start < 3.0


def test_it_can_be_stopped_from_another_thread() -> None:
    searcher = AlphaBeta(YAMAMOTO, 1)
    threading.Timer(0.1, searcher.stop).start()
    start = time.perf_counter()
    searcher.search(YAMAMOTO.new(), seconds=60)
    assert time.perf_counter() - start < 5.0


def test_the_table_stays_within_the_memory_it_was_given() -> None:
    assert 500_000 < AlphaBeta(YAMAMOTO, 1).memory <= 1_000_000


def test_ranking_gives_every_action_its_own_value() -> None:
    state = YAMAMOTO.parse_position("5/5/1B1w1/1W3/b4 b")
    report = AlphaBeta(YAMAMOTO, NO_TABLE, quiescence=0).rank(state, 3)
    for candidate in report.candidates:
        wins = minimax(after(state, candidate.action), 2)
        assert candidate.value == pytest.approx(1.0 - max(0.0, min(1.0, wins)), abs=2e-4)


def test_it_sees_a_quiet_end_coming_that_positions_alone_do_not_tell() -> None:
    game = calumma.load("chamelequin")
    state = game.parse_position("7bY/8/8/8/8/8/8/wR6wG w - 9,8 0")
    for move in ("a1+a2", "h8+h7", "a2-a1", "h7-h8") * 19:  # of 80 quiet turns four are left, and White has more pieces
        state.apply(game.parse_move(state, move))
    report = AlphaBeta(game, 4).search(state, depth=5)
    assert (report.values, report.distance) == ([1.0, 0.0], 4)


def against_all(state: State, seat: int, depth: int) -> float:
    """A seat's value if all others act against it, by full-width search; a single reply costs no depth."""
    if state.to_act == OVER:
        return state.payoffs()[seat]
    if depth <= 0:
        return state.evaluate()[seat]
    legal = state.legal()
    values = [against_all(after(state, action), seat, depth - 1 + (len(legal) == 1)) for action in legal]
    return max(values) if state.to_act == seat else min(values)


def test_of_several_seats_all_others_are_one_side() -> None:
    state = calumma.load("bradley", 3, relocate="none").new()
    report = AlphaBeta(state.game, NO_TABLE, quiescence=0).search(state, depth=3)
    share = against_all(state, 0, 3)
    assert report.values == pytest.approx([share, (1 - share) / 2, (1 - share) / 2], abs=1e-4)


def test_what_was_found_for_one_of_several_seats_does_not_hold_for_another() -> None:
    first = calumma.load("bradley", 3, relocate="none").new()
    search = AlphaBeta(first.game, 1, remembers=True)
    then = after(first, search.search(first, depth=4).action)
    assert search.search(then, depth=3).values == AlphaBeta(first.game, 1).search(then, depth=3).values


def test_others_that_look_after_themselves_do_less_harm() -> None:
    state = calumma.load("bradley", 3).new()
    harm = [AlphaBeta(state.game, NO_TABLE, 0, width=4000, others=others).search(state, depth=2) for others in (0, 1)]
    assert harm[0].values[0] < harm[1].values[0]


def test_several_teams_are_refused() -> None:
    class Three:
        seats = 6
        teams = ((0, 3), (1, 4), (2, 5))
        info = YAMAMOTO.info

    with pytest.raises(GameError, match="it needs two sides"):
        AlphaBeta(Three())


def test_a_finished_match_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a position in which a seat acts"):
        AlphaBeta(YAMAMOTO, 1).search(YAMAMOTO.parse_position("5/5/5/5/W4 b"))
