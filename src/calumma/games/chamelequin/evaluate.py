"""How good a seat stands: pieces, rings to spend, enemies within reach, own pieces in danger, room to move."""

from __future__ import annotations

import cython

PIECE = cython.declare(cython.double, 0.9)  # a piece on the board
TALL = cython.declare(cython.double, 0.12)  # a piece with two rings or more: one with a single ring is defenceless
RING = cython.declare(cython.double, 0.05)  # every ring beyond the first
STRIKE = cython.declare(cython.double, 0.6)  # an enemy piece to capture and the turn to do it
PREY = cython.declare(cython.double, 0.12)  # any other enemy piece within reach
HUNTED = cython.declare(cython.double, 0.25)  # an own piece within an enemy's reach while the enemy has the turn first
STEP = cython.declare(cython.double, 0.01)  # a step that can be made


def strength(
    pieces: cython.int,
    tall: cython.int,
    rings: cython.int,
    prey: cython.int,
    hunted: cython.int,
    steps: cython.int,
    initiative: cython.int,
) -> cython.double:
    """The worth of one seat; `initiative` is 1 if it has the turn."""
    value: cython.double = PIECE * pieces + TALL * tall + RING * (rings - pieces) + STEP * steps
    if prey > 0 and initiative:
        value += STRIKE - PREY
    value += PREY * prey
    if not initiative:
        value -= HUNTED * hunted
    return value
