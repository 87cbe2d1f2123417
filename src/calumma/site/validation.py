"""What requests hold, by the types of dataclasses: the bounds that a field may be annotated with, and reading JSON by them.

A host may check requests by other means, made from the same types; it says the same of the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, ClassVar, Literal, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from calumma.core import GameError
from calumma.core.given import shown
from calumma.core.messages import either
from calumma.core.words import Words

say = Words(__package__)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The numbers that are allowed."""

    at_least: float | None = None
    at_most: float | None = None
    below: float | None = None


@dataclass(frozen=True, slots=True)
class Length:
    """How many characters or entries are allowed."""

    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a text looks like: a regular expression that is found in it."""

    text: str


@dataclass(frozen=True, slots=True)
class Exact:
    """Nothing else is taken for a value of the type: no text for the number that it spells."""


@dataclass(frozen=True, slots=True)
class About:
    """What a field means, where its name does not say it all."""

    words: str


class Request(Protocol):
    """A dataclass that tells what a request holds."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]


R = TypeVar("R", bound=Request)
Where = tuple[str | int, ...]
TRUE, FALSE = ("true", "1", "yes", "on", "t", "y"), ("false", "0", "no", "off", "f", "n")
NUMBERS = {int: re.compile(r"[+-]?\d+"), float: re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")}


class Misfit(GameError):
    """A value does not fit; the text says what was expected, and what was given."""

    def __init__(self, where: Where, words: str, given: object = ()) -> None:
        place, told = ".".join(str(part) for part in where), instead(words, given)
        super().__init__(f"{place}: {told}" if place else told)


def instead(words: str, given: object) -> str:
    """Return what was expected together with what was given, unless that is no single value."""
    return say("not-this", words=words, value=shown(given)) if isinstance(given, str | int | float | None) else words


@cache
def hints_of(request: type[Request]) -> dict[str, object]:
    """Return the types of the fields of a request, with their bounds."""
    return get_type_hints(request, include_extras=True)


def read_request(request: type[R], value: object) -> R:
    """Return the request that a JSON value holds; GameError says what does not fit."""
    try:
        return _request(request, value, ())
    except Misfit as error:
        raise GameError(say("cannot-read-request", error=error)) from None


def read_value(hint: object, value: object, name: str) -> object:
    """Return a single value of a request, as a part of its address or of its query; GameError says what does not fit."""
    try:
        return _read(hint, value, (name,))
    except Misfit as error:
        raise GameError(say("cannot-read-request", error=error)) from None


def _request(request: type[R], value: object, where: Where) -> R:
    if not isinstance(value, Mapping):
        raise Misfit(where, say("should-be-dictionary"), value)
    hints = hints_of(request)
    if strange := next((name for name in value if name not in hints), None):
        raise Misfit((*where, strange), say("unknown-field"))
    found = {name: _read(hints[name], each, (*where, name)) for name, each in value.items()}
    for field in fields(request):
        if field.name not in found and field.default is MISSING and field.default_factory is MISSING:
            raise Misfit((*where, field.name), say("field-required"))
    return request(**found)


def _read(hint: object, value: object, where: Where, bounds: tuple[object, ...] = ()) -> object:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _read(args[0], value, where, (*args[1:], *bounds))
    if origin in (Union, UnionType):
        return _either(args, value, where, bounds)
    if origin is Literal:
        if value not in args:
            raise Misfit(where, say("should-be-one-of", known=either([repr(each) for each in args])), value)
        return value
    found = _plain(hint, value, where, bounds)
    _check(found, where, bounds)
    return found


def _either(hints: tuple[object, ...], value: object, where: Where, bounds: tuple[object, ...]) -> object:
    """A value of one of several types: the first that it fits as it is, or else the first that it can be read as."""
    first: Misfit | None = None
    for exact in (True, False):
        for hint in hints:
            try:
                return _read(hint, value, where, (*bounds, Exact()) if exact else bounds)
            except Misfit as error:
                first = first or error if hint is not NoneType else first
    raise first or Misfit(where, say("should-be-none"))


def _plain(hint: object, value: object, where: Where, bounds: tuple[object, ...]) -> object:
    origin, args = get_origin(hint), get_args(hint)
    if origin is list:
        if not isinstance(value, list):
            raise Misfit(where, say("should-be-list"), value)
        return [_read(args[0], each, (*where, i)) for i, each in enumerate(value)]
    if origin is dict:
        if not isinstance(value, Mapping):
            raise Misfit(where, say("should-be-dictionary"), value)
        return {str(name): _read(args[1], each, (*where, name)) for name, each in value.items()}
    if isinstance(hint, type) and is_dataclass(hint):
        return _request(hint, value, where)
    if hint is NoneType:
        if value is not None:
            raise Misfit(where, say("should-be-none"), value)
        return None
    assert isinstance(hint, type)
    return READERS[hint](value, where, any(isinstance(bound, Exact) for bound in bounds))


def _text(value: object, where: Where, exact: bool) -> str:
    if not isinstance(value, str):
        raise Misfit(where, say("should-be-string"), value)
    return value


def _truth(value: object, where: Where, exact: bool) -> bool:
    if isinstance(value, bool):
        return value
    word = value.lower() if isinstance(value, str) else str(value) if isinstance(value, int) else ""
    if exact or word not in (*TRUE, *FALSE):
        raise Misfit(where, say("should-be-boolean"), value)
    return word in TRUE


def _whole_number(value: object, where: Where, exact: bool) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not exact and isinstance(value, str) and NUMBERS[int].fullmatch(value.strip()):
        return int(value)
    if not exact and isinstance(value, float | bool) and value == int(value):
        return int(value)
    raise Misfit(where, say("should-be-integer"), value)


def _number(value: object, where: Where, exact: bool) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not exact and isinstance(value, str) and NUMBERS[float].fullmatch(value.strip()):
        return float(value)
    raise Misfit(where, say("should-be-number"), value)


READERS: dict[type, Callable[[object, Where, bool], object]] = {str: _text, bool: _truth, int: _whole_number, float: _number}


def _check(value: object, where: Where, bounds: tuple[object, ...]) -> None:
    for bound in bounds:
        if isinstance(bound, Bounds) and isinstance(value, int | float):
            _check_number(value, where, bound)
        elif isinstance(bound, Length) and isinstance(value, str | list | dict):
            _check_length(value, where, bound)
        elif isinstance(bound, Pattern) and isinstance(value, str) and not re.search(bound.text, value):
            raise Misfit(where, say("should-match", pattern=bound.text), value)


def _check_number(value: float, where: Where, bound: Bounds) -> None:
    if bound.at_least is not None and value < bound.at_least:
        raise Misfit(where, say("should-be-at-least", bound=bound.at_least), value)
    if bound.at_most is not None and value > bound.at_most:
        raise Misfit(where, say("should-be-at-most", bound=bound.at_most), value)
    if bound.below is not None and value >= bound.below:
        raise Misfit(where, say("should-be-below", bound=bound.below), value)


def _check_length(value: str | list[object] | dict[str, object], where: Where, bound: Length) -> None:
    if bound.at_least is not None and len(value) < bound.at_least:
        raise Misfit(where, _too_short(value, bound.at_least), value)
    if bound.at_most is not None and len(value) > bound.at_most:
        raise Misfit(where, _too_long(value, bound.at_most), value)


def _too_short(value: str | list[object] | dict[str, object], least: int) -> str:
    if isinstance(value, str):
        return say("string-too-short", count=least)
    if isinstance(value, list):
        return say("list-too-short", count=least, given=len(value))
    return say("dictionary-too-short", count=least, given=len(value))


def _too_long(value: str | list[object] | dict[str, object], most: int) -> str:
    if isinstance(value, str):
        return say("string-too-long", count=most)
    if isinstance(value, list):
        return say("list-too-long", count=most, given=len(value))
    return say("dictionary-too-long", count=most, given=len(value))
