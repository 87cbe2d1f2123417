# distutils: extra_compile_args = -O3
"""Monte Carlo tree search for open games: any number of seats, teams, explicit chance, proven results.

The tree lies in flat arrays of a fixed size; the children of a node are neighbours. `value[i]` is summed for `actor[i]`,
the seat that acted to reach node i, so every seat maximises its own payoff. Node 0 is the root. What is proven of nodes is the
matter of `proof.py`.

A guided tree asks a network once for every new node: what it is worth, and which children look good (PUCT). It has one of its
own, or somebody else answers for it (`grove.py`).
"""

from __future__ import annotations

import time
from array import array
from typing import Any

import cython

from calumma.core.given import Whole, check_position, seconds_of
from calumma.core.network import Network, reader_in
from calumma.core.room import room
from calumma.core.state import Rng, State
from calumma.core.tables import UNIT
from calumma.search.growth import DEEPEST
from calumma.search.proof import Proof
from calumma.search.report import PLAIN, Candidate, OnReport, SearchReport, Settings
from calumma.search.several import best_candidate, grown, streams, with_lines

if not cython.compiled:
    from math import exp, log, sqrt

    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares
    from calumma.core.room import doubles, floats, ints
    from calumma.search.rollout import c_scale, c_shares, c_winners

TWO_TO_32 = 4294967296.0
BYTES_PER_NODE = 36  # four ints, a double, two floats, two bytes of winners, two of the actor


