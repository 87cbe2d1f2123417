"""Questions to bots outside matches, in a database: several processes ask at the same time which one is next (SKIP LOCKED)."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sql

from calumma.server.database_outbox import Connecting
from calumma.server.database_thoughts import first_served, note_served
from calumma.server.schema import QUESTIONS, TURNS
from calumma.site.questions import WAITED, Asked, Progress
from calumma.site.thoughts import LEASE

NOW = sql.bindparam("now", type_=sql.Double)
OTHERS = QUESTIONS.alias()
UNDER_WAY = (
    sql.select(sql.func.count()).where(OTHERS.c.guest == QUESTIONS.c.guest, OTHERS.c.thought_until >= NOW).scalar_subquery()
)
SERVED = sql.select(TURNS.c.served).where(TURNS.c.guest == QUESTIONS.c.guest).scalar_subquery()
WAITS = sql.and_(QUESTIONS.c.answer.is_(None), QUESTIONS.c.wanted >= NOW)
NEXT = (
    sql.select(QUESTIONS.c.id, QUESTIONS.c.guest, QUESTIONS.c.text)
    .where(WAITS, sql.func.coalesce(QUESTIONS.c.thought_until, 0.0) < NOW)
    .order_by(UNDER_WAY, sql.func.coalesce(SERVED, 0.0), QUESTIONS.c.asked, QUESTIONS.c.id)
    .limit(1)
    .with_for_update(of=QUESTIONS, skip_locked=True)
)
FORGOTTEN = 60.0  # seconds after which a question that nobody waits for is deleted: its asker was lost


class DatabaseQuestions:
    """The questions of a store in a database."""

    def __init__(self, reading: Connecting, changing: Connecting) -> None:
        self._reading, self._changing = reading, changing

    async def ask(self, asked: Asked, now: float) -> None:
        """Keep a question that somebody waits for."""
        parts = {"id": asked.id, "guest": asked.guest, "text": asked.text, "asked": now, "wanted": now + WAITED}
        async with self._changing() as connection:
            await connection.execute(QUESTIONS.delete().where(QUESTIONS.c.wanted < now - FORGOTTEN))
            await connection.execute(QUESTIONS.insert().values(**parts))

    async def look(self, question: str, now: float) -> Progress:
        """Note that the answer is still waited for, and return how far it has come."""
        async with self._changing() as connection:
            await connection.execute(QUESTIONS.update().where(QUESTIONS.c.id == question).values(wanted=now + WAITED))
            wanted = sql.select(QUESTIONS.c.answer, QUESTIONS.c.thought_until).where(QUESTIONS.c.id == question)
            found = (await connection.execute(wanted)).first()
        return Progress(None, False) if found is None else Progress(found.answer, (found.thought_until or 0.0) >= now)

    async def take(self, thinker: str, now: float) -> Asked | None:
        """Return the question to think about next; None if none waits."""
        return await first_served(lambda: self._take(thinker, now))

    async def _take(self, thinker: str, now: float) -> Asked | None:
        async with self._changing() as connection:
            row = (await connection.execute(NEXT, {"now": now})).first()
            if row is None:
                return None
            taken = QUESTIONS.update().where(QUESTIONS.c.id == row.id)
            await connection.execute(taken.values(thinker=thinker, thought_until=now + LEASE))
            await note_served(connection, row.guest, now)
            return Asked(row.id, row.guest, row.text)

    async def renew(self, question: str, thinker: str, now: float) -> bool:
        """Keep a question for a while longer; False if it is not the thinker's any more, or nobody waits for it."""
        mine = sql.and_(QUESTIONS.c.id == question, QUESTIONS.c.thinker == thinker, WAITS)
        async with self._changing() as connection:
            found = await connection.scalar(sql.select(QUESTIONS.c.id).where(mine).with_for_update(), {"now": now})
            if found is not None:
                await connection.execute(QUESTIONS.update().where(QUESTIONS.c.id == question).values(thought_until=now + LEASE))
        return found is not None

    async def answer(self, question: str, thinker: str, answer: str) -> None:
        """Keep the answer, unless the question is another's now."""
        await self._update(question, thinker, {"answer": answer})

    async def let_go(self, question: str, thinker: str) -> None:
        """Leave a question to whoever takes it next."""
        await self._update(question, thinker, {"thinker": None, "thought_until": None})

    async def _update(self, question: str, thinker: str, values: Mapping[str, str | float | None]) -> None:
        mine = sql.and_(QUESTIONS.c.id == question, QUESTIONS.c.thinker == thinker)
        async with self._changing() as connection:
            await connection.execute(QUESTIONS.update().where(mine).values(values))

    async def forget(self, question: str) -> None:
        """Delete a question: nobody waits any more."""
        async with self._changing() as connection:
            await connection.execute(QUESTIONS.delete().where(QUESTIONS.c.id == question))
