"""Commands for people at the table: which games there are, their rules, and playing in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import calumma
from calumma.cli.arguments import as_json, load_game, show_json
from calumma.core import Game, GameError, Option
from calumma.core.registry import definition


@click.command()
@as_json
def games(json_output: bool) -> None:
    """List the games with their seats and options."""
    loaded = [calumma.load(name) for name in calumma.games()]
    if json_output:
        show_json([game.info.as_json() for game in loaded])
        return
    click.echo("\n\n".join(_introduction(game) for game in loaded))


def _introduction(game: Game) -> str:
    info = game.info
    seats = str(info.seats[0]) if len(info.seats) == 1 else f"{info.seats[0]} to {info.seats[-1]}"
    lines = [
        f"{info.name}: {info.title}, {info.designer}{f' {info.year}' if info.year else ''}",
        f"  {info.sentence} {seats} seats, about {info.minutes} minutes.",
    ]
    return "\n".join(lines + [line for option in info.options.values() for line in _option_lines(option)])


def _option_lines(option: Option) -> list[str]:
    if option.kind == "choice":
        values = [f"{value} ({option.meanings[str(value)]})" for value in option.values]
        return [f"  --option {option.name}={option.default}: {option.meaning}; {', '.join(values)}"]
    default = f"={option.default}" if option.default != "" else "=@FILE"
    return [f"  --option {option.name}{default}: {option.meaning}; {option.expected()}"]


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
@click.argument("name", metavar="GAME", required=False)
@click.option(
    "--players",
    "specs",
    metavar="LIST",
    help="Who sits where, in seat order: me, or a bot: random, level:1 to level:6. Default: me, then level:2.",
)
@click.option("--seats", type=int, metavar="N", help="How many seats (default: as many as players, or the fewest).")
@click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help="A rule option; may be repeated.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved match.")
@click.option("--seed", type=int, help="Make bots and luck repeatable.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@click.option("--no-colour", "--no-color", is_flag=True, help="Draw without colours (also by NO_COLOR).")
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
            raise GameError("cannot choose a game, seats or options for a saved match: give --resume alone, or with --players")
        return sit_down(resumed_table(resume, _split(specs), seed), look)
    if name is None:
        raise GameError(f"which game? expected {', '.join(calumma.games())}")
    players = _split(specs)
    if players is not None and seats is not None and len(players) != seats:
        raise GameError(f'cannot seat the players "{specs}" on {seats} seats: expected {seats} names parted by commas')
    if seats is None and players is not None and len(players) > definition(name).seats[0]:
        seats = len(players)
    game = load_game(name, seats, pairs)
    return sit_down(new_table(game, players, seed), look)


def _split(specs: str | None) -> list[str] | None:
    if specs is None:
        return None
    players = [spec.strip() for spec in specs.split(",")]
    if not all(players):
        raise GameError(f'cannot read the players "{specs}": expected names parted by commas, like me,random')
    return players
