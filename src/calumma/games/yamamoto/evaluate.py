# distutils: extra_compile_args = -O3
"""How good a position looks: pieces, and how far the foremost and all of them have come."""

from __future__ import annotations

import cython

from calumma.core.weights import adopt

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest, popcount

# The weights are data, in weights.toml, which says what each of them means.
PIECE = 0.0
RANK = 0.0
LEADER = 0.0
TEMPO = 0.0
LONELY = 0.0


def strength(pieces: cython.uint, is_orange: cython.bint) -> cython.double:
    """The worth of one seat's pieces."""
    value: cython.double = 0.0
    rank: cython.int
    leader: cython.int = 0
    if popcount(pieces) == 1:
        value = LONELY
    while pieces:
        rank = lowest(pieces) // 5
        if not is_orange:
            rank = 4 - rank
        value += PIECE + RANK * rank
        if rank > leader:
            leader = rank
        pieces &= pieces - 1
    return value + LEADER * leader


def estimate(orange: cython.uint, blue: cython.uint, turn: cython.int, invader: cython.int) -> cython.double:
    """Orange's expected payoff in a match that is not over."""
    edge: cython.double = strength(orange, True) - strength(blue, False)
    edge += TEMPO if turn == 0 else -TEMPO
    if invader >= 0:  # the piece that entered is about to be captured
        edge += PIECE if turn == 0 else -PIECE
    return 1.0 / (1.0 + exp(-edge))


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global PIECE, RANK, LEADER, TEMPO, LONELY  # noqa: PLW0603
    PIECE = weights["piece"]
    RANK = weights["rank"]
    LEADER = weights["leader"]
    TEMPO = weights["tempo"]
    LONELY = weights["lonely"]


adopt("yamamoto", set_weights)
