"""Drawing of piecepack: the board in the middle of a table that keeps its size, below it the wilds and the hands.

Cells of the board are named by their coordinates (`1,-2`), tiles in the wilds and in the own hand by themselves (`O4`),
other hands by their seat (`hand:1`). Scene coordinates are those of the board with y turned, so nothing that lies ever
moves; only the frame follows the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calumma.core.defaults import guide
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Row, Scene, SeatStrip, path_of_view
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
SUIT_SHAPES = ("sun", "moon", "crown", "arms", "snowflake", "leaf", "flower", "drop")
RANKS = ("null", "ace", "2", "3", "4", "5")
LIGHT_PRINT = ("red", "black", "blue", "purple")  # colours so dark that white is printed on them
CHOICES = ("wasp", "no-wasp", "eat", "spare", "pass")
HALF = 4.5  # half the width of the table in squares
DEEP = 4.0  # half the height of the board's part of it: seven tiles, or six and a place on both sides
CHANCE, OVER = -1, -2


# The scene


def scene(view: View) -> Scene:
    """Return the table as a seat, or a spectator, sees it, with room for the lines of a terminal."""
    return _laid(view, _Lines(view))


def picture(view: View, tall: bool) -> Scene:
    """Return the table as pages show it: what is held at the right of the board, or below it on a phone."""
    return _laid(view, _Phone(view) if tall else _Desk(view))


def _laid(view: View, table: _Lines) -> Scene:
    return Scene(
        cells=(*_board_cells(view), *_held_cells(view, table), *_choice_cells(table)),
        pieces=(*_tiles(view), *_backs(view), *_chameleons(view), *_wasps(view)),
        labels=tuple(_labels(view, table)),
        seats=tuple(_seat_strip(view, seat) for seat in range(view["seats"])),
        caption=_caption(view),
        columns=8,
        rows=2,
        frame=table.frame,
        heart=table.heart,
    )


class _Lines:
    """Where things lie around the middle of the tiles: the wilds in rows of nine below the board, below them the hands."""

    half, deep, fit = HALF, DEEP, 9  # half the room of the board, and how many tiles lie in a row

    def __init__(self, view: View) -> None:
        self.across, self.down = _centre(view)
        self.wilds = len(view["wilds"])
        self.left = self.across - self.half
        self.top = self.down + self.deep + 1.0  # of the wilds
        self.hand_top = self.top + 1.5 + max(0, self.wilds - 1) // self.fit

    @property
    def right(self) -> float:
        """The right end of the hands."""
        return self.left + self.fit

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
        return self.left, self.down - self.deep - 0.25

    def wild(self, i: int) -> tuple[float, float]:
        """Return where a tile of the wilds lies."""
        return self.left + 0.5 + i % self.fit, self.top + 0.5 + i // self.fit

    def held(self, i: int) -> tuple[float, float]:
        """Return where a tile of the own hand lies."""
        return self.left + 0.5 + i, self.hand_top + 0.5

    def hidden(self, i: int, of: int) -> tuple[float, float]:
        """Return where the hand of another seat lies."""
        return self.right + 0.5 - of + i, self.hand_top + 0.5


class _Phone(_Lines):
    """As narrow as the largest board, so that tiles are as large as a thumb."""

    half, deep, fit = 4.0, 4.0, 8

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The hand stays where it is until the wilds need another row."""
        return self.left - 0.08, self.down - self.deep - 0.5, self.left + 8.08, self.hand_top + 1.1


