"""The command that makes a report about a game."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from calumma.cli.arguments import load_game
from calumma.core import Game, GameError
from calumma.extras import need


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, metavar="N", help="Only this number of seats (default: the fewest, the others briefly).")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A rule option; may be repeated.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR", help="Where to write it.")
@click.option("--matches", type=click.IntRange(2), default=200, show_default=True, help="Matches for the main figures.")
@click.option("--bot", default="level:3", show_default=True, help="Who plays them, in all seats.")
@click.option("--levels", default="1-5", show_default=True, metavar="LOW-HIGH", help="Levels that are compared for skill.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--quick", is_flag=True, help="A first look: 20 matches, levels 1 to 3, unless asked for otherwise.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--on", default="local", show_default=True, help="local, ray, or the address of a Ray cluster.")
@click.pass_context
def report(
    context: click.Context,
    name: str,
    seats: int | None,
    pairs: tuple[str, ...],
    out: Path,
    matches: int,
    bot: str,
    levels: str,
    seed: int,
    quick: bool,
    workers: int,
    on: str,
) -> None:
    """Measure a game with bots and write a page about it: balance, length, size, drama, luck, and what every option does.

    A run that was stopped goes on where it was, with the same command.
    """
    need("research", "matplotlib", "markdown_it", purpose="calumma report")  # before hours of playing
    from calumma.lab.report.make import make
    from calumma.lab.report.plan import Plan

    if quick:
        matches = matches if _given(context, "matches") else 20
        levels = levels if _given(context, "levels") else "1-3"
    game = load_game(name, seats, pairs)
    others = tuple(n for n in game.info.seats if n != game.seats) if seats is None else ()
    plan = Plan(game, bot, matches, seed, _levels(levels), others)
    command = _command(game, seats, pairs, out, plan, levels)
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=len(plan.jobs), label=f"{name}", file=sys.stderr, hidden=hidden, show_pos=True) as bar:
        files = make(plan, out, command, workers, on, bar.update)
    click.echo(f"wrote {len(files)} files to {out}: open {out / 'index.html'}")


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _levels(text: str) -> tuple[int, ...]:
    low, dash, high = text.partition("-")
    if not dash or not low.isdecimal() or not high.isdecimal() or not int(low) < int(high):
        raise GameError(f'cannot read the levels "{text}": expected two of them, like 1-5')
    return tuple(range(int(low), int(high) + 1))


def _command(game: Game, seats: int | None, pairs: tuple[str, ...], out: Path, plan: Any, levels: str) -> str:
    """Return the command that makes this very report, with all that matters for its numbers."""
    words = ["calumma", "report", game.name]
    words += ["--seats", str(seats)] if seats is not None else []
    words += [word for pair in pairs for word in ("--option", pair)]
    words += ["--matches", str(plan.matches), "--bot", plan.bot, "--levels", levels, "--seed", str(plan.seed), "--out", str(out)]
    return shlex.join(words)
