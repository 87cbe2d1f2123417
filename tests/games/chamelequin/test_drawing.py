"""Scenes, paths and stories of chamelequin."""

from typing import Any

import calumma
from calumma.core import State
from calumma.core.messages import tell_all

QUIET_END = ("a1+a2", "h8+h7", "a2-a1", "h7-h8") * 20


def position(text: str, seats: int = 2, **options: str) -> State:
    return calumma.load("chamelequin", seats=seats, **options).parse_position(text)


def path(state: State, text: str) -> list[str]:
    return state.game.path(state, state.game.parse_move(state, text))


def told(state: State, *texts: str) -> str:
    """The words for the last of some moves."""
    for text in texts:
        before, action = state.copy(), state.game.parse_move(state, text)
        state.apply(action)
    return tell_all(state.game, state.game.story(before, action, state))


def test_squares_are_drawn_in_their_colours() -> None:
    cells: dict[str, Any] = {cell.id: cell for cell in calumma.load("chamelequin").scene(calumma.load("chamelequin").new()).cells}
    assert [cells[name].ground for name in ("a1", "h1", "a8", "h8")] == ["red", "green", "blue", "yellow"]
    assert (cells["a1"].x, cells["a1"].y) == (0, 7)


def test_rings_are_drawn_from_the_outermost_inwards() -> None:
    state = position("7bB/8/8/8/4wYRB3/8/8/8 w - 9,9 0")
    piece: Any = next(piece for piece in state.game.scene(state).pieces if piece.cell == "e4")
    assert [part.colour for part in piece.parts] == ["white", "yellow", "red", "blue"]
    sizes = [part.size for part in piece.parts]
    assert sizes == sorted(sizes, reverse=True)
    assert piece.text == "wYRB"
    assert piece.name == "White's piece with 3 rings, bottom to top yellow, red and blue"


def test_the_scene_becomes_a_picture_and_a_text() -> None:
    state = position("7bB/8/8/8/4wYRB3/8/8/8 w - 9,9 0")
    assert state.game.svg(state).startswith("<svg")
    assert "wYRB" in state.game.scene(state).text()
    assert "Rings left: 19 red, 20 green, 18 blue, 19 yellow" in state.game.scene(state).text()


def test_a_choice_is_asked_only_where_add_and_remove_share_their_squares() -> None:
    state = position("7bB/8/8/3bG4/4wRB3/8/8/8 w - 8,9 0")
    assert path(state, "e4+e5") == ["e4", "e5", "add"]
    assert path(state, "e4-e5") == ["e4", "e5", "remove"]
    assert path(state, "e4+d4") == ["e4", "d4"]
    assert path(state, "e4xd5") == ["e4", "d5"]


def test_a_full_piece_removes_without_being_asked() -> None:
    assert path(position("7bB/8/8/8/4wYYRB3/8/8/8 w - 9,9 0"), "e4-e5") == ["e4", "e5"]


def test_placing_stopping_and_passing_are_one_click() -> None:
    assert path(calumma.load("chamelequin").new(), "@e4") == ["e4"]
    assert path(position("7bB/8/8/4wYR3/8/8/8/8 w e5:1 9,9 0"), "stop") == ["stop"]
    assert path(position("7bB/8/8/8/4wBBBB3/8/8/8 w - 9,9 0"), "pass") == ["pass"]


def test_plies_are_told() -> None:
    assert told(calumma.load("chamelequin").new(), "@e4") == "White placed a piece with a blue ring on e4."
    state = position("7bB/8/8/3bG4/4wYRB3/8/8/8 w - 8,9 0")
    assert told(state.copy(), "e4+e5") == "White moved from e4 to e5 and added a red ring."
    assert told(state.copy(), "e4-e5") == "White moved from e4 to e5 and gave the blue ring back."
    assert told(state.copy(), "e4-e5", "stop") == "White stopped on e5."
    assert told(state, "e4xd5") == "White captured Black's piece on d5 from e4, gave the blue ring back and won 1 ring."


def test_leaving_and_winning_are_told() -> None:
    state = position("pB7/8/8/4bYY3/4wRB3/8/8/8 w - 15,0,8 0", seats=3)
    assert told(state, "e4xe5").endswith("and won 2 rings. Black has no pieces left and is out.")
    state = position("8/8/8/4bYY3/4wRB3/8/8/8 w - 9,9 0")
    assert told(state, "e4xe5").endswith("Black has no pieces left and is out. White wins: nobody else has any pieces left.")


def test_tie_breaks_are_told() -> None:
    text = "7bYYYY/8/8/8/8/8/8/wRRRR7 w - {} 0"
    end = "White could not move and passed.", "Black could not move and passed."
    assert told(position(text.format("9,9"), removal="capture"), "pass") == end[0]
    shared = told(position(text.format("9,9"), removal="capture"), "pass", "pass")
    assert shared == f"{end[1]} White and Black share the win, level on pieces lost and on captured rings (9)."
    rings = told(position(text.format("9,12"), removal="capture"), "pass", "pass")
    assert rings == f"{end[1]} Black wins with the most captured rings (12) after a tie on pieces lost."
    pieces = told(position(text.format("9,8").replace("7bYYYY", "6bYYYYbYYYY"), removal="capture"), "pass", "pass")
    assert pieces == f"{end[1]} Black wins with the fewest pieces lost (8)."


def test_a_quiet_end_is_told() -> None:
    assert told(position("7bY/8/8/8/8/8/8/wR7 w - 9,10 0"), *QUIET_END).endswith(
        "Black wins with the most captured rings (10) after a tie on pieces lost."
    )


def test_the_seats_strip_says_what_counts() -> None:
    state: Any = position("7bB/8/8/8/4wYRB3/8/8/8 w - 10,9 0")
    scene: Any = state.game.scene(state)
    assert scene.seats[0].notes == ("1 piece", "9 lost", "10 rings captured")
    new = state.game.new()
    scene = new.game.scene(new)
    assert scene.seats[1].notes == ("0 pieces", "10 to place")


def test_captions_say_who_is_to_do_what() -> None:
    captions = {
        "7bB/8/8/8/4wYRB3/8/8/8 w - 9,9 0": "Chamelequin. White to move.",
        "7bB/8/8/4wYR3/8/8/8/8 w e5:1 9,9 0": "Chamelequin. White may continue with e5.",
        "8/8/8/8/8/8/8/wR7 b setup 0,0 0": "Chamelequin. Black to place a piece.",
        "8/8/8/8/8/8/8/wR7 w last 10,9 0": "Chamelequin. White won.",
        "7bB/8/8/8/8/8/8/wR7 w quiet 9,9 0": "Chamelequin. The match is a draw.",
    }
    for text, caption in captions.items():
        scene: Any = calumma.load("chamelequin").scene(position(text))
        assert scene.caption == caption
