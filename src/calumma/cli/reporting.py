"""The command that makes a report about a game."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from calumma.cli.arguments import goes_on, load_game, match_count
from calumma.core import Game, GameError
from calumma.core.words import Words
from calumma.extras import need

say = Words(__package__)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=int, metavar="N", help=say("help-seats-report"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR", help=say("help-out-report")
)
@click.option("--matches", type=match_count(2), default=200, show_default=True, help=say("help-matches-report"))
@click.option("--table-matches", type=match_count(), help=say("help-table-matches"))
@click.option("--bot", default="level:3", show_default=True, help=say("help-bot-report"))
@click.option("--levels", default="1-5", show_default=True, metavar="LOW-HIGH", help=say("help-levels"))
@click.option("--opening", type=click.IntRange(0), default=0, show_default=True, help=say("help-opening"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--quick", is_flag=True, help=say("help-quick"))
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@click.option("--on", default="local", show_default=True, help=say("help-on-report"))
@click.pass_context
@goes_on("out")
def report(
    context: click.Context,
    name: str,
    seats: int | None,
    pairs: tuple[str, ...],
    out: Path,
    matches: int,
    table_matches: int | None,
    bot: str,
    levels: str,
    opening: int,
    seed: int,
    quick: bool,
    workers: int,
    on: str,
) -> None:
    """Measure a game with bots and write a page about it: balance, length, size, drama, luck, and what every option does."""
    need("research", "matplotlib", "markdown_it", purpose="calumma report")  # before hours of playing
    from calumma.lab.report.make import make
    from calumma.lab.report.plan import ReportPlan

    if quick:
        matches = matches if _given(context, "matches") else 20
        levels = levels if _given(context, "levels") else "1-3"
    game = load_game(name, seats, pairs)
    others = tuple(n for n in game.info.seats if n != game.seats) if seats is None else ()
    plan = ReportPlan(game, bot, matches, seed, _levels(levels), others, opening, table_matches)
    command = _command(game, seats, pairs, out, plan, levels)
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=len(plan.jobs), label=f"{name}", file=sys.stderr, hidden=hidden, show_pos=True) as bar:
        files = make(plan, out, command, workers, on, bar.update)
    click.echo(say("wrote-files-open", count=len(files), out=out, page=out / "index.html"))


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _levels(text: str) -> tuple[int, ...]:
    from calumma.players.levels import LEVELS

    low, dash, high = text.partition("-")
    if not dash or not low.isdecimal() or not high.isdecimal() or not LEVELS[0] <= int(low) < int(high) <= LEVELS[-1]:
        raise GameError(say("cannot-read-levels", text=text, first=LEVELS[0], last=LEVELS[-1]))
    return tuple(range(int(low), int(high) + 1))


def _command(game: Game, seats: int | None, pairs: tuple[str, ...], out: Path, plan: Any, levels: str) -> str:
    """Return the command that makes this very report, with all that matters for its numbers."""
    words = ["calumma", "report", game.name]
    words += ["--seats", str(seats)] if seats is not None else []
    words += [word for pair in pairs for word in ("--option", pair)]
    words += ["--matches", str(plan.matches)]
    words += ["--table-matches", str(plan.at_others)] if plan.at_others is not None else []
    words += ["--bot", plan.bot, "--levels", levels]
    words += ["--opening", str(plan.opening)] if plan.opening else []
    words += ["--seed", str(plan.seed), "--out", str(out)]
    return shlex.join(words)
