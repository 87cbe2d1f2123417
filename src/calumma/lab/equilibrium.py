"""Solvers for small games of two seats in which one gets what the other does not: exact best responses, and CFR+.

A policy is an array: how likely each choice of a tree (`lab.histories`) is in its situation. CFR+ (Tammelin 2014) lets the seats
take turns in regretting what they did not do; the mean of what they did so, weighted by its time, tends to an equilibrium, and
what a best response gets beyond the value says how far it still is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

from calumma.core import State
from calumma.lab.exploit import Exploited, Shares
from calumma.lab.histories import ROOT, Histories, Numbers, uniform


def values(tree: Histories, policy: Numbers) -> list[float]:
    """Return what the seats get when both keep to a policy."""
    reach = _reach(tree, policy, (0, 1))
    first = float(reach @ tree.payoffs)
    return [first, tree.total - first]


def respond(tree: Histories, policy: Numbers, seat: int) -> tuple[float, Numbers]:
    """Return what a best response of a seat gets against a policy of the other, and the response.

    Where the policy never lets the seat arrive, it answers as if the other played at random.
    """
    doubt = np.zeros(0)
    reach = _reach(tree, policy, (1 - seat,))
    met = np.bincount(tree.facing[tree.facing >= 0], reach[tree.facing >= 0], len(tree.situations)) > 0
    if not met[tree.seats == seat].all():
        doubt = _best(tree, _reach(tree, uniform(tree), (1 - seat,)), seat, uniform(tree))[1]
    value, response = _best(tree, reach, seat, policy)
    unmet = ~met[tree.situation_of] & (tree.seats[tree.situation_of] == seat)
    return value, np.where(unmet, doubt, response) if len(doubt) else response


def against(tree: Histories, response: Numbers, policy: Numbers, seat: int) -> float:
    """Return what a seat gets by one policy when the other keeps to another."""
    return values(tree, np.where(tree.seats[tree.situation_of] == seat, response, policy))[seat]


def exploited(tree: Histories, first: Numbers, second: Numbers | None = None) -> Exploited:
    """Return what a policy loses to best responses; `second` is the same bot's, from other answers of it."""
    ways = [(first, first)] if second is None else [(first, second), (second, first)]
    highs, lows, own = [], [], []
    for policy, other in ways:
        found = [respond(tree, policy, seat) for seat in range(2)]
        highs.append([value for value, _ in found])
        lows.append([against(tree, found[seat][1], other, seat) for seat in range(2)])
        own.append(values(tree, policy))
    gains = [(sum(high) - tree.total) / 2 for high in highs]
    means = [np.mean(part, axis=0).tolist() for part in (own, lows, highs)]
    return Exploited(means[0], means[1], means[2], abs(gains[0] - gains[-1]) / 2)


def policy_of(tree: Histories, shares: Callable[[State], Shares]) -> Numbers:
    """Return the policy of somebody who can be asked, which is not done where its own earlier choices never lead."""
    policy = uniform(tree)
    reached: Numbers = np.ones((2, len(tree)), bool)  # by the choices of one seat
    for span in tree.spans:
        if span.start:
            parents, taken = tree.parents[span], tree.taken[span]
            for seat in range(2):
                reached[seat, span] = reached[seat, parents] & ((tree.actors[parents] != seat) | (policy[taken] > 0))
        acting = np.arange(span.start, span.stop)[tree.actors[span] >= 0]
        arrived = acting[reached[tree.actors[acting], acting]]
        for situation in np.unique(tree.facing[arrived]).tolist():
            found = shares(tree.situations[situation])
            place = tree.choices(situation)
            policy[place] = [found.get(action, 0.0) for action in tree.actions[place]]
    return policy


