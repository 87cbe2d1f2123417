"""Every game keeps every law, with every seat count and option."""

from __future__ import annotations

import pytest

import calumma
from calumma import Rng
from calumma.core import Game, State
from calumma.testing import check_game, combinations, variants

GAMES = [game for name in calumma.games() for game in variants(name)]
# Of long matches, one or two: their own tests and those below play more, and make long plays twelve.
MATCHES = {"bradley": 2, "chamelequin": 2, "life": 1}


def shy(state: State, rng: Rng) -> int | None:
    """Prefer a ply that neither ends the match nor changes a score: so matches grow long, and counters end them."""
    action = None
    for _ in range(6 if state.to_act >= 0 else 0):
        action = state.pick(rng)
        after = state.copy()
        after.apply(action)
        if after.to_act != calumma.OVER and after.scores() == state.scores():
            break
    return action


@pytest.mark.contract
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_keeps_the_laws(game: Game) -> None:
    if calumma.compiled():
        report = check_game(game, matches=MATCHES.get(game.name, 4), every=25)
    else:  # drawings are made by the same code either way
        report = check_game(game, matches=1, every=75, drawing=False)
    assert report.matches > 0
    assert report.longest <= game.info.max_plies


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_keeps_the_laws_in_long_matches(game: Game) -> None:
    report = check_game(game, matches=2, every=100, walk=shy)
    assert report.longest <= game.info.max_plies


def test_long_matches_of_yamamoto_end_by_its_counters() -> None:
    reasons = check_game(calumma.load("yamamoto"), matches=10, every=100, walk=shy, drawing=False).reasons
    assert {"quiet", "repetition"} & set(reasons)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_keeps_the_laws_looked_at_closely(game: Game) -> None:
    assert check_game(game, matches=12, seed=2, every=25).matches == 12


@pytest.mark.long
@pytest.mark.parametrize("game", [game for name in calumma.games() for game in combinations(name)], ids=str)
def test_a_game_keeps_the_laws_in_a_thousand_matches(game: Game) -> None:
    assert check_game(game, matches=1000, seed=1, every=1000).matches == 1000
