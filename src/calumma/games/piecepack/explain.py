"""What the rules of piecepack explain when asked: why a move is not legal, and what threatens a chameleon or a wasp."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from calumma.core.effect import Effect
from calumma.core.protocol import CHANCE
from calumma.games.piecepack.board import TILE_NAMES, place_at
from calumma.games.piecepack.box import box_of
from calumma.games.piecepack.effects import cell_id
from calumma.games.piecepack.layout import FIRST_WALK, PASSING
from calumma.games.piecepack.notation import fits, parts_of
from calumma.games.piecepack.rules import Piecepack
from calumma.games.piecepack.view import View, view_of

Point = tuple[int, int]
CHOICES = ("wasp", "no-wasp", "eat", "spare")  # buttons at the end of a path
PLACE = re.compile(r"-?\d+,-?\d+")


def refusal(state: Piecepack, action: int) -> Effect:
    """Return why an action is not legal."""
    kind, tile, place, more = parts_of(action)
    if state.to_act == CHANCE:
        return _not_drawn(state, tile) if kind == "draw" else Effect("drawing", {})
    view = view_of(state, state.to_act)
    if kind == "draw":
        return Effect("no-draw", {"seat": view["turn"]})
    if kind == "add":
        return _not_added(view, tile, place)
    return _not_walked(view, place, more) if kind == "walk" else Effect("has-tile", {"seat": view["turn"], "rule": "14"})


def refusal_of(state: Piecepack, cells: Sequence[str]) -> Effect:
    """Return why clicking a tile and a place, or the chameleon's place and another, leads to no move."""
    view = view_of(state, state.to_act)
    first, own = cells[0], view["chameleons"][view["turn"]]
    if cells[-1] == "pass":
        return Effect("has-tile", {"seat": view["turn"], "rule": "14"})
    if cells[-1] in CHOICES:
        return Effect("no-choice", {}, (cells[-1],))
    if len(cells) > 1 and not PLACE.fullmatch(cells[1]):
        return Effect("no-place", {}, (cells[1],))
    if first in TILE_NAMES:
        return _not_added(view, first, _point(cells[1])) if len(cells) > 1 else _nowhere(view, first)
    if first.startswith("hand:"):
        return Effect("hidden", {"owner_seat": int(first.partition(":")[2])}, (first,))
    if own is None or first != cell_id(own):
        return Effect("not-yours", {"cell": first, "seat": view["turn"]}, (first,))
    return _not_walked(view, _point(cells[1]), False) if len(cells) > 1 else _not_walking(view, first)


def _point(cell: str) -> Point:
    x, y = cell.split(",")
    return int(x), int(y)


def _not_drawn(state: Piecepack, tile: str) -> Effect:
    """R2: the first wilds."""
    view = view_of(state)
    if view["phase"] == "wilds" and tile[0] == view["tiles"][0][2][0]:
        return Effect("starters-colour", {"rule": "2"})
    return Effect("not-there", {"tile": tile})


def _not_added(view: View, tile: str, place: Point) -> Effect:
    """R4: a tile of the wilds or the own hand, touching the board, in 7x7. R7: the wasp needs other colours beside it."""
    cell, taken = cell_id(place), {(x, y): found for x, y, found in view["tiles"]}
    if tile not in [*view["wilds"], *(view["hands"][view["turn"]] or [])]:
        return Effect("not-held", {"tile": tile, "seat": view["turn"], "rule": "4"})
    if place in taken:
        return Effect("occupied", {"tile": taken[place], "cell": cell, "rule": "4"}, (cell,))
    if place not in _touching(taken):
        return Effect("touches-nothing", {"cell": cell, "rule": "4"})
    if place not in free_places(view):
        return Effect("too-wide", {"rule": "4"})
    return Effect(
        "no-wasp", {"tile": tile, "cell": cell, "rule": "7"}, tuple(cell_id(beside) for beside in _alike(view, tile, place))
    )


def free_places(view: View) -> list[Point]:
    """R4: return the places where the board may grow, in ascending order: all that touch a tile, within 7x7."""
    taken, box = [(x, y) for x, y, _ in view["tiles"]], box_of(view["seats"], view["options"])
    return sorted(place for place in _touching(taken) if fits([*taken, place], box)) if taken else [(0, 0)]


