"""Creatures, drawn by hand in hundredths of their size, in layers from the back to the front."""

from __future__ import annotations

from typing import NamedTuple


class Layer(NamedTuple):
    """One stroke of the pen. `paint` is skin, second (the other colour of the skin), ink (the skin's ink), dark or light."""

    path: str
    paint: str
    opacity: float = 1.0
    width: float = 0.0  # of a line; an area if 0
    edged: bool = False  # with a thin dark edge


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    return f"M {x - rx:g} {y:g} A {rx:g} {ry:g} 0 1 1 {x + rx:g} {y:g} A {rx:g} {ry:g} 0 1 1 {x - rx:g} {y:g} Z"


def _mirrored(path: str) -> str:
    """A path of absolute M, L, C and Q, and the same on the other side."""
    other, across = [], True
    for part in path.split():
        if part.isalpha():
            other.append(part)
            across = True
        else:
            other.append(f"{-float(part):g}" if across else part)
            across = not across
    return f"{path} {' '.join(other)}"


LEGS = _mirrored("M 10 -16 L 34 -26 L 40 -38 M 12 0 L 42 2 M 10 14 L 34 26 L 38 40")
FEELERS = _mirrored("M 4 -34 Q 8 -46 18 -49")

BODY = (
    "M 47 -5 C 47 -12 38 -19 30 -22 C 26 -33 18 -42 5 -43 C 8 -38 8 -34 6 -31 C -14 -36 -32 -24 -36 -4 "
    "C -38 6 -34 14 -26 16 C -10 22 6 20 16 13 C 22 14 34 12 42 6 C 46 3 47 -1 47 -5 Z"
)
TAIL = "M -32 4 C -46 8 -51 30 -36 38 C -22 44 -11 31 -20 23 C -27 18 -36 26 -30 31"
CHAMELEON = (
    Layer("M 8 14 L 14 28 L 5 36 M 14 28 L 22 35 M -20 12 L -12 26 L -20 35 M -12 26 L -4 33", "dark", 0.55, 9.5),
    Layer("M 8 14 L 14 28 L 5 36 M 14 28 L 22 35 M -20 12 L -12 26 L -20 35 M -12 26 L -4 33", "skin", 1, 6.5),
    Layer(TAIL, "dark", 0.55, 11),
    Layer(TAIL, "second", 1, 8),
    Layer(BODY, "skin", 1, 0, True),
    Layer(
        "M 4 -32 C -14 -36 -32 -24 -36 -4 C -38 6 -34 14 -26 16 C -17 19 -8 19.5 -1 18.5 "
        "C -10 10 -8 2 -3 -5 C 3 -13 0 -24 4 -32 Z",
        "second",
    ),
    Layer("M -34 -4 C -30 -22 -14 -33 4 -31 M 6 -42 C 16 -41 23 -34 27 -24", "light", 0.55, 2.6),
    Layer("M -26 14 C -10 20 6 18 16 11 C 24 12 34 10 42 4", "dark", 0.28, 4),
    Layer("M 47 -3 C 41 2 34 3 27 1", "dark", 0.6, 2),
    Layer(_oval(24, -10, 10, 10), "skin", 1, 0, True),
    Layer(_oval(24, -10, 9, 9), "dark", 0.22),
    Layer(_oval(25, -10.5, 6.5, 6.5), "light", 0.95),
    Layer(_oval(26.5, -10.5, 3.6, 3.6), "dark", 0.95),
    Layer(_oval(27.6, -12, 1.2, 1.2), "light"),
)
WIND = "M -24 38 C -4 46 8 36 -4 25 C -16 14 -43 16 -41 -6 C -39 -27 -12 -28 -6 -9 C -2 5 13 13 22 2 C 29 -8 22 -16 25 -24"
BANDS = "M -38 4 L -30 9 M -37 -13 L -29 -9 M -24 -23 L -22 -15 M -10 -13 L -3 -16 M 3 5 L 8 -1 M 19 7 L 16 -1"
TAIL = "M -47 28 C -44 35 -36 37 -24 38"
SNAKE = (
    Layer(TAIL, "dark", 0.6, 8),
    Layer(WIND, "dark", 0.6, 16),
    Layer(TAIL, "skin", 1, 5),
    Layer(WIND, "skin", 1, 13),
    Layer(BANDS, "light", 0.45, 3.4),
    Layer("M 36 -38 L 42 -44 M 41 -43 L 49 -43 M 41 -43 L 41 -51", "red", 1, 2.8),
    Layer("M 15 -22 C 12 -32 20 -42 34 -43 C 42 -43 44 -38 41 -30 C 36 -18 19 -11 15 -22 Z", "skin", 1, 0, True),
    Layer(_oval(23, -34, 3.6, 3.6) + " " + _oval(34, -25, 3.6, 3.6), "light"),
    Layer(_oval(23.8, -34.6, 1.4, 2.6) + " " + _oval(34.8, -25.6, 1.4, 2.6), "dark"),
)
LIMBS, WHIP = _mirrored("M 7 -16 L 26 -24 L 32 -34 M 8 8 L 26 16 L 32 28"), "M 0 10 C -6 28 14 30 10 48"
BACK = (
    "M 0 -49 C 10 -46 15 -38 12 -28 C 16 -18 17 -4 11 10 C 6 22 -6 22 -11 10 C -17 -4 -16 -18 -12 -28 C -15 -38 -10 -46 0 -49 Z"
)
LIZARD = (
    Layer(f"{LIMBS} {WHIP} {BACK}", "light", 0.85, 14),  # a rim that keeps it clear of what is printed below, and of another one
    Layer(f"{LIMBS} {WHIP}", "dark", 0.7, 10),
    Layer(f"{LIMBS} {WHIP}", "skin", 1, 7),
    Layer(BACK, "skin", 1, 0, True),
    Layer("M -9 -30 C -13 -18 -13 -4 -8 8", "light", 0.5, 3.4),
    Layer(_oval(-8, -37, 4.4, 4.4) + " " + _oval(8, -37, 4.4, 4.4), "light"),
    Layer(_oval(-8.5, -38, 2.2, 2.2) + " " + _oval(7.5, -38, 2.2, 2.2), "dark"),
)
WINGS = _mirrored("M 4 -12 C 20 -44 48 -36 44 -16 C 40 -2 18 -4 4 -8")
WASP = (
    Layer(LEGS, "dark", 0.8, 3.4),
    Layer(FEELERS, "dark", 0.85, 3),
    Layer(WINGS, "light", 0.72, 0, True),
    Layer(_oval(0, -26, 13, 11), "skin", 1, 0, True),
    Layer("M 0 -16 C 20 -16 24 14 0 48 C -24 14 -20 -16 0 -16 Z", "skin", 1, 0, True),
    Layer(
        "M -16 4 Q 0 11 16 4 L 14 12 Q 0 19 -14 12 Z M -11 20 Q 0 26 11 20 L 7 28 Q 0 32 -7 28 Z M -4 37 L 4 37 L 0 47 Z",
        "dark",
        0.88,
    ),
    Layer(_oval(-6, -28, 3.2, 4) + " " + _oval(6, -28, 3.2, 4), "dark", 0.9),
    Layer("M -11 -8 C -14 2 -10 14 -6 24", "light", 0.45, 3),
)
LADYBIRD = (
    Layer(LEGS, "dark", 0.85, 4),
    Layer(FEELERS, "dark", 0.85, 3),
    Layer(_oval(0, -30, 18, 13), "dark", 0.92),
    Layer(_oval(0, 5, 34, 37), "skin", 1, 0, True),
    Layer("M 0 -30 V 42".replace("V 42", "L 0 42"), "dark", 0.75, 3),
    Layer(" ".join(_oval(x, y, 6.5, 6.5) for x, y in ((-16, -8), (16, -8), (-18, 16), (18, 16), (-8, 30), (8, 30))), "dark", 0.8),
    Layer("M -24 -8 C -20 -22 -10 -28 -4 -28", "light", 0.7, 4.5),
)
ANT = (
    Layer(_mirrored("M 4 -8 L 26 -18 L 36 -32 M 5 -3 L 32 2 L 44 12 M 4 2 L 24 18 L 34 40"), "dark", 0.85, 4.4),
    Layer(_mirrored("M 6 -36 L 14 -44 L 26 -46"), "dark", 0.85, 3.4),
    Layer(_oval(0, -31, 15, 13), "skin", 1, 0, True),
    Layer(_oval(0, -6, 10, 13), "skin", 1, 0, True),
    Layer(_oval(0, 27, 17, 22), "skin", 1, 0, True),
    Layer("M -14 22 Q 0 27 14 22 M -14 33 Q 0 38 14 33", "dark", 0.4, 3),
    Layer(_oval(-7, -34, 3, 4) + " " + _oval(7, -34, 3, 4), "dark", 0.9),
    Layer("M -8 14 C -12 22 -11 30 -8 38", "light", 0.55, 4),
)
BEE = (
    Layer(LEGS, "dark", 0.8, 3.4),
    Layer(FEELERS, "dark", 0.85, 3),
    Layer(_oval(0, 8, 25, 36), "skin", 1, 0, True),
    Layer(
        "M -24 0 Q 0 8 24 0 L 25 11 Q 0 19 -25 11 Z M -22 24 Q 0 31 22 24 L 17 34 Q 0 40 -17 34 Z M -19 -18 Q 0 -12 19 -18 "
        "L 22 -11 Q 0 -4 -22 -11 Z",
        "dark",
        0.85,
    ),
    Layer(_oval(0, -32, 14, 11), "dark", 0.9),
    Layer(_mirrored("M 6 -14 C 26 -34 52 -20 46 -2 C 40 12 16 6 6 -14"), "light", 0.75, 0, True),
)
GRASSHOPPER = (
    Layer("M -6 6 L -30 -30 L -44 38 M 2 8 L -12 40 M 20 8 L 22 40", "dark", 0.7, 9),
    Layer("M -6 6 L -30 -30 L -44 38 M 2 8 L -12 40 M 20 8 L 22 40", "skin", 1, 5.5),
    Layer("M 36 -14 Q 36 -38 22 -48 M 40 -14 Q 46 -34 42 -48", "dark", 0.85, 2.8),
    Layer("M 48 -4 C 48 -18 30 -24 20 -16 C 0 -14 -30 -6 -49 16 C -24 22 6 20 24 14 C 38 14 48 8 48 -4 Z", "skin", 1, 0, True),
    Layer("M 18 -14 C 2 -10 -26 0 -46 16 M 20 -14 C 16 -4 18 8 24 13", "dark", 0.4, 2.8),
    Layer(_oval(38, -6, 5, 6), "dark", 0.9),
    Layer("M 14 -11 C -2 -8 -18 -2 -30 5", "light", 0.6, 3.4),
)
DRAGONFLY = (
    Layer(
        _mirrored("M 4 -14 C 22 -36 50 -34 49 -24 C 48 -14 20 -8 4 -10 M 4 -4 C 24 -8 50 2 48 11 C 45 20 18 10 4 0"),
        "light",
        0.78,
        0,
        True,
    ),
    Layer(_mirrored("M 4 -12 C 20 -22 34 -26 46 -26 M 4 -2 C 20 2 34 8 45 11"), "dark", 0.35, 2),
    Layer("M -5 -4 L -4 44 C -3 50 3 50 4 44 L 5 -4 Z", "skin", 1, 0, True),
    Layer("M -4 12 L 4 12 M -4 22 L 4 22 M -4 32 L 4 32", "dark", 0.5, 2.4),
    Layer(_oval(0, -12, 10, 15), "skin", 1, 0, True),
    Layer(_oval(0, -32, 12, 9), "skin", 1, 0, True),
    Layer(_oval(-8, -34, 7, 7) + " " + _oval(8, -34, 7, 7), "dark", 0.85),
    Layer("M -5 -20 C -7 -12 -6 -6 -4 0", "light", 0.6, 3),
)
BUTTERFLY = (
    Layer(_mirrored("M 2 -30 Q 6 -44 18 -49"), "dark", 0.85, 2.8),
    Layer(
        _mirrored("M 3 -6 C 10 -44 46 -50 48 -30 C 50 -8 26 2 3 0 M 3 2 C 28 -2 44 10 38 28 C 32 46 8 40 3 8"), "skin", 1, 0, True
    ),
    Layer(" ".join(_oval(s * x, y, r, r) for s in (-1, 1) for x, y, r in ((33, -26, 7), (26, 22, 6), (18, -16, 4))), "ink", 0.7),
    Layer(_mirrored("M 8 -16 C 16 -34 34 -42 42 -34"), "light", 0.5, 3.4),
    Layer(_oval(0, 2, 5, 30), "dark", 0.92),
)

