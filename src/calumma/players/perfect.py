"""The player `perfect`: follows what is known exactly wherever that reaches, and searches elsewhere."""

from __future__ import annotations

from dataclasses import replace

from calumma.core import OVER, Game, State
from calumma.core.words import Words
from calumma.players.bots import AlphaBetaPlayer
from calumma.players.budget import Budget
from calumma.players.knowing import PAYOFFS, choice_of
from calumma.players.levels import INTERPRETED_SECONDS
from calumma.players.player import Choice, Limits, Player, least
from calumma.players.traps import OutOfTime, best_trap
from calumma.search import Candidate
from calumma.solutions import (
    AT_EASE,
    SEARCHED_PER_SECOND,
    WITH_PATIENCE,
    Effort,
    Known,
    solution_of,
    value_at_length,
    value_within,
)

say = Words(__package__)

# Without a time it spends so much, whatever the machine: a second or two each.
TRAPS = 150_000  # positions in search of traps ..
ASKED = 50  # .. of which every question takes so many, beside what it may search
NODES = 4_000_000  # of a search where nothing is known


class PerfectPlayer(Player):
    """Never leaves a winning line that is known; when lost, resists long and where most replies throw the win away.

    With a time it does what fits into that; without one always the same, as far as what it looked at before is the same.
    """

    def __init__(self, spec: str, game: Game, seed: int, seconds: float | None = None) -> None:
        super().__init__(spec, game, seed)
        self.solution = solution_of(game)
        self.seconds = INTERPRETED_SECONDS if seconds is None and not game.is_compiled else seconds
        self.searcher = AlphaBetaPlayer(spec, game, seed, nodes=NODES if self.seconds is None else None)
        self.budget = Budget(seconds, TRAPS)

    def think(self, world: State, seat: int) -> Choice:
        self.budget = Budget(least(self.seconds, self.asked.limits.seconds), TRAPS)
        known = self._value(world)
        if known is None or not known.best:
            return self._searched(world, seat)
        # Certificates and proofs know the consequences of the first of their moves; the tables know those of all.
        is_bound = known.source != "tables" and known.value == "win"
        action = known.best[0 if is_bound else self.rng.below(len(known.best))]
        if known.value == "loss":
            action = self._trap(world, known, action)
        choice = choice_of(known, seat, action)
        if self.asked.lines > len(choice.candidates):
            return replace(choice, candidates=[*choice.candidates, *self._others(world, known)])
        return choice

    def _value(self, world: State) -> Known | None:
        """Return what is known, for half of the time at most: a search may have to do the rest."""
        seconds = self.budget.seconds
        if seconds is None:
            return value_at_length(self.solution, world, WITH_PATIENCE, lambda: self.budget.is_stopped)
        proof = Effort(AT_EASE.plies, min(AT_EASE.positions, int(seconds / 2 * SEARCHED_PER_SECOND)))
        return value_within(self.solution, world, seconds / 2, proof, lambda: self.budget.is_stopped)

    def _trap(self, world: State, known: Known, action: int) -> int:
        """Return the move after which the smallest part of the replies keeps the win; of equals, one that resists longest.

        Where the plies are exact only moves that resist longest are looked at, else all.
        """
        longest = [action, *(each for each in known.best if each != action)]
        others = [each for each in world.legal() if each not in longest] if known.is_at_most else []
        return best_trap(world, [*longest, *others], self._ask)

    def _ask(self, state: State, effort: Effort) -> Known | None:
        """Return what is known about a reply to a trap; OutOfTime if the budget is used up."""
        rest = self.budget.rest
        if rest <= 0:
            raise OutOfTime
        known = self.solution.value(state, replace(effort, searched=min(effort.searched, rest)))
        self.budget.spend(ASKED + (effort.searched if known is None else effort.searched // 4))
        return known

    def _others(self, world: State, known: Known) -> list[Candidate]:
        """Return the moves that are not best as far as something is known of them."""
        found = []
        for action in world.legal():
            if self.budget.is_stopped or self.budget.seconds_left == 0.0:
                break
            after = world.copy()
            after.apply_unchecked(action)
            if action not in known.best and (value := self._value_for(world.to_act, after)) is not None:
                found.append(Candidate(action, 0, value, True, (action,)))
        return found

    def _value_for(self, seat: int, after: State) -> float | None:
        if after.to_act == OVER:
            return after.payoffs()[seat]
        reply = self.solution.value(after)
        return None if reply is None else PAYOFFS[reply.value] if after.to_act == seat else 1.0 - PAYOFFS[reply.value]

    def _searched(self, world: State, seat: int) -> Choice:
        self.searcher.follow(self)
        choice = self._search(world, seat, self._limits_left())
        if choice.depth == 0:  # there was no time to look at every move even once
            choice = self._search(world, seat, self._one_ply)
        missing = not self.solution.has_certificate
        return replace(choice, note=say("searched-without-certificate" if missing else "searched-beyond"))

    def _search(self, world: State, seat: int, limits: Limits) -> Choice:
        self.searcher.asked = replace(self.asked, limits=limits)
        return self.searcher.think(world, seat)

    @property
    def _one_ply(self) -> Limits:
        """What is searched at least, be there time for it or not: it takes a moment, and any other move would be a blind one."""
        return replace(self.asked.limits, depth=1, seconds=None)

    def _limits_left(self) -> Limits:
        """Return what a search may take that comes after the question what is known."""
        if self.budget.is_stopped or self.budget.seconds_left == 0.0:
            return self._one_ply
        return replace(self.asked.limits, seconds=self.budget.seconds_left)

    def stop(self) -> None:
        self.budget.stop()
        self.searcher.stop()
