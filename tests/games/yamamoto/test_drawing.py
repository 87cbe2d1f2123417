"""How yamamoto is shown and told."""

from typing import Any

import pytest

import calumma
from calumma.core import Game, State
from calumma.core.messages import words
from calumma.drawing import draw_svg, draw_text, reason_text, tell_all

pytestmark = pytest.mark.contract


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


def played(game: Game, position: str, move: str) -> tuple[State, int, State]:
    """Return the position before a move, its action, and the position after it."""
    before = game.parse_position(position)
    action = game.parse_move(before, move)
    after = before.copy()
    after.apply(action)
    return before, action, after


def keys(game: Game, position: str, move: str) -> list[str]:
    return [effect.key for effect in game.story(*played(game, position, move))]


def told(game: Game, position: str, move: str) -> str:
    return tell_all(game, game.story(*played(game, position, move)))


def test_the_board_has_25_squares_with_dark_corners(game: Any) -> None:
    cells = {cell.id: cell for cell in game.scene(game.new()).cells}
    assert len(cells) == 25
    assert {cells[corner].ground for corner in ("a1", "a5", "e1", "e5")} == {"walnut"}
    assert cells["b1"].ground == "maple"


def test_rank_5_is_at_the_top_and_file_a_at_the_left(game: Any) -> None:
    cells = {cell.id: (cell.x, cell.y) for cell in game.scene(game.new()).cells}
    assert (cells["a5"], cells["e1"]) == ((0, 0), (4, 4))


def test_dots_are_orange_on_b1_and_d1_and_blue_on_b5_and_d5(game: Any) -> None:
    marks = {cell.id: cell.mark for cell in game.scene(game.new()).cells if cell.mark}
    assert marks == {"b1": "orange", "d1": "orange", "b5": "blue", "d5": "blue"}


def test_with_the_goal_row_the_whole_home_ranks_are_marked() -> None:
    game: Any = calumma.load("yamamoto", goal="row")
    marks = {cell.id: cell.mark for cell in game.scene(game.new()).cells if cell.mark}
    assert marks == {file + rank: colour for file in "abcde" for rank, colour in (("1", "orange"), ("5", "blue"))}


def test_natures_differ_in_shape_and_not_in_colour_alone(game: Any) -> None:
    pieces = {piece.cell: piece for piece in game.scene(game.new()).pieces}
    assert pieces["a1"].parts[1].shape != pieces["b1"].parts[1].shape
    assert pieces["a1"].name == "Orange's white piece, leaps"
    assert pieces["b5"].name == "Blue's black piece, leaps"


def test_a_piece_shows_whether_its_square_lets_it_slide_or_leap(game: Any) -> None:
    pieces = {piece.cell: piece for piece in game.scene(game.parse_position("5/1w3/1w3/5/W4 o")).pieces}
    assert pieces["b3"].parts[2].shape == "slide"  # a white piece on a white square
    assert pieces["b4"].parts[2].shape == "leap"  # and on a dark one


def test_reach_is_the_step_and_the_slide_or_the_leap(game: Any) -> None:
    found = game.parse_position("5/5/5/1w3/W4 o").reach()
    assert found["a1"] == ["b1", "a2", "b2", "c2", "b3"]  # white on a dark corner: it steps and leaps
    assert "d4" not in found["b2"]  # b2 is dark too
    slider = game.parse_position("5/5/5/W4/4w o").reach()["a2"]  # a2 is white: it slides
    assert slider == ["a1", "b1", "b2", "a3", "b3", "c4", "d5"]


def test_reach_ends_at_enemies_and_before_own_pieces(game: Any) -> None:
    found = game.parse_position("w4/3w1/2B2/1W3/5 o").reach()["c3"]  # black on a dark square: it slides
    assert sorted(found) == ["a5", "b3", "b4", "c2", "c4", "d2", "d3", "d4", "e1"]


