"""Lessons at the keyboard: right moves go on, others are explained and taken back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from calumma.cli import main
from calumma.lessons import good_to_know, lessons_of
from calumma.terminal.lessons import teach
from calumma.terminal.look import Look


def typed(*lines: str) -> tuple[int, None]:
    left = iter(lines)

    def ask(prompt: str, words: Sequence[str]) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return teach(lessons_of("yamamoto")[:2], Look(colour=False), ask, good_to_know("yamamoto")), None


def test_all_lessons_done_is_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("c1c2", "a1b3")[0] == 0
    told = capsys.readouterr().out
    assert "2 of 2 lessons done." in told
    assert "Good to know\n- Capture the last enemy piece and you win at once.\n" in told


def test_a_mistake_is_explained_and_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("c1c3", "c1b1", "c1c2", "quit")[0] == 1
    told = capsys.readouterr().out
    assert "white piece on a dark square steps or leaps like a knight" in told
    assert "(rule" not in told
    assert "Orange moved the white piece from c1 to b1." in told
    assert "Back to where you were. Try again." in told
    assert "1 of 2 lessons done." in told


def test_a_hint_the_solution_and_going_on_are_a_word_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("hint", "show", "skip")[0] == 1
    told = capsys.readouterr().out
    assert "Choose your piece, then c2, right in front of it." in told
    assert "Play c1c2." in told


def test_a_game_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
