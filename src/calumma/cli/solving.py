"""Commands on solved games: tables, the proof, its certificate, exact values."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from calumma.cli.arguments import Finite, as_json, load_game, seconds_from, show_json, takes_game, takes_position
from calumma.core import OVER, Game, GameError, OptionValue, State
from calumma.core.messages import listed
from calumma.core.words import Words
from calumma.solutions import (
    AT_EASE,
    SEARCHED_PER_SECOND,
    Claim,
    NotProven,
    Outcome,
    Request,
    Step,
    Tables,
    Work,
    solution_of,
    solved_games,
    solver_of,
    told_source,
)

say = Words(__package__)

PIECES = 6
MOST_MEGABYTES = 16_384  # as for other searches: an index of an entry is an int
MOST_NODES = 1 << 60


class Bar:
    """A line on the terminal that is drawn over again; silent where nobody watches."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.start = self.last = time.perf_counter()

    def show(self, words: str, share: float | None = None) -> None:
        """Draw the line, at most five times a second."""
        now = time.perf_counter()
        if not self.shown or (now - self.last < 0.2 and share != 1.0):
            return
        self.last = now
        bar = "" if share is None else f"[{'#' * int(share * 30):30}] {share:4.0%} "
        click.echo(f"\r{bar}{words} ({now - self.start:,.0f} s)\x1b[K", nl=False, err=True)

    def close(self) -> None:
        """Leave the line."""
        if self.shown:
            click.echo(err=True)


class Watch:
    """Shows on the terminal how the work of a solver goes on."""

    def __init__(self, game: Game, tells: bool) -> None:
        self.game, self.tells = game, tells
        self.bar = Bar()

    def building(self, done: int, total: int, name: str) -> None:
        """Tables are being made."""
        self.bar.show(say("making-tables", name=name), done / total)

    def deepening(self, step: Step) -> None:
        """The shortest win is being looked for."""
        question = say("wins-within-plies", seat=self.game.seat_names[step.winner], plies=step.plies)
        self.bar.show(say("nodes", question=question, nodes=step.nodes))
        self._tell_answer(question, step)

    def working(self, work: Work) -> None:
        """The winner is being looked for."""
        question = say("wins", seat=self.game.seat_names[work.winner])
        self.bar.show(
            say("left-prove-disprove-nodes", question=question, proof=work.proof, disproof=work.disproof, nodes=work.nodes)
        )
        self._tell_answer(question, work)

    def _tell_answer(self, question: str, found: Step | Work) -> None:
        if found.answer is not None and self.tells:
            click.echo(
                say("answer-yes" if found.answer else "answer-no", question=question, nodes=found.nodes, seconds=found.seconds)
            )

    def certifying(self, done: int, count: int) -> None:
        """The strategy is being written down."""
        self.bar.show(say("certificate-positions", done=done, count=count))

    def indexing(self, done: int, count: int) -> None:
        """The strategy is being made quick to look up."""
        self.bar.show(say("index-positions", done=done, count=count), done / count)

    def tried(self, move: str, outcome: Outcome) -> None:
        """A first move has been looked at."""
        if self.tells:
            winner = say("not-decided") if outcome.winner is None else say("wins", seat=self.game.seat_names[outcome.winner])
            click.echo(say("nodes-s", move=move, winner=winner, nodes=outcome.nodes, seconds=outcome.seconds))

    def close(self) -> None:
        """Leave the line."""
        self.bar.close()


def _in_words(options: Mapping[str, OptionValue]) -> str:
    return listed([f"{name} {value}" for name, value in options.items()])


@click.group()
def tablebase() -> None:
    """Make, check and describe endgame tables."""


pieces_option = click.option("--pieces", type=click.IntRange(2, 7), default=PIECES, show_default=True, help=say("help-pieces"))
folder_option = click.option("--folder", type=click.Path(path_type=Path), help=say("help-folder"))


