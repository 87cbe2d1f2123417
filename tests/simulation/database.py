"""A database machine in memory, below the real `DatabaseStore`: its statements are executed, its transactions are atomic.

What was committed survives every crash of a server and every restart of the database; sessions and the lock that one of them
holds do not. Statements take time, may fail, and the answer to a commit may be lost, whether it was done or not. Transactions
are done one after the other, as if each locked everything.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from calumma.server.database import DatabaseStore, migrate

from .loop import SERVER, SimulatedLoop
from .statements import Statements

URL = "postgresql://simulated/calumma"


@dataclass(slots=True)
class Kept:
    """An event as it was committed: when, by the true time, and how long the transaction had taken."""

    table: str
    number: int
    kind: str
    body: str
    at: float
    took: float


@dataclass
class Troubles:
    """How the database misbehaves now: probabilities, and seconds."""

    slow: float = 0.0
    slowest: float = 2.0
    failing: float = 0.0  # a transaction that is not done, and says so
    answer_lost: float = 0.0  # one that may be done, and says that it is not known
    full: bool = False  # the disk: nothing can be written


@cache
def template() -> bytes:
    """An empty database."""
    raw = sqlite3.connect(":memory:")
    engine = sql.create_engine("sqlite://", poolclass=StaticPool, creator=lambda: raw)
    with engine.begin() as connection:
        migrate(connection)
    return raw.serialize()


@cache
def executing() -> tuple[sqlite3.Connection, Statements]:
    """The one connection of this process to its SQLite in memory: compiled statements are kept with it."""
    raw = sqlite3.connect(":memory:")
    # once: SQLite does not exchange a function while a statement of a world that ended in a crash is still open
    raw.create_function("pg_try_advisory_lock", 1, _try_lock)
    raw.create_function("pg_try_advisory_lock_shared", 1, _try_shared_lock)
    raw.create_function("pg_advisory_xact_lock", 1, lambda key: None)  # transactions come one after the other anyway
    raw.create_function("pg_advisory_unlock", 1, _unlock)
    return raw, Statements(raw)


_current: list[Disk] = []  # the one of the world that lives now


def _try_lock(key: int) -> bool:
    return _current[-1]._try_lock(key)


def _try_shared_lock(key: int) -> bool:
    return _current[-1]._try_shared_lock(key)


def _unlock(key: int) -> bool:
    return _current[-1]._unlock(key)


@dataclass(eq=False)
class Session:
    """A connection to the database, of a server."""

    disk: Disk
    server: int
    life: int
    broken: bool = False
    writing: bool = False
    since: float = 0.0

    async def execute(self, statement: Any, rows: Any = None) -> Any:
        """Execute a statement; a transaction begins with the first one."""
        await self._begin()
        await self.disk.work(self)
        self._check()
        self.writing = self.writing or not getattr(statement, "is_select", False)
        if self.writing and self.disk.troubles.full:
            self.disk.met += 1
            raise disconnected("could not write: no space left on device", False)
        self.disk.caller = self
        # Rows are read at once: SQLite crashes if a statement is still open when the next world exchanges its database.
        return self.disk.statements.execute(statement, rows)

    async def scalar(self, statement: Any, values: Any = None) -> Any:
        """Return one value."""
        return (await self.execute(statement, values)).scalar()

    async def scalars(self, statement: Any) -> Any:
        """Return the values of one column."""
        return (await self.execute(statement)).scalars()

    async def execution_options(self, **options: Any) -> Session:
        """Choose how transactions are kept apart: they always are."""
        return self

    async def run_sync(self, call: Callable[..., Any]) -> None:
        """Bring the tables up to date: they are."""
        await self._begin()

    async def _begin(self) -> None:
        self._check()
        if self.disk.turn is not self:
            self.since = self.disk.loop.time()
            await self.disk.wait_turn(self)
            self.writing = False

    def _check(self) -> None:
        away = self.life != self.disk.life or not self.disk.up
        if self.broken or away or self.server in self.disk.cut:
            self.broken = True
            self.disk.met += 1
            raise disconnected("server closed the connection unexpectedly")

    async def commit(self) -> None:
        """Keep what was done."""
        if self.disk.turn is not self:
            return
        try:
            await self.disk.work(self)
            self._check()
            await self.disk.commit(self)
        finally:
            self.disk.leave(self)

    async def rollback(self) -> None:
        """Undo what was done."""
        self.disk.leave(self)

    async def close(self) -> None:
        """Leave."""
        self.disk.leave(self)
        self.disk.end(self)

    async def invalidate(self) -> None:
        """Never use this connection again."""
        await self.close()


def disconnected(words: str, lost: bool = True) -> OperationalError:
    """Return the error that SQLAlchemy makes of a connection that broke, or of a statement that failed."""
    return OperationalError("", {}, Exception(words), connection_invalidated=lost)


@dataclass(eq=False)
class Disk:
    """The database machine."""

    loop: SimulatedLoop
    committed: Callable[[list[Kept]], None] = lambda events: None
    failed: Callable[[], None] = lambda: None
    up: bool = True
    up_since: float = 0.0
    life: int = 0  # how often it was restarted
    met: int = 0  # how often somebody was refused because it was away or full
    troubles: Troubles = field(default_factory=Troubles)
    lock: Session | None = None  # who holds the advisory lock
    shared_lock: list[Session] = field(default_factory=list)  # or those who share it
    cut: set[int] = field(default_factory=set)  # servers that cannot reach it
    turn: Session | None = None
    caller: Session | None = None
    sessions: set[int] = field(default_factory=set)
    _line: deque[tuple[Session, asyncio.Future[None]]] = field(default_factory=deque)
    _last_row: int = 0

    def __post_init__(self) -> None:
        self.raw, self.statements = executing()
        self.raw.rollback()
        self.raw.deserialize(template())
        self.raw.execute("PRAGMA foreign_keys=ON")
        _current[:] = [self]

    # Transactions

    async def work(self, session: Session) -> None:
        """Take the time that a statement takes."""
        rng, troubles = self.loop.rng, self.troubles
        if rng.random() < troubles.slow:
            await asyncio.sleep(rng.random() * troubles.slowest)
        elif rng.random() < 0.3:
            await asyncio.sleep(rng.random() * 0.002)
        if rng.random() < troubles.failing:
            self.failed()
            raise disconnected("canceling statement due to lock timeout", False)

    async def wait_turn(self, session: Session) -> None:
        """Wait until nobody else's transaction is under way."""
        if self.turn is None:
            self.turn = session
            return
        called = self.loop.create_future()
        self._line.append((session, called))
        try:
            await called
        except asyncio.CancelledError:
            self.leave(session)
            raise
        session._check()

    def leave(self, session: Session) -> None:
        """End a transaction without keeping it (what was committed is), and let the next one begin."""
        self._line = deque((other, called) for other, called in self._line if other is not session or called.done())
        if self.turn is not session:
            return
        self.raw.rollback()
        self.turn = None
        while self._line and self.turn is None:
            other, called = self._line.popleft()
            if not called.done() and other.server not in self.loop.dead:
                self.turn = other
                called.set_result(None)

    async def commit(self, session: Session) -> None:
        """Keep what a session did, if nothing goes wrong; its answer may be lost."""
        lost = self.loop.rng.random() < self.troubles.answer_lost
        if not lost or self.loop.rng.random() < 0.5:
            self.raw.commit()
            self._note(session)
        if lost:
            self.failed()
            session.broken = True
            raise disconnected("connection was closed in the middle of operation")

    def _note(self, session: Session) -> None:
        rows = self.raw.execute(
            "SELECT rowid, table_id, number, kind, body FROM events WHERE rowid > ? ORDER BY rowid", [self._last_row]
        ).fetchall()
        if rows:
            self._last_row = rows[-1][0]
            now = self.loop.time()
            self.committed([Kept(*row[1:], at=now, took=now - session.since) for row in rows])  # type: ignore[misc]

    def query(self, statement: str, *values: Any) -> list[Any]:
        """Return what is committed, for who checks it; nobody's transaction may be half done now."""
        assert self.turn is None or not self.raw.in_transaction
        return self.raw.execute(statement, values).fetchall()

    # The lock that one server has

    def _try_lock(self, key: int) -> bool:
        if self._is_held(self.lock) or any(map(self._is_held, self.shared_lock)):
            return False
        self.lock = self.caller
        return True

    def _try_shared_lock(self, key: int) -> bool:
        if self._is_held(self.lock):
            return False
        assert self.caller is not None
        self.shared_lock = [*filter(self._is_held, self.shared_lock), self.caller]
        return True

    def _is_held(self, holder: Session | None) -> bool:
        """Whether a session that has the lock still does, and is not the one that asks."""
        return holder is not None and holder is not self.caller and holder.life == self.life and not holder.broken

    def _unlock(self, key: int) -> bool:
        held = self.lock is self.caller
        if held:
            self.lock = None
        return held

    # Ends

    def end(self, session: Session) -> None:
        """Close a session, which lets go of its lock."""
        session.broken = True
        if self.lock is session:
            self.lock = None

    def drop(self, server: int) -> None:
        """Notice that a server is gone: its transaction is undone, its lock is free."""
        for session in (self.turn, self.lock, *self.shared_lock):
            if session is not None and session.server == server:
                self.leave(session)
                self.end(session)

    def cut_off(self, server: int) -> None:
        """Let a server reach nothing here any more; what it has under way is undone."""
        self.cut.add(server)
        self.drop(server)

    def stop(self) -> None:
        """Go down: all sessions end, transactions under way are undone."""
        self.up = False
        self.lock = None
        self.shared_lock = []
        self.life += 1
        line, self._line = self._line, deque()
        if self.turn is not None:
            self.leave(self.turn)
        for _, called in line:
            if not called.done():
                called.set_exception(disconnected("terminating connection due to administrator command"))

    def start(self) -> None:
        """Be there again."""
        if not self.up:
            self.up, self.up_since = True, self.loop.time()


