"""The value of a position: who wins, and how soon.

`find_winner` asks by proof numbers whether the first and whether the second player can force a win, which needs no depth and
finds the winner within minutes. `prove` deepens: can the first player force a win within one ply, the second within two, the
first within three .., every win counted to the end of the match, which takes far longer and finds the shortest.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from calumma.core import OVER, Game, GameError, State
from calumma.core.words import Words
from calumma.games.yamamoto.endings import Endings
from calumma.games.yamamoto.proof import Prover
from calumma.games.yamamoto.proof_numbers import ProofNumbers
from calumma.games.yamamoto.solving.positions import position_of
from calumma.solutions.solver import DEEPEST, FAR, Outcome, Step, Work

say = Words("calumma.games.yamamoto")

BUDGET = 2_000_000  # nodes between two reports of progress of the deepening search ..
PORTION = 100_000  # .. and of the search by proof numbers, whose nodes take longer; the first ones are smaller
FIRST_PORTION = 1000


class Contest:
    """Whether the first player wins and whether the second does, worked on by turns: the one that seems nearer its answer."""

    def __init__(self, state: State, numbers: ProofNumbers) -> None:
        _refuse_finished(state)
        self.state, self.numbers = state, numbers
        self.start, self.before = time.perf_counter(), numbers.nodes

    def run(self, most: int = FAR, report: Callable[[Work], None] | None = None) -> Outcome:
        """Return who wins; nobody if neither can force it (a draw), or if that is not known after so many nodes."""
        first = self.state.to_act
        open_questions = {seat: Work(seat, 1, 1, 0, 0.0) for seat in (first, 1 - first)}
        while open_questions and self.nodes < most:
            seat = min(open_questions, key=lambda seat: open_questions[seat].proof)
            work = self._work_on(seat, min(PORTION, max(FIRST_PORTION, self.nodes // 4), most - self.nodes))
            if report:
                report(work)
            if work.answer:
                return Outcome(seat, work.disproof, self.nodes, work.seconds)
            open_questions[seat] = work
            if work.answer is False:
                del open_questions[seat]
        is_draw = not open_questions and not self.numbers.is_cut
        return Outcome(None, 0, self.nodes, time.perf_counter() - self.start, is_draw)

    @property
    def nodes(self) -> int:
        """How many positions were worked on."""
        return self.numbers.nodes - self.before

    def _work_on(self, seat: int, portion: int) -> Work:
        found = self.numbers.search(position_of(self.state), self.state.to_act == seat, portion)
        return Work(seat, *found, self.nodes, time.perf_counter() - self.start)


def find_winner(state: State, numbers: ProofNumbers, most: int = FAR, report: Callable[[Work], None] | None = None) -> Outcome:
    """Find out who wins from a position; the plies are those within which the proof wins, not the fewest."""
    return Contest(state, numbers).run(most, report)


def winning_moves(
    game: Game, state: State, numbers: ProofNumbers, most: int = FAR, report: Callable[[str, Outcome], None] | None = None
) -> tuple[list[str], list[str]]:
    """Return the moves that win for the side to move, and those of which it was not found out after so many nodes each."""
    winning, unknown = [], []
    for action in state.legal():
        text, after = game.move_text(state, action), state.copy()
        after.apply(action)
        outcome = Outcome(state.to_act, 1) if after.to_act == OVER else find_winner(after, numbers, most)
        if report:
            report(text, outcome)
        if outcome.winner == state.to_act:
            winning.append(text)
        elif outcome.winner is None:
            unknown.append(text)
    return winning, unknown


class Search:
    """The question asked ever deeper from one position, with a memory on disk of what was answered with no."""

    def __init__(self, game: Game, state: State, prover: Prover, note: Path | None = None) -> None:
        _refuse_finished(state)
        self.game, self.state, self.prover, self.note = game, state, prover, note
        self.start = time.perf_counter()

    def run(self, deepest: int = DEEPEST, report: Callable[[Step], None] | None = None) -> Outcome:
        """Return who wins, and within how many plies."""
        for plies in range(excluded(self.game, self.state, self.note) + 1, deepest + 1):
            winner = self.state.to_act if plies % 2 else 1 - self.state.to_act
            if self._ask(plies, winner, report):
                return self._outcome(winner, plies)
            self._remember(plies)
        return self._outcome(None, deepest)

    def _ask(self, plies: int, winner: int, report: Callable[[Step], None] | None) -> bool:
        ask = self.prover.won_within if self.state.to_act == winner else self.prover.lost_within
        before = self.prover.nodes
        answer = None
        while answer is None:
            answer = ask(position_of(self.state), plies, BUDGET << min(10, (self.prover.nodes - before) // (8 * BUDGET)))
            if report:
                report(Step(winner, plies, self.prover.nodes - before, time.perf_counter() - self.start, answer))
        return answer

    def _outcome(self, winner: int | None, plies: int) -> Outcome:
        return Outcome(winner, plies, self.prover.nodes, time.perf_counter() - self.start)

    def _remember(self, plies: int) -> None:
        if self.note:
            self.note.parent.mkdir(parents=True, exist_ok=True)
            notes = _notes(self.note) | {self.game.position_text(self.state, None): plies}
            self.note.write_text(json.dumps(notes, indent=1), encoding="utf-8")


def prove(
    game: Game,
    state: State,
    endings: Endings,
    megabytes: float = 1000.0,
    deepest: int = DEEPEST,
    note: Path | None = None,
    report: Callable[[Step], None] | None = None,
) -> tuple[Outcome, Prover]:
    """Find the shortest forced win from a position; return it with the prover that knows how."""
    prover = Prover(endings, megabytes)
    return Search(game, state, prover, note).run(deepest, report), prover


def excluded(game: Game, state: State, note: Path | None) -> int:
    """Return within how many plies nobody can force a win, as far as deepening searches have noted it."""
    return _notes(note).get(game.position_text(state, None), 0)


def _notes(note: Path | None) -> dict[str, int]:
    return json.loads(note.read_text(encoding="utf-8")) if note and note.exists() else {}


def _refuse_finished(state: State) -> None:
    if state.to_act == OVER:
        raise GameError(say("nothing-solve-match-over"))
