"""Exact values near the end without tables: what a short proof says must be what the tables say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import calumma
from calumma import OVER, Rng
from calumma.core import Game, State
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.solutions import Effort


@pytest.fixture(scope="module", params=["dots", "row"])
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Knowledge, Knowledge]:
    """A game with its tables of four pieces, and proofs without any table."""
    game = calumma.load("yamamoto", goal=request.param)
    tables = Tablebase(request.param, tmp_path_factory.mktemp("tables"))
    tables.build(4)
    none = Knowledge(game, Tablebase(request.param, Path("nowhere")))
    none.__dict__["claim"] = None
    return Knowledge(game, tables), none


def few_pieces(game: Game, count: int) -> Iterator[State]:
    rng = Rng(11)
    while True:
        state = game.new()
        while state.to_act != OVER:
            if sum(state.scores()) <= 4:
                yield state
                count -= 1
                if not count:
                    return
            state.apply(state.pick(rng))


def test_a_proof_says_what_the_tables_say(both: tuple[Knowledge, Knowledge]) -> None:
    tables, near = both
    for state in few_pieces(tables.game, 400):
        known, proven = tables.value(state), near.value(state)
        if proven is None:
            assert known.value == "draw" or known.plies > 9
        else:
            assert (proven.value, proven.plies, sorted(proven.best)) == (known.value, known.plies, known.best)


def test_a_win_that_is_too_far_is_not_claimed(both: tuple[Knowledge, Knowledge]) -> None:
    tables, near = both
    far = next(
        state for state in few_pieces(tables.game, 4000) if tables.value(state).value != "draw" and tables.value(state).plies > 3
    )
    assert near.value(far, Effort(tables.value(far).plies - 1, 60_000)) is None


def test_the_beginning_is_beyond_a_short_proof(both: tuple[Knowledge, Knowledge]) -> None:
    _, near = both
    assert near.value(near.game.new()) is None
