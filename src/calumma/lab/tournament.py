"""Tournaments: who is how much stronger, over all pairs of players or against one, at tables of any number of sides.

A table has a player for each side of the game (a team, or a single seat). Its matches come in rounds, in which the players sit at
every side in turn, all with the same opening and luck. The rounds of all tables share openings and luck, too: what is compared
is compared under equal conditions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement, count, islice
from math import ceil, log, log10, sqrt
from typing import Any

from calumma.core import Game, GameError, Rng
from calumma.core.words import Words
from calumma.lab.matches import MatchJob, Outcome, places
from calumma.lab.scores import CONFIDENCE, wilson
from calumma.players import load
from calumma.players.bots import seeded

say = Words(__package__)

Pairing = tuple[int, ...]
"""Who sits together: places in the list of players, one for each side."""

PRIOR = 1.0  # matches that everybody has shared with an average player
STEPS = 1000
EXACT = 1e-7
NOTES = """\
In the cross table it is the part that the player of the row won of all that it or the player of the column won. Elo is
fitted by the model of Bradley and Terry, for more than two sides in Luce's form: a side wins in proportion to its strength,
and a shared win counts in parts. As a prior every player has shared one match with an average one; the mean is 0. Intervals
are at 95 %, of scores by Wilson, of Elo from the information of the fit. Both take matches as independent, which is as a rule
cautious: the matches of a round share opening and luck, with the seats changed."""


def round_robin(sides: int, players: int) -> list[Pairing]:
    """Return the tables at which everybody meets everybody.

    Where there are fewer players than sides, some sit at a table several times, in every proportion.
    """
    if players >= sides:
        return list(combinations(range(players), sides))
    return [table for table in combinations_with_replacement(range(players), sides) if len(set(table)) > 1]


def gauntlet(sides: int, players: int) -> list[Pairing]:
    """Return the tables at which the first player meets each other one, who takes all the other sides."""
    return [(0, *[other] * (sides - 1)) for other in range(1, players)]


@dataclass(frozen=True)
class Seating:
    """A match of the plan: at which table, in which round, and which player sits at each seat."""

    table: int
    round: int
    players: tuple[int, ...]
    job: MatchJob


@dataclass
class TournamentPlan:
    """What is played: a kind of tournament among players, so many rounds at every table."""

    game: Game
    players: list[str]
    kind: str
    matches: int
    seed: int = 0
    opening: int = 2
    tables: list[Pairing] = field(init=False)
    seatings: list[Seating] = field(init=False)

    def __post_init__(self) -> None:
        self._check()
        make = {"round-robin": round_robin, "gauntlet": gauntlet}[self.kind]
        self.tables = make(self.sides, len(self.players))
        self.seatings = [one for number in range(len(self.tables)) for one in self._at(number)]

    def _check(self) -> None:
        if len(self.players) < 2:
            raise GameError(say("cannot-hold-tournament-player", count=len(self.players)))
        for spec in self.players:
            if self.players.count(spec) > 1:
                raise GameError(say("player-listed-twice", spec=spec))
            load(spec, self.game)

    @property
    def sides(self) -> int:
        """How many sides a match has."""
        return len(self.game.teams)

    @property
    def rounds(self) -> int:
        """How many rounds every table plays: enough for the matches asked for, and whole ones, so that seats are even."""
        return ceil(self.matches / self.sides)

    @property
    def jobs(self) -> list[MatchJob]:
        """All matches, the first round of every table before the second."""
        return [one.job for one in sorted(self.seatings, key=lambda one: one.round)]

    def _at(self, number: int) -> Iterator[Seating]:
        everything = seatings(self.game, self.players, self.tables[number], self.seed, self.opening, number)
        return islice(everything, self.rounds * self.sides)


def seatings(game: Game, players: Sequence[str], table: Pairing, seed: int, opening: int, number: int = 0) -> Iterator[Seating]:
    """Yield the matches of a table, round by round, without end; who sits after whom is drawn anew for every round."""
    for round_ in count():
        own = seeded(seed, round_)
        order = _shuffled(table, Rng(seeded(own, 1 << 20)))
        for turn in range(len(table)):
            seated = tuple(order[place] for place in places(game, table, turn))
            names = [players[player] for player in seated]
            yield Seating(number, round_, seated, MatchJob.of(game, names, own, turn, opening))


def _shuffled(table: Pairing, rng: Rng) -> list[int]:
    """Return a table in random order: who sits after whom may matter as well."""
    left = list(table)
    return [left.pop(rng.below(len(left))) for _ in table]


# Results


@dataclass
class Tally:
    """What was counted at one table: who sat there, how many matches were played, the points of each player."""

    table: Pairing
    matches: int = 0
    points: dict[int, float] = field(default_factory=dict)


class Results:
    """The results of a plan: matches are counted as they come, each once, then all is told."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.players = range(len(plan.players))
        self.tallies = [Tally(table, 0, dict.fromkeys(table, 0.0)) for table in plan.tables]
        self.seconds = [0.0] * len(plan.players)
        self.seats = [0.0] * plan.game.seats
        self.failures: list[str] = []  # by which engines lost matches
        self.drawn = 0
        self.matches = 0
        self._awaited = {one.job.id: one for one in plan.seatings}

    def count(self, job: MatchJob, outcome: Outcome) -> None:
        """Count a match of the plan."""
        seating = self._awaited.pop(job.id)
        self.matches += 1
        self.failures += [outcome.failure] if outcome.failure else []
        tally = self.tallies[seating.table]
        tally.matches += 1
        shares = self.plan.game.shares(outcome.payoffs)
        for seat, player in enumerate(seating.players):
            tally.points[player] += shares[seat]
            self.seconds[player] += outcome.seconds[seat]
            self.seats[seat] += shares[seat]
        won = [sum(shares[seat] for seat in team) for team in self.plan.game.teams]
        self.drawn += max(won) < 1.0 - 1e-6

    # Shares

    def played(self, player: int) -> int:
        """Return how many matches a player sat at."""
        return sum(tally.matches for tally in self.tallies if player in tally.points)

    def score(self, player: int) -> float:
        """Return a player's mean share of the payoff for each side it held."""
        held = sum(tally.table.count(player) * tally.matches for tally in self.tallies)
        return sum(tally.points.get(player, 0.0) for tally in self.tallies) / held

    def meeting(self, player: int, other: int) -> tuple[float, float] | None:
        """Return how often the player, rather than the other, won what either won, and of how many points that is told."""
        mine = theirs = points = 0.0
        for tally in self.tallies:
            if player in tally.points and other in tally.points:
                mine += tally.points[player] / tally.table.count(player)
                theirs += tally.points[other] / tally.table.count(other)
                points += tally.points[player] + tally.points[other]
        return (mine / (mine + theirs), points) if points else None

    @cached_property
    def strengths(self) -> list[float]:
        """How strong the players are, by the model."""
        return fitted(self.tallies, len(self.players))

    @cached_property
    def elo(self) -> list[float]:
        """The same as Elo."""
        return [400.0 * log10(strength) for strength in self.strengths]

    @cached_property
    def elo_errors(self) -> list[float]:
        """How far off the Elo may be: the standard error."""
        return [400.0 / log(10) * error for error in standard_errors(self.tallies, self.strengths)]

    def elo_interval(self, player: int) -> tuple[float, float]:
        """Return where a player's Elo lies with 95 % confidence."""
        half = CONFIDENCE * self.elo_errors[player]
        return self.elo[player] - half, self.elo[player] + half

    # Showing

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON-able values."""
        game, plan = self.plan.game, self.plan
        return {
            "game": game.name,
            "rules": game.info.rules,
            "seats": game.seats,
            "options": dict(game.options),
            "kind": plan.kind,
            "seed": plan.seed,
            "opening": plan.opening,
            "sides": plan.sides,
            "matches": self.matches,
            "drawn": self.drawn,
            "seat_shares": [round(points / self.matches, 6) for points in self.seats],
            "players": [self._player_json(player) for player in self.ranking()],
            "meetings": [
                self._meeting_json(player, other) for player in self.ranking() for other in self.ranking() if player != other
            ],
        }

    def ranking(self) -> list[int]:
        """Return the players, the strongest first."""
        return sorted(self.players, key=lambda player: (-self.elo[player], player))

    def _player_json(self, player: int) -> dict[str, Any]:
        score, played = self.score(player), self.played(player)
        return {
            "player": self.plan.players[player],
            "matches": played,
            "score": round(score, 6),
            "interval": [round(bound, 6) for bound in wilson(score, played)],
            "elo": round(self.elo[player], 1),
            "elo_interval": [round(bound, 1) for bound in self.elo_interval(player)],
            "seconds": round(self.seconds[player], 3),
        }

    def _meeting_json(self, player: int, other: int) -> dict[str, Any]:
        found = self.meeting(player, other)
        score, points = found or (None, 0.0)
        interval = None if score is None else [round(bound, 6) for bound in wilson(score, round(points))]
        return {
            "player": self.plan.players[player],
            "other": self.plan.players[other],
            "score": None if score is None else round(score, 6),
            "points": round(points, 6),
            "interval": interval,
        }

    def as_markdown(self, command: str = "") -> str:
        """Return the cross table and what it rests on."""
        return "\n".join([*self._heading(command), "", *self._standings(), "", *self._cross_table(), "", *self._notes()]) + "\n"

    def _heading(self, command: str) -> list[str]:
        chosen = ", ".join(f"{name}={value}" for name, value in self.plan.game.options.items())
        about = f"{self.plan.game.seats} seats" + (f", {chosen}" if chosen else "")
        made = ["", f"Made by `{command}`."] if command else []
        return [f"# {self.plan.game.name}: {self.plan.kind} of {len(self.players)} players", "", f"{about}.", *made]

    def _standings(self) -> list[str]:
        rows = ["| | player | Elo | 95 % | score | 95 % | matches | seconds a match |"]
        rows.append("| ---: | --- | ---: | --- | ---: | --- | ---: | ---: |")
        for rank, player in enumerate(self.ranking(), 1):
            score, played = self.score(player), self.played(player)
            low, high = self.elo_interval(player)
            share = " to ".join(f"{bound:.1%}" for bound in wilson(score, played))
            cells = [
                str(rank),
                self.plan.players[player],
                f"{self.elo[player]:+.0f}",
                f"{low:+.0f} to {high:+.0f}",
                f"{score:.1%}",
            ]
            cells += [share, str(played), f"{self.seconds[player] / played:.2f}"]
            rows.append(f"| {' | '.join(cells)} |")
        return rows

    def _cross_table(self) -> list[str]:
        order = self.ranking()
        rows = ["| | " + " | ".join(self.plan.players[player] for player in order) + " |"]
        rows.append("| --- |" + " ---: |" * len(order))
        for player in order:
            cells = [self._cell(player, other) for other in order]
            rows.append(f"| {self.plan.players[player]} | {' | '.join(cells)} |")
        return rows

    def _cell(self, player: int, other: int) -> str:
        found = None if player == other else self.meeting(player, other)
        if found is None:
            return ""
        low, high = wilson(found[0], round(found[1]))
        return f"{found[0]:.1%} ({low:.0%}-{high:.0%})"

    def _notes(self) -> list[str]:
        seats = ", ".join(f"{points / self.matches:.1%}" for points in self.seats)
        return [
            f"{self.matches} matches in rounds of {self.plan.sides}, seats rotated, {self.plan.opening} random opening plies,",
            f"seed {self.plan.seed}; {self.drawn} were shared by several sides. The seats got, in order, {seats}.",
            "",
            f"The score is the mean share of the payoff for each side that a player held; for equals {1 / self.plan.sides:.1%}.",
            NOTES,
        ]


def fitted(tallies: Sequence[Tally], players: int) -> list[float]:
    """Return the most likely strengths of players, their geometric mean 1.

    A side wins in proportion to its player's strength. Everybody has shared one more match with a player of strength 1, so that a
    clean sweep does not mean infinity. The method is the minorisation of Hunter (MM algorithms for generalized Bradley-Terry
    models, 2004).
    """
    points = [PRIOR / 2 + sum(tally.points.get(player, 0.0) for tally in tallies) for player in range(players)]
    strengths = [1.0] * players
    for _ in range(STEPS):
        weights = [PRIOR / (1.0 + strength) for strength in strengths]
        for tally in tallies:
            share = tally.matches / sum(strengths[player] for player in tally.table)
            for player in tally.table:
                weights[player] += share
        new = [amount / weight for amount, weight in zip(points, weights, strict=True)]
        moved = max(abs(a - b) / b for a, b in zip(new, strengths, strict=True))
        strengths = new
        if moved < EXACT:
            break
    mean = 10 ** (sum(map(log10, strengths)) / players)
    return [strength / mean for strength in strengths]


def standard_errors(tallies: Sequence[Tally], strengths: Sequence[float]) -> list[float]:
    """Return the standard errors of the strengths' logarithms, measured from their mean."""
    n = len(strengths)
    spread = inverse(_information(tallies, strengths))
    rows = [sum(row) / n for row in spread]
    middle = sum(rows) / n
    return [sqrt(max(0.0, spread[i][i] - 2 * rows[i] + middle)) for i in range(n)]


def _information(tallies: Sequence[Tally], strengths: Sequence[float]) -> list[list[float]]:
    """Return how sharply the likelihood falls around the strengths' logarithms: the negative of its second derivatives."""
    n = len(strengths)
    found = [[0.0] * n for _ in range(n)]
    for player, strength in enumerate(strengths):
        found[player][player] += PRIOR * strength / (1.0 + strength) ** 2
    for tally in tallies:
        total = sum(strengths[player] for player in tally.table)
        chances = {player: tally.table.count(player) * strengths[player] / total for player in set(tally.table)}
        for i, own in chances.items():
            found[i][i] += tally.matches * own
            for j, other in chances.items():
                found[i][j] -= tally.matches * own * other
    return found


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss and Jordan."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(n):
            if j != i:
                factor = rows[j][i]
                rows[j] = [value - factor * pivot for value, pivot in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]
