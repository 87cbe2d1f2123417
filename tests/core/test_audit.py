"""Compiled invariants hold in many random matches of every game, seat count and combination of options."""

import pytest

import calumma
from calumma.core import Game
from calumma.core.audit import audit
from calumma.testing import combinations

GAMES = [game for name in calumma.games() for game in combinations(name)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_some_dozens_of_matches_are_sound(game: Game) -> None:
    assert audit(game.new(), 50 if calumma.compiled() else 1, 1) > 0


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_ten_thousand_matches_are_sound(game: Game) -> None:
    assert audit(game.new(), 10_000, 2) > 0
