"""Several trees for one position: sharing out the simulations, and adding up what they found."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from calumma.core.state import Rng
from calumma.search.growth import Growth
from calumma.search.report import Candidate, SearchReport


def streams(rng: Rng, threads: int) -> list[Rng]:
    """Return a source of luck for each thread; a single one goes on with the given source."""
    return [rng] if threads <= 1 else [Rng(rng.below(1 << 30)) for _ in range(threads)]


def grown(trees: Sequence[Growth], simulations: int, seconds: float | None) -> SearchReport:
    """Share simulations out among trees, each in a thread of its own, and return one report of them."""
    if len(trees) == 1:
        trees[0].run(simulations, seconds)
        return trees[0].report()
    each = -(-simulations // len(trees))
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(lambda tree: tree.run(each, seconds), trees))
    return merged([tree.report() for tree in trees])


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
        return Candidate(sure.action, visits, sure.value, True)
    value = sum(candidate.value * candidate.visits for candidate in group) / max(1, visits)
    return Candidate(group[0].action, visits, value)
