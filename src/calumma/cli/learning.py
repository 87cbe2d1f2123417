"""The command that learns evaluations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

import click

from calumma.cli.arguments import Finite, goes_on, match_count, runs_on, seconds_from, takes_game
from calumma.core import Game, GameError
from calumma.core.given import brief
from calumma.core.network import MOST_UNITS
from calumma.core.words import Words

say = Words(__package__)

MOST_GENERATIONS = 10_000
MOST_NODES = 1_000_000_000  # a search of so many takes longer than an hour
WIDEST_MARGIN = 1_000_000  # points: beyond it no lead counts
KILOBYTES = (10, 1_000_000)  # what tells the shapes takes one or two; no tables take as much as the other
MOST_COARSE = 14  # bits of a weight, but for one and the sign
OF_TABLES = ("margin", "kilobytes")
OF_NETWORKS = ("units", "coarse", "teacher")


class Units(click.IntRange):
    """A number of units; click asks each of two, and would take an option that follows the first for the second."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; a sentence says that there are two where something else stands."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(say("two-units", text=brief(str(value)), most=self.max), param, ctx)


@click.command()
@takes_game
@click.option("--kind", type=click.Choice(("tables", "network")), help=say("help-kind-learn"))
@click.option("--folder", type=click.Path(path_type=Path), required=True, help=say("help-folder-learn"))
@click.option(
    "--generations", type=click.IntRange(1, MOST_GENERATIONS), default=3, show_default=True, help=say("help-generations")
)
@click.option("--matches", type=match_count(10), help=say("help-matches-learn"))
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), help=say("help-nodes-learn"))
@click.option("--blend", type=Finite(0, 1), help=say("help-blend-learn"))
@click.option("--margin", type=Finite(0, WIDEST_MARGIN), help=say("help-margin"))
@click.option("--kilobytes", type=click.IntRange(*KILOBYTES), help=say("help-kilobytes-learn"))
@click.option("--units", type=Units(1, MOST_UNITS), nargs=2, metavar="FIRST SECOND", help=say("help-units-learn"))
@click.option("--coarse", type=click.IntRange(0, MOST_COARSE), metavar="BITS", help=say("help-coarse-learn"))
@click.option("--teacher", metavar="PLAYER", help=say("help-teacher-learn"))
@click.option("--duels", type=match_count(2), default=100, show_default=True, help=say("help-duels"))
@click.option("--seconds", type=seconds_from(0, min_open=True), default=0.02, show_default=True, help=say("help-seconds-learn"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@runs_on
@click.option("--write", is_flag=True, help=say("help-write-learn"))
@goes_on("folder")
def learn(game: Game, kind: str | None, folder: Path, generations: int, write: bool, **chosen: Any) -> None:
    """Learn an evaluation of a game from matches that bots play against themselves."""
    from calumma.lab.learning import Kind, Learning, kind_for, usual
    from calumma.players.specs import parse

    learnt: Kind = kind_for(game) if kind is None else "tables" if kind == "tables" else "network"
    given = {name: value for name, value in chosen.items() if value is not None}
    for name in OF_NETWORKS if learnt == "tables" else OF_TABLES:
        if name in given:
            raise GameError(say(f"no-option-for-{learnt}", name=name))
    if "teacher" in given:
        parse(given["teacher"])  # nobody is not a player: without the option there is none
    learning = Learning(game, replace(usual(game, learnt), **given), folder, click.echo, _bar)
    best = learning.run(generations)
    if best is None:
        click.echo(say("nothing-learnt"))
    elif write:
        place = learning.craft.place()
        copyfile(best, place)
        click.echo(say("written", name=place.name))


@contextmanager
def _bar(length: int) -> Iterator[Callable[[int], object]]:
    """Show on a terminal how far so many matches are."""
    with click.progressbar(length=length, label=say("matches"), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield bar.update
