"""What scores say: intervals, differences in Elo, and a test that stops once the answer is clear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 1.959964  # standard deviations for 95 %


def wilson(score: float, n: int, deviations: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval in which the true score lies with 95 % confidence, or another that so many deviations stand for."""
    if n == 0:
        return 0.0, 1.0
    z2 = deviations**2
    middle = (score + z2 / (2 * n)) / (1 + z2 / n)
    half = deviations * math.sqrt(score * (1 - score) / n + z2 / (4 * n * n)) / (1 + z2 / n)
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
