"""A puzzle in the terminal: the board, a prompt, the others' answers, until the goal is reached or the solution is asked for."""

from __future__ import annotations

from collections.abc import Callable

import click

from calumma.core import GameError, State
from calumma.core.words import Words
from calumma.puzzles import Puzzle, judge
from calumma.terminal.look import in_columns

say = Words(__package__)

GIVE_UP = ("quit", "give up")


def solve_puzzle(puzzle: Puzzle, colour: bool = True, ask: Callable[[str], str] = click.prompt) -> int:
    """Let a person solve a puzzle; return 0 if it was solved, 1 if not. A wrong move is refuted and taken back."""
    return _Solver(puzzle, colour).solve(ask)


class _Solver:
    """Somebody at a puzzle: what was played so far, answers included, and the position after it."""

    def __init__(self, puzzle: Puzzle, colour: bool) -> None:
        self.puzzle, self.game, self.colour = puzzle, puzzle.game, colour
        self.state = puzzle.beginning()
        self.played: list[str] = []

    def solve(self, ask: Callable[[str], str]) -> int:
        """Ask until the goal is reached, or the solution asked for."""
        puzzle = self.puzzle
        click.echo(say("puzzle-heading", number=puzzle.number, rating=puzzle.rating, task=puzzle.task))
        click.echo(say("puzzle-begin"))
        self._draw(self.state)
        tells = {"help": lambda: say("puzzle-help"), "?": lambda: say("puzzle-help"), "hint": self._hint, "moves": self._moves}
        while (answer := ask(say("your-move")).strip()).lower() not in GIVE_UP:
            if answer.lower() == "board":
                self._draw(self.state)
            elif answer.lower() in tells:
                click.echo(tells[answer.lower()]())
            elif self._solves(answer):
                return 0
        click.echo(say("solution", known=" ".join(puzzle.line)))
        return 1

    def _solves(self, text: str) -> bool:
        """Whether a move reaches the goal; one that misses it is shown with what refutes it, then taken back."""
        try:
            outcome = judge(self.puzzle, self.played, self._meant(text))
        except GameError as error:
            click.echo(str(error))
            return False
        click.echo(outcome.words)
        self._draw(outcome.plies[-1].after)
        if outcome.verdict == "wrong":
            click.echo(say("lesson-again"))
            return False
        self.played += [ply.text for ply in outcome.plies]
        self.state = outcome.plies[-1].after
        return outcome.verdict == "solved"

    def _meant(self, text: str) -> str:
        """Return the only move that is written so but for upper and lower case, if the text itself is none."""
        try:
            self.game.parse_move(self.state, text)
        except GameError:
            similar = [move for move in self._texts() if move.lower() == text.lower()]
            return similar[0] if len(similar) == 1 else text
        return text

    def _hint(self) -> str:
        """Name the next move of the solution, as long as what was played is its beginning."""
        count = len(self.played)
        is_known = self.played == list(self.puzzle.line[:count]) and count < len(self.puzzle.line)
        return say("puzzle-hint", move=self.puzzle.line[count]) if is_known else say("puzzle-no-hint")

    def _moves(self) -> str:
        return in_columns(self._texts())

    def _texts(self) -> list[str]:
        return [self.game.move_text(self.state, action) for action in self.state.legal()]

    def _draw(self, state: State) -> None:
        click.echo(self.game.scene(state, self.puzzle.seat).text(colour=self.colour))
