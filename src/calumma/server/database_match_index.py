"""The index of matches in a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TypeVarTuple

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping

from calumma.server.database_outbox import Connecting
from calumma.server.schema import CONTACTS, DELIVERIES, EVENTS, NOTICES, SITTERS, TABLES
from calumma.site.match_index import Brief, Due, Place, Standing, Which

Columns = TypeVarTuple("Columns")
HERE = sql.and_(TABLES.c.ended.is_(False), TABLES.c.aside.is_(None))
PEOPLE = (
    sql.select(sql.func.count(sql.distinct(SITTERS.c.guest)))
    .where(SITTERS.c.table_id == TABLES.c.id, SITTERS.c.has_left.is_(False))
    .scalar_subquery()
)
BRIEF = [
    TABLES.c[name] for name in ("id", "game", "rules", "created", "active", "begun", "ended", "aside", "aside_reason", "host")
]
CONDITIONS: Mapping[Which, sql.ColumnElement[bool]] = {
    "running": sql.and_(HERE, TABLES.c.begun.is_not(False)),
    "waiting": sql.and_(HERE, TABLES.c.begun.is_(False)),
    "over": TABLES.c.ended.is_(True),
    "aside": TABLES.c.aside.is_not(None),
    "all": sql.true(),
}


def _behind(place: Place | None) -> sql.ColumnElement[bool]:
    if place is None:
        return sql.true()
    active, name = place
    return sql.or_(TABLES.c.active < active, sql.and_(TABLES.c.active == active, TABLES.c.id > name))


def standing_row(standing: Standing | None) -> dict[str, object]:
    """Return the columns of where a match stands; none if that is not known."""
    return {} if standing is None else asdict(standing)


def standing_of(row: RowMapping) -> Standing | None:
    """Return where a match stands by its row."""
    if row["begun"] is None:
        return None
    return Standing(row["begun"], row["deadline"], row["bot_acts"], row["turn_of"], row["turn_number"])


class DatabaseMatchIndex:
    """The shelf of a store in a database: every question is answered by an index."""

    def __init__(self, reading: Connecting, changing: Connecting) -> None:
        self._reading, self._changing = reading, changing

    async def due(self, until: float, most: int) -> list[Due]:
        """Return the matches whose deadline comes until a time, the next one first."""
        wanted = sql.select(TABLES.c.id, TABLES.c.deadline, TABLES.c.time_limit).where(HERE, TABLES.c.deadline <= until)
        return [Due(*row) for row in await self._rows(wanted.order_by(TABLES.c.deadline).limit(most))]

    async def bots_waited_for(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which a bot is to act and a person sits, the newest first."""
        sits = sql.exists().where(SITTERS.c.table_id == TABLES.c.id, SITTERS.c.has_left.is_(False))
        return await self._briefs(sql.and_(HERE, TABLES.c.bot_acts.is_(True), sits, _behind(after)), most)

    async def untold(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which somebody who wants to be told is to act and has not been told."""
        ways = sql.or_(CONTACTS.c.feed.is_not(None), CONTACTS.c.webhook.is_not(None), CONTACTS.c.mail_confirmed.is_(True))
        wants = sql.exists().where(CONTACTS.c.guest == TABLES.c.turn_of, ways)
        this_turn = (NOTICES.c.table_id == TABLES.c.id, NOTICES.c.number == TABLES.c.turn_number)
        told = sql.exists().where(*this_turn, NOTICES.c.guest == TABLES.c.turn_of)
        return await self._briefs(sql.and_(HERE, wants, ~told, _behind(after)), most)

    async def unknown(self, most: int) -> list[str]:
        """Return the matches of which it is not known where they stand, those with a time limit first."""
        first = sql.case((TABLES.c.time_limit == "", 1), else_=0)
        wanted = sql.select(TABLES.c.id).where(HERE, TABLES.c.begun.is_(None)).order_by(first, TABLES.c.active.desc())
        return [row[0] for row in await self._rows(wanted.limit(most))]

    async def note(self, table: str, standing: Standing) -> None:
        """Keep where a match stands."""
        await self._update(table, **standing_row(standing))

    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None:
        """Set a match aside, or (kind None) take it back; whether it is over is noted, its events stay as they are."""
        await self._update(table, aside=kind, aside_reason=reason, ended=ended, version=TABLES.c.version + 1)

    async def _update(self, table: str, **values: object) -> None:
        async with self._changing() as connection:
            await connection.execute(TABLES.update().where(TABLES.c.id == table).values(**values))

    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]:
        """Return the matches, begun or not, at which nothing has happened since a time."""
        return await self._briefs(sql.and_(HERE, TABLES.c.begun.is_(begun), TABLES.c.active < before), most)

    async def briefs(self, which: Which, most: int) -> list[Brief]:
        """Return matches of a kind, the newest first."""
        return await self._briefs(CONDITIONS[which], most)

    async def brief(self, table: str) -> Brief | None:
        """Return one match."""
        return next(iter(await self._briefs(TABLES.c.id == table, 1)), None)

    async def count_aside(self) -> int:
        """Return how many matches are set aside."""
        wanted = sql.select(sql.func.count()).select_from(TABLES).where(TABLES.c.aside.is_not(None))
        return int((await self._rows(wanted))[0][0])

    async def delete(self, table: str) -> None:
        """Delete a match with everything about it."""
        notices = sql.select(NOTICES.c.id).where(NOTICES.c.table_id == table)
        async with self._changing() as connection:
            await connection.execute(DELIVERIES.delete().where(DELIVERIES.c.notice.in_(notices)))
            for part in (NOTICES, EVENTS, SITTERS):
                await connection.execute(part.delete().where(part.c.table_id == table))
            await connection.execute(TABLES.delete().where(TABLES.c.id == table))

    async def _briefs(self, which: sql.ColumnElement[bool], most: int) -> list[Brief]:
        wanted = sql.select(*BRIEF, PEOPLE).where(which).order_by(TABLES.c.active.desc(), TABLES.c.id).limit(most)
        return [Brief(*row) for row in await self._rows(wanted)]

    async def _rows(self, wanted: sql.Select[*Columns]) -> Sequence[sql.Row[*Columns]]:
        async with self._reading() as connection:
            return (await connection.execute(wanted)).all()
