"""The numbers that evaluations weigh features with: data of each game, in its weights.toml, that tuning may change.

A game's evaluate.py hands over how its weights are set; whoever tunes them, or lets two sets of them play each other, asks here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources

from calumma.core.registry import package

Weights = dict[str, float]

_setters: dict[str, Callable[[Weights], None]] = {}
_present: dict[str, Weights] = {}


def adopt(game: str, setter: Callable[[Weights], None]) -> None:
    """Read a game's weights.toml, set its weights by it and remember how that is done."""
    _setters[game] = setter
    change(game, recorded(game))


def recorded(game: str) -> Weights:
    """Return the weights that a game's file holds."""
    text = resources.files(package(game)).joinpath("weights.toml").read_text(encoding="utf-8")
    return {name: float(value) for name, value in tomllib.loads(text)["weights"].items()}


def present(game: str) -> Weights:
    """Return the weights that evaluations of a game use now; none if it has no such file."""
    return dict(_present.get(game, {}))


def change(game: str, values: Mapping[str, float]) -> None:
    """Let all evaluations of a game in this process use these weights; names that are left out stay as they are."""
    weights = _present.get(game, {}) | {name: float(value) for name, value in values.items()}
    _setters[game](weights)
    _present[game] = weights
