"""Puzzles: those that are shipped, what is said about a try, the puzzle of the day, and what a file of kinds may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

import calumma
from calumma.core import GameError
from calumma.puzzles import Puzzle, find_puzzle, judge, puzzles_of, solution_plies
from calumma.puzzles.daily import of_day
from calumma.puzzles.kinds import read_kinds
from calumma.puzzles.puzzle import read_puzzles, write_puzzles

GAMES = calumma.games()
Short = Callable[[str, int], list[Puzzle]]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_two_hundred_puzzles_and_none_twice(name: str) -> None:
    puzzles = puzzles_of(name)
    assert len(puzzles) >= 200
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    assert len({(puzzle.kind.key, puzzle.position) for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_every_puzzle_can_be_played_and_its_words_are_there(name: str) -> None:
    for puzzle in puzzles_of(name):
        assert puzzle.task
        plies = solution_plies(puzzle)
        assert plies[0].seat == puzzle.seat
        if puzzle.kind.measure == "win":
            assert plies[-1].after.payoffs()[puzzle.seat] == 1.0


@pytest.mark.parametrize("name", GAMES)
def test_who_plays_the_line_solves_the_puzzle_against_any_defence(name: str, short_puzzles: Short) -> None:
    for puzzle in short_puzzles(name, 2):
        played: list[str] = []
        for _ in range(12):
            on_line = tuple(played) == puzzle.line[: len(played)] and len(played) < len(puzzle.line)
            text = puzzle.line[len(played)] if on_line else right_move(puzzle, played)
            outcome = judge(puzzle, played, text)
            played += [ply.text for ply in outcome.plies]
            if outcome.verdict != "right":
                break
        assert outcome.verdict == "solved", (puzzle, played)


def right_move(puzzle: Puzzle, played: list[str]) -> str:
    """A move that keeps the goal in reach, off the line."""
    state = puzzle.beginning()
    for text in played:
        state.apply(puzzle.game.parse_move(state, text))
    texts = [puzzle.game.move_text(state, action) for action in state.legal()]
    return next(text for text in texts if judge(puzzle, played, text).verdict != "wrong")


@pytest.mark.parametrize("name", GAMES)
def test_every_other_first_move_is_wrong(name: str, short_puzzles: Short) -> None:
    puzzle = short_puzzles(name, 1)[0]
    state = puzzle.beginning()
    texts = [puzzle.game.move_text(state, action) for action in state.legal()]
    verdicts = Counter(judge(puzzle, [], text).verdict for text in texts if text != puzzle.line[0])
    assert set(verdicts) == {"wrong"}


def test_a_wrong_move_is_refuted_on_the_board() -> None:
    """Blue enters b1 next, unless it is taken: every other move lets Orange do something about it."""
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    state = puzzle.beginning()
    wrong = next(text for action in state.legal() if (text := puzzle.game.move_text(state, action)) != puzzle.line[0])
    outcome = judge(puzzle, [], wrong)
    assert [ply.seat for ply in outcome.plies] == [puzzle.seat, 1 - puzzle.seat]
    assert outcome.words.startswith("That is not it. This is why: ")


def test_the_puzzle_of_the_day_follows_from_the_date_alone_and_all_come_round() -> None:
    first = date.fromordinal(len(puzzles_of("bradley")) * 3000)
    days = [of_day("bradley", first + timedelta(days=day)).number for day in range(len(puzzles_of("bradley")))]
    assert sorted(days) == list(range(1, len(days) + 1))
    assert days[:20] != sorted(days[:20])
    assert of_day("bradley", first) == of_day("bradley", first)


def test_puzzles_are_read_as_they_were_written(tmp_path: Path) -> None:
    some = puzzles_of("piecepack")[:5]
    write_puzzles(tmp_path / "some.json", some)
    assert read_puzzles("piecepack", (tmp_path / "some.json").read_text()) == some


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[kinds]", "cannot read the kinds"),
        ('[[kinds]]\nkey = "a"\nmeasure = "win"\nturns = [1]\nfoo = 1', 'a field "foo"'),
        ('[[kinds]]\nkey = "a"\nmeasure = "win"\nturns = []', 'expected "turns"'),
        ('[[kinds]]\nkey = "a"\nmeasure = "joy"\nturns = [1]', 'expected "measure" to be one of win, lead, goal'),
        ('[[kinds]]\nkey = "a"\nturns = [1]', 'expected "measure" to be one of win, lead, goal'),
    ],
)
def test_a_mistake_in_the_kinds_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        read_kinds("bradley", text)


def test_a_puzzle_that_is_not_there_is_told() -> None:
    with pytest.raises(GameError, match="there is no puzzle 9999 of bradley: expected 1 to"):
        find_puzzle("bradley", 9999)
