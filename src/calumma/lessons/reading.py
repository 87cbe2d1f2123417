"""Reading `lessons.toml`: every mistake in it is told in one sentence that names the lesson."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from calumma.core import CHANCE, OVER, Game, GameError, State
from calumma.core.messages import words
from calumma.core.registry import definition, package, reload
from calumma.core.words import Words
from calumma.lessons.goals import Condition, Goal, Wanted

say = Words(__package__)

FILE = "lessons.toml"
NEEDED = ("key", "position", "goal", "lines")
KNOWN = {*NEEDED, "seats", "options", "seat", "never", "safe", "wrong", "missed", "end"}
WHOLE = {"lessons", "know"}  # what the file has beside its lessons: the facts of its last page
NAMED = ("effect", "cells")  # of a condition; whatever else it has are values of the effect
SAID = ("title", "task", "hint", "missed", "done")
BY_STEP = ("hint", "missed")  # said anew at every further move of the learner: KEY-hint-2

Entry = Mapping[str, object]
Moves = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, a goal, and how it is reached. `lines` are the ways, answers and luck included; `wrong` common mistakes."""

    game: Game
    key: str
    position: str
    seat: int
    goal: Goal
    lines: Moves
    wrong: Moves = ()
    missed: tuple[tuple[str, tuple[Condition, ...]], ...] = ()  # mistakes with words of their own, by their effects
    end: bool = False  # about how a match ends: else nobody is told that the small position is over

    def say(self, what: str, step: int = 1) -> str:
        """Return words of the lesson: its title, task or hint, why a move missed the goal, or what is said when it is done.

        The second move of a learner may have a hint of its own, and so on; without one the first still holds.
        """
        said, usual, later = words(self.game, "lessons"), f"{self.key}-{what}", f"{self.key}-{what}-{step}"
        known = said.keys() if step > 1 else []
        return said(later if later in known else usual)


_READ: dict[str, tuple[type[State], tuple[Lesson, ...]]] = {}  # what was read, with the rules that it is of


