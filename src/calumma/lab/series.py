"""Series of matches between bots: who is stronger, by how much, and how sure that is.

A series is a tournament with one table, so its seeds mean the same matches. They count in their order, so that a series is the
same however many workers play it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from calumma.core import Game, GameError
from calumma.core.game import loaded
from calumma.core.given import MOST, whole, within
from calumma.core.words import Words
from calumma.lab.matches import Outcome
from calumma.lab.runner import run
from calumma.lab.scores import Sprt, elo, wilson
from calumma.lab.tournament import Seating, seatings
from calumma.players import load

say = Words(__package__)

PAIR = 2


@dataclass
class Series:
    """The score of the first player against the others: 1 for a win, 0 for a loss, shares of it in between."""

    specs: list[str]
    shares: list[float] = field(default_factory=list)  # of each match, the first player's payoffs
    outcomes: list[Outcome] = field(default_factory=list)  # only if asked for
    seconds: list[float] = field(default_factory=list)  # thought by each player in all
    failures: list[str] = field(default_factory=list)  # by which engines lost matches
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
    loaded(game)
    matches, seed = within("matches", matches, 0, MOST), whole(seed)
    if len(specs) < 2:
        raise GameError(say("cannot-play-series-player", count=len(specs)))
    if len(specs) > len(game.teams):
        raise GameError(say("cannot-seat-players-expected-most-more-seats", count=len(specs), game=game, most=len(game.teams)))
    for spec in specs:
        load(spec, game)  # what cannot be built is said before the first match
    series = Series(list(specs), seconds=[0.0] * len(specs))
    planned = list(islice(seatings(game, specs, tuple(range(len(specs))), seed, opening), matches))
    with closing(_in_turn(planned, workers)) as outcomes:
        for seating, outcome in outcomes:
            _enter(series, seating, outcome, keep_outcomes)
            if progress is not None:
                progress(series)
            if test is not None and series.matches % len(specs) == 0:
                series.verdict = test.verdict(series.shares)
                if series.verdict:
                    break
    return series


def _in_turn(planned: Sequence[Seating], workers: int) -> Generator[tuple[Seating, Outcome], None, None]:
    """Yield the outcomes in the order of the plan, each as soon as all before it are known."""
    early: dict[str, Outcome] = {}
    with closing(run([one.job for one in planned], workers=workers)) as found:
        for seating in planned:
            while seating.job.id not in early:
                done, outcome = next(found)
                early[done.id] = outcome
            yield seating, early.pop(seating.job.id)


def _enter(series: Series, seating: Seating, outcome: Outcome, keep: bool) -> None:
    series.shares.append(outcome.share([seat for seat, player in enumerate(seating.players) if player == 0]))
    for player, seconds in zip(seating.players, outcome.seconds, strict=True):
        series.seconds[player] += seconds
    series.failures += [outcome.failure] if outcome.failure else []
    if keep:
        series.outcomes.append(outcome)
