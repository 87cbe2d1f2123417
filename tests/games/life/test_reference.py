"""The legal moves of whole matches against a second writing of the rules."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma import OVER, Rng
from calumma.core import Game

if TYPE_CHECKING:
    from tests.games.life.conftest import Walk

SPEC = spec_from_file_location("life_reference", Path(__file__).with_name("reference.py"))
assert SPEC
assert SPEC.loader
reference: Any = module_from_spec(SPEC)
SPEC.loader.exec_module(reference)


def agree(game: Game, seed: int, walk: Callable[..., Any] | None, plies: int = 1_000_000) -> None:
    state, rng = game.new(), Rng(seed)
    for _ in range(plies):
        if state.to_act == OVER:
            return
        if state.to_act >= 0:
            texts = {game.move_text(state, action) for action in state.legal()}
            assert texts == reference.moves(state.view(state.to_act)), game.position_text(state)
        action = None if walk is None else walk(state, rng)
        state.apply(state.pick(rng) if action is None else action)


@pytest.mark.parametrize("board", ["hex", "rings"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_uniform_and_hunting_matches_agree_with_the_reference(seats: int, board: str, hunt: Walk) -> None:
    game = calumma.load("life", seats=seats, board=board)
    agree(game, seats, None)
    agree(game, seats + 10, hunt)


@pytest.mark.contract
@pytest.mark.parametrize("board", ["hex", "rings"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_plies_agree_with_the_reference(seats: int, board: str, hunt: Walk) -> None:
    game = calumma.load("life", seats=seats, board=board)
    agree(game, seats, None, plies=150)
    agree(game, seats + 10, hunt, plies=70)
