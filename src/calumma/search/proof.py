# distutils: extra_compile_args = -O3
"""What a search tree proves: a node whose result is certain holds the winners as a set of bits, and so may its parents."""

from __future__ import annotations

import cython

from calumma.core.given import Whole
from calumma.core.room import room
from calumma.core.state import Rng, State
from calumma.search.growth import Growth
from calumma.search.report import Settings

if not cython.compiled:
    from calumma.core.protocol import MOST_SEATS
    from calumma.core.room import ints, ushorts


class Proof(Growth):
    """A tree whose nodes know their children, which are neighbours, and who wins where that is certain."""

    def __init__(self, root: State, rng: Rng | Whole, settings: Settings, informed: int) -> None:
        Growth.__init__(self, root, rng, settings, informed)
        nodes = settings.nodes
        self.first, self.count = ints(room("i", nodes, self.kept)), ints(room("i", nodes, self.kept))
        self.won = ushorts(room("H", nodes, self.kept))
        if not cython.compiled:
            self.allies = [0] * MOST_SEATS
        for team in root.game.teams:
            for seat in team:
                self.allies[seat] = sum([1 << ally for ally in team])

    def share(self, winners: cython.int, seat: cython.int) -> cython.double:
        """The payoff of a seat if these win."""
        i: cython.int
        n: cython.int = 0
        if not (winners >> seat) & 1:
            return 0.0
        for i in range(MOST_SEATS):
            n += (winners >> i) & 1
        return 1.0 / n

    def share_out(self, winners: cython.int, payoffs: cython.p_double) -> cython.void:
        seat: cython.int
        for seat in range(self.root.seats):
            payoffs[seat] = self.share(winners, seat)

    def prove(self, depth: cython.int) -> cython.void:
        """Look whether the nodes of the present path, from that depth upwards, are decided by their children."""
        while depth >= 0:
            self.won[self.path[depth]] = self._outcome(self.path[depth])
            if self.won[self.path[depth]] == 0:
                return
            depth -= 1

    def _outcome(self, node: cython.int) -> cython.int:
        """The winners that the children of a node prove, or 0.

        A child in which only the actor and its allies win decides at once. Otherwise all children must be proven, and the best
        of them for the actor agree on who wins: with several seats, which of two equal results it picks is anybody's guess.
        At a chance node all outcomes must agree.
        """
        start: cython.int = self.first[node]
        seat: cython.int = self.actor[start]
        i: cython.int
        winners: cython.int = 0
        highest: cython.double = -1.0
        share: cython.double
        is_open: cython.bint = False
        for i in range(start, start + self.count[node]):
            if self.won[i] == 0:
                is_open = True
                continue
            share = 0.0
            if seat >= 0:
                if (self.won[i] & ~self.allies[seat]) == 0:
                    return self.won[i]
                share = self.share(self.won[i], seat)
            if share > highest:
                highest = share
                winners = self.won[i]
            elif share == highest and winners != self.won[i]:
                winners = 0
        return 0 if is_open else winners
