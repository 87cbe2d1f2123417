"""Connections to PostgreSQL are kept open, seldom asked whether they live, and exchanged when they do not."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sql
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection

from calumma.server import keeping
from calumma.site.store import Guest

from .test_shared_store import a_table, stores

END = (  # all but those that hold the lock on the database; each answer says whether the process is gone
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE backend_type = 'client backend'"
    " AND pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
)


async def end_connections(url: str) -> int:
    """End what rests in pools, and let this process hear of it; return how many there were."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch(END)
    await connection.close()
    for _ in range(10):
        await asyncio.sleep(0)
    assert all(row[0] for row in rows)
    return len(rows)


def test_connections_that_the_database_has_closed_are_exchanged_and_nobody_is_told(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql, 1) as (store,):
            ended = await end_connections(empty_postgresql)
            await store.add_table(a_table("t1"))
            ended += await end_connections(empty_postgresql)
            return ended, await store.versions(["t1"])

    assert asyncio.run(whole()) == (2, {"t1": 0})


@pytest.mark.parametrize(("rest", "asked"), [(3600.0, 0), (0.0, 3)])
def test_only_connections_that_have_rested_are_asked(
    empty_postgresql: str, monkeypatch: pytest.MonkeyPatch, rest: float, asked: int
) -> None:
    pings: list[object] = []

    def ping(connection: object) -> None:
        pings.append(connection)

    async def whole() -> None:
        async with stores(empty_postgresql, 1) as (store,):
            monkeypatch.setattr(keeping, "REST_SECONDS", rest)
            monkeypatch.setattr(AsyncAdapt_asyncpg_connection, "ping", ping)
            await store.add_guest(Guest("cem", "Cem"), "token of cem")
            for token in ("token of ada", "token of cem"):
                assert await store.guest_of(token)

    asyncio.run(whole())
    assert len(pings) == asked


def test_one_that_does_not_answer_after_a_rest_is_exchanged(empty_postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def ping(connection: object) -> None:
        raise TimeoutError

    async def whole() -> Any:
        async with stores(empty_postgresql, 1) as (store,):
            monkeypatch.setattr(keeping, "REST_SECONDS", 0.0)
            monkeypatch.setattr(AsyncAdapt_asyncpg_connection, "ping", ping)
            return await store.guest_of("token of ada")

    assert asyncio.run(whole()) == Guest("ada", "Ada")


def test_what_is_read_in_one_go_begins_no_transaction_and_a_table_is_read_at_one_moment(empty_postgresql: str) -> None:
    count = sql.text("SELECT count(*), now() AS begun FROM tables")

    async def whole() -> Any:
        found = []
        async with stores(empty_postgresql) as (reading, writing):
            for number, level in enumerate((None, "REPEATABLE READ")):
                async with reading._reading() as connection:
                    if level:
                        await connection.execution_options(isolation_level=level)
                    before = (await connection.execute(count)).one()
                    await writing.add_table(a_table(f"t{number}"))
                    after = (await connection.execute(count)).one()
                    found.append((before.count, after.count, before.begun == after.begun))
        return found

    assert asyncio.run(whole()) == [(0, 1, False), (1, 1, True)]


def test_however_many_ask_at_once_a_process_opens_no_more_connections_than_it_keeps(empty_postgresql: str) -> None:
    opened = []

    async def whole() -> None:
        async with stores(empty_postgresql, 1) as (store,):
            assert store._engine is not None
            sql.event.listen(store._engine.sync_engine, "connect", lambda *_: opened.append(1))
            for _ in range(3):
                await asyncio.gather(*(store.versions([f"t{number}"]) for number in range(40)))

    asyncio.run(whole())
    assert 0 < len(opened) < keeping.MOST_KEPT
