"""Scenes as SVG: self-contained pictures, and pictures that a browser brings to life through their data attributes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, sin
from zlib import crc32

from calumma.core.words import Words
from calumma.drawing.markup import UNIT, Brush, element, length, number, words
from calumma.drawing.palette import COLOURS, MARKS, THEMES, colour, variables
from calumma.drawing.patterns import TILED, definitions
from calumma.drawing.scene import Cell, Label, Part, Piece, Plate, Scene, SeatStrip
from calumma.drawing.shapes import CENTRES, STROKED, Outline, cell_outline, hexagon_height, part_outline, polygon

say = Words(__package__)

MARGIN = 0.16
SMALLEST_PATTERN, SMALLEST_RING = 0.2, 0.4  # of parts; on smaller ones there is no room
LETTER_WIDTH = 0.56  # of an average letter, in units of the font size
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"
NARROW = ("triangle", "star", "sun", "snowflake", "cross", "pawn", "moon", "crown")
HALO: dict[str, str | None] = {"paint_order": "stroke", "stroke_linejoin": "round"}


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
    return replace(scene, cells=cells, pieces=pieces, labels=(), frame=box)


def draw_marker(seat: SeatStrip, theme: str = "light", marks: str = "subtle", *, live: bool = False, style: bool = True) -> str:
    """Return the marker of a seat: a small picture of its shape in its colour."""
    piece = Piece(
        f"seat{seat.seat}", "marker", (Part(seat.shape, seat.colour, 0.9),), "", seat.colour, say("seat", seat=seat.seat + 1)
    )
    cell = Cell("marker", 0, 0, shape="circle", width=0.7, height=0.7, ground="page")
    _check(theme, marks)
    brush = Brush("dark" if theme == "dark" else "light", marks, live, f"seat{seat.seat}-{seat.colour}-{seat.shape}")
    body = _piece(brush, piece, cell)
    sheet = [_style(brush, theme)] if style else []
    frame: dict[str, str | None] = {
        "viewBox": "-50 -50 100 100",
        "role": "img",
        "aria_label": piece.name,
        "font_family": FONT,
        "font_weight": "600",
    }
    return _root(theme, marks, frame, [*sheet, element("defs", definitions(brush) or " "), body])


def style_sheet() -> str:
    """Return the style sheet of all pictures, for a page that shows many of them: every theme, every strength of marks."""
    names = list(variables("light"))
    return _themes("auto", names) + _themes("light", names) + _themes("dark", names) + _paints(names) + _states()


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
        pieces = [piece for piece in self.scene.pieces if piece.cell in self.shown]
        layers = [
            element("rect", **(box | self.brush.paint("page", class_="page"))),
            *(self._plate(plate) for plate in self.scene.plates),
            element("g", *(self._cell(cell) for cell in self.shown.values()), class_="cells"),
            element("g", *(self._label(label) for label in self.scene.labels), class_="labels", aria_hidden="true"),
            element("g", *(_piece(self.brush, piece, self.shown[piece.cell]) for piece in pieces), class_="pieces"),
            element("g", *filter(None, map(self._ring, self.shown.values())), class_="rings", aria_hidden="true"),
        ]
        head = self._words(title)
        if style:
            head.append(_style(self.brush, theme))
        head.append(element("defs", definitions(self.brush) or " "))
        frame: dict[str, str | None] = {"viewBox": " ".join(map(number, (left, top, width, height)))}
        if size is not None:
            frame |= {"width": str(size), "height": str(round(size * height / width))}
        frame |= {"role": "group" if self.brush.live else "img", "aria_labelledby": f"{self.brush.prefix}-title"}
        frame |= {"aria_describedby": f"{self.brush.prefix}-desc", "font_family": FONT, "font_weight": "600"}
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

    def _plate(self, plate: Plate) -> str:
        return _outlined(polygon(list(plate.points)), self.brush.paint(plate.ground, "line") | {"stroke_width": "1.5"})

    def _label(self, label: Label) -> str:
        return self.brush.write(label.text, label.x, label.y, label.size, "faint", text_anchor=label.anchor)

    # Cells

    def _cell(self, cell: Cell) -> str:
        standing = self._standing(cell)
        name = ": ".join(filter(None, (cell.name or cell.label or cell.id, standing)))
        states = [name for name, cells in (("lit", self.lit), ("last", self.last)) if cell.id in cells]
        body = [*self._ground(cell, bool(standing)), self._overlay(cell), *self._print(cell, bool(standing))]
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

    def _ground(self, cell: Cell, occupied: bool) -> list[str]:
        outline = cell_outline(cell.shape, cell.width, cell.height)
        coloured = cell.ground in COLOURS
        fill = f"{cell.ground}-muted" if coloured else cell.ground
        ground = _outlined(outline, self.brush.paint(fill, "line") | {"stroke_width": "1.5"})
        return [ground, *self._ground_marks(cell, outline, occupied)] if coloured else [ground]

    def _ground_marks(self, cell: Cell, outline: Outline, occupied: bool) -> list[str]:
        """The letter and the pattern of a coloured ground; under a piece the letter is smaller and in the very corner."""
        kind = colour(cell.ground)
        size = min(cell.width, cell.height)
        corner = 0.43 if occupied else 0.38
        x, y = (size * corner, size * corner) if cell.shape == "square" else (0.0, size * 0.38)
        small = self.brush.write(
            kind.letter, x, y, size * (0.13 if occupied else 0.16), opacity="0.7", **self.brush.seen_at("subtle")
        )
        large = self.brush.write(kind.letter, x, y, size * (0.16 if occupied else 0.2), **self.brush.seen_at("clear", "strong"))
        found = [small] if self.brush.shown("subtle") else []
        if self.brush.shown("strong"):
            found += _pattern(self.brush, kind.pattern, "ink", outline, size * 0.5, opacity="0.3")
        return found + ([large] if self.brush.shown("clear", "strong") else [])

    def _print(self, cell: Cell, occupied: bool) -> list[str]:
        """The dot and the words printed on a cell; both make room for a piece."""
        found = [self._dot(cell, occupied)] if cell.mark else []
        if cell.label and cell.shape in ("card", "choice"):
            return found + self._paragraph(cell, occupied)
        if cell.label:
            x, y = (-0.36 * cell.width, -0.37 * cell.height) if cell.shape == "square" else (0.0, -0.34 * cell.height)
            size = min(cell.width, cell.height) * (0.13 if cell.shape == "diamond" else 0.17)
            found.append(self.brush.write(cell.label, x, y, size, "faint"))
        return found

    def _dot(self, cell: Cell, occupied: bool) -> str:
        kind = colour(cell.mark)
        x, y, diameter = (0.38, -0.38, 0.14) if occupied else (0.0, 0.0, 0.3)
        shape = element(
            "circle", r=length(diameter / 2), stroke_width="1.5", stroke_opacity="0.6", **self.brush.paint(kind.name, "edge")
        )
        letter = self.brush.write(kind.letter, 0, 0, diameter * 0.72, f"{kind.name}-ink", aria_hidden="true")
        place = f"translate({length(x * cell.width)} {length(y * cell.height)})"
        return element("g", shape, letter, class_="dot", transform=place)

    def _paragraph(self, cell: Cell, occupied: bool) -> list[str]:
        """The words of a card or a button, as large as they fit; at the top if something lies on the card."""
        height = cell.height * (0.34 if occupied else 0.9)
        size, lines = _fitted(cell.label, cell.width * 0.86, height)
        top = -cell.height * 0.45 if occupied else -len(lines) * size * 0.6
        return [self.brush.write(line, 0, top + (i + 0.5) * size * 1.2, size, font_weight="500") for i, line in enumerate(lines)]

    def _overlay(self, cell: Cell) -> str:
        """A tint over the ground of a cell that is lit or of the last move; a coloured ground keeps its colour."""
        if not (state := self._state(cell)) or cell.ground in COLOURS:
            return ""
        paint = self._switched(cell, "over", self.brush.paint(state))
        return _outlined(cell_outline(cell.shape, cell.width, cell.height), paint | {"opacity": "0.16"})

    def _ring(self, cell: Cell) -> str:
        """A ring around such a cell, above the pieces, for some cover their cell."""
        if not (state := self._state(cell)):
            return ""
        paint = self._switched(cell, "ring", self.brush.paint(stroke=state))
        outline = cell_outline(cell.shape, cell.width - 0.06, cell.height - 0.06)
        place: dict[str, str | None] = {"transform": f"translate({length(cell.x)} {length(cell.y)})", "pointer_events": "none"}
        return _outlined(outline, paint | place | {"data_ring": cell.id, "stroke_width": "6" if state == "lit" else "4"})

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
    size = 0.26
    while True:
        lines = [line for part in text.split("\n") for line in textwrap.wrap(part, max(1, int(width / size / LETTER_WIDTH)))]
        broken = any(len(word) * size * LETTER_WIDTH > width for word in text.split())
        if size < 0.08 or (len(lines) * size * 1.2 <= height and not broken):
            return size, lines
        size *= 0.92


# Pieces


def _piece(brush: Brush, piece: Piece, cell: Cell) -> str:
    place = f"translate({length(cell.x + piece.dx)} {length(cell.y + piece.dy)})"
    body = [_part(brush, piece.parts, i) for i in range(len(piece.parts))]
    return element(
        "g", *body, data_piece=piece.id, data_on=piece.cell, transform=place, pointer_events="none", aria_hidden="true"
    )


def _part(brush: Brush, parts: tuple[Part, ...], index: int) -> str:
    part = parts[index]
    place = f"translate({length(part.dx)} {length(part.dy)})" if part.dx or part.dy else None
    if part.shape == "text":
        return element("g", brush.write(part.letter, 0, 0, part.size, _text_ink(part.colour)), transform=place)
    above = (later.size for later in parts[index + 1 :] if (later.dx, later.dy) == (part.dx, part.dy) and later.shape != "text")
    covered = max(above, default=part.size - 2 * part.band if part.band else 0.0)
    if part.shape == "ring":
        covered = part.size - 2 * (part.band or part.size / 6)
    return element("g", *_body(brush, part), *_marks(brush, part, covered, index), transform=place)


def _text_ink(name: str) -> str:
    return name if name in COLOURS or name in variables("light") else colour(name).name


def _body(brush: Brush, part: Part) -> list[str]:
    kind = colour(part.colour)
    outline = part_outline(part.shape, part.size, part.band)
    if part.shape in STROKED:
        return _line_body(brush, part, outline)
    edge: dict[str, str | None] = {"stroke_width": "2", "stroke_opacity": "0.75", "stroke_linejoin": "round"}
    behind = [_legs(brush, part)] if part.shape == "bug" else []
    body = [*behind, _outlined(outline, brush.paint(kind.name, "edge") | edge)]
    if brush.shown("strong") and not part.plain and part.size >= (SMALLEST_PATTERN if kind.pattern in TILED else SMALLEST_RING):
        wide = part.size * 0.5
        body += _pattern(brush, kind.pattern, f"{kind.name}-ink", outline, wide, opacity="0.55", shape=part.shape, band=part.band)
    return body + _details(brush, part)


def _line_body(brush: Brush, part: Part, outline: Outline) -> list[str]:
    """A snake: a thick line with an edge around it, and a head with eyes."""
    kind = colour(part.colour)
    width = STROKED[part.shape] * part.size
    line: dict[str, str | None] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    edge = _outlined(outline, brush.paint(stroke="edge") | line | {"stroke_width": length(width + 0.035)})
    skin = _outlined(outline, brush.paint(stroke=kind.name) | line | {"stroke_width": length(width)})
    x, y = 0.3 * part.size, -0.3 * part.size
    head = [
        element("ellipse", cx=length(x), cy=length(y), rx=length(part.size * 0.15), ry=length(part.size * 0.18), stroke_width="2",
                **brush.paint(kind.name, "edge")),
        *(element("circle", cx=length(x + side * part.size * 0.07), cy=length(y - part.size * 0.03), r=length(part.size * 0.03),
                  **brush.paint(f"{kind.name}-ink")) for side in (-1, 1)),
    ]  # fmt: skip
    stripes: list[str] = []
    if brush.shown("strong") and kind.pattern in TILED and not part.plain:
        paint: dict[str, str | None] = {
            "stroke": brush.pattern(kind.pattern, f"{kind.name}-ink"),
            "fill": "none",
            "opacity": "0.55",
        }
        stripes = [_outlined(outline, paint | line | {"stroke_width": length(width)} | brush.seen_at("strong"))]
    return [edge, skin, *stripes, *head]


def _legs(brush: Brush, part: Part) -> str:
    s = part.size
    legs = "".join(f"M{length(-0.48 * s)} {length(y * s)}L{length(0.48 * s)} {length(-y * s)}" for y in (-0.28, 0.0, 0.28))
    feelers = f"M{length(-0.2 * s)} {length(-0.52 * s)}L0 {length(-0.3 * s)}L{length(0.2 * s)} {length(-0.52 * s)}"
    return element("path", d=legs + feelers, stroke_width=length(0.06 * s), stroke_linecap="round", **brush.paint(stroke="edge"))


def _details(brush: Brush, part: Part) -> list[str]:
    """What makes a shape look like the thing: the bevel of a cube, the pips of a die, the head of a bug."""
    s = part.size
    if part.shape == "cube":
        a, b = length(s * 0.49), length(s * 0.36)
        light = element("path", d=f"M-{a} {a}V-{a}H{a}L{b} -{b}H-{b}V{b}Z", fill="#fff", opacity="0.3")
        shade = element("path", d=f"M{a} -{a}V{a}H-{a}L-{b} {b}H{b}V-{b}Z", fill="#000", opacity="0.22")
        return [light, shade]
    if part.shape == "die" and not part.letter:
        spots = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0))
        paint = brush.paint(f"{part.colour}-ink")
        return [
            element("circle", cx=length(x * s * 0.26), cy=length(y * s * 0.26), r=length(s * 0.08), **paint) for x, y in spots
        ]
    if part.shape == "bug":
        d = f"M{length(-0.27 * s)} {length(-0.22 * s)}H{length(0.27 * s)}"
        return [element("path", d=d, stroke_width="2", stroke_opacity="0.75", **brush.paint(stroke="edge"))]
    return []


# Marks


def _marks(brush: Brush, part: Part, covered: float, index: int) -> list[str]:
    """What is written on a part: its own letter always, that of its colour as the strength of marks asks for."""
    kind = colour(part.colour)
    if part.letter.strip():
        y = CENTRES.get(part.shape, 0.0) * part.size
        return [brush.write(part.letter, 0, y, part.size * 0.56 / len(part.letter) ** 0.5, f"{kind.name}-ink")]
    if part.letter or part.plain or part.shape == "die":
        return []
    letters = []
    for strength in filter(brush.shown, MARKS):
        x, y, size = _spot(part, covered, index, strength, len(kind.letter))
        ink = "ink" if part.shape in STROKED else f"{kind.name}-ink"
        more = _halo(brush, ink, kind.name) if (strength == "strong" or covered) and part.shape not in STROKED else {}
        letters.append(brush.write(kind.letter, x, y, size, ink, **(more | brush.seen_at(strength))))
    return letters


def _spot(part: Part, covered: float, index: int, strength: str, letters: int) -> tuple[float, float, float]:
    """Where the letter of a colour is written, and how large."""
    s = part.size
    if part.shape in STROKED:
        return 0.32 * s, 0.3 * s, s * (0.26 if strength == "subtle" else 0.38)
    if covered:  # in the band that is left around what covers the middle; stacked rings have their letters all around
        band = (s - covered) / 2
        turn = pi / 2 - index * pi * 0.45
        size = max(min(band * 0.8, 0.2), 0.12) * (0.75 if strength == "subtle" else 1)
        return cos(turn) * (s - band) / 2, sin(turn) * (s - band) / 2, size
    if part.shape == "tile":  # its middle is for what the game prints on it
        return -0.3 * s, 0.3 * s, s * (0.16 if strength == "subtle" else 0.26) / letters**0.5
    y = CENTRES.get(part.shape, 0.0) * s
    if strength == "subtle":
        return 0.0, y if y else 0.31 * s, 0.19 * s
    return 0.0, y, s * (0.34 if part.shape in NARROW else 0.5) / letters**0.5


def _halo(brush: Brush, ink: str, ground: str) -> dict[str, str | None]:
    """Attributes that keep a letter clear of the pattern around it."""
    paint = brush.paint(ink, ground, "text")
    return {"class_": paint["class_"], "stroke": paint["stroke"], "stroke_width": "5", **HALO}


def _pattern(
    brush: Brush, pattern: str, ink: str, outline: Outline, wide: float, opacity: str, shape: str = "", band: float = 0.0
) -> list[str]:
    """The pattern of a colour over an outline: a fill, a ring in the centre, or a ring along the edge."""
    seen = brush.seen_at("strong")
    if pattern in TILED:
        return [_outlined(outline, seen | {"fill": brush.pattern(pattern, ink), "opacity": opacity})]
    if pattern == "solid" and shape and shape != "ring":
        inside = part_outline(shape, wide * 2 * 0.8, band)
        return [_outlined(inside, brush.paint(stroke=ink) | {"stroke_width": "3", "opacity": opacity} | seen)]
    middle = wide - (band or wide / 3) / 2 if shape == "ring" else wide * 0.62 if shape else wide * 0.5
    paint = brush.paint(stroke=ink) | {"stroke_width": "3.5", "opacity": opacity}
    return [element("circle", r=length(middle), **(paint | seen))]


def _outlined(outline: Outline, attributes: dict[str, str | None]) -> str:
    name, geometry = outline
    return element(name, **(geometry | attributes))


# Style


def _style(brush: Brush, theme: str) -> str:
    """The style sheet of one picture: as little as it needs."""
    names = [name for name in variables("light") if name in brush.used]
    if brush.live:
        return element(
            "style", _themes("auto", names) + _themes("light", names) + _themes("dark", names) + _paints(names) + _states()
        )
    return element("style", _themes(theme, names) + _paints(names))


def _themes(theme: str, names: list[str]) -> str:
    def rule(tints: str) -> str:
        values = variables(tints)
        return f'.calumma[data-theme="{theme}"]{{{"".join(f"--calumma-{name}:{values[name]};" for name in names)}}}'

    if theme != "auto":
        return rule(theme)
    return rule("light") + f"@media(prefers-color-scheme:dark){{{rule('dark')}}}"


def _paints(names: list[str]) -> str:
    return "".join(
        f".calumma .f-{name}{{fill:var(--calumma-{name})}}.calumma .s-{name}{{stroke:var(--calumma-{name})}}" for name in names
    )


def _states() -> str:
    """What the browser switches: the strength of marks, and which cells are lit or belong to the last move."""
    marks = "".join(f'.calumma[data-marks="{strength}"] [data-at~="{strength}"]{{display:inline}}' for strength in MARKS)
    states = "".join(
        f".calumma .{state}>.over{{display:inline;fill:var(--calumma-{state})}}"
        f".calumma .ring.{state}{{display:inline;stroke:var(--calumma-{state});stroke-width:{width}}}"
        for state, width in (("last", 4), ("lit", 6))
    )
    return (
        ".calumma [data-at],.calumma .over,.calumma .ring{display:none}" + marks + states + ".calumma .lit{cursor:pointer}"
        ".calumma .cell:focus-visible{outline:3px solid var(--calumma-lit);outline-offset:-3px}"
    )
