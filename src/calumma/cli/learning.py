"""The command that learns the tables of an evaluation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import click

from calumma.cli.arguments import Finite, match_count, runs_on, seconds_from, takes_game
from calumma.core import Game
from calumma.core.words import Words

say = Words(__package__)

MOST_GENERATIONS = 10_000
MOST_NODES = 1_000_000_000  # a search of so many takes longer than an hour
WIDEST_MARGIN = 1_000_000  # points: beyond it no lead counts
LONGEST_STEP = 32_767  # the largest weight


@click.command()
@takes_game
@click.option("--folder", type=click.Path(path_type=Path), required=True, help=say("help-folder-learn"))
@click.option(
    "--generations", type=click.IntRange(1, MOST_GENERATIONS), default=3, show_default=True, help=say("help-generations")
)
@click.option("--matches", type=match_count(10), default=2000, show_default=True, help=say("help-matches-learn"))
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), default=500, show_default=True, help=say("help-nodes-learn"))
@click.option("--blend", type=Finite(0, 1), default=0.05, show_default=True, help=say("help-blend-learn"))
@click.option("--margin", type=Finite(0, WIDEST_MARGIN), default=8.0, show_default=True, help=say("help-margin"))
@click.option("--step", type=click.IntRange(1, LONGEST_STEP), default=1, show_default=True, help=say("help-step-learn"))
@click.option("--duels", type=match_count(2), default=100, show_default=True, help=say("help-duels"))
@click.option("--seconds", type=seconds_from(0, min_open=True), default=0.02, show_default=True, help=say("help-seconds-learn"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@runs_on
@click.option("--write", is_flag=True, help=say("help-write-learn"))
def learn(
    game: Game,
    folder: Path,
    generations: int,
    matches: int,
    nodes: int,
    blend: float,
    margin: float,
    step: int,
    duels: int,
    seconds: float,
    seed: int,
    workers: int,
    on: str,
    write: bool,
) -> None:
    """Learn the tables of a game's evaluation from matches that the search plays against itself."""
    from calumma.lab.learning import Course, Learning

    played = Course(matches=matches, nodes=nodes, blend=blend, margin=margin, step=step)
    course = replace(played, duels=duels, seconds=seconds, seed=seed, workers=workers, on=on)
    learning = Learning(game, course, folder, click.echo)
    best = learning.run(generations)
    if best is None:
        click.echo(say("nothing-learnt"))
    elif write:
        copyfile(best, learning.tables.path)
        click.echo(say("written", name=learning.tables.path.name))
