"""The symmetries of yamamoto: left and right may be exchanged, and so may the seats, with the board turned by half."""

from __future__ import annotations

from calumma.core import Game
from calumma.core.symmetry import IDENTITY, Places, Symmetry, square_turns, symmetry, turned_board

TURNS = square_turns(5)
SIDES = TURNS["sides"]
PLANES = ("own white", "own black", "enemy white", "enemy black", "own goals", "enemy goals", "invader")


def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Return all four. Turning by half exchanges the seats, as both then look at the board from the other side."""
    names = {IDENTITY: 0, "sides": 0, "half turn": 1, "ends": 1}
    return tuple(_of(game, name, shift) for name, shift in names.items())


def _of(game: Game, name: str, shift: int) -> Symmetry:
    places = TURNS[name]
    actions = [places[action // 25] * 25 + places[action % 25] for action in range(game.num_actions)]
    return symmetry(game, name, dict.fromkeys(PLANES, places), actions, lambda text: _text(text, places, shift), shift)


def _text(text: str, places: Places, shift: int) -> str:
    board, turn = text.split()
    if not shift:
        return f"{turned_board(board, places)} {turn}"
    return f"{turned_board(board, places, change=str.swapcase)} {'b' if turn == 'o' else 'o'}"
