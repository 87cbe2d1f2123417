"""Kinds of puzzles: what a game's `puzzles.toml` says about how its puzzles are found and proven."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Literal, get_args

from calumma.core import Game, GameError, OptionValue
from calumma.core.messages import words
from calumma.core.registry import package, reload
from calumma.core.words import Words
from calumma.lessons import Condition
from calumma.lessons.reading import read_conditions

say = Words(__package__)

FILE = "puzzles.toml"

Measure = Literal["win", "lead", "goal"]
"""What is wanted: to win, to be so far ahead of the best of the others, or an effect of an own move."""
Proof = Literal["every", "average"]
"""The answer is best in every world that the seat holds possible, or on average over all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of puzzles. `turns` are the lengths that are looked for, shortest first, the present turn included.

    A goal that is reached within `above` turns is too easy; `slack` are more turns within which no other move may reach it.
    `least` and `margin` say how much must be gained, and how far behind every other move must be; `most` bounds what can be.
    With `any_luck` one outcome stands for all: what luck brings comes too late to matter. A question takes up to `nodes`
    positions; who wins is asked of what is known exactly first, for which a solution may search `searched` positions. Candidates
    are the last `last` plies of matches between `bots` (0: all) without the last `spared`, each with the chance 1 to `one_in`;
    `count` of what is found are kept.
    """

    game: str
    key: str
    measure: Measure
    turns: tuple[int, ...]
    proof: Proof = "every"
    seats: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    goal: tuple[Condition, ...] = ()
    above: int = 0
    slack: int = 0
    least: int = 1
    most: int = 12
    margin: int = 1
    any_luck: bool = False
    nodes: int = 300_000
    searched: int = 0
    worlds: int = 1000
    bots: str = "level:1"
    last: int = 0
    spared: int = 0
    one_in: int = 2
    count: int = 200

    def load_game(self) -> Game:
        """Return the game with the seats and options of this kind."""
        return reload(self.game, self.seats, self.options)

    @property
    def title(self) -> str:
        """What such puzzles are called."""
        return self.say("title")

    def say(self, what: str, **values: object) -> str:
        """Return words of the kind: its title, or the task."""
        return words(self.load_game(), "puzzles")(f"{self.key}-{what}", **values)


@cache
def kinds_of(name: str) -> tuple[Kind, ...]:
    """Return the kinds of puzzles of a game, none if it has none; GameError says what is wrong with them."""
    file = resources.files(package(name)).joinpath(FILE)
    return read_kinds(name, file.read_text(encoding="utf-8")) if file.is_file() else ()


def find_kind(name: str, key: str) -> Kind:
    """Return a kind of a game's puzzles by its key."""
    found = next((kind for kind in kinds_of(name) if kind.key == key), None)
    if found is None:
        raise GameError(say("no-kind", name=name, key=key[:40], known=", ".join(kind.key for kind in kinds_of(name)) or "-"))
    return found


def read_kinds(name: str, text: str) -> tuple[Kind, ...]:
    """Return the kinds of a text in the format of `puzzles.toml`."""
    try:
        entries = tomllib.loads(text).get("kinds", [])
    except tomllib.TOMLDecodeError as error:
        raise GameError(say("not-toml", name=name, error=error)) from None
    return tuple(_kind(name, number, entry) for number, entry in enumerate(entries, 1))


def _kind(name: str, number: int, entry: Mapping[str, object]) -> Kind:
    where = f"{name}: {entry.get('key', number)}"
    known = {part.name for part in fields(Kind)} - {"game"}
    strange = next((each for each in entry if each not in known), None)
    if strange is not None:
        raise GameError(say("unknown-field", where=where, field=strange, known=", ".join(sorted(known))))
    values = dict(entry)
    values["goal"] = read_conditions(entry, "goal", where)
    turns = values.get("turns")
    if not isinstance(turns, list) or not turns or not all(isinstance(each, int) and each > 0 for each in turns):
        raise GameError(say("bad-turns", where=where))
    values["turns"] = tuple(turns)
    for part, allowed in (("measure", get_args(Measure)), ("proof", get_args(Proof))):
        if values.get(part, allowed[0]) not in allowed:
            raise GameError(say("bad-choice", where=where, field=part, known=", ".join(allowed)))
    if "key" not in values or "measure" not in values:
        raise GameError(say("bad-choice", where=where, field="measure", known=", ".join(get_args(Measure))))
    return Kind(game=name, **values)  # type: ignore[arg-type]
