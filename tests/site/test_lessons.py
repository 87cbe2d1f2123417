"""Lessons as the page gets them: what stands, what is shown first, and where the next click goes."""

from __future__ import annotations

import pytest

from calumma.lessons import find_lesson
from calumma.site.lessons import attempt
from calumma.site.requests import Attempt


def test_a_lesson_begins_with_its_task_and_the_way() -> None:
    step = attempt(find_lesson("yamamoto", "change"), Attempt(moves=[]))
    assert (step["verdict"], step["line"], step["way"], step["frames"]) == ("open", [], ["c1", "c2"], [])


def test_after_a_mistake_the_position_before_it_stands_and_what_it_led_to_is_shown_first() -> None:
    step = attempt(find_lesson("bradley", "expose"), Attempt(moves=["c5"]))
    assert (step["verdict"], step["line"], len(step["frames"])) == ("missed", [], 2)
    assert step["moves"]


def test_others_answer_before_the_position_that_stands() -> None:
    step = attempt(find_lesson("yamamoto", "change"), Attempt(moves=["c1c2"]))
    assert (step["verdict"], step["line"], step["way"], len(step["frames"])) == ("on", ["c1c2", "a5b5"], ["c2", "e4"], 1)


def test_the_hint_is_that_of_the_next_step() -> None:
    lesson = find_lesson("yamamoto", "change")
    assert attempt(lesson, Attempt())["hint"] == lesson.say("hint")
    assert attempt(lesson, Attempt(moves=["c1c2"]))["hint"] == lesson.say("hint-2")


def test_plates_count_nothing_and_name_a_winner_only_where_the_end_is_taught() -> None:
    ended = attempt(find_lesson("bradley", "enclose"), Attempt(moves=["f5"]))
    assert [(plate["won"], plate["notes"]) for plate in ended["seats"]] == [(False, []), (False, [])]
    assert [plate["won"] for plate in attempt(find_lesson("bradley", "last"), Attempt(moves=["f5"]))["seats"]] == [True, False]


@pytest.mark.parametrize("moves", [["c1b1", "e5e4", "b1a1"], ["c1c2", "e5e4", "c2c1"], ["c1c2", "e5e4"]])
def test_moves_off_the_lines_break_nothing(moves: list[str]) -> None:
    assert attempt(find_lesson("yamamoto", "step"), Attempt(moves=moves))["way"] == []


def test_looking_again_shows_the_same_position_from_the_other_side_and_judges_nothing() -> None:
    lesson = find_lesson("yamamoto", "change")
    tried = attempt(lesson, Attempt(moves=["c1c2"]))
    seen, across = (attempt(lesson, Attempt(moves=tried["line"], look=True), turned=turned) for turned in (False, True))
    assert (seen["svg"], seen["verdict"], seen["frames"]) == (tried["svg"], "open", [])
    assert across["svg"] != seen["svg"]
