"""What the rules of yamamoto explain when asked: how a piece moves, why a move is not legal, what threatens a piece."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core.bits import set_bits
from calumma.core.effect import Effect
from calumma.games.yamamoto.board import DIAGONALS, NAMES, is_dark, ray
from calumma.games.yamamoto.rules import Yamamoto
from calumma.games.yamamoto.view import View, view_of

NATURES = ("white", "black")
GROUNDS = ("white", "dark")


def refusal(state: Yamamoto, action: int) -> Effect:
    """Return why an action is not legal."""
    view, (origin, target) = view_of(state), divmod(action, 25)
    return _not_the_movers(view, origin) or _barred(view, origin, target) or _out_of_reach(view, origin, target)


def refusal_of(state: Yamamoto, cells: Sequence[str]) -> Effect:
    """Return why clicking these squares leads to no move."""
    view, squares = view_of(state), [NAMES.index(cell) for cell in cells]
    if len(squares) > 1:
        return refusal(state, squares[0] * 25 + squares[1])
    found = _not_the_movers(view, squares[0]) or _barred(view, squares[0], None)
    return found or Effect("stuck", {"cell": cells[0], "rule": "3"}, tuple(cells))


def _not_the_movers(view: View, square: int) -> Effect | None:
    owner, cell = holder(view, square), NAMES[square]
    if owner is None:
        return Effect("no-piece", {"cell": cell}, (cell,))
    if owner != view["turn"]:
        return Effect("not-yours", {"cell": cell, "owner_seat": owner, "seat": view["turn"]}, (cell,))
    return None


def _barred(view: View, origin: int, target: int | None) -> Effect | None:
    """R3: own pieces block. R7: a piece that has entered must be captured."""
    if target is not None and holder(view, target) == view["turn"]:
        return Effect("own-piece", {"seat": view["turn"], "cell": NAMES[target], "rule": "3"}, (NAMES[target],))
    if view["invader"] is not None and target != view["invader"]:
        cell = NAMES[view["invader"]]
        return Effect("must-capture", {"cell": cell, "rule": "7"}, (cell,))
    return None


def _out_of_reach(view: View, origin: int, target: int) -> Effect:
    """R1, R2: the square is none that this piece reaches from where it stands."""
    black, cells = nature(view, origin), (NAMES[origin], NAMES[target])
    values = {
        "nature": NATURES[black],
        "ground": GROUNDS[is_dark(origin)],
        "from_cell": cells[0],
        "to_cell": cells[1],
        "rule": "2",
    }
    if not slides_on(black, origin):
        return Effect("leaps", values, cells)
    blocker = next((square for square in _way(origin, target) if holder(view, square) is not None), None)
    if blocker is None:
        return Effect("slides", values, cells)
    return Effect("blocked", {"cell": NAMES[blocker], **values}, (NAMES[blocker],))


def _way(origin: int, target: int) -> list[int]:
    """The squares between two on a diagonal; none if they are on no common one."""
    lines = (ray(origin, offset) for offset in DIAGONALS)
    return next((line[: line.index(target)] for line in lines if target in line), [])


def slides_on(black: int, square: int) -> bool:
    """R2: return whether a piece, of black nature if `black` is 1, may slide from a square; else it may leap."""
    return bool(black) == is_dark(square)


def holder(view: View, square: int) -> int | None:
    """Return the seat whose piece stands on a square."""
    return next((seat for seat in (0, 1) if square in view["white"][seat] + view["black"][seat]), None)


def nature(view: View, square: int) -> int:
    """Return 1 if the piece on a square is of black nature, else 0."""
    return int(square in view["black"][0] + view["black"][1])


def reach(state: Yamamoto) -> dict[str, list[str]]:
    """Return where every piece could go, as if it were its seat's turn. R1, R2."""
    return {
        NAMES[square]: [NAMES[target] for target in set_bits(state.reach_from(seat, square))]
        for seat in range(2)
        for square in set_bits(state.white[seat] | state.black[seat])
    }


def threats(state: Yamamoto, cell: str) -> list[Effect]:
    """Return the enemy's pieces that could capture the one on a square: R3, and R7, which puts an invader before all others."""
    view = view_of(state)
    owner = holder(view, NAMES.index(cell)) if cell in NAMES else None
    if owner is None or (owner != view["turn"] and view["invader"] not in (None, NAMES.index(cell))):
        return []
    reached = reach(state)
    attackers = [NAMES[square] for square in sorted(view["white"][1 - owner] + view["black"][1 - owner])]
    return [
        Effect("capture", {"seat": 1 - owner, "from_cell": origin, "to_cell": cell}, (origin, cell))
        for origin in attackers
        if cell in reached[origin]
    ]
