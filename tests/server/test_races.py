"""Two answers to one ply: exactly one wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import GameError
from calumma.server.database import DatabaseStore
from calumma.server.hosting import HostedServices
from calumma.server.settings import Settings
from calumma.site.commands import Play, Undo, execute
from calumma.site.lists import summaries
from calumma.site.memory import MemoryStore
from calumma.site.store import Change, Conflict, Guest, StoredTable, Unavailable
from calumma.site.table import Table
from calumma.site.table_plan import TablePlan
from calumma.site.tables import Tables
from calumma.site.updates import program_update
from calumma.site.viewers import Viewer

ADA = Guest("ada", "Ada")


async def answer(table: Table, move: str, ply: int) -> str:
    try:
        await execute(table, Viewer(ADA), Play(ply=ply, moves=[move]), None)  # type: ignore[arg-type]
    except GameError as error:
        return str(error)
    return "played"


async def race(store: Any, rounds: int) -> None:
    """Let two devices of one person answer every ply at once, and take it back."""
    await store.start()
    await store.add_guest(ADA, "hash")
    tables = Tables(store)
    table = await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me")), ADA)
    for _ in range(rounds):
        answers = await asyncio.gather(answer(table, "a1a2", 0), answer(table, "b1b2", 0))
        assert sorted(answers) == sorted(["played", "you answered ply 0, but the match is at ply 1"])
        await execute(table, Viewer(ADA), Undo(), None)  # type: ignore[arg-type]
    stored = await store.table(table.id)
    assert [event["number"] for event in stored.events] == list(range(2 + 2 * rounds))
    await store.stop()


def test_of_two_answers_to_one_ply_exactly_one_wins_a_thousand_times() -> None:
    asyncio.run(race(MemoryStore(), 1000))


def test_and_so_a_thousand_times_in_a_database(tmp_path: Path) -> None:
    asyncio.run(race(DatabaseStore(f"sqlite:///{tmp_path / 'matches.db'}"), 1000))


def test_and_so_with_postgresql(empty_postgresql: str) -> None:
    asyncio.run(race(DatabaseStore(empty_postgresql), 100))


class FailingStore(MemoryStore):
    """A store that cannot write any more, and takes its time to say so."""

    fails = False

    async def append(self, table: str, change: Change) -> None:
        await asyncio.sleep(0.01)
        if self.fails:
            raise OSError("no space left on device")
        await super().append(table, change)


async def look_while_a_write_fails(look: Callable[..., Any]) -> Any:
    """Let somebody wait for a table while a ply is being written there that cannot be; return what they get to see."""
    store = FailingStore()
    services = HostedServices(store, Settings())
    table = await services.tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me")), ADA)
    store.fails = True
    playing = asyncio.create_task(execute(table, Viewer(ADA), Play(ply=0, moves=["a1a2"]), None))  # type: ignore[arg-type]
    await asyncio.sleep(0)
    looking = asyncio.create_task(look(services, table))
    with pytest.raises(Unavailable):
        await playing
    with suppress(Conflict):
        return await looking
    return None


def test_who_waited_for_a_table_is_not_shown_a_ply_that_could_not_be_written() -> None:
    async def look(services: Any, table: Table) -> Any:
        return await services.show(table, "ada", lambda: program_update(table, Viewer(ADA), 0), False)

    assert asyncio.run(look_while_a_write_fails(look)) is None


def test_nor_is_it_listed() -> None:
    async def look(services: Any, table: Table) -> Any:
        return await summaries(services, [table.id], Viewer(ADA))

    assert asyncio.run(look_while_a_write_fails(look)) is None


# Another server that takes over


class TakenStore(MemoryStore):
    """A store that another server takes over at the end of what is named by `at`, and that is ours again before anybody looks."""

    at = ""

    def _lose(self, what: str) -> None:
        if what == self.at:
            self.at = ""
            self.on_lost()

    async def table(self, table: str, since: int = 0) -> StoredTable | None:
        found = await super().table(table, since)
        self._lose("reading")
        return found

    async def add_table(self, table: StoredTable) -> None:
        await super().add_table(table)
        self._lose("opening")


@pytest.fixture
def taken() -> Tables:
    tables = Tables(TakenStore())
    tables.store.on_lost = tables.distrust
    return tables


def test_what_was_being_read_when_another_server_took_over_is_not_believed_later(taken: Tables) -> None:
    async def work() -> list[str]:
        other = await Tables(taken.store).open(TablePlan(calumma.load("yamamoto"), ("me", "me")), ADA)
        taken.store.at = "reading"  # type: ignore[attr-defined]
        with pytest.raises(Unavailable):
            await taken.find(other.id)
        await execute(other, Viewer(ADA), Play(ply=0, moves=["a1a2"]), None)  # type: ignore[arg-type]
        found = await taken.find(other.id)
        return found.match.seen_plies(0) if found else []

    assert asyncio.run(work()) == ["a1a2"]


def test_nor_is_a_table_that_was_being_opened(taken: Tables) -> None:
    async def work() -> list[Table]:
        taken.store.at = "opening"  # type: ignore[attr-defined]
        with pytest.raises(Unavailable):
            await taken.open(TablePlan(calumma.load("yamamoto"), ("me", "me")), ADA)
        return taken.in_memory()

    assert asyncio.run(work()) == []


def test_what_a_database_tells_across_a_loss_is_not_told_on(tmp_path: Path) -> None:
    async def read_while_it_is_taken(store: DatabaseStore) -> None:
        async with store._reading():
            store._lost("another server has taken over")
            await store._take_over()

    async def work() -> bool:
        store = DatabaseStore(f"sqlite:///{tmp_path / 'kept.db'}")
        await store.start()
        with pytest.raises(Unavailable):
            await read_while_it_is_taken(store)
        await store.stop()
        return store.is_ours

    assert asyncio.run(work())
