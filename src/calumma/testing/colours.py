"""Whether pictures tell the same without any colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from calumma.core import Game
from calumma.drawing import draw_svg, picture_of

SVG = "{http://www.w3.org/2000/svg}"
PAINT = ("fill", "stroke", "class", "fill-opacity")
NEUTRAL = re.compile(r' class="f-(light|dark|board|paper) s-line" fill="#\w+"')  # grounds that differ in lightness, not in hue
MARKS = ("subtle", "clear", "strong")
WHAT = ("data-piece", "data-cell")


def looks(picture: str, of: str) -> list[tuple[str, str]]:
    """Return every piece, or every cell, of a picture as it looks and as it looks without colours, wherever it is."""
    found = []
    for element in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if of in element.attrib:
            inside = [ElementTree.tostring(child, "unicode") for child in element]
            for part in element.iter():
                _bleach(part)
            found.append((NEUTRAL.sub("", "".join(inside)), "".join(ElementTree.tostring(child, "unicode") for child in element)))
    return found


def _bleach(part: ElementTree.Element) -> None:
    for name in PAINT:
        if not part.attrib.get(name, "").startswith("url("):  # a pattern is no colour
            part.attrib.pop(name, None)
        else:
            part.attrib[name] = part.attrib[name].rpartition("-")[0]  # nor is the ink it is drawn with


def alike_without_colour(game: Game, view: dict[str, Any]) -> Iterator[str]:
    """Yield what differs by its colour alone in the pictures of a view."""
    for tall in (False, True):
        scene = picture_of(game.definition.drawing, view, tall)
        for marks in MARKS:
            picture = draw_svg(scene, "light", marks)
            for of in WHAT:
                coloured: dict[str, str] = {}
                for look, without in looks(picture, of):
                    if coloured.setdefault(without, look) != look:
                        yield f"two {of.removeprefix('data-')}s of {game} differ by their colour alone (marks {marks})"
                        break
