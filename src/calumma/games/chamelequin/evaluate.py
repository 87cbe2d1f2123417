# distutils: extra_compile_args = -O3
"""How good a seat stands: its stacks, what enemies and it can capture with a whole chain, and where it can go safely.

Every feature has two weights, one for a full board and one for an empty one; in between the pieces left decide how much each
counts. Two seats and more than two have weights of their own: among several, a threat may be meant for somebody else.
"""

from __future__ import annotations

import cython

from calumma.core.weights import adopt
from calumma.games.chamelequin import board
from calumma.games.chamelequin.board import NOT_A, NOT_H
from calumma.games.chamelequin.layout import FOUR_RINGS, THREE_RINGS, TWO_RINGS

if not cython.compiled:
    from calumma.core.bits import lowest, popcount

STEPS = board.STEPS
COLOURS = board.COLOURS
BORDER = board.mask(square for square in range(64) if square % 8 in (0, 7) or square // 8 in (0, 7))
ALL = 0xFFFFFFFFFFFFFFFF
ONE = 1

# The weights are data, in weights.toml, which says what each feature means. A name there is a feature, a stage and who plays.
NAMES = (
    "single",
    "double",
    "triple",
    "full",
    "turn",
    "step",
    "safe",
    "reach",
    "runner",
    "guarded",
    "border",
    "prize",
    "exposed",
    "chased",
    "stake",
    "struck",
    "forked",
    "backed",
)
FEATURES = 18
EARLY = [0.0] * 36  # for two seats, then for more
LATE = [0.0] * 36


def around(squares: cython.ulonglong) -> cython.ulonglong:
    """The squares one step away from some."""
    sides: cython.ulonglong = ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H)
    row: cython.ulonglong = squares | sides
    return (sides | (row << 8) | (row >> 8)) & ALL


def captures_at_once(tall: cython.ulonglong, stacks: cython.p_ushort, matching: cython.bint) -> cython.ulonglong:
    """Where pieces of two rings or more capture with their first step, if an enemy stands there."""
    found: cython.ulonglong = 0
    square: cython.int
    if not matching:
        return around(tall)
    while tall:
        square = lowest(tall)
        tall &= tall - 1
        found |= STEPS[square] & COLOURS[(stacks[square] >> 2) & 3]
    return found


def captures_in_chains(
    tall: cython.ulonglong, stacks: cython.p_ushort, occupied: cython.ulonglong, matching: cython.bint
) -> cython.ulonglong:
    """Where pieces capture after one or two steps that only remove a ring, if an enemy stands there."""
    found: cython.ulonglong = 0
    stops: cython.ulonglong
    square: cython.int
    stack: cython.int
    while tall:
        square = lowest(tall)
        tall &= tall - 1
        stack = stacks[square]
        if stack < THREE_RINGS:
            continue
        stops = STEPS[square] & COLOURS[(stack >> 2) & 3] & ~occupied
        if stops == 0:
            continue
        found |= around(stops) & (COLOURS[(stack >> 4) & 3] if matching else ALL)
        if stack >= FOUR_RINGS:
            stops = around(stops) & COLOURS[(stack >> 4) & 3] & ~(occupied ^ (ONE << square))
            found |= around(stops) & (COLOURS[(stack >> 6) & 3] if matching else ALL)
    return found


def appraise(
    seats: cython.int,
    turn: cython.int,
    left: cython.int,
    pieces: cython.p_ulonglong,
    stacks: cython.p_ushort,
    tall: cython.ulonglong,
    available: cython.ulonglong,
    removing: cython.bint,
    matching: cython.bint,
    out: cython.p_double,
) -> cython.void:
    """Write the worth of every seat; `left` are the pieces that stand or are still to be placed."""
    near: cython.ulonglong[4]  # what a seat captures at once
    far: cython.ulonglong[4]  # and what with a chain
    found: cython.double[18]
    own: cython.ulonglong
    occupied: cython.ulonglong = 0
    danger: cython.ulonglong
    distant: cython.ulonglong
    space: cython.ulonglong
    room: cython.ulonglong
    seat: cython.int
    other: cython.int
    count: cython.int
    early: cython.double = left / (20.0 if seats == 2 else 8.0 * seats)
    if not cython.compiled:
        near, far, found = [0] * 4, [0] * 4, [0.0] * FEATURES
    for seat in range(seats):
        occupied |= pieces[seat]
    for seat in range(seats):
        near[seat] = captures_at_once(pieces[seat] & tall, stacks, matching)
        far[seat] = captures_in_chains(pieces[seat] & tall, stacks, occupied, matching) if removing else 0
    for seat in range(seats):
        own = pieces[seat]
        danger = distant = 0
        for other in range(seats):
            if other != seat:
                danger |= near[other]
                distant |= far[other]
        space = around(own) & ~occupied
        room = near[seat] | far[seat]
        count_stacks(own, stacks, found)
        found[4] = seat == turn
        found[5] = popcount(space)
        found[6] = popcount(space & available & ~(danger | distant))
        found[7] = popcount(room & ~occupied)
        found[8] = popcount(far[seat] & ~near[seat])
        found[9] = popcount(own & room)
        found[10] = popcount(own & BORDER)
        found[11] = popcount(room & occupied & ~own)
        found[12] = popcount(own & danger)
        found[13] = popcount(own & distant & ~danger)
        found[14] = popcount(own & tall & (danger | distant))
        count = popcount(own & (danger | distant))
        found[15] = found[16] = found[17] = 0.0
        if seat != turn and count > 0:
            found[15] = 1.0
            found[16] = count - 1
            found[17] = popcount(own & (danger | distant) & room)
        out[seat] = weighed(found, 0 if seats == 2 else FEATURES, early)


def count_stacks(own: cython.ulonglong, stacks: cython.p_ushort, found: cython.p_double) -> cython.void:
    """Write how many pieces have one, two, three and four rings."""
    stack: cython.int
    found[0] = found[1] = found[2] = found[3] = 0.0
    while own:
        stack = stacks[lowest(own)]
        own &= own - 1
        found[(stack >= TWO_RINGS) + (stack >= THREE_RINGS) + (stack >= FOUR_RINGS)] += 1.0


def weighed(found: cython.p_double, first: cython.int, early: cython.double) -> cython.double:
    """The worth of what was found, by how much the beginning of a match counts."""
    i: cython.int
    opening: cython.double = 0.0
    ending: cython.double = 0.0
    for i in range(FEATURES):
        opening += found[i] * EARLY[first + i]
        ending += found[i] * LATE[first + i]
    return early * opening + (1.0 - early) * ending


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global EARLY, LATE  # noqa: PLW0603
    EARLY = [weights[f"{name}_early_{who}"] for who in ("two", "more") for name in NAMES]
    LATE = [weights[f"{name}_late_{who}"] for who in ("two", "more") for name in NAMES]


adopt("chamelequin", set_weights)
