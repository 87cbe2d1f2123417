"""The player `perfect`: follows what is known exactly wherever that reaches, and searches elsewhere."""

from __future__ import annotations

from dataclasses import replace

from calumma.core import Game, State
from calumma.core.words import Words
from calumma.players.bots import AlphaBetaPlayer
from calumma.players.player import Choice, Player
from calumma.solutions import Known, solution_of

say = Words(__package__)

SECONDS = 2.0
PAYOFFS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class PerfectPlayer(Player):
    """Never leaves a winning line that is known; when lost, resists as long as possible."""

    def __init__(self, spec: str, game: Game, seed: int, seconds: float | None = None) -> None:
        super().__init__(spec, game, seed)
        self.solution = solution_of(game)
        self.searcher = AlphaBetaPlayer(spec, game, seed, seconds=seconds or SECONDS)

    def think(self, world: State, seat: int) -> Choice:
        known = self.solution.value(world)
        if known is None or not known.best:
            return self._searched(world, seat)
        # Certificates and proofs know the consequences of the first of their moves; the tables know those of all.
        is_bound = known.source != "tables" and known.value == "win"
        action = known.best[0 if is_bound else self.rng.below(len(known.best))]
        return Choice(
            action,
            values=_payoffs(known, seat),
            line=[action],
            depth=known.plies,
            proven=True,
            distance=None if known.value == "draw" else known.plies,
            note=_words(known),
        )

    def _searched(self, world: State, seat: int) -> Choice:
        choice = self.searcher.think(world, seat)
        missing = not self.solution.has_certificate
        return replace(choice, note=say("searched-without-certificate" if missing else "searched-beyond"))

    def stop(self) -> None:
        self.searcher.stop()


def _payoffs(known: Known, seat: int) -> list[float]:
    mine = PAYOFFS[known.value]
    return [mine, 1.0 - mine] if seat == 0 else [1.0 - mine, mine]


def _words(known: Known) -> str:
    if known.value == "draw":
        return say("known-draw", source=known.source)
    return say(f"known-{known.value}", count=known.plies, source=known.source)
