"""The symmetries of chamelequin: the board may be turned and mirrored, and colours of rings go with those of the squares."""

from __future__ import annotations

from calumma.core import Game
from calumma.core.symmetry import Places, Symmetry, square_turns, symmetry, turned_board
from calumma.games.chamelequin.board import NAMES, RINGS, colour_of
from calumma.games.chamelequin.layout import FIRST_STEP, PASS, step_action, step_of

TURNS = square_turns(8)
COLOURED = (0, 1, 8, 9)  # a square of every colour, in the colours' order
THING = "[wbpg][RGBY]+"


def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Return all eight. Seats cannot be passed on: the first begins to place its pieces."""
    return tuple(_of(game, name) for name in TURNS)


def _of(game: Game, name: str) -> Symmetry:
    squares = TURNS[name]
    colours = [colour_of(squares[square]) for square in COLOURED]
    rings = [(level * 4 + colours[colour]) * 64 + square for level in range(4) for colour in range(4) for square in squares]
    parts = {"pieces": squares, "chain": squares, "rings": rings, "supply": colours}
    actions = [_action(action, squares) for action in range(game.num_actions)]
    return symmetry(game, name, parts, actions, lambda text: _text(text, squares, colours))


def _action(action: int, squares: Places) -> int:
    if action >= PASS:
        return action
    if action < FIRST_STEP:
        return squares[action]
    kind, origin, target = step_of(action)
    if not 0 <= target < len(squares):
        return action  # beyond the edge, where no step leads
    moved = step_action(kind, squares[origin], squares[target])
    return action if moved is None else moved


def _text(text: str, squares: Places, colours: Places) -> str:
    board, turn, under_way, *rest = text.split()
    dyed = str.maketrans(RINGS, "".join(RINGS[colour] for colour in colours))
    square, colon, steps = under_way.partition(":")
    if colon:
        under_way = f"{NAMES[squares[NAMES.index(square)]]}:{steps}"
    moved = turned_board(board, squares, THING, lambda piece: piece[0] + piece[1:].translate(dyed))
    return " ".join([moved, turn, under_way, *rest])
