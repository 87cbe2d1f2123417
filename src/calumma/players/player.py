"""What a player is: something that is shown a position as its seat may know it, and chooses an action."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from calumma.core import Game, Rng, State
from calumma.core.words import Words
from calumma.search import Candidate, SearchReport

say = Words(__package__)


@dataclass(frozen=True, slots=True)
class Choice:
    """An action and what it rests on.

    `values` are the expected payoffs of all seats, `line` the expected play, beginning with the action. `distance` is the number
    of plies to the end of a forced win or loss. `note` is a sentence for people, if there is something to say.
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

    @property
    def visits(self) -> dict[int, int]:
        """How often each action was tried."""
        return {candidate.action: candidate.visits for candidate in self.candidates}

    @classmethod
    def of(cls, report: SearchReport, note: str = "") -> Choice:
        """Return the choice that a search suggests."""
        r = report
        return cls(r.action, r.values, r.line, r.nodes, r.depth, 0.0, r.proven, r.distance, r.candidates, note)


class Player(ABC):
    """A bot. Subclasses say in `think` what they do with a position; callers use `choose`."""

    remembers_plies = False
    """Whether it wants to be told the plies of the match before it chooses."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        self.spec = spec
        self.game = game
        self.rng = Rng(seed)

    def choose(self, state: State, seat: int) -> Choice:
        """Return what this player does at a seat that acts.

        This is the one place where a bot meets a position: if the game has secrets it is shown a world dealt from what the seat
        knows, so there is nothing true to peek at.
        """
        if state.to_act != seat:
            raise ValueError(f"seat {seat} does not act here: expected seat {state.to_act}")
        start = time.perf_counter()
        legal = state.legal()
        if len(legal) == 1:
            return Choice(legal[0], line=legal, note=say("only-action"))
        world = state.determinize(seat, self.rng) if self.game.info.has_secrets else state.copy()
        return replace(self.think(world, seat), seconds=time.perf_counter() - start)

    @abstractmethod
    def think(self, world: State, seat: int) -> Choice:
        """Return an action for the seat in a world that looks to it like the true one; there are at least two to choose from."""

    def stop(self) -> None:  # noqa: B027
        """Ask a running `choose` (in another thread) to come to an end; a player that is always quick may ignore it."""

    def remember(self, plies: Sequence[str]) -> None:  # noqa: B027
        """Hear all plies of the match so far, as the player's seat saw them."""

    def close(self) -> None:  # noqa: B027
        """End what was started for this player; it may be asked again all the same."""

    def __repr__(self) -> str:
        return f"<{self.spec} at {self.game}>"
