"""The player `perfect`: follows what is known exactly wherever that reaches, and searches elsewhere."""

from __future__ import annotations

from dataclasses import replace

from calumma.core import OVER, Game, State
from calumma.core.words import Words
from calumma.players.bots import AlphaBetaPlayer
from calumma.players.knowing import PAYOFFS, choice_of
from calumma.players.player import Choice, Player
from calumma.search import Candidate
from calumma.search.clock import processor_time
from calumma.solutions import SEARCHED_PER_SECOND, Effort, Known, solution_of

say = Words(__package__)

SECONDS = 2.0
GLANCE = Effort(3, 300)  # for each of the many replies to a trap


class PerfectPlayer(Player):
    """Never leaves a winning line that is known; when lost, resists long and where most replies throw the win away."""

    def __init__(self, spec: str, game: Game, seed: int, seconds: float | None = None) -> None:
        super().__init__(spec, game, seed)
        self.solution = solution_of(game)
        self.seconds = seconds or SECONDS
        self.effort = Effort(9, 60_000, int(SEARCHED_PER_SECOND * self.seconds / 2))
        self.searcher = AlphaBetaPlayer(spec, game, seed, seconds=self.seconds)

    def think(self, world: State, seat: int) -> Choice:
        known = self.solution.value(world, self.effort)
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

    def _trap(self, world: State, known: Known, action: int) -> int:
        """Return the move after which the smallest part of the replies keeps the win; of equals, and if time is up, the first.

        Where the plies are exact only moves that resist longest are looked at, else all.
        """
        moves = [action, *(each for each in (world.legal() if known.is_at_most else known.best) if each != action)]
        end = processor_time() + self.seconds / 2
        kept: dict[int, float] = {}
        for each in moves:
            after = world.copy()
            after.apply_unchecked(each)
            kept[each] = self._kept(after, world.to_act) if after.to_act >= 0 else 1.0
            if processor_time() > end:
                break
        return min(kept, key=lambda each: kept[each])

    def _kept(self, state: State, loser: int) -> float:
        """Return the part of the moves after which the loser is still known to lose; 1 if one of them ends it at once."""
        count, legal = 0, state.legal()
        for action in legal:
            after = state.copy()
            after.apply_unchecked(action)
            if after.to_act == OVER:
                if after.payoffs()[loser] == 0.0:
                    return 1.0
                continue
            known = self.solution.value(after, GLANCE)
            count += known is not None and (known.value == "loss") == (after.to_act == loser) and known.value != "draw"
        return count / len(legal)

    def _others(self, world: State, known: Known) -> list[Candidate]:
        """Return the moves that are not best as far as something is known of them."""
        found = []
        for action in world.legal():
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
        choice = self.searcher.think(world, seat)
        missing = not self.solution.has_certificate
        return replace(choice, note=say("searched-without-certificate" if missing else "searched-beyond"))

    def stop(self) -> None:
        self.searcher.stop()