def _touching(taken: Iterable[Point]) -> set[Point]:
    """The free places that touch a tile along a side or at a corner."""
    return {(x + dx, y + dy) for x, y in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - set(taken)


def _nowhere(view: View, tile: str) -> Effect:
    """A tile that is held has a place, unless all 49 are taken."""
    held = tile in [*view["wilds"], *(view["hands"][view["turn"]] or [])]
    values = {"tile": tile, "seat": view["turn"], "rule": "4"}
    return Effect("too-wide", {"rule": "4"}) if held else Effect("not-held", values)


def _not_walking(view: View, cell: str) -> Effect:
    """R5: when chameleons stay where they are, or have no way to go."""
    if view["supply"] == 0:
        return Effect("no-supply", {"rule": "5"}, (cell,))
    if view["idle"] >= view["idle_limit"]:
        return Effect("idle", {"count": view["idle"], "rule": "5"}, (cell,))
    return Effect("stuck", {"cell": cell, "rule": "5"}, (cell,))


def _not_walked(view: View, place: Point, eats: bool) -> Effect:
    """R5: along a row or column, over tiles and onto a tile."""
    cell, turn = cell_id(place), view["turn"]
    if view["supply"] == 0 or view["idle"] >= view["idle_limit"]:
        return _not_walking(view, cell_id(view["chameleons"][turn] or place))
    if place not in [(x, y) for x, y, _ in view["tiles"]]:
        return Effect("no-tile", {"cell": cell, "rule": "5"})
    if [*place] == view["chameleons"][turn]:
        return Effect("stands-there", {"cell": cell, "rule": "5"}, (cell,))
    if eats and [*place] not in [wasp for seat, wasp in enumerate(view["wasps"]) if seat != turn]:
        return Effect("nothing-to-eat", {"cell": cell, "rule": "5"}, (cell,))
    return Effect("no-line", {"cell": cell, "rule": "5"}, (cell,))


def may_take_wasp(view: View, tile: str, place: Point) -> bool:
    """R7: return whether no tile beside a place counts as the tile's colour for the seat that acts."""
    return not _alike(view, tile, place)


def _alike(view: View, tile: str, place: Point) -> list[Point]:
    """The places beside one whose tiles count as the tile's colour for the seat that acts."""
    standing = [tuple(at) for at in view["chameleons"] if at is not None]
    own = tuple(view["chameleons"][view["turn"]] or ())
    beside = [(x, y, text) for x, y, text in view["tiles"] if abs(place[0] - x) + abs(place[1] - y) == 1]
    return [(x, y) for x, y, text in beside if text[0] == tile[0] and (x, y) != own and standing.count((x, y)) < 2]


def threats(state: Piecepack, cell: str) -> list[Effect]:
    """Return what other chameleons, were it their turn, could do on a tile: eat a wasp (R5), or make it colourless (R6)."""
    view = view_of(state)
    at = [*_point(cell)] if "," in cell else None
    if at is None or view["phase"] not in ("play", "draw"):
        return []
    prey = [seat for seat, wasp in enumerate(view["wasps"]) if wasp == at]
    here = [seat for seat, chameleon in enumerate(view["chameleons"]) if chameleon == at]
    found = [_threat("eat", view, seat, owner, cell) for owner in prey for seat in _coming(state, view, cell, owner)]
    if len(here) == 1:
        found += [_threat("share", view, seat, here[0], cell) for seat in _coming(state, view, cell, here[0])]
    return found


def _threat(key: str, view: View, seat: int, owner: int, cell: str) -> Effect:
    origin = cell_id(view["chameleons"][seat] or (0, 0))
    return Effect(key, {"seat": seat, "owner_seat": owner, "from_cell": origin, "to_cell": cell}, (origin, cell))


def _coming(state: Piecepack, view: View, cell: str, owner: int) -> list[int]:
    """The other seats whose chameleons could walk to a tile."""
    walk = FIRST_WALK + 2 * (place_at(*_point(cell)) or 0)
    seats = [seat for seat in range(view["seats"]) if seat != owner and not view["out"][seat]]
    return [seat for seat in seats if walk in _as_if(state, view, seat)]


def reach(state: Piecepack) -> dict[str, list[str]]:
    """Return where every chameleon could walk, if it were its seat's turn. R5."""
    view, found = view_of(state), dict[str, list[str]]()
    if view["phase"] not in ("play", "draw"):
        return found
    for seat, at in enumerate(view["chameleons"]):
        walks = _as_if(state, view, seat) if at is not None and not view["out"][seat] else []
        cells = dict.fromkeys(cell_id(parts_of(walk)[2]) for walk in walks)
        if at is not None and cells:
            found[cell_id((at[0], at[1]))] = list(cells)
    return found


def _as_if(state: Piecepack, view: View, seat: int) -> list[int]:
    """The walks of a seat if it were its turn; what hands hold plays no part in them."""
    world = type(state)(state.game)
    board = {(x, y): TILE_NAMES.index(text) for x, y, text in view["tiles"]}
    wilds = [TILE_NAMES.index(text) for text in view["wilds"]]
    points = [None if out else score for out, score in zip(view["out"], view["scores"], strict=True)]
    world.set_up(board, view["chameleons"], view["wasps"], wilds, state.all_hands(), points, seat, 0, view["idle"])
    return [action for action in world.legal() if FIRST_WALK <= action < PASSING]
