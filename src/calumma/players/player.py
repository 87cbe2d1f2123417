"""What a player is: something that is shown a position as its seat may know it, and chooses an action."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from calumma.core import CHANCE, OVER, Game, Rng, State
from calumma.core.given import check_position, seat_among, shown, within
from calumma.core.words import Words
from calumma.search import Candidate, OnReport, SearchReport
from calumma.search.clock import time_limit
from calumma.search.report import ranked

say = Words(__package__)

MOST_LINES = 1 << 20
Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and what it rests on.

    `values` are what all seats may expect, from 0 (the lowest payoff) to 1, `line` the expected play, beginning with the
    action. `distance` is the number of plies to the end of a forced win or loss. `candidates` are the actions that the player
    has an opinion of: at least as many as it was asked for, each with its value; a search by trees always tells all.
    `progress` is the part of its budget that the player has used up, from 0 to 1. `note` is a sentence for people, if there
    is something to say.
    """

    action: int
    values: list[float] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    proven: bool = False
    distance: int | None = None
    candidates: list[Candidate] = field(default_factory=list)
    note: str = ""
    progress: float = 1.0

    @property
    def visits(self) -> dict[int, int]:
        """How often each action was tried."""
        return {candidate.action: candidate.visits for candidate in self.candidates}

    def ranked(self) -> list[Candidate]:
        """Return the candidates, best first: the action that was chosen, then the others."""
        return ranked(self.candidates, self.action)

    @classmethod
    def of(cls, report: SearchReport, note: str = "") -> Choice:
        """Return the choice that a search suggests."""
        r = report
        return cls(r.action, r.values, r.line, r.nodes, r.depth, 0.0, r.proven, r.distance, r.candidates, note, r.progress)


OnThought = Callable[[Choice], None]
"""Is told what a player would choose if it had to choose now: ever so often while it thinks, and at the end."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a single decision may take at most, beside the player's own budget; None: nothing more is asked.

    `nodes` are what the player counts: positions of alpha-beta, simulations of a tree. A player that does not count in such
    units, or not at all, looks at `seconds` alone.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a player is asked for beside the action: within which limits, how many candidates, and who is told meanwhile."""

    limits: Limits = field(default_factory=Limits)
    lines: int = 1
    listener: OnThought | None = None


class Player(ABC):
    """A bot. Subclasses say in `think` what they do with a position; callers use `choose`.

    While it thinks, `asked` tells what the caller would like to have, and `tell` passes on what was found so far. Nothing
    happens if a player cares for neither. One that may take long should look after `stop`, which another thread calls when
    the time is up.
    """

    remembers_plies = False
    """Whether it wants to be told the plies of the match before it chooses."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"cannot name a player {shown(spec)}: expected a text such as level:3")
        self.spec = spec
        self.game = game
        self.rng = Rng(seed)
        self.asked = Asked()
        self._begun = 0.0

    def choose(
        self,
        state: State,
        seat: int,
        limits: Limits | None = None,
        lines: int = 1,
        on_thought: OnThought | None = None,
    ) -> Choice:
        """Return what this player does at a seat that acts, with at least `lines` candidates if it can name so many.

        This is the one place where a bot meets a position: if the game has secrets it is shown a world dealt from what the seat
        knows, so there is nothing true to peek at. `on_thought` is told meanwhile what it would choose now; whoever listens
        may call `stop`. Listening does not change the choice, limits and more than one line may.
        """
        check_position(state, self.game, "play at")
        if state.to_act == CHANCE:
            raise ValueError("cannot choose here: chance is to act")
        if state.to_act == OVER:
            raise ValueError("cannot choose here: the match is over")
        if seat_among(seat, state.seats) != state.to_act:
            raise ValueError(f"seat {seat} does not act here: expected seat {state.to_act}")
        self._begun = time.perf_counter()
        self.asked = Asked(limits or Limits(), within("lines", lines, 1, MOST_LINES), on_thought)
        choice = replace(self._decided(state, seat), seconds=time.perf_counter() - self._begun)
        if on_thought is not None:
            on_thought(choice)
        return choice

    def _decided(self, state: State, seat: int) -> Choice:
        legal = state.legal()
        if len(legal) == 1:
            dealt = self._world(state, seat, Rng(0))  # by other luck than its own, which is for later choices
            only = Candidate(legal[0], 0, dealt.evaluate()[seat], False, tuple(legal))
            return Choice(legal[0], line=legal, candidates=[only], note=say("only-action"))
        world = self._world(state, seat, self.rng)
        with time_limit(self.asked.limits.seconds, self.stop):
            return self.think(world, seat)

    def _world(self, state: State, seat: int, luck: Rng) -> State:
        """Return a position that the seat cannot tell from this one, and that tells nothing of what is hidden from it."""
        return state.determinize(seat, luck) if self.game.definition.has_secrets else state.copy()

    @abstractmethod
    def think(self, world: State, seat: int) -> Choice:
        """Return an action for the seat in a world that looks to it like the true one; there are at least two to choose from."""

    def tell(self, thought: Choice) -> None:
        """Pass on what this player would choose if it had to choose now; to be called from `think`, as often as you like."""
        if self.asked.listener is not None:
            self.asked.listener(replace(thought, seconds=time.perf_counter() - self._begun))

    @property
    def on_report(self) -> OnReport | None:
        """What a search is to tell its reports to: somebody who listens to this player, or nobody."""
        return None if self.asked.listener is None else self._pass_on

    def _pass_on(self, report: SearchReport) -> None:
        if report.progress < 1.0:  # the last one is the choice itself
            self.tell(Choice.of(report))

    def follow(self, other: Player) -> None:
        """Be asked what another player, which lets this one think for it, is asked; and tell its listener."""
        self.asked, self._begun = other.asked, other._begun

    def stop(self) -> None:  # noqa: B027
        """Ask a running `choose` (in another thread) to come to an end; a player that is always quick may ignore it."""

    def remember(self, plies: Sequence[str]) -> None:  # noqa: B027
        """Hear all plies of the match so far, as the player's seat saw them."""

    def prepare(self) -> None:  # noqa: B027
        """Start what this player needs; EngineError if it cannot play. A long run asks once, before its first match."""

    def close(self) -> None:  # noqa: B027
        """End what was started for this player; it may be asked again all the same."""

    def __repr__(self) -> str:
        return f"<{self.spec} at {self.game}>"


def least(first: Number | None, second: Number | None) -> Number | None:
    """Return the stricter of two limits."""
    return second if first is None else first if second is None else min(first, second)
