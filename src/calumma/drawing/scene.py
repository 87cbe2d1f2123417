"""A scene: everything there is to see of a position, without rules and without a renderer.

Coordinates are in squares: x to the right, y down, (x, y) the centre of a thing. Colours are names of the palette.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from calumma.core import Drawing

CellShape = Literal["square", "diamond", "hex", "circle", "card", "choice"]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be clicked: a square, a hex, a card, a button for a choice."""

    id: str
    x: float
    y: float
    shape: CellShape = "square"
    width: float = 1.0
    height: float = 1.0
    ground: str = "light"  # what it is made of: a material or a colour of the palette, see grounds.py
    label: str = ""  # small print on the cell, or the words on a card or button
    name: str = ""  # for screen readers; the id if empty
    mark: str = ""  # palette name of a small dot printed on the ground
    text: str = ""  # what an empty cell shows in a terminal; a dot if empty


@dataclass(frozen=True, slots=True)
class Part:
    """One primitive of a piece: a thing in a colour, with what tells the colour cut into it, offset from the piece's centre."""

    shape: str  # disc, ring, hoop, cube, tile, die, text, an outline of shapes.py or a creature of figures.py
    colour: str  # of the palette; a text may also be in "ink", "faint" or "red-ink", the ink on red
    size: float = 0.7  # diameter or side, in squares
    dx: float = 0.0
    dy: float = 0.0
    letter: str = ""  # written on the part instead of the palette's mark; a blank draws none
    band: float = 0.0  # how broad a ring is, a sixth of its size if 0, or how high a hoop
    plain: bool = False  # a detail whose colour says nothing: neither emblem, letter nor pattern
    second: str = ""  # the other colour of a creature's skin


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on a cell. Its id stays the same while the thing moves, so that a client can let it glide."""

    id: str
    cell: str
    parts: tuple[Part, ...]
    text: str  # what a terminal shows, one to three characters
    colour: str  # the colour of that text
    name: str  # for screen readers: "white piece of Orange"
    dx: float = 0.0  # where several share a cell
    dy: float = 0.0
    source: tuple[float, float] | None = None  # where it comes from when it is new: a deck, a supply
    rests: bool = False  # stays where it is when what else stands on its cell is lifted


@dataclass(frozen=True, slots=True)
class Label:
    """Printed text beside the board: coordinates, headings, counters."""

    x: float
    y: float
    text: str
    size: float = 0.3
    anchor: Anchor = "middle"
    ink: str = "faint"
    notation: bool = False  # pictures show it together with letters alone: coordinates that only a notation needs


@dataclass(frozen=True, slots=True)
class Plate:
    """What lies under the cells and cannot be clicked: a board that holds its squares together. A terminal leaves it out."""

    points: tuple[tuple[float, float], ...]
    ground: str = "board"


@dataclass(frozen=True, slots=True)
class Prop:
    """What lies beside the board to be seen and not to be clicked: a gauge, a heap, a vine. A terminal leaves it out."""

    x: float
    y: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class SeatStrip:
    """What the strip of seats shows of one seat beside its name and score."""

    seat: int
    colour: str
    shape: str  # marker shape, another for every seat
    notes: tuple[str, ...] = ()  # "3 tiles in hand"
    skin: tuple[str, ...] = ()  # what its piece wears now, where that is not its colour: its face wears the same


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawn position. `columns` and `rows` say how many characters a square is wide and high in a terminal."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...] = ()
    seats: tuple[SeatStrip, ...] = ()
    highlights: tuple[str, ...] = ()  # cells of the last move
    caption: str = ""
    columns: int = 4
    rows: int = 2
    plates: tuple[Plate, ...] = ()
    frame: tuple[float, float, float, float] | None = None  # left, top, right, bottom of the picture; what there is if None
    heart: tuple[float, float, float, float] | None = None  # the board alone, for small pictures; the frame if None
    props: tuple[Prop, ...] = ()
    across: tuple[int, ...] = ()  # seats whose side of the board is above: pages turn it for them

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return asdict(self)

    def svg(self, **style: Any) -> str:
        """Return it as an SVG picture."""
        from calumma.drawing.svg import draw_svg

        return draw_svg(self, **style)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()

    def text(self, **style: Any) -> str:
        """Return it as text for a terminal."""
        from calumma.drawing.text import draw_text

        return draw_text(self, **style)


def picture_of(drawing: Drawing[Any], view: Any, tall: bool = False) -> Scene:
    """Return the scene of a view as a page shows it."""
    found = drawing.picture(view, tall)
    if not isinstance(found, Scene):
        raise TypeError(f"a game draws a {type(found).__name__}: expected a Scene")
    return found
