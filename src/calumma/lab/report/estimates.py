"""Numbers to statistics: estimates with intervals, ratings, sources of variance, sizes of trees and of spaces. No game, no plots.

Intervals hold the true value in 95 of 100 cases. Those of shares are Wilson's, which are on the wide side where wins are shared;
those without a formula are percentiles of `RESAMPLES` resamples (bootstrap), drawn by a fixed seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, inf, log, log10, sqrt
from random import Random
from statistics import NormalDist
from typing import Any, TypeVar

from calumma.lab.scores import CONFIDENCE, wilson

RESAMPLES = 400
SEED = 1
SHOWING = 20
"""Observations below which nothing counts as clear."""
DIFFERING = 6
"""Pairs that must differ for a difference to be clear: five of one sign happen by chance once in sixteen."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with the interval in which the true one lies with 95 % confidence, and the number of observations behind it."""

    value: float
    low: float
    high: float
    n: int

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return asdict(self)


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


def share(values: Sequence[float]) -> Estimate:
    """Return the mean of shares between 0 and 1."""
    if not values:
        return Estimate(0.0, 0.0, 1.0, 0)
    return Estimate(mean(values), *wilson(mean(values), len(values)), len(values))


def average(values: Sequence[float]) -> Estimate:
    """Return the mean of any numbers; of a single one nothing is known about the interval."""
    n = len(values)
    middle = mean(values)
    if n < 2:
        return Estimate(middle, -inf, inf, n)
    half = CONFIDENCE * sqrt(sum((value - middle) ** 2 for value in values) / (n - 1) / n)
    return Estimate(middle, middle - half, middle + half, n)


