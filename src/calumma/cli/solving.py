"""Commands on solved games: tables, the proof, its certificate, exact values, puzzles."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import calumma
from calumma.cli.arguments import as_json, load_game, show_json, takes_game, takes_position
from calumma.core import OVER, Game, GameError, State
from calumma.lab.solved import knowledge_of, solved_games, solving_of

PIECES = 6


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


@click.group()
def tablebase() -> None:
    """Make, check and describe endgame tables."""


pieces_option = click.option(
    "--pieces", type=click.IntRange(2, 7), default=PIECES, show_default=True, help="Up to how many pieces in all."
)
folder_option = click.option(
    "--folder", type=click.Path(path_type=Path), help="Where the tables are (default: the user's data folder)."
)


@tablebase.command("build")
@takes_game
@pieces_option
@folder_option
@as_json
def build(game: Game, pieces: int, folder: Path | None, json_output: bool) -> None:
    """Make the tables that are missing; what is there is kept, so an interrupted run goes on where it stopped."""
    tables = solving_of(game).Tablebase(game.options["goal"], folder)
    _build(tables, pieces)
    _show_statistics(tables, json_output)


def _build(tables: Any, pieces: int) -> Any:
    bar = Bar()
    endings = tables.build(pieces, lambda done, total, name: bar.show(f"tables {name}", done / total))
    bar.close()
    return endings


@tablebase.command("statistics")
@takes_game
@folder_option
@as_json
def statistics(game: Game, folder: Path | None, json_output: bool) -> None:
    """Tell wins, losses, draws and the longest win for every number of pieces."""
    _show_statistics(solving_of(game).Tablebase(game.options["goal"], folder), json_output)


def _show_statistics(tables: Any, json_output: bool) -> None:
    rows = [{**one.__dict__, "positions": one.positions} for one in tables.statistics()]
    if json_output:
        show_json({"folder": str(tables.folder), "goal": tables.goal, "tables": rows})
        return
    click.echo(f"tables of the goal {tables.goal} in {tables.folder}")
    click.echo("pieces      positions           wins         losses      draws  longest win")
    for row in rows:
        click.echo("{pieces:6} {positions:14,} {wins:14,} {losses:14,} {draws:10,} {longest_win:6} plies".format(**row))


@tablebase.command("check")
@takes_game
@folder_option
@click.option("--samples", type=click.IntRange(0), default=0, metavar="N", help="Check N sampled entries (default: every entry).")
def check(game: Game, folder: Path | None, samples: int) -> int:
    """Check the checksums, and every entry against those of its successors."""
    tables = solving_of(game).Tablebase(game.options["goal"], folder)
    damaged = list(tables.damaged())
    for name in damaged:
        click.echo(f"the table {name} differs from its checksum", err=True)
    bar = Bar()
    wrong = tables.inconsistent(samples, lambda done, total, name: bar.show(f"checking {name}", done / total))
    bar.close()
    click.echo(f"{len(damaged)} damaged tables, {wrong} inconsistent entries")
    return 1 if damaged or wrong else 0


@click.command()
@takes_game
@takes_position
@pieces_option
@click.option(
    "--megabytes", type=click.FloatRange(1), default=1000.0, show_default=True, help="Memory for what the search finds out."
)
@click.option("--shortest", is_flag=True, help="Find the shortest forced win, ply by ply (hours; goes on where it was stopped).")
@click.option("--every-move", is_flag=True, help="Then find every first move that keeps the value (takes longer).")
@click.option("--nodes", type=click.IntRange(1), default=1 << 60, metavar="N", help="Give up after so many positions.")
@click.option("--deepest", type=click.IntRange(1, 99), default=99, show_default=True, help="With --shortest: give up beyond.")
@click.option("--out", type=click.Path(path_type=Path), help="Where the certificate goes (default: the user's data folder).")
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
    solving = solving_of(game)
    endings = _build(solving.Tablebase(game.options["goal"]), pieces)
    note = solving.solution_path(game.options["goal"]).with_suffix(".progress.json")
    tell = None if json_output else click.echo
    bar = Bar()
    source: Any
    if shortest:
        outcome, source = solving.prove(game, state, endings, megabytes, deepest, note, _deepening(game, bar, tell))
    else:
        source = solving.ProofNumbers(endings, megabytes)
        outcome = solving.find_winner(state, source, nodes, _working(game, bar, tell))
    bar.close()
    if outcome.winner is None:
        return _undecided(outcome, json_output)
    path = out or _certificate_path(solving, game, state)
    least = outcome.plies if shortest else solving.excluded(game, state, note) + 1
    claim = _certify(solving, path, game, state, outcome.winner, source, least)
    if every_move and claim.best:
        numbers = solving.ProofNumbers(endings, megabytes) if shortest else source
        claim = _with_every_move(solving, path, game, state, claim, numbers, nodes, tell)
    _show_solution(game, claim, outcome, path, json_output)
    return 0


def _certificate_path(solving: Any, game: Game, state: State) -> Path:
    """Where a certificate goes: that of the start to the user's data, any other into the folder one is in."""
    is_start = game.position_text(state, None) == game.position_text(game.new(), None)
    return Path(solving.solution_path(game.options["goal"])) if is_start else Path("solution.proof")


