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
    if shape == "hoop":
        return _hoop(size, band or size / 4)
    if shape in CORNERS:
        return rectangle(size, size, size * CORNERS[shape])
    if shape == "diamond":
        return diamond(size, size)
    if shape == "hex":
        return hexagon(size * 0.866, size)
    if shape in POLYGONS:
        return polygon([(x * size, y * size) for x, y in POLYGONS[shape]])
    if shape in PATHS:
        return "path", {"d": scaled(PATHS[shape], size)}
    known = ", ".join(("disc", "ring", "hoop", "bug", "diamond", "hex", "text", *CORNERS, *POLYGONS, *PATHS))
    raise ValueError(f'there is no part of the shape "{shape}": expected one of {known}')


def _ring(size: float, band: float) -> Outline:
    outer, inner = length(size / 2), length(size / 2 - band)
    arcs = "".join(f"M-{r} 0A{r} {r} 0 1 0 {r} 0A{r} {r} 0 1 0 -{r} 0Z" for r in (outer, inner))
    return "path", {"d": arcs, "fill_rule": "evenodd"}


def _hoop(size: float, band: float) -> Outline:
    """A ring that lies, seen slightly from the front: its upper rim, and the band below."""
    r, flat, high = length(size / 2), length(size * FLAT / 2), length(band)
    return "path", {"d": f"M-{r} 0A{r} {flat} 0 0 1 {r} 0V{high}A{r} {flat} 0 0 1 -{r} {high}Z"}


def scaled(path: str, size: float) -> str:
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


FLAT = 0.36
"""How high a lying circle looks, of its width."""

CORNERS = {"square": 0.08, "tile": 0.1, "cube": 0.09, "die": 0.2}

POLYGONS: dict[str, Points] = {
    "triangle": [(0, -0.46), (0.5, 0.4), (-0.5, 0.4)],
    "star": _star(5, 0.2),
    "right": [(-0.3, -0.5), (0.45, 0), (-0.3, 0.5)],
    "left": [(0.3, -0.5), (-0.45, 0), (0.3, 0.5)],
    "up": [(-0.5, 0.3), (0, -0.45), (0.5, 0.3)],
    "gem": [(-0.28, -0.4), (0.28, -0.4), (0.5, -0.08), (0, 0.48), (-0.5, -0.08)],
    "crown": [(-0.46, 0.36), (-0.5, -0.3), (-0.22, 0), (0, -0.42), (0.22, 0), (0.5, -0.3), (0.46, 0.36)],
    "cross": [
        *((-0.16, -0.48), (0.16, -0.48), (0.16, -0.16), (0.48, -0.16), (0.48, 0.16), (0.16, 0.16)),
        *((0.16, 0.48), (-0.16, 0.48), (-0.16, 0.16), (-0.48, 0.16), (-0.48, -0.16), (-0.16, -0.16)),
    ],
}


def _around(path: Points, times: int) -> str:
    """Return a figure drawn several times around the centre, in hundredths."""
    found = []
    for i in range(times):
        c, s = cos(2 * pi * i / times), sin(2 * pi * i / times)
        turned = [f"{(x * c - y * s) * 100:.1f} {(x * s + y * c) * 100:.1f}" for x, y in path]
        found.append(f"M {' L '.join(turned)} Z")
    return " ".join(found)


POLYGONS |= {  # lying slabs, seen slightly from the front
    "slab-disc": [(0.5 * cos(pi * i / 16), 0.24 * sin(pi * i / 16)) for i in range(32)],
    "slab-square": [(-0.43, -0.22), (0.43, -0.22), (0.5, 0.22), (-0.5, 0.22)],
    "slab-hex": [(-0.25, -0.23), (0.25, -0.23), (0.5, 0), (0.26, 0.24), (-0.26, 0.24), (-0.5, 0)],
    "slab-diamond": [(0, -0.27), (0.54, 0), (0, 0.28), (-0.54, 0)],
}
POLYGONS["saltire"] = [((x - y) * 0.72, (x + y) * 0.72) for x, y in POLYGONS["cross"]]
POLYGONS["hook"] = [(0.38, -0.5), (0.1, -0.5), (0.1, 0.2), (-0.4, 0.2), (-0.4, 0.48), (0.38, 0.48)]

_ROUND = "M 0 -25 A 25 25 0 1 1 0 25 A 25 25 0 1 1 0 -25 Z "
_TWIG = [(-0.045, 0), (-0.045, -0.2), (-0.19, -0.3), (-0.14, -0.37), (-0.045, -0.3), (-0.045, -0.5)]
_ARROW = [(-0.06, 0), (-0.06, -0.44), (-0.2, -0.44), (0, -0.66), (0.2, -0.44), (0.06, -0.44), (0.06, 0)]

PATHS = {
    "pawn": "M -13 -8 A 21 21 0 1 1 13 -8 L 30 36 Q 34 48 20 48 L -20 48 Q -34 48 -30 36 Z",
    "moon": "M 18 -44 A 46 46 0 1 0 18 44 A 36 36 0 1 1 18 -44 Z",
    "arms": "M -42 -44 L 42 -44 L 42 0 Q 40 34 0 50 Q -40 34 -42 0 Z",
    "leaf": "M -4 50 L -4 36 Q -44 26 -38 -8 Q -34 -32 0 -50 Q 34 -32 38 -8 Q 44 26 4 36 L 4 50 Z",
    "flower": "M 0 -14 A 19 19 0 1 1 13 -4 A 19 19 0 1 1 8 11 A 19 19 0 1 1 -8 11 A 19 19 0 1 1 -13 -4 A 19 19 0 1 1 0 -14 Z",
    "drop": "M 0 -50 Q 34 -8 32 16 A 32 32 0 1 1 -32 16 Q -34 -8 0 -50 Z",
    "sun": _ROUND + _around([(-0.1, -0.31), (0, -0.5), (0.1, -0.31)], 8),
    "snowflake": _around([*_TWIG, *((-x, y) for x, y in reversed(_TWIG))], 6),
    "clover": "M -5 6 A 21 21 0 1 1 -14 -12 A 21 21 0 1 1 14 -12 A 21 21 0 1 1 5 6 Q 6 34 16 48 L -8 48 Q -4 30 -5 6 Z",
    "shell": "M -9 46 L -9 36 Q -42 18 -48 -8 Q -44 -26 -32 -24 Q -28 -42 -14 -36 Q 0 -50 14 -36 Q 28 -42 32 -24 "
    "Q 44 -26 48 -8 Q 42 18 9 36 L 9 46 Z",
    "slide": _around([((x - y) * 0.74, (x + y) * 0.74) for x, y in _ARROW], 4),
    "leap": "M -20 50 L -20 -14 Q -20 -30 -4 -30 L 12 -30 L 12 -50 L 48 -18 L 12 14 L 12 -6 L 4 -6 L 4 50 Z",
    "snake": "M -38 34 C -14 52 -2 16 -22 8 C -46 -4 -20 -36 0 -18 C 18 -2 30 -6 30 -26",
}

STROKED = {"snake": 0.2}
"""Shapes that are a thick line rather than an area, with the width of the line."""

CENTRES = {"pawn": 0.2, "triangle": 0.13, "crown": 0.12, "drop": 0.14, "gem": -0.08, "lizard": -0.04}
"""How far below its centre the widest part of a shape lies, where its letter is written."""
