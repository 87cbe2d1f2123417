"""Help that a game may give beside its board: what is left of a turn, sequences for one click, the score in its parts.

Their words are in the tables `guide` and `tally` of locale/en.po.
"""

from __future__ import annotations

from dataclasses import dataclass

from calumma.core.effect import Effect


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
