"""The outbox in a database: contacts, notices and what is still to be delivered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, fields

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from calumma.server.schema import CONTACTS, DELIVERIES, NOTICES
from calumma.site.outbox import Contact, Delivery, Notice

KEPT_NOTICES = 400 * 24 * 3600
"""Seconds after which a notice is forgotten."""

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
            return [_delivery(row) for row in rows.mappings()]

    async def put_off(self, delivery: Delivery) -> None:
        """Keep how often a delivery was tried, and when it is due again."""
        async with self._changing() as connection:
            await connection.execute(DELIVERIES.update().where(_is(delivery)).values(tries=delivery.tries, due=delivery.due))

    async def take(self, delivery: Delivery, until: float) -> bool:
        """Have a delivery for oneself until a time; False if somebody else has taken it, or it is done."""
        same = sql.and_(_is(delivery), DELIVERIES.c.due == delivery.due, DELIVERIES.c.tries == delivery.tries)
        async with self._changing() as connection:
            found = await connection.scalar(sql.select(DELIVERIES.c.notice).where(same).with_for_update())
            if found is not None:
                await connection.execute(DELIVERIES.update().where(_is(delivery)).values(due=until))
        return found is not None

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


def _delivery(row: RowMapping) -> Delivery:
    notice = Notice(**{field.name: row[field.name] for field in fields(Notice)})
    return Delivery(notice, row["channel"], row["tries"], row["due"])
