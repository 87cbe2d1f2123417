"""Perft files: how many lines of so many plies a position has. They pin the rules to the last detail.

A file is TOML, one table for each position:

    [[perft]]
    game = "yamamoto"
    seats = 2
    options = {goal = "dots"}
    position = "wbwbw/5/5/5/WBWBW o"
    nodes = [27, 729, 20554]

`nodes` counts lines of 1, 2, 3 .. plies; chance outcomes count as plies, and a match that is over has no line. Counters of
quiet plies and repetitions start anew, as in every position text. `source` says where the numbers come from, if not from here.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calumma.core import Game, GameError, OptionValue, State, divide, perft
from calumma.core.registry import load
from calumma.core.words import Words

say = Words(__package__)

HEADING = "# Lines of 1, 2, 3 .. plies from each position; `calumma write perft` adds to this file.\n"
FIELDS = ("game", "seats", "options", "position", "nodes")


class PerftDiffers(AssertionError):
    """A count is not the one in the file; the sentence has the counts behind every move."""


@dataclass(frozen=True)
class Entry:
    """The counts of one position."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    position: str
    nodes: tuple[int, ...] = field(default=())
    source: str = ""

    def load(self) -> Game:
        """Return the game with its seats and options."""
        return load(self.game, self.seats, **self.options)

    def state(self) -> State:
        """Return the position."""
        return self.load().parse_position(self.position)

    def __str__(self) -> str:
        return f"{self.load()} {self.position}"


def read(path: Path) -> list[Entry]:
    """Return the entries of a file; GameError says what is wrong with it."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        return [_entry(table) for table in tables["perft"]]
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise GameError(say("cannot-read-perft-file", name=path.name, error=error)) from None


def _entry(table: dict[str, Any]) -> Entry:
    required = {name: table[name] for name in FIELDS}
    return Entry(**{**required, "nodes": tuple(table["nodes"]), "source": table.get("source", "")})


def read_all(folder: Path) -> list[Entry]:
    """Return the entries of all files of a folder."""
    return [entry for path in sorted(folder.glob("*.toml")) for entry in read(path)]


def write(path: Path, entries: Iterable[Entry]) -> None:
    """Write a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([HEADING, *("\n".join(_lines(entry)) + "\n" for entry in entries)]), encoding="utf-8")


def _lines(entry: Entry) -> Iterator[str]:
    yield "[[perft]]"
    yield f"game = {json.dumps(entry.game)}"
    yield f"seats = {entry.seats}"
    options = ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.options.items())
    yield f"options = {{{options}}}"
    yield f"position = {json.dumps(entry.position, ensure_ascii=False)}"
    yield f"nodes = [{', '.join(map(str, entry.nodes))}]"
    if entry.source:
        yield f"source = {json.dumps(entry.source, ensure_ascii=False)}"


def add(path: Path, state: State, depth: int, source: str = "") -> Entry:
    """Count the lines of 1 to `depth` plies from a position, and put them into a file, which then forgets older counts of it."""
    game = state.game
    text = game.position_text(state)
    fresh = game.parse_position(text)
    nodes = tuple(perft(fresh, plies) for plies in range(1, depth + 1))
    entry = Entry(game.name, game.seats, dict(game.options), text, nodes, source)
    old = read(path) if path.exists() else []
    write(path, [*(kept for kept in old if _place(kept) != _place(entry)), entry])
    return entry


def _place(entry: Entry) -> tuple[object, ...]:
    return entry.game, entry.seats, entry.options, entry.position


def check(entry: Entry, most: int = 5_000_000) -> int:
    """Count again, as deep as the file goes but no more than `most` nodes; return the nodes. PerftDiffers says what differs."""
    state = entry.state()
    total = 0
    for depth, expected in enumerate(entry.nodes, 1):
        if expected > most:
            break
        found = perft(state, depth)
        total += found
        if found != expected:
            raise PerftDiffers(_difference(entry, state, depth, expected, found))
    return total


def _difference(entry: Entry, state: State, depth: int, expected: int, found: int) -> str:
    parts = ", ".join(f"{entry.load().move_text(state, action)} {count}" for action, count in divide(state, depth).items())
    return (
        f"{entry} has {found} lines of {depth} plies, but the file says {expected}. Find the move whose count is wrong, play it, "
        f"and go on with one ply less: {parts}"
    )
