"""Every law of the protocol, in every seat count and option."""

import pytest

import calumma
from calumma.testing import check_game, variants


@pytest.mark.contract
@pytest.mark.parametrize("game", variants("chamelequin"), ids=str)
def test_laws_are_kept(game):
    report = check_game(game, matches=4 if calumma.compiled() else 1, every=20 if calumma.compiled() else 80)
    assert report.longest <= game.info.max_plies


def test_laws_are_kept_when_seats_capture_what_they_can():
    def bold(state, rng):
        captures = [action for action in state.legal() if "x" in state.game.move_text(state, action)]
        return captures[rng.below(len(captures))] if captures else None

    for seats in (2, 3, 4):
        report = check_game(calumma.load("chamelequin", seats=seats), matches=6, every=20, walk=bold)
        assert report.reasons["last"] > 0
