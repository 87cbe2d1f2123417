"""Effects: what an action does, as the rules tell it; every client makes words, animation and announcements of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

Viewer = int | None
"""A seat, or None for a spectator."""


class Effect(NamedTuple):
    """One thing that an action does: a message key, its values, the cells it concerns in order, and who may see it.

    Values named `seat`, or ending in `_seat`, are seat numbers; `count` chooses between singular and plural.
    """

    key: str
    values: dict[str, Any]
    cells: tuple[str, ...] = ()
    audience: frozenset[Viewer] | None = None  # None: everybody

    def is_seen_by(self, viewer: Viewer) -> bool:
        """Return whether a seat, or a spectator, may see it."""
        return self.audience is None or viewer in self.audience

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values, for somebody who may see it."""
        return {"key": self.key, "values": self.values, "cells": list(self.cells)}


def only(seat: int) -> frozenset[Viewer]:
    """Return the audience of what one seat alone may see."""
    return frozenset((seat,))


def all_but(seat: int, seats: int) -> frozenset[Viewer]:
    """Return the audience of what the others, spectators included, see in place of what one seat sees."""
    return frozenset((None, *range(seats))) - {seat}


def seen_by(effects: Iterable[Effect], viewer: Viewer) -> list[Effect]:
    """Return the effects that a seat, or a spectator, may see."""
    return [effect for effect in effects if effect.is_seen_by(viewer)]
