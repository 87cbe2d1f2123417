"""The protocol of a solver: endgame tables, the search for the winner, and certificates that anybody can check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from calumma.core import Game, OptionValue, State

FAR = 1 << 60
DEEPEST = 99

Progress = Callable[[int, int], None]
"""Is told what is done, and how much there is in all."""
TableProgress = Callable[[int, int, str], None]
"""Is told entries done, entries in all, and what is being worked on."""


class NotProven(Exception):
    """Says where a certificate fails."""


@dataclass(frozen=True)
class Statistics:
    """What the tables of a number of pieces say, positions counted once for both reflections."""

    pieces: int
    wins: int
    losses: int
    draws: int
    longest_win: int

    @property
    def positions(self) -> int:
        """All legal positions."""
        return self.wins + self.losses + self.draws


@dataclass(frozen=True)
class Step:
    """How far a deepening search is: the question being asked, what was spent on it, and the answer if there is one."""

    winner: int
    plies: int
    nodes: int
    seconds: float
    answer: bool | None


@dataclass(frozen=True)
class Work:
    """How far the search by proof numbers is with the question whether a seat wins: what is left to prove it, to disprove it."""

    winner: int
    proof: int
    disproof: int
    nodes: int
    seconds: float

    @property
    def answer(self) -> bool | None:
        """Yes, no, or not known yet."""
        return True if self.proof == 0 else False if self.disproof == 0 else None


@dataclass
class Outcome:
    """What was found: the winner (None: not decided) and the plies; otherwise how many plies were searched in vain.

    `is_draw`: it was shown that nobody can force a win.
    """

    winner: int | None
    plies: int
    nodes: int = 0
    seconds: float = 0.0
    is_draw: bool = False


class Claim(Protocol):
    """What a certificate says of its start: who wins, in how many plies, by how many positions; the rest is only claimed."""

    @property
    def winner(self) -> int:
        """The seat that wins."""

    @property
    def plies(self) -> int:
        """The most plies that the strategy takes."""

    @property
    def positions(self) -> int:
        """The positions for which it has a move."""

    @property
    def least(self) -> int:
        """No win takes fewer plies, as a search found."""

    @property
    def best(self) -> Sequence[str]:
        """The first moves that win, if the winner moves first."""

    def head(self) -> dict[str, object]:
        """Return it for programs."""


@dataclass(frozen=True)
class Verdict:
    """What a certificate proves: who wins from where, with which options, within how many plies, by how many positions."""

    options: Mapping[str, OptionValue]
    start: str
    winner: int
    plies: int
    positions: int

    def as_json(self) -> dict[str, object]:
        """Return it with its options among the rest."""
        rest = {"start": self.start, "winner": self.winner, "plies": self.plies, "positions": self.positions}
        return {**self.options, **rest}


@dataclass(frozen=True)
class Request:
    """How a position is to be solved."""

    pieces: int
    megabytes: float = 1000.0
    shortest: bool = False
    every_move: bool = False
    nodes: int = FAR
    deepest: int = DEEPEST
    out: Path | None = None


@dataclass(frozen=True)
class Solved:
    """The outcome of a search, and the certificate if there is a winner."""

    outcome: Outcome
    claim: Claim | None = None
    path: Path | None = None


class Listener(Protocol):
    """Hears how the work of a solver goes on."""

    def building(self, done: int, total: int, name: str) -> None:
        """Tables are being made."""

    def deepening(self, step: Step) -> None:
        """The shortest win is being looked for."""

    def working(self, work: Work) -> None:
        """The winner is being looked for."""

    def certifying(self, done: int, count: int) -> None:
        """The strategy is being written down."""

    def indexing(self, done: int, count: int) -> None:
        """The strategy is being made quick to look up."""

    def tried(self, move: str, outcome: Outcome) -> None:
        """A first move has been looked at."""


class Tables(Protocol):
    """Endgame tables in a folder."""

    @property
    def folder(self) -> Path:
        """Where they are."""

    @property
    def share(self) -> float:
        """Which part of the tables that are worth making is there, by whoever makes them."""

    def build(self, pieces: int = ..., progress: TableProgress | None = None) -> object:
        """Make what is missing up to a number of pieces; GameError if another process does."""

    def statistics(self) -> list[Statistics]:
        """Return the counts for every number of pieces that is complete."""

    def damaged(self) -> Iterator[str]:
        """Yield the names of the tables whose content differs from the checksum."""

    def inconsistent(self, samples: int = 0, progress: TableProgress | None = None) -> int:
        """Return how many entries do not follow from their successors: of all entries, or of about so many samples."""


class Solver(Protocol):
    """The tools that make and check what is known about one game."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options on which the solution depends."""

    def tables(self, folder: Path | None = None) -> Tables:
        """Return the tables in a folder, the user's own if none is given."""

    def solve(self, state: State, request: Request, listener: Listener) -> Solved:
        """Find out who wins, and write the winner's strategy as a certificate."""

    def certificate(self) -> Path:
        """Return the certificate of the start that is installed; GameError says how to get it."""

    def verify(self, path: Path, progress: Progress | None = None) -> Verdict:
        """Return what a certificate proves; raise NotProven if it does not."""

    def write_index(self, path: Path, listener: Listener) -> Path:
        """Make a certificate quick to look up; return the file that was written beside it."""
