"""What is known of the matches without reading their events: where each stands, whether it is set aside, how long nobody came.

A server may keep any number of matches: it reads one when somebody comes to it, or when something is due there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

import sqlalchemy as sql

from calumma.server.outbox import Connecting, MemoryOutbox
from calumma.server.schema import CONTACTS, DELIVERIES, EVENTS, NOTICES, SITTERS, TABLES


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, as far as a server must know without reading it."""

    begun: bool
    deadline: float | None = None  # when the time of whoever is to act is over
    bot_acts: bool = False
    turn_of: str | None = None  # the guest who is to act, where others wait for them
    turn_number: int | None = None  # of the event that began the turn


@dataclass(frozen=True, slots=True)
class Due:
    """A match whose deadline is near."""

    id: str
    deadline: float
    time_limit: str


@dataclass(frozen=True, slots=True)
class Brief:
    """A match in a few words, for whoever looks after the server."""

    id: str
    game: str
    rules: int
    created: float
    active: float
    begun: bool | None
    ended: bool
    aside: str | None
    aside_reason: str | None
    host: str
    people: int  # who sit there

    @property
    def place(self) -> Place:
        """Its place among the matches, the newest first."""
        return (self.active, self.id)


Place = tuple[float, str]
WHICH = ("running", "waiting", "over", "aside", "all")


class Shelf(Protocol):
    """The operations of a shelf. Matches that are set aside are found by `briefs` alone."""

    async def due(self, until: float, most: int) -> list[Due]: ...
    async def bots_waited_for(self, most: int, after: Place | None) -> list[Brief]: ...
    async def untold(self, most: int, after: Place | None) -> list[Brief]: ...
    async def unknown(self, most: int) -> list[str]: ...
    async def note(self, table: str, standing: Standing) -> None: ...
    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None: ...
    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]: ...
    async def briefs(self, which: str, most: int) -> list[Brief]: ...
    async def brief(self, table: str) -> Brief | None: ...
    async def count_aside(self) -> int: ...
    async def delete(self, table: str) -> None: ...


class MemoryShelf:
    """The shelf of a store in memory; `tables` are its tables."""

    def __init__(self, tables: dict[str, Any], outbox: MemoryOutbox) -> None:
        self._tables, self._outbox = tables, outbox

    def _here(self, fits: Callable[[Any, Standing | None], bool]) -> list[Any]:
        """The unfinished matches that are not set aside and of which something holds, the newest first."""
        found = [table for table in self._tables.values() if not table.ended and not table.aside]
        return sorted((table for table in found if fits(table, table.standing)), key=lambda table: (-_active(table), table.id))

    async def due(self, until: float, most: int) -> list[Due]:
        """Return the matches whose deadline comes until a time, the next one first."""
        found = self._here(lambda _, at: at is not None and at.deadline is not None and at.deadline <= until)
        return sorted((Due(each.id, each.standing.deadline, each.time_limit) for each in found), key=_deadline)[:most]

    async def bots_waited_for(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which a bot is to act and a person sits, the newest first."""
        found = self._here(lambda table, at: at is not None and at.bot_acts and bool(table.sitters))
        return _from(found, after)[:most]

    async def untold(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which somebody who wants to be told is to act and has not been told."""
        reached, told = await self._outbox.reached(), self._outbox.told()
        found = self._here(
            lambda table, at: at is not None and at.turn_of in reached and (table.id, at.turn_number, at.turn_of) not in told
        )
        return _from(found, after)[:most]

    async def unknown(self, most: int) -> list[str]:
        """Return the matches of which it is not known where they stand, those with a time limit first."""
        found = self._here(lambda _, at: at is None)
        return [each.id for each in sorted(found, key=lambda each: not each.time_limit)][:most]

    async def note(self, table: str, standing: Standing) -> None:
        """Keep where a match stands."""
        self._tables[table] = replace(self._tables[table], standing=standing)

    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None:
        """Set a match aside, or (kind None) take it back; whether it is over is noted, its events stay as they are."""
        self._tables[table] = replace(self._tables[table], aside=kind, aside_reason=reason, ended=ended)

    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]:
        """Return the matches, begun or not, at which nothing has happened since a time."""
        found = self._here(lambda table, at: at is not None and at.begun == begun and _active(table) < before)
        return [_brief(each) for each in found][:most]

    async def briefs(self, which: str, most: int) -> list[Brief]:
        """Return matches of a kind, the newest first."""
        found = sorted(map(_brief, self._tables.values()), key=lambda each: each.active, reverse=True)
        return [each for each in found if _is(each, which)][:most]

    async def brief(self, table: str) -> Brief | None:
        """Return one match."""
        return _brief(self._tables[table]) if table in self._tables else None

    async def count_aside(self) -> int:
        """Return how many matches are set aside."""
        return sum(1 for table in self._tables.values() if table.aside)

    async def delete(self, table: str) -> None:
        """Delete a match with everything about it."""
        self._tables.pop(table, None)
        self._outbox.drop(table)


def _active(table: Any) -> float:
    return float(max([table.created, *table.times[-1:]]))


def _from(tables: Sequence[Any], after: Place | None) -> list[Brief]:
    found = [_brief(table) for table in tables]
    return [each for each in found if after is None or (-each.active, each.id) > (-after[0], after[1])]


def _deadline(due: Due) -> float:
    return due.deadline


def _brief(table: Any) -> Brief:
    begun = None if table.standing is None else table.standing.begun
    known = (table.id, table.game, table.rules, table.created, _active(table), begun, table.ended)
    return Brief(*known, table.aside, table.aside_reason, table.host, len(set(table.sitters.values())))


def _is(brief: Brief, which: str) -> bool:
    if which == "aside":
        return brief.aside is not None
    if which == "over":
        return brief.ended
    if which == "all":
        return True
    return not brief.ended and brief.aside is None and (brief.begun is not False) == (which == "running")


HERE = sql.and_(TABLES.c.ended.is_(False), TABLES.c.aside.is_(None))
PEOPLE = (
    sql.select(sql.func.count(sql.distinct(SITTERS.c.guest)))
    .where(SITTERS.c.table_id == TABLES.c.id, SITTERS.c.has_left.is_(False))
    .scalar_subquery()
)
BRIEF = [
    TABLES.c[name] for name in ("id", "game", "rules", "created", "active", "begun", "ended", "aside", "aside_reason", "host")
]
CONDITIONS: Mapping[str, sql.ColumnElement[bool]] = {
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


def standing_row(standing: Standing | None) -> dict[str, Any]:
    """Return the columns of where a match stands; none if that is not known."""
    return {} if standing is None else asdict(standing)


def standing_of(row: Mapping[str, Any]) -> Standing | None:
    """Return where a match stands by its row."""
    if row["begun"] is None:
        return None
    return Standing(row["begun"], row["deadline"], row["bot_acts"], row["turn_of"], row["turn_number"])


class DatabaseShelf:
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
        await self._update(table, aside=kind, aside_reason=reason, ended=ended)

    async def _update(self, table: str, **values: Any) -> None:
        async with self._changing() as connection:
            await connection.execute(TABLES.update().where(TABLES.c.id == table).values(**values))

    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]:
        """Return the matches, begun or not, at which nothing has happened since a time."""
        return await self._briefs(sql.and_(HERE, TABLES.c.begun.is_(begun), TABLES.c.active < before), most)

    async def briefs(self, which: str, most: int) -> list[Brief]:
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

    async def _rows(self, wanted: sql.Select[Any]) -> Sequence[Any]:
        async with self._reading() as connection:
            return (await connection.execute(wanted)).all()
