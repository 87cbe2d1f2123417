"""What boards are made of: the grounds of cells, the plates under them, and the inlays in them."""

from __future__ import annotations

from typing import NamedTuple

from calumma.drawing.marks import emblem, outlined, pattern
from calumma.drawing.markup import Brush, element, length, number
from calumma.drawing.palette import COLOURS, LETTERED, colour
from calumma.drawing.scene import Cell, Plate
from calumma.drawing.shapes import Outline, cell_outline, circle, polygon, rectangle

Attributes = dict[str, str | None]
BARE = "bare"
"""The ground of a cell on which the plate below is seen."""


class Material(NamedTuple):
    """How a ground looks: the texture on its colour, how many ways it is cut, and how its edge takes the light."""

    texture: str = ""
    cuts: int = 1
    edge: str = "line"  # line, bevel (it stands proud), sunk (it lies deeper) or soft


MATERIALS = {
    "walnut": Material("grain", 4, "bevel"),
    "maple": Material("figure", 4, "bevel"),
    "rail": Material("grain", 1, "bevel"),
    "tray": Material("fibre", 1, "bevel"),
    "recess": Material("", 1, "sunk"),
    "felt": Material("nap", 1, "soft"),
    "gap": Material("nap", 1, "sunk"),
    "sage": Material("veins", 2, "bevel"),
    "moss": Material("nap", 1, "soft"),
    "paper": Material("fibre", 1, "raised"),
    "bark": Material("grain", 1, "bevel"),
    "steel": Material("", 1, "soft"),
    "light": Material("fibre", 1, "line"),
    "dark": Material("fibre", 1, "line"),
    "board": Material("fibre", 1, "line"),
}


def plate(brush: Brush, plate: Plate) -> str:
    """Return what lies under the cells."""
    outline = polygon(list(plate.points))
    material = MATERIALS.get(plate.ground, Material())
    soft: Attributes = {"stroke_linejoin": "round", "stroke_width": "8"}
    shadow = [
        outlined(outline, soft | {"fill": "#000", "stroke": "#000", "opacity": opacity, "transform": f"translate({x} {y})"})
        for opacity, x, y in (("0.1", 6, 9), ("0.22", 2, 3))
    ]
    body = [*shadow, outlined(outline, brush.paint(plate.ground, plate.ground) | soft)]
    if material.texture:
        body.append(outlined(outline, {"fill": brush.light(material.texture)}))
    body.append(outlined(outline, {"fill": brush.light("sheen"), "opacity": "0.4"}))
    if material.edge == "bevel":
        body.append(outlined(outline, {"fill": "none", "stroke": "#fff", "stroke_opacity": "0.28", "stroke_width": "2"}))
    return element("g", *body, class_="plate", pointer_events="none")


def ground(brush: Brush, cell: Cell, occupied: bool) -> list[str]:
    """Return the ground of a cell with what is cut into it."""
    size = (cell.shape, cell.width, cell.height)
    if cell.ground in COLOURS:
        return [brush.sprite(("enamel", *size, cell.ground, occupied), lambda: "".join(_enamel(brush, cell, occupied)))]
    if cell.ground == BARE:
        return [outlined(cell_outline(*size), {"fill": "#000", "opacity": "0"})]
    material = MATERIALS.get(cell.ground, Material())
    cut = int(cell.x * 7 + cell.y * 5 + 100) * 3 // 2 % material.cuts if material.cuts > 1 else 0
    return [brush.sprite((*size, cell.ground, cut), lambda: "".join(_plain(brush, cell, material, cut)))]


def _plain(brush: Brush, cell: Cell, material: Material, cut: int) -> list[str]:
    outline = cell_outline(cell.shape, cell.width, cell.height)
    if material.edge == "sunk":
        return _sunk(brush, cell, material, outline)
    found = [*_raised(outline)] if material.edge == "raised" else []
    paint = brush.paint(cell.ground, "line") if material.edge in ("line", "raised") else brush.paint(cell.ground)
    found.append(outlined(outline, paint | {"stroke_width": "1.5" if paint.get("stroke") else None}))
    if material.texture:
        found.append(outlined(outline, {"fill": brush.light(f"{material.texture}-{cut}" if cut else material.texture)}))
    if material.edge == "bevel":
        found += _bevel(cell)
    return found


def _sunk(brush: Brush, cell: Cell, material: Material, outline: Outline) -> list[str]:
    """A recess: its upper left walls lie in shade, its lower right lip catches the light."""
    lip = _inset(cell, 0.06)
    floor = _inset(cell, 0.2)
    texture = [outlined(lip, {"fill": brush.light(material.texture)})] if material.texture else []
    return [
        outlined(outline, {"fill": "#000", "opacity": "0"}),  # so that all of the cell can be clicked
        outlined(
            lip, {"fill": "none", "stroke": "#fff", "stroke_opacity": "0.3", "stroke_width": "3", "transform": "translate(2 2)"}
        ),
        outlined(lip, brush.paint(cell.ground)),
        *texture,
        outlined(lip, {"fill": brush.light("hollow"), "stroke": "#000", "stroke_opacity": "0.35", "stroke_width": "1.6"}),
        outlined(floor, brush.paint(cell.ground) | {"opacity": "0.6", "transform": "translate(3 4)"}),
    ]


