"""The way to what is known about a solved game: its package then has a subpackage `solving`.

`solving` offers `Knowledge(game)`, which answers `of(state)` with the exact value of a position or None, `Near(game)`, which
also proves short wins and losses when asked, and the tools to make and check that knowledge. Nothing here knows which games
have one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from calumma.core import Game, GameError, State
from calumma.core.registry import definition, names


def solved_games() -> list[str]:
    """Return the names of the games that have a subpackage `solving`."""
    return [name for name in names() if find_spec(f"{definition(name).package}.solving")]


def solving_of(game: Game) -> Any:
    """Return the subpackage `solving` of a game; GameError if it has none."""
    if game.name not in solved_games():
        raise GameError(f'"{game.name}" is not solved: expected {" or ".join(solved_games())}')
    return import_module(f"{definition(game.name).package}.solving")


@cache
def knowledge_of(game: Game) -> Any:
    """Return the knowledge about a game, shared by all who ask."""
    return solving_of(game).Knowledge(game)


def known_value(state: State) -> Any | None:
    """Return what is known for certain about a position, None if nothing is or the game is not solved."""
    if state.to_act < 0 or state.game.name not in solved_games():
        return None
    return knowledge_of(state.game).of(state)


@cache
def near_of(game: Game) -> Any:
    """Return the knowledge about a game that also proves what is near, shared by all who ask."""
    return solving_of(game).Near(game, knowledge_of(game))


def exact_value(state: State) -> Any | None:
    """Return what is known about a position or can be proven at once; None if neither, or if the game is not solved."""
    if state.to_act < 0 or state.game.name not in solved_games():
        return None
    return near_of(state.game).of(state)
