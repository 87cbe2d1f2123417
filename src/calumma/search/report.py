"""What every search hands back, and the settings of the tree searches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Candidate:
    """One action at the root: how often it was tried, what it brings its seat, and whether that is proven.

    `line` is the expected play, beginning with the action; it is empty for those that nobody asked the lines of.
    """

    action: int
    visits: int
    value: float
    proven: bool = False
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class SearchReport:
    """The outcome of a search: the action, what every seat may expect (0 to 1), and what it rests on.

    Trees know something of every action. Alpha-beta knows the value of as many as `lines` asked for: to find the best, it
    need only know of the others that they are worse. `progress` is the part of the budget that is used up, from 0 to 1.
    """

    action: int
    values: list[float]
    line: list[int]
    nodes: int
    depth: int
    proven: bool = False
    distance: int | None = None
    candidates: list[Candidate] = field(default_factory=list)
    progress: float = 1.0

    def ranked(self) -> list[Candidate]:
        """Return the candidates, best first."""
        return ranked(self.candidates, self.action)


OnReport = Callable[[SearchReport], None]
"""Is told what a search would say if it ended now: ever so often, and at its end."""


def ranked(candidates: Iterable[Candidate], action: int) -> list[Candidate]:
    """Return candidates, best first: the action that was chosen, then those tried most often, of those the worthiest."""
    return sorted(candidates, key=lambda one: (one.action != action, -one.visits, -one.value, one.action))


@dataclass(frozen=True)
class Settings:
    """How a tree search weighs things.

    `exploration`: how much a rarely tried action is worth trying. `trust`: the share of a leaf's value that comes from
    the evaluation, the rest from a playout of `plies` plies (-1: to the end). `glimpses`: of how many random actions a
    playout takes the one that looks best. `turns`: after how many changes of turn a simulation ends, in the tree or in the
    playout, so that all are judged at the same point of a turn; 0: it does not matter. `anchor`: how many visits the
    evaluation of a child counts for, 0: none, and children are not evaluated. `heat`: the higher, the less a child's
    evaluation steers how often it is tried. `patience`: visits before a leaf gets children. `nodes`: room for nodes.
    """

    exploration: float = 1.4
    trust: float = 0.0
    plies: int = -1
    glimpses: int = 1
    turns: int = 0
    anchor: float = 0.0
    heat: float = 0.1
    patience: int = 1
    nodes: int = 1_000_000


PLAIN = Settings()
"""UCT with random playouts to the end, knowing nothing but the rules."""

GUIDED = Settings(exploration=0.8, anchor=0.3)
"""For trees that a network guides."""
