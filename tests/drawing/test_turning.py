"""Boards seen from their other side."""

from __future__ import annotations

import calumma
from calumma.drawing import Cell, Label, Part, Piece, Plate, Prop, Scene, picture_of, turned

PIECE = Piece("man", "a1", (Part("disc", "red"),), "R", "red", "a man")


def test_cells_change_places_and_coordinates_stay_at_their_edge() -> None:
    game = calumma.load("yamamoto")
    scene = turned(picture_of(game.definition.drawing, game.new().view(None)))
    at = {cell.id: (cell.x, cell.y) for cell in scene.cells}
    assert (at["a1"], at["e5"], at["c3"]) == ((4, 0), (0, 4), (2, 2))
    labels = {label.text: (label.x, label.y) for label in scene.labels}
    assert (labels["a"], labels["1"]) == ((4, 4.7), (-0.7, 0))


def test_what_lies_beside_the_board_stays() -> None:
    card = Cell("card", 5, 1, "card")
    beside, under = Plate(((4.0, 0.0), (6.0, 0.0), (6.0, 2.0))), Plate(((-1.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-1.0, 1.0)))
    scene = Scene(
        (Cell("a1", 0, 0), Cell("b1", 1, 0), card),
        (PIECE,),
        labels=(Label(5, 0, "cards", anchor="start"),),
        plates=(beside, under),
        props=(Prop(5, 1, ()), Prop(0, 0.2, ())),
    )
    found = turned(scene)
    assert [cell.x for cell in found.cells] == [1, 0, 5]
    assert found.labels == scene.labels
    assert found.plates == (beside, Plate(((2.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (2.0, -1.0))))
    assert [(prop.x, prop.y) for prop in found.props] == [(5, 1), (1, -0.2)]


def test_turned_twice_is_as_it_was_and_the_nearer_piece_is_in_front() -> None:
    far, near = Piece("far", "a2", PIECE.parts, "R", "red", "far"), Piece("near", "a1", PIECE.parts, "R", "red", "near")
    scene = Scene((Cell("a1", 0, 1), Cell("a2", 0, 0)), (far, near))
    assert [piece.id for piece in turned(scene).pieces] == ["near", "far"]
    assert turned(turned(scene)) == scene