class Regrets:
    """CFR+ at work: regrets and the sum of what was played."""

    def __init__(self, tree: Histories) -> None:
        self.tree = tree
        self.regrets: Numbers = np.zeros(len(tree.actions))
        self.played: Numbers = np.zeros(len(tree.actions))
        self.rounds = 0

    def step(self) -> None:
        """Let both seats learn once, one after the other."""
        self.rounds += 1
        for seat in range(2):
            self._learn(seat)

    def _learn(self, seat: int) -> None:
        tree, policy = self.tree, self._matched()
        worth = _worth(tree, policy, _reach(tree, policy, (1 - seat,)), seat)
        mean = np.bincount(tree.situation_of, worth * policy)[tree.situation_of]
        own = tree.seats[tree.situation_of] == seat
        self.regrets[own] = np.maximum(self.regrets[own] + (worth - mean)[own], 0.0)
        likely = _reach(tree, policy, (seat,), lucky=False)[tree.examples][tree.situation_of]
        self.played[own] += self.rounds * (likely * policy)[own]

    def _matched(self) -> Numbers:
        """Play what is regretted, as often as it is."""
        return _normal(self.tree, self.regrets)

    def policy(self) -> Numbers:
        """Return what was played on average."""
        return _normal(self.tree, self.played)


def solve(tree: Histories, rounds: int, every: int) -> Iterator[tuple[int, float, Numbers]]:
    """Yield, every so many rounds of CFR+, the round, the exploitability of the policy so far, and the policy."""
    regrets = Regrets(tree)
    for number in range(1, rounds + 1):
        regrets.step()
        if number % every == 0 or number == rounds:
            policy = regrets.policy()
            yield number, (sum(respond(tree, policy, seat)[0] for seat in range(2)) - tree.total) / 2, policy


def _normal(tree: Histories, weights: Numbers) -> Numbers:
    """Return shares of each situation's choices by their weights, equal ones where all are 0."""
    total = np.bincount(tree.situation_of, weights)[tree.situation_of]
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), uniform(tree))


def _reach(tree: Histories, policy: Numbers, seats: tuple[int, ...], lucky: bool = True) -> Numbers:
    """Return how likely these seats, and chance unless it is left out, let every history happen."""
    acted = np.isin(tree.seats[tree.situation_of], seats)
    chosen = np.where(acted, policy, 1.0)
    steps = np.where(tree.taken == ROOT, 1.0, chosen[tree.taken]) * (tree.luck if lucky else 1.0)
    for span in tree.spans[1:]:
        steps[span] *= steps[tree.parents[span]]
    return steps


def _worth(tree: Histories, policy: Numbers, reach: Numbers, seat: int) -> Numbers:
    """Return what choices are worth to a seat, each weighed by how likely the others let it happen."""
    found = np.where(tree.actors < 0, tree.payoffs if seat == 0 else tree.total - tree.payoffs, 0.0)
    steps = np.where(tree.taken == ROOT, 1.0, policy[tree.taken]) * tree.luck
    for before, span in reversed(list(pairwise(tree.spans))):
        found[before] += np.bincount(tree.parents[span] - before.start, steps[span] * found[span], before.stop - before.start)
    later = slice(tree.levels[1], None)
    return np.bincount(tree.taken[later], (reach * found)[later], len(tree.actions))


def _best(tree: Histories, reach: Numbers, seat: int, policy: Numbers) -> tuple[float, Numbers]:
    """Return the value of the best choices of a seat, and these choices as a policy."""
    found = np.where(tree.actors < 0, tree.payoffs if seat == 0 else tree.total - tree.payoffs, 0.0)
    chosen = np.where(tree.seats[tree.situation_of] == seat, 0.0, policy)
    for before, span in reversed(list(pairwise(tree.spans))):
        taken = tree.taken[span]
        _choose(tree, chosen, taken, reach[span] * found[span], seat)
        gained = chosen[taken] * tree.luck[span] * found[span]
        found[before] += np.bincount(tree.parents[span] - before.start, gained, before.stop - before.start)
    start = tree.spans[0]
    return float(tree.luck[start] @ found[start]), chosen


def _choose(tree: Histories, chosen: Numbers, taken: Numbers, worth: Numbers, seat: int) -> None:
    """Mark the best choice of every situation of a seat on one level, given what its histories are worth."""
    choices = np.unique(taken)
    choices = choices[tree.seats[tree.situation_of[choices]] == seat]
    if not len(choices):
        return
    total = np.bincount(taken, worth, len(tree.actions))[choices]
    situations = tree.situation_of[choices]
    order = np.lexsort((-total, situations))
    firsts = order[np.append(True, np.diff(situations[order]) > 0)]
    chosen[choices[firsts]] = 1.0
