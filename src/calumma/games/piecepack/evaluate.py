# distutils: extra_compile_args = -O3
"""How good a position looks: points, what the next tile could bring, and the wasp.

It looks at all hands, so it belongs on dealt worlds. What a seat could gain with its next tile is found among its hand and
the wilds: the best group that a tile would complete with the chameleon's help, or a new colour, less the toll on that place.
"""

from __future__ import annotations

import cython

from calumma.core.weights import adopt

if not cython.compiled:
    from math import sqrt

    from calumma.core.bits import popcount
    from calumma.games.piecepack.cells import flood, sides

ONE_COLOUR = 0x3F
MASK_64 = 0xFFFFFFFFFFFFFFFF
# The weights are data, in weights.toml, which says what each of them means.
SURE = 0.0
WAIT = 0.0
WASP = 0.0
HAND = 0.0
CALM = 0.0
LONG = 0.0
TOLL = 4


def best_gain(
    seat: cython.int,
    seats: cython.int,
    colours: cython.p_ulonglong,
    ranks: cython.p_ulonglong,
    chameleons: cython.p_ulonglong,
    wasps: cython.p_ulonglong,
    choice: cython.ulonglong,
    places: cython.ulonglong,
) -> cython.int:
    """The most that a seat can gain by adding one tile of its choice; 0 if nothing does."""
    colour: cython.int
    kinds: cython.int = 0
    best: cython.int = 0
    held: cython.int
    like: cython.ulonglong
    near: cython.ulonglong
    own: cython.ulonglong = chameleons[seat]
    rivals: cython.ulonglong = 0
    stings: cython.ulonglong = 0
    aside: cython.ulonglong = 0
    for colour in range(seats):
        if colour != seat:
            aside |= rivals & chameleons[colour]
            rivals |= chameleons[colour]
            stings |= wasps[colour]
    aside |= rivals & own
    stings = sides(stings)
    for colour in range(8):
        if colours[colour]:
            kinds += 1
    for colour in range(8):
        held = (choice >> (colour * 6)) & ONE_COLOUR
        if held == 0:
            continue
        if colours[colour] == 0 and kinds + 1 > best:
            best = kinds + 1
        like = (colours[colour] | own) & ~aside
        near = completing(like) & places
        while near:
            best = max_of(best, completed(near & (~near + 1), like, held, ranks, rivals, stings))
            near &= near - 1
    return best


def completing(like: cython.ulonglong) -> cython.ulonglong:
    """The cells that two of some cells lie beside, or one that has another beside it: a tile there makes three at least."""
    left: cython.ulonglong = like << 1
    right: cython.ulonglong = like >> 1
    up: cython.ulonglong = like << 8
    down: cython.ulonglong = like >> 8
    return (sides(like & sides(like)) | (left & right) | (up & down) | ((left | right) & (up | down))) & MASK_64


def max_of(a: cython.int, b: cython.int) -> cython.int:
    """The larger of two numbers."""
    return a if a > b else b


def completed(
    cell: cython.ulonglong,
    like: cython.ulonglong,
    held: cython.int,
    ranks: cython.p_ulonglong,
    rivals: cython.ulonglong,
    stings: cython.ulonglong,
) -> cython.int:
    """What the best tile of a colour (`held`, a bit for each rank) brings on a cell beside tiles like it."""
    group: cython.ulonglong = flood(cell, like | cell)
    size: cython.int = popcount(group)
    top: cython.int = 5
    highest: cython.int = 5
    if size < 3 or size > 4:
        return 0
    while top and not ranks[top] & group:
        top -= 1
    while highest and not (held >> highest) & 1:
        highest -= 1
    if ranks[1] & group:
        top = 2 * max_of(top, highest)
    elif held & 2:
        top = max_of(2 * max_of(top, 1), max_of(top, highest))
    else:
        top = max_of(top, highest)
    if rivals & group:
        top *= 2
    return top - TOLL if stings & cell else top


def worth_of(
    points: cython.int, gain: cython.int, distance: cython.int, has_wasp: cython.bint, held: cython.int
) -> cython.double:
    """A seat's points with what it may hope for; `distance` is how many turns it has to wait, `held` the tiles in its hand."""
    return points + gain * (SURE if distance == 0 else WAIT) + (WASP if has_wasp else 0.0) + HAND * held


def temper(tiles: cython.int, seats: cython.int) -> cython.double:
    """How many points make a lead: the more turns every seat still has, the less a point says."""
    return CALM + LONG * sqrt(cython.cast(cython.double, tiles) / seats)


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global SURE, WAIT, WASP, HAND, CALM, LONG  # noqa: PLW0603
    SURE = weights["sure"]
    WAIT = weights["wait"]
    WASP = weights["wasp"]
    HAND = weights["hand"]
    CALM = weights["calm"]
    LONG = weights["long"]


adopt("piecepack", set_weights)
