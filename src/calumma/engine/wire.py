"""The lines of the engine protocol, as values: each class writes a line and reads it again.

A line is words with blanks between them; its first word says what it is. Numbers are plain decimals, times milliseconds. Whoever
reads skips lines and fields that it does not know, so that later versions can add some.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal
from urllib.parse import quote, unquote

from calumma.core import GameError, OptionValue
from calumma.core.given import brief
from calumma.core.words import Words

say = Words(__package__)

VERSION = 1
PLAIN = "!$&'()*+,-./:;<>?@[]^_{|}~"  # what may stand in a value beside letters and digits
DIGITS = 12  # of the whole numbers of a host
NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think; None is no limit. `lines` is how many lines of play are asked for."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    lines: int = 1
    infinite: bool = False  # until `stop`

    def text(self) -> str:
        """Return the line `go`."""
        words = ["go"]
        words += [] if self.seconds is None else ["time", str(max(1, round(1000 * self.seconds)))]
        words += [] if self.nodes is None else ["nodes", str(self.nodes)]
        words += [] if self.depth is None else ["depth", str(self.depth)]
        words += [] if self.lines == 1 else ["lines", str(self.lines)]
        return " ".join([*words, "infinite"] if self.infinite else words)

    @classmethod
    def read(cls, words: Sequence[str]) -> Limits:
        """Return the limits of a line `go`; GameError names what is no number."""
        found = _pairs(words, ("time", "nodes", "depth", "lines"))
        numbers = {name: _whole(name, value) for name, value in found.items()}
        time = numbers.get("time")
        return cls(
            None if time is None else time / 1000,
            numbers.get("nodes"),
            numbers.get("depth"),
            numbers.get("lines", 1),
            "infinite" in words,
        )


@dataclass(frozen=True, slots=True)
class Task:
    """The line `game`: what is played, and at which seat."""

    game: str
    seats: int
    seat: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def text(self) -> str:
        """Return the line; blanks and the like in options are written as %20."""
        chosen = [f"{name}={quote(str(value), PLAIN)}" for name, value in self.options.items()]
        return " ".join(["game", self.game, "seats", str(self.seats), "seat", str(self.seat), *chosen])

    @classmethod
    def read(cls, words: Sequence[str]) -> Task:
        """Return the values of a line `game`; GameError says what is missing."""
        found = _pairs(words[1:], ("seats", "seat"))
        if not words or len(found) < 2:
            raise GameError(say("expected-game", text=" ".join(words)))
        options = {name: unquote(value) for name, equals, value in (word.partition("=") for word in words[1:]) if equals}
        return cls(words[0], _whole("seats", found["seats"]), _whole("seat", found["seat"]), options)


Kind = Literal["check", "number", "choice", "text", "button"]
KINDS: tuple[Kind, ...] = ("check", "number", "choice", "text", "button")


@dataclass(frozen=True, slots=True)
class Setting:
    """The line `option`: something about an engine that can be set. `least` and `most` bound a number, `values` are choices."""

    name: str
    kind: Kind
    default: str = ""
    least: int | None = None
    most: int | None = None
    values: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the line."""
        words = ["option", self.name, self.kind]
        words += ["default", self.default] if self.default else []
        words += [] if self.least is None else ["min", str(self.least)]
        words += [] if self.most is None else ["max", str(self.most)]
        return " ".join([*words, *(word for value in self.values for word in ("value", value))])

    def refuses(self, value: str) -> str | None:
        """Return what was expected in place of a value that this cannot be set to; None if it can."""
        if self.kind == "button":
            return say("no-value") if value else None
        if self.kind == "choice" and self.values and value not in self.values:
            return say("one-of", values=", ".join(self.values))
        if self.kind == "number" and not self._holds(value):
            return say(
                "number-within", least="-" if self.least is None else self.least, most="-" if self.most is None else self.most
            )
        return None if value or self.kind == "text" else say("some-value")

    def _holds(self, value: str) -> bool:
        if not NUMBER.fullmatch(value):
            return False
        return (self.least is None or float(value) >= self.least) and (self.most is None or float(value) <= self.most)

    @classmethod
    def read(cls, words: Sequence[str]) -> Setting | None:
        """Return the setting of a line `option`; None if it cannot be read."""
        if len(words) < 2 or words[1] not in KINDS:
            return None
        found = _pairs(words[2:], ("default", "min", "max"))
        least, most = (int(found[name]) if found.get(name, "").lstrip("-").isdecimal() else None for name in ("min", "max"))
        values = tuple(value for key, value in pairwise(words[2:]) if key == "value")
        kind = next(kind for kind in KINDS if kind == words[1])
        return cls(words[0], kind, found.get("default", ""), least, most, values)


@dataclass(frozen=True, slots=True)
class Info:
    """The line `info`: what an engine thinks of one line of play, the `line`-th best.

    `value` is what the seat may expect, from 0 to 1 where winners share 1; `values` is that of all seats. `progress` is how much
    of the allowed thinking is done, from 0 to 1. `moves` are the expected plies, the first being the seat's own.
    """

    line: int = 1
    depth: int | None = None
    nodes: int | None = None
    visits: int | None = None
    seconds: float | None = None
    value: float | None = None
    values: tuple[float, ...] = ()
    progress: float | None = None
    distance: int | None = None
    proven: bool = False
    moves: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the line."""
        words = ["info", "line", str(self.line)]
        for name in ("depth", "nodes", "visits", "distance"):
            number = getattr(self, name)
            words += [] if number is None else [name, str(number)]
        words += [] if self.seconds is None else ["time", str(round(1000 * self.seconds))]
        words += [] if self.value is None else ["value", f"{self.value:.4f}"]
        words += ["values", ",".join(f"{value:.4f}" for value in self.values)] if self.values else []
        words += [] if self.progress is None else ["progress", f"{self.progress:.3f}"]
        words += ["proven"] if self.proven else []
        return " ".join([*words, "moves", *self.moves] if self.moves else words)

    @classmethod
    def read(cls, words: Sequence[str]) -> Info:
        """Return what a line `info` tells; what cannot be read of it is left out, as it decides nothing."""
        cut = words.index("moves") if "moves" in words else len(words)
        told = words[:cut]
        found = _pairs(told, ("line", "depth", "nodes", "visits", "distance", "time", "value", "values", "progress"))
        time = _number(found.get("time"))
        values = [_number(part) for part in found.get("values", "").split(",")]
        return cls(
            line=_count(found.get("line")) or 1,
            depth=_count(found.get("depth")),
            nodes=_count(found.get("nodes")),
            visits=_count(found.get("visits")),
            seconds=None if time is None else time / 1000,
            value=_number(found.get("value")),
            values=() if None in values else tuple(value for value in values if value is not None),
            progress=_number(found.get("progress")),
            distance=_count(found.get("distance")),
            proven="proven" in told,
            moves=tuple(words[cut + 1 :]),
        )


def _pairs(words: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the words that follow names."""
    return {name: value for name, value in pairwise(words) if name in names}


def _number(text: str | None) -> float | None:
    return float(text) if text is not None and NUMBER.fullmatch(text) else None


def _count(text: str | None) -> int | None:
    number = _number(text)
    return None if number is None else int(number)


def _whole(name: str, text: str) -> int:
    if not re.fullmatch(f"[0-9]{{1,{DIGITS}}}", text, re.ASCII):
        raise GameError(say("expected-whole-number", name=name, text=brief(text), most=10**DIGITS - 1))
    return int(text)
