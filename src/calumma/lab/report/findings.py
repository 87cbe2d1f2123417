"""What follows from the matches of a report: one set of statistics for each of its sections, JSON-able."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from math import log10, prod
from typing import Any

from calumma.core import Game, OptionValue
from calumma.lab.report.estimates import (
    Estimate,
    Series,
    Sources,
    Space,
    average,
    deal_share,
    mean,
    paired,
    quantile,
    ratings,
    share,
    sources,
    space_size,
    tree_size,
)
from calumma.lab.report.jobs import MeasuredJob, Wandering
from calumma.lab.report.measures import CHECKPOINTS, TENTHS, Measured
from calumma.lab.report.plan import Contrast, ReportPlan

COMEBACK = 0.2  # a winner that was behind by so much came back


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean with its interval, and how single matches scatter: the part between the 5 % lowest and the 5 % highest."""

    mean: Estimate
    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What can be said of any set of matches: who wins, how long, how wide, how they end."""

    n: int
    different: int  # matches that did not go ply by ply like another
    shares: list[Estimate]  # of every side
    draws: Estimate  # matches whose win is shared
    reasons: dict[str, Estimate]
    turns: Spread
    decisions: Spread
    chances: float
    breadth: Spread
    widest: int
    forced: float
    choices: Spread  # logarithms, base 10
    outcomes: float
    width: list[Estimate | None]

    @property
    def alike(self) -> bool:
        """Whether its intervals mean little."""
        return are_alike(self.n, self.different)


@dataclass(frozen=True, slots=True)
class Drama:
    """Who led when. `predicts`: how often the side that leads after every twentieth of a match wins it."""

    n: int
    changes: Estimate
    changed: Estimate  # matches with any change
    counts: dict[int, int]  # matches by number of changes
    drama: Estimate
    comebacks: Estimate
    decided: Spread
    swing: Estimate
    predicts: list[Estimate]
    winner: list[tuple[float, float, float]]  # quartiles of the winner's chances after every twentieth


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Matches of two levels that are played twice, with the same luck and the seats exchanged: parts of all such pairs."""

    n: int
    stronger: Estimate  # the stronger won both
    seat: Estimate  # the same seat won both
    weaker: Estimate  # the weaker won both
    by_chance: float  # how often the same seat would win both if the two matches of a pair had nothing in common


@dataclass(frozen=True, slots=True)
class Skill:
    """What the level of the players decides."""

    series: list[Series]
    ratings: dict[int, Estimate]
    sources: Sources
    gaps: dict[int, Estimate]  # share of the stronger, by the distance in levels
    deals: Estimate | None  # the part that the luck fixes
    deal_count: int
    duplicates: Duplicates | None  # at tables of two sides
    first: dict[int, Estimate]  # share of the first side when all play at one level
    different: dict[int, int]  # matches of each of these levels that did not go ply by ply like another


@dataclass(frozen=True, slots=True)
class Size:
    """How large the game is. All but `space` are logarithms, base 10."""

    tree: Estimate  # by Knuth, from random matches, chance included
    tree_choices: Estimate  # without chance
    played: Spread  # product of widths along the bots' matches, without chance
    played_all: float  # with chance
    space: Space
    counts: list[tuple[str, float]]  # parts of the bound by counting
    bound: float | None


@dataclass(frozen=True, slots=True)
class Differences:
    """How matches with one value of an option differ from those with the chosen one, by pairs that have the same seeds."""

    first: Estimate  # the first side's share
    turns: Estimate
    breadth: Estimate
    draws: Estimate


@dataclass(frozen=True, slots=True)
class Compared:
    """One value of an option, all else the same."""

    option: str
    value: OptionValue
    chosen: bool
    seats: int
    same: bool  # ply by ply the same matches as with the chosen value
    standing: Standing
    differences: Differences


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a report says in numbers."""

    main: Standing
    random: Standing
    size: Size
    drama: Drama | None
    skill: Skill
    options: list[Compared]
    idle: list[str]  # options that change nothing here
    uncompared: list[str]  # options without a list of values
    tables: dict[int, Standing]
    hours: float  # of one processor, for all matches of bots

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON-able values."""
        return asdict(self)


