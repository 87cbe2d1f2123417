"""Who wins? Iterative deepening: can the first, can the second player force a win within one ply, two, three .."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calumma.core import OVER, Game, GameError, State
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.solving.positions import position_of

BUDGET = 2_000_000  # nodes between two reports of progress
DEEPEST = 99


@dataclass(frozen=True)
class Step:
    """How far a search is: the question being asked, what was spent on it, and the answer if there is one."""

    winner: int
    plies: int
    nodes: int
    seconds: float
    answer: bool | None


Report = Callable[[Step], None]


@dataclass
class Outcome:
    """What was found: the winner (None: not decided) and the plies; otherwise how many plies were searched in vain."""

    winner: int | None
    plies: int
    nodes: int = 0
    seconds: float = 0.0


class Search:
    """The question asked ever deeper from one position, with a memory on disk of what was answered with no."""

    def __init__(self, game: Game, state: State, prover: Prover, note: Path | None = None) -> None:
        if state.to_act == OVER:
            raise GameError("there is nothing to solve: the match is over")
        self.game, self.state, self.prover, self.note = game, state, prover, note
        self.start = time.perf_counter()

    def run(self, deepest: int = DEEPEST, report: Report | None = None) -> Outcome:
        """Return who wins, and within how many plies (the fewest, if the prover is exact)."""
        for plies in range(self._known() + 1, deepest + 1):
            winner = self.state.to_act if plies % 2 else 1 - self.state.to_act
            if self._ask(self.state, plies, winner, report):
                return self._outcome(winner, plies)
            self._remember(plies)
        return self._outcome(None, deepest)

    def best_moves(self, plies: int, report: Report | None = None) -> list[str]:
        """Return the moves by which the side to move still wins within `plies`."""
        found = []
        for action in self.state.legal():
            after = self.state.copy()
            after.apply(action)
            if after.to_act == OVER or self._ask(after, plies - 1, self.state.to_act, report):
                found.append(self.game.move_text(self.state, action))
        return found

    def _ask(self, state: State, plies: int, winner: int, report: Report | None) -> bool:
        ask = self.prover.won_within if state.to_act == winner else self.prover.lost_within
        before = self.prover.nodes
        answer = None
        while answer is None:
            answer = ask(position_of(state), plies, BUDGET << min(10, (self.prover.nodes - before) // (8 * BUDGET)))
            if report:
                report(Step(winner, plies, self.prover.nodes - before, time.perf_counter() - self.start, answer))
        return answer

    def _outcome(self, winner: int | None, plies: int) -> Outcome:
        return Outcome(winner, plies, self.prover.nodes, time.perf_counter() - self.start)

    # Resuming

    def _key(self) -> str:
        kind = "exact" if self.prover.exact else "quick"
        return f"{self.game.position_text(self.state, None)} {kind} {self.prover.endings.pieces}"

    def _notes(self) -> dict[str, int]:
        return json.loads(self.note.read_text(encoding="utf-8")) if self.note and self.note.exists() else {}

    def _known(self) -> int:
        return self._notes().get(self._key(), 0)

    def _remember(self, plies: int) -> None:
        if self.note:
            self.note.parent.mkdir(parents=True, exist_ok=True)
            self.note.write_text(json.dumps(self._notes() | {self._key(): plies}, indent=1), encoding="utf-8")


def prove(
    game: Game,
    state: State,
    endings: Endings,
    megabytes: float = 1000.0,
    exact: bool = False,
    deepest: int = DEEPEST,
    note: Path | None = None,
    report: Report | None = None,
) -> tuple[Outcome, Prover]:
    """Find out who wins from a position; return it with the prover that knows how.

    `exact` finds the fewest plies. Otherwise any won table position ends a line, and the plies are those until the tables.
    """
    prover = Prover(endings, megabytes, exact)
    search = Search(game, state, prover, note)
    return search.run(deepest, report), prover


def first_moves(game: Game, state: State, prover: Prover, plies: int, report: Report | None = None) -> list[str]:
    """Return every move by which the side to move wins within the plies of its proof."""
    return Search(game, state, prover).best_moves(plies, report)
