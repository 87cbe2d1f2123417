"""Cost belongs to who causes it: what one address may have, and that others do not notice."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import calumma
from calumma.core import State
from calumma.players import Choice
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.prices import price_of
from calumma.server.threads import Threads
from calumma.site import live
from calumma.site.bots import BotScheduler
from calumma.site.fair_queue import FairQueue
from calumma.site.limits import DEAR, SHARED, STATIC, Allowance, Limits, address_key, asked_by, read_network
from calumma.site.picture_cache import PictureCache
from calumma.site.runs import Runs
from calumma.site.store import Guest, Store
from calumma.site.table import Table
from calumma.site.table_plan import TablePlan
from calumma.site.tables import Tables
from calumma.site.times import SystemTime

if TYPE_CHECKING:
    from tests.server.conftest import Person

QUICK = Allowance(refused=0.0)


@pytest.fixture
def server(settings: Settings) -> Iterator[Any]:
    """A server on its usual limits; strangers come from addresses of their own."""
    chosen = replace(Settings(), load_player=settings.load_player, bot_threads=1, allowance=QUICK)
    with TestClient(create_app(MemoryStore(), chosen), base_url="http://calumma.test") as client:
        yield client


def at(client: TestClient, address: str) -> Any:
    """The same server, asked from an address."""
    return TestClient(client.app, base_url="http://calumma.test", client=(address, 50000))


# Requests of every kind


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for who counts requests, however busy the machine is."""
    monkeypatch.setattr("calumma.site.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr("calumma.site.limits.SPREAD", 0.0)  # else everyone waits for all who asked before, at this same moment


@pytest.mark.usefixtures("stopped")
def test_reading_is_counted_too(server: Any) -> None:
    eve = at(server, "192.0.2.1")
    found = [eve.get("/analysis/yamamoto").status_code for _ in range(400)]
    assert found[:100] == [200] * 100
    assert found[-1] == 429
    assert at(server, "192.0.2.2").get("/analysis/yamamoto").status_code == 200


def test_the_refusal_is_a_sentence_with_headers(server: Any, settings: Settings) -> None:
    with TestClient(create_app(MemoryStore(), replace(settings, rate=0.001, burst=1, allowance=QUICK))) as client:
        client.get("/health")
        refused = [client.get("/", headers={"Accept": kind}) for kind in ("text/html", "*/*")]
    assert [answer.status_code for answer in refused] == [429, 429]
    assert "Too many requests" in refused[0].text
    assert refused[1].json()["error"] == "Too many requests: wait a few seconds."
    assert all("content-security-policy" in answer.headers for answer in refused)


@pytest.mark.usefixtures("stopped")
def test_a_network_of_ipv6_is_one_address(server: Any) -> None:
    spent = [at(server, f"2001:db8::{number:x}").get("/analysis/yamamoto").status_code for number in range(1, 300)]
    assert spent[-1] == 429
    assert at(server, "2001:db8:0:1::1").get("/analysis/yamamoto").status_code == 200


def test_what_a_busy_address_asks_for_is_spread_over_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """From half of the burst on, each request begins a little after the one before; what it costs decides how much."""
    now = [1000.0]
    monkeypatch.setattr("calumma.site.limits.time", SimpleNamespace(monotonic=lambda: now[0]))
    limits = Limits(QUICK, rate=10.0, burst=20.0)
    pauses = [limits.pause("192.0.2.1", 5.0) for _ in range(5) if limits.may_ask("192.0.2.1", 5.0)]
    assert pauses == pytest.approx([0.0, 0.0, 0.0, 0.05])
    assert limits.pause("192.0.2.2", 5.0) == 0.0
    now[0] += 0.06
    assert limits.pause("192.0.2.1", 5.0) == pytest.approx(0.04)


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_are_counted_by(host: str, key: str) -> None:
    assert address_key(host) == key


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [
        ("GET", "/static/js/match.js", STATIC),
        ("GET", "/rules/life", DEAR),
        ("GET", "/rules/life/diagrams/3", SHARED),
        ("GET", "/api/tables/abc/picture", DEAR),
        ("GET", "/api/tables/abc/positions/7", DEAR),
        ("POST", "/api/analysis/read", DEAR),
        ("POST", "/games/life", DEAR),
        ("POST", "/api/tables", DEAR),
    ],
)
def test_what_takes_long_costs_more(method: str, path: str, price: float) -> None:
    assert price_of(method, path) == price


