"""Commands about strength: matches between bots, and what a bot thinks of a position or of a match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import calumma
from calumma.cli.arguments import as_json, load_game, match_count, runs_on, show_json, takes_game, tell_failures
from calumma.cli.matches import nth_replay
from calumma.core import OVER, Game, GameError, State
from calumma.core.messages import listed
from calumma.core.paths import check_writable, naming
from calumma.core.words import Words
from calumma.extras import need
from calumma.solutions import WITH_PATIENCE, exact_value, kept, told

if TYPE_CHECKING:
    from calumma.lab.series import Series
    from calumma.players.assess import Assessed
    from calumma.records import Replay

say = Words(__package__)


@click.command("match")
@takes_game
@click.argument("specs", nargs=-1, required=True, metavar="PLAYER PLAYER [..]")
@click.option("--matches", type=match_count(), default=100, show_default=True, help=say("help-matches-match"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@click.option("--opening", type=click.IntRange(0), default=2, show_default=True, help=say("help-opening"))
@click.option("--stop", is_flag=True, help=say("help-stop"))
@click.option("--out", type=click.Path(path_type=Path), help=say("help-out-match"))
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
    from calumma.lab.scores import Sprt
    from calumma.lab.series import play_series

    if out is not None:
        check_writable(out)
        if out.suffix == ".parquet":
            need("research", "pyarrow", purpose="a Parquet file")
    bar = click.progressbar(length=matches, label=" - ".join(specs), file=sys.stderr, hidden=not sys.stderr.isatty())

    def progress(series: Series) -> None:
        bar.update(1)

    with bar:
        series = play_series(
            game, specs, matches, seed, workers, opening, Sprt() if stop else None, progress, keep_outcomes=out is not None
        )
    tell_failures(series.failures)
    if json_output:
        show_json(_series_json(game, series))
    else:
        click.echo(str(series) + (f"; {series.verdict}" if series.verdict else ""))
    if out is not None:  # last, so that the score is told even where the disk turns out to be full
        records.write(out, (outcome.record for outcome in series.outcomes))


def _series_json(game: Game, series: Series) -> dict[str, Any]:
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
        "failures": series.failures,
        "seconds": series.seconds,
    }


@click.command()
@click.argument("target", metavar="GAME|RECORD")
@click.option("--position", metavar="TEXT", help=say("help-position-analyse"))
@click.option("--seats", type=int, metavar="N", help=say("help-seats"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
@click.option("--bot", help=say("help-bot-analyse"))
@click.option("--number", type=click.IntRange(1), default=1, show_default=True, help=say("help-number"))
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def analyse(
    target: str,
    position: str | None,
    seats: int | None,
    pairs: tuple[str, ...],
    bot: str | None,
    number: int,
    seed: int,
    json_output: bool,
) -> None:
    """Tell what a bot thinks of a position, or of a match and its turning points."""
    from calumma.players.assess import ASSESSOR

    asked = bot or ASSESSOR
    if target not in calumma.games() and Path(target).exists():
        if position is not None or seats is not None or pairs:
            raise GameError(say("cannot-choose-seats-options-position"))
        _analyse_match(nth_replay(Path(target), number), asked, seed, json_output)
        return
    if Path(target).name != target or Path(target).suffix:  # no game is called that
        raise GameError(say("no-such-file-or-game", target=target))
    game = load_game(target, seats, pairs)
    state = game.new() if position is None else game.parse_position(position)
    if state.to_act < 0:
        if state.to_act == OVER:
            raise GameError(say("cannot-analyse-position-match"))
        raise GameError(say("cannot-analyse-position-chance"))
    answer = _thoughts(game, state, asked, seed)
    if json_output:
        show_json(answer)
        return
    click.echo(say("would-play", bot=answer["bot"], move=answer["move"], game=_chances(game, answer["values"])))
    click.echo(say("expected-line", line=" ".join(answer["line"])))
    for one in answer["candidates"][:8]:
        click.echo("  " + say("candidate-proven" if one["proven"] else "candidate", **one))
    if answer["note"]:
        click.echo(answer["note"])
    if answer["exact"]:
        click.echo(say("exactly", words=answer["exact"]["words"], best=", ".join(answer["exact"]["best"])))


def _thoughts(game: Game, state: State, bot: str, seed: int) -> dict[str, Any]:
    from calumma.players import load
    from calumma.players.assess import line_texts

    choice, known = load(bot, game, seed).choose(state, state.to_act), exact_value(state, WITH_PATIENCE)
    return {
        "bot": bot,
        "move": game.move_text(state, choice.action),
        "values": choice.values,
        "line": line_texts(state, choice.line),
        "distance": choice.distance,
        "proven": choice.proven,
        "nodes": choice.nodes,
        "candidates": [
            {"move": game.move_text(state, one.action), "value": one.value, "visits": one.visits, "proven": one.proven}
            for one in sorted(choice.candidates, key=lambda one: (-one.visits, -one.value))
        ],
        "note": choice.note,
        "exact": None if known is None else {**known.as_json(state), "words": told(game, state.to_act, known)},
    }


def _chances(game: Game, values: Sequence[float]) -> str:
    return ", ".join(f"{name} {value:.0%}" for name, value in zip(game.seat_names, values, strict=False)) or say("no-estimate")


def _analyse_match(replay: Replay, bot: str, seed: int, json_output: bool) -> None:
    from calumma.players import load
    from calumma.players.assess import assess, decisions

    game = replay.game
    player = load(bot, game, seed)
    asked = decisions(
        game.new(),
        replay.actions,
        lambda state: load(bot, game, seed).choose(state, state.to_act),
        exact_value,
    )
    hidden = json_output or not sys.stderr.isatty()
    with click.progressbar(asked, length=len(replay.actions), label=say("thinking"), file=sys.stderr, hidden=hidden) as bar:
        rows = assess(list(bar), game.payoffs.worth(replay.state.payoffs()) if replay.state.to_act == OVER else None)
    if json_output:
        show_json({"game": game.name, "bot": player.spec, "plies": [_row_json(row) for row in rows]})
        return
    click.echo(_heading(replay))
    click.echo(say("heading-rows", bot=player.spec))
    for row in rows:
        one = row.decision
        click.echo(f"{one.ply:4} {one.move:12} {_chances(game, one.values)}{_marks(game, row)}")


def _heading(replay: Replay) -> str:
    """The game, who played, and how it ended."""
    game = replay.game
    named = zip_longest(game.seat_names, replay.record.players, fillvalue=None)
    players = ", ".join(f"{seat} {player or '?'}" for seat, player in named)
    return say("heading-match", game=game, players=players, result=_result(replay))


def _result(replay: Replay) -> str:
    names, payoffs = replay.game.seat_names, replay.record.payoffs  # of whoever gave up, too
    if payoffs is None:
        return say("not-finished")
    winners = [name for name, payoff in zip(names, payoffs, strict=True) if payoff == max(payoffs)]
    if len(winners) == len(names):
        return say("heading-drawn")
    return say("heading-won", count=len(winners), seats=listed(winners))


def _row_json(row: Assessed) -> dict[str, object]:
    brought = row.decision.brought
    return {**row.as_json(), "exact": None if brought is None else brought.as_json()}


def _marks(game: Game, row: Assessed) -> str:
    """What stands behind the chances: what the move brought, where that is known exactly, and whether it was a turning point."""
    one = row.decision
    exactly = say("exactly-brought", seat=game.seat_names[one.seat], words=one.brought.words) if one.brought else ""
    if not row.turning:
        return exactly
    if one.known is None or one.brought is None:
        return exactly + say("turning-point-better", best=one.best)
    return exactly + say("turning-point-known", best=one.best, words=kept(one.known).words)


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME ..]")
@click.option("--matches", type=match_count(2), default=1600, show_default=True, help=say("help-matches-strength"))
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers"))
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=Path("docs/strength.jsonl"),
    show_default=True,
    help=say("help-results"),
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("docs/strength.md"), show_default=True, help=say("help-out-strength")
)
@click.option("--times", is_flag=True, help=say("help-times"))
@click.option("--scores", "shown", multiple=True, metavar="GAME", help=say("help-scores"))
@runs_on
def strength(
    names: tuple[str, ...], matches: int, workers: int, results: Path, out: Path, times: bool, shown: tuple[str, ...], on: str
) -> None:
    """Make the strength table of the levels; a stopped run goes on where it was."""
    from calumma.lab.strength import Pairing, run, take_times

    chosen = list(names) or calumma.games()
    for name in (*chosen, *shown):
        calumma.load(name)
    check_writable(out, makes_folders=True)

    def told(pairing: Pairing) -> None:
        click.echo(
            say("aim", name=pairing.key, score=pairing.score, count=len(pairing.shares), aim=pairing.aim, verdict=pairing.verdict)
        )
        _write_strength(results, out, shown)

    if times:
        take_times(chosen, results)
    run(chosen, results, matches, workers, told, on, shown)
    _write_strength(results, out, shown)


def _write_strength(results: Path, out: Path, shown: tuple[str, ...]) -> None:
    from calumma.lab.strength import as_markdown, pairings, read_results, read_times, showings

    names = calumma.games()
    everything, shows = pairings(names), showings(shown)
    read_results(results, everything, shows)
    page = as_markdown(everything, shows, read_times(results, names))
    out.parent.mkdir(parents=True, exist_ok=True)
    with naming(out):
        out.write_text(page, encoding="utf-8")
