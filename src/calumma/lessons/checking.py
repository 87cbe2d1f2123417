"""Checking lessons: each can be read, has its words, its solutions reach the goal, and its common mistakes do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calumma.core import GameError
from calumma.core.catalogue import MessageError
from calumma.lessons.judging import Verdict, judge
from calumma.lessons.reading import BY_STEP, SAID, Lesson, good_to_know, lessons_of


def faults(name: str) -> Iterator[str]:
    """Yield what is wrong with the lessons of a game, in words for its author; nothing if it has none."""
    try:
        lessons = lessons_of(name)
        good_to_know(name)
    except (GameError, MessageError) as error:
        yield str(error)
        return
    for lesson in lessons:
        yield from _faults(lesson)


def _faults(lesson: Lesson) -> Iterator[str]:
    where = f"lesson {lesson.key}"
    for what in wanted_words(lesson):
        try:
            lesson.say(what)
        except MessageError as error:
            yield f"{where}: {error}"
            return
    for line in lesson.lines:
        if (found := played_through(lesson, line)) != "done":
            yield f"{where}: the solution {' '.join(line)} does not reach the goal ({found})"
    for line in lesson.wrong:
        if played_through(lesson, line) == "done":
            yield f"{where}: the mistake {' '.join(line)} reaches the goal"


def wanted_words(lesson: Lesson) -> list[str]:
    """Return what a lesson has to say, with hints and reasons for every move of the learner and for mistakes it knows."""
    further = range(2, 1 + max(own_moves(lesson, line) for line in lesson.lines))
    by_step = [f"{what}-{step}" for step in further for what in BY_STEP]
    return [*SAID, *by_step, *(f"missed-{name}" for name, _ in lesson.missed)]


def own_moves(lesson: Lesson, line: Sequence[str]) -> int:
    """Return how many moves of a line are the learner's, as far as it can be played."""
    played: list[str] = []
    count = 0
    while len(played) < len(line):
        try:
            outcome = judge(lesson, played, line[len(played)])
        except GameError:
            break
        played += [ply.text for ply in outcome.plies]
        count += 1
    return count


def played_through(lesson: Lesson, line: Sequence[str]) -> Verdict | str:
    """Return the verdict on the last move that a learner makes along a line, answers included; why, if a move is refused."""
    played: list[str] = []
    found: Verdict = "on"
    while found == "on" and len(played) < len(line):
        try:
            outcome = judge(lesson, played, line[len(played)])
        except GameError as error:
            return str(error)
        played += [ply.text for ply in outcome.plies]
        found = outcome.verdict
    return found