def _certify(solving: Any, path: Path, game: Game, state: State, winner: int, source: Any, least: int) -> Any:
    bar = Bar()
    claim = solving.certify(
        path,
        game,
        state,
        winner,
        source,
        # A win of the side to move takes an odd number of plies, one of the other side an even one.
        least=least + ((least % 2 == 1) != (winner == state.to_act)),
        progress=lambda done, count: bar.show(f"certificate: {done:,} of {count:,} positions"),
    )
    bar.close()
    return claim


def _with_every_move(
    solving: Any, path: Path, game: Game, state: State, claim: Any, numbers: Any, nodes: int, tell: Callable[[str], None] | None
) -> Any:
    """The claim with every first move that wins, written to the certificate."""

    def report(move: str, outcome: Any) -> None:
        if tell:
            winner = "not decided" if outcome.winner is None else f"{game.seat_names[outcome.winner]} wins"
            tell(f"{move}: {winner}, {outcome.nodes:,} nodes, {outcome.seconds:,.1f} s")

    winning, _ = solving.winning_moves(game, state, numbers, nodes, report)
    claim = replace(claim, best=[*claim.best, *(text for text in winning if text not in claim.best)])
    solving.rewrite_head(path, claim)
    return claim


def _deepening(game: Game, bar: Bar, tell: Callable[[str], None] | None) -> Callable[[Any], None]:
    def report(step: Any) -> None:
        question = f"{game.seat_names[step.winner]} wins within {step.plies} plies"
        bar.show(f"{question}? {step.nodes:,} nodes")
        if step.answer is not None and tell:
            tell(f"{question}: {'yes' if step.answer else 'no'}, {step.nodes:,} nodes, {step.seconds:,.1f} s")

    return report


def _working(game: Game, bar: Bar, tell: Callable[[str], None] | None) -> Callable[[Any], None]:
    def report(work: Any) -> None:
        question = f"{game.seat_names[work.winner]} wins"
        bar.show(f"{question}? left to prove {work.proof:,}, to disprove {work.disproof:,}; {work.nodes:,} nodes")
        if work.answer is not None and tell:
            tell(f"{question}: {'yes' if work.answer else 'no'}, {work.nodes:,} nodes, {work.seconds:,.1f} s")

    return report


def _undecided(outcome: Any, json_output: bool) -> int:
    if json_output:
        show_json({"value": None, "searched": outcome.plies, "nodes": outcome.nodes})
    elif outcome.plies:
        click.echo(f"nobody can force a win within {outcome.plies} plies; with a larger --deepest it goes on from here")
    else:
        click.echo(f"not decided after {outcome.nodes:,} nodes: expected more --nodes, or tables of more --pieces")
    return 1


