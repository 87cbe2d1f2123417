"""Lessons: a small position, one goal, one sentence. Each game brings its own as data, `lessons.toml` beside its rules."""

from calumma.lessons.goals import Condition, Goal
from calumma.lessons.judging import Verdict, beginning, hint, judge, shown_line
from calumma.lessons.reading import Lesson, find_lesson, good_to_know, has_lessons, lessons_of, read_lessons
from calumma.lessons.trying import Outcome, TriedPly

__all__ = [
    "Condition",
    "Goal",
    "Lesson",
    "Outcome",
    "TriedPly",
    "Verdict",
    "beginning",
    "find_lesson",
    "good_to_know",
    "has_lessons",
    "hint",
    "judge",
    "lessons_of",
    "read_lessons",
    "shown_line",
]