@tablebase.command("build")
@takes_game
@pieces_option
@folder_option
@as_json
def build(game: Game, pieces: int, folder: Path | None, json_output: bool) -> None:
    """Make the tables that are missing; what is there is kept, so an interrupted run goes on where it stopped."""
    solver, watch = solver_of(game), Watch(game, tells=False)
    tables = solver.tables(folder)
    tables.build(pieces, watch.building)
    watch.close()
    _show_statistics(tables, solver.options, json_output)


@tablebase.command("statistics")
@takes_game
@folder_option
@as_json
def statistics(game: Game, folder: Path | None, json_output: bool) -> None:
    """Tell wins, losses, draws and the longest win for every number of pieces."""
    solver = solver_of(game)
    _show_statistics(solver.tables(folder), solver.options, json_output)


def _show_statistics(tables: Tables, options: Mapping[str, OptionValue], json_output: bool) -> None:
    rows = [{**one.__dict__, "positions": one.positions} for one in tables.statistics()]
    if json_output:
        show_json({"folder": str(tables.folder), **options, "tables": rows})
        return
    click.echo(say("tables", options=_in_words(options), folder=tables.folder))
    click.echo(say("pieces-positions-wins-losses"))
    for row in rows:
        click.echo("{pieces:6} {positions:14,} {wins:14,} {losses:14,} {draws:10,} {longest_win:6} plies".format(**row))


@tablebase.command("check")
@takes_game
@folder_option
@click.option("--samples", type=click.IntRange(0), default=0, metavar="N", help=say("help-samples"))
def check(game: Game, folder: Path | None, samples: int) -> int:
    """Check the checksums, and every entry against those of its successors."""
    solver = solver_of(game)
    tables = solver.tables(folder)
    if not tables.statistics():
        raise GameError(say("no-tables-to-check", folder=tables.folder, options=_in_words(solver.options), game=game.name))
    damaged = list(tables.damaged())
    for name in damaged:
        click.echo(say("table-differs-checksum", name=name), err=True)
    bar = Bar()
    wrong = tables.inconsistent(samples, lambda done, total, name: bar.show(say("checking", name=name), done / total))
    bar.close()
    click.echo(say("damaged-tables-inconsistent-entries", count=len(damaged), wrong=wrong))
    return 1 if damaged or wrong else 0


@click.command()
@takes_game
@takes_position
@pieces_option
@click.option("--megabytes", type=Finite(1, MOST_MEGABYTES), default=1000.0, show_default=True, help=say("help-megabytes"))
@click.option("--shortest", is_flag=True, help=say("help-shortest"))
@click.option("--every-move", is_flag=True, help=say("help-every-move"))
@click.option("--nodes", type=click.IntRange(1, MOST_NODES), default=MOST_NODES, metavar="N", help=say("help-nodes"))
@click.option("--deepest", type=click.IntRange(1, 99), default=99, show_default=True, help=say("help-deepest"))
@click.option("--out", type=click.Path(path_type=Path), help=say("help-out-solve"))
@as_json
def solve(
    game: Game,
    state: State,
    pieces: int,
    megabytes: float,
    shortest: bool,
    every_move: bool,
    nodes: int,
    deepest: int,
    out: Path | None,
    json_output: bool,
) -> int:
    """Find out who wins, and write the winner's strategy as a certificate."""
    watch = Watch(game, tells=not json_output)
    solved = solver_of(game).solve(state, Request(pieces, megabytes, shortest, every_move, nodes, deepest, out), watch)
    watch.close()
    if solved.claim is None or solved.path is None:
        return _undecided(solved.outcome, json_output)
    _show_solution(game, solved.claim, solved.outcome, solved.path, json_output)
    return 0


def _undecided(outcome: Outcome, json_output: bool) -> int:
    if json_output:
        show_json({"value": None, "searched": outcome.plies, "nodes": outcome.nodes})
    elif outcome.plies:
        click.echo(say("nobody-can-force-win", plies=outcome.plies))
    else:
        click.echo(say("not-decided-after-nodes", nodes=outcome.nodes))
    return 1


