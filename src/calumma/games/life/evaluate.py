"""How good a position looks for each seat: points won, objectives on the way, the stash, bugs within reach, cards."""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest
    from calumma.games.life.board import ADJACENT
    from calumma.games.life.table import Table
else:  # compiled
    from cython.cimports.calumma.core.bits import lowest
    from cython.cimports.calumma.games.life.board import ADJACENT
    from cython.cimports.calumma.games.life.table import Table
    from cython.cimports.libc.math import exp

UNFINISHED = cython.declare(cython.double, 2.0)  # R18: lost for every objective not completed
STASHED = cython.declare(cython.double, 0.6)  # a bug that is needed and lies in the stash, as part of one on its card
NEAR = cython.declare(cython.double, 0.55)  # a needed bug on the own space, in a colour that the chameleon wears
STEP = cython.declare(cython.double, 0.75)  # what is left of that for every step it is away
MISMATCH = cython.declare(cython.double, 0.7)  # what is left of that in another colour
EARLY = cython.declare(cython.double, 0.5)  # how much better an objective stands when there is time than part by part
TIME = cython.declare(cython.double, 10.0)  # spaces of the track that it takes to finish an objective from nothing
SPARE = cython.declare(cython.double, 0.25)  # any bug in the stash
CARD = cython.declare(cython.double, 0.6)  # an achievement card in hand
SCALE = cython.declare(cython.double, 5.0)  # points that make the odds e to 1 when the match is young


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nearness(table: Table, seat: cython.int, colour: cython.int) -> cython.double:
    """How close the nearest bug of a colour is, as a part of having it."""
    reached: cython.uint = cython.cast(cython.uint, 1) << table.place[seat]
    ring: cython.uint
    value: cython.double = NEAR if (table.skin[seat] >> colour) & 1 else NEAR * MISMATCH
    if not table.where[colour]:
        return 0.0
    while not reached & table.where[colour]:
        ring = reached
        while ring:
            reached |= ADJACENT[table.board + lowest(ring)]
            ring &= ring - 1
        value *= STEP
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def progress(table: Table, seat: cython.int, objective: cython.int) -> cython.double:
    """The part of an objective that is done: bugs on it, then bugs of the stash, then the nearest bug that comes next."""
    length: cython.int = table.tables.length[objective]
    side: cython.int = (table.from_right >> objective) & 1
    stash: cython.uint = table.stash[seat]
    done: cython.double = table.filled[objective]
    i: cython.int
    colour: cython.int
    for i in range(table.filled[objective], length):
        colour = table.tables.order[(objective * 2 + side) * 8 + i]
        if (stash >> (4 * colour)) & 15:
            stash -= cython.cast(cython.uint, 1) << (4 * colour)
            done += STASHED
        else:
            return (done + nearness(table, seat, colour)) / length
    return done / length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prospects(table: Table, seat: cython.int, hurry: cython.double) -> cython.double:
    """The score a seat may expect. `hurry` is the part of the match that is left."""
    value: cython.double = table.earned[seat]
    going: cython.ulonglong = table.going[seat]
    objective: cython.int
    part: cython.double
    chance: cython.double
    kind: cython.int
    while going:
        objective = lowest(going)
        going &= going - 1
        part = progress(table, seat, objective)
        chance = part * part + EARLY * (part - part * part) * hurry
        value += chance * (table.tables.points[objective] + UNFINISHED) - UNFINISHED
    for kind in range(30):
        value += CARD * hurry * table.hand[seat * 30 + kind]
    return value + SPARE * hurry * table.stashed[seat]


def estimate(table: Table, out: cython.p_double) -> cython.void:
    """Write the expected payoffs: a softmax of the expected scores, sharper as the match goes on."""
    left: cython.double = table.goal - table.marker
    hurry: cython.double = left / TIME if left < TIME else 1.0
    scale: cython.double
    total: cython.double = 0.0
    best: cython.double = 0.0
    seat: cython.int
    if hurry < 0.0:
        hurry = 0.0
    scale = SCALE * (0.3 + 0.7 * hurry)
    for seat in range(table.seats):
        out[seat] = prospects(table, seat, hurry)
        if seat == 0 or out[seat] > best:
            best = out[seat]
    for seat in range(table.seats):
        out[seat] = exp((out[seat] - best) / scale)
        total += out[seat]
    for seat in range(table.seats):
        out[seat] /= total
