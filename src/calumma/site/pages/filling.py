"""What every template may use, whatever host renders it: words, the language, the version, and how a day is written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import calumma
from calumma.core.words import Words
from calumma.site.words import page_language

say = Words("calumma.site")

THEMES, MARKS = ("auto", "light", "dark"), ("subtle", "clear", "strong")  # how a device may show pages; the first is usual


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")


NAMES: dict[str, object] = {"say": say, "language": page_language, "version": calumma.__version__}
FILTERS: dict[str, Callable[[float], str]] = {"day": _day}


def look_of(kept: str) -> dict[str, str]:
    """Return theme and strength of marks out of what a device has kept, which may be anything."""
    theme, _, marks = kept.partition("-")
    return {"theme": theme if theme in THEMES else THEMES[0], "marks": marks if marks in MARKS else MARKS[0]}