def test_a_class_of_thirty_behind_one_address_is_not_refused(server: Any) -> None:
    """Everybody opens the first page with all its files, opens a table, and plays for a minute's worth of requests."""
    files = [f"/static/js/{name}.js" for name in ("match", "board", "chooser", "connection", "log", "seats", "words", "page")]
    files += ["/drawing.css", "/words.js"]
    for _ in range(30):
        pupil = at(server, "192.0.2.1")
        answers = [pupil.get(address) for address in ["/", *files * 2]]
        answers.append(pupil.post("/play/yamamoto", follow_redirects=False))
        assert {answer.status_code for answer in answers} <= {200, 303}


def test_a_blocked_address_gets_nothing_but_a_sentence(server: Any) -> None:
    server.app.state.services.limits.blocked.add(read_network("192.0.2.0/24"))
    eve = at(server, "192.0.2.1")
    answer = eve.get("/health")
    assert answer.status_code == 403
    assert answer.json()["error"] == "Your address is blocked here: ask the host of this server."
    with pytest.raises(WebSocketDisconnect), eve.websocket_connect("/api/tables/abc/live"):
        pass
    assert at(server, "192.0.3.1").get("/health").status_code == 200


def test_a_trusted_network_may_have_what_it_asks_for(settings: Settings) -> None:
    chosen = replace(settings, rate=0.001, burst=1, allowance=QUICK, trusted=("192.0.2.0/24",))
    with TestClient(create_app(MemoryStore(), chosen)) as client:
        assert {at(client, "192.0.2.9").get("/health").status_code for _ in range(9)} == {200}
        assert [at(client, "192.0.3.9").get("/").status_code for _ in range(2)] == [200, 429]


# Guests, tables, sockets


def test_one_address_makes_so_many_guests_and_no_more(server: Any) -> None:
    eve = at(server, "192.0.2.1")
    found = [eve.post("/api/guests", json={}).status_code for _ in range(QUICK.guests + 5)]
    assert found.count(201) == QUICK.guests
    assert set(found[QUICK.guests :]) == {429}
    assert at(server, "192.0.2.2").post("/api/guests", json={}).status_code == 201


def test_tables_of_bots_alone_count_among_the_open_ones(settings: Settings, visitor: Callable[[TestClient, str], Person]) -> None:
    with TestClient(create_app(MemoryStore(), replace(settings, allowance=replace(QUICK, guest_tables=3)))) as client:
        ada = visitor(client, "Ada")
        found = [ada.post("/tables", game="life", seats=4, chairs=["level:6"] * 4).status_code for _ in range(2)]
        found += [ada.post("/tables", game="yamamoto", chairs=["me", "open"]).status_code for _ in range(3)]
    assert found == [201, 201, 201, 429, 429]


