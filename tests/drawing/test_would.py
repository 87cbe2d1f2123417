"""What a move would do, in words, for hints: every move of every game has such a sentence, in the present tense."""

from __future__ import annotations

import pytest

import calumma
from calumma import OVER, Rng
from calumma.core.messages import words
from calumma.drawing import tell_would


@pytest.mark.parametrize("name", calumma.games())
def test_every_move_says_what_it_would_do(name: str) -> None:
    game, rng = calumma.load(name), Rng(2)
    state = game.new()
    while state.to_act != OVER:
        seat, action, before = state.to_act, state.pick(rng), state.copy()
        state.apply(action)
        if seat >= 0:
            words = tell_would(game, game.story(before, action, state, seat))
            assert words.endswith("."), game.move_text(before, action)
            assert "would" not in words


@pytest.mark.parametrize("name", calumma.games())
def test_what_would_happen_can_also_have_happened(name: str) -> None:
    game = calumma.load(name)
    assert set(words(game, "would").keys()) <= set(words(game, "effects").keys())
