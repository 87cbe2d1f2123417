"""What every template may use, whatever host renders it: words, the language, the version, and how a day is written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import calumma
from calumma.core.words import Words
from calumma.site.words import page_language

say = Words("calumma.site")


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")


NAMES: dict[str, object] = {"say": say, "language": page_language, "version": calumma.__version__}
FILTERS: dict[str, Callable[[float], str]] = {"day": _day}
