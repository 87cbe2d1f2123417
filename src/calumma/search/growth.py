# distutils: extra_compile_args = -O3
"""What both kinds of search trees share: settings, the nodes' common arrays, limits and credit."""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import Whole, within
from calumma.core.room import room
from calumma.core.state import Rng, State, as_rng
from calumma.search.clock import time_limit
from calumma.search.report import OnReport, SearchReport, Settings
from calumma.search.telling import Telling

if not cython.compiled:
    from calumma.core.protocol import MOST_SEATS, Shares
    from calumma.core.room import doubles, floats, ints, shorts
    from calumma.search.rollout import c_playout, c_shares

DEEPEST = 4096  # plies from the root
MOST_NODES = 1 << 26  # two gigabytes and more
GLANCE = 50  # simulations that take no longer than people notice
MOST_SIMULATIONS = 1 << 30  # nodes count theirs in 32 bits


class Growth:
    """A tree in flat arrays of a fixed size, grown by simulations; `growth.pxd` says what the fields are."""

    def __init__(self, root: State, rng: Rng | Whole, settings: Settings, informed: int) -> None:
        nodes = within("room for nodes", settings.nodes, 1, MOST_NODES)
        self.busy = False
        self.root, self.state, self.scratch, self.rng = root.copy(), root.copy(), root.copy(), as_rng(rng)
        self.exploration, self.trust, self.plies = settings.exploration, settings.trust, settings.plies
        self.turns, self.glimpses = settings.turns, settings.glimpses
        self.anchor, self.heat, self.patience = settings.anchor, settings.heat, settings.patience
        pays = root.game.payoffs
        self.lowest, self.unit = pays.lowest, 0.0 if pays.shares else pays.unit(root.seats)
        self.size, self.used = nodes, 1
        self.kept: list[Any] = []
        self.action, self.visits = ints(room("i", nodes, self.kept)), ints(room("i", nodes, self.kept))
        self.value, self.actor = doubles(room("d", nodes, self.kept)), shorts(room("h", nodes, self.kept))
        self.guess = floats(room("f", informed, self.kept))
        self.path = ints(room("i", DEEPEST, self.kept))
        if not cython.compiled:
            self.totals = [0.0] * MOST_SEATS
        self.start_counting()

    def start_counting(self) -> None:
        """Forget what the simulations so far added up to."""
        self.simulations = self.deepest = 0
        self.stopped = False
        for seat in range(MOST_SEATS):
            self.totals[seat] = 0.0

    @property
    def nodes(self) -> int:
        """Nodes in use."""
        return self.used

    def stop(self) -> None:
        """Make a running search end after its present simulation; callable from another thread."""
        self.stopped = True

    def run(self, simulations: Whole, seconds: float | None = None, on_report: OnReport | None = None, lines: Whole = 1) -> int:
        """Simulate until the number or the time is used up or nothing is left to find out; return how many were made.

        Whoever listens is told about ten times a second, and at the end. It does not change what the search finds.
        """
        simulations = within("simulations", simulations, 0, MOST_SIMULATIONS)
        telling = Telling(simulations, seconds)
        with time_limit(seconds, self.stop) as ration:
            done = part = 0
            while done < simulations and part == done and not self.stopped and ration.left(done, GLANCE):
                part += telling.next_part(done)
                done += self.simulate(part - done)
                if on_report is not None and telling.is_due():
                    on_report(telling.marked(self.report(lines), done))
        self.stopped = self.stopped and seconds is None
        if on_report is not None:
            on_report(self.report(lines))
        return done

    def check(self) -> None:
        """Raise what went wrong in rules in plain Python while they were searched."""
        for state in (self.root, self.state, self.scratch):
            state.check()

    def occupy(self) -> None:
        """Keep other threads out; `busy` must be taken back."""
        if self.busy:
            raise RuntimeError("this tree is being searched by another thread: expected one search at a time")
        self.busy = True

    def simulate(self, simulations: int) -> int:
        """Make at most that many simulations; return how many were made."""
        raise NotImplementedError

    def report(self, lines: Whole = 1) -> SearchReport:
        """Return the best action and what the search knows of it; so many of the candidates, the best, with their lines."""
        raise NotImplementedError

    def mean_payoffs(self) -> list[float]:
        """Return what the simulations gave every seat; without any, what the evaluation says."""
        if self.simulations == 0:
            return self.root.evaluate()
        return [self.totals[seat] / self.simulations for seat in range(self.root.seats)]

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
        here: Shares
        if not cython.compiled:
            here = [0.0] * MOST_SEATS
        if self.trust >= 1.0 or (self.turns > 0 and self.turns_left <= 0):
            c_shares(self.state, payoffs, self.lowest, self.unit)
            return
        if self.trust > 0.0:
            c_shares(self.state, here, self.lowest, self.unit)
        c_playout(
            self.state, self.scratch, self.rng, actions, weights, payoffs,
            self.plies, self.glimpses, self.turns_left, self.turn, self.lowest, self.unit,
        )  # fmt: skip
        c_shares(self.state, payoffs, self.lowest, self.unit)
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
