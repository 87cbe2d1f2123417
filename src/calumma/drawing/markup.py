"""Elements of an SVG picture as text, and the brush that gives them colours which a style sheet can change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import NamedTuple
from zlib import crc32

from calumma.drawing.palette import MARKS, variables

UNIT = 100
"""Length of a square in the picture's own units."""


def number(value: float) -> str:
    """Return a coordinate, short."""
    return f"{round(value, 1):g}"


def length(squares: float) -> str:
    """Return a length given in squares."""
    return number(squares * UNIT)


def element(name: str, *children: str, **attributes: str | None) -> str:
    """Return an element; `class_` and `fill_rule` are written class and fill-rule, and None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


@lru_cache(16384)
def words(text: str) -> str:
    """Return text as it stands inside an element."""
    return escape(_allowed(text), quote=False)


@lru_cache(16384)  # most values come again and again: colours, classes, widths
def _attribute(value: str) -> str:
    return escape(_allowed(value), quote=True)


def _allowed(text: str) -> str:
    """Leave out the control characters that XML cannot hold."""
    return "".join(letter for letter in text if letter >= " " or letter in "\t\n")


class Sprite(NamedTuple):
    """Something drawn once, with the colours, patterns and lights that it needs."""

    name: str
    body: str
    used: set[str]
    patterns: dict[tuple[str, str], str]
    lights: dict[str, str]


STOCK: dict[Hashable, Sprite] = {}
LARGEST_STOCK = 2048


@dataclass
class Brush:
    """Gives colours to elements: as attributes for any viewer, and as classes for a style sheet that changes the theme."""

    theme: str
    marks: str
    live: bool
    prefix: str
    used: set[str] = field(default_factory=set)
    patterns: dict[tuple[str, str], str] = field(default_factory=dict)
    lights: dict[str, str] = field(default_factory=dict)
    sprites: dict[Hashable, str] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)

    def paint(self, fill: str = "", stroke: str = "", class_: str = "") -> dict[str, str | None]:
        """Return the attributes of an element painted with these variables of the palette."""
        self.used |= {name for name in (fill, stroke) if name}
        classes = [class_, f"f-{fill}" if fill else "", f"s-{stroke}" if stroke else ""]
        return {
            "class_": " ".join(filter(None, classes)) or None,
            "fill": self._tint(fill) if fill else "none",
            "stroke": self._tint(stroke) if stroke else None,
        }

    def _tint(self, name: str) -> str:
        tints = variables(self.theme)
        if name not in tints:
            raise ValueError(f'there is no colour "{name}" in the palette: expected one of {", ".join(tints)}')
        return tints[name]

    def pattern(self, pattern: str, ink: str) -> str:
        """Return a reference to a pattern drawn in an ink, which will be among the definitions."""
        self.used.add(ink)
        name = self.patterns.setdefault((pattern, ink), f"{self.prefix}-{pattern}-{ink}")
        return f"url(#{name})"

    def light(self, name: str) -> str:
        """Return a reference to a gradient or a texture of light.py, which will be among the definitions."""
        kind, _, turn = name.partition("-")
        if turn:  # another cut of a texture refers to it
            self.light(kind)
        return f"url(#{self.lights.setdefault(name, f'{self.prefix}-{name}')})"

    def sprite(self, key: Hashable, draw: Callable[[], str], **place: str | None) -> str:
        """Return a use of something that is drawn once and used wherever the key comes again.

        Its id follows from what it looks like: a browser that puts one picture in the place of another never mixes them up.
        """
        name = self.sprites.get(key)
        if name is None:
            stock = self._in_stock(key, draw)
            name = self.sprites[key] = stock.name
            self.bodies[name] = stock.body
            self.used |= stock.used
            self.patterns |= stock.patterns
            self.lights |= stock.lights
        return element("use", href=f"#{name}", **place)

    def _in_stock(self, key: Hashable, draw: Callable[[], str]) -> Sprite:
        """Return a sprite that was drawn before for the same kind of picture, or draw it."""
        whole = (self.theme, self.marks, self.live, self.prefix, key)
        if whole not in STOCK:
            if len(STOCK) >= LARGEST_STOCK:
                STOCK.clear()
            mine = self.used, self.patterns, self.lights
            self.used, self.patterns, self.lights = set(), {}, {}
            try:
                body = draw()
                name = f"{self.prefix}-{crc32(body.encode()):x}"
                STOCK[whole] = Sprite(name, body, self.used, self.patterns, self.lights)
            finally:
                self.used, self.patterns, self.lights = mine
        return STOCK[whole]

    def kept(self) -> str:
        """Return the definitions of the sprites."""
        return "".join(element("g", body, id=name) for name, body in self.bodies.items())

    def shown(self, *strengths: str) -> bool:
        """Return whether an element that is seen at these strengths of marks belongs in the picture."""
        return self.live or self.marks in strengths

    def seen_at(self, *strengths: str) -> dict[str, str | None]:
        """Return the attributes of an element that is seen at these strengths of marks alone."""
        if not self.live or set(strengths) == set(MARKS):
            return {}
        shown = None if self.marks in strengths else "none"
        return {"data_at": " ".join(strengths), "display": shown, "aria_hidden": "true"}  # the name of the cell says it

    def write(self, text: str, x: float, y: float, size: float, ink: str = "ink", /, **more: str | None) -> str:
        """Return a text centred on a point."""
        attributes = self.paint(ink, class_="text") | {"x": length(x), "y": length(y + size * 0.355), "font_size": length(size)}
        attributes["text_anchor"] = "middle"
        return element("text", words(text), **(attributes | more))
