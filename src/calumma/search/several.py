"""Several trees for one position: sharing out the simulations, and adding up what they found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from calumma.core.given import Whole, within
from calumma.core.state import Rng, as_rng
from calumma.search.growth import Growth
from calumma.search.helping import MOST_THREADS
from calumma.search.report import Candidate, OnReport, SearchReport, ranked

MOST_LINES = 1 << 20


def streams(luck: Rng | Whole, threads: int) -> list[Rng]:
    """Return a source of luck for each thread; a single one goes on with the given source."""
    rng = as_rng(luck)
    return [rng] if within("threads", threads, 1, MOST_THREADS) == 1 else [Rng(rng.below(1 << 30)) for _ in range(threads)]


def grown(
    trees: Sequence[Growth], simulations: int, seconds: float | None, lines: int = 1, on_report: OnReport | None = None
) -> SearchReport:
    """Share simulations out among trees, each in a thread of its own, and return one report of them.

    A single tree tells meanwhile what it has found, several only when they are done.
    """
    if len(trees) == 1:
        trees[0].run(simulations, seconds, on_report, lines)
        return trees[0].report(lines)
    each = -(-simulations // len(trees))
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(lambda tree: tree.run(each, seconds), trees))
    report = merged([tree.report(lines) for tree in trees])
    if on_report is not None:
        on_report(report)
    return report


def with_lines(candidates: list[Candidate], best: int, lines: int, line: Callable[[int], list[int]]) -> list[Candidate]:
    """Return candidates in their order, so many of them, the best, with the lines that a search expects."""
    chosen = {one.action for one in ranked(candidates, best)[: within("lines", lines, 0, MOST_LINES)]}
    return [replace(one, line=tuple(line(one.action))) if one.action in chosen else one for one in candidates]


def best_candidate(candidates: list[Candidate]) -> Candidate:
    """Return the action to play: a proven win, else the most tried that is not a proven loss, else the most tried."""
    best = max(candidate.value for candidate in candidates if candidate.proven) if any(c.proven for c in candidates) else 0.0
    if best > 0.0 and all(c.proven or c.value <= best for c in candidates):
        return next(c for c in candidates if c.proven and c.value == best)
    alive = [c for c in candidates if not c.proven or c.value > 0.0] or candidates
    return max(alive, key=lambda c: (c.visits, c.value))


def merged(reports: list[SearchReport]) -> SearchReport:
    """Return one report of several searches of the same position, weighted by their size."""
    nodes = sum(report.nodes for report in reports)
    sure = next((report for report in reports if report.proven), None)
    candidates = [_added(group) for group in zip(*(report.candidates for report in reports), strict=True)]
    best = sure.action if sure else best_candidate(candidates).action
    leading = next((report for report in reports if report.action == best), reports[0])
    seats = range(len(leading.values))
    values = [sum(report.values[seat] * report.nodes for report in reports) / max(1, nodes) for seat in seats]
    depth = max(report.depth for report in reports)
    return SearchReport(best, sure.values if sure else values, leading.line, nodes, depth, sure is not None, None, candidates)


def _added(group: tuple[Candidate, ...]) -> Candidate:
    sure = next((candidate for candidate in group if candidate.proven), None)
    visits = sum(candidate.visits for candidate in group)
    if sure is not None:
        return Candidate(sure.action, visits, sure.value, True, sure.line)
    value = sum(candidate.value * candidate.visits for candidate in group) / max(1, visits)
    line = max(group, key=lambda candidate: (bool(candidate.line), candidate.visits)).line
    return Candidate(group[0].action, visits, value, False, line)
