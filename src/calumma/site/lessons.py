"""Lessons in the browser: a position, somebody who tries, and what became of it, ready for the board."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import State
from calumma.lessons import Lesson, beginning, hint, judge
from calumma.site.positions import layout_for
from calumma.site.requests import Attempt
from calumma.site.study_messages import LessonStep, LessonVerdict
from calumma.site.trying import Shown, Stand, shown


def attempt(lesson: Lesson, wish: Attempt, tall: bool = False, turned: bool = False) -> LessonStep:
    """Return what becomes of the last move after those before it, answers included; without moves, how the lesson begins.

    The side of who learns is below; `turned` shows the other one there.
    """
    moves = wish.moves
    stand = Stand(lesson.game, lesson.position, lesson.seat, layout_for(lesson.game, lesson.seat, tall, turned))
    if not moves or wish.look:
        now = Shown(list(moves), beginning(lesson, moves), None, [])
        return _step(lesson, stand, now, "open", lesson.say("task"))
    outcome = judge(lesson, moves[:-1], moves[-1])
    now = shown(stand, moves[:-1], outcome.plies, outcome.verdict == "missed")
    return _step(lesson, stand, now, outcome.verdict, outcome.words)


def _step(lesson: Lesson, stand: Stand, now: Shown, verdict: LessonVerdict, words: str) -> LessonStep:
    view = stand.view(now.line, now.state, now.ply)
    if verdict == "done":
        view["moves"] = []
    for plate in view["seats"]:
        plate["notes"] = []  # what is lost or left counts in a match; here it is an accident of a small position
        plate["won"] = plate["won"] and lesson.end
    way = [] if verdict == "done" else _way(lesson, now.line, now.state)
    told = hint(lesson, now.line)
    return {**view, "line": now.line, "verdict": verdict, "say": words, "frames": now.frames, "way": way, "hint": told}


def _way(lesson: Lesson, line: Sequence[str], state: State) -> list[str]:
    """The cells to click for the next move of a solution that begins like this line; none off the lesson's lines."""
    following = (each[len(line)] for each in lesson.lines if each[: len(line)] == tuple(line) and len(each) > len(line))
    text = next(following, None)
    return [] if text is None else lesson.game.path(state, lesson.game.parse_move(state, text))


def setting(lesson: Lesson) -> dict[str, object]:
    """Return what a page has to know of a lesson: its words, and what its position is a position of."""
    game = lesson.game
    return {
        "key": lesson.key,
        "title": lesson.say("title"),
        "task": lesson.say("task"),
        "seats": game.seats,
        "options": dict(game.options),
    }
