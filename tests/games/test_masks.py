"""A mask has a bit for every legal action and no other. Compiled, only vector environments see it: tests/rl looks there."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma.core import Game
from calumma.testing import variants

pytestmark = [pytest.mark.contract, pytest.mark.skipif(calumma.compiled(), reason="Python cannot call it on the compiled core")]

GAMES = [game for name in calumma.games() for game in variants(name)]


def mask_of(state: Any) -> tuple[int, list[int]]:
    """How many actions the mask is said to have, and those whose bits are set."""
    words = [0] * (state.game.info.num_actions // 64 + 1)
    count = state.c_mask(words)
    return count, [64 * i + bit for i, word in enumerate(words) for bit in range(word.bit_length()) if word >> bit & 1]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_mask_has_a_bit_for_every_legal_action(game: Game) -> None:
    state, rng = game.new(), calumma.Rng(1)
    for _ in range(20):
        legal = sorted(state.legal())
        assert mask_of(state) == (len(legal), legal)
        for _ in range(3):
            if state.legal():
                state.apply(state.pick(rng))


CHAMELEQUIN = {
    "chain": "7bB/8/8/8/4wYRB3/8/8/8 w - 9,9 0",
    "nothing to do but pass": "8/8/8/8/8/8/bRbR6/wRbR6 w - 7,9 0",
}


def test_a_mask_of_chamelequin_may_stop_a_chain_or_pass_and_has_nothing_after_the_end() -> None:
    game = calumma.load("chamelequin")
    chain = game.parse_position(CHAMELEQUIN["chain"])
    chain.apply(game.parse_move(chain, "e4-e5"))
    stuck = game.parse_position(CHAMELEQUIN["nothing to do but pass"])
    won = game.parse_position("8/8/8/4bY3/4wYRB3/8/8/8 w - 9,9 0")
    won.apply(game.parse_move(won, "e4xe5"))
    assert [len(state.legal()) for state in (chain, stuck, won)] == [5, 1, 0]
    for state in (chain, stuck, won):
        assert mask_of(state) == (len(state.legal()), sorted(state.legal()))


PIECEPACK_BOARD = "/".join(f"{'RKYBWOPL'[k % 8]}{k // 8}@{k % 7},{k // 7}" for k in range(45))
PIECEPACK = {
    "two tiles, one of them the first of all, on ten places, with or without the wasp; no walk any more": (
        "K0@0,0/K1@1,0 0,0/0,0 -/- - R0R1/P0P1 0/0 0 6",
        "",
        40,
    ),
    "no tile, no supply": (f"{PIECEPACK_BOARD} 0,0/0,0 -/- - -/O5 9/9 0 0", "", 1),
    "all tiles are laid": (f"{PIECEPACK_BOARD} 0,0/0,0 -/- - -/O5 9/9 0 0", "pass O5@6,6", 0),
}


@pytest.mark.parametrize("name", PIECEPACK)
def test_a_mask_of_piecepack_at_its_beginning_and_at_its_end(name: str) -> None:
    text, moves, count = PIECEPACK[name]
    game = calumma.load("piecepack")
    state = game.parse_position(text)
    for move in moves.split():
        state.apply(game.parse_move(state, move))
    assert len(state.legal()) == count
    assert mask_of(state) == (count, sorted(state.legal()))


def test_a_mask_of_yamamoto_has_nothing_after_the_end() -> None:
    game = calumma.load("yamamoto")
    state = game.parse_position("5/3w1/2B2/5/5 o")
    state.apply(game.parse_move(state, "c3d4"))
    assert mask_of(state) == (0, [])


def test_a_mask_of_life_is_right_in_every_phase_of_a_match() -> None:
    state, rng, phases = calumma.load("life", 2).new(), calumma.Rng(1), set()
    while state.to_act != calumma.OVER:
        if state.to_act >= 0:
            phases.add(str(state.view(None)["phase"]))
            assert mask_of(state) == (len(state.legal()), sorted(state.legal()))
        state.apply(state.pick(rng))
    assert phases == {"act", "scare", "offered", "last"}
    assert mask_of(state) == (0, [])
