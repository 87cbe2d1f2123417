"""Why a bot advises a move, in words that do not contradict themselves."""

from __future__ import annotations

import pytest

import calumma
from calumma.players import Choice
from calumma.search.report import Candidate
from calumma.site.advice import advice


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (0.4, "It gives Orange 60%, the next best move 40%."),
        (0.595, "It gives Orange 60%; another move is about as good."),
        (0.7, "It gives Orange 60%; another move is about as good."),  # it was looked at less, so that is not sure
    ],
)
def test_the_next_best_move_is_never_told_to_be_better(other: float, words: str) -> None:
    game = calumma.load("yamamoto")
    state = game.new()
    first, second = state.legal()[:2]
    choice = Choice(first, [0.6, 0.4], nodes=90, candidates=[Candidate(first, 60, 0.6), Candidate(second, 30, other)])
    assert advice(game, state, 0, choice, "level 5")["why"].endswith(words)
