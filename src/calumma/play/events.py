"""What may happen in a match, as numbered events. They hold the whole truth: what a seat may see of them, `Match` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import ClassVar

from calumma.core import GameError
from calumma.core.payoffs import winners
from calumma.core.words import Words
from calumma.records.fields import a_dict, a_list, a_number, a_text, an_integer, only_known

say = Words(__package__)


@dataclass(frozen=True, slots=True)
class Event:
    """One event; its number is its place among the events of the match, from 0."""

    kind: ClassVar[str] = ""
    number: int

    def as_json(self) -> dict[str, object]:
        """Return the event as JSON-able values, its kind under "event"."""
        parts = dict(zip(KEYS[self.kind], VALUES[self.kind](self), strict=True))
        return {name: _plain(value) for name, value in parts.items()} if self.kind in WITH_LISTS else parts

    @staticmethod
    def from_json(value: object) -> Event:
        """Return the event that JSON values hold; GameError says what is wrong with them."""
        parts = dict(a_dict(value, "event"))
        kind = parts.pop("event", None)
        if not isinstance(kind, str) or kind not in KINDS:
            raise GameError(say("unknown-event", kind=kind, known=", ".join(KINDS)))
        names = NAMES[kind]
        only_known(parts, names, f"event {kind}")
        for name in names:
            if name not in parts:
                raise GameError(say("event-without-field", kind=kind, name=name, known=", ".join(names)))
        make: Callable[..., Event] = KINDS[kind]
        return make(**{name: READ[name](parts[name], name) for name in names})


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """A player takes a seat: a person by a name, a bot by a name and its spec."""

    kind: ClassVar[str] = "seated"
    seat: int
    player: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class SeedAdded(Event):
    """A seat adds its seed to the luck at once, for all to see: stored matches hold such events, new ones none."""

    kind: ClassVar[str] = "seed"
    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class SeedCommitted(Event):
    """A seat publishes the SHA-256 of the seed that it will open; a later one replaces it, and None takes it back."""

    kind: ClassVar[str] = "seed_committed"
    seat: int
    commitment: str | None


@dataclass(frozen=True, slots=True)
class SeedOpened(Event):
    """A seat shows the seed to which it has committed itself."""

    kind: ClassVar[str] = "seed_opened"
    seat: int
    seed: str


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """A player leaves a seat before the match begins; it is free again."""

    kind: ClassVar[str] = "seat_left"
    seat: int
    player: str | None


@dataclass(frozen=True, slots=True)
class CalledOff(Event):
    """The match will not begin: nothing was dealt. `player` is who left or called it off."""

    kind: ClassVar[str] = "called_off"
    player: str | None


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """Everybody is there and the match begins; `first` is the seat whose player luck made the first (None: as they sat).

    With a `first` everybody moves on together: who sat there plays seat 0, the next one seat 1, and so on.
    """

    kind: ClassVar[str] = "begun"
    first: int | None


@dataclass(frozen=True, slots=True)
class Ply(Event):
    """A ply is played; `ply` counts from 0 and `seat` is CHANCE (-1) for a draw."""

    kind: ClassVar[str] = "ply"
    ply: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """The last `count` plies are taken back; `seat` asked for it."""

    kind: ClassVar[str] = "taken_back"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """The player of a seat gives up."""

    kind: ClassVar[str] = "resigned"
    seat: int


@dataclass(frozen=True, slots=True)
class OutOfTime(Event):
    """The player of a seat has no time left."""

    kind: ClassVar[str] = "out_of_time"
    seat: int


@dataclass(frozen=True, slots=True)
class BotSeated(Event):
    """A bot takes over a seat; `player` was there before."""

    kind: ClassVar[str] = "bot_seated"
    seat: int
    player: str | None
    bot: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over: why, the rule book's scores, and everybody's payoff."""

    kind: ClassVar[str] = "ended"
    reason: str
    scores: tuple[int, ...]
    payoffs: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, alone or together."""
        return winners(self.payoffs)


KINDS: dict[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        Seated,
        SeedAdded,
        SeedCommitted,
        SeedOpened,
        SeatLeft,
        CalledOff,
        Begun,
        Ply,
        TakenBack,
        Resigned,
        OutOfTime,
        BotSeated,
        Ended,
    )
}
NAMES = {name: tuple(field.name for field in fields(kind)) for name, kind in KINDS.items()}
"""What events of each kind tell, their number first."""
KEYS = {kind: ("number", "event", *names[1:]) for kind, names in NAMES.items()}  # as JSON
VALUES = {kind: attrgetter("number", "kind", *names[1:]) for kind, names in NAMES.items()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _text_or_none(value: object, name: str) -> str | None:
    return None if value is None else a_text(value, name)


def _integer_or_none(value: object, name: str) -> int | None:
    return None if value is None else an_integer(value, name)


def _integers(value: object, name: str) -> tuple[int, ...]:
    return tuple(an_integer(item, name) for item in a_list(value, name))


def _numbers(value: object, name: str) -> tuple[float, ...]:
    return tuple(a_number(item, name) for item in a_list(value, name))


READ: Mapping[str, Callable[[object, str], object]] = {
    "number": an_integer,
    "seat": an_integer,
    "first": _integer_or_none,
    "ply": an_integer,
    "count": an_integer,
    "seed": a_text,
    "commitment": _text_or_none,
    "text": a_text,
    "reason": a_text,
    "player": _text_or_none,
    "bot": _text_or_none,
    "scores": _integers,
    "payoffs": _numbers,
}
WITH_LISTS = {kind for kind, names in NAMES.items() if any(READ[name] in (_integers, _numbers) for name in names)}