def test_every_store_knows_the_unfinished_tables_that_a_guest_opened_or_plays_at(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with TestClient(create_app(stores(), settings)) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        mine = ada.opens("bradley", chairs=["open", "open"])
        ada.opens(chairs=["me", "open"])
        ben.post(f"/tables/{mine['table']}/sit", invite=mine["invite"])
        over = ada.opens(chairs=["me", "random"])["table"]
        ada.post(f"/tables/{over}/resign")
        services = client.app.state.services  # type: ignore[attr-defined]
        guests = [asker.get("/me").json()["guest"] for asker in (ada, ben)]

        async def counts() -> Any:
            return [len(await services.store.unfinished_of(guest, most)) for guest in guests for most in (10, 1)]

        assert client.portal.call(counts) == [2, 1, 1, 1]


def test_one_address_holds_so_many_sockets_and_no_more(settings: Settings, visitor: Callable[[TestClient, str], Person]) -> None:
    with TestClient(create_app(MemoryStore(), replace(settings, allowance=replace(QUICK, sockets=2)))) as client:
        table = visitor(client, "Ada").opens(chairs=["me", "open"])["table"]
        address = f"/api/tables/{table}/live"
        with client.websocket_connect(address), client.websocket_connect(address):
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(address):
                pass
            with at(client, "192.0.2.7").websocket_connect(address) as socket:
                assert socket.receive_json()["table"] == table


# Finding 5


def test_asking_for_tables_that_are_not_there_keeps_nothing() -> None:
    async def whole() -> int:
        tables = Tables(MemoryStore())
        for number in range(500):
            assert await tables.find(f"table{number}") is None
            assert await tables.find("x" * 60_000 + str(number)) is None
        gc.collect()
        return len(tables._loading)

    assert asyncio.run(whole()) == 0


def test_two_who_ask_at_once_still_get_the_same_table() -> None:
    async def whole() -> Any:
        store = MemoryStore()
        opened = await Tables(store).open(TablePlan(calumma.load("yamamoto"), ("me", "open")), Guest("ada", "Ada"))
        tables = Tables(store)
        first, second = await asyncio.gather(tables.find(opened.id), tables.find(opened.id))
        return first is second

    assert asyncio.run(whole())


# Finding 6


def test_pictures_take_so_many_bytes_and_no_more() -> None:
    picture_cache = PictureCache(10_000)
    for number in range(100):
        assert picture_cache.picture(number, lambda: "ä" * 400).startswith("ä")
        assert picture_cache.size <= 10_000
    assert [number in picture_cache for number in (0, 89, 90, 99)] == [False, False, True, True]
    assert picture_cache.picture(99, lambda: pytest.fail("it is there")) == "ä" * 400
    assert len(picture_cache.picture("huge", lambda: "x" * 20_000)) == 20_000
    assert picture_cache.size <= 10_000


def test_the_pictures_of_all_tables_share_one_gallery(server: Any, visitor: Callable[[TestClient, str], Person]) -> None:
    services = server.app.state.services
    ada = visitor(server, "Ada")
    tables = [ada.opens("life", chairs=["me", "me"])["table"] for _ in range(3)]
    for table in tables:
        ada.get(f"/tables/{table}/positions/1")
    assert len({id(table.rendered.pictures) for table in services.tables.in_memory()}) == 1
    assert 0 < services.tables.picture_cache.size <= QUICK.pictures


def test_a_table_that_was_loaded_anew_does_not_show_pictures_of_what_was_taken_back(
    server: Any, visitor: Callable[[TestClient, str], Person]
) -> None:
    ada = visitor(server, "Ada")
    table = ada.opens(chairs=["me", "me"])["table"]
    ada.plays(table, "a1a2", 0)
    before = ada.get(f"/tables/{table}/positions/1").json()["svg"]
    ada.post(f"/tables/{table}/undo")
    tables = server.app.state.services.tables
    del tables._tables[table]
    ada.plays(table, "b1b2", 0)
    assert ada.get(f"/tables/{table}/positions/1").json()["svg"] != before


# Finding 7


class Noting:
    """A bot that notes for whom it thinks, takes a while on another clock, and plays anything."""

    def __init__(self, clock: Any, begun: Any, spec: Any) -> None:
        self.clock, self.begun, self.spec = clock, begun, spec

    def choose(self, state: State, seat: int) -> Any:
        self.begun.append(self.spec)
        self.clock[0] += {"level:6": 5.0}.get(self.spec, 0.1)
        return Choice(state.legal()[0])

    def stop(self) -> None:
        pass


async def opened(tables: Tables, address: str, guest: str, *chairs: str, game: str = "life") -> Table:
    with asked_by(address):
        return await tables.open(TablePlan(calumma.load(game, len(chairs)), chairs), Guest(guest, guest))


class Gated(Noting):
    """A strong bot thinks until the test lets it end."""

    gate = threading.Semaphore(0)

    def choose(self, state: State, seat: int) -> Any:
        found = super().choose(state, seat)
        if self.spec == "level:6":
            self.gate.acquire()
        return found


def test_a_hundred_guests_with_four_strong_bots_each_do_not_keep_another_address_waiting() -> None:
    begun: list[Any] = []
    clock = [0.0]

    async def whole() -> Any:
        bots = BotScheduler(lambda spec, game, seed: Gated(clock, begun, spec), Threads(1))  # type: ignore[arg-type, return-value]
        tables = Tables(MemoryStore())
        tables.on_change = bots.wake
        for number in range(100):
            await opened(tables, "192.0.2.66", f"eve {number}", *["level:6"] * 4)
        Gated.gate.release(20)
        try:
            await _settle(lambda: len(begun) == 21)  # and the last of them has not ended
            table = await opened(tables, "192.0.2.7", "ada", "me", "level:2", game="yamamoto")
            for turn in range(1, 4):
                async with table.lock:
                    await table.change(lambda match: match.play(match.state.legal()[0], seat=0))
                await _settle(lambda turn=turn: table.match.ply == 2 * turn)
            return begun.count("level:6")
        finally:
            Gated.gate.release(1000)
            await bots.close()

    assert asyncio.run(whole()) == 21  # not one thought of the hundred had to end before an answer came


def test_addresses_take_turns_by_the_time_they_had() -> None:
    now = [0.0]
    order = []

    async def think(queue: FairQueue, address: str, guest: str, seconds: float) -> None:
        async with queue.place(address, guest):
            order.append(f"{address}{guest}")
            await asyncio.sleep(0)
            now[0] += seconds

    async def whole() -> None:
        queue = FairQueue(1, now=lambda: now[0])
        wanted = [("e", str(number), 5.0) for number in range(6)] + [("a", "x", 0.5)] * 4
        await asyncio.gather(*(think(queue, *each) for each in wanted))

    asyncio.run(whole())
    assert order == ["e0", "ax", "ax", "ax", "ax", "e1", "e2", "e3", "e4", "e5"]


def test_one_place_more_is_for_an_address_that_has_none() -> None:
    async def whole() -> None:
        queue = FairQueue(1, 1)
        async with queue.place("eve"):
            second = asyncio.ensure_future(queue.place("eve").__aenter__())
            await asyncio.sleep(0)
            assert not second.done()
            async with queue.place("ada"):
                pass
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)

    asyncio.run(asyncio.wait_for(whole(), 10))


