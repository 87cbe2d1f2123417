"""The words of the pages, from words.toml: one place, ready for translation."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def words() -> dict[str, str]:
    """Return every message by its key, tables joined to it by dots."""
    text = resources.files("calumma.site").joinpath("words.toml").read_text(encoding="utf-8")
    return dict(_flat("", tomllib.loads(text)))


def _flat(before: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        found += _flat(f"{before}{key}.", value) if isinstance(value, dict) else [(before + key, value)]
    return found


def say(key: str, **values: object) -> str:
    """Return a message with its values filled in; KeyError if there is none."""
    if values.get("count") == 1 and f"{key}.one" in words():
        key = f"{key}.one"
    return words()[key].format(**values)
