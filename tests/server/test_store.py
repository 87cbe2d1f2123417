"""What every store keeps to, in memory and in a database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

import calumma.server
from calumma.core import GameError
from calumma.puzzles.glicko import Rating
from calumma.server.database import DatabaseStore, read_url
from calumma.site.memory import MemoryStore
from calumma.site.outbox import Contact, Delivery, Notice
from calumma.site.puzzle_ratings import FirstTry, Rated
from calumma.site.store import Change, Conflict, Guest, Store, StoredTable, Unavailable

SEATED = {"number": 0, "event": "seated", "seat": 0, "player": "Ada", "bot": None}
PLY = {"number": 1, "event": "ply", "ply": 0, "seat": 0, "text": "a1a2"}
ENDED = {"number": 2, "event": "ended", "reason": "resigned", "scores": [5, 5], "payoffs": [0.0, 1.0]}
BACK = {"number": 3, "event": "taken_back", "seat": 0, "count": 1}
TABLE = StoredTable(
    "t1", "yamamoto", 1, 2, {"goal": "row"}, True, "ab" * 32, "code", "ada", 1.5, False, None, {0: "ada"}, [SEATED], [1.5]
)


@pytest.fixture
def store(stores: Callable[[], Store]) -> Any:
    return stores()


def using(store: Any, work: Callable[..., Any]) -> Any:
    """Do some work with a started store."""

    async def whole() -> Any:
        await store.start()
        try:
            await store.add_guest(Guest("ada", "Ada"), "hash")
            return await work()
        finally:
            await store.stop()

    return asyncio.run(whole())


def test_a_guest_is_found_by_the_hash_of_a_token(store: MemoryStore) -> None:
    assert using(store, lambda: store.guest_of("hash")) == Guest("ada", "Ada")


def test_nobody_is_found_by_another_hash(store: MemoryStore) -> None:
    assert using(store, lambda: store.guest_of("hush")) is None


def test_a_table_comes_back_as_it_was_kept(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        return await store.table("t1")

    assert using(store, work) == TABLE


def test_events_and_sitters_are_added_together(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        await store.append("t1", Change([PLY], {0: None, 1: "ada"}))
        return await store.table("t1")

    found = using(store, work)
    assert (found.events, found.sitters) == ([SEATED, PLY], {1: "ada"})


def test_a_number_is_taken_once_and_what_came_with_the_second_is_not_kept(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        await store.append("t1", Change([PLY]))
        with pytest.raises(Conflict):
            await store.append("t1", Change([{**PLY, "text": "b1b2"}], {0: None}))
        return await store.table("t1")

    found = using(store, work)
    assert (found.events, found.sitters) == ([SEATED, PLY], {0: "ada"})


def test_what_does_not_fit_spoils_nothing_that_comes_at_the_same_time(store: MemoryStore) -> None:
    async def work() -> Any:
        for number in range(5):
            await store.add_table(replace(TABLE, id=f"t{number}"))
        changes = [store.append(f"t{number}", Change([PLY if number != 2 else SEATED])) for number in range(5)]
        return [type(answer).__name__ for answer in await asyncio.gather(*changes, return_exceptions=True)]

    assert using(store, work) == ["NoneType", "NoneType", "Conflict", "NoneType", "NoneType"]


def test_a_match_runs_until_it_ended_and_again_when_that_is_taken_back(store: MemoryStore) -> None:
    async def names() -> list[str]:
        return [brief.id for brief in await store.match_index.briefs("running", 9)]

    async def work() -> list[list[str]]:
        await store.add_table(TABLE)
        found = [await names()]
        for change in ([PLY, ENDED], [BACK]):
            await store.append("t1", Change(change))
            found.append(await names())
        return found

    assert using(store, work) == [["t1"], [], ["t1"]]


def test_the_tables_of_a_guest_come_newest_first(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        await store.add_table(replace(TABLE, id="t2", created=2.5, rematch_of="t1"))
        return await store.tables_of("ada", 5), await store.rematch_of("t1")

    assert using(store, work) == (["t2", "t1"], "t2")


def test_what_was_agreed_on_and_what_stands_comes_back_as_it_was_kept(store: MemoryStore) -> None:
    agreed = replace(
        TABLE,
        time_limit="10+5",
        begins="random",
        waits=True,
        is_closed=True,
        notes={"offer": {"kind": "undo", "seat": 0, "number": 1, "agreed": [], "target": None, "bot": None}, "ready": [0]},
        left={1: "ada"},
    )

    async def work() -> Any:
        await store.add_table(agreed)
        return await store.table("t1")

    assert using(store, work) == agreed


def test_when_an_event_happened_is_kept_with_it(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        await store.append("t1", Change([PLY], at=7.25))
        return await store.table("t1")

    assert using(store, work).times == [1.5, 7.25]


def test_notes_stay_until_others_are_written(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        found = []
        for change in (Change(notes={"ready": [1]}), Change([PLY]), Change(notes={})):
            await store.append("t1", change)
            found.append((await store.table("t1")).notes)
        return found

    assert using(store, work) == [{"ready": [1]}, {"ready": [1]}, {}]


def test_who_left_a_seat_is_known_until_somebody_sits_there(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(TABLE)
        await store.append("t1", Change([PLY], {0: None}, left={0: "ada"}))
        gone = await store.table("t1")
        mine = await store.tables_of("ada", 5)
        await store.append("t1", Change((), {0: "ada"}))
        return gone.sitters, gone.left, mine, (await store.table("t1")).sitters, (await store.table("t1")).left

    assert using(store, work) == ({}, {0: "ada"}, ["t1"], {0: "ada"}, {})


def test_the_runs_of_a_server_are_known_to_the_next(store: MemoryStore) -> None:
    async def work() -> list[list[tuple[float, float]]]:
        found = [await store.begin_run(10.0)]
        await store.note_run(10.0, 25.0)
        return [*found, await store.begin_run(40.0), await store.begin_run(50.0)]

    assert using(store, work) == [[], [(10.0, 25.0)], [(10.0, 25.0), (40.0, 40.0)]]


def test_only_listed_tables_are_open(store: MemoryStore) -> None:
    async def work() -> list[str]:
        await store.add_table(TABLE)
        await store.add_table(replace(TABLE, id="t2", is_open=True))
        return await store.open_tables(5)

    assert using(store, work) == ["t2"]


def test_a_forgotten_guest_owns_nothing(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.add_table(replace(TABLE, left={1: "ada"}))
        await store.forget_guest("ada")
        found = await store.table("t1")
        return await store.guest_of("hash"), found.sitters, found.left, found.host

    assert using(store, work) == (None, {}, {}, "")


def test_a_database_has_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kept.db'}"

    async def work() -> None:
        with pytest.raises(GameError, match="another server uses the database"):
            await DatabaseStore(url).start()

    using(DatabaseStore(url), work)


def test_so_has_a_postgresql_database(empty_postgresql: str) -> None:
    async def work() -> None:
        second = DatabaseStore(empty_postgresql)
        with pytest.raises(GameError, match="another server uses this database"):
            await second.start()
        await second.stop()

    using(DatabaseStore(empty_postgresql), work)


def test_a_database_outlives_its_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kept.db'}"
    first, second = DatabaseStore(url), DatabaseStore(url)
    using(first, lambda: first.add_table(TABLE))

    async def again() -> Any:
        await second.start()
        found = await second.table("t1")
        await second.stop()
        return found

    assert asyncio.run(again()) == TABLE


@pytest.mark.parametrize("url", ["nonsense", "mysql://host/name"])
def test_a_database_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(GameError, match="database"):
        read_url(url)


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    import sqlalchemy as sql
    from alembic import command
    from alembic.config import Config

    from calumma.server import migrations

    url = f"sqlite:///{tmp_path / 'kept.db'}"
    config, engine = Config(), sql.create_engine(url)
    config.set_main_option("script_location", next(iter(migrations.__path__)))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO guests VALUES ('eve', 'Eve', 1.5)")
        connection.exec_driver_sql(
            "INSERT INTO tables VALUES ('t1', 'yamamoto', 1, 2, '{\"goal\": \"row\"}', 1, NULL, 'code', 'eve', 1.5, 0, NULL, 0)"
        )
        connection.exec_driver_sql("INSERT INTO sitters VALUES ('t1', 0, 'eve')")
        connection.exec_driver_sql('INSERT INTO events VALUES (\'t1\', 0, \'seated\', \'{"seat":0,"player":"Eve","bot":null}\')')
    engine.dispose()
    store = DatabaseStore(url)
    found = using(store, lambda: store.table("t1"))
    assert (found.sitters, found.times, found.time_limit, found.begins, found.is_closed) == (
        {0: "eve"},
        [0.0],
        "",
        "rotating",
        False,
    )


def test_the_tables_of_the_code_are_those_of_the_migrations(tmp_path: Path) -> None:
    import sqlalchemy as sql
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from calumma.server.database import METADATA, migrate  # type: ignore[attr-defined]

    engine = sql.create_engine(f"sqlite:///{tmp_path / 'kept.db'}")
    with engine.begin() as connection:
        migrate(connection)
        found = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()
    assert found == []


MIGRATIONS = sorted((Path(calumma.server.__file__).parent / "migrations/versions").glob("m*.py"))


@pytest.mark.parametrize("file", MIGRATIONS, ids=lambda file: file.stem)
def test_migrations_only_add(file: Path) -> None:
    """So that the release before goes on beside them, and comes back to them."""
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"\bop\.(\w+)", text)) <= {"add_column", "create_table", "create_index", "execute", "bulk_insert"}
    added = re.findall(r"op\.add_column\((.*)\)$", text, re.MULTILINE)
    assert all("nullable=False" not in column or "server_default" in column for column in added)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_starts_on_a_database_that_is_one_migration_newer(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'kept.db'}" if kind == "sqlite" else request.getfixturevalue("empty_postgresql")
    first, second = DatabaseStore(url), DatabaseStore(url)

    async def later() -> None:
        async with first._changing() as connection:
            await connection.exec_driver_sql("ALTER TABLE guests ADD COLUMN later integer NOT NULL DEFAULT 7")
            await connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{int(MIGRATIONS[-1].name[1:5]) + 1:04}'")

    using(first, later)

    async def work() -> list[Guest | None]:
        await second.start()
        await second.add_guest(Guest("ben", "Ben"), "token of ben")
        found = [await second.guest_of(token) for token in ("hash", "token of ben")]
        await second.stop()
        return found

    assert asyncio.run(work()) == [Guest("ada", "Ada"), Guest("ben", "Ben")]


def test_a_database_of_a_newer_version_is_said_in_a_sentence(tmp_path: Path) -> None:
    first, second = (DatabaseStore(f"sqlite:///{tmp_path / 'kept.db'}") for _ in range(2))

    async def later() -> None:
        async with first._changing() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    using(first, later)
    with pytest.raises(GameError, match="written by a newer calumma"):
        asyncio.run(second.start())
    asyncio.run(second.stop())


# Notices

CONTACT = Contact("ada", "feed", "https://example.org/", "key", "ada@example.org", "code", 5.5, True, "it rained")
NOTICE = Notice("n1", "ada", "t1", 3, "yamamoto", 2, "Your turn", 7.5)


def test_how_a_guest_wants_to_be_told_comes_back_as_it_was_kept(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.outbox.keep_contact(Contact("ada", webhook="http://older.example.org/"))
        await store.outbox.keep_contact(CONTACT)
        by_feed = await store.outbox.contact_by_feed("feed")
        return (
            await store.outbox.contact("ada"),
            by_feed,
            await store.outbox.contact_by_mail_code("code"),
            await store.outbox.reached(),
        )

    assert using(store, work) == (CONTACT, CONTACT, CONTACT, {"ada"})


def test_who_has_not_confirmed_a_mail_address_is_not_reached_by_it(store: MemoryStore) -> None:
    async def work() -> Any:
        await store.outbox.keep_contact(Contact("ada", mail="ada@example.org", mail_code="code"))
        return await store.outbox.reached(), await store.outbox.contact("ben"), await store.outbox.contact_by_feed("feed")

    assert using(store, work) == (set(), Contact("ben"), None)


def test_a_turn_has_one_notice(store: MemoryStore) -> None:
    async def work() -> tuple[bool, bool, list[Notice], list[Delivery]]:
        await store.add_table(TABLE)
        first = await store.outbox.add_notice(NOTICE, ["webhook"])
        second = await store.outbox.add_notice(replace(NOTICE, id="n2"), ["mail"])
        return first, second, await store.outbox.notices("ada", 9), await store.outbox.deliveries()

    assert using(store, work) == (True, False, [NOTICE], [Delivery(NOTICE, "webhook", 0, 7.5)])


def test_a_delivery_is_put_off_and_finished_by_itself(store: MemoryStore) -> None:
    async def work() -> list[Delivery]:
        await store.add_table(TABLE)
        await store.outbox.add_notice(NOTICE, ["mail", "webhook"])
        await store.outbox.put_off(Delivery(NOTICE, "mail", 1, 9.5))
        await store.outbox.finish(Delivery(NOTICE, "webhook", 0, 7.5))
        return await store.outbox.deliveries()

    assert using(store, work) == [Delivery(NOTICE, "mail", 1, 9.5)]


def test_what_a_guest_saw_anyway_is_kept_but_not_told(store: MemoryStore) -> None:
    async def work() -> tuple[bool, list[Any]]:
        await store.add_table(TABLE)
        seen = await store.outbox.add_notice(replace(NOTICE, told=False), [])
        return seen, await store.outbox.notices("ada", 9)

    assert using(store, work) == (True, [])


def test_a_forgotten_guest_leaves_no_address_and_no_notice(store: MemoryStore) -> None:
    async def work() -> tuple[Contact, list[Any], list[Any]]:
        await store.add_table(TABLE)
        await store.outbox.keep_contact(CONTACT)
        await store.outbox.add_notice(NOTICE, ["mail"])
        await store.outbox.forget("ada")
        await store.forget_guest("ada")
        return await store.outbox.contact("ada"), await store.outbox.notices("ada", 9), await store.outbox.deliveries()

    assert using(store, work) == (Contact("ada"), [], [])


# Ratings of puzzles


def test_a_first_try_counts_once_and_a_forgotten_guest_takes_only_the_own_rating_along(stores: Callable[[], Store]) -> None:
    store: Any = stores()
    first = FirstTry("ada", "bradley", "p1", True, 5.5, Rated(Rating(900, 150)), Rated(Rating(800)))

    async def work() -> Any:
        ratings = store.puzzle_ratings
        found = await ratings.note(first), await ratings.note(replace(first, solved=False))
        known = await ratings.of_game("bradley"), await ratings.of_solver("ada"), await ratings.tried("ada", "bradley")
        await store.forget_guest("ada")
        return (
            found,
            known,
            (await ratings.of_game("bradley"), await ratings.of_solver("ada"), await ratings.tried("ada", "bradley")),
        )

    found, known, left = using(store, work)
    one, other = first.settle(None, None)
    assert found == ((one, other), None)
    assert known == ({"p1": one}, {"bradley": other}, {"p1"})
    assert left == ({"p1": one}, {}, set())


def test_a_second_solver_meets_the_puzzle_as_the_first_left_it(stores: Callable[[], Store]) -> None:
    store: Any = stores()
    first = FirstTry("ada", "bradley", "p1", True, 5.5, Rated(Rating(900, 150)), Rated(Rating(800)))

    async def work() -> Any:
        await store.add_guest(Guest("ben", "Ben"), "other")
        await store.puzzle_ratings.note(first)
        return await store.puzzle_ratings.note(replace(first, guest="ben", solved=False))

    one, _ = first.settle(None, None)
    assert using(store, work) == replace(first, solved=False).settle(one, None)


def test_whatever_meets_an_outage_tells_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody could have played then, though it was a notice or a token that could not be written."""

    async def work() -> list[str]:
        store, told = DatabaseStore(f"sqlite:///{tmp_path / 'kept.db'}"), list[str]()
        store.on_trouble = lambda: told.append("trouble")
        await store.start()
        await store.add_guest(Guest("ada", "Ada"), "token")
        with monkeypatch.context() as patch:
            patch.setattr(AsyncEngine, "begin", Mock(side_effect=OSError("no space left on device")))
            with pytest.raises(Unavailable):
                await store.add_token("ada", "another")
        await store.stop()
        return told

    assert asyncio.run(work()) == ["trouble"]
