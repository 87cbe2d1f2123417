"""Finding what is known: by the subpackages `solving` of the games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from calumma.core import Game, GameError, State
from calumma.core.messages import either
from calumma.core.registry import definition, names
from calumma.core.words import Words
from calumma.solutions.solution import AT_EASE, Effort, Ends, Known, Solution, Solving
from calumma.solutions.solver import Solver

say = Words(__package__)


def solved_games() -> list[str]:
    """Return the names of the games of which exact values are known."""
    return [name for name in names() if _has_solving(definition(name).package)]


def is_solved(game: Game) -> bool:
    """Return whether exact values are known of some positions of a game."""
    return _has_solving(game.definition.package)


@cache
def _has_solving(package: str) -> bool:
    return find_spec(f"{package}.solving") is not None


def has_exact_values(game: Game) -> bool:
    """Return whether exact values can be known of some positions of a game, be it only of the ends of its matches."""
    return is_solved(game) or (_has_ends(game.definition.package) and _ends(game).covers(game))


@cache
def _has_ends(package: str) -> bool:
    return find_spec(f"{package}.exact") is not None


def _ends(game: Game) -> Ends:
    return cast("Ends", import_module(f"{game.definition.package}.exact"))


def _solving(game: Game) -> Solving:
    if not is_solved(game):
        raise GameError(say("not-solved", name=game.name, known=either(solved_games())))
    return cast("Solving", import_module(f"{game.definition.package}.solving"))


@cache
def solution_of(game: Game) -> Solution:
    """Return what is known about a game, shared by all who ask; GameError if there is nothing."""
    return new_solution(game)


def new_solution(game: Game) -> Solution:
    """Return the same with an empty memory: what a search finds within a budget depends on what was asked before."""
    if not is_solved(game) and has_exact_values(game):
        return _ends(game).solution(game)
    return _solving(game).solution(game)


def solver_of(game: Game) -> Solver:
    """Return the tools that make and check what is known about a game; GameError if it is not solved."""
    return _solving(game).solver(game)


def exact_value(state: State, effort: Effort = AT_EASE) -> Known | None:
    """Return what is known about a position or can be proven at once; None if neither, or if nothing is known of the game."""
    if state.to_act < 0 or not has_exact_values(state.game):
        return None
    return solution_of(state.game).value(state, effort)
