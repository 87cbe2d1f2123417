"""Puzzles rated by who solves them: what a try does, and which puzzle comes next."""

from calumma.puzzles import puzzles_of
from calumma.puzzles.glicko import Rating
from calumma.site.puzzle_ratings import Rated, first_try, following, nearest, new_puzzle, new_solver

PUZZLES = puzzles_of("bradley")


def test_who_solves_a_puzzle_rises_and_the_puzzle_falls() -> None:
    puzzle = PUZZLES[100]
    one, other = first_try("ada", puzzle, True, 5.0).settle(None, None)
    assert one.rating.value < puzzle.rating
    assert other.rating.value > new_solver("bradley").rating.value
    assert (one.tried, one.solved, one.at, other.tried, other.solved) == (1, 1, 5.0, 1, 1)


def test_who_fails_falls_and_the_puzzle_rises() -> None:
    one, other = first_try("ada", PUZZLES[100], False, 5.0).settle(None, None)
    assert one.rating.value > PUZZLES[100].rating
    assert other.rating.value < new_solver("bradley").rating.value
    assert (one.solved, other.solved) == (0, 0)


def test_a_puzzle_begins_with_its_difficulty_and_its_share_is_told_after_five_tries() -> None:
    assert new_puzzle(PUZZLES[7]).value == PUZZLES[7].rating
    assert [Rated(Rating(), tried, 3).share for tried in (4, 5, 8)] == [None, 60, 38]


def test_the_next_puzzle_is_near_the_own_rating_and_new() -> None:
    own = Rated(Rating(900.0))
    first = nearest("bradley", {}, own, set())
    assert abs(first.rating - 900) == min(abs(puzzle.rating - 900) for puzzle in PUZZLES)
    assert nearest("bradley", {}, own, {first.key}) != first
    assert nearest("bradley", {}, own, set(), first.number) != first
    assert nearest("bradley", {first.key: Rated(Rating(2000.0))}, own, set()) != first


def test_who_has_tried_all_goes_on_in_their_order() -> None:
    every = {puzzle.key for puzzle in PUZZLES}
    assert len(every) == len(PUZZLES)
    assert nearest("bradley", {}, Rated(Rating()), every, 12).number == 13
    assert following("bradley", len(PUZZLES)).number == 1