def _inset(cell: Cell, by: float) -> Outline:
    if cell.shape == "square":
        return rectangle(cell.width - by, cell.height - by, 0.06)
    return cell_outline(cell.shape, cell.width - by, cell.height - by)


def _raised(outline: Outline) -> list[str]:
    return [
        outlined(outline, {"fill": "#000", "opacity": opacity, "transform": f"translate({x} {y})"})
        for opacity, x, y in (("0.08", 4, 6), ("0.2", 1.5, 2))
    ]


def _bevel(cell: Cell) -> list[str]:
    """Light on the upper left edge, shade on the lower right: two outlines that are moved against each other."""
    inner = cell_outline(cell.shape, cell.width - 0.025, cell.height - 0.025)
    line: Attributes = {"fill": "none", "stroke_width": "2.4"}
    return [
        outlined(inner, line | {"stroke": "#000", "stroke_opacity": "0.28"}),
        outlined(inner, line | {"stroke": "#fff", "stroke_opacity": "0.2", "transform": "translate(1 1)", "stroke_width": "1.4"}),
    ]


def _enamel(brush: Brush, cell: Cell, occupied: bool) -> list[str]:
    """A glazed tile in a frame: muted, so that what stands on it glows; the emblem of its colour is pressed into it."""
    kind, size = colour(cell.ground), min(cell.width, cell.height)
    outline = cell_outline(cell.shape, cell.width, cell.height)
    face = rectangle(cell.width - 0.06, cell.height - 0.06, size * 0.09) if cell.shape == "square" else outline
    found = [
        outlined(outline, brush.paint("steel")),
        outlined(face, brush.paint(f"{cell.ground}-muted")),
        outlined(face, {"fill": brush.light("glaze"), "opacity": "0.9"}),
        outlined(face, {"fill": "none", "stroke": "#000", "stroke_opacity": "0.3", "stroke_width": "1.6"}),
    ]
    x, y = (size * 0.36, size * 0.36) if cell.shape == "square" else (0.0, size * 0.36)
    if brush.shown("subtle"):
        found.append(emblem(brush, kind.name, 0, 0, size * 0.46, "ink", 0.2))
        found += [emblem(brush, kind.name, x + 0.03 * size, -y - 0.03 * size, size * 0.15, "ink", 0.7)] if occupied else []
    if brush.shown("strong"):
        found += pattern(brush, kind.pattern, "ink", outline, size * 0.5, opacity="0.3")
    if brush.shown(*LETTERED):
        letter = brush.write(kind.letter, x, y, size * (0.22 if occupied else 0.26), **brush.seen_at(*LETTERED))
        found.append(letter)
    return found


def inlay(brush: Brush, cell: Cell, occupied: bool) -> str:
    """Return the mark of a cell in brass: a frame that shows around what stands there, and a roundel that makes room for it."""
    key = ("inlay", cell.width, cell.height, cell.shape, cell.mark, occupied)
    return brush.sprite(key, lambda: "".join(_inlay(brush, cell, occupied)), class_="dot")


def _inlay(brush: Brush, cell: Cell, occupied: bool) -> list[str]:
    size, name = min(cell.width, cell.height), colour(cell.mark).name
    frame = cell_outline(cell.shape, cell.width * 0.9, cell.height * 0.9)
    line = cell_outline(cell.shape, cell.width * 0.83, cell.height * 0.83)
    wide: Attributes = {"fill": "none", "stroke_width": number(size * 4.6)}
    found = [
        outlined(frame, wide | {"stroke": "#000", "stroke_opacity": "0.35", "transform": "translate(0.8 1.2)"}),
        outlined(frame, brush.paint(stroke="brass") | {"stroke_width": number(size * 4.6)}),
        outlined(frame, wide | {"stroke": brush.light("brass"), "stroke_width": number(size * 4.6)}),
        outlined(line, brush.paint(stroke=name) | {"stroke_width": number(size * 3)}),
    ]
    corners = ((-1, -1), (1, -1), (-1, 1), (1, 1)) if cell.shape == "square" else ((0, 1),)
    for x, y in corners:
        found += _roundel(brush, name, x * size * 0.4, y * size * 0.4, size * 0.17)
    return found if occupied else found + _roundel(brush, name, 0, 0, size * 0.44)


def _roundel(brush: Brush, name: str, x: float, y: float, wide: float) -> list[str]:
    rim, face = circle(wide), circle(wide * 0.82)
    body = [
        outlined(rim, brush.paint("brass")),
        outlined(rim, {"fill": brush.light("brass"), "stroke": "#000", "stroke_opacity": "0.4", "stroke_width": "1"}),
        outlined(face, brush.paint(name)),
        outlined(face, {"fill": brush.light("hollow"), "opacity": "0.7"}),
    ]
    kind = colour(name)
    if brush.shown("subtle"):
        body.append(emblem(brush, name, 0, 0, wide * 0.56, f"{name}-ink", 0.8))
    if brush.shown(*LETTERED):
        body.append(brush.write(kind.letter, 0, 0, wide * 0.6, f"{name}-ink", **brush.seen_at(*LETTERED)))
    return [element("g", *body, transform=f"translate({length(x)} {length(y)})")]
