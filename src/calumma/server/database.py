"""A store that survives the end of the server: SQLite in a file, or PostgreSQL. Events are only ever added."""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from typing import IO

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import exc
from sqlalchemy.engine import URL, Connection, RowMapping, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from calumma.core import GameError
from calumma.core.words import Words
from calumma.extras import need
from calumma.server.database_match_index import DatabaseMatchIndex, standing_of, standing_row
from calumma.server.database_outbox import DatabaseOutbox
from calumma.server.database_questions import DatabaseQuestions
from calumma.server.database_ratings import DatabaseRatings
from calumma.server.database_sessions import DatabaseSessions
from calumma.server.database_thoughts import DatabaseThoughts
from calumma.server.keeping import CONNECT_SECONDS, keeping_engine
from calumma.server.schema import BLOCKS, EVENTS, METADATA, SERVER, SITTERS, TABLES, TOKENS
from calumma.site.puzzle_ratings import PuzzleRatings
from calumma.site.store import Change, Conflict, Guest, Run, StoredTable, Unavailable, has_ended
from calumma.site.tasks import end

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
LOCK = 0x63616C75  # the key of PostgreSQL's advisory lock: one server a database, or those that have a bus and share it
LOCK_TRIES = 10
LOCK_SECONDS = 1.0  # between two looks whether the lock is still ours
MOST_AT_ONCE = 200  # changes in one transaction
REMEMBERED_GUESTS = 20_000
REMEMBERED_SECONDS = 30.0  # where other servers may end sessions, too, and their word of it may get lost
MOST_VERSIONS = 500  # asked for at once
Waiting = tuple[str, Change, "asyncio.Future[None]"]
NEW_EVENTS, CHANGED_TABLE = EVENTS.insert(), TABLES.update().where(TABLES.c.id == sql.bindparam("changed"))
"""What every ply executes, made once: SQLAlchemy takes longer to make a statement than SQLite to execute it."""
Step = tuple[sql.Executable, list[dict[str, object]] | None]  # a statement and the rows it is executed for
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

GUESTS = sql.Table(
    "guests",
    METADATA,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("name", sql.String(60), nullable=False),
    sql.Column("created", sql.Double, nullable=False),
)
RUNS = sql.Table(
    "runs",
    METADATA,
    sql.Column("began", sql.Double, primary_key=True),
    sql.Column("until", sql.Double, nullable=False),
)


EPOCH = sql.select(SERVER.c.epoch).with_for_update(read=True)  # and nobody takes over before this transaction is done
SHARED_EPOCH = sql.select(SERVER.c.epoch)  # not locked: every ply of every server would wait for this one row
VERSIONS = (  # of tables that nobody else changes before this transaction is done; in order, so that nobody waits in a circle
    sql.select(TABLES.c.id, TABLES.c.version, SHARED_EPOCH.scalar_subquery().label("epoch"))
    .where(TABLES.c.id == sql.func.any(sql.bindparam("tables", type_=sql.ARRAY(sql.String))))
    .order_by(TABLES.c.id)
    .with_for_update(of=TABLES)
)
TABLE_FIELDS = [column.name for column in TABLES.c if column.name in {field.name for field in fields(StoredTable)}]


def is_outage(error: BaseException) -> bool:
    """Return whether an error says that the database cannot be used just now, not that it was asked for something wrong."""
    if isinstance(error, OSError | exc.TimeoutError) or type(error).__module__.startswith("asyncpg"):
        return True
    wrong = isinstance(error, exc.IntegrityError | exc.ProgrammingError | exc.DataError | exc.NotSupportedError)
    state = str(getattr(getattr(error, "orig", None), "sqlstate", None) or "")
    return isinstance(error, exc.DBAPIError) and not wrong and not state.startswith("22")


@contextmanager
def _outages() -> Iterator[None]:
    """Say in a sentence that the database cannot be used."""
    try:
        yield
    except Unavailable:
        raise
    except Exception as error:
        if not is_outage(error):
            raise
        raise Unavailable(say("database-away")) from error


