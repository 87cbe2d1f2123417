"""A puzzle in the terminal: the board, a prompt, the others' answers, until the goal is reached or the solution is asked for."""

from __future__ import annotations

from collections.abc import Callable

import click

from calumma.core import GameError
from calumma.core.words import Words
from calumma.puzzles import Puzzle, judge

say = Words(__package__)

GIVE_UP = ("quit", "?", "give up")


def solve_puzzle(puzzle: Puzzle, colour: bool = True, ask: Callable[[str], str] = click.prompt) -> int:
    """Let a person solve a puzzle; return 0 if it was solved, 1 if not. A wrong move is refuted and taken back."""
    click.echo(say("puzzle-heading", number=puzzle.number, rating=puzzle.rating, task=puzzle.task))
    state, played = puzzle.beginning(), list[str]()
    click.echo(puzzle.game.scene(state, puzzle.seat).text(colour=colour))
    while True:
        answer = ask(say("your-move")).strip()
        if answer in GIVE_UP:
            click.echo(say("solution", known=" ".join(puzzle.line)))
            return 1
        try:
            outcome = judge(puzzle, played, answer)
        except GameError as error:
            click.echo(str(error))
            continue
        click.echo(outcome.words)
        if outcome.verdict == "wrong":
            continue
        played += [ply.text for ply in outcome.plies]
        click.echo(puzzle.game.scene(outcome.plies[-1].after, puzzle.seat).text(colour=colour))
        if outcome.verdict == "solved":
            return 0
