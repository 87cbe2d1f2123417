"""Commands for people at the table: which games there are, their rules, and playing in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import calumma
from calumma.cli.arguments import as_json, load_game, show_json, tell_faults
from calumma.core import Game, GameError, Option
from calumma.core.registry import definition
from calumma.core.words import Words

say = Words(__package__)


@click.command()
@as_json
def games(json_output: bool) -> None:
    """List the games with their seats and options."""
    loaded = [calumma.load(name) for name in calumma.games()]
    tell_faults()
    if json_output:
        show_json([game.info.as_json() for game in loaded])
        return
    click.echo("\n\n".join(_introduction(game) for game in loaded))


def _introduction(game: Game) -> str:
    info = game.info
    told = {"sentence": info.sentence, "count": info.minutes, "least": info.seats[0]}
    many = len(info.seats) > 1
    lines = [
        f"{info.name}: {info.title}, {info.designer}{f' {info.year}' if info.year else ''}",
        "  " + (say("game-of-many", most=info.seats[-1], **told) if many else say("game-of-one", **told)),
    ]
    return "\n".join(lines + [line for option in info.options.values() for line in _option_lines(option)])


def _option_lines(option: Option) -> list[str]:
    if option.kind == "choice":
        values = [f"{value} ({option.meanings[str(value)]})" for value in option.values]
        return [
            say("option-of-values", name=option.name, default=option.default, meaning=option.meaning, known=", ".join(values))
        ]
    default = f"={option.default}" if option.default != "" else "=@FILE"
    return [say("option", name=option.name, default=default, meaning=option.meaning, option=option.expected())]


@click.command()
@click.argument("name", metavar="GAME")
def rules(name: str) -> None:
    """Show the rules of a game in our own words, with the rulings."""
    text = calumma.load(name).rules_text
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text)


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--ascii", "plain", is_flag=True, help=say("help-ascii-play"))
@click.option("--no-colour", "--no-color", is_flag=True, help=say("help-no-colour"))
def lessons(name: str, plain: bool, no_colour: bool) -> int:
    """Learn a game in the terminal, one small position after the other."""
    from calumma.lessons import good_to_know, lessons_of
    from calumma.terminal import Look
    from calumma.terminal.lessons import teach

    found = lessons_of(name)
    if not found:
        raise GameError(say("no-lessons", name=name))
    return teach(found, Look.of_terminal(plain=plain, no_colour=no_colour), know=good_to_know(name))


@click.command()
@click.argument("name", metavar="GAME", required=False)
@click.option(
    "--players",
    "specs",
    metavar="LIST",
    help=say("help-players"),
)
@click.option("--seats", type=int, metavar="N", help=say("help-seats-play"))
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
@click.option("--resume", type=click.Path(path_type=Path), help=say("help-resume"))
@click.option("--seed", type=int, help=say("help-seed-play"))
@click.option("--ascii", "plain", is_flag=True, help=say("help-ascii-play"))
@click.option("--no-colour", "--no-color", is_flag=True, help=say("help-no-colour"))
def play(
    name: str | None,
    specs: str | None,
    seats: int | None,
    pairs: tuple[str, ...],
    resume: Path | None,
    seed: int | None,
    plain: bool,
    no_colour: bool,
) -> int:
    """Play a match in the terminal."""
    from calumma.terminal import Look, new_table, resumed_table, sit_down

    look = Look.of_terminal(plain=plain, no_colour=no_colour)
    if resume is not None:
        if name is not None or seats is not None or pairs:
            raise GameError(say("cannot-choose-game-seats"))
        return sit_down(resumed_table(resume, _split(specs), seed), look)
    if name is None:
        raise GameError(say("which-game", known=", ".join(calumma.games())))
    players = _split(specs)
    if players is not None and seats is not None and len(players) != seats:
        raise GameError(say("cannot-seat-players-seats", specs=specs, seats=seats))
    if seats is None and players is not None and len(players) > definition(name).seats[0]:
        seats = len(players)
    game = load_game(name, seats, pairs)
    return sit_down(new_table(game, players, seed), look)


def _split(specs: str | None) -> list[str] | None:
    if specs is None:
        return None
    players = [spec.strip() for spec in specs.split(",")]
    if not all(players):
        raise GameError(say("cannot-read-players", specs=specs))
    return players
