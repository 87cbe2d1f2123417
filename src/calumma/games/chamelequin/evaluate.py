# distutils: extra_compile_args = -O3
"""How good a seat stands: pieces, rings to spend, enemies within reach, own pieces in danger, room to move."""

from __future__ import annotations

import cython

from calumma.core.weights import adopt

# The weights are data, in weights.toml, which says what each of them means.
PIECE = 0.0
TALL = 0.0
RING = 0.0
TURN = 0.0
STRIKE = 0.0
PREY = 0.0
HUNTED = 0.0
STEP = 0.0
FULL = 0.0
GUARDED = 0.0


def strength(
    pieces: cython.int,
    tall: cython.int,
    rings: cython.int,
    full: cython.int,
    prey: cython.int,
    hunted: cython.int,
    guarded: cython.int,
    steps: cython.int,
    initiative: cython.int,
) -> cython.double:
    """The worth of one seat; `initiative` is 1 if it has the turn."""
    value: cython.double = PIECE * pieces + TALL * tall + RING * (rings - pieces) + FULL * full + PREY * prey + STEP * steps
    if not initiative:
        return value - HUNTED * hunted - GUARDED * guarded
    if prey > 0:
        value += STRIKE - PREY
    return value + TURN


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global PIECE, TALL, RING, TURN, STRIKE, PREY, HUNTED, STEP, FULL, GUARDED  # noqa: PLW0603
    PIECE = weights["piece"]
    TALL = weights["tall"]
    RING = weights["ring"]
    TURN = weights["turn"]
    STRIKE = weights["strike"]
    PREY = weights["prey"]
    HUNTED = weights["hunted"]
    STEP = weights["step"]
    FULL = weights["full"]
    GUARDED = weights["guarded"]


adopt("chamelequin", set_weights)
