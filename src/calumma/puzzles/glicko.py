"""Ratings by Glicko-2, as Mark Glickman describes it: a number, how far it may be off, and how steady the results are.

The paper is at glicko.net/glicko/glicko2.pdf. The module is our own, for want of a library that is small and well kept: `glicko2`
rests, `elote` needs SciPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE, MIDDLE = 173.7178, 1500.0  # between the numbers people see and those of the formulas
TAU = 0.5  # how much the volatility may change: small where surprises are rare
NEARLY = 1e-6
MOST_STEPS = 100
WIDEST = 350.0  # the deviation of somebody of whom nothing is known


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of somebody's strength, or of a puzzle's."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06

    def after(self, results: Sequence[tuple[Rating, float]]) -> Rating:
        """Return the rating after a period with these opponents and results: 1 is a win, 0 a loss, 0.5 a draw.

        >>> others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
        >>> after = Rating(1500, 200).after(others)
        >>> round(after.value, 2), round(after.deviation, 2), round(after.volatility, 4)
        (1464.05, 151.52, 0.06)
        """
        if not results:
            return self.rested(1)
        mu, phi = (self.value - MIDDLE) / SCALE, self.deviation / SCALE
        played = [_expected(mu, other) for other, _ in results]
        variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance in played)
        gain = sum(weight * (score - chance) for (weight, chance), (_, score) in zip(played, results, strict=True))
        volatility = _volatility(self.volatility, phi, variance, variance * gain)
        narrowed = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
        return Rating(MIDDLE + SCALE * (mu + narrowed**2 * gain), SCALE * narrowed, volatility)

    def rested(self, periods: float) -> Rating:
        """Return the rating after so many periods without a result: nobody knows any more as exactly."""
        wider = sqrt(self.deviation**2 + max(0.0, periods) * (SCALE * self.volatility) ** 2)
        return Rating(self.value, max(self.deviation, min(WIDEST, wider)), self.volatility)


def _expected(mu: float, other: Rating) -> tuple[float, float]:
    """How much a result against another counts, and the chance to win."""
    phi = other.deviation / SCALE
    weight = 1 / sqrt(1 + 3 * phi**2 / pi**2)
    return weight, 1 / (1 + exp(-weight * (mu - (other.value - MIDDLE) / SCALE)))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: the zero of Glickman's function, by the Illinois method."""
    start = log(sigma**2)

    def above(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while above(high) < 0:
            high -= TAU
    at_low, at_high = above(low), above(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= NEARLY:
            break
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = above(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
