"""The sessions in a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sqlalchemy as sql

from calumma.server.database_outbox import Connecting
from calumma.server.schema import CARRIED, RECOVERIES, TOKENS
from calumma.site.sessions import Recovery, Session


class DatabaseSessions:
    """Sessions in a database; `forget` is told which tokens ended."""

    def __init__(self, reading: Connecting, changing: Connecting, forget: Callable[[Iterable[str]], None]) -> None:
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

    async def carry(self, guest: str, code: str, until: float) -> None:
        """Keep the hash of a code with which another device becomes the same guest; older ones end."""
        old, new = CARRIED.delete().where(CARRIED.c.guest == guest), CARRIED.insert().values(code=code, guest=guest, until=until)
        await self._change(old, new)

    async def end_carrying(self, guest: str) -> None:
        """Let no code lead to a guest any more."""
        await self._change(CARRIED.delete().where(CARRIED.c.guest == guest))

    async def arrive(self, code: str, now: float) -> str | None:
        """Return the guest to whom a code leads, which is used up by that; None if it is unknown or too old."""
        same = CARRIED.c.code == code
        async with self._changing() as connection:
            row = (await connection.execute(CARRIED.select().where(same).with_for_update())).first()
            await connection.execute(CARRIED.delete().where(same))
        return row.guest if row is not None and row.until >= now else None

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

    async def _found(self, condition: sql.ColumnElement[bool]) -> Recovery | None:
        async with self._reading() as connection:
            row = (await connection.execute(RECOVERIES.select().where(condition))).mappings().first()
        return None if row is None else Recovery(**row)