def has_lessons(name: str) -> bool:
    """Return whether a game brings lessons."""
    return resources.files(package(name)).joinpath(FILE).is_file()


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in their order; none if it has no lessons. GameError says what is wrong with them."""
    if not has_lessons(name):
        return ()
    rules = definition(name).state  # rules that are loaded anew have lessons of their own
    if name not in _READ or _READ[name][0] is not rules:
        text = resources.files(package(name)).joinpath(FILE).read_text(encoding="utf-8")
        _READ[name] = (rules, read_lessons(name, text))
    return _READ[name][1]


def good_to_know(name: str) -> tuple[str, ...]:
    """Return what a newcomer should have read after the last lesson: a few sentences, none if the game brings none."""
    if not has_lessons(name):
        return ()
    known = _table(name, resources.files(package(name)).joinpath(FILE).read_text(encoding="utf-8")).get("know", [])
    if not isinstance(known, list) or not all(isinstance(key, str) for key in known):
        raise GameError(say("bad-know", name=name))
    said = words(package(name), "lessons")
    return tuple(said(f"know-{key}") for key in known)


def find_lesson(name: str, key: str) -> Lesson:
    """Return a lesson of a game by its key."""
    known = lessons_of(name)
    found = next((lesson for lesson in known if lesson.key == key), None)
    if found is None:
        raise GameError(say("no-lesson", name=name, key=key[:40], known=", ".join(one.key for one in known) or "-"))
    return found


def read_lessons(name: str, text: str) -> tuple[Lesson, ...]:
    """Return the lessons of a text in the format of `lessons.toml`."""
    entries = _table(name, text).get("lessons")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise GameError(say("no-lessons", name=name))
    lessons = tuple(_lesson(name, number, entry) for number, entry in enumerate(entries, 1))
    keys = [lesson.key for lesson in lessons]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise GameError(say("same-key", name=name, key=twice))
    return lessons


def _table(name: str, text: str) -> Entry:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(say("not-toml", name=name, error=error)) from None
    strange = next((field for field in table if field not in WHOLE), None)
    if strange is not None and "lessons" in table:
        raise GameError(say("unknown-field", where=name, field=strange, known=", ".join(sorted(WHOLE))))
    return table


def _lesson(name: str, number: int, entry: Entry) -> Lesson:
    where = f"{name}: {entry.get('key', number)}"
    strange = next((field for field in entry if field not in KNOWN), None)
    if strange is not None:
        raise GameError(say("unknown-field", where=where, field=strange, known=", ".join(sorted(KNOWN))))
    missing = next((field for field in NEEDED if not entry.get(field)), None)
    if missing is not None:
        raise GameError(say("missing-field", where=where, field=missing))
    game = _game(name, entry, where)
    position = str(entry["position"])
    try:
        state = game.parse_position(position)
    except GameError as error:
        raise GameError(say("bad-position", where=where, error=error)) from None
    if state.to_act == CHANCE:
        raise GameError(say("chance-to-move", where=where))
    if state.to_act == OVER:
        raise GameError(say("nobody-to-move", where=where))
    seat = entry.get("seat", state.to_act)
    if seat != state.to_act:
        raise GameError(say("not-to-move", where=where, seat=seat))
    lines, wrong = _lines(entry, "lines", where), _lines(entry, "wrong", where)
    missed = _mistakes(entry, where)
    return Lesson(
        game, str(entry["key"]), position, state.to_act, _goal(entry, where), lines, wrong, missed, entry.get("end") is True
    )


def _game(name: str, entry: Entry, where: str) -> Game:
    seats, options = entry.get("seats"), entry.get("options", {})
    if not isinstance(seats, (int, type(None))) or not isinstance(options, dict):
        raise GameError(say("bad-table", where=where))
    return reload(name, seats, options)


def _goal(entry: Entry, where: str) -> Goal:
    safe = entry.get("safe", [])
    if not isinstance(safe, list) or not all(isinstance(cell, str) for cell in safe):
        raise GameError(say("bad-safe", where=where))
    return Goal(read_conditions(entry, "goal", where), read_conditions(entry, "never", where), tuple(safe))


def _mistakes(entry: Entry, where: str) -> tuple[tuple[str, tuple[Condition, ...]], ...]:
    told = entry.get("missed", {})
    if not isinstance(told, dict):
        raise GameError(say("bad-missed", where=where))
    return tuple((name, read_conditions(told, name, where)) for name in told)


def read_conditions(entry: Entry, field: str, where: str) -> tuple[Condition, ...]:
    """Return the effects that a field of an entry asks for."""
    told = entry.get(field, [])
    if not isinstance(told, list) or not all(_is_condition(one) for one in told):
        raise GameError(say("bad-condition", where=where, field=field))
    return tuple(_condition(one) for one in told)


def _is_condition(told: object) -> bool:
    return isinstance(told, dict) and isinstance(told.get("effect"), str) and isinstance(told.get("cells", []), list)


def _condition(told: Mapping[str, object]) -> Condition:
    kinds = (str, int, Sequence, Mapping)
    values: dict[str, Wanted] = {name: value for name, value in told.items() if name not in NAMED and isinstance(value, kinds)}
    cells = told.get("cells", [])
    return Condition(str(told["effect"]), values, frozenset(cells if isinstance(cells, list) else ()))


def _lines(entry: Entry, field: str, where: str) -> Moves:
    """Lines of move texts."""
    told = entry.get(field, [])
    if not isinstance(told, list) or not all(_is_line(line) for line in told):
        raise GameError(say("bad-lines", where=where, field=field))
    return tuple(tuple(line) for line in told)


def _is_line(told: object) -> bool:
    return isinstance(told, list) and bool(told) and all(isinstance(text, str) for text in told)
