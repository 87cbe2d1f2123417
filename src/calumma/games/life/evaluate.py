# distutils: extra_compile_args = -O3
"""How good a position looks for each seat: points won, objectives on the way, bugs within reach, the stash, cards.

Every feature is counted in points and has two weights, one for the beginning of the match and one for its end; in between
the track decides how much each counts. Hands are looked at, so it belongs on dealt worlds.
"""

from __future__ import annotations

import cython

from calumma.core.weights import adopt
from calumma.games.life import board
from calumma.games.life.table import LifeTable

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest

ADJACENT = board.ADJACENT
GATHER_COLOURS = board.GATHER_COLOURS
UNFINISHED = 2.0  # R18: lost for every objective not completed
STEPS = 3  # that an evaluation looks ahead
HIDES = 20  # where kinds of cards begin
OTHERS = 26

# The weights are data, in weights.toml, which says what each feature means. A name there is a feature and a stage.
NAMES = (  # in the order in which they are counted
    "begun",
    "ready",
    "lacks1",
    "lacks2",
    "lacks3",
    "lacks4",
    "placed",
    "here",
    "beside",
    "two",
    "three",
    "apart",
    "away",
    "off",
    "second",
    "spare",
    "kinds",
    "outlook",
    "gather",
    "pair",
    "trio",
    "hide",
    "snake",
    "sneak",
    "shove",
    "extra",
    "wild",
)
FEATURES = 27
NOWHERE = 27  # what counts for nothing
MOST_LACKING = 4
HERE = 7  # the first of those that say how far a bug is away
EARLY = [0.0] * 27
LATE = [0.0] * 27
CALM = 0.0
LONG = 0.0


def spread_out(table: LifeTable, seat: cython.int, within: cython.p_uint) -> cython.void:
    """Write which spaces a chameleon reaches in 0, 1, 2 and 3 steps, or in fewer, past snakes that it does not match."""
    guarded: cython.uint = 0
    reached: cython.uint = cython.cast(cython.uint, 1) << table.place[seat]
    ring: cython.uint = reached
    colour: cython.int
    i: cython.int
    if not table.sneaking[seat]:
        for colour in range(6):
            if not (table.skin[seat] >> colour) & 1 and table.snake_on[colour] >= 0:
                guarded |= cython.cast(cython.uint, 1) << table.snake_on[colour]
    within[0] = reached
    for i in range(1, STEPS + 1):
        while ring:
            reached |= ADJACENT[table.board + lowest(ring)]
            ring &= ring - 1
        reached &= ~guarded | within[0]
        ring = reached & ~within[i - 1]
        within[i] = reached


def describe_objectives(table: LifeTable, seat: cython.int, within: cython.p_uint, found: cython.p_double) -> cython.uint:
    """Count what is done and what lacks of the objectives that a seat has begun; return what is left of its stash then."""
    stash: cython.uint = table.stash[seat]
    going: cython.ulonglong = table.going[seat]
    objective: cython.int
    colour: cython.int
    lacks: cython.int
    first: cython.int
    i: cython.int
    while going:
        objective = lowest(going)
        going &= going - 1
        first = (objective * 2 + ((table.from_right >> objective) & 1)) * 8
        lacks = 0
        for i in range(table.filled[objective], table.tables.length[objective]):
            colour = table.tables.order[first + i]
            if (stash >> (4 * colour)) & 15:
                stash -= cython.cast(cython.uint, 1) << (4 * colour)
            else:
                lacks += 1
                if lacks == 1:
                    found[nearness(table, seat, colour, within)] += 1.0
                elif lacks == 2 and within[2] & table.where[colour]:
                    found[14] += 1.0
        found[0] += 1.0
        found[1 + (lacks if lacks < MOST_LACKING else MOST_LACKING)] += table.tables.points[objective] + UNFINISHED
        found[6] += table.filled[objective]
    return stash


def nearness(table: LifeTable, seat: cython.int, colour: cython.int, within: cython.p_uint) -> cython.int:
    """The feature that says how far away the nearest bug of a colour is, and whether the chameleon wears it."""
    spaces: cython.uint = table.where[colour]
    if not spaces & within[3]:
        return NOWHERE
    if (table.skin[seat] >> colour) & 1:
        if spaces & within[1]:
            return HERE if spaces & within[0] else HERE + 1
        return HERE + 2 if spaces & within[2] else HERE + 3
    if spaces & within[1]:
        return HERE + 4
    return HERE + 5 if spaces & within[2] else HERE + 6


