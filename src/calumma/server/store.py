"""What a server keeps: guests and tables. Any store offers these operations; this one keeps everything in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from calumma.server.outbox import MemoryOutbox, Outbox
from calumma.server.sessions import MemorySessions, Session, Sessions
from calumma.server.shelf import MemoryShelf, Shelf, Standing

Begins = Literal["rotating", "chosen", "random"]
"""Who begins: seats as chosen and one further in every rematch, as chosen always, or by lot."""
Status = Literal["waiting", "playing", "over"]
"""Of a table: before the first turn, from then on, and from the end on, be it that the match was called off."""

SUBSTITUTE = "level:2"
"""The bot that plays on for somebody who left, unless another one was chosen when the table was opened."""


class Conflict(Exception):
    """An event of that number is already there: somebody else wrote it first."""


class Unavailable(OSError):
    """The store cannot be used just now: nothing was acknowledged, and it is worth another try. The text says why."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person or program that the server knows by a token; the name is what others see."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is kept: what was agreed on before the first ply, who sits where, and the events of its match."""

    id: str
    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    practice: bool
    secret: str | None
    invite: str
    host: str
    created: float
    is_open: bool = False  # listed for everybody who looks for a match
    rematch_of: str | None = None
    sitters: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Mapping[str, Any]] = ()
    times: Sequence[float] = ()  # when the events happened
    left: Mapping[int, str] = field(default_factory=dict)  # who gave a seat to a bot
    time_limit: str = ""  # as `play.Limit` writes it; none if empty
    begins: Begins = "rotating"
    waits: bool = False  # for everybody to say so before the match begins
    is_closed: bool = False  # to spectators
    notes: Mapping[str, Any] = field(default_factory=dict)  # what stands between two events: an offer, who is ready
    substitute: str = SUBSTITUTE  # the bot that plays on for somebody who left
    ended: bool = False
    standing: Standing | None = None
    aside: str | None = None  # why it is set aside, in one word: see `aside.KINDS`
    aside_reason: str | None = None  # and in a sentence


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together or not at all: new events, new owners of seats (None: nobody), who left a seat, and notes."""

    events: Sequence[Mapping[str, Any]] = ()
    sitters: Mapping[int, str | None] = field(default_factory=dict)
    at: float = 0.0
    left: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[str, Any] | None = None  # None: as they were
    standing: Standing | None = None


Run = tuple[float, float]
"""From when until when a server was surely running."""


class Store(Protocol):
    """The operations of a store. Each is done once it returns: what was written survives the end of the server."""

    @property
    def outbox(self) -> Outbox: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def shelf(self) -> Shelf: ...

    is_ours: bool  # whether no other server can write to it
    on_lost: Callable[[], None]  # is called when another server may write from now on

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None: ...
    async def add_token(self, guest: str, token: str, label: str = "") -> None: ...
    async def guest_of(self, token: str) -> Guest | None: ...
    async def rename_guest(self, guest: str, name: str) -> None: ...
    async def forget_guest(self, guest: str) -> None: ...
    async def add_table(self, table: StoredTable) -> None: ...
    async def append(self, table: str, change: Change) -> None: ...
    async def table(self, table: str) -> StoredTable | None: ...
    async def tables_of(self, guest: str, most: int) -> list[str]: ...
    async def unfinished_of(self, guest: str, most: int) -> list[str]: ...
    async def open_tables(self, most: int) -> list[str]: ...
    async def rematch_of(self, table: str) -> str | None: ...
    async def begin_run(self, at: float) -> list[Run]: ...
    async def note_run(self, began: float, until: float) -> None: ...
    async def latest(self) -> float: ...
    async def try_writing(self, at: float) -> None: ...
    async def find_guests(self, text: str, most: int) -> list[Guest]: ...
    async def blocks(self) -> Mapping[str, str]: ...
    async def block(self, network: str, reason: str, at: float) -> None: ...
    async def unblock(self, network: str) -> None: ...


def has_ended(events: Sequence[Mapping[str, Any]], before: bool = False) -> bool:
    """Return whether a match is over after these further events."""
    ended = before
    for event in events:
        ended = event["event"] in ("ended", "called_off") or (ended and event["event"] != "taken_back")
    return ended


def _not(guest: str, other: str | None) -> str | None:
    return None if other == guest else other


