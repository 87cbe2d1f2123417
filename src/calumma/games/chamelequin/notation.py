"""Texts of chamelequin: moves like `@e4`, `e4+e5`, `e4-e5`, `e4xe5`, `stop`, `pass`; positions in one line.

A position has five fields: the ranks from 8 to 1 (digits for empty squares; a piece is its seat's letter w, b, p or g and
its rings from bottom to top), the seat to move, what is under way, the rings each seat has captured, and the passes in a
row. Under way is `setup`, `-` (a turn begins), a square and the steps made (`e4:2`: the piece there may go on), or why the
match is over: `last`, `blocked`, `quiet`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from calumma.core import Game, NotationError, SetUp, State
from calumma.core.words import Words
from calumma.games.chamelequin.board import COLOUR_NAMES, NAMES, RINGS, colour_name, colour_of
from calumma.games.chamelequin.layout import (
    PASS,
    STOP,
    pieces_each,
    step_action,
    step_of,
)
from calumma.games.chamelequin.view import View, view_of

say = Words(__package__)

SEATS = ("White", "Black", "Pink", "Grey")
LETTERS = "wbpg"
SIGNS = "+-x"  # by kind of step
ENDS = ("last", "blocked", "quiet")

PLACEMENT = re.compile(r"@([a-z]\d+)")
STEP = re.compile(r"([a-z]\d+)([-+x])([a-z]\d+)")
SQUARE = re.compile(rf"([{LETTERS}])([{RINGS}]{{1,4}})|([1-8])")
CHAIN = re.compile(r"([a-h][1-8]):([12])")

Stacks = list[dict[int, str]]


def move_text(state: State, action: int) -> str:
    """Return the text of an action."""
    if action == PASS:
        return "pass"
    if action == STOP:
        return "stop"
    if action < 64:
        return f"@{NAMES[action]}"
    kind, origin, target = step_of(action)
    return NAMES[origin] + SIGNS[kind] + NAMES[target]


def read_move(state: State, text: str) -> int:
    """Return the action of a text."""
    if text in ("pass", "stop"):
        return PASS if text == "pass" else STOP
    if found := PLACEMENT.fullmatch(text):
        return _square(found[1])
    found = STEP.fullmatch(text)
    if not found:
        raise NotationError(say("expected-move"))
    action = step_action(SIGNS.index(found[2]), _square(found[1]), _square(found[3]))
    if action is None:
        raise NotationError(say("not-single-step", square=found[1], target=found[3]))
    return action


def _square(name: str) -> int:
    if name not in NAMES:
        raise NotationError(say("no-square", name=name))
    return NAMES.index(name)


def position_text(state: State, seat: int | None) -> str:
    """Return the position; everything is open, so every seat sees the same."""
    view = view_of(state)
    texts = {square: LETTERS[owner] + rings for owner, own in enumerate(view["pieces"]) for square, rings in own}
    ranks = ("".join(texts.get(rank * 8 + file, "1") for file in range(8)) for rank in range(7, -1, -1))
    board = re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))
    captured = ",".join(str(rings) for rings in view["captured_rings"])
    return f"{board} {LETTERS[view['turn']]} {_under_way(view)} {captured} {view['passes']}"


def _under_way(view: View) -> str:
    if any(view["to_place"]):
        return "setup"
    if view["chain"] is not None:
        return f"{NAMES[view['chain']]}:{view['steps']}"
    return str(view["reason"]) or "-"


def parse_position(game: Game, text: str) -> State:
    """Return the position of a text; the turns without a capture are counted anew."""
    fields = text.split()
    if len(fields) != 5:
        raise NotationError(say("expected-position", count=len(fields)))
    stacks = _read_board(game, fields[0])
    turn = LETTERS[: game.seats].find(fields[1])
    if len(fields[1]) != 1 or turn < 0:
        raise NotationError(say("seat-move", text=fields[1], known=", ".join(LETTERS[: game.seats])))
    _check_supply(game, stacks)
    if fields[2] == "setup":
        _check_setup(game, stacks, turn)
    else:
        _check_play(game, stacks, turn, fields[2])
    captured = _read_captured(game, stacks, fields[2], fields[3])
    state: Any = game.new()
    state.set_up(stacks, turn, fields[2] == "setup", captured)
    _go_under_way(state, stacks[turn], fields[2], _read_passes(stacks, fields[2], fields[4]))
    return state  # type: ignore[no-any-return]


def _read_board(game: Game, board: str) -> Stacks:
    ranks = board.split("/")
    if len(ranks) != 8:
        raise NotationError(say("expected-ranks", count=len(ranks)))
    stacks: Stacks = [{} for _ in range(game.seats)]
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        for file, piece in enumerate(_cells(row, rank, LETTERS[: game.seats])):
            if piece:
                stacks[LETTERS.index(piece[0])][rank * 8 + file] = piece[1:]
    for seat, own in enumerate(stacks):
        if len(own) > pieces_each(game.seats):
            raise NotationError(say("too-many-pieces", seat=SEATS[seat], count=len(own), most=pieces_each(game.seats)))
    return stacks


def _cells(row: str, rank: int, letters: str) -> list[str]:
    found = list(SQUARE.finditer(row))
    cells = [cell for match in found for cell in ([match[0]] if match[1] else [""] * int(match[3]))]
    if "".join(match[0] for match in found) != row or len(cells) != 8 or any(cell[:1] not in letters for cell in cells):
        raise NotationError(say("rank", rank=rank + 1, row=row, letters=", ".join(letters), rings=", ".join(RINGS)))
    return cells


def _check_supply(game: Game, stacks: Stacks) -> None:
    used = "".join(rings for own in stacks for rings in own.values())
    for ring in RINGS:
        if used.count(ring) > int(game.options["rings"]):
            raise NotationError(say("rings-only", count=used.count(ring), colour=COLOUR_NAMES[ring], most=game.options["rings"]))


def _check_setup(game: Game, stacks: Stacks, turn: int) -> None:
    placed = sum(len(own) for own in stacks)
    if placed >= pieces_each(game.seats) * game.seats:
        raise NotationError(say("all-pieces-been-placed"))
    for seat, own in enumerate(stacks):
        if len(own) != (placed + game.seats - 1 - seat) // game.seats or turn != placed % game.seats:
            raise NotationError(say("setup-seats-place-turn"))
        for square, rings in own.items():
            if rings != RINGS[colour_of(square)]:
                raise NotationError(say("setup-piece-just-one", square=NAMES[square], colour=colour_name(square)))


def _check_play(game: Game, stacks: Stacks, turn: int, under_way: str) -> None:
    living = sum(1 for own in stacks if own)
    if not stacks[turn]:
        raise NotationError(say("move-but-no-piece", seat=SEATS[turn]))
    if (living == 1) != (under_way == "last"):
        raise NotationError(say("last-means-one-seat"))


def _read_captured(game: Game, stacks: Stacks, under_way: str, text: str) -> list[int]:
    numbers = text.split(",")
    if len(numbers) != game.seats or not all(re.fullmatch(r"[0-9]{1,3}", number) for number in numbers):
        raise NotationError(say("captured-rings", text=text, seats=game.seats))
    captured = [int(number) for number in numbers]
    lost = [0 if under_way == "setup" else pieces_each(game.seats) - len(own) for own in stacks]
    if not sum(lost) <= sum(captured) <= 4 * sum(lost):
        raise NotationError(say("pieces-lost-rings-captured", pieces=sum(lost), rings=sum(captured)))
    for seat, rings in enumerate(captured):
        if rings > 4 * (sum(lost) - lost[seat]):
            raise NotationError(
                say("cannot-captured-rings-enemies", seat=SEATS[seat], rings=rings, pieces=sum(lost) - lost[seat])
            )
    return captured


def _read_passes(stacks: Sequence[dict[int, str]], under_way: str, text: str) -> int:
    living = sum(1 for own in stacks if own)
    if under_way == "blocked":
        most = least = living
    else:
        least, most = 0, living - 1 if under_way in ("-", "quiet") else 0
    if not re.fullmatch(r"[0-9]", text) or not least <= int(text) <= most:
        if most > least:
            raise NotationError(say("passes-row", text=text, least=least, most=most))
        raise NotationError(say("passes-expected-exactly", text=text, least=least))
    return int(text)


def _go_under_way(state: Any, own: dict[int, str], under_way: str, passes: int) -> None:
    if found := CHAIN.fullmatch(under_way):
        square = NAMES.index(found[1])
        if square not in own:
            raise NotationError(say("no-piece-seat-move", square=found[1]))
        if len(own[square]) + int(found[2]) > 4:
            raise NotationError(say("piece-rings-after-steps", square=found[1], count=len(own[square]), steps=found[2]))
        state.set_chain(square, int(found[2]))
        if state.legal() == [STOP]:
            raise NotationError(say("piece-cannot-go-chain", square=found[1]))
    elif under_way not in ("setup", "-", *ENDS):
        raise NotationError(say("under-way", text=under_way, known=", ".join(ENDS)))
    else:
        state.set_end(under_way if under_way in ENDS else "", passes)


def set_up(game: Game) -> SetUp:
    """Return what a position is set up with by hand: pieces with their first ring, further rings, seats to move, the text."""
    seats = LETTERS[: game.seats]
    pieces = {
        letter + ring: say("piece-ring", seat=SEATS[seat], colour=COLOUR_NAMES[ring])
        for seat, letter in enumerate(seats)
        for ring in RINGS
    }
    tops = {ring: say("ring-top", colour=COLOUR_NAMES[ring]) for ring in RINGS}
    return {"pieces": pieces, "tops": tops, "turns": seats, "text": lambda board, turn: _set_up_text(game, board, turn)}


def _set_up_text(game: Game, board: str, turn: str) -> str:
    """The text of a board in play: every missing piece was captured by the next seat, with one ring."""
    lost = [pieces_each(game.seats) - len(own) for own in _read_board(game, board)]
    captured = ",".join(str(lost[(seat + game.seats - 1) % game.seats]) for seat in range(game.seats))
    alive = sum(1 for missing in lost if missing < pieces_each(game.seats))
    return f"{board} {turn} {'last' if alive == 1 else '-'} {captured} 0"
