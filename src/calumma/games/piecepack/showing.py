"""What a position shows: the view of a seat, and what an action does, in words' keys and values. Words are in locale/en.po."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from calumma.core.bits import set_bits
from calumma.core.effect import Effect
from calumma.games.piecepack.board import TILE_NAMES
from calumma.games.piecepack.effects import Reckoning, added, drawn, ended, walked
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK, PASSING
from calumma.games.piecepack.view import PHASES, Own


class Sums(NamedTuple):
    """What adding a tile brings and costs: numbers, and sets of cells of the position after it."""

    after: Any
    tile: int
    cell: int
    wasp: bool
    group: int
    points: int
    bonus: int
    large: int
    cost: int
    had: int
    solvent: bool


def bits_of(tiles: Iterable[int]) -> int:
    """Return some tiles as a bit set."""
    return sum(1 << tile for tile in tiles)


def _texts(tiles: int) -> list[str]:
    return [TILE_NAMES[tile] for tile in set_bits(tiles)]


def _places(state: Any, cells: int) -> list[list[int]]:
    """X and y of some cells."""
    left, bottom = state.left, state.bottom
    return [[(cell & 7) + left, (cell >> 3) + bottom] for cell in set_bits(cells)]


def _place(state: Any, cell: int) -> list[int]:
    """X and y of one cell."""
    number = cell.bit_length() - 1
    return [(number & 7) + state.left, (number >> 3) + state.bottom]


def _tiles(state: Any, cells: int) -> list[str]:
    """The tiles on some cells."""
    return [tile for _, _, tile in state.laid_on(cells)]


# The view


def view_of(state: Any, seat: int | None) -> Own:
    """Return everything but the hands of the others; of those, and of the supply, the number of tiles."""
    seats = state.seats
    hands = state.hands[:seats]
    shown: list[list[str] | None] = [None] * seats
    if seat is not None:
        shown[seat] = _texts(hands[seat])
    return {
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "pending": state.pending,
        "tiles": state.laid_on(state.tiles),
        "chameleons": state.places_of(state.chameleons[:seats]),
        "wasps": state.places_of(state.wasps[:seats]),
        "wilds": _texts(state.wilds),
        "hands": shown,
        "hand_sizes": [tiles.bit_count() for tiles in hands],
        "supply": state.supply(),
        "out": [bool(out) for out in state.out[:seats]],
        "idle": state.idle,
        "idle_limit": 3 * state.living,
    }


# What an action does


def effects_of(state: Any, action: int, after: Any) -> list[Effect]:
    """A tile is drawn or added, the chameleon walks, or the seat passes; then what the table notices besides."""
    return [*_deed(state, action), *_aftermath(state, after)]


def _deed(state: Any, action: int) -> list[Effect]:
    if action < FIRST_ADD:
        return _drawn(state, TILE_NAMES[action])
    if action < FIRST_WALK:
        return added(state.turn, state.seats, reckon(state, action))
    if action == PASSING:
        return [Effect("passed", {"seat": state.turn})]
    return _walked(state, (action - FIRST_WALK) // 2, bool((action - FIRST_WALK) & 1))


def _walked(state: Any, place: int, eats: bool) -> list[Effect]:
    seat, chameleons, wasps = state.turn, state.chameleons, state.wasps
    cell = 1 << (place // 13 - 6 - state.bottom) * 8 + place % 13 - 6 - state.left
    shared = any(chameleons[i] == cell for i in range(state.seats))
    prey = next(i for i in range(state.seats) if i != seat and wasps[i] == cell) if eats else None
    return walked(seat, _place(state, chameleons[seat]), _place(state, cell), _tiles(state, cell)[0], shared, prey)


def _drawn(state: Any, tile: str) -> list[Effect]:
    phase = PHASES[state.phase]
    if phase == "starter":
        return [Effect("starter", {"tile": tile}, ("0,0",))]
    if phase == "wilds":
        return [Effect("wild", {"tile": tile}, (tile,))]
    return drawn(state.turn, state.seats, tile)


def _aftermath(state: Any, after: Any) -> list[Effect]:
    """What the table notices besides: the supply is empty, nobody may walk any more, the match is over."""
    effects = []
    if PHASES[state.phase] == "draw" and state.supply() > 0 and after.supply() == 0:
        effects.append(Effect("supply-empty", {}))
    if state.idle < after.idle == 3 * after.living and after.supply():
        effects.append(Effect("barred", {"count": after.idle}))
    if PHASES[after.phase] == "over":
        winners = [seat for seat, payoff in enumerate(after.payoffs()) if payoff > 0]
        effects.append(ended(winners, after.points[winners[0]]))
    return effects


def reckon(state: Any, action: int) -> Reckoning:
    """Return what adding a tile would bring and cost, item by item; the places are coordinates."""
    sums, seat = state.weigh(action), state.turn
    after = sums.after
    owners = _owners(after, sums.cell)
    return {
        "tile": TILE_NAMES[sums.tile],
        "place": _place(after, sums.cell),
        "beside": _beside(after, _place(after, sums.cell)),
        "wasp": sums.wasp,
        "from_wilds": bool(state.wilds >> sums.tile & 1),
        "points": sums.points,
        "group": _places(after, sums.group) if sums.points else [],
        "group_tiles": _tiles(after, sums.group) if sums.points else [],
        "ace": bool(after.ranks[1] & sums.group),
        "rivals": [i for i in range(state.seats) if i != seat and after.chameleons[i] & sums.group],
        "bonus": sums.bonus,
        "cost": sums.cost,
        "large": _places(after, sums.large) if sums.cost else [],
        "large_tiles": _tiles(after, sums.large) if sums.cost else [],
        "tolls": [[i, after.points[i] - state.points[i]] for i in owners],
        "toll_places": [_place(after, after.wasps[i]) for i in owners],
        "had": sums.had,
        "solvent": sums.solvent,
        "gain": after.points[seat] - state.points[seat],
        "opened": _texts((after.wilds if sums.solvent else after.wilds | after.hands[seat]) & ~state.wilds),
    }


def _beside(state: Any, place: list[int]) -> list[str]:
    """The tiles along the sides of a place, or at its corners where there are none."""
    x, y = place
    near = [(abs(x - other), abs(y - up), tile) for other, up, tile in state.laid_on(state.tiles)]
    return [tile for dx, dy, tile in near if dx + dy == 1] or [tile for dx, dy, tile in near if (dx, dy) == (1, 1)]


def _owners(state: Any, cell: int) -> list[int]:
    """Seats to whom the mover owes a toll for a tile on that cell, in turn order."""
    near = cell << 1 | cell >> 1 | cell << 8 | cell >> 8
    others = [(state.turn + i) % state.seats for i in range(1, state.seats)]
    return [seat for seat in others if state.wasps[seat] & near]
