"""A puzzle in the terminal: the board, a prompt, the defence's answers, until the match is won or the move was wrong."""

from __future__ import annotations

from collections.abc import Callable

import click

from calumma.core import Game, IllegalMove, NotationError, State
from calumma.core.words import Words
from calumma.solutions import Puzzle

say = Words(__package__)

GIVE_UP = ("quit", "?", "give up")


def solve_puzzle(puzzle: Puzzle, colour: bool = True, ask: Callable[[str], str] = click.prompt) -> int:
    """Let a person solve a puzzle (a position, its plies and its line of moves); return 0 if it was solved, 1 if not."""
    game = puzzle.load_game()
    state = game.parse_position(puzzle.position)
    click.echo(
        say(
            "puzzle-rated-wins-plies",
            number=puzzle.number,
            rating=puzzle.rating,
            seat=game.seat_names[state.to_act],
            plies=puzzle.plies,
        )
    )
    for number, text in enumerate(puzzle.line):
        if number % 2:
            click.echo(say("plays", seat=game.seat_names[state.to_act], text=text))
        else:
            click.echo(game.scene(state).text(colour=colour))
            if not _finds(game, state, text, ask):
                click.echo(say("solution", known=" ".join(puzzle.line)))
                return 1
        state.apply(game.parse_move(state, text))
    click.echo(game.scene(state).text(colour=colour))
    click.echo(say("solved"))
    return 0


def _finds(game: Game, state: State, text: str, ask: Callable[[str], str]) -> bool:
    """Ask until there is a legal move; whether it is the right one."""
    while True:
        answer = ask(say("your-move")).strip()
        if answer in GIVE_UP:
            return False
        try:
            action = game.parse_move(state, answer)
        except (NotationError, IllegalMove) as error:
            click.echo(str(error))
            continue
        if game.move_text(state, action) != text:
            click.echo(say("does-not-win-quickly", answer=answer))
            return False
        return True
