"""What the rules of chamelequin explain when asked: why a move is not legal, what threatens a piece, where it could go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from calumma.core.effect import Effect
from calumma.core.protocol import OVER
from calumma.games.chamelequin.board import COLOUR_NAMES, NAMES, colour_name
from calumma.games.chamelequin.layout import ADD, CAPTURE, PASS, REMOVE, STOP, step_action, step_of
from calumma.games.chamelequin.rules import Chamelequin
from calumma.games.chamelequin.view import View, view_of


def refusal(state: Chamelequin, action: int) -> Effect:
    """Return why an action is not legal."""
    view = view_of(state)
    if action == PASS:
        return Effect("can-move", {"seat": view["turn"], "rule": "7"})
    if action == STOP:
        return Effect("no-chain", {"rule": "5"})
    if action < len(NAMES):
        return _no_placement(view, action)
    if any(view["to_place"]):
        return Effect("place-first", {"seat": view["turn"], "rule": "1"})
    kind, origin, target = step_of(action)
    if not 0 <= target < len(NAMES) or step_action(kind, origin, target) != action:
        return Effect("off-board", {"cell": NAMES[origin]}, (NAMES[origin],))
    return _not_the_movers(view, origin) or _no_step(view, kind, origin, target)


def refusal_of(state: Chamelequin, cells: Sequence[str]) -> Effect:
    """Return why clicking these squares leads to no move.

    A step onto an enemy would capture; elsewhere it would add a ring or, in a chain, remove one.
    """
    if cells[-1] in ("pass", "stop"):
        return refusal(state, PASS if cells[-1] == "pass" else STOP)
    if any(cell not in NAMES for cell in cells):
        return Effect("no-choice", {}, (cells[-1],))
    view, squares = view_of(state), [NAMES.index(cell) for cell in cells[:2]]
    if any(view["to_place"]):
        return _no_placement(view, squares[0])
    found = _not_the_movers(view, squares[0])
    if found or len(squares) == 1:
        return found or Effect("stuck", {"cell": cells[0]}, (cells[0],))
    enemy = holder(view, squares[1]) not in (None, view["turn"])
    kind = CAPTURE if enemy else ADD if view["chain"] is None else REMOVE
    if step_action(kind, *squares) is None:
        return Effect("far", {"from_cell": cells[0], "to_cell": cells[1], "rule": str(kind + 2)}, tuple(cells[:2]))
    found = _no_step(view, kind, *squares)
    return _nor_back(view, found, *squares) if found.key in ("four-rings", "no-ring") else found


def _nor_back(view: View, found: Effect, origin: int, target: int) -> Effect:
    """A click asks for adding or removing: R2 forbids the one, R3 the other."""
    back = _no_ring(view, REMOVE, dict(view["pieces"][view["turn"]])[origin], target)
    if back.key != "wrong-ring":
        return found
    return Effect(f"{found.key}-nor-back", {**back.values, "rule": "2"}, found.cells)


def _no_placement(view: View, square: int) -> Effect:
    """R1: an empty square whose colour is in the supply."""
    cell = NAMES[square]
    if not any(view["to_place"]):
        return Effect("all-placed", {"rule": "1"})
    if holder(view, square) is not None:
        return Effect("occupied", {"cell": cell, "rule": "1"}, (cell,))
    return Effect("no-ring", {"colour": colour_name(square), "rule": "1"}, (cell,))


def _not_the_movers(view: View, origin: int) -> Effect | None:
    """Who may move: own pieces, and R5: in a chain the one that has begun."""
    owner, cell = holder(view, origin), NAMES[origin]
    if owner is None:
        return Effect("no-piece", {"cell": cell}, (cell,))
    if owner != view["turn"]:
        return Effect("not-yours", {"cell": cell, "owner_seat": owner, "seat": view["turn"]}, (cell,))
    if view["chain"] is not None and origin != view["chain"]:
        return Effect("other-chain", {"cell": NAMES[view["chain"]], "rule": "5"}, (NAMES[view["chain"]],))
    return None


def _no_step(view: View, kind: int, origin: int, target: int) -> Effect:
    if view["chain"] is not None and kind == ADD:
        return Effect("no-adding", {"rule": "5"}, (NAMES[target],))
    rings = dict(view["pieces"][view["turn"]])[origin]
    return _not_there(view, kind, target) or _no_ring(view, kind, rings, target)


def _not_there(view: View, kind: int, target: int) -> Effect | None:
    """R2, R3: onto an empty square. R4: onto an enemy piece."""
    owner, cell = holder(view, target), NAMES[target]
    if kind == CAPTURE and owner is None:
        return Effect("nothing-there", {"cell": cell, "rule": "4"}, (cell,))
    if owner is not None and owner == view["turn"]:
        return Effect("own-piece", {"seat": owner, "cell": cell, "rule": str(kind + 2)}, (cell,))
    if kind != CAPTURE and owner is not None:
        return Effect("occupied", {"cell": cell, "rule": "2" if kind == ADD else "3"}, (cell,))
    return None


def _no_ring(view: View, kind: int, rings: str, target: int) -> Effect:
    """R2: fewer than four rings and one in the supply. R3, R4, R6: two rings, and the colour that comes to the top."""
    cell, rule = NAMES[target], str(kind + 2)
    if kind == ADD and len(rings) == 4:
        return Effect("four-rings", {"rule": rule}, (cell,))
    if kind == ADD:
        return Effect("no-ring", {"colour": colour_name(target), "rule": rule}, (cell,))
    if kind == REMOVE and view["options"]["removal"] == "capture":
        return Effect("only-capturing", {"rule": "6"}, (cell,))
    if len(rings) < 2:
        return Effect("one-ring", {"rule": rule}, (cell,))
    return Effect(
        "wrong-ring", {"top": COLOUR_NAMES[rings[-2]], "cell": cell, "colour": colour_name(target), "rule": rule}, (cell,)
    )


def holder(view: View, square: int) -> int | None:
    """Return the seat whose piece stands on a square."""
    return next((seat for seat, own in enumerate(view["pieces"]) if square in dict(own)), None)


def threats(state: Chamelequin, cell: str) -> list[Effect]:
    """Return how other seats, were it their turn, could capture the piece on a square: from where, over which squares. R4, R5."""
    view = view_of(state)
    owner = holder(view, NAMES.index(cell)) if cell in NAMES else None
    if owner is None or any(view["to_place"]):
        return []
    others = [seat for seat, own in enumerate(view["pieces"]) if own and seat != owner]
    return [threat for seat in others for threat in _captures(state, view, seat, cell)]


def reach(state: Chamelequin) -> dict[str, list[str]]:
    """Return where every piece could go by one step, adding or giving back a ring or capturing, if it were its turn. R2 to R4."""
    view, found = view_of(state), dict[str, list[str]]()
    if any(view["to_place"]) or state.to_act == OVER:
        return found
    for seat, own in enumerate(view["pieces"]):
        steps = [step_of(action) for action in _as_if(state, view, seat).legal() if action < PASS] if own else []
        for _, origin, target in sorted(steps, key=lambda step: step[1:]):
            cells = found.setdefault(NAMES[origin], [])
            cells += [NAMES[target]] if NAMES[target] not in cells else []
    return found


def _as_if(state: Chamelequin, view: View, seat: int) -> Chamelequin:
    """The same pieces at the beginning of a seat's turn."""
    world = type(state)(state.game)
    world.set_up([dict(own) for own in view["pieces"]], seat, False, view["captured_rings"])
    return world


