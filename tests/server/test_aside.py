"""A match that cannot be read is set aside: it is in nobody's way, it is named, and it comes back after a repair."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from calumma.core import State, registry
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.site.match_index import Standing
from calumma.site.store import Store

from .conftest import passes

if TYPE_CHECKING:
    from tests.server.conftest import HandMovedTime, Person


@contextmanager
def serving(store: Any, settings: Settings) -> Iterator[Any]:
    with TestClient(create_app(store, settings), base_url="http://calumma.test") as client:
        yield client


def damages(url: str, statement: str) -> None:
    """Change what is kept, as no server would."""

    async def work() -> None:
        store = DatabaseStore(url)
        await store.start()
        async with store._changing() as connection:
            await connection.exec_driver_sql(statement)
        await store.stop()

    asyncio.run(work())


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'kept.db'}" if request.param == "sqlite" else request.getfixturevalue("empty_postgresql")


DAMAGES = {
    "another event": 'UPDATE events SET body = \'{"ply":0,"seat":0,"text":"a1a5"}\' WHERE kind = \'ply\'',
    "no JSON": "UPDATE events SET body = '{\"ply\":' WHERE kind = 'ply'",
    "no event of that kind": "UPDATE events SET kind = 'dreamt' WHERE kind = 'ply'",
    "no such option": 'UPDATE tables SET options = \'{"colour": "green"}\'',
    "no such game": "UPDATE tables SET game = 'ludo'",
    "no such limit": "UPDATE tables SET time_limit = 'soon'",
}


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_match_stops_nothing(
    url: str, settings: Settings, visitor: Callable[[TestClient, str], Person], how: str, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(DatabaseStore(url), settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"], open=True)["table"]
        ada.plays(table, "a1a2", 0)
    damages(url, DAMAGES[how])
    with serving(DatabaseStore(url), settings) as client, caplog.at_level(logging.ERROR):
        assert client.get("/", headers=ada.headers).status_code == 200
        mine = ada.at(client).get("/tables").json()["mine"]
        assert [(each["table"], each["status"]) for each in mine] == [(table, "aside")]
        other = ada.at(client).opens(chairs=["me", "me"])["table"]
        assert ada.at(client).plays(other, "a1a2", 0).status_code == 200
        answer = ada.at(client).get(f"/tables/{table}")
        assert (answer.status_code, answer.json()["error"][:30]) == (503, "This match cannot be opened: i")
        assert table in caplog.text


def test_a_repaired_match_goes_on_where_it_stood(
    url: str, settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(DatabaseStore(url), settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"])["table"]
        ada.plays(table, "a1a2", 0)
    damages(url, DAMAGES["no event of that kind"])
    with serving(DatabaseStore(url), settings) as client:
        assert ada.at(client).get(f"/tables/{table}").status_code == 503
    damages(url, "UPDATE events SET kind = 'ply' WHERE kind = 'dreamt'")
    with serving(DatabaseStore(url), settings) as client:
        assert ada.at(client).get(f"/tables/{table}").status_code == 503  # until the host says so
        client.portal.call(client.app.state.services.tables.take_back, table)
        assert ada.at(client).get(f"/tables/{table}").json()["plies"] == ["a1a2"]
        assert ada.at(client).plays(table, "a5a4", 1).status_code == 200


@contextmanager
def rules_of(name: str, **changed: Any) -> Iterator[None]:
    """Let a game have other rules for a while."""
    kept = registry.definition(name)
    registry.register_definition(replace(kept, **changed))
    try:
        yield
    finally:
        registry.register_definition(kept)


def test_after_a_change_of_rules_a_match_has_ended_with_a_sentence_and_its_record(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    kept = stores()
    with serving(kept, settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens("life", chairs=["me", "me"])["table"]
        secret = client.portal.call(client.app.state.services.store.table, table).secret
    with rules_of("life", rules=2), serving(stores(), settings) as client:
        ada = ada.at(client)
        answer = ada.get(f"/tables/{table}")
        assert (answer.status_code, answer.json()["error"]) == (
            410,
            "This match cannot be opened: it follows version 1 of the rules, and this server now plays version 2. "
            "It ended with the change; its record is kept.",
        )
        page = client.get(f"/t/{table}", headers=ada.headers).text
        assert "version 1 of the rules" in page
        assert f'href="/api/tables/{table}/record"' in page
        record = ada.get(f"/tables/{table}/record").json()
        assert (record["rules"], record["secret"], record["events"][0]["player"]) == (1, secret, "Ada")
        assert client.get("/", headers=ada.headers).status_code == 200


def test_a_finished_match_of_older_rules_is_in_nobodys_way(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"])["table"]
        ada.post(f"/tables/{table}/resign")
    with rules_of("yamamoto", rules=2), serving(stores(), settings) as client:
        assert client.get("/", headers=ada.headers).status_code == 200
        assert ada.at(client).get("/tables").status_code == 200
        assert ada.at(client).get(f"/tables/{table}/record").json()["events"][-1]["event"] == "ended"


def test_a_match_of_older_rules_that_mean_the_same_goes_on(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"])["table"]
    with rules_of("yamamoto", rules=2, older_rules=(1,)), serving(stores(), settings) as client:
        assert ada.at(client).plays(table, "a1a2", 0).status_code == 200


def test_of_an_unfinished_damaged_match_nobody_gets_what_was_hidden(
    url: str, settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(DatabaseStore(url), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        opened = ada.opens("piecepack", chairs=["me", "open"])
        ben.post(f"/tables/{opened['table']}/sit", invite=opened["invite"])
        table = opened["table"]
        hidden = [
            event["text"] for event in client.portal.call(client.app.state.services.store.table, table).events if "text" in event
        ]
        assert hidden
    damages(url, "UPDATE events SET kind = 'dreamt' WHERE number = 2")
    with serving(DatabaseStore(url), settings) as client:
        answer = ben.at(client).get(f"/tables/{table}/record")
        assert answer.status_code == 200
        assert answer.json()["secret"] is None
        assert not any(text in answer.text for text in hidden)
        stranger = visitor(client, "Eve")
        assert stranger.get(f"/tables/{table}/record").status_code == 503
        assert "event" not in client.get(f"/t/{table}", headers=ben.headers).text.split("<main")[1].split("</main")[0].lower()


def test_a_notice_and_a_deadline_of_a_damaged_match_hold_up_nobody(
    tmp_path: Path, settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    chosen = replace(settings, time=time, grace=0.0, webhooks_inside=True)
    url = f"sqlite:///{tmp_path / 'kept.db'}"
    with serving(DatabaseStore(url), chosen) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        tables = []
        for _ in range(2):
            opened = ada.opens(chairs=["me", "open"], time="1h", wait=False)
            ben.post(f"/tables/{opened['table']}/sit", invite=opened["invite"])
            tables.append(opened["table"])
    damages(url, f"UPDATE events SET kind = 'dreamt' WHERE table_id = '{tables[0]}' AND number = 1")
    with serving(DatabaseStore(url), chosen) as client:
        passes(client, 2 * 3600)
        assert ada.at(client).get(f"/tables/{tables[1]}").json()["result"]["winners"] == [1]
        assert ada.at(client).get(f"/tables/{tables[0]}").status_code == 503


# What a start reads


def standing_of(client: Any, table: str) -> Standing:
    return client.portal.call(client.app.state.services.store.table, table).standing


def test_at_a_start_no_match_is_read_that_nobody_waits_for(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada = visitor(client, "Ada")
        for _ in range(5):
            ada.opens(chairs=["me", "me"])
        ada.opens("bradley", chairs=["random", "random"])
    store = stores()
    read = []
    original = store.table

    async def noted(table: str, since: int = 0) -> Any:
        read.append(table)
        return await original(table, since)

    store.table = noted  # type: ignore[method-assign]
    with serving(store, settings) as client:
        assert client.get("/health").text == "well\n"
        client.portal.call(asyncio.sleep, 0.5)
        assert read == []
    del store.table


def test_a_bot_goes_on_after_a_start_where_a_person_waits_for_it(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    class Slow:
        def close(self) -> None:
            pass

        def choose(self, state: State, seat: int) -> None:
            import time

            time.sleep(1)
            raise RuntimeError("the server ends first")

        def stop(self) -> None:
            pass

    with serving(stores(), replace(settings, load_player=lambda *_: Slow())) as client:  # type: ignore[arg-type]
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["random", "me"])["table"]
        assert standing_of(client, table).bot_acts
        client.app.state.services.bots._closed = True  # so that no random move is played for it
    with serving(stores(), settings) as client:
        for _ in range(100):
            if not standing_of(client, table).bot_acts:
                break
            client.portal.call(asyncio.sleep, 0.05)
        assert not standing_of(client, table).bot_acts


def test_a_deadline_is_kept_though_nobody_reads_the_match_after_a_start(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    chosen = replace(settings, time=time)
    with serving(stores(), chosen) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"], time="2d")["table"]
    with serving(stores(), chosen) as client:
        passes(client, 2 * 86400 - 60)
        assert kinds(client, table) == ["seated", "seated"]
        passes(client, 60)
        assert kinds(client, table) == ["seated", "seated", "out_of_time", "ended"]


def kinds(client: Any, table: str) -> list[str]:
    return [event["event"] for event in client.portal.call(client.app.state.services.store.table, table).events]


def test_of_an_older_database_it_is_looked_up_where_matches_stand(
    url: str, settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(DatabaseStore(url), settings) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"], time="3d")["table"]
        before = standing_of(client, table)
    damages(url, "UPDATE tables SET begun = NULL, deadline = NULL")
    with serving(DatabaseStore(url), settings) as client:
        for _ in range(100):
            if standing_of(client, table):
                break
            client.portal.call(asyncio.sleep, 0.05)
        found = standing_of(client, table)
        assert (found.begun, found.turn_of, round(found.deadline)) == (True, None, round(before.deadline))  # type: ignore[arg-type]


# Matches that nobody comes to any more


def test_what_nobody_begins_is_deleted_and_what_nobody_plays_is_ended(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    chosen = replace(settings, time=time, expire_unstarted=30 * 86400.0, expire_abandoned=365 * 86400.0)
    with serving(stores(), chosen) as client:
        ada = visitor(client, "Ada")
        waiting = ada.opens(chairs=["me", "open"])["table"]
        playing = ada.opens(chairs=["me", "me"])["table"]
        services = client.app.state.services
        time.seconds += 29 * 86400
        client.portal.call(services.maintenance.expire)
        assert ada.get(f"/tables/{waiting}").status_code == 200
        time.seconds += 2 * 86400
        client.portal.call(services.maintenance.expire)
        assert ada.get(f"/tables/{waiting}").status_code == 404
        assert ada.get(f"/tables/{playing}").status_code == 200
        time.seconds += 335 * 86400
        client.portal.call(services.maintenance.expire)
        answer = ada.get(f"/tables/{playing}")
        assert (answer.status_code, answer.json()["error"]) == (410, "This match was ended: nobody had played for 365 days.")
        record = ada.get(f"/tables/{playing}/record").json()
        assert (record["plies"], record["reason"]) == ([], "This match was ended: nobody had played for 365 days.")


def test_a_server_looks_for_such_matches_by_itself(
    settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    store, chosen = MemoryStore(), replace(settings, time=time, expire_unstarted=30 * 86400.0)
    with serving(store, chosen) as client:
        table = visitor(client, "Ada").opens(chairs=["me", "open"])["table"]
    time.seconds += 31 * 86400
    with serving(store, chosen) as client:
        for _ in range(1000):
            if client.get(f"/api/tables/{table}").status_code == 404:
                break
            client.portal.call(asyncio.sleep, 0.01)
        assert client.get(f"/api/tables/{table}").status_code == 404


def test_an_abandoned_match_without_people_is_deleted(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    chosen = replace(settings, time=time, expire_abandoned=365 * 86400.0)
    with serving(stores(), chosen) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "me"])["table"]
        client.post("/me/forget", headers=ada.headers, follow_redirects=False)
        time.seconds += 366 * 86400
        client.portal.call(client.app.state.services.maintenance.expire)
        assert client.get(f"/api/tables/{table}").status_code == 404


def test_nothing_expires_where_the_host_wants_it_so(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    chosen = replace(settings, time=time, expire_unstarted=0.0, expire_abandoned=0.0)
    with serving(stores(), chosen) as client:
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "open"])["table"]
        time.seconds += 9999 * 86400
        client.portal.call(client.app.state.services.maintenance.expire)
        assert ada.get(f"/tables/{table}").status_code == 200
