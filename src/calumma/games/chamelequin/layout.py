"""The numbers of the actions and of the stacks. The table at the top of rules.py explains the actions."""

from __future__ import annotations

from functools import cache

from calumma.games.chamelequin.board import OFFSETS, RINGS, Square, direction

NUM_ACTIONS = 1602
FIRST_STEP = 64
FIRST_REMOVE = 576
FIRST_CAPTURE = 1088
PASS = 1600
STOP = 1601
ADD, REMOVE, CAPTURE = 0, 1, 2  # kinds of steps

LONGEST_CHAIN = 3
PATIENCE = 40  # turns without a capture for each living seat
ENDINGS = ("", "last", "blocked", "quiet")
RUNNING, LAST, BLOCKED, QUIET = range(4)  # places there
NOWHERE = -1  # in place of a square

# Stacks from these numbers on have so many rings or more.
TWO_RINGS = 16
THREE_RINGS = 64
FOUR_RINGS = 256


def pieces_each(seats: int) -> int:
    """Return how many pieces a seat has."""
    return 10 if seats == 2 else 8


def max_plies(seats: int) -> int:
    """Return a number of plies that no match exceeds.

    All pieces are placed; all but one may be captured; every capture, or the end, comes within 40 turns a seat; a turn has
    three plies at the most.
    """
    placements = pieces_each(seats) * seats
    return placements + (placements - 1) * PATIENCE * seats * LONGEST_CHAIN


def step_action(kind: int, origin: Square, target: Square) -> int | None:
    """Return the action of a step between two squares, or None if they do not touch."""
    ahead = direction(origin, target)
    return None if ahead is None else FIRST_STEP + (kind * 8 + ahead) * 64 + origin


def step_of(action: int) -> tuple[int, Square, Square]:
    """Return kind, origin and target of a step: the inverse of `step_action`."""
    board, origin = divmod(action - FIRST_STEP, 64)
    return board // 8, origin, origin + OFFSETS[board % 8]


def pack(rings: str) -> int:
    """Return the number of a stack of ring letters, bottom first."""
    stack = 1
    for ring in rings:
        stack = stack * 4 + RINGS.index(ring)
    return stack


@cache
def unpack(stack: int) -> str:
    """Return the ring letters of a stack, bottom first: the inverse of `pack`."""
    rings = ""
    while stack > 1:
        rings = RINGS[stack % 4] + rings
        stack //= 4
    return rings