class HandTime(SystemTime):
    """A time that a test moves by hand."""

    def __init__(self, seconds: list[float]) -> None:
        self.seconds = seconds

    def now(self) -> float:
        return self.seconds[0]

    def monotonic(self) -> float:
        return self.seconds[0]


def test_bots_among_themselves_think_only_while_somebody_looks() -> None:
    begun: list[Any] = []
    now = [0.0]

    async def whole() -> Any:
        bots = BotScheduler(lambda spec, game, seed: Noting([0.0], begun, spec), Threads(1))  # type: ignore[arg-type, return-value]
        store = MemoryStore()
        tables = Tables(store, Runs(store, HandTime(now)))
        tables.on_change = bots.wake
        table = await opened(tables, "192.0.2.1", "ada", "level:2", "level:2", game="chamelequin")
        await _settle(lambda: len(begun) > 3)
        now[0] += 61.0
        await _settle(lambda: table.thinking is None and not bots._tasks)
        stopped = len(begun)
        await asyncio.sleep(0.05)
        assert len(begun) == stopped
        looking = table.watch(None)
        await _settle(lambda: len(begun) > stopped + 3)
        table.unwatch(looking)
        now[0] += 61.0
        await _settle(lambda: not bots._tasks)

        again = Tables(store, Runs(store, HandTime(now)))  # a restart
        again.on_change = bots.wake
        stopped = len(begun)
        loaded = await again.find(table.id)
        await asyncio.sleep(0.05)
        assert len(begun) == stopped
        loaded.note_visit(None)
        await _settle(lambda: len(begun) > stopped)
        await bots.close()

    asyncio.run(whole())


async def _settle(is_so: Callable[..., Any]) -> None:
    for _ in range(20_000):
        if is_so():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


def test_questions_of_one_address_do_not_fill_the_server() -> None:
    limits = Limits(replace(QUICK, thoughts=3, guest_thoughts=2), 1, 1)
    with limits.thought("eve", "1"), limits.thought("eve", "1"):
        with pytest.raises(calumma.GameError, match="wait for the answers"), limits.thought("eve", "1"):
            pass
        with limits.thought("eve", "2"):
            with pytest.raises(calumma.GameError), limits.thought("eve", "3"):
                pass
            with limits.thought("ada", "4"):
                pass


