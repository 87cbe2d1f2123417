"""Series of matches between bots: who is stronger, by how much, and how sure that is.

The matches come in rounds (`matches.rounds`): every lineup plays from the same opening with the same luck once, so neither seats
nor openings favour anybody. They count in their order, so a series is the same however many workers play it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from calumma.core import Game, GameError
from calumma.lab.matches import MatchJob, Outcome, places, rounds
from calumma.lab.runner import run
from calumma.players import load

CONFIDENCE = 1.959964  # standard deviations for 95 %
PAIR = 2


@dataclass
class Series:
    """The score of the first player against the others: 1 for a win, 0 for a loss, shares of it in between."""

    specs: list[str]
    shares: list[float] = field(default_factory=list)  # of each match, the first player's payoffs
    outcomes: list[Outcome] = field(default_factory=list)  # only if asked for
    seconds: list[float] = field(default_factory=list)  # thought by each player in all
    verdict: str = ""  # why a sequential test stopped it

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return len(self.shares)

    @property
    def score(self) -> float:
        """The mean share of the first player; 0.5 for equals, since every lineup is played equally often."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score by Wilson."""
        return wilson(self.score, self.matches)

    @property
    def elo(self) -> float:
        """The difference in Elo that the score stands for."""
        return elo(self.score)

    def __str__(self) -> str:
        low, high = self.interval
        names = f"{self.specs[0]} against {', '.join(self.specs[1:])}"
        worth = f"Elo {self.elo:+.0f}" if len(self.specs) == PAIR else f"a fair share is {1 / len(self.specs):.1%}"
        return f"{names}: {self.score:.1%} of {self.matches} ({low:.1%} to {high:.1%}), {worth}"


def wilson(score: float, n: int) -> tuple[float, float]:
    """Return the interval in which the true score lies with 95 % confidence."""
    if n == 0:
        return 0.0, 1.0
    z2 = CONFIDENCE**2
    middle = (score + z2 / (2 * n)) / (1 + z2 / n)
    half = CONFIDENCE * math.sqrt(score * (1 - score) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return middle - half if score > 0.0 else 0.0, middle + half if score < 1.0 else 1.0


def elo(score: float) -> float:
    """Return the Elo difference of an expected score; a clean sweep counts as 1200."""
    if score <= 0.001 or score >= 0.999:
        return math.copysign(1200.0, score - 0.5)
    return 400.0 * math.log10(score / (1.0 - score))


def expected(difference: float) -> float:
    """Return the expected score of an Elo difference; the inverse of `elo`."""
    return 1.0 / (1.0 + 10.0 ** (-difference / 400.0))


def likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of how much better an Elo difference of `high` explains the shares than one of `low`."""
    n = len(shares)
    mean = sum(shares) / n
    spread = sum((share - mean) ** 2 for share in shares) / n
    variance = max(spread, 0.5 / n * (1 - 0.5 / n))  # a clean sweep is not infinitely sure
    s0, s1 = expected(low), expected(high)
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: stop once it is clear whether the first player is `high` Elo stronger, or at most `low`."""

    low: float = 0.0
    high: float = 50.0
    error: float = 0.05
    least: int = 10  # matches before it says anything

    def verdict(self, shares: Sequence[float]) -> str:
        """Return "stronger", "not stronger", or nothing yet."""
        bound = math.log((1 - self.error) / self.error)
        ratio = likelihood_ratio(shares, self.low, self.high) if len(shares) >= self.least else 0.0
        return "stronger" if ratio >= bound else "not stronger" if ratio <= -bound else ""


def play_series(
    game: Game,
    specs: Sequence[str],
    matches: int,
    seed: int = 0,
    workers: int = 1,
    opening: int = 2,
    test: Sprt | None = None,
    progress: Callable[[Series], None] | None = None,
    keep_outcomes: bool = False,
) -> Series:
    """Play a series and return its score; a sequential test may end it after any full round."""
    if len(specs) < 2:
        raise GameError(f"cannot play a series with {len(specs)} player: expected at least two")
    if len(specs) > len(game.teams):
        raise GameError(f"cannot seat {len(specs)} players in {game}: expected at most {len(game.teams)}, or more seats")
    for spec in specs:
        load(spec, game)  # what cannot be built is said before the first match
    series = Series(list(specs), seconds=[0.0] * len(specs))
    with closing(_in_turn(rounds(game, specs, matches, seed, opening), workers)) as outcomes:
        for outcome in outcomes:
            _enter(series, game, outcome, keep_outcomes)
            if progress is not None:
                progress(series)
            if test is not None and series.matches % len(specs) == 0:
                series.verdict = test.verdict(series.shares)
                if series.verdict:
                    break
    return series


def _in_turn(jobs: Sequence[MatchJob], workers: int) -> Generator[Outcome, None, None]:
    """Yield the outcomes in the order of the jobs, each as soon as all before it are known."""
    early: dict[str, Outcome] = {}
    with closing(run(jobs, workers=workers)) as found:
        for job in jobs:
            while job.id not in early:
                done, outcome = next(found)
                early[done.id] = outcome
            yield early.pop(job.id)


def _enter(series: Series, game: Game, outcome: Outcome, keep: bool) -> None:
    seated = places(game, series.specs, outcome.job.variant)
    series.shares.append(outcome.share([seat for seat, place in enumerate(seated) if place == 0]))
    for place, seconds in zip(seated, outcome.seconds, strict=True):
        series.seconds[place] += seconds
    if keep:
        series.outcomes.append(outcome)