class _Desk(_Lines):
    """What is held lies in a column at the right."""

    half, deep, fit = 4.0, 4.0, 3

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.fit = 3 if self.wilds <= 9 else 4
        self.left = self.across + self.half + 0.5
        self.top = self.down - self.deep + 1.0
        self.hand_top = self.top + 1.6 + max(0, self.wilds - 1) // self.fit

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The board and the column."""
        top, bottom = self.down - self.deep - 0.2, self.down + self.deep + 0.32
        return self.across - self.half - 0.3, top, self.left + self.fit + 0.2, bottom

    def supply(self) -> tuple[float, float]:
        """Return where the supply is told."""
        return self.left, self.down - self.deep + 0.1

    def hidden(self, i: int, of: int) -> tuple[float, float]:
        """Below the own hand."""
        return self.left + 0.5 + i, self.hand_top + 2.1


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
        yield Cell(cell_id((x, y)), x, -y, ground="board", name=f"{x},{y}, {_spoken(tile)}")
    for x, y in free_places(view):
        yield Cell(cell_id((x, y)), x, -y, ground="light", name=say("free", x=x, y=y))


def _held_cells(view: View, table: _Lines) -> Iterator[Cell]:
    """The wilds, the own hand and the other hands."""
    for i, tile in enumerate(view["wilds"]):
        yield Cell(tile, *table.wild(i), ground="paper", name=say("tile-in-wilds", tile=_spoken(tile)))
    for i, tile in enumerate(_own_hand(view)):
        yield Cell(tile, *table.held(i), ground="paper", name=say("tile-in-hand", tile=_spoken(tile)))
    others = _hidden_seats(view)
    for i, seat in enumerate(others):
        name = say("hand", seat=SEATS[seat], count=view["hand_sizes"][seat])
        yield Cell(hand_id(seat), *table.hidden(i, len(others)), ground="paper", name=name, text="-")


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


def _tiles(view: View) -> Iterator[Piece]:
    for (x, y), tile in _board(view).items():
        yield _tile_piece(tile, cell_id((x, y)))
    for tile in [*view["wilds"], *_own_hand(view)]:
        yield _tile_piece(tile, tile)


def _tile_piece(tile: str, cell: str) -> Piece:
    """A tile in its colour with its rank and the mark of its suit, which differs for every colour."""
    kind = COLOURS.index(tile[0])
    colour = COLOUR_NAMES[kind]
    print_colour = "white" if colour in LIGHT_PRINT else "black"
    parts = (
        Part("tile", colour, 0.94, letter=" "),
        Part("text", f"{colour}-ink", 0.44, -0.28, -0.22, letter=tile[1]),
        Part(SUIT_SHAPES[kind], print_colour, 0.25, 0.01, -0.25, letter=" "),
        Part("text", f"{colour}-ink", 0.2, 0.36, 0.33, letter=tile[0]),
    )
    return Piece(tile, cell, parts, tile, colour, _spoken(tile))


def _backs(view: View) -> Iterator[Piece]:
    for seat in _hidden_seats(view):
        for i in range(view["hand_sizes"][seat]):
            name = say("hidden-tile", seat=SEATS[seat])
            shift = 0.24 * i - 0.12
            parts = (Part("tile", "white", 0.66, letter=" "), Part(SEAT_SHAPES[seat], SEAT_COLOURS[seat], 0.3, letter=" "))
            yield Piece(f"back:{seat}:{i}", hand_id(seat), parts, "#", "white", name, shift, shift)


def _chameleons(view: View) -> Iterator[Piece]:
    """Pawns, side by side in the order of seats, so that four of them fit on one tile."""
    for seat, place in enumerate(view["chameleons"]):
        if place is not None:
            colour = SEAT_COLOURS[seat]
            parts = (Part("pawn", colour, 0.46, letter=" "), _badge(seat, 0.15, 0.09))
            name = say("chameleon", seat=SEATS[seat])
            yield Piece(f"chameleon:{seat}", cell_id(place), parts, LETTERS[seat], colour, name, 0.2 * seat - 0.3, 0.2)


def _wasps(view: View) -> Iterator[Piece]:
    for seat, place in enumerate(view["wasps"]):
        if place is not None:
            colour = SEAT_COLOURS[seat]
            parts = (Part("bug", colour, 0.36, letter=" "), _badge(seat, 0.13, 0.02))
            yield Piece(
                f"wasp:{seat}", cell_id(place), parts, LETTERS[seat].lower(), colour, say("wasp", seat=SEATS[seat]), 0.28, -0.24
            )


def _badge(seat: int, size: float, down: float) -> Part:
    """The mark of a seat, for those who cannot tell the colours apart."""
    return Part(SEAT_SHAPES[seat], "white" if SEAT_COLOURS[seat] == "violet" else "black", size, 0, down, letter=" ")


# Words


def _labels(view: View, table: _Lines) -> Iterator[Label]:
    yield from _coordinates(view, table)
    x, y = table.supply()
    yield Label(x, y, say("supply", count=view["supply"]), 0.26, "start")
    if view["idle"]:
        turns = say("turns-without-tile", turns=view["idle"], limit=view["idle_limit"])
        yield Label(*((table.right, y, turns, 0.26, "end") if table.fit > 4 else (x, y + 0.4, turns, 0.22, "start")))
    yield Label(table.left, table.top - 0.25, say("heading-wilds") if view["wilds"] else say("heading-no-wilds"), 0.26, "start")
    others = say("other-hands") if view["seat"] is not None else say("hands")
    if view["seat"] is not None:
        yield Label(
            table.left, table.hand_top - 0.25, say("heading-hand") if _own_hand(view) else say("heading-no-hand"), 0.26, "start"
        )
    if _hidden_seats(view):
        _, y = table.hidden(0, 1)
        yield Label(
            *((table.right, y - 0.75, others, 0.26, "end") if table.fit > 4 else (table.left, y - 0.75, others, 0.26, "start"))
        )


def _coordinates(view: View, table: _Lines) -> Iterator[Label]:
    """The names of columns and rows along the edges of the board's part."""
    columns, rows = _extent(view)
    below = table.down + table.deep + (0.25 if table.fit > 4 else 0.18)
    for x in range(columns[0] - 1, columns[1] + 2):
        if _grows(x, *columns):
            yield Label(x, below, str(x), 0.2)
    for y in range(rows[0] - 1, rows[1] + 2):
        if _grows(y, *rows):
            yield Label(table.across - table.half + 0.1, -y, str(y), 0.2)


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
