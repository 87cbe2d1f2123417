"""What a position shows: its view, and what an action does, in words' keys and values. Words are in locale/en.po."""

from __future__ import annotations

from typing import Any

from calumma.core.bits import set_bits
from calumma.core.effect import Effect
from calumma.games.chamelequin.board import COLOUR_NAMES, NAMES, RINGS, Square, colour_name
from calumma.games.chamelequin.layout import (
    ADD,
    ENDINGS,
    FIRST_CAPTURE,
    FIRST_REMOVE,
    FIRST_STEP,
    PASS,
    PATIENCE,
    REMOVE,
    STOP,
    pieces_each,
    step_of,
    unpack,
)
from calumma.games.chamelequin.view import Decision, Own


def view_of(state: Any, seat: int | None) -> Own:
    """Return everything. Stacks are ring letters from bottom to top; squares are numbers."""
    seats, pieces = range(state.seats), state.pieces
    each = pieces_each(state.seats)
    return {
        "pieces": [_stacks(state, owner) for owner in seats],
        "supply": dict(zip(RINGS, state.supply, strict=True)),
        "to_place": [each - pieces[owner].bit_count() if state.to_place else 0 for owner in seats],
        "lost": _lost(state),
        "captured_rings": state.captured[: state.seats],
        "turn": state.turn,
        "chain": None if state.chain < 0 else state.chain,
        "steps": state.steps,
        "passes": state.passes,
        "quiet": max(state.quiet, 0),
        "patience": PATIENCE * state.living,
        "either": _either(state),
        "decided": _decided(state),
    }


def _stacks(state: Any, owner: int) -> list[Any]:
    """The squares of a seat's pieces with the rings there."""
    stacks = state.stacks
    return [[square, unpack(stacks[square])] for square in set_bits(state.pieces[owner])]


def _lost(state: Any) -> list[int]:
    """The pieces that each seat has lost."""
    each = pieces_each(state.seats)
    return [0 if state.to_place else each - board.bit_count() for board in state.pieces[: state.seats]]


def _either(state: Any) -> list[list[int]]:
    """The pairs of squares between which a step may add or remove: clients must ask which."""
    legal = state.legal()
    adding = {action for action in legal if FIRST_STEP <= action < FIRST_REMOVE}
    removing = [action for action in legal if FIRST_REMOVE <= action < FIRST_CAPTURE]
    return [list(step_of(action)[1:]) for action in removing if action - FIRST_REMOVE + FIRST_STEP in adding]


def _decided(state: Any) -> Decision:
    """What decided the match: `last`, `pieces`, `rings` or `shared`; empty while it runs."""
    if ENDINGS[state.ending] == "":
        return ""
    if ENDINGS[state.ending] == "last":
        return "last"
    lost, captured = _lost(state), state.captured
    fewest = [seat for seat in range(state.seats) if lost[seat] == min(lost)]
    if len(fewest) == 1:
        return "pieces"
    rings = [captured[seat] for seat in fewest]
    return "rings" if rings.count(max(rings)) == 1 else "shared"


# What an action does


def effects_of(state: Any, action: int, after: Any) -> list[Effect]:
    """A placement, a step or a choice; then who is out, and how the match ended."""
    return [*_deed(state, action), *_losses(state, after), *_outcome(after)]


def _deed(state: Any, action: int) -> list[Effect]:
    if action == PASS:
        return [Effect("passed", {"seat": state.turn})]
    if action == STOP:
        cell = NAMES[state.chain]
        return [Effect("stopped", {"seat": state.turn, "cell": cell}, (cell,))]
    if action < FIRST_STEP:
        values = {"seat": state.turn, "cell": NAMES[action], "colour": colour_name(action)}
        return [Effect("placed", values, (NAMES[action],))]
    return [_step(state, *step_of(action))]


def _step(state: Any, kind: int, origin: Square, target: Square) -> Effect:
    cells, stacks = (NAMES[origin], NAMES[target]), state.stacks
    values: dict[str, Any] = {"seat": state.turn, "from_cell": cells[0], "to_cell": cells[1]}
    if kind == ADD:
        return Effect("added", {**values, "colour": colour_name(target)}, cells)
    values["colour"] = COLOUR_NAMES[RINGS[stacks[origin] & 3]]
    if kind == REMOVE:
        return Effect("removed", values, cells)
    foe = next(seat for seat, board in enumerate(state.pieces) if board >> target & 1)
    return Effect("captured", {**values, "foe_seat": foe, "count": len(unpack(stacks[target]))}, cells)


def _losses(state: Any, after: Any) -> list[Effect]:
    """Seats that have lost their last piece."""
    if state.to_place:
        return []
    before, now = state.pieces, after.pieces
    return [Effect("out", {"seat": seat}) for seat in range(state.seats) if before[seat] and not now[seat]]


def _outcome(state: Any) -> list[Effect]:
    """How the match ended, if it has: R9."""
    decided = _decided(state)
    if not decided:
        return []
    winners = [seat for seat, payoff in enumerate(state.payoffs()) if payoff > 0]
    first = winners[0]
    if decided == "shared":
        return [Effect("drawn", {"winner_seats": winners, "count": state.captured[first]})]
    counts = {"last": state.pieces[first].bit_count(), "pieces": _lost(state)[first], "rings": state.captured[first]}
    return [Effect(f"won-{decided}", {"seat": first, "count": counts[decided]})]
