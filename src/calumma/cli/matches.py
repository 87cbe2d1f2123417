"""Commands on matches: random ones, replaying records, drawing positions, verifying luck."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import calumma
from calumma.cli.arguments import as_json, load_game, match_count, show_json, takes_game
from calumma.core import Game, GameError, State
from calumma.core.words import Words

if TYPE_CHECKING:
    from calumma.play import Match
    from calumma.records import Record, Replay

say = Words(__package__)


@click.command("random")
@takes_game
@click.option("--matches", type=match_count(), default=1, show_default=True, help=say("help-matches-random"))
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help=say("help-out-random"))
def random(game: Game, matches: int, seed: int, out: Path) -> None:
    """Write records of random matches."""
    from calumma import records

    if matches > 1 and out.suffix == ".json":
        raise GameError(say("cannot-write-matches-json", count=matches, out=out))
    with click.progressbar(range(matches), label=say("matches"), file=sys.stderr, hidden=not sys.stderr.isatty()) as numbers:
        records.write(out, (random_match(game, seed + number).record() for number in numbers))
    click.echo(say("wrote-matches", count=matches, game=game, out=out))


def random_match(game: Game, seed: int) -> Match:
    """Return a match of uniformly random moves; the seed decides moves and luck."""
    from calumma.play import Match, SeededLuck

    rng = calumma.Rng(seed)
    match = Match(game, SeededLuck(seed) if game.info.has_chance else None)
    for seat in range(game.seats):
        match.seat(seat, "random", "random")
    match.advance()
    while not match.over:
        match.play(match.state.pick(rng))
    return match


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--number", type=click.IntRange(1), default=1, show_default=True, help=say("help-number"))
@click.option("--boards", is_flag=True, help=say("help-boards"))
@click.option("--all", "everything", is_flag=True, help=say("help-all-replay"))
@as_json
def replay(file: Path, number: int, boards: bool, everything: bool, json_output: bool) -> None:
    """Check a record and tell the match in words."""
    from calumma.play import Match

    if everything:
        _replay_all(file, json_output)
        return
    match = Match.from_record(nth_record(file, number))
    if json_output:
        show_json(match.record().as_json())
        return
    _tell_match(match, boards)


def nth_record(file: Path, number: int) -> Record:
    """Return one match of a file, counted from 1."""
    from calumma import records

    for count, record in enumerate(records.read(file), 1):
        if count == number:
            return record
    raise GameError(say("no-match", number=number, file=file, count=count))


def nth_replay(file: Path, number: int) -> Replay:
    """Return one match of a file, counted from 1, replayed: the others are not looked at."""
    from calumma import records

    for count, record in enumerate(records.read(file, check=False), 1):
        if count == number:
            return records.check(record)
    raise GameError(say("no-match", number=number, file=file, count=count))


def _replay_all(file: Path, json_output: bool) -> None:
    from calumma import records

    count = 0
    for count, record in enumerate(records.read(file), 1):
        answer = {
            "number": count,
            "game": record.game,
            "plies": len(record.plies),
            "payoffs": record.payoffs,
            "reason": record.reason,
        }
        if json_output:
            show_json(answer)
    if not json_output:
        click.echo(say("matches-fit-rules", count=count))


def _tell_match(match: Match, boards: bool) -> None:
    from calumma.core.messages import tell

    game = match.game
    click.echo(f"{game}: {', '.join(player or '?' for player in match.players)}")
    for number, (text, story) in enumerate(zip(match.seen_plies(None), match.stories(None), strict=True)):
        words = " ".join(tell(game, effect) for effect in story)
        full = match.plies[number].text
        click.echo(
            f"{number:4} {full:12} {words}" if text == full else say("hidden-others", number=number, full=full, words=words)
        )
        if boards:
            click.echo(game.scene(match.state_at(number + 1)).text(colour=False) + "\n")
    if match.result:
        shares = ", ".join(f"{name} {payoff:g}" for name, payoff in zip(game.seat_names, match.result.payoffs, strict=True))
        click.echo(say("ended-scores-payoffs", reason=match.result.reason, scores=list(match.result.scores), shares=shares))
    else:
        click.echo(say("not-finished"))


@click.command()
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--seats", type=int, metavar="N", help=say("help-seats"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
@click.option("--position", metavar="TEXT", help=say("help-position"))
@click.option("--record", type=click.Path(path_type=Path), help=say("help-record"))
@click.option("--ply", type=click.IntRange(0), help=say("help-ply"))
@click.option("--seat", type=click.IntRange(0), help=say("help-seat"))
@click.option("--theme", type=click.Choice(["light", "dark", "auto"]), default="light", show_default=True)
@click.option("--marks", type=click.Choice(["subtle", "clear", "strong"]), default="subtle", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help=say("help-out-draw"))
def draw(
    name: str | None,
    seats: int | None,
    pairs: tuple[str, ...],
    position: str | None,
    record: Path | None,
    ply: int | None,
    seat: int | None,
    theme: str,
    marks: str,
    out: Path | None,
) -> None:
    """Draw a position of a game or of a record."""
    state = _state_to_draw(name, seats, pairs, position, record, ply)
    if seat is not None and seat >= state.seats:
        raise GameError(say("no-seat", seat=seat, last=state.seats - 1))
    scene = state.game.scene(state, seat)
    if out is None:
        click.echo(scene.text(colour=sys.stdout.isatty()))
    elif out.suffix == ".svg":
        out.write_text(scene.svg(theme=theme, marks=marks), encoding="utf-8")
    elif out.suffix == ".txt":
        out.write_text(scene.text(colour=False) + "\n", encoding="utf-8")
    else:
        raise GameError(say("cannot-draw", out=out))


def _state_to_draw(
    name: str | None, seats: int | None, pairs: tuple[str, ...], position: str | None, record: Path | None, ply: int | None
) -> State:
    from calumma import records
    from calumma.play import Match

    if record is not None:
        if position is not None or seats is not None or pairs:
            raise GameError(say("cannot-choose-seats-options"))
        match = Match.from_record(records.load(record))
        if name not in (None, match.game.name):
            raise GameError(say("record-match-not", game=match.game.name, name=name))
        return match.state_at(match.ply if ply is None else _within(ply, match))
    if ply is not None:
        raise GameError(say("cannot-draw-ply-without"))
    if name is None:
        raise GameError(say("which-game-or-record", known=", ".join(calumma.games())))
    game = load_game(name, seats, pairs)
    return game.new() if position is None else game.parse_position(position)


def _within(ply: int, match: Match) -> int:
    if ply > match.ply:
        raise GameError(say("no-ply-record", ply=ply, last=match.ply))
    return ply


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seed", help=say("help-seed-verify"))
@as_json
def verify(file: Path, seed: str | None, json_output: bool) -> int:
    """Check that the luck of a finished match was what its secret and seeds say."""
    from calumma import play, records

    status = 0
    for record in records.read(file):
        found = play.verify(record, seed)
        status = status if found.fits else 1
        if json_output:
            show_json(found.as_json())
        else:
            for sentence in filter(None, (found.sentence, found.remark)):
                click.echo(sentence[:1].upper() + sentence[1:] + ".")
    return status