class MemoryStore:
    """A store that forgets everything when the server ends: for tests and demonstrations."""

    def __init__(self) -> None:
        self._guests: dict[str, Guest] = {}
        self._tables: dict[str, StoredTable] = {}
        self._runs: dict[float, float] = {}
        self._blocks: dict[str, str] = {}
        self.outbox = MemoryOutbox()
        self.shelf = MemoryShelf(self._tables, self.outbox)
        self.is_ours = True
        self.on_lost: Callable[[], None] = lambda: None
        self.sessions = MemorySessions()

    async def start(self) -> None:
        """Begin; there is nothing to do."""

    async def stop(self) -> None:
        """End; there is nothing to do."""

    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None:
        """Keep a new guest with the hash of a token, and what its device is called."""
        self._guests[guest.id] = guest
        await self.add_token(guest.id, token, label)

    async def add_token(self, guest: str, token: str, label: str = "") -> None:
        """Give a guest one more token."""
        now = time.time()
        self.sessions.add(Session(token, guest, now, now, label))

    async def guest_of(self, token: str) -> Guest | None:
        """Return the guest that the hash of a token belongs to."""
        session = self.sessions.kept.get(token)
        return self._guests.get(session.guest) if session else None

    async def rename_guest(self, guest: str, name: str) -> None:
        """Change the name of a guest."""
        self._guests[guest] = Guest(guest, name)

    async def forget_guest(self, guest: str) -> None:
        """Delete a guest with all tokens; the seats stay without an owner."""
        self._guests.pop(guest, None)
        self.sessions.forget(guest)
        for table in self._tables.values():
            sitters = {seat: owner for seat, owner in table.sitters.items() if owner != guest}
            left = {seat: owner for seat, owner in table.left.items() if owner != guest}
            host = "" if table.host == guest else table.host
            at = table.standing and replace(table.standing, turn_of=_not(guest, table.standing.turn_of))
            self._tables[table.id] = replace(table, sitters=sitters, left=left, host=host, standing=at)

    async def add_table(self, table: StoredTable) -> None:
        """Keep a new table."""
        self._tables[table.id] = replace(table, ended=has_ended(table.events))

    async def append(self, table: str, change: Change) -> None:
        """Write events and owners of seats; Conflict if an event of the same number is there."""
        kept = self._tables[table]
        if any(event["number"] != len(kept.events) + i for i, event in enumerate(change.events)):
            raise Conflict(table)
        sitters = {seat: owner for seat, owner in {**kept.sitters, **change.sitters}.items() if owner is not None}
        left = {seat: owner for seat, owner in kept.left.items() if seat not in change.sitters}
        self._tables[table] = replace(
            kept,
            events=[*kept.events, *change.events],
            times=[*kept.times, *[change.at] * len(change.events)],
            sitters=sitters,
            left={**left, **change.left},
            notes=kept.notes if change.notes is None else change.notes,
            ended=has_ended(change.events, kept.ended),
            standing=change.standing or kept.standing,
        )

    async def table(self, table: str) -> StoredTable | None:
        """Return a table with all its events."""
        return self._tables.get(table)

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Return the tables a guest sits at or sat at, the newest first."""
        return [
            table.id for table in reversed(self._tables.values()) if guest in {*table.sitters.values(), *table.left.values()}
        ][:most]

    async def unfinished_of(self, guest: str, most: int) -> list[str]:
        """Return tables whose match is not over that a guest has opened or sits at."""
        tables = (table for table in self._tables.values() if guest in (table.host, *table.sitters.values()))
        return [table.id for table in tables if not has_ended(table.events)][:most]

    async def open_tables(self, most: int) -> list[str]:
        """Return listed tables whose match is not over, the newest first."""
        found = (table for table in reversed(self._tables.values()) if table.is_open and not table.ended and not table.aside)
        return [table.id for table in found][:most]

    async def rematch_of(self, table: str) -> str | None:
        """Return the table that continues another one."""
        return next((other.id for other in self._tables.values() if other.rematch_of == table), None)

    async def begin_run(self, at: float) -> list[Run]:
        """Note that a server begins; return when servers ran before, the oldest first."""
        before = sorted(self._runs.items())
        self._runs[at] = at
        return before

    async def note_run(self, began: float, until: float) -> None:
        """Note that the server that began then still runs."""
        self._runs[began] = until

    async def try_writing(self, at: float) -> None:
        """Write something small: here that is always possible."""

    async def find_guests(self, text: str, most: int) -> list[Guest]:
        """Return the guests whose id or name holds a text, the newest first."""
        return [each for each in reversed(self._guests.values()) if text in each.id or text in each.name][:most]

    async def blocks(self) -> Mapping[str, str]:
        """Return the blocked networks with the reasons."""
        return dict(self._blocks)

    async def block(self, network: str, reason: str, at: float) -> None:
        """Keep that a network is blocked."""
        self._blocks[network] = reason

    async def unblock(self, network: str) -> None:
        """Keep that it is not blocked any more."""
        self._blocks.pop(network, None)

    async def latest(self) -> float:
        """Return the latest time that was kept: of a run or of an event."""
        times = [time for table in self._tables.values() for time in table.times[-1:]]
        return max([*times, *self._runs.values()], default=0.0)
