"""What a position shows: its view, and what an action does, in words' keys and values. Words are in locale/en.po."""

from __future__ import annotations

from typing import Any

from calumma.core.effect import Effect
from calumma.games.bradley.board import BIT, CLOCKWISE, NAMES, ray, squares, teams
from calumma.games.bradley.layout import PASS, squares_of
from calumma.games.bradley.view import Own


def view_of(state: Any, seat: int | None) -> Own:
    """Return everything: the cubes of every seat and the neutral ones, as square numbers, the marker and R7's count."""
    boards = [squares(board) for board in state.cubes[: state.seats + 1]]
    return {
        "cubes": boards[: state.seats],
        "neutral": boards[state.seats],
        "last": None if state.last < 0 else state.last,
        "quiet": state.quiet,
        "patience": state.patience,
        "turn": state.turn,
    }


def effects_of(state: Any, action: int, after: Any) -> list[Effect]:
    """A cube comes or moves, cubes turn line by line, somebody loses the last one, the match ends."""
    final = _final_effects(after)
    if action == PASS:
        return [Effect("passed", {"seat": state.turn}), *final]
    origin, target = squares_of(action)
    cells = tuple(NAMES[square] for square in turned(state, origin, target))
    before, now = state.cubes, after.cubes
    lost = [seat for seat in range(state.seats) if before[seat] and not now[seat]]
    return [
        _placed(state, origin, target),
        Effect("turned", {"seat": state.turn, "count": len(cells)}, cells),
        *(Effect("lost_all", {"foe_seat": seat}) for seat in lost),
        *final,
    ]


def turned(state: Any, origin: int | None, target: int) -> list[int]:
    """Return the squares whose cubes turn: lines go clockwise from straight up, each from the placed cube outwards."""
    found = squares(state.enclosed_by(origin, target))
    return [square for way in CLOCKWISE for square in ray(target, way) if square in found]


def _placed(state: Any, origin: int | None, target: int) -> Effect:
    if origin is None:
        return Effect("dropped", {"seat": state.turn, "cell": NAMES[target]}, (NAMES[target],))
    cells = (NAMES[origin], NAMES[target])
    values = {"seat": state.turn, "from_cell": cells[0], "to_cell": cells[1]}
    owner = next(i for i, board in enumerate(state.cubes) if board & BIT[origin])
    if owner == state.turn:
        return Effect("relocated", values, cells)
    if owner == state.seats:
        return Effect("took_neutral", values, cells)
    return Effect("took", {**values, "foe_seat": owner}, cells)


def _final_effects(state: Any) -> list[Effect]:
    """How everybody scored and who won, once the match is over."""
    if not state.over:
        return []
    scores = [Effect("scored", {"seat": seat, "count": score}) for seat, score in enumerate(state.scores())]
    winners = [seat for seat, payoff in enumerate(state.payoffs()) if payoff > 0]
    if len(winners) == 1:
        return [*scores, Effect("won", {"seat": winners[0]})]
    shared = tuple(winners) not in teams(state.seats)
    return [*scores, Effect("shared" if shared else "won_together", {"winner_seats": winners})]
