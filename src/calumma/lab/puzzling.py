"""Looking for puzzles: matches of quick bots as jobs, every position of them a candidate, and which of those found are kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from calumma.core import CHANCE, OVER, Game, Rng, State
from calumma.core.given import whole
from calumma.lab.executors import Executor
from calumma.lab.runner import run
from calumma.players import load
from calumma.players.player import Player
from calumma.puzzles.finding import Finding, examine, rate
from calumma.puzzles.kinds import Kind, find_kind
from calumma.puzzles.proving import Prover
from calumma.puzzles.puzzle import Puzzle, puzzle_from

RANDOM_IN = 4  # one ply in so many is played at random, so that matches differ
ASKED = (1, 2, 3)  # levels that are asked what they would play
OF_A_MATCH = 4  # puzzles at most, so that they do not all look alike


@dataclass
class Harvest:
    """What matches brought: puzzles without numbers, how many candidates met which verdict, and the processor time."""

    puzzles: list[Puzzle] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def candidates(self) -> int:
        """All positions that were looked at."""
        return sum(self.verdicts.values())

    def add(self, other: Harvest) -> None:
        """Take in what another match brought."""
        self.puzzles += other.puzzles
        self.verdicts += other.verdicts
        self.seconds += other.seconds


@dataclass(frozen=True)
class PuzzleJob:
    """One match of a kind's bots, and the puzzles in it.

    Everything follows from the seed, but for candidates at the limit of what a solution may search: it remembers earlier ones.
    """

    game: str
    kind: str
    seed: int

    @cached_property
    def id(self) -> str:
        """Return what tells this match from any other."""
        return f"{self.game} {self.kind} {self.seed}"

    def __hash__(self) -> int:
        return hash(self.id)

    def play(self) -> dict[str, Any]:
        """Play the match and look at its positions."""
        begun = time.process_time()
        kind = find_kind(self.game, self.kind)
        game = kind.load_game()
        prover, rng = Prover(game), Rng(self.seed)
        found: list[dict[str, object]] = []
        verdicts = Counter[str]()
        candidates = self._candidates(kind, game, rng)
        for state in candidates[-kind.last : -kind.spared or None]:
            if len(found) == OF_A_MATCH:
                break
            if rng.below(kind.one_in) == 0:
                finding = self._examine(prover, kind, state)
                verdicts[finding.verdict] += 1
                if finding.puzzle is not None:
                    found.append(self._rated(game, finding.puzzle).as_json())
        return {"puzzles": found, "verdicts": verdicts, "seconds": round(time.process_time() - begun, 3)}

    def read(self, values: Any) -> Harvest:
        """Return what the match brought."""
        puzzles = [_checked(puzzle_from(self.game, entry)) for entry in values["puzzles"]]
        verdicts = Counter({str(verdict): whole(count) for verdict, count in values["verdicts"].items()})
        return Harvest(puzzles, verdicts, float(values["seconds"]))

    def _candidates(self, kind: Kind, game: Game, rng: Rng) -> list[State]:
        """Every position of the match in which a seat has a choice, in an order by chance unless only the last ones count."""
        players = [load(kind.bots, game, self.seed * game.seats + seat) for seat in range(game.seats)]
        state, found = game.new(), []
        while state.to_act != OVER:
            if state.to_act >= 0 and len(state.legal()) > 1:
                found.append(state.copy())
            state.apply(self._next(state, players, rng))
        return found if kind.last else _shuffled(found, rng)

    def _next(self, state: State, players: Sequence[Player], rng: Rng) -> int:
        if state.to_act == CHANCE or rng.below(RANDOM_IN) == 0:
            return state.pick(rng)
        return players[state.to_act].choose(state, state.to_act).action

    def _examine(self, prover: Prover, kind: Kind, state: State) -> Finding:
        seat = state.to_act
        return examine(prover, kind, prover.game.position_text(state, seat if prover.game.info.has_secrets else None), seat)

    def _rated(self, game: Game, puzzle: Puzzle) -> Puzzle:
        """The puzzle with its rating: the low levels are asked what they would play."""
        state = puzzle.beginning()
        answer = game.parse_move(state, puzzle.line[0])
        misses = sum(load(f"level:{level}", game, self.seed).choose(state, puzzle.seat).action != answer for level in ASKED)
        return replace(puzzle, rating=rate(puzzle, misses))


def _checked(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle from a log; TypeError if something in it that puzzles are sorted and told by has another type."""
    for number in (puzzle.number, puzzle.seat, puzzle.turns, puzzle.gain, puzzle.rating, puzzle.hundredths):
        whole(number)
    " ".join((puzzle.position, *puzzle.line))
    return puzzle


def _shuffled(states: list[State], rng: Rng) -> list[State]:
    for i in range(len(states) - 1, 0, -1):
        j = rng.below(i + 1)
        states[i], states[j] = states[j], states[i]
    return states


def harvest(
    kind: Kind,
    matches: int,
    log: Path | None,
    *,
    workers: int = 1,
    on: str | Executor = "local",
    progress: Callable[[Harvest], object] | None = None,
) -> Harvest:
    """Look through so many matches and return what they brought; those in the log are not played again."""
    jobs = [PuzzleJob(kind.game, kind.key, seed) for seed in range(matches)]
    found = Harvest()
    for _, brought in run(jobs, log, workers=workers, on=on):
        found.add(brought)
        if progress is not None:
            progress(found)
    return found


def chosen(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Return so many puzzles, no position twice, easy and hard ones evenly."""
    unlike = {puzzle.position: puzzle for puzzle in puzzles}
    ranked = sorted(unlike.values(), key=lambda puzzle: (puzzle.rating, puzzle.position))
    if len(ranked) <= count:
        return ranked
    return [ranked[i * len(ranked) // count] for i in range(count)]


def numbered(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles in the order of their rating, numbered from 1 on."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.position))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(ranked, 1)]
