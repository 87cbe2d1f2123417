"""The palette: every colour by name, with its tints for both themes, its emblem, its letter and its pattern.

The lightness of colours that meet in one game differs by eight steps of CIE L* or more, so that they stay apart for
people who do not see all hues; the emblem, the letter and the pattern stay apart for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

THEMES = ("light", "dark")
MARKS = ("subtle", "clear", "strong")
LETTERED = ("clear", "strong")  # strengths of marks with letters
DARK_INK = "#171412"
LIGHT_INK = "#ffffff"


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour in one theme: of pieces, of what is printed on them, and of a ground."""

    fill: str
    ink: str
    muted: str


@dataclass(frozen=True, slots=True)
class Colour:
    """A named colour. `emblem` names the shape that is cut into whatever has the colour, `pattern` a drawing of `patterns.py`."""

    name: str
    emblem: str
    letter: str
    pattern: str
    light: Tint
    dark: Tint

    def tint(self, theme: str) -> Tint:
        """Return its tint in a theme."""
        return self.dark if theme == "dark" else self.light


def _colour(
    name: str, emblem: str, letter: str, pattern: str, ink: str, fills: tuple[str, str], muted: tuple[str, str]
) -> Colour:
    return Colour(name, emblem, letter, pattern, Tint(fills[0], ink, muted[0]), Tint(fills[1], ink, muted[1]))


COLOURS = {
    colour.name: colour
    for colour in (
        _colour("red", "sun", "R", "diagonals", LIGHT_INK, ("#d1393c", "#d23f40"), ("#f5b0a9", "#7d443f")),
        _colour("orange", "leaf", "O", "dots", DARK_INK, ("#f88e30", "#f68f34"), ("#fec9a3", "#855a39")),
        _colour("yellow", "crown", "Y", "ring", DARK_INK, ("#ffdb3c", "#fbd847"), ("#f8e3ab", "#80713e")),
        _colour("green", "clover", "G", "crosshatch", DARK_INK, ("#3c9e59", "#3b9d5e"), ("#add3b5", "#416249")),
        _colour("blue", "arms", "B", "horizontals", LIGHT_INK, ("#055baf", "#1a60b2"), ("#adb9e0", "#404d6e")),
        _colour("violet", "star", "V", "verticals", LIGHT_INK, ("#592b82", "#5d3185"), ("#bfa8cf", "#513e60")),
        _colour("purple", "flower", "P", "verticals", LIGHT_INK, ("#67287b", "#6e2d7c"), ("#c6a7ca", "#573e5c")),
        _colour("black", "moon", "K", "solid", LIGHT_INK, ("#262321", "#171514"), ("#9d9c9b", "#2e2d2d")),
        _colour("white", "snowflake", "W", "solid", DARK_INK, ("#fbf9f5", "#f5f3f0"), ("#eeedeb", "#797977")),
        _colour("lightblue", "drop", "L", "waves", DARK_INK, ("#80ceed", "#7dcbeb"), ("#c4e1ee", "#546e7a")),
        _colour("pink", "shell", "Pi", "triangles", DARK_INK, ("#ffadc3", "#ffadc3"), ("#f9d4dc", "#83636b")),
        _colour("grey", "gem", "Gy", "checks", DARK_INK, ("#a4a09b", "#a4a09b"), ("#d2d1cf", "#62615f")),
    )
}
"""The colours of pieces, and in a muted tint of grounds."""

NEUTRALS = {
    "page": ("#faf8f4", "#1b1a18"),  # behind everything
    "board": ("#e2dcd0", "#35322e"),  # a ground that is neither light nor dark
    "light": ("#f3eee4", "#625c54"),  # light squares
    "dark": ("#c9c0b0", "#37332f"),  # dark squares
    "paper": ("#fffdf8", "#403c37"),  # cards and buttons
    "line": ("#a89e8d", "#6f6a62"),  # edges of cells
    "edge": ("#3a342d", "#d9d3c8"),  # outlines of pieces
    "ink": ("#2b2723", "#ece7de"),  # words
    "faint": ("#6f675b", "#aaa398"),  # coordinates and small print
    "lit": ("#0f7c72", "#4fd0c2"),  # cells that can be clicked
    "last": ("#b98a00", "#e0b83a"),  # cells of the last move
    "walnut": ("#75503a", "#4d3527"),
    "maple": ("#dcbd92", "#9c805c"),
    "rail": ("#4a3024", "#2c1d16"),  # the frame of a wooden board
    "rail-ink": ("#ecd3a4", "#cdb27f"),  # what is engraved there
    "brass": ("#c79a3f", "#b08634"),
    "tray": ("#e6d8b8", "#574b39"),  # a pressed card tray
    "recess": ("#b3a180", "#2f2920"),  # the bottom of a hole in it
    "felt": ("#3f5a4c", "#26382f"),
    "gap": ("#33523f", "#1d2c25"),  # a free place on felt
    "sage": ("#c3d3a6", "#4a5a41"),  # a leaf from above
    "moss": ("#7f9668", "#2c3828"),  # between the leaves
    "bark": ("#8a6b4d", "#5d4835"),
    "steel": ("#6c675f", "#191816"),  # between enamel tiles
}
"""Colours without a meaning in any game, for the light and the dark theme."""

TONES = {"walnut": "dark", "maple": "light"}
"""Materials that a terminal shows as one of the plain grounds."""


def colour(name: str) -> Colour:
    """Return the colour of a name; ValueError says which there are."""
    if name not in COLOURS:
        raise ValueError(f'there is no colour "{name}": expected one of {", ".join(COLOURS)}')
    return COLOURS[name]


@cache
def variables(theme: str) -> Mapping[str, str]:
    """Return every colour of a theme by the name of its CSS variable, without the leading `--calumma-`."""
    found = {name: tints[theme == "dark"] for name, tints in NEUTRALS.items()}
    for each in COLOURS.values():
        tint = each.tint(theme)
        found |= {each.name: tint.fill, f"{each.name}-ink": tint.ink, f"{each.name}-muted": tint.muted}
    return found
