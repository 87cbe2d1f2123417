"""A bot of one's own: it looks one action ahead and leaves the others as few choices as it can.

After `pip install ./examples/own_bot` it is one of the players: `calumma match yamamoto hasty level:1`.
"""

from __future__ import annotations

from calumma import Game, State
from calumma.players import Choice, Player, Spec


class Hasty(Player):
    """Plays the action after which the other seats have the fewest."""

    def think(self, world: State, seat: int) -> Choice:
        actions = world.legal()
        action = min(actions, key=lambda one: (self._replies(world, one), one))
        return Choice(action, line=[action], nodes=len(actions), depth=1)

    def _replies(self, world: State, action: int) -> int:
        after = world.copy()
        after.apply(action)
        return len(after.legal())


def build(spec: Spec, game: Game, seed: int) -> Player:
    """What the entry point names: it is given the text of the player, taken apart, the game and a seed."""
    return Hasty(spec.text, game, seed)
