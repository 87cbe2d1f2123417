"""Commands about strength: matches between bots, and what a bot thinks of a position or of a match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import calumma
from calumma.cli.arguments import as_json, load_game, runs_on, show_json, takes_game
from calumma.cli.matches import nth_record
from calumma.core import OVER, Game, GameError, State

if TYPE_CHECKING:
    from calumma.play import Match
    from calumma.records import Record

TURNING = 0.15  # a ply after which the mover's chances are this much lower is a turning point


@click.command("match")
@takes_game
@click.argument("specs", nargs=-1, required=True, metavar="PLAYER PLAYER [..]")
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="How many at the most.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--opening", type=click.IntRange(0), default=2, show_default=True, help="Random plies before the bots begin.")
@click.option("--stop", is_flag=True, help="Stop as soon as the answer is clear (sequential test, 5 % error).")
@click.option("--out", type=click.Path(path_type=Path), help="Write the records to a .jsonl file.")
@as_json
def match(
    game: Game,
    specs: tuple[str, ...],
    matches: int,
    seed: int,
    workers: int,
    opening: int,
    stop: bool,
    out: Path | None,
    json_output: bool,
) -> None:
    """Let bots play against each other, seats rotated; the score is the first player's."""
    from calumma import records
    from calumma.players import play_series
    from calumma.players.duel import Series, Sprt

    bar = click.progressbar(length=matches, label=" - ".join(specs), file=sys.stderr, hidden=not sys.stderr.isatty())

    def progress(series: Series) -> None:
        bar.update(1)

    with bar:
        series = play_series(
            game, specs, matches, seed, workers, opening, Sprt() if stop else None, progress, keep_results=out is not None
        )
    if out is not None:
        records.write(out, (_record(game, result) for result in series.results))
    if json_output:
        show_json(_series_json(game, series))
        return
    click.echo(str(series) + (f"; {series.verdict}" if series.verdict else ""))


def _series_json(game: Game, series: Any) -> dict[str, Any]:
    low, high = series.interval
    return {
        "game": game.name,
        "seats": game.seats,
        "options": game.options,
        "players": series.specs,
        "matches": series.matches,
        "score": series.score,
        "interval": [low, high],
        "elo": series.elo,
        "verdict": series.verdict,
        "seconds": series.seconds,
    }


def _record(game: Game, result: Any) -> Record:
    from calumma.records import Record

    return Record(
        game.name,
        game.info.rules,
        game.seats,
        game.options,
        tuple(result.players),
        tuple(result.plies),
        tuple(result.scores),
        tuple(result.payoffs),
        result.reason,
        None,
    )


@click.command()
@click.argument("target", metavar="GAME|RECORD")
@click.option("--position", metavar="TEXT", help="A position of the game (default: the start).")
@click.option("--seats", type=int, metavar="N", help="How many seats.")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A rule option; may be repeated.")
@click.option("--bot", default="level:5", show_default=True, help="Who is asked.")
@click.option("--number", type=click.IntRange(1), default=1, show_default=True, help="Which match of a .jsonl file.")
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def analyse(
    target: str,
    position: str | None,
    seats: int | None,
    pairs: tuple[str, ...],
    bot: str,
    number: int,
    seed: int,
    json_output: bool,
) -> None:
    """Tell what a bot thinks of a position, or of a match and its turning points."""
    if target not in calumma.games() and Path(target).exists():
        if position is not None or seats is not None or pairs:
            raise GameError("cannot choose seats, options or a position for a record: give the file alone")
        _analyse_match(nth_record(Path(target), number), bot, seed, json_output)
        return
    game = load_game(target, seats, pairs)
    state = game.new() if position is None else game.parse_position(position)
    if state.to_act < 0:
        raise GameError(
            "cannot analyse this position: " + ("the match is over" if state.to_act == OVER else "a draw is due first")
        )
    answer = _thoughts(game, state, bot, seed)
    if json_output:
        show_json(answer)
        return
    click.echo(f"{answer['bot']} would play {answer['move']}: {_chances(game, answer['values'])}")
    click.echo(f"expected: {' '.join(answer['line'])}")
    for one in answer["candidates"][:8]:
        click.echo(f"  {one['move']:12} {one['value']:6.1%}  {one['visits']:,} visits" + (" proven" if one["proven"] else ""))
    if answer["note"]:
        click.echo(answer["note"])
    if answer["exact"]:
        exact = answer["exact"]
        end = "" if exact["value"] == "draw" else f" in {exact['plies']} {'ply' if exact['plies'] == 1 else 'plies'}"
        click.echo(f"exactly: a {exact['value']}{end}; best: {', '.join(exact['best'])}")


