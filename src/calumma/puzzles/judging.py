"""Judging what somebody plays in a puzzle: right so far, solved, or wrong, and then what refutes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from calumma.core import CHANCE, OVER, Game, Rng, State
from calumma.core.words import Words
from calumma.lessons.trying import Outcome, TriedPly, story, tried
from calumma.puzzles.defence import refuting, resisting
from calumma.puzzles.finding import is_settled
from calumma.puzzles.proving import Prover, Stage, TooHard, brings
from calumma.puzzles.puzzle import Puzzle
from calumma.solutions import told

say = Words(__package__)

Verdict = Literal["right", "solved", "wrong"]
"""Of a move: the goal is still in reach, it is reached, or it is out of reach."""

MOST_LUCK = 20  # plies of luck in a row
PATIENCE = 10  # with a solution: times that of whoever found the puzzle


@cache
def prover_of(game: Game) -> Prover:
    """Return the search of a game, shared by all who ask."""
    return Prover(game, megabytes=4.0, patience=PATIENCE)


def judge(puzzle: Puzzle, played: Sequence[str], text: str) -> Outcome[Verdict]:
    """Return what becomes of a move after those already played, answers and luck included; IllegalMove if the rules refuse it."""
    trial = _Trial(puzzle)
    trial.replay(played)
    trial.plies.clear()
    own = trial.play(text)
    if puzzle.kind.proof == "average":
        return trial.told_average(puzzle.line[0] == own.text)
    brought = puzzle.kind.measure == "goal" and brings(puzzle.kind, own.before, own.action)
    trial.let_luck_decide()
    if brought or (trial.is_settled and trial.holds):
        return trial.told("solved")
    if not trial.holds:
        return trial.refuted()
    while not trial.is_settled and trial.stage.state.to_act != puzzle.seat:
        trial.answer()
    return trial.told("solved" if trial.is_settled else "right")


def solution_plies(puzzle: Puzzle) -> list[TriedPly]:
    """Return the plies of a puzzle's line."""
    trial = _Trial(puzzle)
    trial.replay(puzzle.line)
    return list(trial.plies)


def begun(puzzle: Puzzle, played: Sequence[str]) -> State:
    """Return the position after some plies of a try."""
    trial = _Trial(puzzle)
    trial.replay(played)
    return trial.stage.state


class _Trial:
    """Somebody's try at a puzzle: where it stands, and the plies that have been made."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.game = puzzle, puzzle.game
        self.prover = prover_of(self.game)
        state = puzzle.beginning()
        self.lead = self.prover.lead(state, puzzle.seat) + puzzle.gain
        self.stage = Stage(state, puzzle.seat, puzzle.turns)
        self.plies: list[TriedPly] = []
        self.rng = Rng(puzzle.number)

    def replay(self, texts: Sequence[str]) -> None:
        """Play texts that were played before."""
        for text in texts:
            self.play(text)

    def play(self, text: str) -> TriedPly:
        """Play a text; IllegalMove or NotationError if it cannot be played."""
        return self._apply(self.game.parse_move(self.stage.state, text))

    def _apply(self, action: int) -> TriedPly:
        before = self.stage
        self.stage = before.after(action)
        ply = tried(before.state, action, self.stage.state, self.puzzle.seat)
        self.plies.append(ply)
        return ply

    @property
    def is_settled(self) -> bool:
        """Whether the solver has nothing left to do."""
        return is_settled(self.puzzle.kind, self.stage, self.puzzle.seat)

    @property
    def holds(self) -> bool:
        """Whether the goal is still in reach."""
        kind, seat = self.puzzle.kind, self.puzzle.seat
        if self.stage.state.to_act == OVER and kind.measure == "win":
            return self.stage.state.payoffs()[seat] > 0.999
        try:
            return self.prover.reaches(kind, self.stage, seat, self.lead)
        except TooHard:  # never on the way of the solution, which was found with the same patience or less
            return False

    def let_luck_decide(self) -> None:
        """Draw what luck has to decide, the same for everybody."""
        for _ in range(MOST_LUCK):
            if self.stage.state.to_act != CHANCE:
                break
            self._apply(self.stage.state.pick(self.rng))

    def answer(self) -> None:
        """Let the others make the answer that resists longest, and luck decide."""
        self._apply(resisting(self.prover, self.puzzle.kind, self.stage, self.puzzle.seat, self.lead))
        self.let_luck_decide()

    def told(self, verdict: Verdict) -> Outcome[Verdict]:
        """Return the outcome of a move that keeps, or reaches, the goal."""
        words = say(f"verdict-{verdict}")
        return Outcome(verdict, tuple(self.plies), f"{words} {self._what_came()}".strip())

    def _what_came(self) -> str:
        """What happened after the own move; of one that ends the match what it did, as the result is told with it."""
        own, *others = self.plies
        return story(self.game, self.plies if own.after.to_act == OVER else others)

    def refuted(self) -> Outcome[Verdict]:
        """Return the outcome of a wrong move, with the answer that refutes it."""
        reply = refuting(self.prover, self.puzzle.kind, self.stage, self.puzzle.seat, self.lead)
        told = say("verdict-wrong")
        if self.stage.state.to_act == OVER:
            told = f"{told} {self._what_came()}"
        if reply is not None:
            told = f"{told} {say('refuted', story=story(self.game, [self._apply(reply)]))}"
        elif self.puzzle.kind.measure == "lead":
            told = f"{told} {self._shortfall()}"
        return Outcome("wrong", tuple(self.plies), f"{told} {self._what_is_left()}".strip())

    def _what_is_left(self) -> str:
        """Who wins now, where a solution was needed to know it: too far for whoever looks at the board."""
        kind, state = self.puzzle.kind, self.stage.state
        known = self.prover.known(kind, state) if kind.searched else None
        return told(self.game, state.to_act, known) if known else ""

    def told_average(self, is_right: bool) -> Outcome[Verdict]:
        """Return the outcome of a move in a puzzle about averages: one move is the answer."""
        self.let_luck_decide()
        verdict: Verdict = "solved" if is_right else "wrong"
        words = say(f"verdict-{verdict}")
        return Outcome(verdict, tuple(self.plies), words if is_right else f"{words} {say('average')}")

    def _shortfall(self) -> str:
        """How much can still be gained, beside what was possible."""
        kind, seat = self.puzzle.kind, self.puzzle.seat
        base = self.lead - self.puzzle.gain
        try:
            best = self.prover.value(kind, self.stage, seat, base - kind.most, self.lead - 1) - base
        except TooHard:
            return ""
        return say("shortfall", best=best, gain=self.puzzle.gain)