def _captures(state: Chamelequin, view: View, seat: int, cell: str) -> list[Effect]:
    """The shortest chain of every piece of a seat that ends with the capture."""
    world = _as_if(state, view, seat)
    found: dict[str, tuple[str, ...]] = {}
    for way in sorted(_ways(world, seat, cell, ()), key=len):
        found.setdefault(way[0], way)
    return [_capture(seat, way) for way in found.values()]


def _capture(seat: int, way: tuple[str, ...]) -> Effect:
    values = {"seat": seat, "from_cell": way[0], "to_cell": way[-1], "count": len(way) - 1}
    return Effect("capture" if len(way) == 2 else "capture-chain", values, way)


def _ways(world: Chamelequin, seat: int, cell: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The squares of all steps by R3 and R4 that lead on from a path and end with the capture; the rules bound their number."""
    for action in world.legal():
        if action >= PASS or step_of(action)[0] == ADD:
            continue
        kind, origin, target = step_of(action)
        way = (*(path or (NAMES[origin],)), NAMES[target])
        if kind == CAPTURE and NAMES[target] == cell:
            yield way
        elif after := _going_on(world, action, seat):
            yield from _ways(after, seat, cell, way)


def _going_on(before: Chamelequin, action: int, seat: int) -> Chamelequin | None:
    """The position after a step if the same piece may go on, else None."""
    after = cast(Chamelequin, before.copy())
    after.apply(action)
    return after if after.to_act == seat and STOP in after.legal() else None
