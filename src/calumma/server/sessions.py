"""The sessions of guests: which devices and programs hold a token, since when, and the phrase that brings a guest back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Protocol

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from calumma.server.schema import RECOVERIES, TOKENS

LONGEST_LABEL = 60
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Session:
    """A token of a guest: its hash, when it was made and last used, and what its device calls itself."""

    hash: str
    guest: str
    created: float
    used: float
    label: str

    @property
    def id(self) -> str:
        """A name for the session that gives nothing away of its token."""
        return sha256(f"session {self.hash}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Recovery:
    """What is kept of a guest's recovery phrase: the part by which it is found, and a slow hash of the rest."""

    guest: str
    lookup: str
    salt: str
    hash: str
    created: float


class Sessions(Protocol):
    """What a store keeps of them. Each operation is done once it returns."""

    async def of(self, guest: str) -> list[Session]: ...
    async def end(self, hashes: Iterable[str]) -> None: ...
    async def note_use(self, token: str, at: float) -> None: ...
    async def set_recovery(self, recovery: Recovery) -> None: ...
    async def end_recovery(self, guest: str) -> None: ...
    async def recovery(self, lookup: str) -> Recovery | None: ...
    async def recovery_of(self, guest: str) -> Recovery | None: ...


def label_of(agent: str) -> str:
    """Return what people call a device, from what its browser or program says of itself.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> label_of("python-httpx/0.28.1")
    'python-httpx'
    """
    if not agent.startswith("Mozilla/"):
        found = re.match(r"[A-Za-z0-9._-]+", agent)
        return found[0][:LONGEST_LABEL] if found else ""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return " on ".join(filter(None, (browser, system)))


def plain_label(text: str) -> str:
    """Return a label that somebody gave, without anything that cannot be printed."""
    return " ".join("".join(letter for letter in text if letter.isprintable()).split())[:LONGEST_LABEL]


class MemorySessions:
    """Sessions that are forgotten when the server ends."""

    def __init__(self) -> None:
        self.kept: dict[str, Session] = {}
        self._recoveries: dict[str, Recovery] = {}

    def add(self, session: Session) -> None:
        """Keep a new one."""
        self.kept[session.hash] = session

    def forget(self, guest: str) -> None:
        """Forget all that is known of a guest."""
        self.kept = {key: session for key, session in self.kept.items() if session.guest != guest}
        self._recoveries.pop(guest, None)

    async def of(self, guest: str) -> list[Session]:
        """Return the sessions of a guest, the one used last first."""
        return sorted((each for each in self.kept.values() if each.guest == guest), key=lambda each: -each.used)

    async def end(self, hashes: Iterable[str]) -> None:
        """End sessions."""
        for each in hashes:
            self.kept.pop(each, None)

    async def note_use(self, token: str, at: float) -> None:
        """Note when a session was used last."""
        if token in self.kept:
            self.kept[token] = replace(self.kept[token], used=at)

    async def set_recovery(self, recovery: Recovery) -> None:
        """Keep what is needed to know a phrase again; an older one ends."""
        self._recoveries[recovery.guest] = recovery

    async def end_recovery(self, guest: str) -> None:
        """Let a guest have no phrase any more."""
        self._recoveries.pop(guest, None)

    async def recovery(self, lookup: str) -> Recovery | None:
        """Return what a phrase is compared with."""
        return next((each for each in self._recoveries.values() if each.lookup == lookup), None)

    async def recovery_of(self, guest: str) -> Recovery | None:
        """Return what is kept of a guest's phrase."""
        return self._recoveries.get(guest)


Connect = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class DatabaseSessions:
    """Sessions in a database; `forget` is told which tokens ended."""

    def __init__(self, reading: Connect, changing: Connect, forget: Callable[[Iterable[str]], None]) -> None:
        self._reading, self._changing, self._forget = reading, changing, forget

    async def of(self, guest: str) -> list[Session]:
        """Return the sessions of a guest, the one used last first."""
        wanted = TOKENS.select().where(TOKENS.c.guest == guest).order_by(TOKENS.c.used.desc(), TOKENS.c.created.desc())
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return [Session(**row) for row in rows]

    async def end(self, hashes: Iterable[str]) -> None:
        """End sessions."""
        ending = list(hashes)
        await self._change(TOKENS.delete().where(TOKENS.c.hash.in_(ending)))
        self._forget(ending)

    async def note_use(self, token: str, at: float) -> None:
        """Note when a session was used last."""
        await self._change(TOKENS.update().where(TOKENS.c.hash == token).values(used=at))

    async def set_recovery(self, recovery: Recovery) -> None:
        """Keep what is needed to know a phrase again; an older one ends."""
        values = {name: getattr(recovery, name) for name in ("guest", "lookup", "salt", "hash", "created")}
        await self._change(RECOVERIES.delete().where(RECOVERIES.c.guest == recovery.guest), RECOVERIES.insert().values(**values))

    async def end_recovery(self, guest: str) -> None:
        """Let a guest have no phrase any more."""
        await self._change(RECOVERIES.delete().where(RECOVERIES.c.guest == guest))

    async def recovery(self, lookup: str) -> Recovery | None:
        """Return what a phrase is compared with."""
        return await self._found(RECOVERIES.c.lookup == lookup)

    async def recovery_of(self, guest: str) -> Recovery | None:
        """Return what is kept of a guest's phrase."""
        return await self._found(RECOVERIES.c.guest == guest)

    async def _change(self, *statements: sql.Executable) -> None:
        async with self._changing() as connection:
            for statement in statements:
                await connection.execute(statement)

    async def _found(self, condition: Any) -> Recovery | None:
        async with self._reading() as connection:
            row = (await connection.execute(RECOVERIES.select().where(condition))).mappings().first()
        return None if row is None else Recovery(**row)
