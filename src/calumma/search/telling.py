"""When a search tells what it has found so far: about ten times a second, in parts that do not change what it finds."""

from __future__ import annotations

import time
from dataclasses import replace

from calumma.core.given import seconds_of, whole
from calumma.search.report import SearchReport

PAUSE = 0.1  # seconds between two reports


class Telling:
    """The pace of one search: how much to do before the next look at the clock, and whether a report is due."""

    def __init__(self, budget: int, seconds: float | None) -> None:
        self.budget, self.seconds = whole(budget), seconds_of(seconds)
        self.begun = self.told = self.looked = time.perf_counter()
        self.part = 1

    def next_part(self, done: int) -> int:
        """Return how many simulations to make now: so many that they take about half a pause."""
        now = time.perf_counter()
        took, self.looked = now - self.looked, now
        if done and took < PAUSE / 4:
            self.part *= 2
        elif took > PAUSE:
            self.part = max(1, self.part // 2)
        return min(self.part, self.budget - done)

    def is_due(self) -> bool:
        """Return whether the last report was long enough ago; the next is then counted from now."""
        now = time.perf_counter()
        if now - self.told < PAUSE:
            return False
        self.told = now
        return True

    def marked(self, report: SearchReport, done: int) -> SearchReport:
        """Return a report with the part of the budget that is used up: of the number or of the time, whichever is more."""
        used = done / self.budget if self.budget > 0 else 1.0
        if self.seconds:
            used = max(used, (time.perf_counter() - self.begun) / self.seconds)
        return replace(report, progress=min(1.0, used))
