"""Exact values near the end of a match, where tables and certificate do not reach: found by a bounded proof when asked for."""

from __future__ import annotations

from threading import Lock

from calumma.core import OVER, Game, State
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.solving.knowledge import LOSS, WIN, Knowledge, Known
from calumma.games.yamamoto.solving.positions import position_of

PLIES = 9
BUDGET = 60_000
"""Positions for one question: some hundredths of a second."""
MEGABYTES = 8.0


class Near:
    """What is known about a position, and what a short proof finds: wins and losses within a few plies. For any thread."""

    def __init__(self, game: Game, knowledge: Knowledge | None = None) -> None:
        self.knowledge = knowledge or Knowledge(game)
        self._prover = Prover(Endings(str(game.options["goal"]), 0), megabytes=MEGABYTES)
        self._lock = Lock()

    def of(self, state: State, plies: int = PLIES, budget: int = BUDGET) -> Known | None:
        """Return the value of a position that is not over; None if it is neither known nor decided within the plies."""
        with self._lock:
            return self.knowledge.of(state) or self._proven(state, plies, budget)

    def _proven(self, state: State, plies: int, budget: int) -> Known | None:
        found = self._distance(state, plies, budget)
        if found is None:
            return None
        if found % 2:
            best = [action for action in state.legal() if self._decided(state, action, found - 1, budget)]
            return Known(WIN, found, best, "proof")
        left = {action: self._after(state, action, found - 1, budget) for action in state.legal()}
        return Known(LOSS, found, [action for action, distance in left.items() if distance == found - 1], "proof")

    def _distance(self, state: State, plies: int, budget: int) -> int | None:
        """The plies to a forced end: an odd number if the side to move wins, an even one if it loses."""
        for distance in range(1, plies + 1):
            answer = self._ask(state, distance, budget)
            if answer is None:
                return None
            if answer:
                return distance
        return None

    def _ask(self, state: State, distance: int, budget: int) -> bool | None:
        if distance == 1:
            return any(self._wins_at_once(state, action) for action in state.legal())
        position = position_of(state)
        if distance % 2:
            return self._prover.won_within(position, distance, budget)
        return self._prover.lost_within(position, distance, budget)

    def _wins_at_once(self, state: State, action: int) -> bool:
        after = _after(state, action)
        return after.to_act == OVER and after.payoffs()[state.to_act] == 1.0

    def _decided(self, state: State, action: int, distance: int, budget: int) -> bool:
        """Whether the other side is lost within the distance after a move."""
        after = _after(state, action)
        if after.to_act == OVER:
            return after.payoffs()[state.to_act] == 1.0
        found = self._distance(after, distance, budget)
        return found is not None and found % 2 == 0

    def _after(self, state: State, action: int, distance: int, budget: int) -> int | None:
        after = _after(state, action)
        return 0 if after.to_act == OVER else self._distance(after, distance, budget)


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after
