"""The patterns of the colours, drawn in one ink."""

from __future__ import annotations

from calumma.drawing.markup import Brush, element

STEP = 14
STRIPE = "M0 3.5H14"
LINES = {
    "diagonals": (STRIPE, "rotate(-45)", 4.0),
    "horizontals": (STRIPE, None, 4.0),
    "verticals": ("M3.5 0V14", None, 4.0),
    "crosshatch": ("M0 7H14M7 0V14", "rotate(45)", 2.2),
    "waves": ("M0 5Q3.5 0 7 5T14 5", None, 2.8),
}
FILLED = {
    "dots": "M7 3.6a3.4 3.4 0 1 1-.01 0Z",
    "triangles": "M7 2.5L11.5 10.5H2.5Z",
    "checks": "M0 0H7V7H0ZM7 7H14V14H7Z",
}
TILED = (*LINES, *FILLED)
"""Patterns that fill a shape; of the others, `ring` is a ring in the centre and `solid` a ring along the edge."""


def definitions(brush: Brush) -> str:
    """Return the definitions of the patterns that the brush has used."""
    return "".join(_definition(brush, name, pattern, ink) for (pattern, ink), name in brush.patterns.items())


def _definition(brush: Brush, name: str, pattern: str, ink: str) -> str:
    if pattern in FILLED:
        body, turn = element("path", d=FILLED[pattern], **brush.paint(ink)), None
    else:
        line, turn, width = LINES[pattern]
        body = element("path", d=line, stroke_width=str(width), **brush.paint(stroke=ink))
    size = str(STEP)
    return element("pattern", body, id=name, width=size, height=size, patternUnits="userSpaceOnUse", patternTransform=turn)