def findings(plan: ReportPlan, outcomes: Mapping[str, Any]) -> Findings:
    """Return what follows from the outcomes of all jobs of a plan, by their id."""

    def of(*group: str | int) -> list[Any]:
        return [outcomes[job.id] for job in plan.groups[group]]

    wanderings: list[Wandering] = [one for batch in of("random") for one in batch]
    main = of("main")
    return Findings(
        standing(main, plan.sides),
        standing([one.measured for one in wanderings], plan.sides),
        size(plan.game, wanderings, main),
        drama(main),
        skill(plan, outcomes),
        [one for contrast in plan.contrasts for one in compared(plan, contrast, outcomes)],
        [contrast.option.name for contrast in plan.contrasts if not contrast.matters],
        [name for name, option in plan.game.info.options.items() if option.kind == "text"],
        {seats: standing(of("table", seats), len(game.teams)) for seats, game in plan.tables.items()},
        sum(one.seconds for one in outcomes.values() if isinstance(one, Measured)) / 3600,
    )


def spread(values: Sequence[float]) -> Spread:
    """Return mean and scatter of some numbers."""
    return Spread(average(values), *(quantile(values, part) for part in (0.05, 0.5, 0.95)))


def standing(matches: Sequence[Measured], sides: int) -> Standing:
    """Return what a set of matches says."""
    ended = Counter(match.reason for match in matches)
    decisions = sum(match.decisions for match in matches)
    return Standing(
        len(matches),
        different(matches),
        [share([match.shares[side] for match in matches]) for side in range(sides)],
        share([float(match.winner is None) for match in matches]),
        {reason: share([float(match.reason == reason) for match in matches]) for reason, _ in ended.most_common()},
        spread([match.turns for match in matches]),
        spread([match.decisions for match in matches]),
        sum(match.chances for match in matches) / len(matches),
        spread([match.breadth for match in matches]),
        max(match.widest for match in matches),
        sum(match.forced for match in matches) / decisions,
        spread([match.choices for match in matches]),
        sum(match.outcomes for match in matches) / len(matches),
        [_tenth(matches, tenth) for tenth in range(TENTHS)],
    )


def are_alike(n: int, different: int) -> bool:
    """Return whether so many matches repeat others that intervals mean little: they take all for independent."""
    return 2 * different < n


def different(matches: Sequence[Measured]) -> int:
    """Return how many matches are left when of those that went ply by ply the same way only one counts."""
    return len({match.digest for match in matches})


def _tenth(matches: Sequence[Measured], tenth: int) -> Estimate | None:
    values = [width for match in matches if (width := match.width[tenth]) is not None]
    return average(values) if values else None


def size(game: Game, wanderings: Sequence[Wandering], main: Sequence[Measured]) -> Size:
    """Return how large a game is."""
    logs = [one.measured.choices + one.measured.outcomes for one in wanderings]
    parts = [(what, log10(number)) for what, number in counts_of(game)]
    return Size(
        tree_size(logs),
        tree_size([one.measured.choices for one in wanderings]),
        spread([match.choices for match in main]),
        sum(match.choices + match.outcomes for match in main) / len(main),
        space_size([one.positions for one in wanderings]),
        parts,
        log10(prod(number for _, number in counts_of(game))) if parts else None,
    )


def counts_of(game: Game) -> list[tuple[str, int]]:
    """Return the bound by counting, part by part, that a game's package may offer in its module `counting`."""
    name = f"{game.definition.package}.counting"
    return list(import_module(name).counts(game.seats, game.options)) if find_spec(name) else []


def drama(matches: Sequence[Measured]) -> Drama | None:
    """Return who led when; None if the bots said too little about that."""
    led = [match for match in matches if match.lead is not None]
    won = [(match.lead, match.winner) for match in led if match.lead and match.winner is not None]
    if len(led) < 2 or len(won) < 2:
        return None
    changes = [match.lead.changes for match in led if match.lead]
    winners = [lead.curve[winner] for lead, winner in won]
    return Drama(
        len(led),
        average(changes),
        share([float(count > 0) for count in changes]),
        dict(sorted(Counter(changes).items())),
        average([lead.drama or 0.0 for lead, _ in won]),
        share([float((lead.behind or 0.0) >= COMEBACK) for lead, _ in won]),
        spread([lead.decided or 0.0 for lead, _ in won]),
        average([lead.swing or 0.0 for lead, _ in won]),
        [share([_foreseen(lead.curve, winner, at) for lead, winner in won]) for at in range(CHECKPOINTS)],
        [_quartiles([chances[at] for chances in winners]) for at in range(CHECKPOINTS)],
    )