def _thoughts(game: Game, state: State, bot: str, seed: int) -> dict[str, Any]:
    from calumma.players import load

    choice = load(bot, game, seed).choose(state, state.to_act)
    return {
        "bot": bot,
        "move": game.move_text(state, choice.action),
        "values": choice.values,
        "line": list(_line_texts(game, state, choice.line)),
        "distance": choice.distance,
        "proven": choice.proven,
        "nodes": choice.nodes,
        "candidates": [
            {"move": game.move_text(state, one.action), "value": one.value, "visits": one.visits, "proven": one.proven}
            for one in sorted(choice.candidates, key=lambda one: (-one.visits, -one.value))
        ],
        "note": choice.note,
        "exact": exact_value(state),
    }


def exact_value(state: State) -> dict[str, Any] | None:
    """Return the value of a position where tables or certificate reach, None elsewhere."""
    from calumma.lab.solved import knowledge_of, known_value

    known = known_value(state)
    return None if known is None else dict(knowledge_of(state.game).as_json(state, known))


def _line_texts(game: Game, state: State, line: list[int]) -> Iterator[str]:
    """Yield the texts of an expected line as far as it fits: beyond a draw a bot's world need not be the true one."""
    state = state.copy()
    for action in line:
        if action not in state.legal():
            return
        yield game.move_text(state, action)
        state.apply(action)


def _chances(game: Game, values: list[float]) -> str:
    return ", ".join(f"{name} {value:.0%}" for name, value in zip(game.seat_names, values, strict=False)) or "no estimate"


def _analyse_match(record: Record, bot: str, seed: int, json_output: bool) -> None:
    from calumma.play import Match

    match = Match.from_record(record)
    rows = list(_assessed(match, bot, seed, show_bar=not json_output))
    for row, later in pairwise(rows):
        row["loss"] = _loss(row, later)
        row["turning"] = row["loss"] >= TURNING and row["move"] != row["best"]
    if json_output:
        show_json({"game": match.game.name, "bot": bot, "plies": rows})
        return
    for row in rows:
        mark = f"  a turning point: {row['best']} was better" if row.get("turning") else ""
        click.echo(f"{row['ply']:4} {row['move']:12} {_chances(match.game, row['values'])}{mark}")


def _loss(row: dict[str, Any], later: dict[str, Any]) -> float:
    """How much the chances of who moved fell until the next decision."""
    if not row["values"] or not later["values"]:
        return 0.0
    return max(0.0, row["values"][row["seat"]] - later["values"][row["seat"]])


def _assessed(match: Match, bot: str, seed: int, show_bar: bool) -> Iterator[dict[str, Any]]:
    """Yield what a bot thinks before each ply that a seat played."""
    played = [(number, ply) for number, ply in enumerate(match.plies) if not ply.is_chance]
    hidden = not (show_bar and sys.stderr.isatty())
    with click.progressbar(played, label="thinking", file=sys.stderr, hidden=hidden) as plies:
        for number, ply in plies:
            thoughts = _thoughts(match.game, match.state_at(number), bot, seed)
            yield {"ply": number, "seat": ply.seat, "move": ply.text, "best": thoughts["move"], "values": thoughts["values"]}


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME ..]")
@click.option("--matches", type=click.IntRange(2), default=200, show_default=True, help="The most matches for one pairing.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=Path("docs/strength.jsonl"),
    show_default=True,
    help="Every match, a line each.",
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/strength.md"), show_default=True, help="The table.")
@click.option("--times", is_flag=True, help="Also measure how long the levels think.")
@runs_on
def strength(names: tuple[str, ...], matches: int, workers: int, results: Path, out: Path, times: bool, on: str) -> None:
    """Make the strength table of the levels; a stopped run goes on where it was."""
    from calumma.lab.strength import Pairing, run, take_times

    chosen = list(names) or calumma.games()
    for name in chosen:
        calumma.load(name)

    def told(pairing: Pairing) -> None:
        click.echo(f"{pairing.key}: {pairing.score:.1%} of {len(pairing.shares)}, aim {pairing.aim:.0%} {pairing.verdict}")
        _write_strength(results, out)

    if times:
        take_times(chosen, results)
    run(chosen, results, matches, workers, told, on)
    _write_strength(results, out)


def _write_strength(results: Path, out: Path) -> None:
    from calumma.lab.strength import as_markdown, pairings, read_results, read_times, showings

    names = calumma.games()
    everything, shown = pairings(names), showings(names)
    read_results(results, everything, shown)
    out.write_text(as_markdown(everything, shown, read_times(results, names)), encoding="utf-8")
