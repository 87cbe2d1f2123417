"""Options of a game: what may be chosen before a match, with the meaning of every choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from calumma.core.errors import GameError
from calumma.core.messages import either
from calumma.core.words import Words

say = Words(__package__)

OptionValue = str | int
Kind = Literal["choice", "integer", "text"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `choice` (values are texts), `integer` (values are its bounds) or `text` (free, checked by the game)."""

    name: str
    kind: Kind
    values: tuple[OptionValue, ...]
    default: OptionValue
    meaning: str
    meanings: Mapping[str, str] = field(default_factory=dict)
    check: Callable[[str], None] | None = None

    def read(self, value: object) -> OptionValue:
        """Return a value, given as such or as text, in the option's own type; GameError if it is not one."""
        if self.kind == "choice" and value in self.values:
            return str(value)
        if self.kind == "integer" and not isinstance(value, bool):
            number = _integer(value)
            if number is not None and int(self.values[0]) <= number <= int(self.values[1]):
                return number
        if self.kind == "text" and isinstance(value, str):
            if self.check is not None and value != self.default:
                self.check(value)
            return value
        raise GameError(say("unknown-value-option", value=value, name=self.name, expected=self.expected()))

    def expected(self) -> str:
        """Say in a few words which values there are."""
        if self.kind == "choice":
            return either([str(value) for value in self.values])
        if self.kind == "integer":
            return say("a-whole-number", lowest=self.values[0], highest=self.values[1])
        return say("a-text")

    def as_json(self) -> dict[str, Any]:
        """Return the option as JSON-able values."""
        return {
            "kind": self.kind,
            "values": list(self.values),
            "default": self.default,
            "meaning": self.meaning,
            "meanings": dict(self.meanings),
        }


def _integer(value: object) -> int | None:
    if isinstance(value, int):
        return value
    try:
        return int(str(value))
    except ValueError:
        return None


def choice(name: str, default: str, meaning: str, **meanings: str) -> Option:
    """Return an option whose values are the keywords, in their order, each with its meaning."""
    return Option(name, "choice", tuple(meanings), default, meaning, meanings)


def integer(name: str, lowest: int, highest: int, default: int, meaning: str) -> Option:
    """Return an option that takes a whole number within bounds."""
    return Option(name, "integer", (lowest, highest), default, meaning)


def read_options(game: str, known: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return a value for every known option, in their order; GameError names what does not fit."""
    for name in given:
        if name not in known:
            if not known:
                raise GameError(say("unknown-option-expected-none-no-options", name=name, game=game))
            raise GameError(say("unknown-option", name=name, game=game, known=", ".join(known)))
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
