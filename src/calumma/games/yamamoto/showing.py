"""What a position shows: its view, and what a move does, in words' keys and values. Words are in locale/en.po."""

from __future__ import annotations

from typing import Any

from calumma.core.bits import set_bits
from calumma.core.effect import Effect
from calumma.games.yamamoto.board import NAMES
from calumma.games.yamamoto.view import Own

RUNNING, DRAWN, NOWHERE = -1, 2, -1


def view_of(state: Any, seat: int | None) -> Own:
    """Return everything: the pieces of each seat by nature, as square numbers, and who must be captured."""
    return {
        "white": [set_bits(board) for board in state.white],
        "black": [set_bits(board) for board in state.black],
        "goals": [set_bits(board) for board in state.goals],
        "invader": None if state.invader == NOWHERE else state.invader,
        "quiet": state.quiet,
        "turn": state.turn,
    }


def effects_of(state: Any, action: int, after: Any) -> list[Effect]:
    """A piece moves, perhaps captures, and may thereby enter the goal or end the match."""
    seat, foe = state.turn, 1 - state.turn
    origin, target = NAMES[action // 25], NAMES[action % 25]
    values = {"seat": seat, "nature": _nature(state, action // 25), "from_cell": origin, "to_cell": target}
    effects = [Effect("moved", values, (origin, target))]
    if (state.white[foe] | state.black[foe]) >> action % 25 & 1:
        taken = {"seat": seat, "foe_seat": foe, "foe_nature": _nature(state, action % 25), "cell": target}
        effects.append(Effect("captured", taken, (target,)))
    return effects + _outcome(after, seat, target)


def _nature(state: Any, square: int) -> str:
    return "black" if (state.black[0] | state.black[1]) >> square & 1 else "white"


def _outcome(state: Any, seat: int, target: str) -> list[Effect]:
    """What a move of that seat to the target led to: R4 to R8."""
    if state.result == DRAWN:
        return [Effect("drawn", {})]
    if state.result != RUNNING:
        return [Effect("won", {"seat": seat}, (target,))]
    entered = Effect("entered", {"seat": seat, "foe_seat": 1 - seat, "cell": target}, (target,))
    return [] if state.invader == NOWHERE else [entered]
