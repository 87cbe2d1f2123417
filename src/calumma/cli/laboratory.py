"""Commands that play many matches: tournaments, data sets, sweeps. All of them go on where they were stopped."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calumma.cli.arguments import as_json, show_json, takes_game, takes_runner
from calumma.core import Game

if TYPE_CHECKING:
    from calumma.lab.matches import MatchJob, Outcome


@click.command()
@takes_game
@click.argument("specs", nargs=-1, required=True, metavar="PLAYER PLAYER [..]")
@click.option(
    "--round-robin", "kind", flag_value="round-robin", default="round-robin", help="Everybody meets everybody (default)."
)
@click.option("--gauntlet", "kind", flag_value="gauntlet", help="The first player meets each of the others.")
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="At each table, in whole rounds.")
@takes_runner
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="A folder for the matches and the tables.")
@as_json
def tournament(
    game: Game,
    specs: tuple[str, ...],
    kind: str,
    matches: int,
    seed: int,
    opening: int,
    workers: int,
    on: str,
    out: Path | None,
    json_output: bool,
) -> None:
    """Let players meet each other, seats rotated; cross table and Elo.

    With --out the folder gets matches.jsonl (every match, to go on with after a stop), tournament.json and tournament.md.
    """
    from calumma.lab.tournament import Plan, Results

    plan = Plan(game, list(specs), kind, matches, seed, opening)
    found = play_all(plan.jobs, None if out is None else out / "matches.jsonl", workers, on)
    results = Results(plan, [found[one.job.id] for one in plan.seatings])
    command = " ".join(["calumma tournament", *_game_words(game), f"--{kind}", *specs, f"--matches {matches} --seed {seed}"])
    command += "" if opening == 2 else f" --opening {opening}"
    if out is not None:
        replace_text(out / "tournament.json", json.dumps(results.as_json(), ensure_ascii=False, indent=1) + "\n")
        replace_text(out / "tournament.md", results.as_markdown(command))
    if json_output:
        show_json(results.as_json())
    else:
        click.echo(results.as_markdown(command), nl=False)


def _game_words(game: Game) -> list[str]:
    """Return the arguments that choose a game: its name, seats, and options that are not as usual."""
    usual = {name: option.default for name, option in game.info.options.items()}
    chosen = [f"--option {name}={value}" for name, value in game.options.items() if value != usual[name]]
    return [game.name, f"--seats {game.seats}", *chosen]


def play_all(jobs: Sequence[MatchJob], log: Path | None, workers: int, on: str) -> dict[str, Outcome]:
    """Play matches, with a bar on the terminal, and return their outcomes by id."""
    from calumma.lab.runner import run

    found: dict[str, Outcome] = {}
    with click.progressbar(length=len(jobs), label="matches", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for job, outcome in run(jobs, log, workers=workers, on=on):
            found[job.id] = outcome
            bar.update(1)
    return found


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