def paired(ones: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return by how much the first of every pair is more, on average; what both have in common, like their luck, cancels."""
    by = [one - other for one, other in zip(ones, others, strict=True)]
    found = average(by)
    if sum(map(bool, by)) >= DIFFERING:
        return found
    return Estimate(found.value, min(found.low, 0.0), max(found.high, 0.0), found.n)


def clearly(difference: Estimate) -> bool:
    """Return whether a difference is one: its interval leaves nothing out but zero, and too few matches show nothing."""
    return difference.n >= SHOWING and not difference.low <= 0 <= difference.high


def apart(one: Estimate, other: Estimate) -> bool:
    """Return whether two estimates differ by more than their intervals explain together."""
    return min(one.n, other.n) >= SHOWING and abs(one.value - other.value) > sqrt(_half(one) ** 2 + _half(other) ** 2)


def one_of(estimate: Estimate, questions: int) -> Estimate:
    """Return an estimate with the wider interval that it needs where so many questions are asked at once (Bonferroni)."""
    wider = NormalDist().inv_cdf(1 - 0.025 / questions) / CONFIDENCE
    low, high = (estimate.value + wider * (end - estimate.value) for end in (estimate.low, estimate.high))
    return Estimate(estimate.value, low, high, estimate.n)


def _half(one: Estimate) -> float:
    return (one.high - one.low) / 2


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which that part of them lies, between two of them if need be."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def resampled(groups: Sequence[Sequence[T]], statistic: Callable[[list[list[T]]], float]) -> Estimate:
    """Return a statistic of groups of observations, with the interval that resampling within each group gives."""
    rng = Random(SEED)
    found = sorted(statistic([rng.choices(group, k=len(group)) for group in groups]) for _ in range(RESAMPLES))
    return Estimate(statistic([list(group) for group in groups]), *_middle(found), sum(len(group) for group in groups))


def _middle(ordered: Sequence[float]) -> tuple[float, float]:
    return quantile(ordered, 0.025), quantile(ordered, 0.975)


# Ratings


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of one stronger player against weaker ones in all other seats: its share and its side in each match."""

    strong: int
    weak: int
    shares: list[float]
    places: list[int]


def ratings(series: Sequence[Series], sides: int) -> dict[int, Estimate]:
    """Return Elo ratings of levels, the lowest being 0, with intervals by resampling.

    A player of rating r takes a share 10^(r/400) of the sum over all sides. To every series one match with a fair result is
    added, which keeps a clean sweep finite.
    """
    rng = Random(SEED)
    levels = sorted({one.strong for one in series} | {one.weak for one in series})
    middle = _fit(levels, [(one.strong, one.weak, sum(one.shares), len(one.shares)) for one in series], sides)
    found: dict[int, list[float]] = {level: [] for level in levels}
    for _ in range(RESAMPLES // 4):
        drawn = [(one, rng.choices(one.shares, k=len(one.shares))) for one in series]
        again = _fit(levels, [(one.strong, one.weak, sum(shares), len(shares)) for one, shares in drawn], sides)
        for level in levels:
            found[level].append(again[level])
    played = Counter({level: sum(len(o.shares) for o in series if level in (o.strong, o.weak)) for level in levels})
    return {level: Estimate(middle[level], *_middle(sorted(found[level])), played[level]) for level in levels}


def _fit(levels: Sequence[int], results: Sequence[tuple[int, int, float, int]], sides: int) -> dict[int, float]:
    """Climb the likelihood, one level at a time."""
    rating = dict.fromkeys(levels, 0.0)
    for _ in range(60):
        for level in levels[1:]:
            slope = curvature = 0.0
            for strong, weak, score, n in results:
                if level not in (strong, weak):
                    continue
                p = 1 / (1 + (sides - 1) * exp(rating[weak] - rating[strong]))
                push = score + 1 / sides - (n + 1) * p
                slope += push if level == strong else -push
                curvature += (n + 1) * p * (1 - p)
            rating[level] += max(-2.0, min(2.0, slope / curvature))
    return {level: value * 400 / log(10) for level, value in rating.items()}


def misfit(series: Sequence[Series], found: Mapping[int, Estimate], sides: int) -> tuple[Series, float] | None:
    """Return the series that ratings describe worst and the share that they say; None if they may describe all (at 1 %)."""
    freedom = len(series) - (len(found) - 1)
    if freedom < 1:
        return None
    told = [(one, 1 / (1 + (sides - 1) * 10 ** ((found[one.weak].value - found[one.strong].value) / 400))) for one in series]
    off = [len(one.shares) * (mean(one.shares) - p) ** 2 / (p * (1 - p)) for one, p in told]
    spread = 2 / (9 * freedom)
    if ((sum(off) / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) < NormalDist().inv_cdf(0.99):  # Wilson and Hilferty
        return None
    return max(zip(off, told, strict=True), key=lambda one: one[0])[1]


# Where the results come from


@dataclass(frozen=True, slots=True)
class Sources:
    """What the results of matches between levels depend on, as parts of all their variance about the fair share."""

    level: Estimate
    seat: Estimate
    rest: Estimate


def sources(series: Sequence[Series], sides: int) -> Sources:
    """Return how much of the results the level decides, how much the seat, and what is left: luck and whims.

    The parts of variance are those of the means of every pairing and of every side about the fair share, less what the chance of
    the sample adds to them.
    """
    rng = Random(SEED)
    groups = [list(zip(one.shares, one.places, strict=True)) for one in series]
    n = sum(len(group) for group in groups)
    drawn = [_parts([rng.choices(group, k=len(group)) for group in groups], sides) for _ in range(RESAMPLES)]
    found = zip(_parts(groups, sides), *drawn, strict=True)
    level, seat, rest = (Estimate(value, *_middle(sorted(others)), n) for value, *others in found)
    return Sources(level, seat, rest)


def _parts(groups: Sequence[Sequence[tuple[float, int]]], sides: int) -> tuple[float, float, float]:
    """Return the parts of level, seat and the rest for results with their sides, a group for each pairing."""
    fair = 1 / sides
    total = mean([(value - fair) ** 2 for group in groups for value, _ in group])
    if total == 0:
        return 0.0, 0.0, 1.0
    left: list[list[float]] = [[] for _ in range(sides)]  # by side, what the pairing does not explain
    level = 0.0
    for group in groups:
        values = [value for value, _ in group]
        level += _square(values, fair) / len(groups)
        middle = mean(values)
        for value, side in group:
            left[side].append(value - middle)
    level, seat = max(0.0, level), max(0.0, mean([_square(values, 0.0) for values in left]))
    scale = max(total, level + seat)
    return level / scale, seat / scale, 1.0 - (level + seat) / scale


def _square(values: Sequence[float], about: float) -> float:
    """Return the squared distance of a mean from a point, without what the scatter of a sample adds to it."""
    n = len(values)
    if n < 2:
        return 0.0
    middle = mean(values)
    return (middle - about) ** 2 - sum((value - middle) ** 2 for value in values) / (n - 1) / n


def deal_share(deals: Sequence[Sequence[Sequence[float]]]) -> Estimate:
    """Return which part of the variance of results the luck fixes: deals, each played several times, with every side's share.

    One-way analysis of variance over the deals; the interval by resampling deals.
    """
    return resampled([deals], lambda drawn: _within_class(drawn[0]))


def _within_class(deals: Sequence[Sequence[Sequence[float]]]) -> float:
    times = len(deals[0])
    between = within = 0.0
    for side in range(len(deals[0][0])):
        means = [mean([match[side] for match in deal]) for deal in deals]
        middle = mean(means)
        between += times * sum((one - middle) ** 2 for one in means) / (len(deals) - 1)
        scatter = sum((match[side] - one) ** 2 for deal, one in zip(deals, means, strict=True) for match in deal)
        within += scatter / (len(deals) * (times - 1))
    luck = max(0.0, (between - within) / times)
    return luck / (luck + within) if luck + within > 0 else 0.0


# Sizes


def tree_size(logs: Sequence[float]) -> Estimate:
    """Return the logarithm of the number of ways a match can go, from the products of widths along random matches (Knuth 1975).

    The mean of the products is unbiased, but most of it sits in few matches that a sample misses: it tends to be too small,
    and its interval, by resampling, too narrow.
    """
    return resampled([logs], lambda drawn: _log_mean(drawn[0]))


def _log_mean(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + log10(mean([10 ** (value - top) for value in logs]))


@dataclass(frozen=True, slots=True)
class Space:
    """Positions met in a sample of matches: how many different ones, in how many matches each, and the least there must be."""

    matches: int
    sampled: int
    different: int
    once: int  # met in one match only
    twice: int
    least: Estimate


def space_size(matches: Sequence[Sequence[Hashable]]) -> Space:
    """Return a lower bound of the number of positions, from those met in one match only and in two (Chao's estimator, 1987).

    Matches are the units, so positions within one need not be independent. Positions that are hardly ever met stay invisible to
    any sample: this is the least, not the number.
    """
    met = Counter(position for match in matches for position in set(match))
    once = sum(times == 1 for times in met.values())
    twice = sum(times == 2 for times in met.values())
    sampled = sum(len(match) for match in matches)
    return Space(len(matches), sampled, len(met), once, twice, _chao(len(matches), len(met), once, twice))


def _chao(m: int, seen: int, once: int, twice: int) -> Estimate:
    """Return Chao's estimate with its logarithmic interval, in the form that also works where nothing was met twice."""
    a = (m - 1) / m
    hidden = a * once * (once - 1) / (2 * (twice + 1))
    if hidden <= 0:
        return Estimate(seen, seen, seen, m)
    if twice == 0:  # fewer than three such pairs are to be expected, with 95 % confidence
        return Estimate(seen + hidden, seen + hidden / 3, inf, m)
    q1, q2 = float(once), float(twice)
    variance = (
        hidden + a * a * q1 * (2 * q1 - 1) ** 2 / (4 * (q2 + 1) ** 2) + a * a * q1 * q1 * q2 * (q1 - 1) ** 2 / (4 * (q2 + 1) ** 4)
    )
    factor = exp(min(700.0, CONFIDENCE * sqrt(log(1 + variance / hidden**2))))
    return Estimate(seen + hidden, seen + hidden / factor, seen + hidden * factor, m)
