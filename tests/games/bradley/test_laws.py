"""The laws of the protocol in many matches of every seat count and option."""

import pytest

import calumma
from calumma.core import Game
from calumma.testing import check_game, variants


@pytest.mark.long
@pytest.mark.parametrize("game", variants("bradley"), ids=str)
def test_laws_are_kept_in_many_matches(game: Game) -> None:
    assert check_game(game, matches=1000, every=200, drawing=False).matches == 1000


@pytest.mark.contract
@pytest.mark.parametrize("game", variants("bradley"), ids=str)
def test_picking_draws_as_listing_does(game: Game) -> None:
    state, rng, twin = game.new(), calumma.Rng(7), calumma.Rng(7)
    while state.to_act != calumma.OVER:
        actions = state.legal()
        assert actions == sorted(set(actions))
        action = state.pick(rng)
        assert action == actions[twin.below(len(actions))]
        state.apply(action)
