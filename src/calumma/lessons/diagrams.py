"""Diagrams of rules: positions as data beside the rules, `diagrams.toml`, with the moves that show what a rule means."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from calumma.core import Game, GameError, State
from calumma.core.effect import Effect, seen_by
from calumma.core.messages import tell_all
from calumma.core.registry import package, reload
from calumma.core.words import Words
from calumma.lessons.reading import find_lesson

say = Words(__package__)

FILE = "diagrams.toml"


@dataclass(frozen=True, slots=True)
class Diagram:
    """What a numbered rule looks like: a position, as a seat sees it, and moves from there, none where the position says all."""

    game: Game
    rule: str
    position: str
    seat: int | None
    moves: tuple[str, ...]

    def states(self) -> list[State]:
        """Return the first position and, if there are moves, the last one."""
        return [state for state, _ in self._ends()]

    def cells(self) -> list[tuple[str, ...]]:
        """Return what to mark in those positions: nothing, and where the last move did something."""
        return [tuple(cell for effect in effects for cell in effect.cells) for _, effects in self._ends()]

    def words(self) -> str:
        """Return what happens, in words; empty without moves."""
        return tell_all(self.game, self._ends()[-1][1])

    def _ends(self) -> list[tuple[State, list[Effect]]]:
        state = self.game.parse_position(self.position)
        found: list[tuple[State, list[Effect]]] = [(state.copy(), [])]
        effects: list[Effect] = []
        for text in self.moves:
            before = state.copy()
            action = self.game.parse_move(state, text)
            state.apply(action)
            effects += seen_by(before.effects_of(action, state), self.seat)
        return [*found, (state, effects)] if self.moves else found


@cache
def diagrams_of(name: str) -> tuple[Diagram, ...]:
    """Return the diagrams of a game in the order of its rules; none if it has none. GameError says what is wrong with one."""
    file = resources.files(package(name)).joinpath(FILE)
    if not file.is_file():
        return ()
    return read_diagrams(name, file.read_text(encoding="utf-8"))


def read_diagrams(name: str, text: str) -> tuple[Diagram, ...]:
    """Return the diagrams of a text in the format of `diagrams.toml`."""
    try:
        entries = tomllib.loads(text).get("diagrams", [])
    except tomllib.TOMLDecodeError as error:
        raise GameError(say("diagrams-not-toml", name=name, error=error)) from None
    return tuple(_diagram(name, entry) for entry in entries)


def _diagram(name: str, entry: Mapping[str, object]) -> Diagram:
    rule = entry.get("rule")
    moves = entry.get("moves", [])
    if not isinstance(rule, str) or not isinstance(moves, list):
        raise GameError(say("bad-diagram", name=name, rule=rule))
    if "lesson" in entry:
        lesson = find_lesson(name, str(entry["lesson"]))
        return Diagram(lesson.game, rule, lesson.position, lesson.seat, tuple(map(str, moves)))
    options, seats = entry.get("options", {}), entry.get("seats")
    if not isinstance(options, dict) or not isinstance(seats, (int, type(None))) or not isinstance(entry.get("position"), str):
        raise GameError(say("bad-diagram", name=name, rule=rule))
    game = reload(name, seats, options)
    state = game.parse_position(str(entry["position"]))
    return Diagram(game, rule, str(entry["position"]), max(0, state.to_act), tuple(map(str, moves)))
