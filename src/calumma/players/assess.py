"""What the decisions of a match were worth: a bot is asked before each, and where the chances of whoever moved fell, it is told.

A decision counts by the chances before it and at the next decision of which a bot says anything; the last one by how the match
ended. So luck in between counts, too. A turning point is a decision that cost its seat `TURNING` of its chances or more, unless
the bot would have decided the same. Where it is known exactly who wins before a decision and after it, that counts instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from calumma.core import State
from calumma.players.knowing import PAYOFFS
from calumma.players.player import Choice
from calumma.solutions import Brought, Known, brought_to

ASSESSOR = "adviser:thorough"
"""Who is asked: the strongest that answers for a whole match while somebody waits."""
TURNING = 0.15


@dataclass(frozen=True, slots=True)
class Decision:
    """A ply that a seat chose; what a bot would have played there, and the chances of all seats that it saw (or none).

    `known` is what is known exactly of the position, and its move is the best one then; `brought` what is known after the ply.
    """

    ply: int
    seat: int
    move: str
    best: str
    values: Sequence[float]
    known: Known | None = None
    brought: Brought | None = None

    @property
    def known_loss(self) -> float | None:
        """What it cost by what is known exactly; None unless that is so before it and after it."""
        if self.known is None or self.brought is None:
            return None
        return max(0.0, PAYOFFS[self.known.value] - PAYOFFS[self.brought.value])


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


def nothing_known(state: State) -> Known | None:
    """Return what is known exactly of a position of a game of which nothing is."""
    return None


def decisions(
    start: State,
    actions: Iterable[int],
    ask: Callable[[State], Choice],
    know: Callable[[State], Known | None] = nothing_known,
) -> Iterator[Decision]:
    """Yield every decision of a match, asking before each: `ask` is given the position, which it may not change.

    `know` is asked about every position, the last one included.
    """
    state = start.copy()
    known = know(state)
    for ply, action in enumerate(actions):
        made = _made(ply, state, action, ask(state), known) if state.to_act >= 0 else None
        state.apply(action)
        known = know(state)
        if made is not None:
            yield replace(made, brought=brought_to(state, made.seat, known))


def _made(ply: int, state: State, action: int, choice: Choice, known: Known | None) -> Decision:
    """A decision, of which it is not known yet what it brought."""
    text = state.game.move_text
    best = known.best[0] if known and known.best else choice.action
    return Decision(ply, state.to_act, text(state, action), text(state, best), choice.values, known)


def assess(made: Sequence[Decision], worth: Sequence[float] | None) -> list[Assessed]:
    """Return what every decision of a match cost; `worth` is what its end gave all seats, None if it has not ended."""
    spoken = [one for one in made if one.values]
    later = [*(one.values for one in spoken[1:]), worth]
    after = {one.ply: values for one, values in zip(spoken, later, strict=False) if values}
    return [_assessed(one, after.get(one.ply)) for one in made]


def _assessed(one: Decision, after: Sequence[float] | None) -> Assessed:
    loss = one.known_loss
    if loss is None:
        loss = max(0.0, one.values[one.seat] - after[one.seat]) if after else 0.0
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
