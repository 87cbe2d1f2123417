"""The check that nothing differs by colour alone finds what does; games are checked in tests/games/test_ready.py."""

from calumma.drawing import Cell, Part, Piece, Scene, draw_svg
from calumma.testing.colours import looks


def test_the_check_finds_pieces_that_differ_in_colour_alone() -> None:
    cells = (Cell("a", 0, 0), Cell("b", 1, 0))
    pieces = [Piece(id, id, (Part("disc", colour, letter=" "),), "", colour, "") for id, colour in (("a", "red"), ("b", "blue"))]
    found = looks(draw_svg(Scene(cells, tuple(pieces))), "data-piece")
    assert found[0][0] != found[1][0]
    assert found[0][1] == found[1][1]
