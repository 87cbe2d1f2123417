# distutils: extra_compile_args = -O3
"""How good a position looks: points, what the next tile could bring, and the places beside the wasp and the chameleon.

It looks at all hands, so it belongs on dealt worlds. What a seat could gain with its next tile is found in its hand and in
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
SURE_BOTH = 0.0
SURE_HELD = 0.0
WAIT = 0.0
WAIT_HELD = 0.0
DRAWS = 0.0
WASP = 0.0
STING_EARLY = 0.0
STING_LATE = 0.0
ROOM_EARLY = 0.0
ROOM_LATE = 0.0
CALM = 0.0
LONG = 0.0
TOLL = 4
ALL_TURNS = 45  # tiles that are added in a match


def best_gains(
    seat: cython.int,
    seats: cython.int,
    colours: cython.p_ulonglong,
    ranks: cython.p_ulonglong,
    chameleons: cython.p_ulonglong,
    wasps: cython.p_ulonglong,
    hand: cython.ulonglong,
    wilds: cython.ulonglong,
    places: cython.ulonglong,
    out: cython.p_int,
) -> cython.void:
    """Write the most that a seat can gain by adding one tile of its hand, and one of the wilds; 0 if nothing does."""
    colour: cython.int
    kinds: cython.int = 0
    held: cython.int
    wild: cython.int
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
    out[0] = out[1] = 0
    for colour in range(8):
        held = (hand >> (colour * 6)) & ONE_COLOUR
        wild = (wilds >> (colour * 6)) & ONE_COLOUR
        if held | wild == 0:
            continue
        if colours[colour] == 0:
            out[0] = max_of(out[0], kinds + 1 if held else 0)
            out[1] = max_of(out[1], kinds + 1 if wild else 0)
        like = (colours[colour] | own) & ~aside
        near = completing(like) & places
        while near:
            complete(near & (~near + 1), like, held, wild, ranks, rivals, stings, out)
            near &= near - 1


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


def complete(
    cell: cython.ulonglong,
    like: cython.ulonglong,
    held: cython.int,
    wild: cython.int,
    ranks: cython.p_ulonglong,
    rivals: cython.ulonglong,
    stings: cython.ulonglong,
    out: cython.p_int,
) -> cython.void:
    """Raise the gains to what tiles of a colour (a bit for each rank) bring on a cell beside tiles like them."""
    group: cython.ulonglong = flood(cell, like | cell)
    size: cython.int = popcount(group)
    top: cython.int = 5
    less: cython.int = TOLL if stings & cell else 0
    if size < 3 or size > 4:
        return
    while top and not ranks[top] & group:
        top -= 1
    size = 2 if rivals & group else 1
    if held:
        out[0] = max_of(out[0], size * scored(top, (ranks[1] & group) != 0, held) - less)
    if wild:
        out[1] = max_of(out[1], size * scored(top, (ranks[1] & group) != 0, wild) - less)


def scored(top: cython.int, ace: cython.bint, held: cython.int) -> cython.int:
    """What the best of some tiles makes of a group with its highest rank and perhaps an ace."""
    highest: cython.int = 5
    while highest and not (held >> highest) & 1:
        highest -= 1
    if ace:
        return 2 * max_of(top, highest)
    if held & 2:
        return max_of(2 * max_of(top, 1), max_of(top, highest))
    return max_of(top, highest)


def hopes(held: cython.int, wild: cython.int, acts: cython.bint) -> cython.double:
    """What the best gains by a tile of the hand and by one of the wilds are worth to a seat."""
    high: cython.int = max_of(held, wild)
    if acts:
        return SURE * high + SURE_BOTH * (held + wild - high) + SURE_HELD * held
    return WAIT * high + WAIT_HELD * held


def drawn(tiles: cython.int) -> cython.double:
    """What the tiles that a seat is about to draw are worth to it."""
    return DRAWS * tiles


def hold(wasp: cython.ulonglong, chameleon: cython.ulonglong, places: cython.ulonglong, tiles: cython.int) -> cython.double:
    """What the places beside a seat's pieces are worth to it. `tiles`: still to be added."""
    early: cython.double = cython.cast(cython.double, tiles) / ALL_TURNS
    found: cython.double = popcount(sides(chameleon) & places) * (early * ROOM_EARLY + (1.0 - early) * ROOM_LATE)
    if wasp:
        found += WASP + popcount(sides(wasp) & places) * (early * STING_EARLY + (1.0 - early) * STING_LATE)
    return found


def temper(tiles: cython.int, seats: cython.int) -> cython.double:
    """How many points make a lead: the more turns every seat still has, the less a point says."""
    return CALM + LONG * sqrt(cython.cast(cython.double, tiles) / seats)


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global SURE, SURE_BOTH, SURE_HELD, WAIT, WAIT_HELD, DRAWS, WASP
    global STING_EARLY, STING_LATE, ROOM_EARLY, ROOM_LATE, CALM, LONG
    SURE, SURE_BOTH, SURE_HELD = weights["sure"], weights["sure_both"], weights["sure_held"]
    WAIT, WAIT_HELD, DRAWS, WASP = weights["wait"], weights["wait_held"], weights["draws"], weights["wasp"]
    STING_EARLY, STING_LATE = weights["sting_early"], weights["sting_late"]
    ROOM_EARLY, ROOM_LATE = weights["room_early"], weights["room_late"]
    CALM, LONG = weights["calm"], weights["long"]


adopt("piecepack", set_weights)
