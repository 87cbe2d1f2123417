"""Several threads on one position."""

from __future__ import annotations

import os
import threading

import pytest

import calumma
from calumma.core import GameError, Rng
from calumma.players import load, parse
from calumma.search import AlphaBeta

IN_ONE = "5/W4/2w2/5/5 o"


@pytest.mark.parametrize("name", ["yamamoto", "chamelequin", "bradley"])
def test_threads_reach_the_depth_that_is_asked_for(name: str) -> None:
    game = calumma.load(name)
    report = AlphaBeta(game, threads=3).search(game.new(), depth=2)
    assert report.depth == 2
    assert report.action in game.new().legal()
    assert sum(report.values) == pytest.approx(1.0)


def test_threads_find_a_win() -> None:
    game = calumma.load("yamamoto")
    report = AlphaBeta(game, threads=4).search(game.parse_position(IN_ONE), depth=6)
    assert report.proven
    assert report.values[0] == 1.0


def test_nodes_are_counted_for_all_threads_together() -> None:
    game = calumma.load("yamamoto")
    assert AlphaBeta(game, threads=2).search(game.new(), nodes=20_000).nodes >= 10_000  # its own half, and what helpers did


def test_helpers_end_when_the_search_is_stopped() -> None:
    game = calumma.load("yamamoto")
    search = AlphaBeta(game, threads=3)
    before = threading.active_count()
    search.search(game.new(), seconds=0.05)
    assert threading.active_count() == before
    assert search.search(game.new(), depth=2).depth == 2  # and can be called again


def test_one_thread_always_finds_the_same() -> None:
    game = calumma.load("chamelequin")
    found = [AlphaBeta(game).search(game.new(), nodes=3000) for _ in range(2)]
    assert (found[0].action, found[0].values, found[0].nodes) == (found[1].action, found[1].values, found[1].nodes)


def test_a_search_needs_at_least_one_thread() -> None:
    with pytest.raises(ValueError, match="cannot use 0 as threads: expected"):
        AlphaBeta(calumma.load("yamamoto"), threads=0)


@pytest.mark.parametrize("spec", ["level:4*2", "mcts:200*3", "alphabeta:2*2", "best@50ms*2", "level:4*all"])
def test_players_think_in_as_many_threads_as_are_asked_for(spec: str) -> None:
    game = calumma.load("chamelequin")
    choice = load(spec, game, 1).choose(game.new(), 0)
    assert choice.action in game.new().legal()


def test_all_are_the_cores_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {1, 4, 5}, raising=False)
    assert [parse(spec).threads for spec in ("level:6*all", "best@5s*all", "mcts:10*all", "level:6")] == [3, 3, 3, 1]
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert parse("level:6*all").threads == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert parse("level:6*all").threads == 1


def test_trees_of_a_game_with_secrets_are_added_up() -> None:
    game = calumma.load("piecepack")
    state, rng = game.new(), Rng(3)
    while state.to_act < 0:
        state.apply(state.pick(rng))
    assert load("mcts:40*2", game, 1).choose(state, state.to_act).nodes == 40


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("random*2", r'cannot use "random\*2": random thinks in one thread'),
        ("level:4*0", r'cannot read the threads of "level:4\*0": expected \*1 to \*256 or \*all at its end'),
        ("net*all", r'cannot use "net\*all": net thinks in one thread, several are for level, best, mcts or alphabeta'),
        ("best@1s*ALL", "cannot read the threads of"),
        ("mcts:10*many", "cannot read the threads of"),
        ("best@1s*", "cannot read the threads of"),
    ],
)
def test_threads_that_cannot_be_had_are_refused(spec: str, words: str) -> None:
    with pytest.raises(GameError, match=words):
        load(spec, calumma.load("yamamoto"))
