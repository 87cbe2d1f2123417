"""Somebody's try at a position, in a lesson or a puzzle: its plies, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from calumma.core import Game, State
from calumma.core.effect import Effect, seen_by
from calumma.core.messages import tell_all

Verdict = TypeVar("Verdict", bound=str)


@dataclass(frozen=True, slots=True)
class TriedPly:
    """One ply of a try: the action, who made it (a seat or luck), the positions around it, and what a viewer sees of it."""

    action: int
    text: str
    seat: int
    before: State
    after: State
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Verdict]):
    """What became of a move: the plies that it brought, answers included, and what is to be said about it."""

    verdict: Verdict
    plies: tuple[TriedPly, ...]
    words: str


def tried(before: State, action: int, after: State, viewer: int) -> TriedPly:
    """Return the ply that led from one position to another, as a seat sees it."""
    effects = seen_by(before.effects_of(action, after), viewer)
    return TriedPly(action, before.game.move_text(before, action), before.to_act, before, after, tuple(effects))


def story(game: Game, plies: Sequence[TriedPly]) -> str:
    """Return what some plies did, in words."""
    return " ".join(told for ply in plies if (told := tell_all(game, ply.effects)))
