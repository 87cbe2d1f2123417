"""Numbers in words: shares with their intervals, sizes, lists."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from calumma.lab.report.estimates import Estimate

NARROW = 0.03  # interval of a share close to nothing or all, below which its ends have a decimal


def percent(value: float) -> str:
    """Return a share as a percentage, with a decimal where it is close to nothing or all."""
    hundredths = 100 * value
    return f"{hundredths:.1f} %" if 0 < hundredths < 1 or 99 < hundredths < 100 else f"{hundredths:.0f} %"


def plain_share(one: Estimate) -> str:
    """Return a share with its interval: 54 % (51 to 57)."""
    digits = 1 if (one.value < 0.01 or one.value > 0.99) and one.high - one.low < NARROW else 0
    return f"{percent(one.value)} ({100 * one.low:.{digits}f} to {100 * one.high:.{digits}f})"


def number(value: float) -> str:
    """Return a number with as many digits as it deserves."""
    if not isfinite(value):
        return "unknown"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}".removesuffix(".0") if abs(value) >= 10 else f"{value:.2g}"


def plain_number(one: Estimate) -> str:
    """Return a number with its interval."""
    if not isfinite(one.low):
        return number(one.value)
    return f"{number(one.value)} ({number(one.low)} to {number(one.high)})"


def count(value: float) -> str:
    """Return a number of things."""
    return f"{value:,.0f}"


def roughly(value: float) -> str:
    """Return a large number without the digits that nobody knows."""
    return count(float(f"{value:.2g}"))


def plain_count(one: Estimate) -> str:
    """Return a mean number of things with its interval, in whole ones unless there are few, or it is known more exactly."""
    few = one.value < 10 or count(one.low) == count(one.high)
    middle, low, high = (f"{value:,.1f}" if few else count(value) for value in (one.value, one.low, one.high))
    return f"{middle} ({low} to {high})" if isfinite(one.low) else middle


def power(logarithm: float) -> str:
    """Return a huge number by its power of ten, or in full if it is not huge."""
    return f"{10**logarithm:,.0f}" if logarithm < 5 else f"10<sup>{logarithm:.0f}</sup>"


def listed(words: Sequence[str]) -> str:
    """Return words joined by commas and "and"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "none"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] = ()) -> str:
    """Return a Markdown table; all columns but the first and those of words are numbers, to the right."""
    rule = ["---" if column == 0 or name in words else "---:" for column, name in enumerate(head)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))
