"""Batches are augmented by the symmetries of their game."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma.core import Game

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from calumma.rl import augmenter  # noqa: E402
from calumma.rl.spaces import action_mask, observed  # noqa: E402

A1B2, E1D2, E5D4 = 6, 4 * 25 + 8, 24 * 25 + 18


def seen(game: Game, text: str) -> tuple[Any, Any]:
    state = game.parse_position(text)
    return observed(state, state.to_act)[None], action_mask(state, state.to_act, game.num_actions)[None]


def test_a_mirrored_lesson_is_that_of_the_mirrored_position() -> None:
    turn = augmenter("yamamoto")
    rows, masks = turn.turned([turn.names.index("sides")], *seen(turn.game, "5/2w2/5/5/W4 o"))
    wanted = seen(turn.game, "5/2w2/5/5/4W o")
    assert np.array_equal(rows, wanted[0])
    assert np.array_equal(masks, wanted[1])


def test_a_policy_goes_with_the_actions() -> None:
    turn = augmenter("yamamoto")
    policy = np.zeros((1, 625), np.float32)
    policy[0, A1B2] = 1
    _, policies = turn.by_all(seen(turn.game, "5/2w2/5/5/W4 o")[0], policy)
    assert policies.argmax(axis=1).tolist() == [A1B2, E1D2, E5D4, 20 * 25 + 16]


def test_the_second_seat_becomes_the_first() -> None:
    turn = augmenter("yamamoto")
    rows, masks = seen(turn.game, "4w/5/5/2W2/5 b")
    turned = turn.turned(turn.to_first_seat(rows), rows, masks)
    wanted = seen(turn.game, "5/2w2/5/5/W4 o")
    assert [np.array_equal(found, row) for found, row in zip(turned, wanted, strict=True)] == [True, True]


@pytest.mark.parametrize("name", calumma.games())
def test_a_symmetry_by_chance_is_one_of_all(name: str) -> None:
    turn = augmenter(name)
    state = turn.game.new()
    rows = np.arange(turn.game.observation.size, dtype=np.int32)[None]
    found = turn.by_chance(np.random.default_rng(1), rows)[0]
    assert found[0].tolist() in turn.by_all(rows)[0].tolist()
    assert len(state.observe(0)) == found.shape[1]


def test_only_games_whose_seats_are_exchanged_are_turned_to_the_first() -> None:
    turn = augmenter("life")
    state = turn.game.new()
    assert turn.names == ["identity"]
    with pytest.raises(ValueError, match="cannot turn life to its first seat: expected a game whose seats may be exchanged"):
        turn.to_first_seat(observed(state, 1)[None])


def test_rows_of_another_size_are_refused() -> None:
    turn = augmenter("yamamoto")
    with pytest.raises(ValueError, match=r"cannot turn rows of the shape \(1, 7\): expected 625 actions a row"):
        turn.turned([0], np.zeros((1, 182)), np.zeros((1, 7)))
    with pytest.raises(ValueError, match=r"cannot turn 1 rows by \(2,\) symmetries: expected one a row"):
        turn.turned([0, 1], np.zeros((1, 182)))
