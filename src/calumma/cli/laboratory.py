"""Commands that play many matches: tournaments, data sets, sweeps. All of them go on where they were stopped."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from calumma.cli.arguments import as_json, goes_on, match_count, read_options, show_json, takes_game, takes_runner, tell_failures
from calumma.core import Game, GameError
from calumma.core.paths import check_writable, replace_text
from calumma.core.registry import definition
from calumma.core.words import Words

if TYPE_CHECKING:
    from calumma.lab.matches import MatchJob, Outcome

    Take = Callable[[MatchJob, Outcome], None]

say = Words(__package__)


@click.command()
@takes_game
@click.argument("specs", nargs=-1, required=True, metavar="PLAYER PLAYER [..]")
@click.option("--round-robin", is_flag=True, help=say("help-round-robin"))
@click.option("--gauntlet", is_flag=True, help=say("help-gauntlet"))
@click.option("--matches", type=match_count(), default=100, show_default=True, help=say("help-matches-tournament"))
@takes_runner
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help=say("help-out"))
@as_json
@goes_on("out")
def tournament(
    game: Game,
    specs: tuple[str, ...],
    round_robin: bool,
    gauntlet: bool,
    matches: int,
    seed: int,
    opening: int,
    workers: int,
    on: str,
    out: Path | None,
    json_output: bool,
) -> None:
    """Let players meet each other, seats rotated; cross table and Elo."""
    from calumma.lab.tournament import Results, TournamentPlan

    if round_robin and gauntlet:
        raise GameError(say("one-kind-of-tournament"))
    kind = "gauntlet" if gauntlet else "round-robin"
    _check_folder(out, "tournament.json", "tournament.md")
    plan = TournamentPlan(game, list(specs), kind, matches, seed, opening)
    results = Results(plan)
    play_all(plan.jobs, None if out is None else out / "matches.jsonl", workers, on, results.count)
    tell_failures(results.failures)
    words = [*_game_words(game), f"--{kind}", *map(shlex.quote, specs)]
    command = " ".join(["calumma tournament", *words, f"--matches {matches} --seed {seed}"])
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


def play_all(jobs: Sequence[MatchJob], log: Path | None, workers: int, on: str, take: Take | None = None) -> None:
    """Play matches, with a bar on the terminal, and hand every outcome on: none is kept here."""
    from calumma.lab.matches import check_players
    from calumma.lab.runner import run

    check_players(jobs)
    with click.progressbar(length=len(jobs), label="matches", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for _, outcome in run(jobs, log, workers=workers, on=on):
            if take is not None:
                take(outcome.job, outcome)
            bar.update(1)


def _check_folder(out: Path | None, *names: str) -> None:
    """Refuse a folder in which the files of a run could not be written, before its matches are played."""
    if out is not None:
        for name in names:
            check_writable(out / name, makes_folders=True)


@click.command()
@takes_game
@click.argument("specs", nargs=-1, required=True, metavar="PLAYER [..]")
@click.option("--matches", type=match_count(), default=100, show_default=True, help=say("help-matches-selfplay"))
@takes_runner
@click.option("--positions", is_flag=True, help=say("help-positions-selfplay"))
@click.option("--observations", is_flag=True, help=say("help-observations"))
@click.option("--legal", is_flag=True, help=say("help-legal"))
@click.option("--out", type=click.Path(path_type=Path), required=True, help=say("help-out-selfplay"))
@goes_on("out")
def selfplay(
    game: Game,
    specs: tuple[str, ...],
    matches: int,
    seed: int,
    opening: int,
    workers: int,
    on: str,
    positions: bool,
    observations: bool,
    legal: bool,
    out: Path,
) -> None:
    """Make a data set: the records of matches between bots, and what they thought, ply by ply."""
    from calumma.lab import datasets

    datasets.kind_of(out)
    _check_folder(out.parent, out.name, datasets.plies_path(out).name)
    jobs = datasets.plan(game, specs, matches, seed, opening)
    log = datasets.log_path(out)
    play_all(jobs, log, workers, on)
    count, plies = datasets.write(out, jobs, log, datasets.Wanted(positions, observations, legal))
    click.echo(say("wrote-matches-plies", count=count, game=game, out=out, plies=plies, plies_out=datasets.plies_path(out)))


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", metavar="N[,N..]", help=say("help-seats-sweep"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUES", help=say("help-option-sweep"))
@click.option("--spec", "specs", multiple=True, required=True, metavar="PLAYER", help=say("help-spec"))
@click.option("--matches", type=match_count(), default=100, show_default=True, help=say("help-matches-sweep"))
@takes_runner
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help=say("help-out"))
@as_json
@goes_on("out")
def sweep(
    name: str,
    seats: str | None,
    pairs: tuple[str, ...],
    specs: tuple[str, ...],
    matches: int,
    seed: int,
    opening: int,
    workers: int,
    on: str,
    out: Path | None,
    json_output: bool,
) -> None:
    """Ask the same question for every combination of seats, options and players."""
    from calumma.lab.sweep import as_markdown, grid

    _check_folder(out, "sweep.json", "sweep.md")
    points = grid(name, _seat_counts(name, seats), read_options(name, pairs), specs)
    jobs = [point.jobs(matches, seed, opening) for point in points]
    asked = {job.id: point for point, own in zip(points, jobs, strict=True) for job in own}

    def take(job: MatchJob, outcome: Outcome) -> None:
        asked[job.id].count(outcome)

    play_all([job for own in jobs for job in own], None if out is None else out / "matches.jsonl", workers, on, take)
    answer = [point.as_json() for point in points]
    command = " ".join(
        ["calumma sweep", name, *([f"--seats {seats}"] if seats else []), *(f"--option '{pair}'" for pair in pairs)]
    )
    command += "".join(f" --spec '{spec}'" for spec in specs) + f" --matches {matches} --seed {seed}"
    command += "" if opening == 2 else f" --opening {opening}"
    if out is not None:
        replace_text(out / "sweep.json", json.dumps(answer, ensure_ascii=False, indent=1) + "\n")
        replace_text(out / "sweep.md", as_markdown(name, answer, command))
    if json_output:
        show_json(answer)
    else:
        click.echo(as_markdown(name, answer, command), nl=False)


def _seat_counts(name: str, text: str | None) -> list[int | None]:
    if text is None:
        return [None]
    if text == "all":
        return list(definition(name).seats)
    parts = text.strip("{}").split(",")
    if not all(part.strip().isdecimal() for part in parts) or len(set(parts)) < len(parts):
        raise GameError(say("cannot-read-seats", text=text))
    return [int(part) for part in parts]
