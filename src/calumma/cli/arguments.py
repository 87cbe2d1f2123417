"""Arguments that many commands share: the game, its seats, its options, JSON output."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import Any

import click

from calumma.core import Game, GameError, State
from calumma.core.given import A_YEAR, brief
from calumma.core.registry import definition, faults, reload
from calumma.core.words import Words

say = Words(__package__)

Function = Callable[..., Any]

MOST_MATCHES = 1_000_000  # most commands list them all before they play the first


class Finite(click.FloatRange):
    """A range of numbers that nan and inf are not in: click compares, and no comparison with nan holds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; what it should have been is told if it is none."""
        if not isfinite(click.FLOAT.convert(value, param, ctx)):
            self.fail(say("not-in-range", text=brief(str(value)), range=self._describe_range()), param, ctx)
        return super().convert(value, param, ctx)


class Resumable(click.exceptions.Abort):
    """Somebody stopped a command that goes on where it was when it is called again."""


def goes_on(kept: str) -> Callable[[Function], Function]:
    """Say of a command that it goes on after it was stopped, if the argument is given by which it keeps what was done."""

    def mark(command: Function) -> Function:
        @wraps(command)
        def stoppable(*context: Any, **others: Any) -> Any:
            try:
                return command(*context, **others)
            except KeyboardInterrupt:
                if others[kept] is None:
                    raise
                click.echo(err=True)  # the terminal has shown ^C
                raise Resumable from None

        return stoppable

    return mark


def match_count(least: int = 1) -> click.IntRange:
    """Return the type of a number of matches."""
    return click.IntRange(least, MOST_MATCHES)


def seconds_from(least: float, *, min_open: bool = False) -> Finite:
    """Return the type of a time: at least so many seconds, at most a year."""
    return Finite(least, A_YEAR, min_open=min_open)


def read_options(name: str, pairs: Sequence[str]) -> dict[str, str]:
    """Return the options of `name=value` texts; a text option may be given as `name=@FILE`."""
    kinds = {option.name: option.kind for option in definition(name).options}
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise GameError(say("cannot-read-option", pair=pair))
        if key in options:
            raise GameError(say("option-given-twice", name=key))
        if kinds.get(key) == "text" and value.startswith("@"):
            value = _content(value[1:])
        options[key] = value
    return options


def load_game(name: str, seats: int | None, pairs: Sequence[str]) -> Game:
    """Return a game with the options of `name=value` texts, in which any name may stand."""
    return reload(name, seats, read_options(name, pairs))


def _content(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GameError(say("cannot-read-file", path=path)) from None


def takes_game(command: Function) -> Function:
    """Give a command the arguments GAME, --seats and --option, as one loaded `game`."""

    @click.argument("name", metavar="GAME")
    @click.option("--seats", type=int, metavar="N", help=say("help-seats-with-game"))
    @click.option("--option", "pairs", multiple=True, metavar="NAME=VALUE", help=say("help-option"))
    @wraps(command)
    def with_game(name: str, seats: int | None, pairs: tuple[str, ...], **others: Any) -> Any:
        game = load_game(name, seats, pairs)
        return command(game=game, **others)

    return with_game


def takes_position(command: Function) -> Function:
    """Give a command the option --position, as a `state` beside its game."""

    @click.option("--position", "text", metavar="TEXT", help=say("help-position"))
    @wraps(command)
    def with_state(game: Game, text: str | None, **others: Any) -> Any:
        state: State = game.new() if text is None else game.parse_position(text)
        return command(game=game, state=state, **others)

    return with_state


runs_on = click.option(
    "--on",
    metavar="PLACE",
    default="local",
    show_default=True,
    help=say("help-on-arguments"),
)


def takes_runner(command: Function) -> Function:
    """Give a command the options of a run of many matches: --seed, --opening, --workers and --on."""
    options = [
        click.option("--seed", type=int, default=0, show_default=True, help=say("help-seed-arguments")),
        click.option("--opening", type=click.IntRange(0), default=2, show_default=True, help=say("help-opening")),
        click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help=say("help-workers")),
        runs_on,
    ]
    for option in reversed(options):
        command = option(command)
    return command


def tell_faults() -> None:
    """Say which games of other packages cannot be used."""
    for sentence in faults().values():
        click.echo(f"calumma: {sentence}", err=True)


as_json = click.option("--json", "json_output", is_flag=True, help=say("help-json"))


def show_json(answer: object) -> None:
    """Print one JSON value."""
    click.echo(json.dumps(answer, ensure_ascii=False))


def tell_failures(failures: Sequence[str]) -> None:
    """Say why engines lost matches, each reason once."""
    for failure, count in Counter(failures).items():
        click.echo(say("lost-by-failure", failure=failure, count=count), err=True)
