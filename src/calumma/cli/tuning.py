"""The command that fits the weights of an evaluation to matches."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from calumma.cli.arguments import Finite, match_count, takes_game
from calumma.core import Game, GameError
from calumma.core.paths import check_writable
from calumma.core.weights import present
from calumma.core.words import Words

say = Words(__package__)

FAIR = 0.5
MOST_ROUNDS = 1_000_000


@click.command()
@takes_game
@click.option("--matches", type=match_count(10), default=300, show_default=True, help=say("help-matches-tune"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--player", default="level:3", show_default=True, help=say("help-player"))
@click.option("--opening", type=click.IntRange(0), default=8, show_default=True, help=say("help-opening-tune"))
@click.option("--positions", type=click.IntRange(1), default=20, show_default=True, help=say("help-positions-tune"))
@click.option(
    "--blend",
    type=Finite(0, 1),
    default=0.5,
    show_default=True,
    help=say("help-blend"),
)
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), default=30, show_default=True, help=say("help-rounds"))
@click.option("--only", metavar="NAME,..", help=say("help-only"))
@click.option("--check", type=match_count(0), default=100, show_default=True, help=say("help-check"))
@click.option("--checker", default="level:4", show_default=True, help=say("help-checker"))
@click.option("--write", is_flag=True, help=say("help-write"))
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False, writable=True), help=say("help-log"))
def tune(
    game: Game,
    matches: int,
    seed: int,
    player: str,
    opening: int,
    positions: int,
    blend: float,
    rounds: int,
    only: str | None,
    check: int,
    checker: str,
    write: bool,
    log: Path | None,
) -> None:
    """Fit the weights of a game's evaluation to matches that a bot plays against itself."""
    from calumma.lab.tuning import compare, fit, gather, write_weights
    from calumma.players import load

    names = _chosen(game, only)
    for spec in (player, checker):
        load(spec, game, seed)
    if log is not None:
        check_writable(log)
    with _bar(matches, "playing") as bar:
        samples = gather(game, player, matches, seed, opening, positions, blend, lambda: bar.update(1))
    found = fit(
        game.name, samples, names, rounds, lambda turn, loss, out: click.echo(say("round", turn=turn, loss=loss, out=out))
    )
    lines = found.lines()
    score = 1.0
    if check:
        with _bar(check, "checking") as bar:
            series = compare(game, checker, found.after, found.before, check, seed + 7, lambda: bar.update(1))
        score = series.score
        lines += ["", say("with", checker=checker, series=series)]
    if write and score > FAIR:
        lines += ["", say("written", name=write_weights(game.name, found.after).name)]
    elif write:
        lines += ["", say("not-written-new-weights")]
    click.echo("\n".join(lines))
    if log is not None:
        _append(log, f"## {_called(game, matches, seed, player, opening, positions, blend, only)}", lines)


def _chosen(game: Game, only: str | None) -> list[str]:
    """Return the names of the weights to vary."""
    known = list(present(game.name))
    if not known:
        raise GameError(say("cannot-tune", name=game.name))
    names = only.split(",") if only else known
    strange = [name for name in names if name not in known]
    if strange:
        raise GameError(say("no-such-weight", name=strange[0], known=", ".join(known)))
    return names


def _called(
    game: Game, matches: int, seed: int, player: str, opening: int, positions: int, blend: float, only: str | None
) -> str:
    asked = f"calumma tune {game.name} --seats {game.seats} --matches {matches} --seed {seed} --player {player}"
    how = f"--opening {opening} --positions {positions} --blend {blend:g}"
    return f"{asked} {how}" + (f" --only {only}" if only else "")


def _append(log: Path, title: str, lines: list[str]) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write("\n".join(["", title, "", *lines, ""]))


def _bar(length: int, label: str) -> click._termui_impl.ProgressBar[int]:
    return click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty())
