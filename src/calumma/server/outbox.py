"""What is kept of telling people that it is their turn: how each wants to be told, what was told, what is still to be sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from calumma.server.schema import CONTACTS, DELIVERIES, NOTICES

KEPT_NOTICES = 400 * 24 * 3600
"""Seconds after which a notice is forgotten."""


@dataclass(frozen=True, slots=True)
class Contact:
    """How a guest wants to be told. Of the feed's address only the hash is kept; the webhook's key signs what is sent to it."""

    guest: str
    feed: str | None = None
    webhook: str | None = None
    webhook_key: str | None = None
    mail: str | None = None
    mail_code: str | None = None  # in the links that confirm the address and end the letters
    mail_asked: float = 0.0
    mail_confirmed: bool = False
    trouble: str = ""  # why the last delivery failed

    @property
    def channels(self) -> tuple[str, ...]:
        """Where notices are sent to; a feed is fetched, not sent."""
        return (*(["webhook"] if self.webhook else []), *(["mail"] if self.mail and self.mail_confirmed else []))

    @property
    def wants_any(self) -> bool:
        """Whether the guest wants to be told at all."""
        return bool(self.feed or self.channels)


@dataclass(frozen=True, slots=True)
class Notice:
    """That it is a guest's turn at a table since the event of a number; not `told` if the guest was looking anyway."""

    id: str
    guest: str
    table_id: str
    number: int
    game: str
    ply: int
    title: str
    created: float
    told: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice that is still to be sent to a channel, not before it is due."""

    notice: Notice
    channel: str
    tries: int
    due: float


class Outbox(Protocol):
    """The operations of an outbox. Each is done once it returns."""

    async def contact(self, guest: str) -> Contact: ...
    async def keep_contact(self, contact: Contact) -> None: ...
    async def contact_by_feed(self, feed: str) -> Contact | None: ...
    async def contact_by_mail_code(self, code: str) -> Contact | None: ...
    async def reached(self) -> set[str]: ...
    async def add_notice(self, notice: Notice, channels: Sequence[str]) -> bool: ...
    async def notices(self, guest: str, most: int) -> list[Notice]: ...
    async def deliveries(self) -> list[Delivery]: ...
    async def put_off(self, delivery: Delivery) -> None: ...
    async def finish(self, delivery: Delivery) -> None: ...
    async def forget(self, guest: str) -> None: ...


class MemoryOutbox:
    """An outbox that forgets everything when the server ends."""

    def __init__(self) -> None:
        self._contacts: dict[str, Contact] = {}
        self._notices: dict[tuple[str, int, str], Notice] = {}
        self._deliveries: dict[tuple[str, str], Delivery] = {}

    def told(self) -> set[tuple[str, int, str]]:
        """Return the turns that have a notice: table, number and guest."""
        return set(self._notices)

    def drop(self, table: str) -> None:
        """Delete the notices of a table."""
        self._notices = {key: notice for key, notice in self._notices.items() if notice.table_id != table}
        self._deliveries = {key: each for key, each in self._deliveries.items() if each.notice.table_id != table}

    async def contact(self, guest: str) -> Contact:
        """Return how a guest wants to be told."""
        return self._contacts.get(guest, Contact(guest))

    async def keep_contact(self, contact: Contact) -> None:
        """Keep how a guest wants to be told."""
        self._contacts[contact.guest] = contact

    async def contact_by_feed(self, feed: str) -> Contact | None:
        """Return whose feed has an address of that hash."""
        return next((contact for contact in self._contacts.values() if contact.feed == feed), None)

    async def contact_by_mail_code(self, code: str) -> Contact | None:
        """Return whose letters carry that code."""
        return next((contact for contact in self._contacts.values() if contact.mail_code == code), None)

    async def reached(self) -> set[str]:
        """Return the guests who want to be told."""
        return {contact.guest for contact in self._contacts.values() if contact.wants_any}

    async def add_notice(self, notice: Notice, channels: Sequence[str]) -> bool:
        """Keep a notice with its deliveries; False if there is one of that turn already."""
        key = (notice.table_id, notice.number, notice.guest)
        if key in self._notices:
            return False
        self._notices[key] = notice
        self._deliveries |= {(notice.id, channel): Delivery(notice, channel, 0, notice.created) for channel in channels}
        return True

    async def notices(self, guest: str, most: int) -> list[Notice]:
        """Return what a guest was told, the newest first."""
        found = [notice for notice in self._notices.values() if notice.guest == guest and notice.told]
        return sorted(found, key=lambda notice: notice.created, reverse=True)[:most]

    async def deliveries(self) -> list[Delivery]:
        """Return what is still to be delivered."""
        return list(self._deliveries.values())

    async def put_off(self, delivery: Delivery) -> None:
        """Keep how often a delivery was tried, and when it is due again."""
        self._deliveries[delivery.notice.id, delivery.channel] = delivery

    async def finish(self, delivery: Delivery) -> None:
        """Take a delivery off the list: it was made, is not needed any more, or has failed for good."""
        self._deliveries.pop((delivery.notice.id, delivery.channel), None)

    async def forget(self, guest: str) -> None:
        """Delete everything about a guest."""
        self._contacts.pop(guest, None)
        self._notices = {key: notice for key, notice in self._notices.items() if notice.guest != guest}
        self._deliveries = {key: each for key, each in self._deliveries.items() if each.notice.guest != guest}


Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class DatabaseOutbox:
    """An outbox in the database of a store."""

    def __init__(self, reading: Connecting, changing: Connecting) -> None:
        self._reading, self._changing = reading, changing

    async def contact(self, guest: str) -> Contact:
        """Return how a guest wants to be told."""
        return await self._contact(CONTACTS.c.guest == guest) or Contact(guest)

    async def keep_contact(self, contact: Contact) -> None:
        """Keep how a guest wants to be told."""
        async with self._changing() as connection:
            await connection.execute(CONTACTS.delete().where(CONTACTS.c.guest == contact.guest))
            await connection.execute(CONTACTS.insert().values(**asdict(contact)))

    async def contact_by_feed(self, feed: str) -> Contact | None:
        """Return whose feed has an address of that hash."""
        return await self._contact(CONTACTS.c.feed == feed)

    async def contact_by_mail_code(self, code: str) -> Contact | None:
        """Return whose letters carry that code."""
        return await self._contact(CONTACTS.c.mail_code == code)

    async def _contact(self, which: sql.ColumnElement[bool]) -> Contact | None:
        async with self._reading() as connection:
            row = (await connection.execute(CONTACTS.select().where(which))).mappings().first()
        return None if row is None else Contact(**row)

    async def reached(self) -> set[str]:
        """Return the guests who want to be told."""
        async with self._reading() as connection:
            rows = (await connection.execute(CONTACTS.select())).mappings()
            return {contact.guest for contact in (Contact(**row) for row in rows) if contact.wants_any}

    async def add_notice(self, notice: Notice, channels: Sequence[str]) -> bool:
        """Keep a notice with its deliveries; False if there is one of that turn already."""
        old = sql.and_(NOTICES.c.guest == notice.guest, NOTICES.c.created < notice.created - KEPT_NOTICES)
        rows = [{"notice": notice.id, "channel": channel, "tries": 0, "due": notice.created} for channel in channels]
        try:
            async with self._changing() as connection:
                await connection.execute(NOTICES.delete().where(old))
                await connection.execute(NOTICES.insert().values(**asdict(notice)))
                if rows:
                    await connection.execute(DELIVERIES.insert(), rows)
        except IntegrityError:
            return False  # told before, or the guest is gone
        return True

    async def notices(self, guest: str, most: int) -> list[Notice]:
        """Return what a guest was told, the newest first."""
        wanted = NOTICES.select().where(NOTICES.c.guest == guest, NOTICES.c.told.is_(True))
        async with self._reading() as connection:
            rows = await connection.execute(wanted.order_by(NOTICES.c.created.desc(), NOTICES.c.id).limit(most))
            return [Notice(**row) for row in rows.mappings()]

    async def deliveries(self) -> list[Delivery]:
        """Return what is still to be delivered."""
        wanted = sql.select(NOTICES, DELIVERIES.c.channel, DELIVERIES.c.tries, DELIVERIES.c.due)
        async with self._reading() as connection:
            rows = await connection.execute(wanted.join(DELIVERIES, DELIVERIES.c.notice == NOTICES.c.id))
            return [_delivery(dict(row)) for row in rows.mappings()]

    async def put_off(self, delivery: Delivery) -> None:
        """Keep how often a delivery was tried, and when it is due again."""
        async with self._changing() as connection:
            await connection.execute(DELIVERIES.update().where(_is(delivery)).values(tries=delivery.tries, due=delivery.due))

    async def finish(self, delivery: Delivery) -> None:
        """Take a delivery off the list: it was made, is not needed any more, or has failed for good."""
        async with self._changing() as connection:
            await connection.execute(DELIVERIES.delete().where(_is(delivery)))

    async def forget(self, guest: str) -> None:
        """Delete everything about a guest."""
        mine = sql.select(NOTICES.c.id).where(NOTICES.c.guest == guest)
        async with self._changing() as connection:
            await connection.execute(DELIVERIES.delete().where(DELIVERIES.c.notice.in_(mine)))
            await connection.execute(NOTICES.delete().where(NOTICES.c.guest == guest))
            await connection.execute(CONTACTS.delete().where(CONTACTS.c.guest == guest))


def _is(delivery: Delivery) -> sql.ColumnElement[bool]:
    return sql.and_(DELIVERIES.c.notice == delivery.notice.id, DELIVERIES.c.channel == delivery.channel)


def _delivery(row: dict[str, Any]) -> Delivery:
    notice = Notice(**{field.name: row[field.name] for field in fields(Notice)})
    return Delivery(notice, row["channel"], row["tries"], row["due"])
