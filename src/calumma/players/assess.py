"""What the decisions of a match were worth: a bot is asked before each, and where the chances of whoever moved fell, it is told.

A decision counts by the chances before it and at the next decision of which a bot says anything; the last one by how the match
ended. So luck in between counts, too. A turning point is a decision that cost its seat `TURNING` of its chances or more, unless
the bot would have decided the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from calumma.core import State
from calumma.players.player import Choice

ASSESSOR = "adviser:thorough"
"""Who is asked: the strongest that answers for a whole match while somebody waits."""
TURNING = 0.15


@dataclass(frozen=True, slots=True)
class Decision:
    """A ply that a seat chose; what a bot would have played there, and the chances of all seats that it saw (or none)."""

    ply: int
    seat: int
    move: str
    best: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Assessed:
    """A decision, what it cost its seat, and whether it was a turning point."""

    decision: Decision
    loss: float = 0.0
    turning: bool = False

    def as_json(self) -> dict[str, object]:
        """Return it as JSON-able values."""
        one = self.decision
        told = {"ply": one.ply, "seat": one.seat, "move": one.move, "best": one.best, "values": list(one.values)}
        return {**told, "loss": self.loss, "turning": self.turning}


def decisions(start: State, actions: Iterable[int], ask: Callable[[State], Choice]) -> Iterator[Decision]:
    """Yield every decision of a match, asking before each: `ask` is given the position, which it may not change."""
    state = start.copy()
    game = state.game
    for ply, action in enumerate(actions):
        if state.to_act >= 0:
            choice = ask(state)
            best = game.move_text(state, choice.action)
            yield Decision(ply, state.to_act, game.move_text(state, action), best, choice.values)
        state.apply(action)


def assess(made: Sequence[Decision], worth: Sequence[float] | None) -> list[Assessed]:
    """Return what every decision of a match cost; `worth` is what its end gave all seats, None if it has not ended."""
    spoken = [one for one in made if one.values]
    later = [*(one.values for one in spoken[1:]), worth]
    after = {one.ply: values for one, values in zip(spoken, later, strict=False) if values}
    return [_assessed(one, after[one.ply]) if one.ply in after else Assessed(one) for one in made]


def _assessed(one: Decision, after: Sequence[float]) -> Assessed:
    loss = max(0.0, one.values[one.seat] - after[one.seat])
    return Assessed(one, loss, loss >= TURNING and one.move != one.best)


def line_texts(state: State, actions: Iterable[int]) -> list[str]:
    """Return the texts of an expected line as far as it fits: beyond a draw a bot's world need not be the true one."""
    found, state = [], state.copy()
    for action in actions:
        if action not in state.legal():
            break
        found.append(state.game.move_text(state, action))
        state.apply(action)
    return found