class SimulatedEngine:
    """What a server has of the database, in place of SQLAlchemy's engine: sessions, of which some may be stale."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.life = disk.life

    async def _open(self) -> Session:
        await asyncio.sleep(self.disk.loop.rng.random() * 0.001)
        if SERVER.get() in self.disk.cut:
            await asyncio.sleep(self.disk.loop.rng.random() * 3.0)
            raise TimeoutError("the database does not answer")
        if not self.disk.up:
            self.disk.met += 1
            raise ConnectionRefusedError("the database does not answer")
        stale, self.life = self.life != self.disk.life, self.disk.life
        return Session(self.disk, SERVER.get(), self.disk.life - 1 if stale else self.disk.life)

    def execution_options(self, **options: Any) -> SimulatedEngine:
        """Choose how transactions are kept apart: they always are."""
        return self

    def connect(self) -> Connecting:
        """Return a session, to be awaited or entered."""
        return Connecting(self._open)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Session]:
        """Return a session whose transaction is kept at the end."""
        session = await self._open()
        try:
            yield session
            await session.commit()
        finally:
            await session.close()

    async def dispose(self) -> None:
        """Let go of everything."""


class Connecting:
    """A session that is being opened."""

    def __init__(self, opened: Callable[[], Any]) -> None:
        self._open = opened
        self._session: Session | None = None

    def __await__(self) -> Any:
        return self._open().__await__()

    async def __aenter__(self) -> Session:
        self._session = await self._open()
        return self._session

    async def __aexit__(self, *error: object) -> None:
        assert self._session is not None
        await self._session.close()


class SimulatedStore(DatabaseStore):
    """The real store on a simulated database: PostgreSQL's ways, without the program."""

    def __init__(self, disk: Disk, is_shared: bool = False) -> None:
        super().__init__(URL, is_shared)
        self.disk = disk

    def _new_engine(self) -> Any:
        return SimulatedEngine(self.disk)
