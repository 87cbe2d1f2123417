"""Sweeps: the same question asked for every combination of seats, rule options and bots' settings, side by side.

Values are listed in braces: `mcts:{100,300,1000}`, `level:{1..6}`, `relocate={none,own}`. Several lists make all combinations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import ceil
from typing import Any

from calumma.core import Game, GameError
from calumma.core.registry import definition, load
from calumma.core.words import Words
from calumma.lab.matches import MatchJob, Outcome, places, rounds
from calumma.lab.scores import wilson
from calumma.players import load as load_player

say = Words(__package__)

BRACES = re.compile(r"\{([^{}]*)\}")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
LONGEST = 1000  # values of one list


def expand(text: str) -> list[str]:
    """Return the texts that a text with lists in braces stands for, in order; the last list varies fastest.

    >>> expand("level:{1..3}")
    ['level:1', 'level:2', 'level:3']
    >>> expand("mcts:{100,300}@{1,2}s")
    ['mcts:100@1s', 'mcts:100@2s', 'mcts:300@1s', 'mcts:300@2s']
    """
    parts = BRACES.split(text)
    if "{" in "".join(parts[::2]) or "}" in "".join(parts[::2]):
        raise GameError(say("cannot-read-lists", text=text))
    lists = [_listed(part, text) if number % 2 else [part] for number, part in enumerate(parts)]
    return ["".join(chosen) for chosen in product(*lists)]


def _listed(inside: str, text: str) -> list[str]:
    if found := RANGE.fullmatch(inside.strip()):
        first, last = int(found[1]), int(found[2])
        if not first <= last < first + LONGEST:
            raise GameError(say("cannot-read-range", text=text, most=LONGEST))
        return [str(value) for value in range(first, last + 1)]
    values = [value.strip() for value in inside.split(",")]
    if "" in values or len(set(values)) < len(values):
        raise GameError(say("values-twice", text=text))
    return values


@dataclass
class Point:
    """One combination: a game, its players (the first is the one that is measured), and what is special about it."""

    game: Game
    specs: list[str]
    varied: dict[str, str]
    shares: list[float] = field(default_factory=list)  # of each side, in all
    score: float = 0.0
    matches: int = 0
    shared: int = 0
    plies: int = 0
    seconds: float = 0.0

    @property
    def sides(self) -> list[str]:
        """The players of the sides: the last one takes those that are left."""
        if len(self.specs) > len(self.game.teams):
            raise GameError(
                say("cannot-seat-players-expected-most", count=len(self.specs), game=self.game, most=len(self.game.teams))
            )
        return [*self.specs, *[self.specs[-1]] * (len(self.game.teams) - len(self.specs))]

    def jobs(self, matches: int, seed: int, opening: int) -> list[MatchJob]:
        """Return its matches, in whole rounds."""
        for spec in self.specs:
            load_player(spec, self.game)
        sides = self.sides
        return rounds(self.game, sides, ceil(matches / len(sides)) * len(sides), seed, opening)

    def count(self, outcome: Outcome) -> None:
        """Count one of its matches."""
        shares = [outcome.share(team) for team in self.game.teams]
        self.shares = [total + share for total, share in zip(self.shares or [0.0] * len(shares), shares, strict=True)]
        self.score += outcome.share(self._own(outcome.job.variant))
        self.matches += 1
        self.shared += max(shares) < 1.0 - 1e-6
        self.plies += len(outcome.record.plies)
        self.seconds += sum(outcome.seconds)

    def as_json(self) -> dict[str, Any]:
        """Return what its matches tell."""
        n = self.matches
        score, sides = self.score / n, [share / n for share in self.shares]
        return {
            "varied": self.varied,
            "seats": self.game.seats,
            "options": dict(self.game.options),
            "players": self.sides,
            "matches": n,
            "score": round(score, 6),
            "interval": _rounded(wilson(score, n)),
            "sides": _rounded(sides),
            "side_intervals": [_rounded(wilson(share, n)) for share in sides],
            "shared": round(self.shared / n, 6),
            "plies": round(self.plies / n, 2),
            "seconds": round(self.seconds / n, 4),
        }

    def _own(self, turn: int) -> list[int]:
        """Return the seats of the first player in a turn of a round."""
        return [seat for seat, place in enumerate(places(self.game, self.sides, turn)) if place == 0]


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 6) for value in values]


def grid(name: str, seats: Sequence[int | None], options: Mapping[str, str], specs: Sequence[str]) -> list[Point]:
    """Return all combinations of seats, options and players whose texts may hold lists; an option `*` takes all its values."""
    values = {option: _values(name, option, text) for option, text in options.items()}
    players = [expand(spec) for spec in specs]
    points = []
    for chosen in product(seats, *values.values(), *players):
        picked = dict(zip(values, chosen[1 : 1 + len(values)], strict=True))
        own = [str(spec) for spec in chosen[1 + len(values) :]]
        varied = {"seats": str(chosen[0])} if len(seats) > 1 else {}
        varied |= {option: str(picked[option]) for option in values if len(values[option]) > 1}
        varied |= {_title(number): spec for number, spec in enumerate(own) if len(players[number]) > 1}
        points.append(Point(load(name, chosen[0], **picked), own, varied))  # type: ignore[arg-type]
    return points


def _title(number: int) -> str:
    return "player" if number == 0 else "opponent" if number == 1 else f"opponent {number}"


def _values(name: str, option: str, text: str) -> list[str]:
    """Return the values of an option to compare; free texts are taken as they are."""
    found = next((one for one in definition(name).options if one.name == option), None)
    if found is not None and found.kind == "text":
        return [text]
    if found is not None and found.kind == "choice" and text == "*":
        return [str(value) for value in found.values]
    return expand(text)


def as_markdown(name: str, points: Sequence[dict[str, Any]], command: str) -> str:
    """Return the table of a sweep."""
    titles = list(points[0]["varied"])
    sides = max(len(point["sides"]) for point in points)
    contest = any(len(set(point["players"])) > 1 for point in points)
    head = [*titles, *(["score", "95 %"] if contest else []), *(f"side {n + 1}" for n in range(sides))]
    head += ["shared", "plies", "seconds", "n"]
    rows = [f"# {name}: sweep", "", f"Made by `{command}`.", "", f"| {' | '.join(head)} |"]
    rows.append("|" + " --- |" * len(titles) + " ---: |" * (len(head) - len(titles)))
    rows += [f"| {' | '.join(_cells(point, titles, sides, contest))} |" for point in points]
    if contest:
        rows += ["", "The score is the mean share of the payoff that the first player got, with Wilson's interval at 95 %."]
    rows += [
        "",
        "The sides are what each side (a team or a single seat, in turn order) got, whoever sat there, plus or minus half its",
    ]
    rows += ["interval; shared: matches that several sides won; plies and seconds of thinking are means of a match."]
    return "\n".join(rows) + "\n"


def _cells(point: dict[str, Any], titles: Sequence[str], sides: int, contest: bool) -> list[str]:
    cells = [point["varied"][title] for title in titles]
    if contest:
        low, high = point["interval"]
        cells += [f"{point['score']:.1%}", f"{low:.1%} to {high:.1%}"]
    halves = [(high - low) / 2 for low, high in point["side_intervals"]]
    shares = [f"{share:.1%} ± {half:.1%}" for share, half in zip(point["sides"], halves, strict=True)]
    cells += shares + [""] * (sides - len(shares))
    return [*cells, f"{point['shared']:.1%}", f"{point['plies']:.1f}", f"{point['seconds']:.2f}", str(point["matches"])]
