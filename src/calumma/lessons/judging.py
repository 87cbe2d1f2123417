"""Judging what a learner plays: the goal is reached, the way goes on, or something else happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from calumma.core import OVER, State
from calumma.core.messages import tell
from calumma.core.words import Words
from calumma.lessons.reading import Lesson
from calumma.lessons.trying import Outcome, TriedPly, story, tried

say = Words(__package__)

Verdict = Literal["on", "done", "missed"]
"""Of a move: right so far, the goal is reached, or it does something else."""


def beginning(lesson: Lesson, played: Sequence[str] = ()) -> State:
    """Return the position in which a lesson begins, or after some plies."""
    state = lesson.game.parse_position(lesson.position)
    for ply in _plies(lesson, state, played):
        state = ply.after
    return state


def judge(lesson: Lesson, played: Sequence[str], text: str) -> Outcome[Verdict]:
    """Return what becomes of a move after those already played, answers included; IllegalMove if the rules refuse it."""
    state = beginning(lesson)
    past = list(_plies(lesson, state, played))
    state = past[-1].after if past else state
    script = _script(lesson, [*played, text])
    now = list(_plies(lesson, state, [text, *_answers(lesson, state, text, script[len(past) + 1 :])]))
    every = [*past, *now]
    own = [effect for ply in every if ply.seat in (lesson.seat, -1) for effect in ply.effects]
    if lesson.goal.is_reached(own, [effect for ply in every for effect in ply.effects], now[-1].after):
        return Outcome("done", tuple(now), lesson.say("done"))
    if script in lesson.lines:
        return Outcome("on", tuple(now), story(lesson.game, now))
    return Outcome("missed", tuple(now), _missed(lesson, now, step_after(lesson, past)))


def shown_line(lesson: Lesson) -> list[TriedPly]:
    """Return the plies of the lesson's first solution."""
    return list(_plies(lesson, beginning(lesson), lesson.lines[0]))


def step_after(lesson: Lesson, plies: Sequence[TriedPly]) -> int:
    """Return which of the learner's own moves comes after some plies: 1 for the first."""
    return 1 + sum(ply.seat == lesson.seat for ply in plies)


def hint(lesson: Lesson, played: Sequence[str]) -> str:
    """Return the hint for the move that comes after those already played."""
    return lesson.say("hint", step_after(lesson, list(_plies(lesson, beginning(lesson), played))))


def _plies(lesson: Lesson, state: State, texts: Sequence[str]) -> Iterator[TriedPly]:
    game = lesson.game
    for text in texts:
        action = game.parse_move(state, text)
        after = state.copy()
        after.apply(action)
        yield tried(state, action, after, lesson.seat)
        state = after


def _script(lesson: Lesson, texts: Sequence[str]) -> tuple[str, ...]:
    """The line of the lesson, a solution or a common mistake, that begins like this; none if nobody foresaw it."""
    begun = tuple(texts)
    return next((line for line in (*lesson.lines, *lesson.wrong) if line[: len(begun)] == begun), ())


def _answers(lesson: Lesson, state: State, text: str, script: Sequence[str]) -> list[str]:
    """What the lesson has others, and luck, play after a move."""
    found: list[str] = []
    state = state.copy()
    state.apply(lesson.game.parse_move(state, text))
    for answer in script:
        if state.to_act in (lesson.seat, OVER):
            break
        found.append(answer)
        state.apply(lesson.game.parse_move(state, answer))
    return found


def _missed(lesson: Lesson, plies: Sequence[TriedPly], step: int) -> str:
    """Why it is not what was asked for, by a threat that it leaves open and the lesson's own words; then what happened."""
    threats = lesson.goal.threats(plies[0].after) if len(plies) == 1 else []
    told = [tell(lesson.game, threat, table="threats") for threat in threats[:1]]
    return " ".join([*told, _why(lesson, plies[0], step), say("taken-back", story=story(lesson.game, plies))])


def _why(lesson: Lesson, ply: TriedPly, step: int) -> str:
    """The lesson's own words for a mistake: for this one, if it has such, or for any."""
    known = (name for name, effects in lesson.missed if all(any(one.fits(it) for it in ply.effects) for one in effects))
    name = next(known, None)
    return lesson.say("missed", step) if name is None else lesson.say(f"missed-{name}")
