"""The laws of the protocol where random play seldom leads: seats die, chains capture twice and thrice, matches end by rule 8."""

import pytest

import calumma
from calumma import Rng
from calumma.core import Game, State
from calumma.testing import check_game, variants


def bold(state: State, rng: Rng) -> int | None:
    """Capture whenever it is possible."""
    captures = [action for action in state.legal() if "x" in state.game.move_text(state, action)]
    return captures[rng.below(len(captures))] if captures else None


@pytest.mark.parametrize("game", variants("chamelequin"), ids=str)
def test_laws_are_kept_when_seats_capture_what_they_can(game: Game) -> None:
    report = check_game(game, matches=3, every=20, walk=bold)
    assert report.longest <= game.info.max_plies


def test_bold_matches_end_with_one_seat_left() -> None:
    for seats in (2, 3, 4):
        assert check_game(calumma.load("chamelequin", seats=seats), matches=6, every=50, walk=bold).reasons["last"] > 0
