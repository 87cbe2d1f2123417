"""What the decisions of a match were worth: a bot is asked before each, and where the chances of whoever moved fell, it is told.

A decision counts by the chances before it and at the next decision of which a bot says anything; the last one by how the match
ended. So luck in between counts, too. A turning point is a decision that cost its seat `TURNING` of its chances or more, unless
the bot would have decided the same. Where it is known exactly who wins before a decision and after it, that counts instead. Where
it is known on one side alone, nothing is called better: a lost position may have been lost before.

What is known is asked from the end backwards: the last positions are the easiest, and what a search found of them helps it with
those before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from calumma.core import State
from calumma.players.knowing import PAYOFFS
from calumma.players.player import Choice
from calumma.solutions import SEARCHED_PER_SECOND, Brought, Effort, Known, brought_to

ASSESSOR = "adviser:thorough"
"""Who is asked: the strongest that answers for a whole match while somebody waits."""
TURNING = 0.15
PATIENT = Effort(plies=9, positions=60_000, searched=3 * SEARCHED_PER_SECOND)  # some two seconds, hardly ever spent
MISSES = 2  # so many positions may be asked about with patience, and nothing be found
IN_PASSING = Effort(plies=9, positions=60_000, searched=5_000)  # for the others: a tenth of a second or so

Know = Callable[[State, Effort], "Known | None"]
"""Who says what is known exactly of a position after some effort."""


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

    @property
    def is_blameless(self) -> bool:
        """Whether nothing can be held against it: it wins for certain, or there was nothing to lose."""
        wins = self.brought is not None and self.brought.value == "win"
        return wins or (self.known is not None and self.known.value == "loss")


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


def nothing_known(state: State, effort: Effort) -> Known | None:
    """Return what is known exactly of a position of a game of which nothing is."""
    return None


def decisions(
    start: State, actions: Sequence[int], ask: Callable[[State], Choice], know: Know = nothing_known
) -> Iterator[Decision]:
    """Yield every decision of a match, asking before each: `ask` is given the position, which it may not change.

    `know` is asked about every position, the last one first.
    """
    states = _positions(start, actions)
    known = _known(states, actions, know)
    for ply, action in enumerate(actions):
        state = states[ply]
        if state.to_act >= 0:
            made = _made(ply, state, action, ask(state), known[ply])
            yield replace(made, brought=brought_to(states[ply + 1], made.seat, known[ply + 1]))


def _positions(start: State, actions: Iterable[int]) -> list[State]:
    found = [start.copy()]
    for action in actions:
        found.append(found[-1].copy())
        found[-1].apply(action)
    return found


def _known(states: Sequence[State], actions: Sequence[int], know: Know) -> list[Known | None]:
    """What is known of every position of a match, asked with patience until that was in vain too often."""
    found: list[Known | None] = [know(states[-1], PATIENT)]
    misses = 0
    for state, action, after in zip(states[-2::-1], actions[::-1], states[:0:-1], strict=True):
        known = know(state, PATIENT if misses < MISSES else IN_PASSING)
        misses += known is None
        found.append(known or _known_by_its_move(state, action, after, found[-1]))
    found.reverse()
    _fill(states, found, know)
    return found


def _fill(states: Sequence[State], found: list[Known | None], know: Know) -> None:
    """Ask once more about positions between two that are known: a search goes on from what it remembers."""
    gaps = [i for i in range(1, len(found) - 1) if found[i] is None and found[i - 1] and found[i + 1]]
    for i in gaps[:MISSES]:
        found[i] = know(states[i], PATIENT)


def _known_by_its_move(state: State, action: int, after: State, known: Known | None) -> Known | None:
    """What is known of a position because a move that was made there wins, whatever the others would have brought."""
    brought = brought_to(after, state.to_act, known) if state.to_act >= 0 else None
    if brought is None or brought.value != "win" or known is None:
        return None
    return Known("win", brought.plies, [action], known.source)


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
    loss = _loss(one, after)
    is_comparable = (one.known is None) == (one.brought is None)  # a bot knows little of what only a search can tell
    return Assessed(one, loss, loss >= TURNING and is_comparable and one.move != one.best)


def _loss(one: Decision, after: Sequence[float] | None) -> float:
    if one.known_loss is not None:
        return one.known_loss
    if one.is_blameless or not after:
        return 0.0
    return max(0.0, one.values[one.seat] - after[one.seat])


def line_texts(state: State, actions: Iterable[int]) -> list[str]:
    """Return the texts of an expected line as far as it fits: beyond a draw a bot's world need not be the true one."""
    found, state = [], state.copy()
    for action in actions:
        if action not in state.legal():
            break
        found.append(state.game.move_text(state, action))
        state.apply(action)
    return found
