"""Proving: whether a position holds what is wanted of it, by what is known exactly or by a search that looks at everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from calumma.core import CHANCE, OVER, Game, State
from calumma.puzzles.kinds import Kind
from calumma.search.forcing import Forcing
from calumma.solutions import Effort, Known, exact_value


class TooHard(Exception):
    """Says that the search would have taken too long."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A position on the way to a goal: whose turn it is, and how many turns are left, this one included."""

    state: State
    mover: int
    turns: int

    def after(self, action: int) -> Stage:
        """Return the stage after an action; the position of this one stays as it is."""
        state = self.state.copy()
        state.apply_unchecked(action)
        actor = state.to_act
        if actor in (CHANCE, OVER, self.mover):
            return Stage(state, self.mover, self.turns)
        return Stage(state, actor, self.turns - 1)

    @property
    def is_last(self) -> bool:
        """Whether nothing that happens from here on counts."""
        return self.turns <= 0 or self.state.to_act == OVER


class Prover:
    """Answers whether a seat can force what a kind of puzzles asks for. For any thread, one question at a time.

    How long a solution searches hangs on what it remembers: so whoever judges has more `patience` with it than who finds.
    """

    def __init__(self, game: Game, megabytes: float = 16.0, patience: int = 1) -> None:
        self.game, self.patience = game, patience
        self._search = Forcing(game, megabytes)
        self._lock = Lock()

    def lead(self, state: State, seat: int) -> int:
        """Return how far a seat is ahead of the best of the others."""
        with self._lock:
            return self._search.lead_of(state, seat)

    def reaches(self, kind: Kind, stage: Stage, seat: int, lead: int) -> bool:
        """Return whether a seat can force the goal, a lead where that is what is measured; TooHard if that takes too long."""
        if stage.turns <= 0 or (stage.state.to_act == OVER and kind.measure == "goal"):
            return kind.measure == "lead" and self.lead(stage.state, seat) >= lead
        if kind.measure == "goal":
            return self._forces(kind, stage, seat)
        wins = won_in_time(stage, seat, self.known(kind, stage.state)) if kind.measure == "win" else None
        if wins is not None:
            return wins
        with self._lock:
            found = self._search.reaches(
                stage.state,
                seat,
                stage.turns,
                lead if kind.measure == "lead" else None,
                stage.mover,
                kind.any_luck,
                kind.nodes,
            )
        if found is None:
            raise TooHard
        return found

    def known(self, kind: Kind, state: State) -> Known | None:
        """Return what is known exactly of a position, or found by as long a search as a kind allows."""
        return exact_value(state, Effort(0, 0, self.patience * kind.searched))

    def value(self, kind: Kind, stage: Stage, seat: int, lowest: int, highest: int) -> int:
        """Return the lead that a seat can force, between two bounds."""
        while lowest < highest:
            middle = (lowest + highest + 1) // 2
            if self.reaches(kind, stage, seat, middle):
                lowest = middle
            else:
                highest = middle - 1
        return lowest

    def _forces(self, kind: Kind, stage: Stage, seat: int) -> bool:
        """Whether some own move brings the effects of the goal, or leads to where one does, whatever the others do."""
        if stage.is_last:
            return False
        own = stage.state.to_act == seat
        for action in stage.state.legal():
            held = (own and brings(kind, stage.state, action)) or self._forces(kind, stage.after(action), seat)
            if held == own:
                return own
        return not own


def won_in_time(stage: Stage, seat: int, known: Known | None) -> bool | None:
    """Return whether a seat wins within the turns, by what is known exactly; None if nothing is, or if the win may come too late.

    A turn takes a ply at least, so whoever wins in so many plies needs no more turns than that.
    """
    if known is None:
        return None
    if known.value != ("win" if stage.state.to_act == seat else "loss"):
        return False
    return True if known.plies <= stage.turns else None


def brings(kind: Kind, state: State, action: int) -> bool:
    """Return whether an action brings the effects that a kind asks for."""
    effects = state.effects(action)
    return bool(kind.goal) and all(any(one.fits(effect) for effect in effects) for one in kind.goal)


def keeping(prover: Prover, kind: Kind, stage: Stage, seat: int, lead: int, enough: int = 0) -> list[int]:
    """Return the actions of the seat that acts which reach the goal, all of them or as many as are enough to know."""
    found: list[int] = []
    for action in stage.state.legal():
        done = kind.measure == "goal" and stage.state.to_act == seat and brings(kind, stage.state, action)
        if done or prover.reaches(kind, stage.after(action), seat, lead):
            found.append(action)
            if len(found) == enough:
                break
    return found


def averages(prover: Prover, kind: Kind, worlds: Sequence[State], seat: int, turns: int) -> dict[int, float]:
    """Return what every action of a seat gains on average over all worlds."""
    totals = dict.fromkeys(worlds[0].legal(), 0)
    for world in worlds:
        before = prover.lead(world, seat)
        stage = Stage(world, seat, turns)
        for action in totals:
            after = stage.after(action)
            near = prover.lead(after.state, seat) - before
            totals[action] += prover.value(kind, after, seat, before + near - kind.most, before + near + kind.most) - before
    return {action: total / len(worlds) for action, total in totals.items()}
