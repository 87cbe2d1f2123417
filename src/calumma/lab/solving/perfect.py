"""The player `perfect`: follows tables and certificate wherever they reach, and searches elsewhere."""

from __future__ import annotations

from calumma.core import Game, GameError, State
from calumma.lab.solving.knowledge import DRAW, WIN, Known, knowledge_of
from calumma.players.bots import AlphaBetaPlayer
from calumma.players.player import Choice, Player
from calumma.players.specs import Spec

SECONDS = 2.0


class PerfectPlayer(Player):
    """Never leaves a winning line that is known; when lost, resists as long as possible."""

    def __init__(self, spec: str, game: Game, seed: int, seconds: float | None = None) -> None:
        super().__init__(spec, game, seed)
        self.knowledge = knowledge_of(game)
        self.searcher = AlphaBetaPlayer(spec, game, seed, seconds=seconds or SECONDS)

    def think(self, world: State, seat: int) -> Choice:
        known = self.knowledge.of(world)
        if known is None or not known.best:
            return self._searched(world, seat)
        action = known.best[self.rng.below(len(known.best))]
        return Choice(
            action,
            values=_payoffs(known, seat),
            line=[action],
            depth=known.plies,
            proven=True,
            distance=None if known.value == DRAW else known.plies,
            note=_words(known),
        )

    def _searched(self, world: State, seat: int) -> Choice:
        from dataclasses import replace

        choice = self.searcher.think(world, seat)
        return replace(choice, note="beyond the tables and the certificate: searched")

    def stop(self) -> None:
        self.searcher.stop()


def _payoffs(known: Known, seat: int) -> list[float]:
    mine = {WIN: 1.0, DRAW: 0.5}.get(known.value, 0.0)
    return [mine, 1.0 - mine] if seat == 0 else [1.0 - mine, mine]


def _words(known: Known) -> str:
    if known.value == DRAW:
        return f"a draw, by the {known.source}"
    return f"{'won' if known.value == WIN else 'lost'} in {known.plies} plies, by the {known.source}"


def perfect(spec: Spec, game: Game, seed: int) -> Player:
    """Build the player from its spec (an entry point of the group calumma.players)."""
    if game.name != "yamamoto":
        raise GameError(f'the player "{spec.text}" cannot play {game}: expected yamamoto, the game that is solved')
    if spec.argument is not None:
        raise GameError(f'cannot build the player "{spec.text}": expected nothing after "{spec.name}"')
    return PerfectPlayer(spec.text, game, seed, spec.seconds)
