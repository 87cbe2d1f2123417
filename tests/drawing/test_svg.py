"""Pictures of scenes: well-formed, self-contained, escaped, and ready for a browser."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from calumma.drawing import Cell, Label, Part, Piece, Scene, SeatStrip, draw_marker, draw_svg, style_sheet
from calumma.drawing.figures import FIGURES, THIN
from calumma.drawing.palette import COLOURS, MARKS, variables
from calumma.drawing.shapes import CORNERS, PATHS, POLYGONS, part_outline

SVG = "{http://www.w3.org/2000/svg}"
CREATURES = [name for name in FIGURES if name not in THIN]
DISC = Piece("p1", "a1", (Part("disc", "red"),), "R", "red", "red disc")


def scene(*cells: Cell, pieces: tuple[Piece, ...] = (), **more: Any) -> Scene:
    return Scene(cells or (Cell("a1", 0, 0), Cell("b1", 1, 0)), pieces, **more)


def parsed(text: str) -> Element:
    return ElementTree.fromstring(text)


def found(text: str, attribute: str, value: str) -> Element:
    return next(each for each in parsed(text).iter() if each.get(attribute) == value)


def texts(text: str) -> list[str | None]:
    return [each.text for each in parsed(text).iter(f"{SVG}text")]


def test_the_frame_holds_all_cells_with_a_margin() -> None:
    assert parsed(draw_svg(scene())).get("viewBox") == "-66 -66 232 132"


def test_the_frame_holds_labels_beside_the_board() -> None:
    left = float(parsed(draw_svg(scene(labels=(Label(-2, 0, "rank", anchor="end"),)))).get("viewBox").split()[0])
    assert left < -200


def test_a_size_gives_width_and_height_in_proportion() -> None:
    root = parsed(draw_svg(scene(), size=464))
    assert (root.get("width"), root.get("height")) == ("464", "264")


def test_a_cell_is_a_group_with_its_id_and_says_what_stands_on_it() -> None:
    cell = found(draw_svg(scene(pieces=(DISC,))), "data-cell", "a1")
    assert cell.get("aria-label") == "a1: red disc"


def test_a_piece_is_a_group_at_the_place_of_its_cell() -> None:
    moved = Piece("p1", "b1", (Part("disc", "red"),), "R", "red", "red disc", dx=0.25)
    piece = found(draw_svg(scene(pieces=(moved,))), "data-piece", "p1")
    assert piece.get("transform") == "translate(125 0)"
    assert piece.get("data-on") == "b1"


def test_title_and_description_are_linked_to_the_picture() -> None:
    root = parsed(draw_svg(scene(pieces=(DISC,), caption="A duel.")))
    assert root.find(f"{SVG}title").text == "A duel."
    assert root.find(f"{SVG}desc").text == "a1: red disc"
    assert root.get("aria-labelledby") == root.find(f"{SVG}title").get("id")


def test_texts_and_ids_are_escaped() -> None:
    nasty = '"><script>alert(1)</script>&\x07'
    text = draw_svg(scene(Cell(nasty, 0, 0, shape="card", label=nasty, name=nasty), caption=nasty))
    assert "<script" not in text
    assert found(text, "data-cell", nasty[:-1]) is not None


def test_a_picture_refers_to_nothing_outside_itself_and_runs_nothing() -> None:
    text = draw_svg(scene(pieces=(DISC,)), marks="strong", theme="auto", live=True)
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\son\w+=|href=\"[^#]|@import|style=", text)


def test_every_pattern_that_is_used_is_defined_once() -> None:
    pieces = tuple(Piece(f"p{i}", "a1", (Part("disc", name),), "x", name, name) for i, name in enumerate(COLOURS))
    text = draw_svg(scene(Cell("a1", 0, 0, ground="green"), pieces=pieces), marks="strong")
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)
    assert (
        len(re.findall(r'<pattern id="[^"]+ink"', text)) == 10
    )  # nine tiled patterns of pieces in their ink (two verticals), one of the ground


def test_different_scenes_have_different_ids() -> None:
    first, second = (re.findall(r'id="([^"]+)"', draw_svg(scene(pieces=(DISC,) * n))) for n in (0, 1))
    assert not set(first) & set(second)


def test_the_same_scene_gives_the_same_picture() -> None:
    assert draw_svg(scene(pieces=(DISC,))) == draw_svg(scene(pieces=(DISC,)))


@pytest.mark.parametrize(("marks", "letters"), [("subtle", []), ("clear", ["R"]), ("strong", ["R"])])
def test_a_piece_carries_a_letter_only_if_asked_for(marks: str, letters: list[str]) -> None:
    assert texts(draw_svg(scene(pieces=(DISC,)), marks=marks)) == letters


def test_by_default_the_emblem_of_its_colour_is_cut_into_a_piece() -> None:
    _, geometry = part_outline("sun", 0.7 * 0.52)
    assert [f'd="{geometry["d"]}"' in draw_svg(scene(pieces=(DISC,)), marks=marks) for marks in MARKS] == [True, False, False]


def test_what_comes_twice_is_drawn_once() -> None:
    text = draw_svg(scene(pieces=(DISC, replace(DISC, id="p2", cell="b1"))))
    one, other = (found(text, "data-piece", id)[0].get("href") for id in ("p1", "p2"))
    assert one == other
    assert text.count(f'id="{str(one)[1:]}"') == 1


def test_only_strong_marks_have_patterns() -> None:
    patterns = ["-diagonals-" in draw_svg(scene(pieces=(DISC,)), marks=marks) for marks in ("subtle", "clear", "strong")]
    assert patterns == [False, False, True]


def test_a_part_with_its_own_letter_shows_that_one() -> None:
    rank = Piece("p", "a1", (Part("disc", "red", letter="4"),), "R4", "red", "four")
    assert texts(draw_svg(scene(pieces=(rank,)))) == ["4"]


@pytest.mark.parametrize("part", [Part("disc", "red", letter=" "), Part("disc", "red", plain=True)])
def test_a_blank_or_plain_part_has_no_letter(part: Part) -> None:
    assert texts(draw_svg(scene(pieces=(Piece("p", "a1", (part,), "x", "red", "x"),)), marks="clear")) == []


def test_the_letters_of_stacked_rings_stand_apart() -> None:
    rings = tuple(Part("disc", name, 0.8 - 0.2 * i) for i, name in enumerate(("red", "blue", "green")))
    text = draw_svg(scene(pieces=(Piece("p", "a1", rings, "RBG", "red", "stack"),)), marks="clear")
    places = {(each.get("x"), each.get("y")) for each in parsed(text).iter(f"{SVG}text")}
    assert len(places) == 3


def test_a_coloured_ground_is_muted_and_has_its_letter_if_asked_for() -> None:
    text = draw_svg(scene(Cell("a1", 0, 0, ground="green")), marks="clear")
    assert COLOURS["green"].light.muted in text
    assert COLOURS["green"].light.fill not in text
    assert texts(text) == ["G"]


def test_lit_cells_and_cells_of_the_last_move_are_ringed() -> None:
    text = draw_svg(scene(), lit=["a1"], highlights=["b1"])
    assert found(text, "data-ring", "a1").get("stroke") == variables("light")["lit"]
    assert found(text, "data-ring", "b1").get("stroke") == variables("light")["last"]


def test_a_coloured_ground_is_ringed_but_keeps_its_colour() -> None:
    neutral, coloured = (draw_svg(scene(Cell("a1", 0, 0, ground=ground)), lit=["a1"]) for ground in ("light", "green"))
    assert [text.count(f'fill="{variables("light")["lit"]}"') for text in (neutral, coloured)] == [1, 0]
    assert "data-ring" in coloured


def test_small_parts_are_not_crowded_with_patterns() -> None:
    small = Piece("p", "a1", (Part("disc", "red", 0.15),), "R", "red", "red")
    assert "-diagonals-" not in draw_svg(scene(pieces=(small,)), marks="strong")


def test_given_highlights_replace_those_of_the_scene() -> None:
    assert "data-ring" in draw_svg(scene(highlights=("a1",)))
    assert "data-ring" not in draw_svg(scene(highlights=("a1",)), highlights=())


def test_choices_are_drawn_on_request_alone() -> None:
    both = scene(Cell("a1", 0, 0), Cell("stop", 0, 2, shape="choice", label="Stop here"))
    assert texts(draw_svg(both)) == []
    assert texts(draw_svg(both, choices=True)) == ["Stop", "here"]


def test_long_words_on_a_card_are_wrapped_and_kept_whole() -> None:
    words = "Gather red, orange and yellow on one adjacent space"
    lines = texts(draw_svg(scene(Cell("c", 0, 0, shape="card", width=1.2, label=words))))
    assert len(lines) > 2
    assert " ".join(map(str, lines)) == words


@pytest.mark.parametrize("shape", ["square", "diamond", "hex", "circle", "card", "choice"])
def test_every_shape_of_cell_is_drawn(shape: Any) -> None:
    assert found(draw_svg(scene(Cell("a1", 0, 0, shape=shape)), choices=True), "data-cell", "a1")[0].tag != f"{SVG}g"


@pytest.mark.parametrize("marks", ["subtle", "clear", "strong"])
@pytest.mark.parametrize(
    "shape",
    ["disc", "ring", "hoop", "diamond", "hex", *(each for each in FIGURES if each not in THIN), *CORNERS, *POLYGONS, *PATHS],
)
def test_every_shape_of_part_is_drawn_in_its_colour(shape: str, marks: str) -> None:
    text = draw_svg(scene(pieces=(Piece("p", "a1", (Part(shape, "blue"),), "B", "blue", "blue"),)), marks=marks)
    used = found(text, "id", str(found(text, "data-piece", "p")[0].get("href"))[1:])
    assert COLOURS["blue"].light.fill in ElementTree.tostring(used, encoding="unicode")


def test_arcs_keep_their_flags_at_every_size() -> None:
    for size in (0.3, 0.75):
        text = draw_svg(scene(pieces=(Piece("p", "a1", (Part("pawn", "blue", size),), "B", "blue", "blue"),)))
        assert re.search(r"A [\d.]+ [\d.]+ 0 1 1 ", text)


def test_a_hex_of_equal_sides_is_regular() -> None:
    text = draw_svg(scene(Cell("a1", 0, 0, shape="hex")))
    corners = next(each for each in parsed(text).iter(f"{SVG}polygon")).get("points").split()
    (x0, y0), (x1, y1) = (map(float, corner.split(",")) for corner in corners[:2])
    assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(-y0, abs=0.2)


def test_a_static_picture_has_one_theme_and_auto_has_two() -> None:
    assert "prefers-color-scheme" not in draw_svg(scene())
    assert "prefers-color-scheme:dark" in draw_svg(scene(), theme="auto")
    assert variables("dark")["page"] in draw_svg(scene(), theme="dark")


def test_every_class_of_colour_has_a_rule_and_a_variable() -> None:
    text = draw_svg(scene(pieces=(DISC,)), lit=["a1"], marks="strong", live=True)
    sheet = text[text.index("<style>") : text.index("</style>")]
    for kind, name in re.findall(r"\b([fs])-([a-z]+(?:-ink|-muted)?)\b", text.replace(sheet, "")):
        assert f".{kind}-{name}{{" in sheet
        assert f"--calumma-{name}:" in sheet


def test_a_live_picture_holds_all_strengths_and_shows_one() -> None:
    text = draw_svg(scene(pieces=(DISC,)), live=True, marks="clear")
    shown = {each.get("data-at"): each.get("display") for each in parsed(text).iter() if each.get("data-at")}
    assert shown == {"subtle": "none", "clear": None, "strong": "none"}


def test_a_live_picture_has_a_ring_to_switch_for_every_cell() -> None:
    text = draw_svg(scene(), live=True, lit=["a1"])
    assert found(text, "data-cell", "b1").get("role") == "button"
    assert found(text, "data-ring", "b1").get("display") == "none"
    assert "lit" in found(text, "data-ring", "a1").get("class", "")


def test_the_style_sheet_can_be_left_to_the_page() -> None:
    assert "<style" not in draw_svg(scene(), style=False)
    for name in variables("light"):
        assert style_sheet().count(f"--calumma-{name}:") == 4  # light, dark, and both of auto


def test_what_is_used_many_times_is_styled_without_its_ancestors() -> None:
    rules = re.findall(r"[^{}]+(?=\{(?:fill|stroke|display):var)", style_sheet())  # browsers know none of them inside a use
    assert len(rules) > 2 * len(variables("light"))
    assert not [rule for rule in rules if " " in rule.replace("clear strong", "")]


def test_a_marker_shows_the_shape_and_the_letter_of_a_seat_if_asked_for() -> None:
    text = draw_marker(SeatStrip(1, "blue", "diamond"), marks="clear")
    assert f"{SVG}polygon" in {each.tag for each in parsed(text).iter()}
    assert texts(text) == ["B"]


@pytest.mark.parametrize(
    ("style", "sentence"),
    [
        ({"theme": "sepia"}, 'there is no theme "sepia": expected light, dark or auto'),
        ({"marks": "loud"}, 'cannot draw marks "loud": expected subtle, clear or strong'),
    ],
)
def test_an_unknown_style_is_refused_with_a_sentence(style: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        draw_svg(scene(), **style)


def test_an_unknown_shape_or_colour_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match='no cell of the shape "oval"'):
        draw_svg(scene(Cell("a1", 0, 0, shape="oval")))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='no part of the shape "teapot"'):
        draw_svg(scene(pieces=(Piece("p", "a1", (Part("teapot", "red"),), "x", "red", "x"),)))
    with pytest.raises(ValueError, match='no colour "mauve" in the palette'):
        draw_svg(scene(Cell("a1", 0, 0, ground="mauve")))
