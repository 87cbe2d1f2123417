# distutils: extra_compile_args = -O3
"""Information-set Monte Carlo tree search for games with secrets: every simulation plays in a freshly dealt world.

Nodes stand for what the searching seat can tell apart, not for positions: which actions there are differs from world to
world, so every child counts how often it was available, and its share of attention is measured by that. The search only ever
touches worlds dealt by `c_determinize` for its seat, so what the true world hides cannot influence it.

Luck must not decide between the actions of the root: each of them meets the same worlds, with the same dice and draws, in the
same order, and what steers the first tries is the evaluation on average over some of these worlds.

A network, if there is one, is asked with the eyes of whoever acts in such a world: what the leaf is worth, and how likely the
actions are that a node meets for the first time.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from calumma.core.given import Whole, seat_among
from calumma.core.network import Network, reader_in
from calumma.core.room import room
from calumma.core.state import Rng, State
from calumma.search.growth import DEEPEST, Growth
from calumma.search.report import PLAIN, Candidate, OnReport, SearchReport, Settings
from calumma.search.several import best_candidate, grown, streams, with_lines

if not cython.compiled:
    from math import exp, log, sqrt

    from calumma.core.bits import mix
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares
    from calumma.core.room import doubles, floats, ints
    from calumma.search.rollout import c_shares

NOTHING = -1  # no such node
HIDDEN = -1  # label of a chance outcome that the seat does not see
BYTES_PER_NODE = 38  # five ints, a double, two floats, two bytes of the actor
DEAL = 1  # the seed of worlds that are dealt only to compare what they rest on
LEAST_SURVEYED, MOST_SURVEYED = 4, 32  # worlds in which the actions of the root are evaluated
ROOM_PER_WORLD = 2000  # nodes: the larger the search, the more worlds are worth it
STEEPEST = 80.0  # e to this is still a float


class InformationTree(Growth):
    """A search tree over what one seat knows. Children are chained in ascending order of their actions."""

    def __init__(
        self,
        root: State,
        seat: Whole,
        rng: Rng | Whole,
        settings: Settings = PLAIN,
        blend_chance: bool = False,
        network: Network | None = None,
    ) -> None:
        if seat_among(seat, root.seats) != root.to_act:
            raise ValueError(f"cannot search for seat {seat} here: expected the seat that acts")
        nodes = settings.nodes
        Growth.__init__(self, root, rng, settings, nodes)
        self.seat, self.blends = seat, blend_chance
        self.luck = self.rng.x
        self.worlds = max(LEAST_SURVEYED, min(MOST_SURVEYED, nodes // ROOM_PER_WORLD))
        self.child, self.sibling = ints(room("i", nodes, self.kept)), ints(room("i", nodes, self.kept))
        self.offers, self.offered = ints(room("i", nodes, self.kept)), ints(room("i", MOST_ACTIONS, self.kept))
        self.pull = floats(room("f", nodes, self.kept))
        self.guided = network is not None
        self.reader: Any = None if network is None else reader_in(network, root.game)
        self.chances = doubles(room("d", MOST_ACTIONS if self.guided else 1, self.kept))
        if self.guided and settings.anchor <= 0:
            raise ValueError("cannot be guided by a network without an anchor: expected settings like GUIDED")
        self.child[0] = self.sibling[0] = NOTHING
        self.actor[0] = CHANCE

    @property
    def memory(self) -> int:
        """Bytes that the nodes take at most."""
        return self.size * BYTES_PER_NODE

    def simulate(self, simulations: cython.int) -> int:
        """Make that many simulations, each in a world of its own."""
        done: cython.int = 0
        actions: Actions
        weights: Actions
        payoffs: Shares
        if not cython.compiled:
            actions, weights, payoffs = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0.0] * MOST_SEATS
        self.occupy()
        with cython.nogil:
            if self.child[0] == NOTHING and simulations > 0 and not self.guided:
                self._survey(actions, payoffs)
            while done < simulations and not self.stopped:
                self.start()
                self.state.c_determinize(self.seat, self.rng)
                self._simulate(actions, weights, payoffs)
                done += 1
        self.rng.x = mix(self.luck, self.simulations)
        self.busy = False
        self.check()
        return done

    # One simulation

    def _simulate(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Walk down the tree in the world of `state`, judge where it ends, and credit all nodes on the way."""
        node: cython.int = 0
        depth: cython.int = 0
        seat: cython.int = self.seat
        self.path[0] = 0
        while seat != OVER and depth < DEEPEST - 1:
            if seat == CHANCE:
                node = self._by_chance(node, actions, weights)
            else:
                if depth > 0 and self.visits[node] < self.patience:
                    break
                node = self._by_choice(node, seat, actions, payoffs)
                if node != NOTHING:
                    if depth == 0:
                        self._deal_alike(self.visits[node])
                    self.state.c_apply(self.action[node])
            if node == NOTHING:
                break
            depth += 1
            self.path[depth] = node
            if self.is_far():
                break
            seat = self.state.c_to_act()
        if self.guided:
            self._ask(actions, weights, payoffs)
        else:
            self.judge(actions, weights, payoffs)
        self.credit(depth, payoffs)

    def _ask(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Write what the network says of where a seat acts next, or what the end pays."""
        while self.state.c_to_act() == CHANCE:
            self.state.c_apply(self.state.c_pick(self.rng, actions, weights))
        if self.state.c_to_act() < 0:
            c_shares(self.state, payoffs, self.lowest, self.unit)
        else:
            self.reader.c_read(self.state, self.state.c_to_act())
            self.reader.c_values(payoffs)

    def _deal_alike(self, times: cython.int) -> cython.void:
        """Deal the world, and the luck in it, that every action of the root meets when it was tried so often."""
        self.rng.x = mix(self.luck, times)
        self.state.c_copy_from(self.root)
        self.state.c_determinize(self.seat, self.rng)

    def _by_chance(self, node: cython.int, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """Let chance act and return the node of what the seat sees of it; NOTHING, and chance has not acted, without room."""
        outcome: cython.int = self.state.c_pick(self.rng, actions, weights)
        found: cython.int = NOTHING
        if not self.blends:
            found = self._find(node, outcome)
            if found == NOTHING and self._is_seen(outcome):
                found = self._add(node, outcome, CHANCE)
                if found != NOTHING:
                    self.state.c_apply(outcome)
                return found
        if found == NOTHING:
            found = self._find(node, HIDDEN)
        if found == NOTHING:
            found = self._add(node, HIDDEN, CHANCE)
        if found != NOTHING:
            self.state.c_apply(outcome)
        return found

    def _is_seen(self, outcome: cython.int) -> cython.bint:
        """Whether the seat sees this outcome, which the game says in Python."""
        with cython.gil:
            return self.state.seen(outcome, self.seat) is not None

    def _by_choice(self, node: cython.int, seat: cython.int, actions: cython.p_int, payoffs: cython.p_double) -> cython.int:
        """Return the node of the action that a seat chooses, which is still to be applied; NOTHING without room."""
        n: cython.int = self.state.c_legal(actions)
        i: cython.int
        found: cython.int = self.child[node]
        before: cython.int = NOTHING
        is_asked: cython.bint = False
        for i in range(n):
            while found != NOTHING and self.action[found] < actions[i]:
                before = found
                found = self.sibling[found]
            if found == NOTHING or self.action[found] != actions[i]:
                found = self._insert(node, before, actions[i], seat)
                if found == NOTHING:
                    return NOTHING
                if self.guided:
                    if not is_asked:
                        self.reader.c_read(self.state, seat)
                        self.reader.c_values(payoffs)
                        self.reader.c_chances(actions, n, self.chances)
                        is_asked = True
                    self.guess[found] = payoffs[seat]
                    self.pull[found] = self.chances[i]
                elif self.anchor > 0.0:
                    self._consider(found, seat, payoffs)
            self.offers[found] += 1
            self.offered[i] = found
        return self._select(n)

    def _consider(self, node: cython.int, seat: cython.int, payoffs: cython.p_double) -> cython.void:
        """Evaluate a new node in the present world for the seat that may choose it."""
        self.guess[node] = self._prospect(node, seat, payoffs)
        self.pull[node] = self._attention(self.guess[node])

    def _prospect(self, node: cython.int, seat: cython.int, payoffs: cython.p_double) -> cython.double:
        """What the evaluation says of the position at a node in the present world."""
        self.scratch.c_copy_from(self.state)
        self.scratch.c_apply(self.action[node])
        c_shares(self.scratch, payoffs, self.lowest, self.unit)
        return payoffs[seat]

    def _attention(self, guess: cython.double) -> cython.double:
        slope: cython.double = (guess - 0.5) / self.heat
        return exp(-STEEPEST if slope < -STEEPEST else STEEPEST if slope > STEEPEST else slope)

    def _survey(self, actions: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Give the root a child for every action, each evaluated in the same worlds, on average."""
        n: cython.int = self.root.c_legal(actions)
        node: cython.int = NOTHING
        i: cython.int
        for i in range(n):
            node = self._insert(0, node, actions[i], self.seat)
            if node == NOTHING:
                return
        if self.anchor > 0.0:
            for i in range(self.worlds):
                self._deal_alike(i)
                node = self.child[0]
                while node != NOTHING:
                    self.guess[node] += self._prospect(node, self.seat, payoffs) / self.worlds
                    self.pull[node] = self._attention(self.guess[node])
                    node = self.sibling[node]

    def _select(self, n: cython.int) -> cython.int:
        return self._select_informed(n) if self.anchor > 0.0 else self._select_plain(n)

    def _select_plain(self, n: cython.int) -> cython.int:
        """UCB1 over the children offered; one never tried comes first."""
        i: cython.int
        node: cython.int
        best: cython.int = self.offered[0]
        score: cython.double
        highest: cython.double = -1.0
        for i in range(n):
            node = self.offered[i]
            if self.visits[node] == 0:
                return node
            score = self.value[node] / self.visits[node]
            score += self.exploration * sqrt(log(self.offers[node]) / self.visits[node])
            if score > highest:
                highest = score
                best = node
        return best

    def _select_informed(self, n: cython.int) -> cython.int:
        """Mean payoff, anchored at the guess, plus curiosity by the guess among the children offered."""
        i: cython.int
        node: cython.int
        best: cython.int = self.offered[0]
        score: cython.double
        highest: cython.double = -1.0
        total: cython.double = 0.0
        for i in range(n):
            total += self.pull[self.offered[i]]
        total = self.exploration / total
        for i in range(n):
            node = self.offered[i]
            score = total * self.pull[node] * sqrt(self.offers[node])
            if self.visits[node] == 0:  # most of them: no need to divide
                score += self.guess[node]
            else:
                score /= 1.0 + self.visits[node]
                score += (self.value[node] + self.anchor * self.guess[node]) / (self.visits[node] + self.anchor)
            if score > highest:
                highest = score
                best = node
        return best

    # Nodes

    def _find(self, node: cython.int, action: cython.int) -> cython.int:
        found: cython.int = self.child[node]
        while found != NOTHING and self.action[found] != action:
            found = self.sibling[found]
        return found

    def _add(self, node: cython.int, action: cython.int, seat: cython.int) -> cython.int:
        """Put a new child before the others; the order of chance outcomes does not matter."""
        return self._insert(node, NOTHING, action, seat)

    def _insert(self, node: cython.int, before: cython.int, action: cython.int, seat: cython.int) -> cython.int:
        """Put a new child behind another one, or first; return it, or NOTHING without room."""
        new: cython.int = self.used
        if new == self.size:
            return NOTHING
        self.used += 1
        self.action[new] = action
        self.actor[new] = seat
        self.child[new] = NOTHING
        self.visits[new] = self.offers[new] = 0
        self.value[new] = self.guess[new] = 0.0
        if before == NOTHING:
            self.sibling[new] = self.child[node]
            self.child[node] = new
        else:
            self.sibling[new] = self.sibling[before]
            self.sibling[before] = new
        return new

    # From one decision to the next

    def recall(self, action: int, world: State) -> bool:
        """Make what the seat knows in a world the root, keeping what was found below it; False if nothing was.

        Then nothing changes. It is looked for behind an action of the seat and what luck then showed it. Where somebody else
        has acted or drawn unseen, the worlds that were played in are no longer as likely as they were.
        """
        self.occupy()
        self.busy = False
        node = self._place_of(action, world) if world.to_act == self.seat else NOTHING
        if node == NOTHING:
            return False
        self._keep(node)
        self.root.c_copy_from(world)
        return True

    def _place_of(self, action: int, world: State) -> int:
        """Return the node of what the seat knows in a world, behind an action, or NOTHING."""
        before: State
        after: State
        known = world.determinize(self.seat, Rng(DEAL))  # what a seat knows decides what is dealt to the others
        layer: list[tuple[State, list[int]]] = [(self.root, [i for i in self._children(0) if self.action[i] == action])]
        while layer:
            below: list[tuple[State, list[int]]] = []
            for before, children in layer:
                for i in children:
                    after = before.copy()
                    after.c_apply(self.action[i])
                    if after.to_act == CHANCE:
                        below.append((after, [j for j in self._children(i) if self.action[j] != HIDDEN]))
                    elif after.to_act == self.seat and after.determinize(self.seat, Rng(DEAL)) == known:
                        return i
            layer = below
        return NOTHING

    def _keep(self, node: cython.int) -> None:
        """Slide the nodes below one, which becomes the root, to the front of the arrays. Children always lie behind parents."""
        marks = array("i", bytes(4 * self.used))
        place_of: cython.p_int = ints(marks)  # while marking: 1 if kept
        i: cython.int
        j: cython.int
        place: cython.int = 0
        place_of[node] = 1
        for i in range(node, self.used):
            j = self.child[i] if place_of[i] else NOTHING
            while j != NOTHING:
                place_of[j] = 1
                j = self.sibling[j]
        self.sibling[node] = NOTHING
        for i in range(node, self.used):
            if place_of[i]:
                place_of[i] = place
                self._slide(i, place)
                place += 1
        self.used = place
        for i in range(place):
            self.child[i] = NOTHING if self.child[i] == NOTHING else place_of[self.child[i]]
            self.sibling[i] = NOTHING if self.sibling[i] == NOTHING else place_of[self.sibling[i]]
        self.actor[0] = CHANCE
        self.start_counting()

    def _slide(self, i: cython.int, place: cython.int) -> cython.void:
        self.child[place], self.sibling[place], self.action[place] = self.child[i], self.sibling[i], self.action[i]
        self.visits[place], self.value[place], self.offers[place] = self.visits[i], self.value[i], self.offers[i]
        self.actor[place], self.guess[place], self.pull[place] = self.actor[i], self.guess[i], self.pull[i]

    # After the search

    def _children(self, node: cython.int) -> list[int]:
        found: cython.int = self.child[node]
        children = []
        while found != NOTHING:
            children.append(found)
            found = self.sibling[found]
        return children

    def candidates(self) -> list[Candidate]:
        """Return the actions of the root in ascending order."""
        return [Candidate(self.action[i], self.visits[i], self._mean(i)) for i in self._children(0)]

    def _mean(self, i: cython.int) -> float:
        weight: cython.double = self.visits[i] + self.anchor
        return (self.value[i] + self.anchor * self.guess[i]) / weight if weight > 0 else 0.0

    def report(self, lines: Whole = 1) -> SearchReport:
        """Return the best action and what the search knows of it; so many of the candidates, the best, with their lines."""
        candidates = self.candidates() or [Candidate(action, 0, 0.0) for action in self.root.legal()]
        action = best_candidate(candidates).action
        candidates = with_lines(candidates, action, lines, self.line)
        return SearchReport(action, self.mean_payoffs(), self.line(), self.simulations, self.deepest, False, None, candidates)

    def line(self, first: int = NOTHING) -> list[int]:
        """Return the most visited line of play, after an action if one is given.

        It goes up to the next chance event or to where the tree knows little.
        """
        actions: list[int] = []
        node: cython.int
        children = self._children(0)
        if first >= 0:
            actions.append(first)
            node = self._find(0, first)
            children = [] if node == NOTHING else self._children(node)
        while children:
            most = max([self.visits[i] for i in children])
            node = min([i for i in children if self.visits[i] == most])
            if self.actor[node] < 0 or (actions and self.visits[node] < 2):
                break
            actions.append(self.action[node])
            children = self._children(node)
        return actions


def search(
    root: State,
    seat: Whole,
    simulations: Whole,
    rng: Rng | Whole,
    settings: Settings = PLAIN,
    seconds: float | None = None,
    blend_chance: bool = False,
    threads: Whole = 1,
    lines: Whole = 1,
    on_report: OnReport | None = None,
    network: Network | None = None,
) -> SearchReport:
    """Search from what one seat knows of a position in which it acts; with several threads, in trees whose roots are added up.

    The best `lines` candidates come with their lines of play; `on_report` is told meanwhile what was found so far. A network
    guides the search.
    """
    trees = [InformationTree(root, seat, stream, settings, blend_chance, network) for stream in streams(rng, threads)]
    return grown(trees, simulations, seconds, lines, on_report)