def _show_solution(game: Game, claim: Any, outcome: Any, path: Path, json_output: bool) -> None:
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
    click.echo(f"{game.seat_names[claim.winner]} wins within {claim.plies} plies; no win takes fewer than {claim.least}")
    if claim.best:
        click.echo(f"first moves that win: {', '.join(claim.best)}")
    click.echo(f"wrote the strategy of {claim.positions:,} positions to {path} ({path.stat().st_size:,} bytes)")
    click.echo(f"check it with: calumma verify-solution {path}")


@click.command("verify-solution")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
@click.option("--game", "name", default="yamamoto", show_default=True, help="Whose certificate it is.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="Without a FILE: a rule option; may be repeated.")
@as_json
def verify_solution(file: Path | None, name: str, pairs: tuple[str, ...], json_output: bool) -> int:
    """Check a certificate with a program that shares no code with the solver: a FILE, or the one that is installed."""
    game = load_game(name, None, pairs)
    solving = solving_of(game)
    file = file or _installed_certificate(solving, game)
    bar = Bar()
    try:
        verdict = solving.verify(file, lambda done, total: bar.show(f"{done:,} positions", min(1.0, done / max(1, total))))
    except solving.NotProven as fault:
        bar.close()
        if json_output:
            show_json({"proven": False, "fault": str(fault)})
        else:
            click.echo(f"not proven: {fault}", err=True)
        return 1
    bar.close()
    if json_output:
        show_json({"proven": True, **verdict.__dict__})
    else:
        click.echo(
            f"proven: {game.seat_names[verdict.winner]} wins from {verdict.start} (goal {verdict.goal}) in {verdict.plies} plies"
        )
        click.echo(f"{verdict.positions:,} positions, every reply answered, every line ends in a won match")
    return 0


def _installed_certificate(solving: Any, game: Game) -> Path:
    path = solving.certificate_path(game.options["goal"])
    if path is None:
        raise GameError(solving.how_to_get(game.options["goal"]))
    return Path(path)


@click.command()
@takes_game
@takes_position
@as_json
def value(game: Game, state: State, json_output: bool) -> None:
    """Tell the exact value of a position for the side to move: from the tables, or from the certificate."""
    if state.to_act == OVER:
        raise GameError("this position has no value to ask for: the match is over")
    knowledge = knowledge_of(game)
    known = knowledge.of(state)
    if known is None:
        raise GameError(f"nothing is known for certain about this position: {knowledge.beyond()}")
    if json_output:
        show_json(knowledge.as_json(state, known))
        return
    moves = ", ".join(game.move_text(state, action) for action in known.best)
    end = "" if known.value == "draw" else f" in {known.plies} {'ply' if known.plies == 1 else 'plies'}"
    click.echo(f"{known.value} for {game.seat_names[state.to_act]}{end}, by the {known.source}; best: {moves}")


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--list", "lists", is_flag=True, help="List the puzzles instead.")
@click.option("--ascii", "plain", is_flag=True, help="Draw without colour.")
@as_json
def puzzle(number: int | None, lists: bool, plain: bool, json_output: bool) -> int:
    """Solve a puzzle: find the moves that win by force. Without a NUMBER, any of them."""
    from calumma.terminal.puzzle import solve_puzzle

    game = calumma.load(solved_games()[0])
    puzzles = solving_of(game).read_puzzles()
    if lists or json_output:
        _list_puzzles(puzzles, json_output)
        return 0
    chosen = puzzles[time.time_ns() % len(puzzles)] if number is None else _numbered(puzzles, number)
    return solve_puzzle(calumma.load(game.name, goal=chosen.goal), chosen, colour=not plain and sys.stdout.isatty())


def _numbered(puzzles: list[Any], number: int) -> Any:
    found = next((one for one in puzzles if one.number == number), None)
    if found is None:
        raise GameError(f"there is no puzzle {number}: expected 1 to {len(puzzles)}")
    return found


def _list_puzzles(puzzles: list[Any], json_output: bool) -> None:
    if json_output:
        show_json([one.__dict__ for one in puzzles])
        return
    for one in puzzles:
        click.echo(f"{one.number:3}  win in {one.plies} plies  rated {one.rating:4}  goal {one.goal:4}  {one.position}")
