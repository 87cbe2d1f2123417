"""Observations written out for readers: `python -m calumma.rl.tables` prints the tables of docs/research.md."""

from __future__ import annotations

import calumma
from calumma.core import Game


def observation_table(game: Game) -> str:
    """Return a Markdown table of a game's observation, part by part."""
    rows = ["| from | shape | values | part | meaning |", "| ---: | --- | --- | --- | --- |"]
    for part in game.observation.parts:
        shape = " x ".join(str(length) for length in part.shape)
        first = game.observation[part.name].start
        rows.append(f"| {first} | {shape} | {part.low} to {part.high} | {part.name} | {part.meaning} |")
    return "\n".join(rows) + "\n"


def all_tables() -> str:
    """Return the tables of all games at two seats, under headings."""
    games = [calumma.load(name, 2) for name in calumma.games()]
    return "\n".join(f"### {game.name}: {game.observation.size} numbers\n\n{observation_table(game)}" for game in games)


if __name__ == "__main__":
    print(all_tables(), end="")