def read_url(text: str) -> URL:
    """Return the address of a database with the driver that is used here; GameError if it is not one of ours."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise GameError(say("cannot-read-database", database=text)) from None
    if url.drivername not in DRIVERS:
        raise GameError(say("unknown-database", kind=url.drivername))
    return url.set(drivername=DRIVERS[url.drivername])


class DatabaseStore:
    """Guests and tables in a database. Every operation is one transaction, done when it returns."""

    def __init__(self, url: str, is_shared: bool = False) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        self.is_shared = is_shared
        if is_shared and self.is_sqlite:
            raise GameError(say("bus-needs-postgresql", database=url))
        self._engine: AsyncEngine | None = None
        self._reader: AsyncEngine | None = None  # the same connections, without a transaction around what is read
        self._plain: sql.Engine | None = None  # SQLite, for what is written most often
        self._hand = ThreadPoolExecutor(1, "writer")
        self._known: dict[str, Guest] = {}
        self._known_since = 0.0
        self._writing = asyncio.Lock()
        self._waiting: list[Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._lock_file: IO[str] | None = None
        self._lock_connection: AsyncConnection | None = None
        self._lock_watch: asyncio.Task[None] | None = None
        self._epoch = 0
        self.is_ours = False
        self.on_lost: Callable[[], None] = lambda: None
        self.on_trouble: Callable[[], None] = lambda: None
        self.outbox = DatabaseOutbox(self._reading, self._changing)
        self.match_index = DatabaseMatchIndex(self._reading, self._changing)
        self.thoughts = DatabaseThoughts(self._reading, self._changing)
        self.questions = DatabaseQuestions(self._reading, self._changing)
        self.sessions = DatabaseSessions(self._reading, self._changing, self._forget_tokens)
        self.puzzle_ratings: PuzzleRatings | None = DatabaseRatings(self._reading, self._changing)

    # Beginning and end

    async def start(self) -> None:
        """Open the database, make sure that nobody uses it who must not, and bring its tables up to date."""
        if self.is_sqlite:
            self._lock_path(Path(self.url.database or ""))
        try:
            self._engine = self._reader = self._new_engine()
            if not self.is_sqlite:  # a BEGIN and a ROLLBACK would be two round trips for nothing
                self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            if not self.is_sqlite:
                await self._lock_server()
            async with self._engine.begin() as connection:
                if self.is_shared:  # several may start at the same time
                    await connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK + 1)))
                await connection.run_sync(migrate)
            await self._take_over()
            if not self.is_sqlite:
                self._lock_watch = asyncio.create_task(self._watch_lock())
        except CommandError:
            raise GameError(say("database-too-new")) from None
        except (OSError, exc.DBAPIError) as error:
            shown = self.url.render_as_string(hide_password=True)
            raise GameError(say("cannot-use-database", database=shown, error=_first_line(error))) from None

    def _new_engine(self) -> AsyncEngine:
        if not self.is_sqlite:
            need("postgresql", purpose="this database")
            return keeping_engine(self.url)
        engine = create_async_engine(self.url, hide_parameters=True)
        self._plain = sql.create_engine(self.url.set(drivername="sqlite"), hide_parameters=True)
        for each in (engine.sync_engine, self._plain):
            sql.event.listen(each, "connect", _prepare_sqlite)
        return engine

    def _lock_path(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock_file = path.with_name(path.name + ".lock").open("w", encoding="utf-8")
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock_file.close()
            raise GameError(say("database-in-use", database=path)) from None

    async def _lock_server(self) -> None:
        for _ in range(LOCK_TRIES):  # the database may not have noticed yet that an earlier server was killed
            if await self._try_lock():
                return
            await asyncio.sleep(0.2)
        raise GameError(say("this-database-in-use"))

    async def _try_lock(self) -> bool:
        """Ask for the lock on a connection of its own, which holds it for as long as it lives."""
        assert self._reader is not None
        if self._lock_connection is None:
            self._lock_connection = await self._reader.connect()
        lock = sql.func.pg_try_advisory_lock_shared if self.is_shared else sql.func.pg_try_advisory_lock
        found = await self._lock_connection.scalar(sql.select(lock(LOCK)))
        await self._lock_connection.commit()
        return bool(found)

    async def _take_over(self) -> None:
        """Become the one server that may write: whoever was before finds another epoch in every transaction, and stops.

        Servers that share a database have an epoch in common, which is negative: the first one begins it.
        """
        assert self._engine is not None
        if self.is_shared:
            change = SERVER.update().where(SERVER.c.epoch >= 0).values(epoch=-SERVER.c.epoch - 1)
        else:
            change = SERVER.update().values(epoch=sql.func.abs(SERVER.c.epoch) + 1)
        async with self._engine.begin() as connection:
            await connection.execute(change)
            self._epoch = int(await connection.scalar(sql.select(SERVER.c.epoch)) or 0)
        self.is_ours = True

    async def _watch_lock(self) -> None:
        """See to it that the lock is ours; without it nothing is read or written until it is again."""
        while True:
            await asyncio.sleep(LOCK_SECONDS)
            try:
                await asyncio.wait_for(self._keep_lock(), CONNECT_SECONDS)
            except Exception as error:
                await self._lose(_first_line(error))

    async def _keep_lock(self) -> None:
        if self.is_ours and self._lock_connection is not None:
            await self._lock_connection.scalar(sql.select(1))
            await self._lock_connection.commit()
        elif await self._try_lock():
            await self._take_over()
            LOGGER.warning("the lock on the database is ours again")
        else:
            LOGGER.error("another server uses this database: nothing is shown or written here until it ends")

    async def _lose(self, why: str) -> None:
        connection, self._lock_connection = self._lock_connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()
                await connection.close()
        self._lost(why)

    def _lost(self, why: str) -> None:
        """Believe nothing any more: somebody else may write from now on."""
        if self.is_ours:
            LOGGER.error("the lock on the database is lost: %s", why)
            self.is_ours = False
            self._known.clear()
            self.on_lost()

    async def stop(self) -> None:
        """Write what is waiting and close the database."""
        if self._writer is not None:
            await self._writer
        await end(self._lock_watch)
        if self._lock_connection is not None:
            with suppress(Exception):
                await self._lock_connection.close()
        self._hand.shutdown()
        if self._plain is not None:
            self._plain.dispose()
        if self._engine is not None:
            await self._engine.dispose()
        if self._lock_file is not None:
            self._lock_file.close()

    @contextmanager
    def _outages(self) -> Iterator[None]:
        """Say in a sentence that the database cannot be used, and tell it: whatever met it, nobody could have played."""
        try:
            with _outages():
                yield
        except Unavailable:
            self.on_trouble()
            raise

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        assert self._reader is not None, "the store has not been started"
        self._check_ours()
        epoch = self._epoch
        with self._outages():
            async with self._reader.connect() as connection:
                yield connection
        self._check_ours(epoch)  # what was read before a loss is not to be remembered after it

    def _check_ours(self, epoch: int | None = None) -> None:
        if not self.is_ours or epoch not in (None, self._epoch):
            raise Unavailable(say("database-lost"))

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction at a time: SQLite has a single writer, and waiting here is fairer than in its own queue."""
        assert self._engine is not None, "the store has not been started"
        self._check_ours()
        with self._outages():
            if self.is_shared:  # PostgreSQL has many writers
                async with self._engine.begin() as connection:
                    self._check_epoch(await connection.scalar(SHARED_EPOCH))
                    yield connection
                return
            async with self._writing, self._engine.begin() as connection:
                self._check_epoch(await connection.scalar(EPOCH))
                yield connection

    def _check_epoch(self, found: int | None) -> None:
        """Refuse to write once another server has begun: what it wrote is not in our memory."""
        if found != self._epoch:
            self._lost("another server has taken over")
            raise Unavailable(say("database-taken"))

    # Guests

    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None:
        """Keep a new guest with the hash of a token, and what its device is called."""
        async with self._changing() as connection:
            await connection.execute(GUESTS.insert().values(id=guest.id, name=guest.name, created=time.time()))
            await connection.execute(_token_of(guest.id, token, label))

    async def add_token(self, guest: str, token: str, label: str = "") -> None:
        """Give a guest one more token."""
        async with self._changing() as connection:
            await connection.execute(_token_of(guest, token, label))

    def _forget_tokens(self, hashes: Iterable[str]) -> None:
        for each in hashes:
            self._known.pop(each, None)

    async def guest_of(self, token: str) -> Guest | None:
        """Return the guest that the hash of a token belongs to. Those who came lately are remembered: every request asks."""
        if self.is_shared and time.monotonic() - self._known_since > REMEMBERED_SECONDS:
            self.renew_guests()
        if token in self._known:
            return self._known[token]
        wanted = sql.select(GUESTS.c.id, GUESTS.c.name).join(TOKENS, TOKENS.c.guest == GUESTS.c.id).where(TOKENS.c.hash == token)
        async with self._reading() as connection:
            row = (await connection.execute(wanted)).first()
        if row is None:
            return None
        if len(self._known) >= REMEMBERED_GUESTS:
            self._known.clear()
        self._known[token] = Guest(row.id, row.name)
        return self._known[token]

    def renew_guests(self) -> None:
        """Ask for everybody anew: another server may have ended a session, or changed a name."""
        self._known.clear()
        self._known_since = time.monotonic()

    async def rename_guest(self, guest: str, name: str) -> None:
        """Change the name of a guest."""
        async with self._changing() as connection:
            await connection.execute(GUESTS.update().where(GUESTS.c.id == guest).values(name=name))
        self._known.clear()

    async def forget_guest(self, guest: str) -> None:
        """Delete a guest with all tokens; the seats stay without an owner."""
        mine = sql.or_(TABLES.c.host == guest, TABLES.c.id.in_(sql.select(SITTERS.c.table_id).where(SITTERS.c.guest == guest)))
        async with self._changing() as connection:
            ids = list(await connection.scalars(sql.select(TABLES.c.id).where(mine).order_by(TABLES.c.id).with_for_update()))
            for table in ids:  # in order, so that two transactions never wait for each other
                await connection.execute(_changed(table))
            await connection.execute(TOKENS.delete().where(TOKENS.c.guest == guest))
            await connection.execute(SITTERS.delete().where(SITTERS.c.guest == guest))
            await connection.execute(TABLES.update().where(TABLES.c.host == guest).values(host=""))
            await connection.execute(TABLES.update().where(TABLES.c.turn_of == guest).values(turn_of=None))
            await connection.execute(GUESTS.delete().where(GUESTS.c.id == guest))
        self._known.clear()

    # Tables

    async def add_table(self, table: StoredTable) -> None:
        """Keep a new table with its first events."""
        row = {name: getattr(table, name) for name in TABLE_FIELDS}
        row |= {
            "active": max([table.created, *table.times]),
            "options": json.dumps(dict(table.options)),
            "ended": has_ended(table.events),
            "notes": json.dumps(dict(table.notes)),
            **standing_row(table.standing),
        }
        times = table.times or [table.created] * len(table.events)
        events = [_event_row(table.id, event, at) for event, at in zip(table.events, times, strict=True)]
        async with self._changing() as connection:
            if table.rematch_of is not None:  # one rematch a match: whoever comes second finds the first one's
                await connection.execute(_changed(table.rematch_of))
                if await connection.scalar(sql.select(TABLES.c.id).where(TABLES.c.rematch_of == table.rematch_of).limit(1)):
                    raise Conflict(table.rematch_of)
            await connection.execute(TABLES.insert().values(**row))
            if events:
                await connection.execute(EVENTS.insert(), events)
            for statement, rows in _seating(table.id, Change((), table.sitters, left=table.left)):
                await connection.execute(statement, rows)

    async def append(self, table: str, change: Change) -> None:
        """Write events and owners of seats together; Conflict if an event of the same number is there.

        What comes while the disk is busy is written in one go afterwards: a hundred matches cost little more than one.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, change, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            error = await self._write(batch)
            if error is None or len(batch) == 1 or isinstance(error, Unavailable):
                _settle(batch, error)
                continue
            for each in batch:  # one of them does not fit: the others shall not suffer
                _settle([each], await self._write([each]))

    async def _write(self, batch: Sequence[Waiting]) -> Exception | None:
        """Write some changes in one transaction; return why it failed, if it did."""
        try:
            if self._plain is not None:
                with self._outages():
                    async with self._writing:
                        await asyncio.get_running_loop().run_in_executor(self._hand, self._write_now, batch)
            elif self.is_shared:
                await self._write_beside_others(batch)
            else:
                async with self._changing() as connection:
                    for statement, rows in _steps(batch):
                        await connection.execute(statement, rows)
        except IntegrityError:
            return Conflict(batch[0][0])
        except Exception as error:
            return error
        return None

    async def _write_beside_others(self, batch: Sequence[Waiting]) -> None:
        """Write where others write, too; Conflict if one of the tables is not as it was when its change was made."""
        assert self._engine is not None
        self._check_ours()
        with self._outages():
            async with self._engine.begin() as connection:
                locked = (await connection.execute(VERSIONS, {"tables": [table for table, _, _ in batch]})).all()
                found = {row.id: row.version for row in locked}
                for table, change, _ in batch:
                    if found.get(table) != change.version:
                        raise Conflict(table)
                self._check_epoch(locked[0].epoch)
                for statement, rows in _steps(batch):
                    await connection.execute(statement, rows)

    def _write_now(self, batch: Sequence[Waiting]) -> None:
        """Write to SQLite in one go, in a thread of its own: a thread is changed twice, not twice for every statement."""
        assert self._plain is not None
        with self._plain.begin() as connection:
            self._check_epoch(connection.scalar(EPOCH))
            for statement, rows in _steps(batch):
                connection.execute(statement, rows)

    async def versions(self, tables: Sequence[str]) -> Mapping[str, int]:
        """Return how often tables were changed, of those that there are."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), MOST_VERSIONS):
            some = tables[start : start + MOST_VERSIONS]
            which = TABLES.c.id == some[0] if len(some) == 1 else TABLES.c.id.in_(some)
            async with self._reading() as connection:
                rows = await connection.execute(sql.select(TABLES.c.id, TABLES.c.version).where(which))
                found |= {row.id: row.version for row in rows}
        return found

    async def table(self, table: str, since: int = 0) -> StoredTable | None:
        """Return a table with its events, all of them or those from a number on."""
        async with self._reading() as connection:
            if self.is_shared:  # of one moment, whoever writes meanwhile
                await connection.execution_options(isolation_level="REPEATABLE READ")
            row = (await connection.execute(TABLES.select().where(TABLES.c.id == table))).mappings().first()
            if row is None:
                return None
            sitters = await connection.execute(SITTERS.select().where(SITTERS.c.table_id == table).order_by(SITTERS.c.seat))
            wanted = EVENTS.select().where(EVENTS.c.table_id == table, EVENTS.c.number >= since)
            events = await connection.execute(wanted.order_by(EVENTS.c.number))
            parts = {name: row[name] for name in TABLE_FIELDS}
            parts |= {"options": _parts(row["options"]), "notes": _parts(row["notes"]), "standing": standing_of(row)}
            found, rows = sitters.all(), events.mappings().all()
            return StoredTable(
                **parts,
                sitters={each.seat: each.guest for each in found if not each.has_left},
                left={each.seat: each.guest for each in found if each.has_left},
                events=[_event_of(each) for each in rows],
                times=[each["at"] for each in rows],
            )

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Return the tables a guest sits at or sat at, the newest first."""
        mine = sql.select(SITTERS.c.table_id).where(SITTERS.c.guest == guest)
        return await self._ids(sql.select(TABLES.c.id).where(TABLES.c.id.in_(mine)).order_by(TABLES.c.created.desc()).limit(most))

    async def unfinished_of(self, guest: str, most: int) -> list[str]:
        """Return tables whose match is not over that a guest has opened or sits at."""
        sits = TABLES.c.id.in_(sql.select(SITTERS.c.table_id).where(SITTERS.c.guest == guest, SITTERS.c.has_left.is_(False)))
        mine = sql.or_(TABLES.c.host == guest, sits)
        return await self._ids(sql.select(TABLES.c.id).where(TABLES.c.ended.is_(False), mine).limit(most))

    async def open_tables(self, most: int) -> list[str]:
        """Return listed tables whose match is not over, the newest first."""
        here = (TABLES.c.is_open.is_(True), TABLES.c.ended.is_(False), TABLES.c.aside.is_(None))
        wanted = sql.select(TABLES.c.id).where(*here)
        return await self._ids(wanted.order_by(TABLES.c.created.desc()).limit(most))

    async def rematch_of(self, table: str) -> str | None:
        """Return the table that continues another one."""
        found = await self._ids(sql.select(TABLES.c.id).where(TABLES.c.rematch_of == table).limit(1))
        return found[0] if found else None

    async def begin_run(self, at: float) -> list[Run]:
        """Note that a server begins; return when servers ran before, the oldest first."""
        async with self._changing() as connection:
            before = (await connection.execute(RUNS.select().where(RUNS.c.began < at).order_by(RUNS.c.began))).all()
            if not self.is_shared:
                await connection.execute(RUNS.delete().where(RUNS.c.began >= at))  # of a clock that was set back
            await connection.execute(RUNS.insert().values(began=at, until=at))
        return [(run.began, run.until) for run in before]

    async def runs(self) -> list[Run]:
        """Return when servers ran, the one that began first first."""
        async with self._reading() as connection:
            return [(run.began, run.until) for run in await connection.execute(RUNS.select().order_by(RUNS.c.began))]

    async def note_run(self, began: float, until: float) -> None:
        """Note that the server that began then still runs."""
        async with self._changing() as connection:
            await connection.execute(RUNS.update().where(RUNS.c.began == began).values(until=until))

    async def try_writing(self, at: float) -> None:
        """Write something small; Unavailable says that nothing can be written."""
        async with self._changing() as connection:
            await connection.execute(SERVER.update().values(checked=at))

    async def find_guests(self, text: str, most: int) -> list[Guest]:
        """Return the guests whose id or name holds a text, the newest first."""
        holds = sql.or_(GUESTS.c.id.contains(text, autoescape=True), GUESTS.c.name.contains(text, autoescape=True))
        wanted = sql.select(GUESTS.c.id, GUESTS.c.name).where(holds).order_by(GUESTS.c.created.desc()).limit(most)
        async with self._reading() as connection:
            return [Guest(*row) for row in await connection.execute(wanted)]

    async def blocks(self) -> Mapping[str, str]:
        """Return the blocked networks with the reasons."""
        async with self._reading() as connection:
            return {row.network: row.reason for row in await connection.execute(BLOCKS.select().order_by(BLOCKS.c.created))}

    async def block(self, network: str, reason: str, at: float) -> None:
        """Keep that a network is blocked."""
        async with self._changing() as connection:
            await connection.execute(BLOCKS.delete().where(BLOCKS.c.network == network))
            await connection.execute(BLOCKS.insert().values(network=network, reason=reason, created=at))

    async def unblock(self, network: str) -> None:
        """Keep that it is not blocked any more."""
        async with self._changing() as connection:
            await connection.execute(BLOCKS.delete().where(BLOCKS.c.network == network))

    async def latest(self) -> float:
        """Return the latest time that was kept: of a run or of an event."""
        async with self._reading() as connection:
            found = [await connection.scalar(sql.select(sql.func.max(column))) for column in (RUNS.c.until, TABLES.c.active)]
        return max((time for time in found if time is not None), default=0.0)

    async def _ids(self, wanted: sql.Select[str]) -> list[str]:
        async with self._reading() as connection:
            return list(await connection.scalars(wanted))


def _token_of(guest: str, token: str, label: str) -> sql.Insert:
    now = time.time()
    return TOKENS.insert().values(hash=token, guest=guest, created=now, used=now, label=label)


def _steps(batch: Sequence[Waiting]) -> Iterator[Step]:
    """Yield what has to be executed to write some changes."""
    rows = [_event_row(table, event, change.at) for table, change, _ in batch for event in change.events]
    if rows:
        yield NEW_EVENTS, rows
    for table, change, _ in batch:
        yield from _seating(table, change)
    noted: dict[tuple[str, ...], list[dict[str, object]]] = {}
    for table, change, _ in batch:
        if values := _noting(change):
            noted.setdefault(tuple(values), []).append({"changed": table, **values})
    for same in noted.values():  # rows of the same columns: one statement for all
        yield CHANGED_TABLE, same


def _changed(table: str) -> sql.Update:
    """What tells other servers that a table is not what it was."""
    return TABLES.update().where(TABLES.c.id == table).values(version=TABLES.c.version + 1)


def _seating(table: str, change: Change) -> Iterator[Step]:
    for seat in (*change.sitters, *change.left):
        yield SITTERS.delete().where(SITTERS.c.table_id == table, SITTERS.c.seat == seat), None
    rows = [(seat, guest, False) for seat, guest in change.sitters.items() if guest is not None and seat not in change.left]
    rows += [(seat, guest, True) for seat, guest in change.left.items()]
    for seat, guest, has_left in rows:
        yield SITTERS.insert().values(table_id=table, seat=seat, guest=guest, has_left=has_left), None


def _noting(change: Change) -> dict[str, object]:
    """What a change leaves in the row of its table."""
    values: dict[str, object] = {"version": change.version + 1}
    if change.events:  # who thought about the position before is not waited for
        values |= {"thinker": None, "thought_until": None}
    if {event["event"] for event in change.events} & {"ended", "taken_back", "called_off"}:
        values["ended"] = has_ended(change.events, True)
    if change.notes is not None:
        values["notes"] = json.dumps(dict(change.notes))
    if change.standing is not None:
        values |= {"active": change.at, **standing_row(change.standing)}
    return values


def _settle(batch: Sequence[Waiting], error: Exception | None) -> None:
    """Tell those who wait that their changes are kept, or why not."""
    for _, _, done in batch:
        if done.done():
            continue  # who waited is gone
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _event_row(table: str, event: Mapping[str, object], at: float) -> dict[str, object]:
    body = {key: value for key, value in event.items() if key not in ("number", "event")}
    written = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return {"table_id": table, "number": event["number"], "kind": event["event"], "body": written, "at": at}


def _event_of(row: RowMapping) -> dict[str, object]:
    return {"number": row["number"], "event": row["kind"], **_parts(row["body"])}


def _parts(text: str) -> dict[str, object]:
    """The named parts of a text; one that is damaged is handed on as it is: whoever reads the match will say so."""
    try:
        found = json.loads(text)
    except ValueError:
        return {"damaged": text}
    return found if isinstance(found, dict) else {"damaged": text}


def _prepare_sqlite(connection: DBAPIConnection, record: object) -> None:
    """Readers never wait for the writer, and what is written is on the disk before anybody is told."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: Connection) -> None:
    """Bring the tables of a database up to date; one migration that is not known here has only added to them."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    newest = int(ScriptDirectory.from_config(config).get_current_head() or 0)
    if MigrationContext.configure(connection).get_current_revision() == f"{newest + 1:04}":
        LOGGER.warning("the database was written by a newer calumma: this one goes on beside it")
    else:
        command.upgrade(config, "heads")


def copy_sqlite(url: str, file: Path) -> None:
    """Copy a SQLite database as it is at one moment, whoever writes to it meanwhile; GameError says why not."""
    found = read_url(url)
    source = Path(found.database or "")
    if not found.drivername.startswith("sqlite"):
        raise GameError(say("copy-by-pg-dump"))
    if not source.is_file():
        raise GameError(say("no-such-database", database=source))
    if file.exists():
        raise GameError(say("file-exists", file=file))
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as kept,
        closing(sqlite3.connect(file)) as copy,
    ):
        kept.backup(copy)


def _first_line(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
