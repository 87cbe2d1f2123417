"""PostgreSQL with several servers: who may share it, and that everything is taken once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from calumma.cli.serving import bus_of, store_of
from calumma.core import GameError
from calumma.server.database import DatabaseStore
from calumma.site.match_index import Standing
from calumma.site.outbox import Delivery, Notice
from calumma.site.questions import Asked, Progress
from calumma.site.store import Change, Conflict, Guest, StoredTable

SEATED = {"number": 0, "event": "seated", "seat": 0, "player": "Ada", "bot": None}


@asynccontextmanager
async def stores(url: str, number: int = 2) -> AsyncIterator[list[DatabaseStore]]:
    """Stores of servers that share a database; the first knows Ada and Ben."""
    made = [DatabaseStore(url, is_shared=True) for _ in range(number)]
    try:
        await asyncio.gather(*(store.start() for store in made))
        for name in ("ada", "ben"):
            await made[0].add_guest(Guest(name, name.title()), f"token of {name}")
        yield made
    finally:
        for store in made:
            await store.stop()


def a_table(name: str, host: str = "ada", **more: Any) -> StoredTable:
    return StoredTable(name, "yamamoto", 1, 2, {"goal": "row"}, False, None, "code", host, 5.0, **more)


BOT_ACTS: dict[str, Any] = {"standing": Standing(True, bot_acts=True), "sitters": {0: "ada"}}


def test_servers_that_share_a_database_start_at_the_same_time_and_one_without_a_bus_is_refused(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql, 3) as made:
            alone = DatabaseStore(empty_postgresql)
            with pytest.raises(GameError, match="another server uses this database"):
                await alone.start()
            await alone.stop()
            return [store.is_ours for store in made]

    assert asyncio.run(whole()) == [True, True, True]


def test_a_server_with_a_bus_is_refused_where_one_without_runs(empty_postgresql: str) -> None:
    async def whole() -> None:
        alone, shared = DatabaseStore(empty_postgresql), DatabaseStore(empty_postgresql, is_shared=True)
        await alone.start()
        with pytest.raises(GameError, match="another server uses this database"):
            await shared.start()
        await shared.stop()
        await alone.stop()

    asyncio.run(whole())


@pytest.mark.parametrize("database", ["memory", "sqlite:///kept.db"])
def test_a_bus_needs_postgresql(database: str) -> None:
    with pytest.raises(GameError, match=f'--bus connects servers of one PostgreSQL database, not of "{database}"'):
        store_of(database, is_shared=True)


def test_a_bus_that_is_none_is_refused() -> None:
    with pytest.raises(GameError, match='cannot read the bus "here": expected an address such as redis://HOST/0'):
        bus_of("here")


def test_of_two_changes_of_one_table_one_is_kept_also_without_an_event(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.add_table(a_table("t1"))
            both = (here.append("t1", Change(notes={"ready": [0]})), there.append("t1", Change(notes={"ready": [1]})))
            found = await asyncio.gather(*both, return_exceptions=True)
            kept = await here.table("t1")
            assert kept is not None
            return sorted(map(repr, found)), kept.version, len(kept.notes)

    assert asyncio.run(whole()) == (["Conflict('t1')", "None"], 1, 1)


def test_a_server_reads_from_the_event_on_that_it_does_not_know(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.add_table(a_table("t1", events=[SEATED], times=[5.0]))
            await here.append("t1", Change([{**SEATED, "number": 1, "seat": 1}], at=6.0))
            found = await there.table("t1", 1)
            assert found is not None
            return [event["number"] for event in found.events], found.version, dict(await there.versions(["t1", "t2"]))

    assert asyncio.run(whole()) == ([1], 1, {"t1": 1})


def test_a_match_has_one_rematch(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.add_table(a_table("t1"))
            both = (here.add_table(a_table("t2", rematch_of="t1")), there.add_table(a_table("t3", rematch_of="t1")))
            return sorted(map(repr, await asyncio.gather(*both, return_exceptions=True)))

    assert asyncio.run(whole()) == ["Conflict('t1')", "None"]


def test_thoughts_are_taken_once_in_turns_of_people(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            for name, host in (("t1", "ada"), ("t2", "ada"), ("t3", "ada"), ("t4", "ben")):
                await here.add_table(a_table(name, host, **BOT_ACTS))
            await here.add_table(a_table("t5", "ben", standing=Standing(True, bot_acts=True)))  # nobody sits there
            first = await here.thoughts.take("a", 100.0)
            both = await asyncio.gather(here.thoughts.take("a", 101.0), there.thoughts.take("b", 101.0))
            last = [await there.thoughts.take("b", 102.0), await there.thoughts.take("b", 102.0)]
            await here.thoughts.note_looks(["t5"], 103.0)
            return first, "t4" in both, len({first, *both, last[0]}), last[1], await here.thoughts.take("a", 103.0)

    assert asyncio.run(whole()) == ("t1", True, 4, None, "t5")


def test_many_take_what_one_person_waits_for_at_the_same_time_and_each_gets_another(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql, 3) as made:
            for number in range(9):
                await made[0].add_table(a_table(f"t{number}", **BOT_ACTS))
                await made[0].questions.ask(Asked(f"q{number}", "ada", "{}"), 100.0)
            takes = [made[number % 3].thoughts.take(f"a{number}", 101.0) for number in range(9)]
            questions = [made[number % 3].questions.take(f"a{number}", 101.0) for number in range(9)]
            taken = await asyncio.gather(*takes)
            asked = await asyncio.gather(*questions)
            return len(set(taken)), len({each.id for each in asked if each})

    assert asyncio.run(whole()) == (9, 9)


def test_a_question_is_anothers_when_its_thinker_is_lost_and_nobodys_when_nobody_waits(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.questions.ask(Asked("q", "ada", "{}"), 100.0)
            first = await there.questions.take("lost", 101.0), (await here.questions.look("q", 109.0)).is_taken
            second = await here.questions.take("b", 110.0), await here.questions.take("b", 117.0)
            await there.questions.answer("q", "lost", "late")
            kept = await there.questions.renew("q", "lost", 118.0), await there.questions.renew("q", "b", 118.0)
            await here.questions.let_go("q", "b")
            assert await here.questions.take("c", 118.0) == second[1]
            await here.questions.answer("q", "c", "yes")
            told = (await here.questions.look("q", 119.0)).answer
            await here.questions.ask(Asked("r", "ben", "{}"), 119.0)  # and nobody asks for it again
            late = await there.questions.take("b", 130.0)
            await here.questions.forget("q")
            return first, second, kept, told, late, await here.questions.look("q", 120.0)

    asked = Asked("q", "ada", "{}")
    assert asyncio.run(whole()) == ((asked, True), (None, asked), (False, True), "yes", None, Progress(None, False))


def test_a_ply_ends_the_lease_of_who_thought_about_the_position_before(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.add_table(a_table("t1", **BOT_ACTS))
            assert await here.thoughts.take("a", 100.0) == "t1"
            before = await here.thoughts.renew("t1", "a", 105.0)
            await there.append("t1", Change([SEATED], standing=BOT_ACTS["standing"]))
            return before, await here.thoughts.renew("t1", "a", 106.0), await there.thoughts.take("b", 106.0)

    assert asyncio.run(whole()) == (True, False, "t1")


def test_a_delivery_is_taken_by_one_server(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.add_table(a_table("t1"))
            notice = Notice("n1", "ada", "t1", 3, "yamamoto", 2, "Your turn", 7.5)
            assert await here.outbox.add_notice(notice, ["mail"])
            assert not await there.outbox.add_notice(notice, ["mail"])
            waiting = Delivery(notice, "mail", 0, 7.5)
            return sorted(await asyncio.gather(here.outbox.take(waiting, 90.0), there.outbox.take(waiting, 90.0)))

    assert asyncio.run(whole()) == [False, True]


def test_a_session_that_is_ended_at_one_server_is_over_at_the_other_when_it_hears_of_it(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            before = await there.guest_of("token of ada")
            await here.sessions.end(["token of ada"])
            there.renew_guests()
            return before, await there.guest_of("token of ada")

    assert asyncio.run(whole()) == (Guest("ada", "Ada"), None)


def test_a_link_to_another_device_works_once_at_any_server(empty_postgresql: str) -> None:
    async def whole() -> Any:
        async with stores(empty_postgresql) as (here, there):
            await here.sessions.carry("ada", "code", 50.0)
            return await there.sessions.arrive("code", 20.0), await here.sessions.arrive("code", 20.0)

    assert asyncio.run(whole()) == ("ada", None)


def test_a_server_goes_on_beside_one_of_the_next_release_and_that_one_reads_what_it_writes(empty_postgresql: str) -> None:
    """A later release adds columns with defaults, while the earlier one runs and has its statements prepared."""

    async def whole() -> Any:
        async with stores(empty_postgresql) as (before, after):
            await before.add_table(a_table("t1", events=[SEATED], times=[5.0]))
            assert await before.table("t1")
            async with after._changing() as connection:
                await connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN later integer NOT NULL DEFAULT 7")
                await connection.exec_driver_sql("CREATE TABLE later (id integer)")
            await before.append("t1", Change([{**SEATED, "number": 1, "seat": 1}], at=6.0))
            await before.add_table(a_table("t2"))
            async with after._reading() as connection:
                kept = (await connection.exec_driver_sql("SELECT id, later FROM tables ORDER BY id")).all()
            found = await before.table("t1")
            assert found is not None
            return len(found.events), [tuple(row) for row in kept]

    assert asyncio.run(whole()) == (2, [("t1", 7), ("t2", 7)])


def test_what_the_release_before_writes_is_read(empty_postgresql: str) -> None:
    """It knows nothing of the columns that were added since."""

    async def whole() -> Any:
        async with stores(empty_postgresql, 1) as (store,):
            async with store._changing() as connection:
                await connection.exec_driver_sql(
                    "INSERT INTO tables (id, game, rules, seats, options, practice, invite, host, created, is_open, ended)"
                    " VALUES ('t1', 'yamamoto', 1, 2, '{}', false, 'code', 'ada', 1.5, false, false)"
                )
            found = await store.table("t1")
            assert found is not None
            with pytest.raises(Conflict):
                await store.append("t1", Change([SEATED], version=1))
            await store.append("t1", Change([SEATED]))
            return found.version, (await store.versions(["t1"]))["t1"]

    assert asyncio.run(whole()) == (0, 1)
