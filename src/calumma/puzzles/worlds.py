"""Worlds: all positions that a seat holds possible, from what it sees. A game with secrets brings them as its module `worlds`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from calumma.core import Game, State


class Worlds(Protocol):
    """What the module `worlds` of a game with secrets offers."""

    def worlds(self, game: Game, text: str, seat: int) -> Iterator[str]:
        """Yield the full texts of all worlds behind a text that a seat sees, one as likely as the other."""


def worlds_of(game: Game, text: str, seat: int, most: int) -> list[State] | None:
    """Return all worlds behind what a seat sees; None if there are more than so many."""
    if not game.info.has_secrets:
        return [game.parse_position(text)]
    module = cast("Worlds", import_module(f"{game.definition.package}.worlds"))
    found = list(islice(module.worlds(game, text, seat), most + 1))
    return None if len(found) > most else [game.parse_position(each) for each in found]
