"""Texts of bradley: drops like `c5`, relocations like `d4-c5`, positions like `5/7/9/4P4/2PPG4/... P`.

A position is the ranks from 9 to 1, holes only, with the letters of the colours and digits for empty holes; then the letter
of the seat to move; then, if it is not 0, the number of turns since the last drop.
"""

from __future__ import annotations

import re
from typing import Any

from calumma.core import Game, NotationError, SetUp, State
from calumma.core.messages import either
from calumma.core.words import Words
from calumma.games.bradley.board import COLOURS, NAMES, NEUTRAL, PLACES, mask
from calumma.games.bradley.explain import owners
from calumma.games.bradley.layout import squares_of
from calumma.games.bradley.view import view_of

say = Words(__package__)

PASS = 69
FIRST_RELOCATION = 70
MOVE = re.compile(r"([a-z]\d+)(?:-([a-z]\d+))?")
RANKS = [[square for square, (_, y) in enumerate(PLACES) if y == rank] for rank in range(8, -1, -1)]


def seat_names(seats: int) -> tuple[str, ...]:
    """Return the colours of the seats, as names."""
    return tuple(colour.capitalize() for colour in COLOURS[seats])


def letters(seats: int) -> str:
    """Return the letters of the seats' colours and, behind them, the neutral colour's where there is one."""
    text = "".join(colour[0].upper() for colour in COLOURS[seats])
    return text if seats in (3, 6) else text + NEUTRAL[0].upper()


# Moves


def move_text(state: State, action: int) -> str:
    """Return the square of a drop, the two squares of a relocation, or `pass`."""
    if action == PASS:
        return "pass"
    origin, target = squares_of(action)
    return NAMES[target] if origin is None else f"{NAMES[origin]}-{NAMES[target]}"


def read_move(state: State, text: str) -> int:
    """Return the action of a text."""
    if text == "pass":
        return PASS
    found = MOVE.fullmatch(text)
    if not found:
        raise NotationError(say("expected-move"))
    first = _square(found[1])
    return first if found[2] is None else FIRST_RELOCATION + first * len(NAMES) + _square(found[2])


def _square(name: str) -> int:
    if name not in NAMES:
        raise NotationError(say("no-square", name=name))
    return NAMES.index(name)


# Positions


def position_text(state: State, seat: int | None) -> str:
    """Return the cubes, the seat to move and the turns without a drop; everything is open, so every seat sees the same."""
    view = view_of(state)
    names = letters(view["seats"])
    board = {square: names[holder] for square, holder in owners(view).items()}
    ranks = "/".join("".join(board.get(square, "1") for square in rank) for rank in RANKS)
    text = f"{re.sub('1+', lambda run: str(len(run[0])), ranks)} {names[view['turn']]}"
    return f"{text} {view['quiet']}" if view["quiet"] else text


def parse_position(game: Game, text: str) -> State:
    """Return the position of a text."""
    board, turn, quiet = _fields(text)
    names = letters(game.seats)
    ranks = board.split("/")
    if len(ranks) != len(RANKS):
        raise NotationError(say("expected-ranks", count=len(ranks)))
    cells = "".join(_cells(row, 9 - i, len(RANKS[i]), names) for i, row in enumerate(ranks))
    order = [square for rank in RANKS for square in rank]
    boards = [mask(square for square, cell in zip(order, cells, strict=True) if cell == name) for name in names]
    state: Any = game.new()
    state.set_up([*boards, 0], _seat(turn, names[: game.seats]), _quiet(quiet, view_of(state)["patience"]))
    return state  # type: ignore[no-any-return]


def _fields(text: str) -> tuple[str, str, str]:
    fields = text.split()
    if len(fields) not in (2, 3):
        raise NotationError(say("expected-position"))
    return fields[0], fields[1], fields[2] if len(fields) == 3 else "0"


def _cells(row: str, rank: int, size: int, names: str) -> str:
    cells = re.sub("[1-9]", lambda digit: "." * int(digit[0]), row)
    if len(cells) != size or set(cells) - set(names + "."):
        raise NotationError(say("rank", rank=rank, row=row, count=size, names=", ".join(names)))
    return cells


def _seat(text: str, names: str) -> int:
    if len(text) != 1 or text not in names:
        raise NotationError(say("seat-move", text=text, known=either(names)))
    return names.index(text)


def _quiet(text: str, most: int) -> int:
    if not re.fullmatch(r"\d{1,2}", text) or int(text) > most:
        raise NotationError(say("turns-without-drop", text=text, most=most))
    return int(text)


def set_up(game: Game) -> SetUp:
    """Return what a position is set up with by hand: cubes, nothing on top of them, seats to move, and how the text is made."""
    seats = letters(game.seats)[: game.seats]
    names = [*(say("cube-of", seat=seat) for seat in seat_names(game.seats)), say("neutral-cube")]
    pieces = dict(zip(letters(game.seats), names, strict=False))
    return {"pieces": pieces, "tops": {}, "turns": seats, "text": lambda board, turn: f"{board} {turn}"}
