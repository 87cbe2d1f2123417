"""Scenes in a terminal: with and without colour, Unicode and ASCII, at most 80 columns."""

import re
from typing import Any

import pytest

from calumma.drawing import Cell, Label, Part, Piece, Scene, draw_text


def piece(cell: str, text: str, colour: str = "red", **more: Any) -> Piece:
    return Piece(cell + text, cell, (Part("disc", colour),), text, colour, text, **more)


def scene(*cells: Cell, pieces: list[Piece] | tuple[Any, ...] = (), columns: int = 4, rows: int = 1, **more: Any) -> Scene:
    return Scene(cells or (Cell("a1", 0, 0), Cell("b1", 1, 0)), tuple(pieces), columns=columns, rows=rows, **more)


def plain(scene: Scene, **style: Any) -> str:
    return draw_text(scene, colour=False, **style)


def test_empty_cells_are_dots_at_the_width_of_a_square() -> None:
    assert plain(scene()) == " ·   ·"


def test_a_piece_stands_where_the_dot_was() -> None:
    assert plain(scene(pieces=[piece("b1", "R")])) == " ·   R"


def test_pieces_that_share_a_cell_stand_side_by_side() -> None:
    assert plain(scene(pieces=[piece("a1", "R"), piece("a1", "G")])) == " RG  ·"


def test_lit_cells_have_brackets_and_the_last_move_parentheses() -> None:
    assert plain(scene(), lit=["a1"], highlights=["b1"]) == "[·] (·)"


def test_dark_squares_are_shaded_without_colour() -> None:
    assert plain(scene(Cell("a1", 0, 0, ground="dark"), Cell("b1", 1, 0))) == "░·░  ·"


def test_an_empty_coloured_ground_shows_the_small_letter_of_its_colour() -> None:
    assert plain(scene(Cell("a1", 0, 0, ground="red"), Cell("b1", 1, 0, ground="lightblue"))) == " r   l"


def test_an_empty_cell_may_have_its_own_text() -> None:
    assert plain(scene(Cell("a1", 0, 0, ground="red", text="5"))) == " 5"


def test_rows_are_as_high_as_the_scene_says() -> None:
    assert plain(scene(Cell("a2", 0, 0), Cell("a1", 0, 1), rows=2)) == " ·\n\n ·"


def test_a_label_to_the_left_stands_in_the_row_of_its_cell() -> None:
    labels = (Label(-0.7, 0, "2"), Label(-0.7, 1, "1"), Label(0, 1.7, "a"))
    assert plain(scene(Cell("a2", 0, 0), Cell("a1", 0, 1), rows=2, labels=labels)) == "2  ·\n\n1  ·\n\n   a"


def test_cells_shifted_by_half_a_square_are_shifted_in_text() -> None:
    assert plain(scene(Cell("1", 0.5, 0), Cell("2", 0, 1), Cell("3", 1, 1))) == "   ·\n ·   ·"


def test_the_words_of_a_card_are_clipped_to_its_width() -> None:
    card = Cell("c", 0, 0, shape="card", width=3, label="Hide with the green snake")
    assert plain(scene(card)) == " Hide with…"


def test_what_lies_on_a_high_card_is_written_below_its_words() -> None:
    card = Cell("c", 0, 0, shape="card", width=3, label="BGOY", height=2)
    assert plain(scene(card, pieces=[piece("c", "B"), piece("c", "G")])) == "    BGOY\n     BG"


def test_choices_are_written_on_request_alone() -> None:
    both = scene(Cell("a1", 0, 0), Cell("stop", 0, 1, shape="choice", width=2, label="Stop"))
    assert plain(both).split() == ["·"]
    assert plain(both, choices=True).split() == ["·", "Stop"]


def test_ascii_has_nothing_but_ascii() -> None:
    cells = (Cell("a1", 0, 0, ground="dark"), Cell("b1", 1, 0, text="é"), Cell("c1", 2, 0, text="→"), Cell("d1", 3, 0, text="日"))
    text = plain(scene(*cells), ascii=True)
    assert text == ":.:  e   >   ?"


def test_without_colour_there_is_no_escape() -> None:
    assert "\x1b" not in plain(scene(pieces=[piece("a1", "R")]), lit=["a1"])


def test_a_coloured_piece_has_ink_and_ground_of_its_own() -> None:
    text = draw_text(scene(pieces=[piece("a1", "R")]))
    assert re.search(r"\x1b\[0;1;38;5;\d+;48;5;\d+mR", text)
    assert all(line.endswith("\x1b[0m") for line in text.splitlines())


def test_colours_are_the_nearest_that_terminals_share() -> None:
    assert "48;5;208m" in draw_text(scene(pieces=[piece("a1", "O", "orange")]))
    assert "38;5;231;48;5;25mB" in draw_text(scene(pieces=[piece("a1", "B", "blue")]))
    assert re.search(r"48;5;2[34]\d|48;5;25\d", draw_text(scene(Cell("a1", 0, 0, ground="dark"))))  # a neutral ground is grey


def test_colour_changes_no_character_but_the_shading() -> None:
    board = scene(Cell("a1", 0, 0, ground="red"), Cell("b1", 1, 0, ground="board"), pieces=[piece("b1", "R")])
    assert re.sub(r"\x1b\[[\d;]*m", "", draw_text(board)).rstrip() == plain(board)


@pytest.mark.parametrize("width", [40, 80])
def test_a_wide_board_is_narrowed_to_the_terminal(width: int) -> None:
    cells = tuple(Cell(str(i), i, 0) for i in range(13))
    text = plain(scene(*cells, columns=12), width=width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("·") == 13


def test_an_empty_scene_is_an_empty_text() -> None:
    assert plain(Scene((), ())) == ""