TWIG = "M -50 1.5 C -34 -3 -16 3 0 0 C 16 -3 34 3 50 -1"
BRANCH = (
    Layer(
        "M -38 -1 C -36 -6 -32 -7 -29 -6 C -30 -2 -34 0 -38 -1 Z M 36 0 C 38 5 42 6 46 4 C 44 0 40 -1 36 0 Z", "green", 1, 0, True
    ),
    Layer(TWIG, "dark", 0.5, 3.4),
    Layer(TWIG, "bark", 1, 2.6),
    Layer(TWIG, "light", 0.3, 0.7),
)
WAVES = "M -50 0 " + " ".join(
    f"C {x + 3} {-s * 3.4:g} {x + 5} {-s * 3.4:g} {x + 8.34:.1f} 0"
    for x, s in ((-50 + 8.34 * i, 1 if i % 2 else -1) for i in range(12))
)
VINE = (Layer(WAVES, "dark", 0.35, 1.5), Layer(WAVES, "green", 1, 1.1), Layer(WAVES, "light", 0.35, 0.3))
BUG = tuple(layer for i, layer in enumerate(LADYBIRD) if i not in (4, 5))  # with a bare back, for the emblem of any colour

FIGURES: dict[str, tuple[Layer, ...]] = {
    "chameleon": CHAMELEON,
    "snake": SNAKE,
    "lizard": LIZARD,
    "wasp": WASP,
    "ladybird": LADYBIRD,
    "ant": ANT,
    "bee": BEE,
    "grasshopper": GRASSHOPPER,
    "dragonfly": DRAGONFLY,
    "butterfly": BUTTERFLY,
    "bug": BUG,
    "branch": BRANCH,
    "vine": VINE,
}

THIN = ("branch", "vine")
"""Figures that are long and thin: they cast no shadow and carry no mark."""

SPOTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "chameleon": ((9.0, -12.0, 19.0), (-20.0, -5.0, 21.0)),
    "lizard": ((0.0, -8.0, 19.0),),
    "wasp": ((0.0, -8.0, 17.0),),
    "bug": ((0.0, 4.0, 30.0),),
}
"""Where the emblems of a creature's colours are cut, x, y and size; a creature without is told by its shape."""
