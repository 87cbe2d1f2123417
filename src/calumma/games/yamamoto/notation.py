"""Texts of yamamoto: moves like `a1b3`, positions like `wbwbw/5/5/5/WBWBW o`."""

from __future__ import annotations

import re
from typing import Any

from calumma.core import Game, NotationError, SetUp, State
from calumma.core.words import Words
from calumma.games.yamamoto.board import NAMES
from calumma.games.yamamoto.view import view_of

say = Words(__package__)

SEATS = ("Orange", "Blue")
LETTERS = "WBwb"  # Orange white, Orange black, Blue white, Blue black
MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)")


def move_text(state: State, action: int) -> str:
    """Return the squares a move goes from and to."""
    return NAMES[action // 25] + NAMES[action % 25]


def read_move(state: State, text: str) -> int:
    """Return the action of a text like `a1b3`."""
    found = MOVE.fullmatch(text)
    if not found:
        raise NotationError(say("expected-move"))
    origin, target = (_square(name) for name in found.groups())
    return origin * 25 + target


def _square(name: str) -> int:
    if name not in NAMES:
        raise NotationError(say("no-square", name=name))
    return NAMES.index(name)


def position_text(state: State, seat: int | None) -> str:
    """Return ranks 5 to 1 and the seat to move; everything is open, so every seat sees the same."""
    view = view_of(state)
    letters = {
        square: letter
        for letter, squares in zip(LETTERS, [view["white"][0], view["black"][0], view["white"][1], view["black"][1]], strict=True)
        for square in squares
    }
    ranks = ("".join(letters.get(rank * 5 + file, "1") for file in range(5)) for rank in (4, 3, 2, 1, 0))
    board = re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))
    return f"{board} {'ob'[view['turn']]}"


def parse_position(game: Game, text: str) -> State:
    """Return the position of a text, with fresh counters."""
    board, _, turn = text.strip().partition(" ")
    if turn not in ("o", "b"):
        raise NotationError(say("expected-position"))
    ranks = board.split("/")
    if len(ranks) != 5:
        raise NotationError(say("expected-ranks", count=len(ranks)))
    boards = dict.fromkeys(LETTERS, 0)
    for rank, row in zip((4, 3, 2, 1, 0), ranks, strict=True):
        for file, letter in enumerate(_cells(row, rank)):
            if letter in boards:
                boards[letter] |= 1 << rank * 5 + file
    state: Any = game.new()
    _check(game, state, boards, "ob".index(turn))
    state.set_up(*boards.values(), "ob".index(turn))
    return state  # type: ignore[no-any-return]


def _cells(row: str, rank: int) -> str:
    cells = re.sub("[1-5]", lambda digit: "." * int(digit[0]), row)
    if len(cells) != 5 or set(cells) - set(LETTERS + "."):
        raise NotationError(say("rank", rank=rank + 1, row=row))
    return cells


def _check(game: Game, state: Any, boards: dict[str, int], turn: int) -> None:
    pieces = (boards["W"] | boards["B"], boards["w"] | boards["b"])
    if not any(pieces):
        raise NotationError(say("no-piece-board"))
    goals = [sum(1 << square for square in squares) for squares in view_of(state)["goals"]]
    for seat, letters in enumerate(("WB", "wb")):
        for letter, most in zip(letters, (3, 2), strict=True):
            if boards[letter].bit_count() > most:
                raise NotationError(say("pieces", seat=SEATS[seat], count=boards[letter].bit_count(), letter=letter, most=most))
    if pieces[turn] & goals[turn]:
        raise NotationError(say("move-but-already-arrived", seat=SEATS[turn]))
    if (pieces[1 - turn] & goals[1 - turn]).bit_count() > 1:
        raise NotationError(say("more-one-piece-goal", seat=SEATS[1 - turn]))


def set_up(game: Game) -> SetUp:
    """Return what a position is set up with by hand: pieces, nothing on top of them, seats to move, and how the text is made."""
    names = [say("piece", nature=nature, seat=seat) for seat in SEATS for nature in ("white", "black")]
    pieces = dict(zip(LETTERS, names, strict=True))
    return {"pieces": pieces, "tops": {}, "turns": "ob", "text": lambda board, turn: f"{board} {turn}"}