def outlook(table: LifeTable, stash: cython.uint) -> cython.double:
    """Of the objectives in the row, the part that the rest of a stash would fill at once of the best one, in points."""
    row: cython.ulonglong = table.objectives
    rest: cython.uint
    best: cython.double = 0.0
    part: cython.double
    objective: cython.int
    length: cython.int
    side: cython.int
    colour: cython.int
    i: cython.int
    if stash == 0:
        return 0.0
    while row:
        objective = lowest(row)
        row &= row - 1
        length = table.tables.length[objective]
        for side in range(2):
            rest = stash
            i = 0
            while i < length:
                colour = table.tables.order[(objective * 2 + side) * 8 + i]
                if not (rest >> (4 * colour)) & 15:
                    break
                rest -= cython.cast(cython.uint, 1) << (4 * colour)
                i += 1
            part = cython.cast(cython.double, i) * table.tables.points[objective] / length
            if part > best:
                best = part
    return best


def describe_cards(table: LifeTable, seat: cython.int, within: cython.p_uint, found: cython.p_double) -> cython.void:
    """Count the achievement cards in a hand, and how far the goals on them have come."""
    hand: cython.int = seat * 30
    kind: cython.int
    once: cython.uint
    twice: cython.uint
    thrice: cython.uint
    colours: cython.uint
    for kind in range(HIDES):
        if table.hand[hand + kind]:
            once = twice = thrice = 0
            colours = GATHER_COLOURS[kind]
            while colours:
                thrice |= twice & table.where[lowest(colours)]
                twice |= once & table.where[lowest(colours)]
                once |= table.where[lowest(colours)]
                colours &= colours - 1
            found[18] += table.hand[hand + kind]
            if thrice:
                found[20] += 1.0
            elif twice:
                found[19] += 1.0
    for kind in range(6):
        if table.hand[hand + HIDES + kind]:
            found[21] += table.hand[hand + HIDES + kind]
            if table.snake_on[kind] >= 0 and (table.skin[seat] >> kind) & 1 and (within[2] >> table.snake_on[kind]) & 1:
                found[22] += 1.0
    for kind in range(4):
        found[23 + kind] = table.hand[hand + OTHERS + kind]


def describe(table: LifeTable, seat: cython.int, found: cython.p_double) -> cython.void:
    """Write the features of a seat."""
    within: cython.uint[4]
    rest: cython.uint
    i: cython.int
    if not cython.compiled:
        within = [0] * 4
    for i in range(FEATURES + 1):
        found[i] = 0.0
    spread_out(table, seat, within)
    rest = describe_objectives(table, seat, within, found)
    describe_cards(table, seat, within, found)
    found[17] = outlook(table, rest)
    for i in range(6):
        if (rest >> (4 * i)) & 15:
            found[15] += (rest >> (4 * i)) & 15
            found[16] += 1.0


def prospects(table: LifeTable, seat: cython.int, early: cython.double) -> cython.double:
    """The score a seat may expect. `early` is the part of the track that is left."""
    found: cython.double[28]
    opening: cython.double = 0.0
    ending: cython.double = 0.0
    i: cython.int
    if not cython.compiled:
        found = [0.0] * (FEATURES + 1)
    describe(table, seat, found)
    for i in range(FEATURES):
        opening += found[i] * EARLY[i]
        ending += found[i] * LATE[i]
    return table.earned[seat] + early * opening + (1.0 - early) * ending


def estimate(table: LifeTable, out: cython.p_double) -> cython.void:
    """Write the expected payoffs: a softmax of the expected scores, sharper as the match goes on."""
    early: cython.double = table.goal - table.marker
    scale: cython.double
    total: cython.double = 0.0
    best: cython.double = 0.0
    seat: cython.int
    early = early / table.goal if early > 0.0 else 0.0
    scale = CALM + LONG * early
    for seat in range(table.seats):
        out[seat] = prospects(table, seat, early)
        if seat == 0 or out[seat] > best:
            best = out[seat]
    for seat in range(table.seats):
        out[seat] = exp((out[seat] - best) / scale)
        total += out[seat]
    for seat in range(table.seats):
        out[seat] /= total


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global EARLY, LATE, CALM, LONG  # noqa: PLW0603
    EARLY = [weights[f"{name}_early"] for name in NAMES]
    LATE = [weights[f"{name}_late"] for name in NAMES]
    CALM, LONG = weights["calm"], weights["long"]


adopt("life", set_weights)
