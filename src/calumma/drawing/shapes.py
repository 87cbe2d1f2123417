"""The shapes of cells and of the parts of pieces, drawn around their own centre."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from calumma.drawing.markup import length, number

Outline = tuple[str, dict[str, str | None]]
Points = list[tuple[float, float]]


def rectangle(width: float, height: float, corner: float = 0.0) -> Outline:
    """Return a rectangle with rounded corners."""
    attributes = {"x": length(-width / 2), "y": length(-height / 2), "width": length(width), "height": length(height)}
    return "rect", attributes | {"rx": length(corner) if corner else None}


def circle(diameter: float, y: float = 0.0) -> Outline:
    """Return a circle."""
    return "circle", {"r": length(diameter / 2), "cy": length(y) if y else None}


def polygon(points: Points) -> Outline:
    """Return a polygon."""
    return "polygon", {"points": " ".join(f"{length(x)},{length(y)}" for x, y in points)}


def diamond(width: float, height: float) -> Outline:
    """Return a square that stands on its corner; width and height are its diagonals."""
    return polygon([(0, -height / 2), (width / 2, 0), (0, height / 2), (-width / 2, 0)])


def hexagon(width: float, height: float) -> Outline:
    """Return a hexagon with a corner up, or with a side up if it is wider than high; regular if width and height are equal."""
    if width > height:
        turned = [(-width / 4, -height / 2), (width / 4, -height / 2), (width / 2, 0)]
        return polygon(turned + [(-x, -y) for x, y in turned])
    high = hexagon_height(width, height)
    upright = [(0, -high / 2), (width / 2, -high / 4), (width / 2, high / 4)]
    return polygon(upright + [(-x, -y) for x, y in upright])


def hexagon_height(width: float, height: float) -> float:
    """Return the height of a hexagon with a corner up."""
    return width * 1.1547 if width == height else height


def cell_outline(shape: str, width: float, height: float) -> Outline:
    """Return the outline of a cell; width and height are those of its bounding box."""
    if shape == "circle":
        return circle(min(width, height))
    if shape in ("card", "choice"):
        return rectangle(width, height, min(width, height) * (0.1 if shape == "card" else 0.3))
    outlines: dict[str, Callable[[float, float], Outline]] = {"square": rectangle, "diamond": diamond, "hex": hexagon}
    if shape not in outlines:
        raise ValueError(f'there is no cell of the shape "{shape}": expected square, diamond, hex, circle, card or choice')
    return outlines[shape](width, height)


def part_outline(shape: str, size: float, band: float = 0.0) -> Outline:
    """Return the outline of a part whose diameter or side is `size`."""
    if shape in ("disc", "bug"):
        return circle(size) if shape == "disc" else ("ellipse", {"rx": length(size * 0.33), "ry": length(size * 0.42)})
    if shape == "ring":
        return _ring(size, band or size / 6)
    if shape in CORNERS:
        return rectangle(size, size, size * CORNERS[shape])
    if shape == "diamond":
        return diamond(size, size)
    if shape == "hex":
        return hexagon(size * 0.866, size)
    if shape in POLYGONS:
        return polygon([(x * size, y * size) for x, y in POLYGONS[shape]])
    if shape in PATHS:
        return "path", {"d": _scaled(PATHS[shape], size)}
    known = ", ".join(("disc", "ring", "bug", "diamond", "hex", "text", *CORNERS, *POLYGONS, *PATHS))
    raise ValueError(f'there is no part of the shape "{shape}": expected one of {known}')


def _ring(size: float, band: float) -> Outline:
    outer, inner = length(size / 2), length(size / 2 - band)
    arcs = "".join(f"M-{r} 0A{r} {r} 0 1 0 {r} 0A{r} {r} 0 1 0 -{r} 0Z" for r in (outer, inner))
    return "path", {"d": arcs, "fill_rule": "evenodd"}


def _scaled(path: str, size: float) -> str:
    """Return a path that is drawn in hundredths at another size; the angle and the flags of an arc stay as they are."""
    found, command, place = [], "", 0
    for part in path.split():
        if part.isalpha():
            command, place = part, 0
            found.append(part)
            continue
        found.append(part if command == "A" and place % 7 in (2, 3, 4) else number(float(part) * size))
        place += 1
    return " ".join(found)


def _star(rays: int, inner: float) -> Points:
    turns = [pi * i / rays for i in range(2 * rays)]
    return [((inner if i % 2 else 0.5) * sin(turn), -(inner if i % 2 else 0.5) * cos(turn)) for i, turn in enumerate(turns)]


CORNERS = {"square": 0.08, "tile": 0.1, "cube": 0.09, "die": 0.2}

POLYGONS: dict[str, Points] = {
    "triangle": [(0, -0.46), (0.5, 0.4), (-0.5, 0.4)],
    "sun": _star(10, 0.28),
    "snowflake": _star(6, 0.17),
    "star": _star(5, 0.22),
    "crown": [(-0.46, 0.36), (-0.5, -0.3), (-0.22, 0), (0, -0.42), (0.22, 0), (0.5, -0.3), (0.46, 0.36)],
    "cross": [
        *((-0.16, -0.48), (0.16, -0.48), (0.16, -0.16), (0.48, -0.16), (0.48, 0.16), (0.16, 0.16)),
        *((0.16, 0.48), (-0.16, 0.48), (-0.16, 0.16), (-0.48, 0.16), (-0.48, -0.16), (-0.16, -0.16)),
    ],
}

POLYGONS["saltire"] = [((x - y) * 0.72, (x + y) * 0.72) for x, y in POLYGONS["cross"]]
POLYGONS["hook"] = [(0.38, -0.5), (0.1, -0.5), (0.1, 0.2), (-0.4, 0.2), (-0.4, 0.48), (0.38, 0.48)]

PATHS = {
    "pawn": "M -13 -8 A 21 21 0 1 1 13 -8 L 30 36 Q 34 48 20 48 L -20 48 Q -34 48 -30 36 Z",
    "moon": "M 18 -44 A 46 46 0 1 0 18 44 A 36 36 0 1 1 18 -44 Z",
    "arms": "M -42 -44 L 42 -44 L 42 0 Q 40 34 0 50 Q -40 34 -42 0 Z",
    "leaf": "M 0 50 L 0 38 Q -46 28 -40 -8 Q -36 -34 0 -50 Q 36 -34 40 -8 Q 46 28 0 38 Z",
    "flower": "M 0 -14 A 19 19 0 1 1 13 -4 A 19 19 0 1 1 8 11 A 19 19 0 1 1 -8 11 A 19 19 0 1 1 -13 -4 A 19 19 0 1 1 0 -14 Z",
    "drop": "M 0 -50 Q 34 -8 32 16 A 32 32 0 1 1 -32 16 Q -34 -8 0 -50 Z",
    "snake": "M -38 34 C -14 52 -2 16 -22 8 C -46 -4 -20 -36 0 -18 C 18 -2 30 -6 30 -26",
}

STROKED = {"snake": 0.2}
"""Shapes that are a thick line rather than an area, with the width of the line."""

CENTRES = {"pawn": 0.2, "triangle": 0.13, "crown": 0.12, "drop": 0.14, "moon": 0.0}
"""How far below its centre the widest part of a shape lies, where its letter is written."""
