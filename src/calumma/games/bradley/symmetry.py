"""The symmetries of bradley: the board may be turned and mirrored, and the colours passed on around the table."""

from __future__ import annotations

from calumma.core import Game
from calumma.core.symmetry import Places, Symmetry, symmetry, turned_board
from calumma.games.bradley.board import CELL_TURNS, TURNS
from calumma.games.bradley.layout import FIRST_RELOCATION, PASS, SIZE
from calumma.games.bradley.notation import letters


def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Return all: eight ways to turn the board, for every seat that the first may become."""
    return tuple(_of(game, name, shift) for shift in range(game.seats) for name in TURNS)


def _of(game: Game, name: str, shift: int) -> Symmetry:
    squares = TURNS[name]
    called = name if not shift else f"{name}, seats +{shift}"
    parts = dict.fromkeys(("cubes", "neutral", "last"), CELL_TURNS[name])
    actions = [_action(action, squares) for action in range(game.num_actions)]
    names = letters(game.seats)
    return symmetry(game, called, parts, actions, lambda text: _text(text, squares, names, game.seats, shift), shift)


def _action(action: int, squares: Places) -> int:
    if action < PASS:
        return squares[action]
    if action == PASS:
        return PASS
    origin, target = divmod(action - FIRST_RELOCATION, SIZE)
    return FIRST_RELOCATION + squares[origin] * SIZE + squares[target]


def _text(text: str, squares: Places, names: str, seats: int, shift: int) -> str:
    board, turn, *quiet = text.split()
    passed_on = str.maketrans(names[:seats], names[shift:seats] + names[:shift])
    return " ".join([turned_board(board, squares).translate(passed_on), turn.translate(passed_on), *quiet])
