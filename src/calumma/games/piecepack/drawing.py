"""Drawing of piecepack: the board in the middle of a table that keeps its size, below it the wilds and the hands.

Cells of the board are named by their coordinates (`1,-2`), tiles in the wilds and in the own hand by themselves (`O4`),
other hands by their seat (`hand:1`). Scene coordinates are those of the board with y turned, so nothing that lies ever
moves; only the frame follows the board. In pictures the board fills its part of the frame, whatever its size: what is held
is drawn to the scale of the frame.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from calumma.core.defaults import guide
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Plate, Prop, Row, Scene, SeatStrip, path_of_view
from calumma.games.piecepack.board import COLOUR_NAMES, COLOURS, SIZE
from calumma.games.piecepack.effects import cell_id, hand_id, spoken_colour
from calumma.games.piecepack.explain import free_places, may_take_wasp
from calumma.games.piecepack.notation import SEATS, parts_of
from calumma.games.piecepack.view import View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]

Point = tuple[int, int]

SEAT_COLOURS = ("green", "pink", "grey", "violet")
SEAT_SHAPES = ("disc", "diamond", "triangle", "star")
LETTERS = "GPSV"
RANKS = ("null", "ace", "2", "3", "4", "5")
CHOICES = ("wasp", "no-wasp", "eat", "spare", "pass")
HALF = 4.5  # half the width of the table in squares
DEEP = 4.0  # half the height of the board's part of it: seven tiles, or six and a place on both sides
APART = (0.0, 0.42, 0.29, 0.22)  # how far from each other so many chameleons stand on a tile
LEAST = 4  # so many squares the board's part of a picture is wide at least
CHANCE, OVER = -1, -2


# The scene


def scene(view: View) -> Scene:
    """Return the table as a seat, or a spectator, sees it, with room for the lines of a terminal."""
    return _laid(view, _Lines(view))


def picture(view: View, tall: bool) -> Scene:
    """Return the table as pages show it: what is held at the right of the board, or below it on a phone."""
    table = _Phone(view) if tall else _Desk(view)
    found = _laid(view, table)
    left, top, right, bottom = table.frame
    felt = Plate(((left, top), (right, top), (right, bottom), (left, bottom)), "felt")
    labels = tuple(replace(label, ink="rail-ink") for label in found.labels)
    return replace(found, labels=labels, plates=(felt,))


def _laid(view: View, table: _Lines) -> Scene:
    return Scene(
        cells=(*_board_cells(view), *_held_cells(view, table), *_choice_cells(table)),
        pieces=(*_tiles(view, table), *_backs(view, table), *_chameleons(view), *_wasps(view)),
        labels=tuple(_labels(view, table)),
        seats=tuple(_seat_strip(view, seat) for seat in range(view["seats"])),
        caption=_caption(view),
        columns=8,
        rows=2,
        frame=table.frame,
        heart=table.heart,
        props=tuple(_pile(view, table)),
    )


class _Lines:
    """Where things lie around the middle of the tiles: the wilds in rows of nine below the board, below them the hands."""

    half, deep, fit = HALF, DEEP, 9  # half the room of the board, and how many tiles lie in a row
    unit = 1.0  # how large a tile of the wilds is
    own = 1.0  # how much larger one of the own hand is

    def __init__(self, view: View) -> None:
        self.across, self.down = _centre(view)
        self.wilds = len(view["wilds"])
        self.left = self.across - self.half
        self.top = self.down + self.deep + 1.0  # of the wilds
        self.hand_top = self.top + 1.5 + max(0, self.wilds - 1) // self.fit

    @property
    def right(self) -> float:
        """The right end of the hands."""
        return self.left + self.fit * self.unit

    @property
    def frame(self) -> tuple[float, float, float, float] | None:
        """The edges of the picture: they follow the middle of the tiles and nothing else."""
        return None

    @property
    def heart(self) -> tuple[float, float, float, float]:
        """The edges of the board's part."""
        return self.across - 4.1, self.down - 4.1, self.across + 4.1, self.down + 4.1

    def supply(self) -> tuple[float, float]:
        """Return where the supply is told."""
        return self.left, self.down - self.deep - 0.25 * self.unit

    @property
    def pile(self) -> tuple[float, float] | None:
        """Where the supply lies, if it is drawn."""
        return None

    def wild(self, i: int) -> tuple[float, float]:
        """Return where a tile of the wilds lies."""
        return self.left + (0.5 + i % self.fit) * self.unit, self.top + (0.5 + i // self.fit) * self.unit

    def held(self, i: int) -> tuple[float, float]:
        """Return where a tile of the own hand lies."""
        return self.left + (0.5 + i) * self.own * self.unit, self.hand_top + 0.5 * self.own * self.unit

    def hidden(self, i: int, of: int) -> tuple[float, float]:
        """Return where the hand of another seat lies."""
        return self.right + (0.5 - of + i) * self.unit, self.hand_top + 0.5 * self.unit


class _Fitted(_Lines):
    """A table whose frame is as large as the board with the places around it; everything else is to scale."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        places = [*_board(view), *map(tuple, free_places(view))]
        xs, ys = [x for x, _ in places] or [0], [y for _, y in places] or [0]
        self.across, self.down = (min(xs) + max(xs)) / 2, -(min(ys) + max(ys)) / 2
        side = max(max(xs) - min(xs) + 1, max(ys) - min(ys) + 1, LEAST) + 0.3
        self.half = self.deep = side / 2
        self.unit = side / 8.2

    @property
    def pile(self) -> tuple[float, float] | None:
        """Where the supply lies: before the words that tell it."""
        x, y = self.supply()
        return x + 0.2 * self.unit, y + 0.05 * self.unit

    @property
    def heart(self) -> tuple[float, float, float, float]:
        """The edges of the board's part."""
        return self.across - self.half, self.down - self.deep, self.across + self.half, self.down + self.deep


class _Phone(_Fitted):
    """As narrow as the board, so that tiles are as large as a thumb; what is held lies below, the own hand largest."""

    fit, own = 8, 1.4

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.left = self.across - self.half + 0.1 * self.unit
        self.top = self.down + self.deep + 0.6 * self.unit
        self.hand_top = self.top + (1.5 + max(0, self.wilds - 1) // self.fit) * self.unit

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The hand stays where it is until the wilds need another row."""
        top, bottom = self.down - self.deep - 0.1 * self.unit, self.hand_top + (self.own + 0.1) * self.unit
        return self.across - self.half, top, self.across + self.half, bottom

    def supply(self) -> tuple[float, float]:
        """Return where the supply is told: above the right end of the wilds."""
        return self.right - 3.1 * self.unit, self.top - 0.25 * self.unit

    def hidden(self, i: int, of: int) -> tuple[float, float]:
        """In the middle of the own hand's height."""
        return self.right + (0.5 - of + i) * self.unit, self.hand_top + 0.5 * self.own * self.unit


class _Desk(_Fitted):
    """What is held lies in a column at the right."""

    fit = 3

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.fit = 3 if self.wilds <= 9 else 4
        self.left = self.across + self.half + 0.3 * self.unit
        self.top = self.down - self.deep + 1.25 * self.unit  # the supply and the turns without a tile are told above
        self.hand_top = self.top + (1.6 + max(0, self.wilds - 1) // self.fit) * self.unit

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The board and the column."""
        top, bottom = self.down - self.deep, self.down + self.deep
        return self.across - self.half, top, self.left + (self.fit + 0.3) * self.unit, bottom

    def supply(self) -> tuple[float, float]:
        """Return where the supply is told."""
        return self.left, self.down - self.deep + 0.35 * self.unit

    def hidden(self, i: int, of: int) -> tuple[float, float]:
        """Below the own hand."""
        return self.left + (0.5 + i) * self.unit, self.hand_top + 2.1 * self.unit


def _centre(view: View) -> tuple[float, float]:
    """The middle of the tiles, in scene coordinates."""
    columns, rows = _extent(view)
    return (columns[0] + columns[1]) / 2, -(rows[0] + rows[1]) / 2


def _extent(view: View) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last column and row with tiles."""
    xs, ys = [x for x, _, _ in view["tiles"]] or [0], [y for _, y, _ in view["tiles"]] or [0]
    return (min(xs), max(xs)), (min(ys), max(ys))


def _board(view: View) -> dict[Point, str]:
    return {(x, y): tile for x, y, tile in view["tiles"]}


def _grows(at: int, first: int, last: int) -> bool:
    return max(at, last) - min(at, first) < SIZE


def _board_cells(view: View) -> Iterator[Cell]:
    for (x, y), tile in _board(view).items():
        yield Cell(cell_id((x, y)), x, -y, ground="bare", name=f"{x},{y}, {_spoken(tile)}")
    for x, y in free_places(view):
        yield Cell(cell_id((x, y)), x, -y, ground="gap", name=say("free", x=x, y=y))


def _held_cells(view: View, table: _Lines) -> Iterator[Cell]:
    """The wilds, the own hand and the other hands."""
    size: dict[str, Any] = {"width": table.unit, "height": table.unit, "ground": "bare"}
    for i, tile in enumerate(view["wilds"]):
        yield Cell(tile, *table.wild(i), name=say("tile-in-wilds", tile=_spoken(tile)), **size)
    large: dict[str, Any] = {"width": table.own * table.unit, "height": table.own * table.unit, "ground": "bare"}
    for i, tile in enumerate(_own_hand(view)):
        yield Cell(tile, *table.held(i), name=say("tile-in-hand", tile=_spoken(tile)), **large)
    others = _hidden_seats(view)
    for i, seat in enumerate(others):
        name = say("hand", seat=SEATS[seat], count=view["hand_sizes"][seat])
        yield Cell(hand_id(seat), *table.hidden(i, len(others)), name=name, text="-", **size)


def _choice_cells(table: _Lines) -> Iterator[Cell]:
    for i, choice in enumerate(CHOICES):
        words = choice_text("calumma.games.piecepack", choice)
        x = table.across - 3.6 + 1.8 * i
        yield Cell(choice, x, table.down - table.deep - 1, "choice", 1.7, 0.7, "paper", words, words)


def _own_hand(view: View) -> list[str]:
    return [] if view["seat"] is None else view["hands"][view["seat"]] or []


def _hidden_seats(view: View) -> list[int]:
    return [seat for seat in range(view["seats"]) if view["hands"][seat] is None]


# Pieces


def _tiles(view: View, table: _Lines) -> Iterator[Piece]:
    for (x, y), tile in _board(view).items():
        yield replace(_tile_piece(tile, cell_id((x, y)), 1.0, table.pile), rests=True)
    for tile in view["wilds"]:
        yield _tile_piece(tile, tile, table.unit, table.pile)
    for tile in _own_hand(view):
        yield _tile_piece(tile, tile, table.own * table.unit, table.pile)


def _tile_piece(tile: str, cell: str, unit: float, source: tuple[float, float] | None) -> Piece:
    """A tile in its colour with its rank in a corner; its suit, which is the emblem of its colour, is cut into its middle."""
    colour = COLOUR_NAMES[COLOURS.index(tile[0])]
    rank = Part("text", f"{colour}-ink", 0.28 * unit, -0.31 * unit, -0.27 * unit, letter=tile[1])
    return Piece(tile, cell, (Part("tile", colour, 0.94 * unit), rank), tile, colour, _spoken(tile), source=source)


def _pile(view: View, table: _Lines) -> Iterator[Prop]:
    """The supply, from which tiles come: backs on top of each other, fewer when it runs out."""
    if table.pile is None:
        return
    backs = [
        Part("tile", "white", 0.36 * table.unit, 0.03 * i * table.unit, -0.04 * i * table.unit, letter=" ") for i in range(3)
    ]
    yield Prop(*table.pile, tuple(backs[: min(3, view["supply"])]))


def _backs(view: View, table: _Lines) -> Iterator[Piece]:
    unit = table.unit
    for seat in _hidden_seats(view):
        for i in range(view["hand_sizes"][seat]):
            name = say("hidden-tile", seat=SEATS[seat])
            shift = (0.24 * i - 0.12) * unit
            mark = Part(SEAT_SHAPES[seat], SEAT_COLOURS[seat], 0.34 * unit, letter=" ")
            parts = (Part("tile", "white", 0.66 * unit, letter=" "), mark)
            yield Piece(f"back:{seat}:{i}", hand_id(seat), parts, "#", "white", name, shift, shift, table.pile)


def _chameleons(view: View) -> Iterator[Piece]:
    """Lizards, side by side in the order of seats: four of them fit on one tile."""
    for seat, place in enumerate(view["chameleons"]):
        if place is not None:
            colour = SEAT_COLOURS[seat]
            nth, of = view["chameleons"][:seat].count(place), view["chameleons"].count(place)
            across = (nth - (of - 1) / 2) * APART[of - 1]
            parts = (Part("lizard", colour, 0.6),)
            name = say("chameleon", seat=SEATS[seat])
            rests = seat != view["turn"]
            yield Piece(f"chameleon:{seat}", cell_id(place), parts, LETTERS[seat], colour, name, across, 0.15, rests=rests)


def _wasps(view: View) -> Iterator[Piece]:
    """Wasps in the upper right corner, which tiles keep free for them."""
    for seat, place in enumerate(view["wasps"]):
        if place is not None:
            colour = SEAT_COLOURS[seat]
            name = say("wasp", seat=SEATS[seat])
            part, letter = Part("wasp", colour, 0.46), LETTERS[seat].lower()
            yield Piece(f"wasp:{seat}", cell_id(place), (part,), letter, colour, name, 0.25, -0.24, rests=True)


# Words


def _labels(view: View, table: _Lines) -> Iterator[Label]:
    yield from _coordinates(view, table)
    size, up = 0.28 * table.unit, 0.25 * table.unit
    x, y = table.supply()
    beyond = 0.0 if table.pile is None else 0.52 * table.unit
    yield Label(x + beyond, y, say("supply", count=view["supply"]), size, "start")
    beside = table.fit > 4
    if view["idle"]:
        yield from _idle(say("turns-without-tile", turns=view["idle"], limit=view["idle_limit"]), table)
    yield Label(table.left, table.top - up, say("heading-wilds") if view["wilds"] else say("heading-no-wilds"), size, "start")
    others = say("other-hands") if view["seat"] is not None else say("hands")
    if view["seat"] is not None:
        words = say("heading-hand") if _own_hand(view) else say("heading-no-hand")
        yield Label(table.left, table.hand_top - up, words, size, "start")
    if _hidden_seats(view):
        y = table.hand_top - up if beside else table.hidden(0, 1)[1] - 0.75 * table.unit
        yield Label(*((table.right, y, others, size, "end") if beside else (table.left, y, others, size, "start")))


def _idle(words: str, table: _Lines) -> Iterator[Label]:
    """How long no tile was added: in a line near the supply, or on a phone beside the own hand, in as many as it takes."""
    x, y = table.supply()
    if table.own > 1:
        for i, line in enumerate(textwrap.wrap(words, 14)):
            yield Label(
                table.left + 2.95 * table.unit, table.hand_top + (0.35 + 0.36 * i) * table.unit, line, 0.28 * table.unit, "start"
            )
    elif table.fit > 4:
        yield Label(table.right, y, words, 0.28 * table.unit, "end")
    else:
        yield Label(x, y + 0.33 * table.unit, words, 0.24 * table.unit, "start")


def _coordinates(view: View, table: _Lines) -> Iterator[Label]:
    """The names of columns and rows along the edges of the board's part, for who reads the notation."""
    columns, rows = _extent(view)
    below = table.down + table.deep + (0.25 if table.unit == 1 else -0.1 * table.unit)
    size = 0.2 if table.unit == 1 else 0.27 * table.unit
    for x in range(columns[0] - 1, columns[1] + 2):
        if _grows(x, *columns):
            yield Label(x, below, str(x), size, notation=True)
    for y in range(rows[0] - 1, rows[1] + 2):
        if _grows(y, *rows):
            yield Label(table.across - table.half + 0.12, -y, str(y), size, notation=True)


def _seat_strip(view: View, seat: int) -> SeatStrip:
    if view["out"][seat]:
        return SeatStrip(seat, SEAT_COLOURS[seat], SEAT_SHAPES[seat], (say("out-game"),))
    wasp = say("wasp-board") if view["wasps"][seat] else say("wasp-off-board")
    notes = (say("in-hand", count=view["hand_sizes"][seat]), wasp)
    return SeatStrip(seat, SEAT_COLOURS[seat], SEAT_SHAPES[seat], notes)


def _caption(view: View) -> str:
    if view["to_act"] == OVER:
        winners = _winners(view)
        return say("caption-won", seats=listed([SEATS[seat] for seat in winners]), count=len(winners))
    if view["to_act"] == CHANCE:
        phase = view["phase"]
        return say(f"luck-{phase}") if phase in ("starter", "wilds") else say("caption-draws", seat=SEATS[view["turn"]])
    return say("caption", seat=SEATS[view["to_act"]])


def _spoken(tile: str) -> str:
    return f"{spoken_colour(tile)} {RANKS[int(tile[1])]}"


def _winners(view: View) -> list[int]:
    return [seat for seat, payoff in enumerate(view["payoffs"] or ()) if payoff > 0]


# Paths


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return a tile and its place, or the chameleon's place and where it goes; a choice at the end where there is one."""
    kind, tile, place, more = parts_of(action)
    if kind == "add":
        choice = ["wasp" if more else "no-wasp"] if may_take_wasp(view, tile, place) else []
        return [tile, cell_id(place), *choice]
    if kind == "walk":
        choice = ["eat" if more else "spare"] if _wasp_owner(view, place) is not None else []
        return [cell_id(view["chameleons"][view["turn"]] or place), cell_id(place), *choice]
    return ["pass"] if kind == "pass" else ["0,0"]


def _wasp_owner(view: View, place: Sequence[int]) -> int | None:
    """The other seat whose wasp is there."""
    return next((seat for seat, at in enumerate(view["wasps"]) if at == [*place] and seat != view["turn"]), None)


def weighs(view: View, action: int) -> bool:
    """A tile that is let go brings points or costs them: what it would do is shown first."""
    return parts_of(action)[0] == "add"


# Score


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return where the points came from and went to, from the stories of the match."""
    rows = {key: [0] * view["seats"] for key in ("groups", "bonus", "tolls", "large", "paid")}
    for story in stories:
        worth, scorer = _worth(story)
        rows["groups"][scorer] += worth
        for effect in story:
            _count_in(rows, effect)
    sums = [sum(numbers[seat] for numbers in rows.values()) for seat in range(view["seats"])]
    rows["ruin"] = [score - found for score, found in zip(view["scores"], sums, strict=True)]
    return [Row(key, tuple(numbers)) for key, numbers in rows.items() if key != "ruin" or any(numbers)]


def _worth(story: Sequence[Effect]) -> tuple[int, int]:
    """The points of a group after its doublings, and whose they are."""
    last = [effect.values for effect in story if effect.key in ("group", "ace", "rival")][-1:]
    return (last[0]["count"], last[0]["seat"]) if last else (0, 0)


def _count_in(rows: dict[str, list[int]], effect: Effect) -> None:
    count, seat = effect.values.get("count", 0), effect.values.get("seat", 0)
    if effect.key == "bonus":
        rows["bonus"][seat] += count
    elif effect.key == "cost":
        rows["large"][seat] -= count
    elif effect.key == "toll":
        rows["paid"][seat] -= count
        rows["tolls"][effect.values["owner_seat"]] += count
