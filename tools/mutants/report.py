"""The figures as a table for docs/development.md."""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path

from mutants.accepted import survivors
from mutants.work import Accepted, Finding, fair_sample

COLUMNS = "module|mutants|run|killed|change nothing|unexplained|killed of run|of those that change something".split("|")
HEADING = f"| {' | '.join(COLUMNS)} |\n| {' | '.join('---' for _ in COLUMNS)} |"


def table(findings: list[Finding], accepted: Accepted) -> str:
    """Return the table of all modules of which enough has been run to say something."""
    samples = [fair_sample(finding) for finding in findings]
    return "\n".join([HEADING, *(_row(sample, accepted) for sample in samples if _is_enough(sample))])


def _is_enough(sample: Finding) -> bool:
    return len(sample.results) >= min(30, len(sample.mutants))


def publish(text: str, page: Path) -> None:
    """Put the table where the page has its place."""
    marks = "<!-- mutants -->\n", "\n<!-- end of mutants -->"
    between = re.compile(re.escape(marks[0]) + ".*?" + re.escape(marks[1]), re.DOTALL)
    page.write_text(between.sub(lambda _: marks[0] + text + marks[1], page.read_text()))


def _row(finding: Finding, accepted: Accepted) -> str:
    run, left = len(finding.results), survivors(finding)
    killed = run - len(left)
    equal = sum((finding.module, mutant.key) in accepted for mutant in left)
    share = _share(killed, run, len(finding.mutants))
    felt = _share(killed, run - equal, len(finding.mutants) - equal)
    return (
        f"| `{finding.module}` | {len(finding.mutants)} | {run} | {killed} | {equal} | {len(left) - equal} | {share} | {felt} |"
    )


def _share(part: int, of: int, total: int) -> str:
    """A share in percent, with its 95 % interval (Wilson) if it is known from a sample."""
    if of == 0:
        return "-"
    text = f"{100 * part / of:.1f} %"
    if of == total:
        return text
    z, p = 1.96, part / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low, high = ((middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))
    return f"{text} ({100 * low:.1f} to {100 * high:.1f})"
