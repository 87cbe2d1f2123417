"""Whether pictures tell the same without any colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

from calumma.core import Game
from calumma.drawing import draw_svg, picture_of
from calumma.drawing.grounds import MATERIALS

SVG = "{http://www.w3.org/2000/svg}"
PAINT = ("fill", "stroke", "class", "fill-opacity")
NEUTRAL = re.compile(rf' class="f-({"|".join(MATERIALS)})( s-\w+)?" fill="#\w+"')  # grounds differ in lightness, not in hue
INK = re.compile(r"-[a-z]+-ink\)$|-ink\)$")
MARKS = ("subtle", "clear", "strong")
WHAT = ("data-piece", "data-cell")


def looks(picture: str, of: str) -> list[tuple[str, str]]:
    """Return every piece, or every cell, of a picture as it looks and as it looks without colours, wherever it is."""
    found = []
    root = ElementTree.fromstring(picture)
    sprites = {each.attrib["id"]: each for each in root.iter(f"{SVG}g") if "id" in each.attrib}
    for element in root.iter(f"{SVG}g"):
        if of in element.attrib:
            _unfold(element, sprites)
            inside = [ElementTree.tostring(child, "unicode") for child in element]
            for part in element.iter():
                _bleach(part)
            found.append((NEUTRAL.sub("", "".join(inside)), "".join(ElementTree.tostring(child, "unicode") for child in element)))
    return found


def _unfold(element: ElementTree.Element, sprites: dict[str, ElementTree.Element]) -> None:
    """Put what is used in the place of its use."""
    for i, child in enumerate(element):
        if child.tag == f"{SVG}use":
            element[i] = ElementTree.Element(f"{SVG}g", {key: value for key, value in child.attrib.items() if key != "href"})
            element[i].extend(deepcopy(list(sprites[child.attrib["href"][1:]])))
        else:
            _unfold(child, sprites)


def _bleach(part: ElementTree.Element) -> None:
    for name in PAINT:
        if not part.attrib.get(name, "").startswith("url("):  # a pattern is no colour
            part.attrib.pop(name, None)
        else:
            part.attrib[name] = INK.sub(")", part.attrib[name])  # nor is the ink it is drawn with


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
