"""Scenes as SVG: self-contained pictures, and pictures that a browser brings to life through their data attributes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, replace
from zlib import crc32

from calumma.core import given
from calumma.core.words import Words
from calumma.drawing.grounds import ground, inlay, plate
from calumma.drawing.light import lights
from calumma.drawing.marks import outlined
from calumma.drawing.markup import UNIT, Brush, element, length, number, words
from calumma.drawing.palette import COLOURS, LETTERED, MARKS, THEMES
from calumma.drawing.parts import piece, prop
from calumma.drawing.patterns import definitions
from calumma.drawing.scene import Cell, Label, Part, Piece, Plate, Scene, SeatStrip
from calumma.drawing.shapes import cell_outline, hexagon_height
from calumma.drawing.style import style_of, style_sheet

say = Words(__package__)

MARGIN = 0.16
LETTER_WIDTH = 0.56  # of an average letter, in units of the font size
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def draw_svg(
    scene: Scene,
    theme: str = "light",
    marks: str = "subtle",
    lit: Iterable[str] = (),
    size: int | None = None,
    *,
    highlights: Iterable[str] | None = None,
    choices: bool = False,
    live: bool = False,
    title: str = "",
    prefix: str = "",
    style: bool = True,
    heart: bool = False,
) -> str:
    """Return a picture of a scene.

    theme: light, dark, or auto (as the viewer's system has it). marks: subtle, clear or strong. lit: cells that can be clicked.
    size: width in pixels. highlights: cells of the last move, instead of the scene's. choices: draw the buttons too.
    live: for a browser: cells are buttons, and all strengths of marks and themes are inside, chosen by the attributes data-marks
    and data-theme of the root and the classes lit and last of the cells. prefix: begins every id. style: include the style sheet.
    heart: the board alone, without what lies around it.
    """
    _check(theme, marks)
    if not isinstance(scene, Scene):
        raise TypeError(f"cannot draw {given.shown(scene)}: expected a scene, as game.scene(state) returns it")
    brush = Brush("dark" if theme == "dark" else "light", marks, live, prefix or f"c{crc32(repr(scene).encode()):08x}")
    if heart and scene.heart:
        scene = _heart_of(scene, scene.heart)
    shown = {cell.id: cell for cell in scene.cells if choices or cell.shape != "choice"}
    drawing = _Drawing(brush, scene, shown, frozenset(lit), frozenset(scene.highlights if highlights is None else highlights))
    return drawing.picture(theme, size, title, style)


def _heart_of(scene: Scene, box: tuple[float, float, float, float]) -> Scene:
    """What of a scene lies within a box."""
    left, top, right, bottom = box
    cells = tuple(cell for cell in scene.cells if left <= cell.x <= right and top <= cell.y <= bottom)
    ids = {cell.id for cell in cells}
    pieces = tuple(piece for piece in scene.pieces if piece.cell in ids)
    props = tuple(prop for prop in scene.props if left <= prop.x <= right and top <= prop.y <= bottom)
    plates = tuple(plate for plate in scene.plates if any(_carries(plate, cell) for cell in cells))
    return replace(scene, cells=cells, pieces=pieces, labels=(), frame=box, props=props, plates=plates)


def _carries(plate: Plate, cell: Cell) -> bool:
    """Whether a cell lies on a plate, which may be cut at its corners."""
    across, down = zip(*plate.points, strict=True)
    return min(across) <= cell.x <= max(across) and min(down) <= cell.y <= max(down)


def draw_marker(seat: SeatStrip, theme: str = "light", marks: str = "subtle", *, live: bool = False, style: bool = True) -> str:
    """Return the marker of a seat: a small picture of its shape in its colour."""
    marker = Piece(
        f"seat{seat.seat}", "marker", (Part(seat.shape, seat.colour, 0.9),), "", seat.colour, say("seat", seat=seat.seat + 1)
    )
    cell = Cell("marker", 0, 0, shape="circle", width=0.7, height=0.7, ground="page")
    _check(theme, marks)
    brush = Brush("dark" if theme == "dark" else "light", marks, live, f"seat{seat.seat}-{seat.colour}-{seat.shape}")
    body = piece(brush, marker, cell)
    sheet = [style_of(brush, theme)] if style else []
    frame: dict[str, str | None] = {
        "viewBox": "-50 -50 100 100",
        "role": "img",
        "aria_label": marker.name,
        "font_family": FONT,
        "font_weight": "600",
    }
    return _root(theme, marks, frame, [*sheet, _definitions(brush), body])


def _definitions(brush: Brush) -> str:
    """What the picture refers to. Sprites come first: to paint them more gradients may be used."""
    sprites = brush.kept()
    return element("defs", lights(brush) + definitions(brush) + sprites or " ")


def _check(theme: str, marks: str) -> None:
    if theme not in (*THEMES, "auto"):
        raise ValueError(f'there is no theme "{theme}": expected light, dark or auto')
    if marks not in MARKS:
        raise ValueError(f'cannot draw marks "{marks}": expected subtle, clear or strong')


def _root(theme: str, marks: str, attributes: dict[str, str | None], body: list[str]) -> str:
    known: dict[str, str | None] = {"xmlns": "http://www.w3.org/2000/svg", "class_": "calumma"}
    known |= {"data_theme": theme, "data_marks": marks}
    return element("svg", *body, **(known | attributes))


@dataclass(frozen=True)
class _Drawing:
    """What is needed to draw one scene."""

    brush: Brush
    scene: Scene
    shown: dict[str, Cell]
    lit: frozenset[str]
    last: frozenset[str]

    def picture(self, theme: str, size: int | None, title: str, style: bool) -> str:
        left, top, width, height = self._frame()
        box = {"x": number(left), "y": number(top), "width": number(width), "height": number(height)}
        pieces = [each for each in self.scene.pieces if each.cell in self.shown]
        layers = [
            element("rect", **(box | self.brush.paint("page", class_="page"))),
            *(plate(self.brush, each) for each in self.scene.plates),
            element("g", *(self._cell(cell) for cell in self.shown.values()), class_="cells"),
            element("g", *(self._label(label) for label in self.scene.labels), class_="labels", aria_hidden="true"),
            element(
                "g",
                *(prop(self.brush, each) for each in self.scene.props),
                class_="props",
                aria_hidden="true",
                pointer_events="none",
            ),
            element("g", *(piece(self.brush, each, self.shown[each.cell]) for each in pieces), class_="pieces"),
            element("g", *filter(None, map(self._ring, self.shown.values())), class_="rings", aria_hidden="true"),
        ]
        head = self._words(title)
        if style:
            head.append(style_of(self.brush, theme))
        head.append(_definitions(self.brush))
        frame: dict[str, str | None] = {"viewBox": " ".join(map(number, (left, top, width, height)))}
        if size is not None:
            frame |= {"width": str(size), "height": str(round(size * height / width))}
        frame |= {"role": "group" if self.brush.live else "img", "aria_labelledby": f"{self.brush.prefix}-title"}
        frame |= {"aria_describedby": f"{self.brush.prefix}-desc", "font_family": FONT, "font_weight": "600"}
        if self.brush.live and self.scene.across:
            frame["data_across"] = " ".join(map(str, self.scene.across))
        return _root(theme, self.brush.marks, frame, head + layers)

    def _words(self, title: str) -> list[str]:
        """The title and the description: what stands where, for those who do not see the picture."""
        standing = "; ".join(f"{cell.id}: {self._standing(cell)}" for cell in self.shown.values() if self._standing(cell))
        return [
            element("title", words(title or self.scene.caption or say("board")), id=f"{self.brush.prefix}-title"),
            element("desc", words(standing or say("no-pieces")), id=f"{self.brush.prefix}-desc"),
        ]

    def _standing(self, cell: Cell) -> str:
        return ", ".join(piece.name for piece in self.scene.pieces if piece.cell == cell.id)

    def _frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of everything, in the picture's units."""
        if self.scene.frame:
            left, top, right, bottom = self.scene.frame
            return left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT
        boxes = [_cell_box(cell) for cell in self.shown.values()] + [_label_box(label) for label in self.scene.labels]
        boxes = boxes or [(0.0, 0.0, 1.0, 1.0)]
        left, top = (min(box[i] for box in boxes) - MARGIN for i in (0, 1))
        right, bottom = (max(box[i] for box in boxes) + MARGIN for i in (2, 3))
        return left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT

    def _label(self, label: Label) -> str:
        if label.notation and not self.brush.shown(*LETTERED):
            return ""
        seen = self.brush.seen_at(*LETTERED) if label.notation else {}
        return self.brush.write(label.text, label.x, label.y, label.size, label.ink, text_anchor=label.anchor, **seen)

    # Cells

    def _cell(self, cell: Cell) -> str:
        standing = self._standing(cell)
        name = ": ".join(filter(None, (cell.name or cell.label or cell.id, standing)))
        states = [name for name, cells in (("lit", self.lit), ("last", self.last)) if cell.id in cells]
        body = [*ground(self.brush, cell, bool(standing)), self._overlay(cell), *self._print(cell, bool(standing))]
        return element(
            "g",
            *filter(None, body),
            data_cell=cell.id,
            class_=" ".join(["cell", cell.shape, *states]),
            role="button" if self.brush.live else "img",
            tabindex="-1" if self.brush.live else None,
            aria_label=name,
            transform=f"translate({length(cell.x)} {length(cell.y)})",
        )

    def _print(self, cell: Cell, occupied: bool) -> list[str]:
        """The dot and the words printed on a cell; both make room for a piece."""
        found = [inlay(self.brush, cell, occupied)] if cell.mark else []
        if cell.label and cell.shape in ("card", "choice"):
            return found + self._paragraph(cell, occupied)
        if cell.label:
            x, y = (-0.36 * cell.width, -0.37 * cell.height) if cell.shape == "square" else (0.0, -0.34 * cell.height)
            size = min(cell.width, cell.height) * (0.13 if cell.shape == "diamond" else 0.17)
            found.append(self.brush.write(cell.label, x, y, size, "faint"))
        return found

    def _paragraph(self, cell: Cell, occupied: bool) -> list[str]:
        """The words of a card or a button, as large as they fit; at the top if something lies on the card."""
        height = cell.height * (0.44 if occupied else 0.9)
        size, lines = _fitted(cell.label, cell.width * 0.86, height)
        top = -cell.height * 0.45 if occupied else -len(lines) * size * 0.6
        return [self.brush.write(line, 0, top + (i + 0.5) * size * 1.2, size, font_weight="500") for i, line in enumerate(lines)]

    def _overlay(self, cell: Cell) -> str:
        """A tint over the ground of a cell that is lit or of the last move; a coloured ground keeps its colour."""
        if not (state := self._state(cell)) or cell.ground in COLOURS:
            return ""
        paint = self._switched(cell, "over", self.brush.paint(state))
        return outlined(cell_outline(cell.shape, cell.width, cell.height), paint | {"opacity": "0.16"})

    def _ring(self, cell: Cell) -> str:
        """A ring around such a cell, above the pieces, for some cover their cell."""
        if not (state := self._state(cell)):
            return ""
        paint = self._switched(cell, "ring", self.brush.paint(stroke=state))
        outline = cell_outline(cell.shape, cell.width - 0.06, cell.height - 0.06)
        place: dict[str, str | None] = {"transform": f"translate({length(cell.x)} {length(cell.y)})", "pointer_events": "none"}
        return outlined(outline, paint | place | {"data_ring": cell.id, "stroke_width": "6" if state == "lit" else "4"})

    def _state(self, cell: Cell) -> str:
        return "lit" if cell.id in self.lit else "last" if cell.id in self.last or self.brush.live else ""

    def _switched(self, cell: Cell, name: str, paint: dict[str, str | None]) -> dict[str, str | None]:
        """The paint of something that a live picture shows and hides by the classes lit and last."""
        states = [state for state, cells in (("lit", self.lit), ("last", self.last)) if cell.id in cells]
        if self.brush.live:
            self.brush.used |= {"lit", "last"}
            paint["class_"] = " ".join([name, *states]) if name == "ring" else name
        return paint | {"display": None if states else "none"}


def _cell_box(cell: Cell) -> tuple[float, float, float, float]:
    height = cell.height
    if cell.shape == "hex" and cell.width <= height:
        height = hexagon_height(cell.width, height)
    return cell.x - cell.width / 2, cell.y - height / 2, cell.x + cell.width / 2, cell.y + height / 2


def _label_box(label: Label) -> tuple[float, float, float, float]:
    width = len(label.text) * label.size * LETTER_WIDTH
    left = label.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    return left, label.y - label.size / 2, left + width, label.y + label.size / 2


def _fitted(text: str, width: float, height: float) -> tuple[float, list[str]]:
    """Return the largest size at which some words fit a box, and their lines."""
    size = 0.38
    while True:
        lines = [line for part in text.split("\n") for line in textwrap.wrap(part, max(1, int(width / size / LETTER_WIDTH)))]
        broken = any(len(word) * size * LETTER_WIDTH > width for word in text.split())
        if size < 0.08 or (len(lines) * size * 1.2 <= height and not broken):
            return size, lines
        size *= 0.92


__all__ = ["draw_marker", "draw_svg", "style_sheet"]