# Finding 8


def test_comings_and_goings_render_nothing_for_those_who_stay(
    server: Any, visitor: Callable[[TestClient, str], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visitor(server, "Ada")
    table = ada.opens("life", chairs=["me", "open"])["table"]
    rendered = []
    plain = live.page_update  # type: ignore[attr-defined]
    monkeypatch.setattr(live, "page_update", lambda *given: rendered.append(1) or plain(*given))  # type: ignore[func-returns-value]
    with ada.socket(table, page=True) as socket:
        socket.receive_json()
        first = len(rendered)
        for _ in range(10):
            with server.websocket_connect(f"/api/tables/{table}/live?page=true") as eve:
                eve.receive_json()
        news = socket.receive_json()
        assert news["type"] == "presence"
        assert set(news) == {"type", "spectators", "seats"}
        assert news["seats"][0]["present"]
    assert len(rendered) - first <= 10  # each for the one who came


def test_presence_is_told_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> Any:
        table = await Tables(MemoryStore()).open(TablePlan(calumma.load("yamamoto"), ("me", "open")), Guest("ada", "Ada"))
        staying = table.watch(None)
        for _ in range(100):
            table.unwatch(table.watch(None))
        staying.clear()
        began = (table.rendered.version, table.watchers.version)
        await asyncio.wait_for(staying.wait(), 10)
        return began, (table.rendered.version, table.watchers.version)

    (version, presence), after = asyncio.run(whole())
    assert after == (version, presence + 1)


def test_spectators_who_see_the_same_share_what_was_rendered(
    server: Any, visitor: Callable[[TestClient, str], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visitor(server, "Ada")
    table = ada.opens(chairs=["me", "me"])["table"]
    address = f"/api/tables/{table}/live?page=true"
    rendered = []
    plain = live.page_update  # type: ignore[attr-defined]
    with (
        server.websocket_connect(address) as one,
        server.websocket_connect(address) as two,
        server.websocket_connect(address) as three,
    ):
        sockets = (one, two, three)
        for socket in sockets:
            socket.receive_json()
        monkeypatch.setattr(live, "page_update", lambda *given: rendered.append(1) or plain(*given))  # type: ignore[func-returns-value]
        watched = server.app.state.services.tables._tables[table]
        while watched.watchers._timer is not None:  # until everybody knows who is there
            time.sleep(0.01)
        ada.plays(table, "a1a2", 0)
        seen = [_next_table(socket) for socket in sockets]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0]["ply"] == 1
    assert len(rendered) == 1


def _next_table(socket: Any) -> dict[str, Any]:
    while True:
        message = socket.receive_json()
        if message["type"] == "table":
            return message


def test_a_page_that_can_unpack_is_sent_long_messages_packed(server: Any, visitor: Callable[[TestClient, str], Person]) -> None:
    ada = visitor(server, "Ada")
    table = ada.opens("life", chairs=["me", "me"])["table"]
    with server.websocket_connect(f"/api/tables/{table}/live?page=true&packed=true") as socket:
        packed = socket.receive_bytes()
    with server.websocket_connect(f"/api/tables/{table}/live?page=true") as socket:
        plain = socket.receive_text()
    assert json.loads(zlib.decompress(packed))["svg"] == json.loads(plain)["svg"]
    assert len(packed) < len(plain) / 4


def test_a_busy_address_is_answered_one_request_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    limits = Limits(Allowance(), rate=50.0, burst=10.0, trusted=["192.0.2.9"])
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.9"):
        assert limits.may_ask(address, 4.0)
    assert limits.pause("192.0.2.1", 4.0) == 0.0  # more than half of the burst is left
    assert limits.may_ask("192.0.2.1", 4.0)
    waits = [limits.pause("192.0.2.1", 2.0) for _ in range(3)]  # a permit comes back in 20 ms: half of that for each
    assert waits == pytest.approx([0.0, 0.02, 0.04])
    assert limits.pause("192.0.2.2", 2.0) == limits.pause("192.0.2.9", 2.0) == 0.0
