"""Several moves of one seat in one go."""

import calumma
from calumma.core import State
from calumma.play import Match, SeededLuck

WHITE = [f"{file}1" for file in "abcdefgh"] + ["g3", "h3"]
BLACK = [f"{file}8" for file in "abcdefgh"] + ["g6", "h6"]


def before_a_chain() -> Match:
    """A match of chamelequin in which the white piece on a1 has a red, a blue and a red ring: two steps of a chain."""
    match = Match(calumma.load("chamelequin"))
    for white, black in zip(WHITE, BLACK, strict=True):
        match.play(f"@{white}")
        match.play(f"@{black}")
    for text in ("a1+a2", "a8+a7", "a2+a1", "a7+a8"):
        match.play(text)
    return match


def test_the_moves_of_one_seat_are_played_in_order() -> None:
    match = before_a_chain()
    match.play_all(["a1-a2", "a2-a1"])
    assert match.record().plies[-2:] == ("a1-a2", "a2-a1")
    assert match.to_act == 1


def test_nothing_is_played_after_a_move_that_does_not_fit() -> None:
    match = before_a_chain()
    match.play_all(["a1-a2", "a1-a2", "a2-a1"])
    assert match.record().plies[-1] == "a1-a2"
    assert match.to_act == 0


def test_moves_go_on_in_a_match_that_began_with_a_draw() -> None:
    match = Match(calumma.load("life"), SeededLuck(1))
    match.advance()
    first = next(text for text in texts(match) if text.startswith("snake:"))
    after = match.state.copy()
    after.apply(match.game.parse_move(after, first))
    second = next(text for text in texts(match, after) if text.startswith("snake:"))
    match.play_all([first, second])
    assert match.record().plies[-2:] == (first, second)


def texts(match: Match, state: State | None = None) -> list[str]:
    state = state or match.state
    return [match.game.move_text(state, action) for action in state.legal()]
