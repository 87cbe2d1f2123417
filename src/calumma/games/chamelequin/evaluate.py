"""How good a seat stands: pieces, rings to spend, enemies within reach, own pieces in danger, room to move."""

from __future__ import annotations

import cython

# Fitted to matches of players that look one ply ahead, then compared in duels of such players, under every option.
PIECE = cython.declare(cython.double, 0.6)  # a piece on the board
TALL = cython.declare(cython.double, 0.1)  # a piece with two rings or more: one with a single ring is defenceless
RING = cython.declare(cython.double, 0.2)  # every ring beyond the first
TURN = cython.declare(cython.double, 0.1)  # having the turn
STRIKE = cython.declare(cython.double, 0.3)  # an enemy piece to capture and the turn to do it
PREY = cython.declare(cython.double, 0.05)  # any other enemy piece within reach
HUNTED = cython.declare(cython.double, 0.15)  # an own piece within an enemy's reach without having the turn
STEP = cython.declare(cython.double, 0.01)  # an empty square to step to


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
    value: cython.double = PIECE * pieces + TALL * tall + RING * (rings - pieces) + PREY * prey + STEP * steps
    if not initiative:
        return value - HUNTED * hunted
    if prey > 0:
        value += STRIKE - PREY
    return value + TURN
