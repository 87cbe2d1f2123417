"""The queue of thoughts in a database: columns of the matches at which a bot is to act.

Several processes ask at the same time: each locks the row it takes and passes over those that others hold (SKIP LOCKED).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from calumma.server.database_match_index import HERE
from calumma.server.database_outbox import Connecting
from calumma.server.schema import SITTERS, TABLES, TURNS
from calumma.site.thoughts import LEASE, WATCHED

Taken = TypeVar("Taken")
NOW = sql.bindparam("now", type_=sql.Double)
OTHERS = TABLES.alias()
SITS = sql.exists().where(SITTERS.c.table_id == TABLES.c.id, SITTERS.c.has_left.is_(False))
WAITS = sql.and_(HERE, TABLES.c.bot_acts.is_(True), sql.or_(SITS, TABLES.c.looked > NOW - WATCHED))
UNDER_WAY = (
    sql.select(sql.func.count())
    .where(OTHERS.c.bot_acts.is_(True), OTHERS.c.host == TABLES.c.host, OTHERS.c.thought_until >= NOW)
    .scalar_subquery()
)
SERVED = sql.select(TURNS.c.served).where(TURNS.c.guest == TABLES.c.host).scalar_subquery()
NEXT = (
    sql.select(TABLES.c.id, TABLES.c.host)
    .where(WAITS, sql.func.coalesce(TABLES.c.thought_until, 0.0) < NOW)
    .order_by(sql.case((SITS, 0), else_=1), UNDER_WAY, sql.func.coalesce(SERVED, 0.0), TABLES.c.active, TABLES.c.id)
    .limit(1)
    .with_for_update(of=TABLES, skip_locked=True)
)
COUNT = sql.select(sql.func.count()).select_from(TABLES).where(WAITS)


async def note_served(connection: AsyncConnection, guest: str, now: float) -> None:
    """Note that a bot thinks for somebody; IntegrityError if another process does so for the first time in the same moment."""
    known = await connection.scalar(sql.select(TURNS.c.guest).where(TURNS.c.guest == guest).with_for_update())
    if known is None:
        await connection.execute(TURNS.insert().values(guest=guest, served=now))
    else:
        await connection.execute(TURNS.update().where(TURNS.c.guest == guest).values(served=now))


async def first_served(take: Callable[[], Awaitable[Taken]]) -> Taken:
    """Return what was taken; where two processes serve somebody for the first time, one of them takes again."""
    try:
        return await take()
    except IntegrityError:
        return await take()


class DatabaseThoughts:
    """The thoughts of a store in a database."""

    def __init__(self, reading: Connecting, changing: Connecting) -> None:
        self._reading, self._changing = reading, changing

    async def take(self, thinker: str, now: float) -> str | None:
        """Return the table whose bot is to think next; None if none waits."""
        return await first_served(lambda: self._take(thinker, now))

    async def _take(self, thinker: str, now: float) -> str | None:
        async with self._changing() as connection:
            row = (await connection.execute(NEXT, {"now": now})).first()
            if row is None:
                return None
            taken = TABLES.update().where(TABLES.c.id == row.id)
            await connection.execute(taken.values(thinker=thinker, thought_until=now + LEASE))
            await note_served(connection, row.host, now)
            return str(row.id)

    async def renew(self, table: str, thinker: str, now: float) -> bool:
        """Keep a thought for a while longer; False if it is not the thinker's any more."""
        mine = sql.and_(TABLES.c.id == table, TABLES.c.thinker == thinker, TABLES.c.thought_until.is_not(None), HERE)
        async with self._changing() as connection:
            found = await connection.scalar(sql.select(TABLES.c.id).where(mine).with_for_update())
            if found is not None:
                await connection.execute(TABLES.update().where(TABLES.c.id == table).values(thought_until=now + LEASE))
        return found is not None

    async def let_go(self, table: str, thinker: str) -> None:
        """Leave a thought to whoever takes it next."""
        mine = sql.and_(TABLES.c.id == table, TABLES.c.thinker == thinker)
        async with self._changing() as connection:
            await connection.execute(TABLES.update().where(mine).values(thinker=None, thought_until=None))

    async def note_looks(self, tables: Sequence[str], at: float) -> None:
        """Note that somebody watches tables."""
        async with self._changing() as connection:
            for table in sorted(tables):
                await connection.execute(TABLES.update().where(TABLES.c.id == table).values(looked=at))

    async def waiting(self, now: float) -> int:
        """Return how many thoughts wait or are under way."""
        async with self._reading() as connection:
            return int(await connection.scalar(COUNT, {"now": now}) or 0)