def _foreseen(curve: Sequence[Sequence[float]], winner: int, at: int) -> float:
    """Return 1 if the winner led at a checkpoint, and a part of it if several led together."""
    now = [chances[at] for chances in curve]
    return (now[winner] == max(now)) / now.count(max(now))


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    return quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)


def skill(plan: ReportPlan, outcomes: Mapping[str, Any]) -> Skill:
    """Return what levels decide."""
    series = [_series(plan, outcomes, strong, weak) for weak, strong in combinations(plan.levels, 2)]
    deals = [[outcomes[job.id].shares for job in plan.groups["deal", deal]] for deal in range(plan.deals)]
    places = {level: place for place, level in enumerate(plan.levels)}
    equals = {level: [outcomes[job.id] for job in _equals(plan, level)] for level in plan.levels}
    gaps = sorted({places[one.strong] - places[one.weak] for one in series})
    return Skill(
        series,
        ratings(series, plan.sides),
        sources(series, plan.sides),
        {gap: share([v for one in series if places[one.strong] - places[one.weak] == gap for v in one.shares]) for gap in gaps},
        deal_share(deals) if deals else None,
        len(deals),
        duplicates(series) if plan.sides == 2 else None,
        {level: share([match.shares[0] for match in matches]) for level, matches in equals.items()},
        {level: different(matches) for level, matches in equals.items()},
    )


def _equals(plan: ReportPlan, level: int) -> list[MeasuredJob]:
    """Return the matches of a level with itself: all there are, which for the bot of the page are those of its main figures."""
    return plan.groups["main",] if plan.bot == f"level:{level}" else plan.groups["equals", level]


def duplicates(series: Sequence[Series]) -> Duplicates:
    """Return how pairs of matches with the same luck and exchanged seats end: a series has them one after the other."""
    pairs = [pair for one in series for pair in zip(one.shares[::2], one.shares[1::2], strict=True)]
    return Duplicates(
        len(pairs),
        share([float(pair == (1.0, 1.0)) for pair in pairs]),
        share([float(sorted(pair) == [0.0, 1.0]) for pair in pairs]),
        share([float(pair == (0.0, 0.0)) for pair in pairs]),
        mean([2 * mean(one.shares) * (1 - mean(one.shares)) for one in series]),
    )


def _series(plan: ReportPlan, outcomes: Mapping[str, Any], strong: int, weak: int) -> Series:
    played = [(outcomes[job.id].shares[place], place) for job, place in plan.pairing(strong, weak)]
    return Series(strong, weak, [value for value, _ in played], [place for _, place in played])


def compared(plan: ReportPlan, contrast: Contrast, outcomes: Mapping[str, Any]) -> list[Compared]:
    """Return every value of an option side by side."""
    if not contrast.matters:
        return []
    name = contrast.option.name
    chosen = plan.game.options[name]

    def of(value: OptionValue) -> list[Measured]:
        return [outcomes[job.id] for job in plan.groups["option", name, value]]

    usual = of(chosen)
    return [
        Compared(
            name,
            value,
            value == chosen,
            game.seats,
            [match.digest for match in of(value)] == [match.digest for match in usual],
            standing(of(value), len(game.teams)),
            differences(of(value), usual),
        )
        for value, game in contrast.games.items()
    ]


def differences(ones: Sequence[Measured], others: Sequence[Measured]) -> Differences:
    """Return how matches differ from others that have the same seeds, pair by pair."""
    return Differences(
        paired([match.shares[0] for match in ones], [match.shares[0] for match in others]),
        paired([match.turns for match in ones], [match.turns for match in others]),
        paired([match.breadth for match in ones], [match.breadth for match in others]),
        paired([float(match.winner is None) for match in ones], [float(match.winner is None) for match in others]),
    )
