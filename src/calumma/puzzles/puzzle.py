"""A puzzle, and the file of a game's puzzles: JSON, one a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from calumma.core import Game, GameError, State
from calumma.core.registry import names, package
from calumma.core.words import Words
from calumma.puzzles.kinds import Kind, find_kind

say = Words(__package__)

FILE = "puzzles.json"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as its seat sees it, and the line that reaches the goal: the only first move, the longest defence.

    `gain` is by how much the seat gets further ahead, 0 where something else is wanted; `hundredths` is the same for a gain on
    average. `turns` is within how many turns, the present one included.
    """

    kind: Kind
    number: int
    seat: int
    position: str
    turns: int
    gain: int
    rating: int
    line: tuple[str, ...]
    hundredths: int = 0

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return self.kind.load_game()

    @property
    def key(self) -> str:
        """A name that stays when puzzles are added and all are numbered anew."""
        return sha256(f"{self.kind.key} {self.seat} {self.position}".encode()).hexdigest()[:16]

    @property
    def own_turns(self) -> int:
        """How many of the turns are the solver's."""
        return (self.turns + self.game.seats - 1) // self.game.seats

    def beginning(self) -> State:
        """Return its position; what is hidden is dealt."""
        return parsed(self.game, self.position, self.seat)

    @property
    def task(self) -> str:
        """What is to be done."""
        seat = self.game.seat_names[self.seat]
        average = f"{self.hundredths / 100:.1f}"
        return self.kind.say("task", count=self.own_turns, seat=seat, gain=self.gain, average=average, turns=self.turns)

    def as_json(self) -> dict[str, object]:
        """Return it as JSON-able values."""
        found: dict[str, object] = {
            "number": self.number,
            "kind": self.kind.key,
            "seat": self.seat,
            "position": self.position,
            "turns": self.turns,
            "gain": self.gain,
            "rating": self.rating,
            "line": list(self.line),
        }
        return {**found, "hundredths": self.hundredths} if self.hundredths else found


def parsed(game: Game, position: str, seat: int) -> State:
    """Return the position of a text that a seat may see."""
    return game.parse_position(position, seat) if game.info.has_secrets else game.parse_position(position)


def has_puzzles(name: str) -> bool:
    """Return whether a game brings puzzles."""
    return resources.files(package(name)).joinpath(FILE).is_file()


def games_with_puzzles() -> list[str]:
    """Return the names of the games that bring puzzles."""
    return [name for name in names() if has_puzzles(name)]


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, numbered from 1 on; none if it has none."""
    if not has_puzzles(name):
        return ()
    return read_puzzles(name, resources.files(package(name)).joinpath(FILE).read_text(encoding="utf-8"))


def find_puzzle(name: str, number: int) -> Puzzle:
    """Return a puzzle of a game by its number."""
    known = puzzles_of(name)
    if not 1 <= number <= len(known):
        raise GameError(say("no-puzzle", name=name, number=number, count=len(known)))
    return known[number - 1]


def read_puzzles(name: str, text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a text in the format of `puzzles.json`."""
    return tuple(puzzle_from(name, entry) for entry in json.loads(text))


def puzzle_from(name: str, entry: Mapping[str, object]) -> Puzzle:
    """Return a puzzle from its JSON-able values."""
    values = dict(entry)
    line = values.pop("line")
    kind = find_kind(name, str(values.pop("kind")))
    return Puzzle(kind=kind, line=tuple(line) if isinstance(line, list) else (), **values)  # type: ignore[arg-type]


def write_puzzles(path: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles as JSON, one a line."""
    lines = ",\n".join(json.dumps(puzzle.as_json(), ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
