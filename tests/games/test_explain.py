"""Explanations of all games: whatever cells are clicked, in whatever order, there is an answer."""

import random

import pytest

import calumma

pytestmark = pytest.mark.contract


@pytest.mark.parametrize("name", calumma.games())
def test_any_cells_clicked_in_any_order_get_a_sentence(name: str) -> None:
    game, rng, luck = calumma.load(name), random.Random(2), calumma.Rng(2)
    state = game.new()
    for _ in range(90):
        if state.to_act == calumma.OVER:
            break
        if state.to_act >= 0:
            cells = [cell.id for cell in game.scene(state, state.to_act).cells]
            for count in (1, 2, 3):
                assert game.why_not(state, [rng.choice(cells) for _ in range(count)])
        state.apply(state.pick(luck))
