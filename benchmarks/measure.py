"""How a comparison is measured: contestants take turns in short slices, so that noise meets all of them alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

Work = Callable[[], int]
"""Does a small piece of work (a tenth of a second or so) and returns how many units it did."""


@dataclass
class Contestant:
    name: str
    work: Work
    rates: list[float] = field(default_factory=list)

    def slice(self) -> None:
        start = time.perf_counter()
        units = self.work()
        self.rates.append(units / (time.perf_counter() - start))

    @property
    def rate(self) -> float:
        """The median over the slices: a slice that was interrupted does not count for much."""
        return statistics.median(self.rates)


def run(contestants: list[Contestant], rounds: int = 15) -> None:
    """Warm every contestant up once, then let them take turns."""
    for contestant in contestants:
        contestant.work()
    for _ in range(rounds):
        for contestant in contestants:
            contestant.slice()


def table(title: str, unit: str, contestants: list[Contestant], peer: Contestant) -> str:
    """Return the rates and their ratios to one peer as a Markdown table."""
    rows = [f"### {title}", "", f"| | {unit} a second | times {peer.name} |", "| --- | ---: | ---: |"]
    rows += [f"| {one.name} | {one.rate:,.0f} | {one.rate / peer.rate:,.1f} |" for one in contestants]
    return "\n".join(rows) + "\n"
