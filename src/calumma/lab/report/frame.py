"""What all sections of a page share: the report, how things are measured, names."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from calumma.core import Game
from calumma.lab.report.findings import Findings, are_alike
from calumma.lab.report.measures import Measured
from calumma.lab.report.plan import ReportPlan
from calumma.lab.report.words import count, listed

UNCLEAR = "no clear difference from a fair game"
TOO_FEW = "too few to tell"
ALIKE = "too many went ply by ply the same way to tell"


@dataclass(frozen=True)
class Report:
    """Everything that a page is made from."""

    plan: ReportPlan
    findings: Findings
    main: list[Measured]
    command: str


@cache
def notes() -> dict[str, str]:
    """Return how each part is measured, with names in braces to be filled in."""
    text = resources.files("calumma.lab.report").joinpath("notes.toml").read_text(encoding="utf-8")
    return {name: note.strip().replace("\n", " ") for name, note in tomllib.loads(text).items()}


def note(name: str, **values: Any) -> str:
    """Return how something is measured, as a quoted paragraph."""
    return f"> *How this is measured.* {notes()[name].format(**values)}"


def title(game: Game) -> str:
    """Return what a page is called."""
    return f"{game.info.title} ({game.info.designer}) at a table of {game.seats}: a report"


def side_names(game: Game) -> list[str]:
    """Return what the sides are called: their seats."""
    return [listed([game.seat_names[seat] for seat in team]) for team in game.teams]


def sample(n: int, different: int) -> str:
    """Return a number of matches, and how many of them count where many are alike."""
    return f"{count(n)} ({count(different)} different)" if are_alike(n, different) else count(n)


def start(plan: ReportPlan) -> str:
    """Return how the matches of bots begin."""
    return f"after {plan.opening} random plies" if plan.opening else "from the start"
