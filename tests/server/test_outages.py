"""A full disk, a locked file, a restarted database: nothing is acknowledged that is not kept, and it goes on by itself."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from calumma.core import GameError
from calumma.server import Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.site.store import Change, Unavailable

from .conftest import RealServer, a_postgresql

if TYPE_CHECKING:
    from tests.server.conftest import Person

TINY = 4096  # bytes: as good as a full disk for every file that is longer already


class Server(RealServer):
    """A server whose disk can be full."""

    def fill_disk(self, full: bool) -> None:
        limit = TINY if full else resource.RLIM_INFINITY
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


def until(condition: Callable[..., Any], seconds: int = 240) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit (Linux)")
def test_with_a_full_disk_people_get_a_sentence_and_afterwards_everything_goes_on(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'kept.db'}") as server:
        token = server.ask("/api/guests", {"name": "Ada"})[1]["token"]
        table = server.ask("/api/tables", {"game": "yamamoto", "chairs": ["me", "me"]}, token)[1]["table"]
        assert server.ask("/ready") == (200, "ready\n")
        server.fill_disk(True)
        status, answer = server.ask(f"/api/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)
        assert (status, answer["error"]) == (503, "This could not be saved, so it did not happen: try again in a moment.")
        until(lambda: server.ask("/ready")[0] == 503)
        assert server.ask("/health") == (200, "well\n")
        assert server.ask(f"/api/tables/{table}", token=token)[1]["plies"] == []
        server.fill_disk(False)
        until(lambda: server.ask("/ready")[0] == 200)
        until(lambda: server.ask(f"/api/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)[0] == 200)
        assert server.ask(f"/api/tables/{table}", token=token)[1]["plies"] == ["a1a2"]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit (Linux)")
def test_a_table_of_bots_goes_on_by_itself_when_the_disk_has_room_again(tmp_path: Path) -> None:
    database = tmp_path / "kept.db"
    with Server(f"sqlite:///{database}") as server:
        token = server.ask("/api/guests", {"name": "Ada"})[1]["token"]
        server.ask("/api/tables", {"game": "bradley", "chairs": ["level:2", "level:2"]}, token)
        server.fill_disk(True)
        until(lambda: server.ask("/ready")[0] == 503)
        before = plies(database)
        server.fill_disk(False)
        until(lambda: plies(database) >= before + 4)  # and nobody has looked


def plies(database: Path) -> int:
    kept = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return kept.execute("SELECT count(*) FROM events WHERE kind = 'ply'").fetchone()[0]
    finally:
        kept.close()


def test_a_locked_database_is_told_by_ready_and_not_by_health(tmp_path: Path, settings: Settings) -> None:
    with TestClient(create_app(DatabaseStore(f"sqlite:///{tmp_path / 'kept.db'}"), settings)) as client:
        assert client.get("/ready").text == "ready\n"
        locking = sqlite3.connect(tmp_path / "kept.db", isolation_level=None)
        locking.execute("BEGIN IMMEDIATE")
        time.sleep(1.1)
        assert client.get("/ready").text == "not ready: saving takes longer than 2 seconds\n"
        assert client.get("/health").text == "well\n"
        locking.execute("ROLLBACK")
        locking.close()


def test_however_many_ask_one_write_a_second_finds_out(tmp_path: Path, settings: Settings) -> None:
    store = DatabaseStore(f"sqlite:///{tmp_path / 'kept.db'}")
    tries = []
    original = store.try_writing

    async def counted(at: Any) -> None:
        tries.append(at)
        await original(at)

    store.try_writing = counted  # type: ignore[method-assign]
    with TestClient(create_app(store, settings)) as client:
        for _ in range(50):
            assert client.get("/ready").status_code == 200
    assert len(tries) < 25


# PostgreSQL that is restarted under the server


@pytest.fixture
def own_postgresql() -> Iterator[tuple[str, Callable[..., Any], Callable[..., Any]]]:
    with a_postgresql() as running:
        yield running.url, running.start, running.stop


def test_a_restarted_database_lets_no_second_server_in_unnoticed(
    own_postgresql: tuple[str, Callable[..., Any], Callable[..., Any]],
    settings: Settings,
    visitor: Callable[[TestClient, str], Person],
) -> None:
    url, start, stop = own_postgresql
    with TestClient(create_app(DatabaseStore(url), settings)) as first:
        ada = visitor(first, "Ada")
        table = ada.opens(chairs=["me", "me"])["table"]
        stop()
        start()
        with TestClient(create_app(DatabaseStore(url), settings)) as second:  # quicker than the first one
            assert ada.at(second).plays(table, "a1a2", 0).status_code == 200
            assert ada.plays(table, "b1b2", 0).status_code in (409, 503)
            until(lambda: ada.get(f"/tables/{table}").status_code == 503)
            assert ada.plays(table, "b1b2", 0).status_code == 503
        until(lambda: ada.get(f"/tables/{table}").status_code == 200)
        assert ada.get(f"/tables/{table}").json()["plies"] == ["a1a2"]
        until(lambda: ada.plays(table, "a5a4", 1).status_code == 200)


def test_alone_a_server_goes_on_after_the_database_was_restarted(
    own_postgresql: tuple[str, Callable[..., Any], Callable[..., Any]],
    settings: Settings,
    visitor: Callable[[TestClient, str], Person],
) -> None:
    url, start, stop = own_postgresql
    with TestClient(create_app(DatabaseStore(url), settings)) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"], time="10+0")["table"]
        stop()
        assert ada.plays(table, "a1a2", 0).status_code == 503
        assert client.get("/health").text == "well\n"
        assert client.get("/ready").status_code == 503
        start()
        until(lambda: ada.plays(table, "a1a2", 0).status_code == 200 or ada.get(f"/tables/{table}").json().get("plies"))
        assert ada.get(f"/tables/{table}").json()["plies"] == ["a1a2"]  # once, even if an answer got lost
        until(lambda: client.get("/ready").status_code == 200)
        second = DatabaseStore(url)

        async def intrude() -> None:
            with pytest.raises(GameError, match="another server uses this database"):
                await second.start()
            await second.stop()

        asyncio.run(intrude())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_that_was_replaced_can_write_no_more(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Whatever became of its lock: every transaction looks who may write."""
    url = f"sqlite:///{tmp_path / 'kept.db'}" if kind == "sqlite" else request.getfixturevalue("empty_postgresql")

    async def work() -> Any:
        store = DatabaseStore(url)
        await store.start()
        try:
            lost = []
            store.on_lost = lambda: lost.append(True)
            async with store._changing() as connection:
                await connection.exec_driver_sql("UPDATE server SET epoch = epoch + 1")
            with pytest.raises(Unavailable):
                await store.append("t1", Change([], notes={"ready": []}))
            return lost, store.is_ours
        finally:
            await store.stop()

    assert asyncio.run(work()) == ([True], False)
