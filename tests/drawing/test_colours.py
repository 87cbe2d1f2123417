"""Nothing that must be told apart differs by colour alone: without any colour every picture still tells the same."""

import re
from xml.etree import ElementTree

import pytest

import calumma
from calumma.drawing import draw_svg, picture_of

SVG = "{http://www.w3.org/2000/svg}"
PAINT = ("fill", "stroke", "class", "fill-opacity")
NEUTRAL = re.compile(r' class="f-(light|dark|board|paper) s-line" fill="#\w+"')  # grounds that differ in lightness, not in hue


def looks(picture: str, of: str) -> list[tuple[str, str]]:
    """Every piece, or every cell, of a picture as it looks and as it looks without colours; where it is plays no part."""
    found = []
    for element in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if of in element.attrib:
            inside = [ElementTree.tostring(child, "unicode") for child in element]
            for part in element.iter():
                for name in PAINT:
                    if not part.attrib.get(name, "").startswith("url("):  # a pattern is no colour
                        part.attrib.pop(name, None)
                    else:
                        part.attrib[name] = part.attrib[name].rpartition("-")[0]  # nor is the ink it is drawn with
            found.append((NEUTRAL.sub("", "".join(inside)), "".join(ElementTree.tostring(child, "unicode") for child in element)))
    return found


def pictures(name: str, seats: int, marks: str) -> list[str]:
    game = calumma.load(name, seats)
    state, rng, found = game.new(), calumma.Rng(6), []
    for ply in range(400):
        if state.to_act == calumma.OVER:
            break
        if ply % 57 == 5:
            view, drawing = state.view(0), game.definition.drawing
            found += [draw_svg(picture_of(drawing, view, tall), "light", marks) for tall in (False, True)]
        state.apply(state.pick(rng))
    return found


@pytest.mark.parametrize("marks", ["subtle", "clear", "strong"])
@pytest.mark.parametrize("of", ["data-piece", "data-cell"])
@pytest.mark.parametrize("name", calumma.games())
def test_what_differs_in_colour_differs_in_letter_shape_or_pattern_too(name: str, of: str, marks: str) -> None:
    for picture in pictures(name, calumma.load(name).info.seats[-1], marks):
        coloured: dict[str, str] = {}
        for look, without in looks(picture, of):
            assert coloured.setdefault(without, look) == look


def test_the_check_finds_pieces_that_differ_in_colour_alone() -> None:
    from calumma.drawing import Cell, Part, Piece, Scene

    cells = (Cell("a", 0, 0), Cell("b", 1, 0))
    pieces = [Piece(id, id, (Part("disc", colour, letter=" "),), "", colour, "") for id, colour in (("a", "red"), ("b", "blue"))]
    found = looks(draw_svg(Scene(cells, tuple(pieces))), "data-piece")
    assert found[0][0] != found[1][0]
    assert found[0][1] == found[1][1]
