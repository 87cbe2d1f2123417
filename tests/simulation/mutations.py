"""Faults that the server once had, or might have, to be put back by hand: the simulation must find each of them.

`FAULTS` names them with what puts them back, the kinds of violation that show them, and a seed that found it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from calumma.play.undo import Undo
from calumma.server.database import DatabaseStore
from calumma.server.database_outbox import DatabaseOutbox
from calumma.site import commands, runs
from calumma.site.kept_match import KeptMatch
from calumma.site.notes import BOT, Offer
from calumma.site.notices import Notices
from calumma.site.offers import Offers
from calumma.site.outbox import Delivery, Notice
from calumma.site.runs import Runs
from calumma.site.table import Table
from calumma.site.tables import Tables
from calumma.site.turn_timer import TurnTimer

Places = list[tuple[Any, str, Any]]


@dataclass(frozen=True)
class Fault:
    """A fault: what it was, where it is put back, how it shows, and the seed that found it."""

    words: str
    places: Callable[[], Places]
    kinds: tuple[str, ...]
    seed: int
    profile: str  # the faults of the world
    ignored: tuple[str, ...] = ()  # what it also causes, and another one is known for


async def _see_nothing(store: DatabaseStore) -> None:
    """Do not notice that the lock is gone."""


def _second_server() -> Places:
    return [
        (DatabaseStore, "_watch_lock", _see_nothing),
        (DatabaseStore, "_check_epoch", lambda store, found: None),
    ]


async def _lose_at_once(timer: TurnTimer) -> int | None:
    """End the turn of who is out of time, whether or not anything could be written meanwhile."""
    seat = timer.late_seat
    if seat is not None:
        await timer._seats.out_of_time(seat)
    return seat


def _database_away() -> Places:
    return [(runs, "add_pause", lambda pauses, pause: None), (TurnTimer, "keep_time", _lose_at_once)]


def _time_of_day() -> Places:
    return [(Runs, "now", lambda self: self.time.now()), (TurnTimer, "keep_time", _lose_at_once)]


def _undone_behind_ones_back() -> Places:
    return [(Undo, "_check_absent", lambda undo, start: None)]


def _strength_of_the_asker() -> Places:
    asked: dict[str, str] = {}

    def note(table: Table, bot: str | None) -> None:
        asked[table.id] = bot or table.stored.substitute

    async def ask_bot(offers: Offers, seat: int, target: int) -> None:
        offers.check_gone(seat, target)
        kept = offers._kept
        await offers.make(Offer(BOT, seat, kept.number, target=target, bot=asked[kept.id]))

    return [(commands, "_check_substitute", note), (Offers, "ask_bot", ask_bot)]


def _shown_though_not_written() -> Places:
    return [(KeptMatch, "check_kept", lambda table: None)]


async def _stay_behind(tables: Tables) -> None:
    """Do not look which tables other servers have changed."""


def _never_caught_up() -> Places:
    return [(Tables, "look_again", _stay_behind)]


def _told_by_all() -> Places:
    add = DatabaseOutbox.add_notice

    async def add_notice(outbox: DatabaseOutbox, notice: Notice, channels: Sequence[str]) -> bool:
        """Keep a notice, and believe that nobody else has."""
        await add(outbox, notice, channels)
        return True

    return [(DatabaseOutbox, "add_notice", add_notice), (Notices, "_taken", _have)]


async def _have(notices: Notices, delivery: Delivery) -> Delivery:
    """Deliver what may be another's."""
    return delivery


def _not_read_again() -> Places:
    return [(Tables, "fresh", Tables.find)]


FAULTS = {
    "12, the lock": Fault(
        "a second server starts after a restart of the database", _second_server, ("stale", "early", "order"), 1, "second"
    ),
    "12, the minute": Fault("a minute ended while the database was away, and was lost", _database_away, ("time",), 0, "outages"),
    "13, forward": Fault("a clock set forward, or a sleep, loses a match", _time_of_day, ("time",), 0, "clock"),
    "13, back": Fault("a clock set back lets people think for nothing", _time_of_day, ("free",), 13, "clock", ("time",)),
    "14, undone": Fault("plies are undone behind the back of who left", _undone_behind_ones_back, ("undone",), 12, "calm"),
    "14, strength": Fault("who asks for a substitute chooses its strength", _strength_of_the_asker, ("strength",), 1, "calm"),
    "phantom": Fault(
        "who waits for a table sees a ply that could not be written", _shown_though_not_written, ("early",), 0, "database"
    ),
    "house, look": Fault("news are lost, and nobody looks", _never_caught_up, ("unseen",), 1, "house-bus"),
    "house, notice": Fault("two servers tell of the same turn", _told_by_all, ("notice",), 0, "house-bus"),
    "house, fresh": Fault("a server answers by what it has in memory", _not_read_again, ("stale",), 1, "house-network"),
}


@contextmanager
def put_back(name: str) -> Iterator[Fault]:
    """Let the server have a fault again."""
    fault = FAULTS[name]
    patches = [patch.object(owner, attribute, new) for owner, attribute, new in fault.places()]
    for each in patches:
        each.start()
    try:
        yield fault
    finally:
        for each in reversed(patches):
            each.stop()
