"""What is known for certain about a position: from the tables that are built, and from the certificate of the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from calumma.core import OVER, Game, State
from calumma.games.yamamoto.endings import DRAWN, MISSING, Endings
from calumma.games.yamamoto.solving import verify
from calumma.games.yamamoto.solving.certificate import Claim, certificate_path, how_to_get, read_claim
from calumma.games.yamamoto.solving.positions import action_of, position_of, size
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.games.yamamoto.strategy import Strategy

WIN, LOSS, DRAW = "win", "loss", "draw"
STEP = 20_000  # moves of a certificate that are read in one go: about a hundredth of a second


@dataclass(frozen=True)
class Known:
    """The value of a position for the side to move, the plies to the end (0 in a draw) and the moves that keep to it.

    If it comes from the certificate of a win, the first of them is the one whose consequences the certificate knows.
    """

    value: str
    plies: int
    best: list[int]
    source: str

    @property
    def rank(self) -> int:
        """The higher, the better for the side to move: quick wins, slow wins, draws, slow losses, quick losses."""
        return {WIN: 1000 - self.plies, DRAW: 0, LOSS: self.plies - 1000}[self.value]


class Knowledge:
    """Tables and certificate of one goal, read when they are first needed."""

    def __init__(self, game: Game, tablebase: Tablebase | None = None) -> None:
        self.game = game
        self.goal = str(game.options["goal"])
        self.tablebase = tablebase or Tablebase(self.goal)

    @cached_property
    def endings(self) -> Endings | None:
        """The tables, None if there are none."""
        return self.tablebase.open() if self.tablebase.pieces else None

    @cached_property
    def claim(self) -> Claim | None:
        """What the certificate says of the start, None if there is no certificate."""
        path = certificate_path(self.goal)
        return read_claim(path) if path else None

    @cached_property
    def strategy(self) -> Strategy | None:
        """The winner's strategy from the start, None if there is no certificate."""
        path = certificate_path(self.goal)
        return _read_strategy(self.game, path, path.stat().st_mtime_ns) if path else None

    def of(self, state: State) -> Known | None:
        """Return what is known about a position that is not over, None if nothing is."""
        return self._in_tables(state) or self._at_start(state) or self._in_strategy(state)

    def beyond(self) -> str:
        """Return why nothing is known about a position, and what would help."""
        tables = f"expected one within the tables that are built (calumma tablebase build {self.game.name})"
        if self.claim is None:
            return f"{tables}, and {how_to_get(self.goal)}"
        return f"{tables}, or one that the certificate reaches"

    # Tables

    def _in_tables(self, state: State) -> Known | None:
        if self.endings is None or size(position_of(state)) > self.endings.pieces:
            return None
        value = self._byte(state)
        after = {action: self._byte(_after(state, action)) for action in state.legal()}
        if value == DRAWN:
            return Known(DRAW, 0, [action for action, byte in after.items() if byte == DRAWN], "tables")
        best = [action for action, byte in after.items() if byte == value - 1]
        return Known(WIN if value % 2 else LOSS, value, best, "tables")

    def _byte(self, state: State) -> int:
        """The entry of a position; where all pieces of a side are gone or a piece stays in its goal, the mover has lost."""
        if state.to_act == OVER:
            return 0
        assert self.endings is not None
        byte = self.endings.value(*position_of(state))
        if byte == MISSING:
            raise ValueError(f"no table has the position {self.game.position_text(state, None)}")
        return int(byte)

    # Certificate

    def _at_start(self, state: State) -> Known | None:
        """The start, if the winner moves first: answered by the head of the certificate alone."""
        if self.claim is None or self.claim.winner != state.to_act:
            return None
        if self.game.position_text(state, None) != self.claim.start:
            return None
        best = [self.game.parse_move(state, text) for text in self.claim.best]
        return Known(WIN, self.claim.plies, best, "certificate")

    def _in_strategy(self, state: State) -> Known | None:
        if self.claim is None or self.strategy is None:
            return None
        if state.to_act == self.claim.winner:
            found = self.strategy.find(position_of(state))
            return None if found is None else Known(WIN, found[1], [action_of(state, found[0])], "certificate")
        return self._losing(state)

    def _losing(self, state: State) -> Known | None:
        """The loser's position: known if the strategy has an answer to every move."""
        assert self.strategy is not None
        left: dict[int, int] = {}
        for action in state.legal():
            after = _after(state, action)
            found = None if after.to_act == OVER else self.strategy.find(position_of(after))
            if found is None:
                return None
            left[action] = found[1]
        most = max(left.values())
        return Known(LOSS, most + 1, [action for action, plies in left.items() if plies == most], "certificate")

    def as_json(self, state: State, known: Known) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            "value": known.value,
            "plies": known.plies,
            "best": [self.game.move_text(state, action) for action in known.best],
        }


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after


@cache
def _read_strategy(game: Game, path: Path, _changed_at: int) -> Strategy:
    """The strategy of a certificate: seconds of work, so it is done once for all who ask."""
    head, moves, plies = verify.read(path)
    start = game.parse_position(str(head["start"]))
    strategy = Strategy(str(head["goal"]), positions=max(1 << 12, len(moves) * 2))
    strategy.begin(position_of(start), start.to_act == head["winner"])
    for _ in range(0, len(moves), STEP):  # in steps, between which other threads have their turn
        strategy.replay(moves, plies, STEP)
    return strategy