def _show_solution(game: Game, claim: Claim, outcome: Outcome, path: Path, json_output: bool) -> None:
    answer = {
        **claim.head(),
        "nodes": outcome.nodes,
        "seconds": round(outcome.seconds, 1),
        "file": str(path),
        "bytes": path.stat().st_size,
    }
    if json_output:
        show_json(answer)
        return
    click.echo(say("wins-within-plies-no", seat=game.seat_names[claim.winner], plies=claim.plies, least=claim.least))
    if claim.best:
        click.echo(say("first-moves-win", known=", ".join(claim.best)))
    click.echo(say("wrote-strategy-positions-bytes", positions=claim.positions, path=path, st_size=path.stat().st_size))
    click.echo(say("check-calumma-verify-solution", path=path))


@click.command("verify-solution")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
@click.option("--game", "name", default=lambda: solved_games()[0], help=say("help-game"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option-verify-solution"))
@as_json
def verify_solution(file: Path | None, name: str, pairs: tuple[str, ...], json_output: bool) -> int:
    """Check a certificate with a program that shares no code with the solver: a FILE, or the one that is installed."""
    game = load_game(name, None, pairs)
    solver = solver_of(game)
    bar = Bar()
    try:
        verdict = solver.verify(
            file or solver.certificate(),
            lambda done, total: bar.show(say("positions", done=done), min(1.0, done / max(1, total))),
        )
    except NotProven as fault:
        bar.close()
        if json_output:
            show_json({"proven": False, "fault": str(fault)})
        else:
            click.echo(say("not-proven", fault=fault), err=True)
        return 1
    bar.close()
    if json_output:
        show_json({"proven": True, **verdict.as_json()})
    else:
        click.echo(
            say(
                "proven-wins-plies",
                seat=game.seat_names[verdict.winner],
                start=verdict.start,
                options=_in_words(verdict.options),
                plies=verdict.plies,
            )
        )
        click.echo(say("positions-every-reply-answered", positions=verdict.positions))
    return 0


@click.command("index-solution")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
@click.option("--game", "name", default=lambda: solved_games()[0], help=say("help-game"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
@as_json
def index_solution(file: Path | None, name: str, pairs: tuple[str, ...], json_output: bool) -> None:
    """Make a certificate quick to look up, a FILE or the one that is installed: its index is written beside it."""
    game = load_game(name, None, pairs)
    solver, watch = solver_of(game), Watch(game, tells=False)
    path = solver.write_index(file or solver.certificate(), watch)
    watch.close()
    if json_output:
        show_json({"file": str(path), "bytes": path.stat().st_size})
        return
    click.echo(say("wrote-bytes", path=path, st_size=path.stat().st_size))


@click.command()
@takes_game
@takes_position
@click.option("--seconds", type=seconds_from(0), default=10.0, show_default=True, help=say("help-seconds-value"))
@as_json
def value(game: Game, state: State, seconds: float, json_output: bool) -> None:
    """Tell the exact value of a position for the side to move: from the tables, the certificate, a proof or a search."""
    if state.to_act == OVER:
        raise GameError(say("position-no-value-ask"))
    solution = solution_of(game)
    known = solution.value(state, replace(AT_EASE, searched=int(seconds * SEARCHED_PER_SECOND)))
    if known is None:
        raise GameError(say("nothing-known-certain-about", reason=solution.beyond()))
    if json_output:
        show_json(known.as_json(state))
        return
    moves = ", ".join(game.move_text(state, action) for action in known.best)
    told = {"seat": game.seat_names[state.to_act], "source": told_source(known), "moves": moves}
    if known.value == "draw":
        click.echo(say("exact-draw", **told))
        return
    how_long = "-for-certain" if not known.is_counted else "-at-most" if known.is_at_most else ""
    click.echo(say(f"exact-{known.value}{how_long}", count=known.plies, **told))
