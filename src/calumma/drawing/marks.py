"""What tells colours apart without colour: an emblem cut into the material, or letters and patterns where they are asked for."""

from __future__ import annotations

from math import cos, pi, sin

from calumma.drawing.figures import FIGURES, SPOTS, THIN
from calumma.drawing.markup import Brush, element, length, number
from calumma.drawing.palette import LETTERED, colour
from calumma.drawing.patterns import TILED
from calumma.drawing.scene import Part
from calumma.drawing.shapes import CENTRES, FLAT, Outline, part_outline

NARROW = ("triangle", "star", "sun", "snowflake", "cross", "pawn", "moon", "crown")
HALO: dict[str, str | None] = {"paint_order": "stroke", "stroke_linejoin": "round"}
HOLLOW = ("ring", "hoop")
LEAST = 0.1  # no emblem is smaller, in squares


def outlined(outline: Outline, attributes: dict[str, str | None]) -> str:
    """Return an outline with these attributes."""
    name, geometry = outline
    return element(name, **(geometry | attributes))


def emblem(brush: Brush, name: str, x: float, y: float, size: float, ink: str, opacity: float, turn: float = 0.0) -> str:
    """Return the emblem of a colour cut into something: its ink, and the light that catches on the lower right edge."""
    outline = part_outline(colour(name).emblem, size)
    place = f"translate({length(x)} {length(y)})" + (f"rotate({number(turn)})" if turn else "")
    edge: dict[str, str | None] = {
        "fill": "#fff",
        "opacity": "0.3",
        "transform": f"translate({number(size * 3)} {number(size * 4)})",
    }
    cut = outlined(outline, brush.paint(ink) | {"opacity": f"{opacity:g}"})
    return element("g", outlined(outline, edge), cut, transform=place, **brush.seen_at("subtle"))


def marks(brush: Brush, part: Part, covered: float, index: int) -> list[str]:
    """What is written on a part: its own letter always, the mark of its colour as the strength of marks asks for."""
    kind = colour(part.colour)
    if part.letter.strip():
        y = CENTRES.get(part.shape, 0.0) * part.size
        return [brush.write(part.letter, 0, y, part.size * 0.56 / len(part.letter) ** 0.5, f"{kind.name}-ink")]
    if part.letter or part.plain or part.shape in ("die", *THIN):
        return []
    found = _emblems(brush, part, covered) if brush.shown("subtle") else []
    letters = kind.letter + (colour(part.second).letter if part.second else "")
    for strength in filter(brush.shown, LETTERED):
        x, y, size = _spot(part, covered, index, len(letters))
        ink = "ink" if part.shape == "snake" else f"{kind.name}-ink"
        more = _halo(brush, ink, kind.name) if (strength == "strong" or covered or part.shape in FIGURES) else {}
        if part.shape == "snake":
            more = {}
        found.append(brush.write(letters, x, y, size, ink, **(more | brush.seen_at(strength))))
    return found


def _emblems(brush: Brush, part: Part, covered: float) -> list[str]:
    """In the middle; around the rim where the middle is covered; on a creature where its skin has room."""
    s, ink = part.size, f"{part.colour}-ink"
    if part.shape in FIGURES:
        return _on_skin(brush, part)
    if part.shape == "hoop":
        band = part.band or s / 4
        return [emblem(brush, part.colour, 0, s * FLAT / 2 + band * 0.5, max(LEAST, band * 0.78), ink, 0.85)]
    if covered:
        band = (s - covered) / 2
        size, radius = max(LEAST, min(band * 0.62, 0.2)), (s - band) / 2
        turns = (pi / 2,) if band < 0.12 else (0.0, pi / 2, pi, 3 * pi / 2)
        return [emblem(brush, part.colour, cos(t) * radius, sin(t) * radius, size, ink, 0.55) for t in turns]
    if part.shape == "tile":  # its upper corners are for what the game puts there
        return [emblem(brush, part.colour, -0.02 * s, 0.09 * s, s * 0.5, ink, 0.66)]
    size = s * (0.34 if part.shape in NARROW else 0.4 if part.shape == "triangle" else 0.52)
    return [emblem(brush, part.colour, 0, CENTRES.get(part.shape, 0.0) * s, size, ink, 0.66)]


def _on_skin(brush: Brush, part: Part) -> list[str]:
    colours = (part.colour, part.second or part.colour)
    spots = SPOTS.get(part.shape, ())[: 1 if len(SPOTS.get(part.shape, ())) == 1 else 2]
    s = part.size / 100
    return [
        emblem(brush, name, x * s, y * s, size * s, f"{name}-ink", 0.8)
        for name, (x, y, size) in zip(colours, spots, strict=False)
    ]


def _spot(part: Part, covered: float, index: int, letters: int) -> tuple[float, float, float]:
    """Where the letter of a colour is written, and how large."""
    s = part.size
    if part.shape == "snake":
        return 0.34 * s, 0.34 * s, s * 0.36
    if part.shape == "hoop":
        band = part.band or s / 4
        return 0.0, s * FLAT / 2 + band * 0.5, max(band * 0.95, 0.16)
    if part.shape in FIGURES:
        return 0.0, 0.04 * s, s * 0.4 / letters**0.5
    if covered:  # in the band that is left around what covers the middle; stacked rings have their letters all around
        band = (s - covered) / 2
        turn = pi / 2 - index * pi * 0.45
        return cos(turn) * (s - band) / 2, sin(turn) * (s - band) / 2, max(min(band * 0.8, 0.2), 0.12)
    if part.shape == "tile":  # its middle is for what the game prints on it
        return -0.3 * s, 0.3 * s, s * 0.26 / letters**0.5
    return 0.0, CENTRES.get(part.shape, 0.0) * s, s * (0.34 if part.shape in NARROW else 0.5) / letters**0.5


def _halo(brush: Brush, ink: str, ground: str) -> dict[str, str | None]:
    """Attributes that keep a letter clear of what is around it."""
    paint = brush.paint(ink, ground, "text")
    return {"class_": paint["class_"], "stroke": paint["stroke"], "stroke_width": "5", **HALO}


def pattern(
    brush: Brush, name: str, ink: str, outline: Outline, wide: float, opacity: str, shape: str = "", band: float = 0.0
) -> list[str]:
    """Return the pattern of a colour over an outline: a fill, a ring in the centre, or a ring along the edge."""
    seen = brush.seen_at("strong")
    if name in TILED:
        return [outlined(outline, seen | {"fill": brush.pattern(name, ink), "opacity": opacity})]
    if name == "solid" and shape and shape not in HOLLOW:
        inside = part_outline(shape, wide * 2 * 0.8, band)
        return [outlined(inside, brush.paint(stroke=ink) | {"stroke_width": "3", "opacity": opacity} | seen)]
    middle = wide - (band or wide / 3) / 2 if shape == "ring" else wide * 0.62 if shape else wide * 0.5
    paint = brush.paint(stroke=ink) | {"stroke_width": "3.5", "opacity": opacity}
    return [element("circle", r=length(middle), **(paint | seen))]
