"""What every search hands back, and the settings of the tree searches."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Candidate:
    """One action at the root: how often it was tried, what it brings its seat, and whether that is proven."""

    action: int
    visits: int
    value: float
    proven: bool = False


@dataclass(frozen=True)
class SearchReport:
    """The outcome of a search: the action, the expected payoff of every seat, and what it rests on."""

    action: int
    values: list[float]
    line: list[int]
    nodes: int
    depth: int
    proven: bool = False
    distance: int | None = None
    candidates: list[Candidate] = field(default_factory=list)


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