@pytest.mark.parametrize(("seat", "square"), [(2, 0), (-1, 0), (0, 25), (0, -1)])
def test_reach_is_asked_for_seats_and_squares_that_exist(game: Any, seat: int, square: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        game.new().reach_from(seat, square)


def test_reach_holds_every_legal_move(game: Any) -> None:
    state, rng = game.new(), calumma.Rng(5)
    while state.to_act >= 0:
        found = state.reach()
        for action in state.legal():
            start, end = game.path(state, action)
            assert end in found[start]
        state.apply(state.pick(rng))


def test_ids_of_pieces_are_distinct(game: Any) -> None:
    ids = [piece.id for piece in game.scene(game.new()).pieces]
    assert len(set(ids)) == 10


def test_the_terminal_shows_the_letters_of_the_notation(game: Any) -> None:
    text = draw_text(game.scene(game.new()), colour=False, ascii=True)
    lines = [line.replace(":", " ").split() for line in text.splitlines() if line.strip()]
    assert lines[0] == ["5", "w", "b", "w", "b", "w"]
    assert lines[4] == ["1", "W", "B", "W", "B", "W"]
    assert lines[5] == ["a", "b", "c", "d", "e"]


def test_an_empty_goal_is_seen_in_the_terminal(game: Any) -> None:
    text = draw_text(game.scene(game.parse_position("w4/5/5/5/W4 o")), colour=False, ascii=True)
    assert text.count("*") == 4


def test_the_picture_names_every_square_and_its_piece(game: Any) -> None:
    text = draw_svg(game.scene(game.new()))
    assert 'aria-label="b1, white square, Blue&#x27;s goal: Orange&#x27;s black piece, leaps"' in text


def test_the_caption_says_who_is_to_move_or_has_won(game: Any) -> None:
    assert game.scene(game.new()).caption == "Chameleon. Orange to move."
    _, _, after = played(game, "5/5/2w2/1W3/5 o", "b2c3")
    assert game.scene(after).caption == "Chameleon. Orange won."


def test_a_path_is_the_square_left_and_the_square_reached(game: Any) -> None:
    state = game.new()
    assert game.path(state, game.parse_move(state, "a1b3")) == ["a1", "b3"]


def test_paths_are_distinct_and_none_begins_another(game: Any) -> None:
    state = game.new()
    paths = [game.path(state, action) for action in state.legal()]
    assert len({tuple(path) for path in paths}) == len(paths) == 27
    assert {len(path) for path in paths} == {2}


def test_a_quiet_move_is_told(game: Any) -> None:
    assert told(game, "wbwbw/5/5/5/WBWBW o", "a1b3") == "Orange moved the white piece from a1 to b3."


def test_a_capture_is_told_with_what_was_captured(game: Any) -> None:
    words = told(game, "w4/5/2b2/1W3/W4 o", "b2c3")
    assert words == "Orange moved the white piece from b2 to c3. Orange captured Blue's black piece on c3."


def test_an_entry_that_can_be_captured_is_told(game: Any) -> None:
    assert keys(game, "w4/B4/5/5/W4 o", "a4b5") == ["moved", "entered"]
    assert told(game, "w4/B4/5/5/W4 o", "a4b5").endswith("It has reached its goal and must be captured at once.")


def test_an_entry_that_cannot_be_captured_wins(game: Any) -> None:
    assert keys(game, "4w/B4/5/5/W4 o", "a4b5") == ["moved", "won"]


def test_capturing_the_last_piece_wins(game: Any) -> None:
    assert keys(game, "5/5/2w2/1W3/5 o", "b2c3") == ["moved", "captured", "won"]


def test_the_third_occurrence_is_told_as_a_draw(game: Any) -> None:
    state = game.new()
    for move in ["a1a2", "a5a4", "a2a1", "a4a5"] * 2:
        before = state.copy()
        action = game.parse_move(state, move)
        state.apply(action)
    assert [effect.key for effect in game.story(before, action, state)] == ["moved", "drawn"]
    assert reason_text(game, state.reason()) == "The same position came up for the third time."


def test_effects_carry_the_cells_they_concern(game: Any) -> None:
    moved, captured = game.story(*played(game, "w4/5/2b2/1W3/W4 o", "b2c3"))
    assert (moved.cells, captured.cells) == (("b2", "c3"), ("c3",))


def test_everything_that_happens_in_play_has_words(game: Any) -> None:
    rng = calumma.Rng(7)
    reasons = set()
    for _ in range(30):
        state = game.new()
        while state.to_act != calumma.OVER:
            before, legal = state.copy(), state.legal()
            action = legal[rng.below(len(legal))]
            state.apply(action)
            assert tell_all(game, game.story(before, action, state), ["Ada", "Bo"]).endswith(".")
        reasons.add(state.reason())
    assert reasons <= set(words(game, "reasons").keys())
    assert reasons


def test_a_path_takes_positions_too(game: Any) -> None:
    from calumma.games.yamamoto import drawing

    before, action, _ = played(game, "wbwbw/5/5/5/WBWBW o", "a1b3")
    assert drawing.path(before, action) == ["a1", "b3"]


def test_effects_are_asked_before_the_move(game: Any) -> None:
    before, action, after = played(game, "w4/5/2b2/1W3/W4 o", "b2c3")
    assert before.effects(action) == game.story(before, action, after)
    assert before.to_act == 0
