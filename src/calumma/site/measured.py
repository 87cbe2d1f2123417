"""What is known of a game's variants: the figures of its report, which its package brings (`measured.json`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypedDict

from calumma.core import Game, OptionValue
from calumma.core.registry import package

FILE = "measured.json"


class Variant(TypedDict):
    """What bots found out about one set of options: figures with their intervals, and which of them an option clearly changes."""

    seats: int
    options: dict[str, OptionValue]
    n: int
    shares: list[str]
    turns: str
    choices: str
    draws: str
    more: dict[str, int]


class Measurements(TypedDict):
    """All variants that were measured, and the bot that played in all seats."""

    bot: str
    rules: int
    idle: dict[str, list[str]]  # by number of seats, options that change nothing
    variants: list[Variant]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as it usually is and as it is with the chosen options; `more` is 1 if that is clearly greater, -1 if smaller."""

    name: str
    seats: tuple[int, ...]  # the side whose share it is; empty for other figures
    usual: str
    chosen: str
    more: int


def is_measured(name: str) -> bool:
    """Return whether a game brings what was found out about it."""
    return resources.files(package(name)).joinpath(FILE).is_file()


@cache
def report_of(name: str) -> Measurements:
    """Return what was found out about a game that brings it."""
    text = resources.files(package(name)).joinpath(FILE).read_text(encoding="utf-8")
    found: Measurements = json.loads(text.replace("–", "\u2060–\u2060"))  # no line breaks within an interval
    return found


def variant_of(game: Game) -> Variant | None:
    """Return what is known of a game with its seats and options."""
    report = report_of(game.name)
    idle = report["idle"].get(str(game.seats), [])
    chosen = {name: value for name, value in game.plain_options.items() if name not in idle}
    same_seats = [one for one in report["variants"] if one["seats"] == game.seats]
    return next((one for one in same_seats if chosen.items() <= one["options"].items()), None)


def values_of(game: Game) -> dict[str, list[OptionValue]]:
    """Return what can be chosen for every option: of a number, what was measured."""
    variants = report_of(game.name)["variants"]
    found: dict[str, list[OptionValue]] = {}
    for name, chosen in game.plain_options.items():
        option = game.info.options[name]
        numbers = {chosen, *(one["options"][name] for one in variants)}
        found[name] = sorted(numbers, key=int) if option.kind == "integer" else list(option.values)
    return found


def figures(game: Game, usual: Variant, chosen: Variant | None) -> list[Figure]:
    """Return the figures of a variant beside the usual ones at the same number of seats."""
    more: Mapping[str, int] = chosen["more"] if chosen else {}
    shares = chosen["shares"] if chosen else [""] * len(usual["shares"])
    found = [
        Figure("share", tuple(team), before, after, more.get("first", 0) if side == 0 else 0)
        for side, (team, before, after) in enumerate(zip(game.teams, usual["shares"], shares, strict=True))
    ]
    found += [
        Figure("turns", (), usual["turns"], chosen["turns"] if chosen else "", more.get("turns", 0)),
        Figure("choices", (), usual["choices"], chosen["choices"] if chosen else "", more.get("choices", 0)),
        Figure("draws", (), usual["draws"], chosen["draws"] if chosen else "", more.get("draws", 0)),
    ]
    return found
