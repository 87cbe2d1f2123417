"""Commands for designers and researchers: perft, check, bench, and writing the files that tests compare with."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

import calumma
from calumma.cli.arguments import as_json, match_count, seconds_from, show_json, takes_game, takes_position
from calumma.core import OVER, Game, GameError, State
from calumma.core.run import DEEPEST, speed
from calumma.core.words import Words

say = Words(__package__)


@click.command()
@takes_game
@takes_position
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--divide", is_flag=True, help=say("help-divide"))
@as_json
def perft(game: Game, state: State, depth: int, divide: bool, json_output: bool) -> None:
    """Count the lines of exactly DEPTH plies from a position."""
    if divide and depth < 1:
        raise GameError(say("cannot-divide-count-depth"))
    start = time.perf_counter()
    parts = {game.move_text(state, action): n for action, n in calumma.divide(state, depth).items()} if divide else {}
    nodes = sum(parts.values()) if divide else calumma.perft(state, depth)
    seconds = time.perf_counter() - start
    if json_output:
        show_json({"game": game.name, "depth": depth, "nodes": nodes, "seconds": seconds} | ({"divide": parts} if divide else {}))
        return
    for text, count in parts.items():
        click.echo(f"{text:12} {count:,}")
    click.echo(say("nodes-depth-s-second", nodes=nodes, depth=depth, seconds=seconds, rate=nodes / max(seconds, 1e-09)))


@click.command()
@takes_game
def schema(game: Game) -> None:
    """Show the JSON schema of what a seat may know of a position: of `view` in the API, and of `state.view(seat)`."""
    click.echo(json.dumps(game.view_schema, indent=2))


@click.command()
@takes_game
@click.option("--matches", type=match_count(), default=50, show_default=True, help=say("help-matches-check"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--all", "everything", is_flag=True, help=say("help-all-check"))
@click.option("--ready", is_flag=True, help=say("help-ready-check"))
@as_json
def check(game: Game, matches: int, seed: int, everything: bool, ready: bool, json_output: bool) -> int:
    """Check that a game keeps the laws of the protocol, in random matches; with --ready all that it needs to be kept."""
    from calumma.testing import LawBroken, check_game, variants

    games = variants(game.name) if everything or ready else [game]
    for one in games:
        try:
            report = check_game(one, matches=matches, seed=seed)
        except LawBroken as broken:
            if json_output:
                show_json({"game": str(one), "ok": False, "broken": str(broken)})
            else:
                click.echo(str(broken), err=True)
            return 1
        if json_output:
            show_json({"game": str(one), "ok": True, "matches": matches, **report.as_json()})
        else:
            click.echo(report.summary if ready else str(report))
    return _tell_readiness(game.name, json_output) if ready else 0


def _tell_readiness(name: str, json_output: bool) -> int:
    """Say what a game lacks beyond the laws."""
    from calumma.testing.readiness import NEEDS, missing

    lacking = missing(name)
    if json_output:
        show_json({"game": name, "ready": not lacking, "missing": lacking})
        return int(bool(lacking))
    for need in NEEDS:
        click.echo(f"  {say('lacks' if need.name in lacking else 'has')}  {need.text}")
        for found in lacking.get(need.name, ()):
            click.echo(f"         {found}", err=True)
    click.echo(say("not-ready", name=name, count=len(lacking)) if lacking else say("ready", name=name), err=bool(lacking))
    return int(bool(lacking))


@click.command()
@takes_game
@takes_position
@click.option("--seconds", type=seconds_from(0.01), default=3.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--mcts", is_flag=True, help=say("help-mcts"))
@as_json
def bench(game: Game, state: State, seconds: float, seed: int, mcts: bool, json_output: bool) -> None:
    """Measure uniformly random playouts on one core."""
    if state.to_act == OVER:
        raise GameError(say("cannot-measure-playouts-here"))
    playouts, plies, took = speed(state, seconds, calumma.Rng(seed))
    answer = {
        "game": game.name,
        "seats": game.seats,
        "options": game.options,
        "compiled": calumma.compiled(),
        "playouts_per_second": playouts / took,
        "plies_per_second": plies / took,
        "plies_per_playout": plies / playouts,
    }
    if mcts:
        answer["simulations_per_second"] = _simulations(state, seconds, seed)
    if json_output:
        show_json(answer)
        return
    click.echo(say("core-one-core-s", game=game, value="compiled" if calumma.compiled() else "interpreted", took=took))
    click.echo(say("playouts-second-plies-plies", playouts=playouts / took, length=plies / playouts, rate=plies / took))
    if mcts:
        click.echo(say("simulations-second-plain-uct", simulations_per_second=answer["simulations_per_second"]))


def _simulations(state: State, seconds: float, seed: int) -> float:
    from calumma.search import uct_speed

    count, took = uct_speed(state, seconds, calumma.Rng(seed))
    return count / took


@click.group()
def write() -> None:
    """Write the files that tests compare with."""


@write.command("perft")
@takes_game
@takes_position
@click.argument("depth", type=click.IntRange(1, DEEPEST))
@click.option("--out", type=click.Path(path_type=Path), required=True, help=say("help-out-write-perft"))
def write_perft(game: Game, state: State, depth: int, out: Path) -> None:
    """Add the counts of a position to a perft file."""
    from calumma.testing.perft_files import add

    add(out, state, depth)
    click.echo(say("wrote-depths-1", depth=depth, game=game, out=out))


@write.command("files")
@click.argument("name", metavar="GAME")
@click.option("--depth", type=click.IntRange(1, DEEPEST), default=3, show_default=True, help=say("help-depth-write-files"))
def write_files(name: str, depth: int) -> None:
    """Write perft counts and a playthrough for every number of seats into the tests of a game's project."""
    from calumma.testing import readiness

    for path in readiness.write_files(name, depth):
        click.echo(say("wrote-file", path=path))


@write.command("playthrough")
@takes_game
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help=say("help-out-write-playthrough"))
def write_playthrough(game: Game, seed: int, out: Path) -> None:
    """Write the readable record of one random match."""
    from calumma.testing import playthroughs

    playthroughs.write(out, game, seed)
    click.echo(say("wrote-match", game=game, out=out))
