"""Bots think side by side, fairly queued, and the server stays quick meanwhile."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma.core import Game, State
from calumma.players import Choice
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.threads import Threads
from calumma.site.bots import BotScheduler
from calumma.site.fair_queue import FairQueue
from calumma.site.store import Guest
from calumma.site.table_plan import TablePlan
from calumma.site.tables import Tables
from calumma.site.workers import Stopped


async def order_of(queue: FairQueue, asked: str) -> Any:
    """The order in which those who ask at once are let in."""
    order = []

    async def think(owner: str) -> None:
        async with queue.place(owner):
            order.append(owner)
            await asyncio.sleep(0)

    await asyncio.gather(*(think(owner) for owner in asked))
    return "".join(order)


@pytest.mark.parametrize(
    ("asked", "order"),
    [("abc", "abc"), ("aaaab", "aabaa"), ("aaabbbc", "aabcab" + "b"), ("aaaaaaaabc", "aabcaaaaaa")],
)
def test_owners_take_turns_however_much_each_asks_for(asked: str, order: str) -> None:
    assert asyncio.run(order_of(FairQueue(1, now=lambda: 0.0), asked)) == order


def test_who_goes_away_while_waiting_keeps_nobody_waiting() -> None:
    async def whole() -> Any:
        queue = FairQueue(1)
        async with queue.place("a"):
            gone = [asyncio.ensure_future(order_of(queue, "b")) for _ in range(3)]
            await asyncio.sleep(0)
            for task in gone:
                task.cancel()
            await asyncio.gather(*gone, return_exceptions=True)
        return await asyncio.wait_for(order_of(queue, "cd"), 5)

    assert asyncio.run(whole()) == "cd"


def test_who_is_called_and_goes_away_at_once_leaves_the_place_to_others() -> None:
    async def whole() -> Any:
        queue = FairQueue(1)
        async with queue.place("a"):
            gone = asyncio.ensure_future(order_of(queue, "b"))
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        return await asyncio.wait_for(order_of(queue, "c"), 5)

    assert asyncio.run(whole()) == "c"


class Slow:
    """A bot that thinks for a while and notes for whom."""

    def __init__(self, begun: Any, game: Game) -> None:
        self.begun, self.game = begun, game

    def choose(self, state: State, seat: int) -> Any:
        self.begun.append(self.game)
        time.sleep(0.02)
        return Choice(state.legal()[0])

    def stop(self) -> None:
        pass


def test_a_host_with_many_tables_does_not_make_others_wait() -> None:
    begun: list[Any] = []

    async def whole() -> Any:
        bots = BotScheduler(lambda spec, game, seed: Slow(begun, game.name), Threads(1))  # type: ignore[arg-type, return-value]
        tables = Tables(MemoryStore())
        tables.on_change = bots.wake
        for _ in range(12):
            await tables.open(TablePlan(calumma.load("yamamoto"), ("level:6", "level:6")), Guest("ada", "Ada"))
        await tables.open(TablePlan(calumma.load("bradley"), ("level:6", "level:6")), Guest("ben", "Ben"))
        while begun.count("bradley") < 5:
            await asyncio.sleep(0.005)
        await bots.close()

    asyncio.run(whole())
    fifth = [place for place, name in enumerate(begun) if name == "bradley"][4]
    assert fifth <= 14  # in turn with the other host's, after those that began before


def test_the_server_answers_while_twenty_bots_of_the_highest_level_think() -> None:
    settings = Settings(rate=1e6, burst=1e6, bot_threads=2)
    with TestClient(create_app(MemoryStore(), settings), base_url="http://calumma.test") as client:
        token = client.post("/api/guests", json={}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        for number in range(20):
            game = ("yamamoto", "bradley", "chamelequin", "piecepack")[number % 4]
            client.post("/api/tables", json={"game": game, "chairs": ["level:6"] * calumma.load(game).seats}, headers=headers)
        table = client.post("/api/tables", json={"game": "bradley", "chairs": ["me", "me"]}, headers=headers).json()["table"]
        waits = []
        for _ in range(20):
            seen = client.get(f"/api/tables/{table}", headers=headers).json()
            start = time.monotonic()
            move = {"ply": seen["ply"], "moves": [seen["moves"][0]["action"]]}
            assert client.post(f"/api/tables/{table}/play", json=move, headers=headers).status_code == 200
            waits.append(time.monotonic() - start)
        assert sum(each.thinking is not None for each in client.app.state.services.tables.in_memory()) >= 15  # type: ignore[attr-defined]
    assert sorted(waits)[len(waits) // 2] < 0.5  # far above what it takes: machines that test are busy


def test_a_table_whose_thought_is_begun_anew_has_one_thought_and_the_older_one_ends() -> None:
    started: list[object] = []
    stopped: list[object] = []

    class Slow:
        def __init__(self, spec: str, game: Game, seed: int) -> None:
            started.append(self)

        def choose(self, state: State, seat: int) -> Choice:
            began = time.monotonic()
            while self not in stopped and len(started) < 3 and time.monotonic() < began + 20.0:
                time.sleep(0.001)
            if self in stopped:
                raise Stopped
            return Choice(state.legal()[0])

        def stop(self) -> None:
            stopped.append(self)

        def close(self) -> None:
            pass

    async def whole() -> Any:
        tables, bots = Tables(MemoryStore()), BotScheduler(Slow, Threads(2), takes=True)  # type: ignore[arg-type]
        table = await tables.open(TablePlan(calumma.load("yamamoto"), ("level:1", "me")), Guest("ada", "Ada"))
        older = asyncio.ensure_future(bots.play(table))
        while not started:
            await asyncio.sleep(0.001)
        newer = asyncio.ensure_future(bots.play(table))
        await older
        before = table.match.ply
        started.append("")  # the newer one may answer
        await newer
        await bots.close()
        return before, table.match.ply, table.broken

    assert asyncio.run(whole()) == (0, 1, False)
    assert stopped == started[:1]
