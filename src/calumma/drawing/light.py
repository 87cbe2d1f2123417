"""The light from the top left and what it falls on: gradients of black and white over any colour, and textures.

Nothing here is a filter: a gradient or a pattern is painted once and costs little while something glides over it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from calumma.drawing.markup import Brush, element, number

Stop = tuple[float, str, float]

DIAGONAL = {"x1": "0", "y1": "0", "x2": "1", "y2": "1"}
DOWN = {"x1": "0", "y1": "0", "x2": "0", "y2": "1"}
ACROSS = {"x1": "0", "y1": "0", "x2": "1", "y2": "0"}
HIGH = {"cx": "0.36", "cy": "0.3", "r": "0.78"}
MIDDLE = {"cx": "0.5", "cy": "0.5", "r": "0.5"}

LINEAR: dict[str, tuple[dict[str, str], tuple[Stop, ...]]] = {
    "sheen": (DIAGONAL, ((0, "#fff", 0.34), (0.45, "#fff", 0), (0.55, "#000", 0), (1, "#000", 0.26))),
    "glaze": (DIAGONAL, ((0, "#fff", 0.55), (0.28, "#fff", 0.1), (0.5, "#fff", 0), (1, "#000", 0.14))),
    "hollow": (DIAGONAL, ((0, "#000", 0.5), (0.4, "#000", 0.12), (0.75, "#fff", 0), (1, "#fff", 0.22))),
    "tube": (ACROSS, ((0, "#000", 0.28), (0.24, "#fff", 0.42), (0.5, "#fff", 0), (0.72, "#000", 0.12), (1, "#000", 0.46))),
    "brass": (DIAGONAL, ((0, "#fff", 0.75), (0.3, "#fff", 0.1), (0.55, "#000", 0.28), (0.8, "#fff", 0.4), (1, "#000", 0.3))),
    "fall": (DOWN, ((0, "#fff", 0.22), (0.5, "#fff", 0), (1, "#000", 0.22))),
}
RADIAL: dict[str, tuple[dict[str, str], tuple[Stop, ...]]] = {
    "dome": (HIGH, ((0, "#fff", 0.42), (0.35, "#fff", 0.06), (0.6, "#000", 0.05), (1, "#000", 0.46))),
    "gloss": (MIDDLE, ((0, "#fff", 0.85), (0.45, "#fff", 0.35), (1, "#fff", 0))),
    "shadow": (MIDDLE, ((0, "#000", 0.55), (0.72, "#000", 0.42), (0.88, "#000", 0.14), (1, "#000", 0))),
}
GRAINS = {"grain": (16, 0.05, 0.3), "figure": (12, 0.03, 0.13)}  # of dark and of pale wood: lines, faintest, strongest
TURNS = (None, "rotate(180)", "scale(-1 1)", "scale(1 -1)")
"""A texture is cut in four ways from the same stock, so that neighbours differ."""


def lights(brush: Brush) -> str:
    """Return the definitions of the gradients and textures that the brush has used."""
    return "".join(_definition(id, name) for name, id in brush.lights.items())


def _definition(id: str, name: str) -> str:
    for tag, table in (("linearGradient", LINEAR), ("radialGradient", RADIAL)):
        if name in table:
            geometry, stops = table[name]
            return element(tag, *(_stop(*stop) for stop in stops), id=id, **geometry)
    kind, _, turn = name.partition("-")
    if turn:  # the same texture, cut in another way
        return element("pattern", id=id, href=f"#{id.removesuffix(f'-{turn}')}", patternTransform=TURNS[int(turn)])
    return _texture(id, kind)


@lru_cache(256)
def _stop(offset: float, colour: str, opacity: float) -> str:
    return element("stop", offset=number(offset * 100) + "%", stop_color=colour, stop_opacity=f"{opacity:g}")


def _texture(id: str, kind: str) -> str:
    if kind in GRAINS:
        return _pattern(id, 100, element("g", _grain(*GRAINS[kind]), transform="translate(50 50)"), "-50")
    size, body = {"linen": (8, _linen()), "nap": (40, _nap()), "fibre": (60, _fibre()), "veins": (260, _veins())}[kind]
    return _pattern(id, size, body, "-130" if kind == "veins" else "0")


def _pattern(id: str, size: int, body: str, start: str) -> str:
    box = {"x": start, "y": start, "width": str(size), "height": str(size), "patternUnits": "userSpaceOnUse"}
    return element("pattern", body, id=id, **box)


def _line(d: str, ink: str, opacity: float, width: float) -> str:
    return element("path", d=d, fill="none", stroke=ink, stroke_opacity=f"{opacity:.2g}", stroke_width=number(width))


def _grain(lines: int, faintest: float, strongest: float) -> str:
    """Long lines that lean on their neighbours, as years grow: calm at the edges, arched in the middle."""
    luck, found = Random(lines), []
    for i in range(lines):
        y = -50 + (i + luck.random()) * 100 / lines
        arch = -y * 0.25 + luck.uniform(-4, 4)
        far = y + luck.uniform(-5, 5)
        d = f"M-52 {number(y)}C-20 {number(y + arch)} 12 {number(far - arch / 2)} 52 {number(far)}"
        found.append(_line(d, "#1d0f06", luck.uniform(faintest, strongest), luck.uniform(0.6, 2.6)))
    for _ in range(lines):
        x, y = luck.uniform(-48, 40), luck.uniform(-48, 48)
        found.append(_line(f"M{number(x)} {number(y)}h{number(luck.uniform(4, 14))}", "#fff", strongest / 2, 0.8))
    return "".join(found)


def _linen() -> str:
    return _line("M0 1H8M0 5H8", "#fff", 0.2, 1.1) + _line("M1 0V8M5 0V8", "#000", 0.13, 1)


def _nap() -> str:
    luck = Random(7)
    hairs = [f"M{number(luck.uniform(0, 38))} {number(luck.uniform(0, 38))}l{number(luck.uniform(-3, 3))} 2" for _ in range(44)]
    return _line("".join(hairs[:22]), "#fff", 0.09, 1) + _line("".join(hairs[22:]), "#000", 0.16, 1)


def _fibre() -> str:
    luck = Random(5)
    places = [[number(luck.uniform(*ends)) for ends in ((0, 56), (0, 56), (2, 7), (-2, 2))] for _ in range(26)]
    hairs = [f"M{x} {y}l{dx} {dy}" for x, y, dx, dy in places]
    return _line("".join(hairs[:13]), "#fff", 0.25, 0.8) + _line("".join(hairs[13:]), "#3a2c14", 0.12, 0.8)


def _veins() -> str:
    """The midrib of a leaf and its side veins, over the whole of a large cell."""
    ribs = "".join(f"M0 {y}C{s * 30} {y - 8} {s * 60} {y - 26} {s * 112} {y - 64}" for y in range(-70, 150, 36) for s in (-1, 1))
    rib = _line("M0 -130V130", "#fff", 0.24, 5) + _line("M2 -130V130", "#23400f", 0.22, 2.5)
    return element("g", rib, _line(ribs, "#23400f", 0.16, 2.2), transform="translate(130 130)")
