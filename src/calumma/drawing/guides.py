"""What a game may offer beyond scene and path; every function here asks a game's `drawing.py` and does without.

| in drawing.py | gives |
| --- | --- |
| `picture(view, tall)` | the scene as pages lay it out, tall for a phone; without it the scene of the terminal |
| `guide(view, legal)` | a `Guide`: what is left, sequences for one click, the own cards explained; `legal` is empty out of turn |
| `weighs(view, action)` | whether a move is shown with what it would do before it is played |
| `tally(view, stories)` | the score in its parts, as `Row`s |

Their words are in the tables `guide` and `tally` of messages.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from calumma.core.effect import Effect
from calumma.drawing.scene import Scene

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A common sequence of moves for one click; it stops at luck, and where it no longer fits."""

    effect: Effect
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """Help through a long turn: facts in the order of their weight, sequences, and the own cards with what they do."""

    facts: tuple[Effect, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    cards: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One part of the score: a message key and a number for every seat."""

    key: str
    numbers: tuple[int, ...]


def picture_of(drawing: Any, view: View, tall: bool = False) -> Scene:
    """Return the scene of a view as a page shows it."""
    scene: Scene = drawing.picture(view, tall) if hasattr(drawing, "picture") else drawing.scene(view)
    return scene


def guide_of(drawing: Any, view: View, legal: Sequence[int]) -> Guide:
    """Return the help of a game for the seat that looks; an empty one if it has none."""
    return drawing.guide(view, legal) if hasattr(drawing, "guide") else Guide()


def weighs(drawing: Any, view: View, action: int) -> bool:
    """Return whether a move is to be shown before it is played."""
    return bool(drawing.weighs(view, action)) if hasattr(drawing, "weighs") else False


def tally_of(drawing: Any, view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return the parts of the score."""
    return list(drawing.tally(view, stories)) if hasattr(drawing, "tally") else []
