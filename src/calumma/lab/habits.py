"""How matches are played that become lessons for a network, whoever plays them: what is tried, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calumma.core import Rng
from calumma.players.player import Choice

SURE = 9  # times as much as all others together is said for what a teacher chose, if it does not tell how often it tried each
SHARP = 2  # with secrets there are many actions and few simulations: most are tried once or twice, which says little for them


@dataclass(frozen=True)
class Habits:
    """How a network plays itself: simulations a decision, luck in its attention, plies in which it plays what it tried."""

    simulations: int = 64
    stirred: float = 0.25
    warm: int = 12  # plies at the start in which an action is played as often as it was tried
    blend: float = 0.1  # part of what was expected, at every ply, in what is to be foretold; the rest came later
    random: int = 2  # plies at the start, at most, that are played at random
    stray: float = 0.1  # part of a teacher's plies that are played at random: so that it shows how to answer mistakes as well

    def choose(self, actions: Sequence[int], counts: Sequence[int], ply: int, luck: Rng) -> int:
        """Return the action that was tried most; at the start, one of those that were tried."""
        if ply >= self.warm:
            return actions[max(range(len(actions)), key=lambda place: counts[place])]
        point = luck.below(sum(counts))
        for action, count in zip(actions, counts, strict=True):
            point -= count
            if point < 0:
                return action
        raise AssertionError("a number below a sum is below one of its parts")


def told_by(choice: Choice, legal: Sequence[int]) -> list[int]:
    """Return how much a teacher says for every action."""
    tried = {candidate.action: candidate.visits**SHARP for candidate in choice.candidates}
    if max(tried.values(), default=0) > 1 and len(tried) == len(legal):  # one who only glances at each has tried none more
        return [tried[action] for action in legal]
    return [SURE * (len(legal) - 1) if action == choice.action else 1 for action in legal]
