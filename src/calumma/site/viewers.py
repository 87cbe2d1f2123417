"""Who looks at a table, and what they may see of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from calumma.site.store import Guest
from calumma.site.table import Table


@dataclass
class Viewer:
    """Who looks at a table: a guest or a stranger; `looking` is the own seat whose hand was last uncovered on this screen."""

    guest: Guest | None = None
    looking: int | None = None
    tall: bool = False  # whether pictures are laid out for a phone
    turned: bool = False  # whether boards are seen from another side than the own


@dataclass(frozen=True, slots=True)
class Layout:
    """How pictures are laid out: for a phone or not, and which side of the board is below."""

    tall: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Perspective:
    """For whom a table is shown: a seat or a spectator; `cover` is the seat that must uncover its hand first."""

    seat: int | None
    cover: int | None = None


def perspective_of(table: Table, viewer: Viewer) -> Perspective:
    """Return what a viewer may see now. Several people at one screen see a hand only after its owner asked for it."""
    table.check_kept()
    own = table.seats_of(viewer.guest)
    acting = table.match.to_act
    if len(own) < 2:
        return Perspective(own[0] if own else None)
    if not table.game.info.has_secrets:
        return Perspective(acting if acting in own else own[0])
    if acting in own and viewer.looking != acting:
        return Perspective(None, acting)
    return Perspective(viewer.looking if viewer.looking in own else None)


def shares_with(table: Table, viewer: Viewer) -> Hashable:
    """Return what tells viewers apart: those for whom it is the same are shown the same, word by word."""
    own = tuple(table.seats_of(viewer.guest))
    return (own, perspective_of(table, viewer), table.seats.returns_to(viewer.guest), viewer.tall, viewer.turned)
