"""What both kinds of search trees share: settings, the nodes' common arrays, limits, credit, and adding up several trees."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import cython

from calumma.search.clock import time_limit
from calumma.search.report import Candidate, Report, Settings
from calumma.search.room import room

if not cython.compiled:
    from calumma.core.state import Rng, State
    from calumma.search.rollout import c_playout, c_shares
else:  # compiled
    from cython.cimports.calumma.core.state import Rng, State
    from cython.cimports.calumma.search.rollout import c_playout, c_shares

DEEPEST = 4096


class Growth:
    """A tree in flat arrays of a fixed size, grown by simulations; `growth.pxd` says what the fields are."""

    def __init__(self, root: State, rng: Rng, settings: Settings, informed: int) -> None:
        nodes = settings.nodes
        self.root, self.state, self.scratch, self.rng = root.copy(), root.copy(), root.copy(), rng
        self.exploration, self.trust, self.plies = settings.exploration, settings.trust, settings.plies
        self.turns, self.glimpses = settings.turns, settings.glimpses
        self.anchor, self.heat, self.patience = settings.anchor, settings.heat, settings.patience
        self.size, self.used = nodes, 1
        self.action, self.visits = room("i", nodes), room("i", nodes)
        self.value, self.actor = room("d", nodes), room("h", nodes)
        self.guess = room("f", informed)
        self.path = room("i", DEEPEST)
        if not cython.compiled:
            self.totals = [0.0] * 16
        self.start_counting()

    def start_counting(self) -> None:
        """Forget what the simulations so far added up to."""
        self.simulations = self.deepest = 0
        self.stopped = False
        for seat in range(16):
            self.totals[seat] = 0.0

    @property
    def nodes(self) -> int:
        """Nodes in use."""
        return self.used

    def stop(self) -> None:
        """Make a running search end after its present simulation; callable from another thread."""
        self.stopped = True

    def run(self, simulations: int, seconds: float | None = None) -> int:
        """Simulate until the number or the time is used up or nothing is left to find out; return how many were made."""
        with time_limit(seconds, self.stop):
            done = self.simulate(simulations)
        self.stopped = self.stopped and seconds is None
        return done

    def simulate(self, simulations: int) -> int:
        """Make at most that many simulations; return how many were made."""
        raise NotImplementedError

    def report(self) -> Report:
        """Return the best action and what the search knows of it."""
        raise NotImplementedError

    def mean_payoffs(self) -> list[float]:
        """Return what the simulations gave every seat."""
        return [self.totals[seat] / max(1, self.simulations) for seat in range(self.root.seats)]

    def start(self) -> cython.void:
        """Begin a simulation at the root."""
        self.state.c_copy_from(self.root)
        self.turn = self.root.c_to_act()
        self.turns_left = self.turns

    def is_far(self) -> cython.bint:
        """Whether the simulation has gone as far as it shall look; to be asked after every ply in the tree."""
        seat: cython.int
        if self.turns == 0:
            return False
        seat = self.state.c_to_act()
        if seat >= 0 and seat != self.turn:
            self.turn = seat
            self.turns_left -= 1
        return self.turns_left <= 0

    def judge(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Write a guess at every seat's payoff in `state`, which is used up: by evaluation, playout, or both mixed."""
        seat: cython.int
        here: cython.double[16]
        if not cython.compiled:
            here = [0.0] * 16
        if self.trust >= 1.0 or (self.turns > 0 and self.turns_left <= 0):
            c_shares(self.state, payoffs)
            return
        if self.trust > 0.0:
            c_shares(self.state, here)
        c_playout(
            self.state, self.scratch, self.rng, actions, weights, payoffs,
            self.plies, self.glimpses, self.turns_left, self.turn,
        )  # fmt: skip
        c_shares(self.state, payoffs)
        if self.trust > 0.0:
            for seat in range(self.root.seats):
                payoffs[seat] = self.trust * here[seat] + (1.0 - self.trust) * payoffs[seat]

    def credit(self, depth: cython.int, payoffs: cython.p_double) -> cython.void:
        """Count a simulation at all nodes of the present path."""
        i: cython.int
        node: cython.int
        for i in range(depth + 1):
            node = self.path[i]
            self.visits[node] += 1
            if self.actor[node] >= 0:
                self.value[node] += payoffs[self.actor[node]]
        for i in range(self.root.seats):
            self.totals[i] += payoffs[i]
        self.simulations += 1
        if depth > self.deepest:
            self.deepest = depth


def streams(rng: Rng, threads: int) -> list[Rng]:
    """Return a source of luck for each thread; a single one goes on with the given source."""
    return [rng] if threads <= 1 else [Rng(rng.below(1 << 30)) for _ in range(threads)]


def grown(trees: Sequence[Growth], simulations: int, seconds: float | None) -> Report:
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


def merged(reports: list[Report]) -> Report:
    """Return one report of several searches of the same position, weighted by their size."""
    nodes = sum(report.nodes for report in reports)
    sure = next((report for report in reports if report.proven), None)
    candidates = [_added(group) for group in zip(*(report.candidates for report in reports), strict=True)]
    best = sure.action if sure else best_candidate(candidates).action
    leading = next((report for report in reports if report.action == best), reports[0])
    seats = range(len(leading.values))
    values = [sum(report.values[seat] * report.nodes for report in reports) / max(1, nodes) for seat in seats]
    depth = max(report.depth for report in reports)
    return Report(best, sure.values if sure else values, leading.line, nodes, depth, sure is not None, None, candidates)


def _added(group: tuple[Candidate, ...]) -> Candidate:
    sure = next((candidate for candidate in group if candidate.proven), None)
    visits = sum(candidate.visits for candidate in group)
    if sure is not None:
        return Candidate(sure.action, visits, sure.value, True)
    value = sum(candidate.value * candidate.visits for candidate in group) / max(1, visits)
    return Candidate(group[0].action, visits, value)
