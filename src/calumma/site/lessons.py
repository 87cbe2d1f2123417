"""Lessons in the browser: a position, somebody who tries, and what became of it, ready for the board."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import State
from calumma.lessons import Lesson, LessonPly, beginning, judge
from calumma.site.analysis import Line, node
from calumma.site.study_messages import LessonStep, LessonVerdict, StudyView


def attempt(lesson: Lesson, moves: Sequence[str], tall: bool = False) -> LessonStep:
    """Return what becomes of the last move after those before it, answers included; without moves, how the lesson begins."""
    start = beginning(lesson)
    if not moves:
        return _step(lesson, [], start, None, "open", lesson.say("task"), [], tall)
    outcome = judge(lesson, moves[:-1], moves[-1])
    plies, before = list(outcome.plies), list(moves[:-1])
    if outcome.verdict == "missed":
        frames = _frames(lesson, before, plies, tall)
        return _step(lesson, before, plies[0].before, None, "missed", outcome.words, frames, tall)
    line = [*before, *(ply.text for ply in plies)]
    frames = _frames(lesson, before, plies[:-1], tall)
    return _step(lesson, line, plies[-1].after, plies[-1], outcome.verdict, outcome.words, frames, tall)


def _frames(lesson: Lesson, before: Sequence[str], plies: Sequence[LessonPly], tall: bool) -> list[StudyView]:
    texts = [*before, *(ply.text for ply in plies)]
    return [_view(lesson, texts[: len(before) + i], ply.after, ply, tall) for i, ply in enumerate(plies, 1)]


def _view(lesson: Lesson, line: Sequence[str], state: State, ply: LessonPly | None, tall: bool) -> StudyView:
    """The position as the learner sees it, with what the last ply did."""
    shown = node(Line(lesson.game, lesson.position, tuple(line)), state, None, tall, lesson.seat)
    if ply is not None:
        shown["cells"] = [list(effect.cells) for effect in ply.effects if effect.cells]
        shown["seat"] = ply.seat
    return shown


def _step(
    lesson: Lesson,
    line: Sequence[str],
    state: State,
    ply: LessonPly | None,
    verdict: LessonVerdict,
    words: str,
    frames: list[StudyView],
    tall: bool,
) -> LessonStep:
    shown = _view(lesson, line, state, ply, tall)
    if verdict == "done":
        shown["moves"] = []
    way = [] if verdict == "done" else _way(lesson, line, state)
    return {**shown, "line": list(line), "verdict": verdict, "say": words, "frames": frames, "way": way}


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
        "hint": lesson.say("hint"),
        "seats": game.seats,
        "options": dict(game.options),
    }
