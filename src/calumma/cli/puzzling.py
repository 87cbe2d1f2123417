"""Commands for puzzles: solving them, finding more, and proving those that are there."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calumma.cli.arguments import as_json, goes_on, match_count, runs_on, show_json
from calumma.core import GameError
from calumma.core.words import Words

if TYPE_CHECKING:
    from calumma.puzzles import Kind, Puzzle

say = Words(__package__)


@click.group()
def puzzles() -> None:
    """Solve puzzles, and find more."""


@puzzles.command("list")
@click.argument("name", metavar="GAME")
@as_json
def list_puzzles(name: str, json_output: bool) -> None:
    """List the puzzles of a game."""
    known = _known(name)
    if json_output:
        show_json([puzzle.as_json() for puzzle in known])
        return
    for puzzle in known:
        click.echo(say("puzzle-line", number=puzzle.number, rating=puzzle.rating, kind=puzzle.kind.key, position=puzzle.position))


@puzzles.command()
@click.argument("name", metavar="GAME")
@click.argument("number", type=int, required=False)
@click.option("--ascii", "plain", is_flag=True, help=say("help-ascii-puzzle"))
def solve(name: str, number: int | None, plain: bool) -> int:
    """Solve a puzzle of a game; without a NUMBER, any of them."""
    from calumma.puzzles import find_puzzle
    from calumma.terminal.puzzle import solve_puzzle

    known = _known(name)
    chosen = known[time.time_ns() % len(known)] if number is None else find_puzzle(name, number)
    return solve_puzzle(chosen, colour=not plain and sys.stdout.isatty())


@puzzles.command()
@click.argument("name", metavar="GAME")
@click.option("--matches", type=match_count(), default=100, show_default=True, help=say("help-matches-puzzles"))
@click.option("--kind", "key", metavar="KIND", help=say("help-kind"))
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), required=True, help=say("help-folder-puzzles"))
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help=say("help-out-puzzles"))
@click.option("--beside", is_flag=True, help=say("help-beside-puzzles"))
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@runs_on
@as_json
@goes_on("folder")
def make(
    name: str,
    matches: int,
    key: str | None,
    folder: Path,
    out: Path | None,
    beside: bool,
    workers: int,
    on: str,
    json_output: bool,
) -> None:
    """Find puzzles in matches of quick bots, and prove them; goes on where it was stopped."""
    from calumma.lab.puzzling import Harvest, chosen, harvest, numbered
    from calumma.puzzles.puzzle import puzzles_of, write_puzzles

    kinds = _kinds(name, key)
    found: dict[str, Harvest] = {}
    for kind in kinds:
        found[kind.key] = harvest(kind, matches, folder / f"{name}-{kind.key}.jsonl", workers=workers, on=on)
    best = [puzzle for kind in kinds for puzzle in chosen(found[kind.key].puzzles, kind.count)]
    if beside:
        best += [puzzle for puzzle in puzzles_of(name) if puzzle.kind not in kinds]
    if out is not None:
        write_puzzles(out, numbered(best))
    if json_output:
        show_json({which: {**each.verdicts, "seconds": round(each.seconds, 1)} for which, each in found.items()})
        return
    for which, each in found.items():
        _tell(which, each.candidates, each.verdicts["found"], each.verdicts["ambiguous"], each.seconds)
    if out is not None:
        click.echo(say("puzzles-written", count=len(best), path=out))


def _tell(key: str, candidates: int, count: int, ambiguous: int, seconds: float) -> None:
    """Say what became of the candidates of a kind."""
    in_reach = max(1, count + ambiguous)
    click.echo(
        say(
            "puzzles-found",
            kind=key,
            candidates=candidates,
            count=count,
            share=f"{100 * ambiguous / in_reach:.0f} %",
            seconds=f"{1000 * seconds / max(1, candidates):.0f}",
        )
    )


def _kinds(name: str, key: str | None) -> Sequence[Kind]:
    from calumma.puzzles.kinds import find_kind, kinds_of

    kinds = kinds_of(name) if key is None else (find_kind(name, key),)
    if not kinds:
        raise GameError(say("no-kinds", name=name))
    return kinds


def _known(name: str) -> Sequence[Puzzle]:
    from calumma.puzzles import games_with_puzzles, puzzles_of

    known = puzzles_of(name)
    if not known:
        raise GameError(say("no-puzzles-of", name=name, known=", ".join(games_with_puzzles())))
    return known