class Tree(Proof):
    """A search tree over one root position."""

    def __init__(
        self,
        root: State,
        rng: Rng | Whole,
        settings: Settings = PLAIN,
        network: Network | None = None,
        guided: bool = False,
    ) -> None:
        if root.to_act < 0:
            raise ValueError("cannot search here: expected a position in which a seat acts")
        self.guided = guided or network is not None
        self.reader: Any = None if network is None else reader_in(network, root.game)
        if self.guided and settings.anchor <= 0:
            raise ValueError("cannot be guided by a network without an anchor: expected settings like GUIDED")
        informed = settings.nodes if settings.anchor > 0 else 1
        Proof.__init__(self, root, rng, settings, informed)
        self.prior = floats(room("f", informed, self.kept))
        if not cython.compiled:
            self.part = [0.0] * MOST_SEATS
        for team in root.game.teams:
            for seat in team:
                self.part[seat] = 1.0 / len(team)
        self.chances = doubles(room("d", MOST_ACTIONS if self.guided else 1, self.kept))
        self.clear()

    @property
    def memory(self) -> int:
        """Bytes that the nodes take at most."""
        return self.size * BYTES_PER_NODE

    @property
    def proven(self) -> bool:
        """Whether the result of the root is known for certain."""
        return self.won[0] != 0

    def clear(self) -> None:
        """Forget everything but the root position."""
        self.occupy()
        self.busy = False
        self.used = 1
        self.first[0] = self.count[0] = self.visits[0] = self.won[0] = 0
        self.value[0] = 0.0
        self.actor[0] = CHANCE
        self.start_counting()

    def simulate(self, simulations: cython.int) -> int:
        """Make at most that many simulations; a proven root needs no more."""
        if self.guided and self.reader is None:
            raise ValueError("this tree has no network of its own: expected somebody who answers for it")
        done: cython.int = 0
        actions: Actions
        weights: Actions
        payoffs: Shares
        if not cython.compiled:
            actions, weights, payoffs = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0.0] * MOST_SEATS
        self.occupy()
        with cython.nogil:
            while done < simulations and not self.stopped and self.won[0] == 0:
                self.start()
                self._simulate(actions, weights, payoffs)
                done += 1
        self.busy = False
        self.check()
        return done

    # One simulation

    def _simulate(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Walk down the tree, judge where it ends, and credit all nodes on the way."""
        self.walk(actions, weights, payoffs)
        if self.asking:
            self.reader.c_read(self.state, self.state.c_to_act())
            self.reader.c_values(payoffs)
            if self.fresh:
                self.reader.c_chances(actions, self.count[self.path[self.depth]], self.chances)
            self.settle(payoffs)
        self.credit(self.depth, payoffs)

    def walk(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.void:
        """Walk down the tree and judge where it ends, or, guided, leave that open: then `asking`.

        If the node there has just got its children, `fresh`, they are the actions.
        """
        node: cython.int = 0
        depth: cython.int = 0
        self.path[0] = 0
        self.fresh = self.asking = False
        while self.won[node] == 0 and depth < DEEPEST - 1:
            if self.count[node] == 0 and not self._expand(node, depth, actions, weights, payoffs):
                break
            if self.won[node] != 0 or self.fresh:
                break
            node = self._select(node, weights)
            self.state.c_apply(self.action[node])
            depth += 1
            self.path[depth] = node
            if self.is_far():
                break
        self.depth = depth
        if self.won[node] != 0:
            self.share_out(self.won[node], payoffs)
        elif self.guided:
            self.asking = self._is_open(actions, weights, payoffs)
        else:
            self.judge(actions, weights, payoffs)

    def _is_open(self, actions: cython.p_int, weights: cython.p_int, payoffs: cython.p_double) -> cython.bint:
        """Whether a seat acts, after chance has; else write what the end pays."""
        while self.state.c_to_act() == CHANCE:
            self.state.c_apply(self.state.c_pick(self.rng, actions, weights))
        if self.state.c_to_act() >= 0:
            return True
        c_shares(self.state, payoffs, self.lowest, self.unit)
        return False

    def settle(self, payoffs: cython.p_double) -> cython.void:
        """Take an answer: what the node is worth, and in `chances` how its children share the attention."""
        i: cython.int
        node: cython.int = self.path[self.depth]
        start: cython.int = self.first[node]
        if self.fresh:
            for i in range(self.count[node]):
                self.prior[start + i] = self.chances[i]
                self.guess[start + i] = payoffs[self.actor[start + i]]

    def _expand(
        self, node: cython.int, depth: cython.int, actions: cython.p_int, ratings: cython.p_int, payoffs: cython.p_double
    ) -> cython.bint:
        """Give a node its children, unless it is too fresh, the match is over or there is no room; return whether it has some."""
        i: cython.int
        n: cython.int
        seat: cython.int
        start: cython.int = self.used
        if self.visits[node] < self.patience and depth > 0 and not self.guided:
            return False
        n = self.state.c_legal(actions)
        if n == 0:
            self.won[node] = c_winners(self.state, payoffs, self.lowest, self.unit)
            self.prove(depth - 1)
            return False
        if start + n > self.size:
            return False
        seat = self.state.c_to_act()
        for i in range(n):
            self.count[start + i] = self.visits[start + i] = self.won[start + i] = 0
            self.value[start + i] = 0.0
            self.action[start + i] = actions[i]
            self.actor[start + i] = seat
        self.first[node] = start
        self.count[node] = n
        self.used += n
        if self.guided and seat >= 0:
            self.fresh = True
            self._foresee(node, payoffs)
            self.prove(depth)
        elif self.anchor > 0.0 and seat >= 0:
            self._consider(node, depth, actions, ratings, payoffs)
            self.prove(depth)
        return True

    def _foresee(self, node: cython.int, payoffs: cython.p_double) -> cython.void:
        """Look which children end the match."""
        i: cython.int
        for i in range(self.first[node], self.first[node] + self.count[node]):
            self.scratch.c_copy_from(self.state)
            self.scratch.c_apply(self.action[i])
            if self.scratch.c_to_act() == OVER:
                self.won[i] = c_winners(self.scratch, payoffs, self.lowest, self.unit)

    def _consider(
        self, node: cython.int, depth: cython.int, actions: cython.p_int, ratings: cython.p_int, payoffs: cython.p_double
    ) -> cython.void:
        """Guess what all children are worth to the seat that chooses among them, and share out attention by it.

        Behind the root that is what the game foresees of them, if it does: it costs a fraction of playing and judging each.
        """
        i: cython.int
        start: cython.int = self.first[node]
        end: cython.int = start + self.count[node]
        seat: cython.int = self.actor[start]
        if depth > 0 and self.state.c_foresee(actions, end - start, ratings):
            for i in range(start, end):
                self.guess[i] = self.part[seat] / (1.0 + exp(-ratings[i - start] / UNIT))
        else:
            self._try_all(start, end, seat, payoffs)
        self._share_attention(start, end)

    def _try_all(self, start: cython.int, end: cython.int, seat: cython.int, payoffs: cython.p_double) -> cython.void:
        """Play and judge every child."""
        i: cython.int
        for i in range(start, end):
            self.scratch.c_copy_from(self.state)
            self.scratch.c_apply(self.action[i])
            if self.scratch.c_to_act() == OVER:
                self.won[i] = c_winners(self.scratch, payoffs, self.lowest, self.unit)
            else:
                self.scratch.c_evaluate(payoffs)
                c_scale(payoffs, self.root.seats, self.lowest, self.unit)
            self.guess[i] = payoffs[seat]

    def _share_attention(self, start: cython.int, end: cython.int) -> cython.void:
        """The better the guess, the more attention a child gets."""
        i: cython.int
        best: cython.double = 0.0
        total: cython.double = 0.0
        for i in range(start, end):
            if self.guess[i] > best:
                best = self.guess[i]
        for i in range(start, end):
            self.prior[i] = exp((self.guess[i] - best) / self.heat)
            total += self.prior[i]
        for i in range(start, end):
            self.prior[i] = self.prior[i] / total

    def _select(self, node: cython.int, weights: cython.p_int) -> cython.int:
        """The child to enter: by weight at a chance node, else the most promising for the seat that acts."""
        start: cython.int = self.first[node]
        if self.actor[start] < 0:
            return self._sample(start, weights)
        if self.anchor > 0.0:
            return self._select_informed(node, start, start + self.count[node])
        return self._select_plain(node, start, start + self.count[node])

    def _sample(self, start: cython.int, weights: cython.p_int) -> cython.int:
        i: cython.int
        total: cython.int = 0
        for i in range(self.state.c_chance(weights)):
            total += weights[i]
        total = self.rng.c_below(total)
        i = 0
        while total >= weights[i]:
            total -= weights[i]
            i += 1
        return start + i

    def _select_plain(self, node: cython.int, start: cython.int, end: cython.int) -> cython.int:
        """UCB1; children never tried come first."""
        i: cython.int
        best: cython.int = start
        score: cython.double
        highest: cython.double = -1.0
        spread: cython.double = log(self.visits[node] + 1.0)
        for i in range(start, end):
            if self.won[i] != 0:
                score = self.share(self.won[i], self.actor[i])
            elif self.visits[i] == 0:
                return i
            else:
                score = self.value[i] / self.visits[i] + self.exploration * sqrt(spread / self.visits[i])
            if score > highest:
                highest = score
                best = i
        return best

    def _select_informed(self, node: cython.int, start: cython.int, end: cython.int) -> cython.int:
        """Mean payoff, anchored at the guess, plus curiosity in proportion to the prior."""
        i: cython.int
        best: cython.int = start
        score: cython.double
        highest: cython.double = -1.0
        spread: cython.double = self.exploration * sqrt(self.visits[node] + 1.0)
        for i in range(start, end):
            if self.won[i] != 0:
                score = self.share(self.won[i], self.actor[i])
            else:
                score = (self.value[i] + self.anchor * self.guess[i]) / (self.visits[i] + self.anchor)
                score += spread * self.prior[i] / (1.0 + self.visits[i])
            if score > highest:
                highest = score
                best = i
        return best

    # In matches of a network with itself

    def use(self, network: Network) -> None:
        """Be guided by another network from now on, and forget what the last one said."""
        if not self.guided:
            raise ValueError("this tree is guided by no network: expected one that was made with one")
        self.reader = reader_in(network, self.root.game)
        self.clear()

    def begin(self, root: State) -> None:
        """Make a position of the same game, in which a seat acts, the root, and forget everything else."""
        check_position(root, self.root.game, "search")
        if root.to_act < 0:
            raise ValueError("cannot search here: expected a position in which a seat acts")
        self.root.c_copy_from(root)
        self.clear()

    def stir(self, part: float) -> None:
        """Mix the attention that the root's children get with luck, which gets that part, so that all are tried now and then."""
        i: cython.int
        start: cython.int = self.first[0]
        n: cython.int = self.count[0]
        total: cython.double = 0.0
        if not self.guided:  # its root's children have no attention, and there is no room for luck
            raise ValueError("cannot stir this tree: expected one that is guided by a network")
        for i in range(n):
            self.chances[i] = -log((self.rng.c_next() + 1.0) / TWO_TO_32)
            total += self.chances[i]
        for i in range(n):
            self.prior[start + i] = (1.0 - part) * self.prior[start + i] + part * self.chances[i] / total

    def tries(self) -> tuple[array[int], array[int]]:
        """Return the actions of the root, and how often each was tried; if the result is known, just which bring it."""
        i: cython.int
        n: cython.int = self.count[0]
        start: cython.int = self.first[0]
        actions, counts = array("i", bytes(4 * n)), array("i", bytes(4 * n))
        for i in range(n):
            actions[i] = self.action[start + i]
            counts[i] = self.visits[start + i] if self.won[0] == 0 else self.won[start + i] == self.won[0]
        return actions, counts

    # After the search

    def candidates(self) -> list[Candidate]:
        """Return the actions of the root in ascending order."""
        return [self._candidate(i) for i in range(self.first[0], self.first[0] + self.count[0])]

    def _candidate(self, i: cython.int) -> Candidate:
        if self.won[i]:
            value = self.share(self.won[i], self.actor[i])
        elif self.anchor > 0:
            value = (self.value[i] + self.anchor * self.guess[i]) / (self.visits[i] + self.anchor)
        else:
            value = self.value[i] / self.visits[i] if self.visits[i] else 0.0
        return Candidate(self.action[i], self.visits[i], value, self.won[i] != 0)

    def report(self, lines: Whole = 1) -> SearchReport:
        """Return the best action and what the search knows of it; so many of the candidates, the best, with their lines."""
        candidates = self.candidates() or [Candidate(action, 0, 0.0) for action in self.root.legal()]
        best = best_candidate(candidates).action
        known = [self.share(self.won[0], seat) for seat in range(self.root.seats)]
        values = known if self.won[0] else self.mean_payoffs()
        candidates = with_lines(candidates, best, lines, self.line)
        return SearchReport(best, values, self.line(best), self.simulations, self.deepest, self.proven, None, candidates)

    def line(self, first: int = -1) -> list[int]:
        """Return the most visited line of play, after an action if one is given.

        It goes up to the next chance event or to where the tree knows little.
        """
        actions: list[int] = []
        node: cython.int = 0
        if first >= 0:
            actions.append(first)
            node = self._child(first)
        while node >= 0 and self.count[node] and self.actor[self.first[node]] >= 0:
            children = list(range(self.first[node], self.first[node] + self.count[node]))
            best = best_candidate([self._candidate(i) for i in children])
            node = children[[self.action[i] for i in children].index(best.action)]
            if actions and self.visits[node] < 2 and not self.won[node]:
                break
            actions.append(self.action[node])
        return actions

    def _child(self, action: cython.int) -> cython.int:
        """The child of the root behind an action, -1 if there is none yet."""
        i: cython.int
        for i in range(self.first[0], self.first[0] + self.count[0]):
            if self.action[i] == action:
                return i
        return -1

    def path_to(self, state: State, plies: int, effort: int = 5000) -> list[int] | None:
        """Return the actions that lead from the root to a position, through nodes of the tree, if it lies within some plies."""
        child: State
        wanted, key = state.hash(), state.key()
        layer: list[tuple[int, State, list[int]]] = [(0, self.root.copy(), [])]
        for _ in range(plies):
            if not layer:
                break
            below: list[tuple[int, State, list[int]]] = []
            for node, parent, path in layer:
                for i in range(self.first[node], self.first[node] + self.count[node]):
                    if not self.count[i] or len(below) >= effort:
                        continue
                    child = parent.copy()
                    child.c_apply(self.action[i])
                    if child.hash() == wanted and child.key() == key:
                        return [*path, int(self.action[i])]
                    below.append((i, child, [*path, int(self.action[i])]))
            layer = below
        return None

    def advance(self, action: int) -> bool:
        """Make the position after an action the root, keeping what is known of it; False, and all is forgotten, if nothing is."""
        self.occupy()
        self.busy = False
        found = [i for i in range(self.first[0], self.first[0] + self.count[0]) if self.action[i] == action]
        self.root.apply(action)
        if not found or not self.count[found[0]] or self.root.to_act < 0:
            self.clear()
            return False
        self._keep(found[0])
        return True

    def _keep(self, node: cython.int) -> None:
        """Slide the nodes below one, which becomes the root, to the front of the arrays. Children always lie behind parents."""
        marks = array("i", bytes(4 * self.used))
        place_of: cython.p_int = ints(marks)  # while marking: 1 if kept
        i: cython.int
        j: cython.int
        place: cython.int = 0
        place_of[node] = 1
        for i in range(node, self.used):
            if place_of[i]:
                for j in range(self.first[i], self.first[i] + self.count[i]):
                    place_of[j] = 1
        for i in range(node, self.used):
            if place_of[i]:
                place_of[i] = place
                self._slide(i, place)
                place += 1
        self.used = place
        for i in range(place):
            if self.count[i]:
                self.first[i] = place_of[self.first[i]]
        self.actor[0] = CHANCE
        self.start_counting()

    def _slide(self, i: cython.int, place: cython.int) -> cython.void:
        self.first[place], self.count[place], self.action[place] = self.first[i], self.count[i], self.action[i]
        self.visits[place], self.value[place] = self.visits[i], self.value[i]
        self.won[place], self.actor[place] = self.won[i], self.actor[i]
        if self.anchor > 0:
            self.guess[place], self.prior[place] = self.guess[i], self.prior[i]


def search(
    root: State,
    simulations: Whole,
    rng: Rng | Whole,
    settings: Settings = PLAIN,
    seconds: float | None = None,
    threads: Whole = 1,
    lines: Whole = 1,
    on_report: OnReport | None = None,
    network: Network | None = None,
) -> SearchReport:
    """Search a position in which a seat acts; with several threads, in separate trees whose roots are added up.

    The best `lines` candidates come with their lines of play; `on_report` is told meanwhile what was found so far. A network
    guides the search.
    """
    trees = [Tree(root, stream, settings, network) for stream in streams(rng, threads)]
    return grown(trees, simulations, seconds, lines, on_report)


def uct_speed(root: State, seconds: float, rng: Rng | Whole) -> tuple[int, float]:
    """Run plain UCT with random playouts for about that long; return simulations and the seconds it took.

    The tree is begun anew when it is full or the root is proven, as in a row of moves.
    """
    seconds_of(seconds)
    tree = Tree(root, rng, PLAIN)
    count, batch, elapsed = 0, 1, 0.0
    start = time.perf_counter()
    while elapsed < seconds:
        count += tree.run(batch)
        if tree.proven or tree.nodes > 900_000:
            tree.clear()
        elapsed = time.perf_counter() - start
        batch = max(1, min(2 * batch, int(count / elapsed * (seconds - elapsed)), 20_000))
    return count, elapsed
