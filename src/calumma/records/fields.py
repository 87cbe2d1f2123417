"""Checks of JSON values: each returns the value in its type or raises GameError with a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from json import dumps
from typing import Any

from calumma.core import GameError
from calumma.core.words import Words

say = Words(__package__)


def shown(value: object) -> str:
    """Return a value as an error shows it: as JSON would write it, shortened."""
    try:
        text = dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(type(value).__name__)
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 80 else text[:77] + "..."


def a_dict(value: object, name: str) -> dict[str, Any]:
    """Return an object of JSON, whose names are texts."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise GameError(say("expected-object", name=name, value=shown(value)))
    return value


def a_list(value: object, name: str) -> list[Any]:
    """Return a list."""
    if not isinstance(value, (list, tuple)):
        raise GameError(say("expected-list", name=name, value=shown(value)))
    return list(value)


def a_text(value: object, name: str) -> str:
    """Return a text that UTF-8 can write."""
    if not isinstance(value, str):
        raise GameError(say("expected-text", name=name, value=shown(value)))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise GameError(say("half-character", name=name, value=shown(value))) from None
    return value


def an_integer(value: object, name: str) -> int:
    """Return a whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise GameError(say("expected-whole-number", name=name, value=shown(value)))
    return value


def a_number(value: object, name: str) -> float:
    """Return a number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise GameError(say("expected-number", name=name, value=shown(value)))
    try:
        return float(value)
    except OverflowError:
        raise GameError(say("number-too-large", name=name, value=shown(value))) from None


def only_known(parts: Mapping[str, Any], known: Iterable[str], name: str) -> None:
    """Refuse fields that nobody knows: they are mistyped, or belong to a later format."""
    for field in parts:
        if field not in known:
            raise GameError(say("unknown-field", name=name, field=shown(field), known=", ".join(known)))
