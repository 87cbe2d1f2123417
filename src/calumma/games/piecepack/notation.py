"""Texts of piecepack.

Moves: `O4@1,-2` adds a tile (`O4@1,-2*` with the wasp), `>2,0` moves the chameleon (`>2,0!` and eats), `pass`; draws are `~O4`.

A position is eight parts with blanks between them, seats parted by slashes, `-` for nothing:

    O4@0,0/K2@1,0 0,0/1,0 -/1,0 R1R5 B0B1/?? 0/2 0 0

tiles on the board, chameleons, wasps, wilds, hands (`?` for a tile that the reader may not see), points (`out` for a seat
that is), who acts, and the turns in a row without a tile. Who acts is a seat (`0`), a seat that draws so many tiles (`0+2`),
`starter` or `wilds` while chance sets up, or `over`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from calumma.core import Game, NotationError, State
from calumma.core.defaults import set_up
from calumma.core.words import Words
from calumma.games.piecepack.board import PLACES, TILE_NAMES, coordinates, place_at, place_text
from calumma.games.piecepack.box import HAND, Box, box_of
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK, PASSING
from calumma.games.piecepack.view import View, view_of

say = Words(__package__)

__all__ = ["SEATS", "fill", "move_text", "parse_position", "parts_of", "position_text", "read_move", "set_up"]

SEATS = ("Green", "Pink", "Silver", "Violet")
TILE = r"[A-Z]\d"
NUMBER = r"(?:0|-?[1-9][0-9]?)"  # one way to write each, and never too long to be read
POINT = f"{NUMBER},{NUMBER}"
DRAWN = re.compile(rf"~({TILE})")
ADDED = re.compile(rf"({TILE})@({POINT})(\*?)")
WALKED = re.compile(rf">({POINT})(!?)")

Point = tuple[int, int]


# Moves


def parts_of(action: int) -> tuple[str, str, Point, bool]:
    """Return what an action is (draw, add, walk, pass), its tile's text, its place, and whether it is with wasp or eating."""
    if action < FIRST_ADD:
        return "draw", TILE_NAMES[action], (0, 0), False
    if action < FIRST_WALK:
        tile, rest = divmod(action - FIRST_ADD, PLACES * 2)
        return "add", TILE_NAMES[tile], coordinates(rest // 2), rest % 2 == 1
    if action < PASSING:
        return "walk", "", coordinates((action - FIRST_WALK) // 2), (action - FIRST_WALK) % 2 == 1
    return "pass", "", (0, 0), False


def move_text(state: State, action: int) -> str:
    """Return the text of an action."""
    kind, tile, (x, y), more = parts_of(action)
    if kind == "draw":
        return f"~{tile}"
    if kind == "add":
        return f"{tile}@{x},{y}{'*' if more else ''}"
    return f">{x},{y}{'!' if more else ''}" if kind == "walk" else "pass"


def read_move(state: State, text: str) -> int:
    """Return the action that a text names."""
    if text == "pass":
        return PASSING
    if found := DRAWN.fullmatch(text):
        return _tile(found[1])
    if found := ADDED.fullmatch(text):
        return FIRST_ADD + (_tile(found[1]) * PLACES + _place(found[2])) * 2 + bool(found[3])
    if found := WALKED.fullmatch(text):
        return FIRST_WALK + _place(found[1]) * 2 + bool(found[2])
    raise NotationError(say("expected-move"))


def _tile(text: str) -> int:
    if text not in TILE_NAMES:
        raise NotationError(say("no-tile", text=text))
    return TILE_NAMES.index(text)


def _place(text: str) -> int:
    x, y = _point(text)
    place = place_at(x, y)
    if place is None:
        raise NotationError(say("no-place", text=text))
    return place


def _point(text: str) -> Point:
    if not re.fullmatch(POINT, text):
        raise NotationError(say("not-a-place", text=text))
    x, y = text.split(",")
    return int(x), int(y)


def fits(places: Iterable[Point], box: Box) -> bool:
    """Return whether places fit in the largest board, 7x7 by the rule book."""
    xs, ys = zip(*places, strict=True)
    return max(xs) - min(xs) < box.columns and max(ys) - min(ys) < box.rows


# Positions


def position_text(state: State, seat: int | None) -> str:
    """Return the position; with a seat, the tiles of other hands are question marks."""
    view = view_of(state, seat)
    hands = _hidden_hands(view) if seat is not None else _open_hands(state)
    points = ["out" if out else str(mark) for out, mark in zip(view["out"], view["scores"], strict=True)]
    parts = [
        "/".join(f"{tile}@{x},{y}" for x, y, tile in view["tiles"]),
        "/".join(_point_text(place) for place in view["chameleons"]),
        "/".join(_point_text(place) for place in view["wasps"]),
        "".join(view["wilds"]),
        "/".join(hand or "-" for hand in hands),
        "/".join(points),
        _actor_text(view),
        str(view["idle"]),
    ]
    return " ".join(part or "-" for part in parts)


def _open_hands(state: Any) -> list[str]:
    return ["".join(TILE_NAMES[tile] for tile in hand) for hand in state.all_hands()]


def _hidden_hands(view: View) -> list[str]:
    sizes = view["hand_sizes"]
    return ["?" * size if hand is None else "".join(hand) for hand, size in zip(view["hands"], sizes, strict=True)]


def _point_text(place: Sequence[int] | None) -> str:
    return "-" if place is None else f"{place[0]},{place[1]}"


def _actor_text(view: View) -> str:
    if view["phase"] in ("starter", "wilds", "over"):
        return str(view["phase"])
    return f"{view['turn']}+{view['pending']}" if view["pending"] else str(view["turn"])


def parse_position(game: Game, text: str) -> State:
    """Return the position of a full text."""
    parts = text.split()
    if len(parts) not in (7, 8):
        raise NotationError(say("expected-position", count=len(parts)))
    box, board = box_of(game.seats, game.options), _read_board(parts[0])
    chameleons, wasps = (_read_places(game, part, what) for part, what in zip(parts[1:3], ("chameleons", "wasps"), strict=True))
    wilds = _read_tiles(parts[3])
    hands = [_read_tiles(hand) for hand in _by_seat(game, parts[4], "hands")]
    points = [_read_points(mark) for mark in _by_seat(game, parts[5], "points")]
    turn, pending = _read_actor(game, parts[6], box.wilds - len(wilds))
    idle = _read_idle(parts[7]) if len(parts) == 8 else 0
    _check_tiles(box, board, wilds, hands)
    _check_seats(game, board, chameleons, wasps, hands, points)
    _check_actor(box, parts[6], board, wilds, hands, points, turn, pending)
    _check_idle(box, idle, points)
    state: Any = game.new()
    state.set_up(board, chameleons, wasps, wilds, hands, points, turn, pending, idle)
    return state  # type: ignore[no-any-return]


def fill(game: Game, text: str, seat: int) -> str:
    """Return a seat's text with unseen tiles in place of the question marks."""
    parts = text.split()
    if len(parts) not in (7, 8):
        raise NotationError(say("expected-position", count=len(parts)))
    hands = _by_seat(game, parts[4], "hands")
    if "?" in hands[seat]:
        raise NotationError(say("own-hand-hidden", seat=SEATS[seat], hand=hands[seat]))
    box, seen = box_of(game.seats, game.options), tiles_in(" ".join((parts[0], *parts[3:5])))
    unseen = [TILE_NAMES[tile] for tile in box.tiles if TILE_NAMES[tile] not in seen]
    hidden = [len(hand) if set(hand) == {"?"} else 0 for hand in hands]
    if sum(hidden) > len(unseen):
        raise NotationError(say("too-many-hidden", count=sum(hidden), most=len(unseen)))
    dealt = iter(unseen)
    full = ["".join(next(dealt) for _ in range(count)) or hand for hand, count in zip(hands, hidden, strict=True)]
    return " ".join((*parts[:4], "/".join(full), *parts[5:]))


def tiles_in(text: str) -> set[str]:
    """Return the tiles that a text names."""
    return set(re.findall(TILE, text))


def _by_seat(game: Game, text: str, what: str) -> list[str]:
    found = text.split("/")
    if len(found) != game.seats:
        raise NotationError(say("wrong-parts", what=what, text=text, seats=game.seats))
    return found


def _read_board(text: str) -> dict[Point, int]:
    board: dict[Point, int] = {}
    for part in [] if text == "-" else text.split("/"):
        found = ADDED.fullmatch(part)
        if not found or found[3]:
            raise NotationError(say("no-tile-board", part=part))
        place = coordinates(_place(found[2]))
        if place in board:
            raise NotationError(say("two-tiles-lie", place=place_text(_place(found[2]))))
        board[place] = _tile(found[1])
    return board


def _read_places(game: Game, text: str, what: str) -> list[Point | None]:
    return [None if part == "-" else _point(part) for part in _by_seat(game, text, what)]


def _read_tiles(text: str) -> list[int]:
    if text == "-":
        return []
    if "?" in text:
        raise NotationError(say("hand-hidden", text=text))
    if not re.fullmatch(f"({TILE})+", text):
        raise NotationError(say("no-tiles", text=text))
    return [_tile(tile) for tile in re.findall(TILE, text)]


def _read_points(text: str) -> int | None:
    if text == "out":
        return None
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise NotationError(say("no-points", text=text))
    return int(text)


def _read_actor(game: Game, text: str, wilds_missing: int) -> tuple[int, int]:
    if text in ("starter", "wilds", "over"):
        return 0, {"starter": 1, "wilds": wilds_missing, "over": 0}[text]
    found = re.fullmatch(r"(\d)(?:\+([12]))?", text)
    if not found or int(found[1]) >= game.seats:
        raise NotationError(say("does-not-say-who", text=text, last=game.seats - 1))
    return int(found[1]), int(found[2] or 0)


def _read_idle(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text):
        raise NotationError(say("no-number-turns-without", text=text))
    return int(text)


def _check_tiles(box: Box, board: dict[Point, int], wilds: list[int], hands: list[list[int]]) -> None:
    every = [*board.values(), *wilds, *(tile for hand in hands for tile in hand)]
    twice = next((tile for tile in every if every.count(tile) > 1), None)
    if twice is not None:
        raise NotationError(say("two-tiles", tile=TILE_NAMES[twice]))
    strange = next((tile for tile in every if tile not in box.tiles), None)
    if strange is not None:
        raise NotationError(say("tile-not-in-box", tile=TILE_NAMES[strange]))
    if len(every) > box.laid:
        raise NotationError(say("tiles-play", count=len(every), most=box.laid))
    if board and not fits(board, box):
        raise NotationError(say("board-does-not-fit", columns=box.columns, rows=box.rows))
    if board and (0, 0) not in board:
        raise NotationError(say("no-tile-lies-0"))
    if board and not _hangs_together(board):
        raise NotationError(say("some-tiles-touch-no"))


def _hangs_together(board: Iterable[Point]) -> bool:
    rest, reached = set(board), [(0, 0)]
    for x, y in reached:
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & rest
        rest -= near
        reached += near
    return not rest


def _check_seats(
    game: Game,
    board: dict[Point, int],
    chameleons: list[Point | None],
    wasps: list[Point | None],
    hands: list[list[int]],
    points: list[int | None],
) -> None:
    for seat in range(game.seats):
        name = SEATS[seat]
        for what, place in (("chameleon", chameleons[seat]), ("wasp", wasps[seat])):
            if place is not None and place not in board:
                raise NotationError(say("stands-on-nothing", name=name, what=what, x=place[0], y=place[1]))
        if points[seat] is None and (chameleons[seat] or wasps[seat] or hands[seat]):
            raise NotationError(say("out-but-something-left", name=name))
        if points[seat] is not None and board and chameleons[seat] is None:
            raise NotationError(say("chameleon-not-on-board", name=name))
        if (points[seat] or 0) < 0 and game.options["bankrupt"] == "out":
            raise NotationError(say("points", name=name, count=points[seat]))
        if len(hands[seat]) > HAND:
            raise NotationError(say("holds-tiles", name=name, count=len(hands[seat])))
    standing = [place for place in wasps if place is not None]
    if len(set(standing)) < len(standing):
        raise NotationError(say("two-wasps-stand-one"))


def _check_actor(
    box: Box,
    text: str,
    board: dict[Point, int],
    wilds: list[int],
    hands: list[list[int]],
    points: list[int | None],
    turn: int,
    pending: int,
) -> None:
    supply = box.laid - len(board) - len(wilds) - sum(len(hand) for hand in hands)
    living = [seat for seat, mark in enumerate(points) if mark is not None]
    over = len(board) == box.laid or len(living) == 1
    if not living:
        raise NotationError(say("every-seat-out"))
    if (text == "starter") != (not board) or (text == "wilds") != (len(board) == 1 and len(wilds) < box.wilds):
        raise NotationError(say("does-not-fit-board", text=text, board=len(board), wilds=len(wilds)))
    if len(board) < 2:
        _check_setup(box, text, wilds, hands, living, turn, pending)
    if (text == "over") != over:
        raise NotationError(say("match-over-exactly-if"))
    if turn not in living and not over:
        raise NotationError(say("act-but-out-game", seat=SEATS[turn]))
    if len(board) > 1 and pending and pending != min(box.hand - len(hands[turn]), supply):
        raise NotationError(say("cannot-draw-hand-supply", seat=SEATS[turn], count=pending, held=len(hands[turn]), supply=supply))
    if len(board) > 1 and supply and not over and any(not hands[seat] for seat in living if not (seat == turn and pending)):
        raise NotationError(say("hand-empty-although-supply"))


def _check_setup(
    box: Box, text: str, wilds: list[int], hands: list[list[int]], living: list[int], turn: int, pending: int
) -> None:
    """Before the first tile is added everything is dealt in order."""
    sizes = [len(hand) for hand in hands]
    dealt = {"starter": 0, "wilds": 0}.get(text, box.hand * (turn + 1) - pending if pending else box.hand * len(hands))
    expected = [max(0, min(box.hand, dealt - box.hand * seat)) for seat in range(len(hands))]
    if sizes != expected or len(living) < len(hands) or (turn and not pending):
        raise NotationError(say("hands-tiles-do-not", sizes=sizes, text=text))
    if text == "starter" and wilds:
        raise NotationError(say("wilds-but-no-starter"))


def _check_idle(box: Box, idle: int, points: list[int | None]) -> None:
    most = box.walks * sum(mark is not None for mark in points)
    if idle > most:
        raise NotationError(say("turns-passed-without-tile", count=idle, most=most))
