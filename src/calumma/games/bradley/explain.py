"""What the rules of bradley explain when asked: why a move is not legal, what threatens a cube, where it could go."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from calumma.core.effect import Effect
from calumma.core.protocol import OVER
from calumma.games.bradley.board import NAMES, mask, ray
from calumma.games.bradley.layout import squares_of
from calumma.games.bradley.rules import Bradley
from calumma.games.bradley.view import View, view_of

PASS = 69


def refusal(state: Bradley, action: int) -> Effect:
    """Return why an action is not legal."""
    view = view_of(state)
    if action == PASS:
        return Effect("has-move", {"seat": view["turn"], "rule": "6"})
    if state.legal() == [PASS]:
        return Effect("must-pass", {"seat": view["turn"], "rule": "6"})
    origin, target = squares_of(action)
    barred = None if origin is None else _not_lifted(view, origin)
    return barred or _taken(view, origin, target) or _no_shuffling(view, origin) or _not_placed(state, view, origin, target)


def refusal_of(state: Bradley, cells: Sequence[str]) -> Effect:
    """Return why clicking these squares leads to no move."""
    if "pass" in cells:
        return refusal(state, PASS)
    view, squares = view_of(state), [NAMES.index(cell) for cell in cells]
    if len(squares) > 1:
        return refusal(state, PASS + 1 + squares[0] * len(NAMES) + squares[1])
    if state.legal() == [PASS] or squares[0] not in owners(view):
        return refusal(state, squares[0])
    found = _not_lifted(view, squares[0]) or _no_shuffling(view, squares[0])
    return found or _goes_nowhere(state, view, squares[0])


def _goes_nowhere(state: Bradley, view: View, origin: int) -> Effect:
    """R3: the cube encloses nothing elsewhere, or R5: only where it would take a last cube."""
    cell, held = NAMES[origin], owners(view)
    if any(state.turned(origin, target) for target in range(len(NAMES)) if target not in held):
        return Effect("last-cube", {"rule": "5"}, (cell,))
    return Effect("nowhere", {"cell": cell, "rule": "3"}, (cell,))


def _taken(view: View, origin: int | None, target: int) -> Effect | None:
    """R1, R2: a cube goes on an empty square."""
    if target not in owners(view):
        return None
    return Effect("occupied", {"cell": NAMES[target], "rule": "1" if origin is None else "2"}, (NAMES[target],))


def _not_lifted(view: View, origin: int) -> Effect | None:
    """R2: which cubes may be relocated. R4: safe partners' cubes are not."""
    held, cell, rule = owners(view), NAMES[origin], view["options"]["relocate"]
    if rule == "none":
        return Effect("stays", {"rule": "2"}, (cell,))
    if origin not in held:
        return Effect("no-cube", {"cell": cell}, (cell,))
    if rule == "own" and held[origin] != view["turn"]:
        return Effect("not-yours", {"cell": cell, "seat": view["turn"], "rule": "2"}, (cell,))
    if held[origin] != view["turn"] and held[origin] in _ours(view):
        return Effect("partners", {"cell": cell, "rule": "4"}, (cell,))
    return None


def _no_shuffling(view: View, origin: int | None) -> Effect | None:
    """R7: after so many turns without a drop only drops are legal."""
    if origin is None or view["quiet"] < view["patience"]:
        return None
    return Effect("only-drops", {"count": view["quiet"], "rule": "7"}, (NAMES[origin],))


def _not_placed(state: Bradley, view: View, origin: int | None, target: int) -> Effect:
    """R3: a cube must enclose. R2: it does not help itself. R4: safe partners end a row. R5: last cubes are spared."""
    cell = NAMES[target]
    if state.turned(origin, target):
        return Effect("last-cube", {"rule": "5"}, _last_cubes(state, view, origin, target) or (cell,))
    if origin is not None and state.turned(None, target):
        values = {"seat": view["turn"], "cell": cell, "from_cell": NAMES[origin], "rule": "2"}
        return Effect("encloses-nothing-without", values, (NAMES[origin], cell))
    partner = _partner_between(view, origin, target)
    if partner is not None:
        return Effect("partner-between", {"cell": NAMES[partner], "rule": "4"}, (NAMES[partner], cell))
    return Effect("encloses-nothing", {"seat": view["turn"], "cell": cell, "rule": "3"}, (cell,))


def _last_cubes(state: Bradley, view: View, origin: int | None, target: int) -> tuple[str, ...]:
    """R5: the cubes that a move would take, of seats that then have none."""
    turned = set(state.turned(origin, target))
    return tuple(
        NAMES[square]
        for seat, own in enumerate(view["cubes"])
        if own and seat != view["turn"] and set(own) <= turned
        for square in own
    )


def _partner_between(view: View, origin: int | None, target: int) -> int | None:
    """The safe partner's cube that alone keeps a cube on the target from enclosing, if there is one."""
    held = {square: seat for square, seat in owners(view).items() if square != origin}
    for direction in range(8):
        row = list(takewhile(lambda square: held.get(square, view["turn"]) != view["turn"], ray(target, direction)))
        behind = ray(target, direction)[len(row) :]
        partners = [square for square in row if held[square] in _ours(view)]
        if partners and behind and held.get(behind[0]) == view["turn"]:
            return partners[0]
    return None


def owners(view: View) -> dict[int, int]:
    """Return the seat, or for neutral cubes the number of seats, of every occupied square."""
    return {square: seat for seat, row in enumerate([*view["cubes"], view["neutral"]]) for square in row}


def _ours(view: View) -> list[int]:
    """The seats whose cubes the seat to move may not take."""
    if view["options"]["partners"] == "safe" and view["seats"] in (4, 6):
        return list(range(view["turn"] % 2, view["seats"], 2))
    return [view["turn"]]


def threats(state: Bradley, cell: str) -> list[Effect]:
    """Return the squares where another seat, were it its turn, could put a cube and turn the one on a square. R3, R4, R5."""
    view = view_of(state)
    owner = owners(view).get(NAMES.index(cell)) if cell in NAMES else None
    if owner is None or owner == view["seats"]:
        return []
    return [threat for seat in range(view["seats"]) if seat != owner for threat in _turning(state, view, seat, cell)]


def reach(state: Bradley) -> dict[str, list[str]]:
    """Return where every cube could be relocated by its own seat, if it were its turn. R2."""
    view, found = view_of(state), dict[str, list[str]]()
    if view["options"]["relocate"] == "none" or state.to_act == OVER:
        return found
    for seat, own in enumerate(view["cubes"]):
        for action in _as_if(state, view, seat).legal() if own else []:
            origin, target = squares_of(action)
            if action != PASS and origin in own:
                found.setdefault(NAMES[origin], []).append(NAMES[target])
    return found


def _as_if(state: Bradley, view: View, seat: int) -> Bradley:
    """The same cubes, with a seat to move."""
    world = type(state)(state.game)
    world.set_up([mask(squares) for squares in [*view["cubes"], view["neutral"]]], seat, view["quiet"])
    return world


def _turning(state: Bradley, view: View, seat: int, cell: str) -> list[Effect]:
    world = _as_if(state, view, seat)
    square = NAMES.index(cell)
    in_line = {at for direction in range(8) for at in ray(square, direction)}
    placed = [NAMES[drop] for drop in world.legal() if drop in in_line and square in world.turned(None, drop)]
    return [Effect("turn", {"seat": seat, "cell": cell, "to_cell": at}, (at, cell)) for at in placed]
