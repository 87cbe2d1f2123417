"""Time limits: days a turn and clocks, kept by the server alone, through restarts, on every store."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import calumma
from calumma.core import GameError
from calumma.play import Limit
from calumma.server import MemoryStore, create_app
from calumma.server.settings import Time
from calumma.server.store import Guest
from calumma.server.tables import Plan, Table, Tables
from calumma.server.timekeeper import Timekeeper, pauses_between

DAY = 86400.0


@pytest.fixture
def settings(settings, time):
    return replace(settings, time=time)


@contextmanager
def serving(store, settings):
    with TestClient(create_app(store, settings), base_url="http://calumma.test") as client:
        yield client


def passes(client, seconds):
    """Let time pass, and the keeper of time notice."""
    house = client.app.state.house
    house.settings.time.seconds += seconds
    client.portal.call(house.timekeeper.ring)


@pytest.fixture
def duel_of(visitor):
    """Two people at a table of yamamoto, both ready."""
    return lambda client, **wish: begun_duel(visitor(client, "Ada"), visitor(client, "Ben"), wish)


def begun_duel(ada, ben, wish):
    table = ada.opens(chairs=["me", "open"], **wish)
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    for each in (ada, ben):
        each.post(f"/tables/{table['table']}/begin")
    assert ada.get(f"/tables/{table['table']}").json()["status"] == "playing"
    return ada, ben, table["table"]


def seen(person, table):
    return person.get(f"/tables/{table}").json()


def kinds(person, table):
    return [event["event"] for event in seen(person, table)["events"]]


# Counting


def test_a_table_without_a_limit_has_no_clock(duel):
    ada, _, table = duel
    assert seen(ada, table)["clock"] is None


def test_the_clock_of_who_is_to_act_runs_down(client, duel_of):
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 60)
    assert seen(ada, table)["clock"] == {"limit": "10+5", "left": [540.0, 600.0], "running": 0}


def test_a_turn_costs_its_time_and_brings_the_increment(client, duel_of):
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 60)
    ada.plays(table, "a1a2", 0)
    passes(client, 30)
    assert seen(ada, table)["clock"] == {"limit": "10+5", "left": [545.0, 570.0], "running": 1}


def test_with_days_a_turn_every_turn_has_them_all(client, duel_of):
    ada, _, table = duel_of(client, time="2d", wait=True)
    passes(client, 1.5 * DAY)
    ada.plays(table, "a1a2", 0)
    assert seen(ada, table)["clock"] == {"limit": "2d", "left": [2 * DAY, 2 * DAY], "running": 1}


def test_before_the_match_begins_no_clock_runs(client, person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"], time="10+5")["table"]
    passes(client, 9999)
    assert seen(ada, table)["clock"]["running"] is None


def test_people_with_a_clock_of_minutes_say_that_they_are_ready(client, person):
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], time="10+5")
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    passes(client, 9999)
    assert seen(ada, table["table"])["status"] == "waiting"
    ben.post(f"/tables/{table['table']}/begin")
    assert ada.post(f"/tables/{table['table']}/begin").json()["clock"] == {"limit": "10+5", "left": [600.0, 600.0], "running": 0}


def test_with_days_a_turn_nobody_needs_to_say_so(client, person):
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], time="3d")
    assert ben.post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()["status"] == "playing"


def test_bots_have_no_clock_and_cost_nothing(client, person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"], time="10+5")["table"]
    with ada.socket(table) as socket:
        update = socket.receive_json()
        assert update["clock"] == {"limit": "10+5", "left": [600.0, None], "running": 0}
        client.app.state.house.settings.time.seconds += 100
        socket.send_json({"type": "play", "ply": 0, "moves": [update["moves"][0]["action"]]})
        while update["ply"] < 2:
            update = socket.receive_json()
    assert update["clock"] == {"limit": "10+5", "left": [505.0, None], "running": 0}


def test_what_was_thought_is_not_given_back_with_a_turn(client, duel_of):
    ada, ben, table = duel_of(client, time="10+5")
    passes(client, 60)
    ada.plays(table, "a1a2", 0)
    ada.post(f"/tables/{table}/undo")
    passes(client, 20)
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["clock"] == {
        "limit": "10+5",
        "left": [545.0, 580.0],
        "running": 0,
    }


def test_a_limit_that_cannot_be_read_is_refused_with_a_sentence(client, person):
    answer = person("Ada").post("/tables", game="yamamoto", time="soon")
    assert (answer.status_code, answer.json()["error"][:37]) == (400, 'Cannot read the time limit "soon": ex')


# Running out of time


def test_with_two_sides_the_other_wins_though_nobody_looks(client, duel_of):
    ada, ben, table = duel_of(client, time="10+5")
    passes(client, 600)
    result = seen(ben, table)["result"]
    assert (result["winners"], result["reason"]) == ([1], "One side ran out of time.")
    assert kinds(ada, table)[-2:] == ["out_of_time", "ended"]


def test_a_moment_earlier_nothing_happens(client, duel_of):
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 599.9)
    assert seen(ada, table)["result"] is None


def test_among_more_sides_a_bot_plays_on_and_the_record_names_both(client, person):
    ada, ben, cyd = (person(name) for name in ("Ada", "Ben", "Cyd"))
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"], time="1d")
    for each in (ben, cyd):
        each.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    passes(client, DAY)
    found = seen(ben, table["table"])
    assert (found["status"], found["bots"]) == ("playing", ["level:2", None, None])
    assert kinds(ben, table["table"])[3:5] == ["out_of_time", "bot_seated"]
    assert ben.get(f"/tables/{table['table']}/record").json()["players"] == ["Ada, then level:2", "Ben", "Cyd"]
    assert seen(ada, table["table"])["own"] == []


def test_who_ran_out_of_time_cannot_come_back(client, person):
    ada, ben, cyd = (person(name) for name in ("Ada", "Ben", "Cyd"))
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"], time="1d")
    for each in (ben, cyd):
        each.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    passes(client, DAY)
    assert "sit" not in seen(ada, table["table"])["may"]
    assert ada.post(f"/tables/{table['table']}/sit", invite=table["invite"]).status_code == 400


def test_a_move_that_comes_after_the_deadline_is_refused_with_a_sentence(client, duel_of):
    ada, _, table = duel_of(client, time="10+5")
    client.app.state.house.settings.time.seconds += 600.5  # and the keeper of time has not woken yet
    answer = ada.plays(table, "a1a2", 0)
    assert (answer.status_code, answer.json()["error"]) == (400, "The time of Orange is over: the move came too late.")
    assert kinds(ada, table)[-2:] == ["out_of_time", "ended"]
    assert seen(ada, table)["plies"] == []


def test_alone_a_match_that_was_lost_by_time_can_be_taken_back_with_time_again(client, person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"], time="10+5")["table"]
    with ada.socket(table) as socket:
        update = socket.receive_json()
        socket.send_json({"type": "play", "ply": 0, "moves": [update["moves"][0]["action"]]})
        while update["ply"] < 2:
            update = socket.receive_json()
    passes(client, 700)
    assert seen(ada, table)["result"]["winners"] == [1]
    assert ada.post(f"/tables/{table}/undo").json()["clock"]["left"][0] == 600.0


def test_time_runs_out_for_one_table_at_a_time(client, duel_of):
    first, second = duel_of(client, time="10+0"), duel_of(client, time="20+0")
    passes(client, 700)
    assert [seen(each[0], each[2])["result"] is None for each in (first, second)] == [False, True]
    passes(client, 600)
    assert seen(second[0], second[2])["result"]["winners"] == [1]


def test_a_table_that_left_the_memory_runs_out_of_time_too(client, monkeypatch, duel_of):
    monkeypatch.setattr("calumma.server.tables.KEPT_TABLES", 1)
    ada, _, table = duel_of(client, time="1d", wait=True)
    for _ in range(3):
        ada.opens(chairs=["me", "me"])
    assert table not in client.app.state.house.tables._tables
    passes(client, DAY)
    assert seen(ada, table)["result"]["winners"] == [1]


def test_on_one_device_every_seat_has_a_clock(client, person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "me"], time="10+0")["table"]
    passes(client, 10)
    ada.plays(table, "a1a2", 0)
    passes(client, 20)
    assert seen(ada, table)["clock"]["left"] == [590.0, 580.0]


def test_a_page_is_told_the_clocks(client, duel_of):
    ada, _, table = duel_of(client, time="10+5")
    with ada.socket(table, page=True) as socket:
        assert socket.receive_json()["clock"] == {"limit": "10+5", "left": [600.0, 600.0], "running": 0}


# Restarts


def test_while_no_server_runs_a_clock_stands_still(stores, settings, time, duel_of):
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
        passes(client, 60)
        ada.plays(table, "a1a2", 0)
        passes(client, 40)
    time.seconds += 5000
    with serving(stores(), settings) as client:
        passes(client, 10)  # in which everybody finds back
        assert seen(ada.at(client), table)["clock"] == {"limit": "10+5", "left": [545.0, 560.0], "running": 1}
        passes(client, 559)
        assert seen(ada.at(client), table)["result"] is None
        passes(client, 1)
        assert seen(ada.at(client), table)["result"]["winners"] == [0]


def test_what_a_killed_server_had_counted_is_counted(stores, settings, time, duel_of):
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
        passes(client, 100)
        client.portal.call(client.app.state.house.timekeeper._beat)
        passes(client, 3)
        client.app.state.house.timekeeper._run = None  # nothing more is noted
    time.seconds += 5000
    with serving(stores(), settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [500.0, 600.0]


def test_days_go_on_while_no_server_runs(stores, settings, time, duel_of):
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="3d", wait=True)
    time.seconds += DAY
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["clock"]["left"][0] == 2 * DAY


def test_who_ran_out_of_days_while_no_server_ran_has_an_hour(stores, settings, time, duel_of):
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="1d", wait=True)
    time.seconds += 4 * DAY
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["clock"]["left"][0] == 3610
        passes(client, 3610)
        assert seen(ada.at(client), table)["result"]["winners"] == [1]


def test_a_second_restart_forgives_both_pauses(stores, settings, time, duel_of):
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
    for _ in range(2):
        time.seconds += 3000
        with serving(stores(), settings) as client:
            passes(client, 110)
    time.seconds += 3000
    with serving(stores(), settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [400.0, 600.0]


STEPS = st.lists(st.tuples(st.sampled_from(["play", "play", "play", "undo", "resign"]), st.floats(0, 400)), max_size=40)


@given(steps=STEPS, limit=st.sampled_from(["10+5", "1h"]), game=st.sampled_from(["life", "bradley"]), seed=st.integers(0, 99))
@hypothesis_settings(max_examples=40, deadline=None)
def test_read_again_a_table_has_the_clocks_it_had(steps, limit, game, seed):
    """Whatever happens: plies, luck, turns taken back, matches lost by time or given up and taken back, pauses."""
    seconds, rng = 1000.0, calumma.Rng(seed)

    async def work():
        nonlocal seconds
        tables = Tables(MemoryStore(), lambda: seconds)
        tables.pauses.append((1500.0, 1900.0))
        plan = Plan(calumma.load(game, 2), ("me", "me"), time_limit=limit, begins="random")
        table = await tables.open(plan, Guest("ada", "Ada"))
        table.match.practice = True  # so that everything can be taken back
        for step, pause in steps:
            seconds += pause
            await table.keep_time()
            with suppress(GameError):
                if step == "play":
                    await table.change(lambda match: match.play(match.state.pick(rng)))
                elif step == "undo":
                    await table.change(lambda match: match.take_back())
                else:
                    await table.change(lambda match: match.resign(match.to_act))
        again = Table(await tables.store.table(table.id), tables.store, lambda: seconds, tables.pauses)
        now = seconds + 50
        assert again.clock.running == table.clock.running
        assert [again.clock.left(seat, now) for seat in (0, 1)] == [table.clock.left(seat, now) for seat in (0, 1)]

    asyncio.run(work())


# The keeper of time


def test_between_two_runs_there_is_a_pause():
    assert pauses_between([(10.0, 20.0), (50.0, 90.0), (100.0, 100.0)]) == [(20.0, 60.0), (90.0, 110.0)]


def test_it_wakes_by_itself_at_the_deadline(monkeypatch):
    monkeypatch.setattr(Limit, "parse", lambda text: Limit(0.05))

    async def work():
        store = MemoryStore()
        tables = Tables(store)
        keeper = Timekeeper(tables, store, Time())
        tables.on_change = keeper.watch
        await keeper.begin()
        keeper.start()
        table = await tables.open(Plan(calumma.load("yamamoto"), ("me", "me"), time_limit="short"), Guest("ada", "Ada"))
        changed = table.watch(None)
        changed.clear()
        await asyncio.wait_for(changed.wait(), 20)
        await keeper.stop()
        return table.match.result

    assert asyncio.run(work()).reason == "out-of-time"


def test_a_machine_that_was_asleep_charges_nobody(monkeypatch, time):
    async def work():
        store = MemoryStore()
        tables = Tables(store, time.now)
        keeper = Timekeeper(tables, store, time)
        tables.on_change = keeper.watch
        await keeper.begin()
        table = await tables.open(Plan(calumma.load("yamamoto"), ("me", "me"), time_limit="10+0"), Guest("ada", "Ada"))
        time.seconds += 8000
        await keeper._notice_sleep(time.seconds - 7900)
        await keeper.ring()
        left = table.clock.left(0, time.seconds + 10)
        return left, table.match.over, pauses_between(await store.begin_run(time.seconds + 1))

    left, over, pauses = asyncio.run(work())
    assert (left, over, pauses) == (500.0, False, [(1_000_100.0, 1_008_010.0)])


def test_deadlines_that_are_out_of_date_do_not_pile_up(time, monkeypatch):
    monkeypatch.setattr("calumma.server.timekeeper.MOST_STALE", 5)

    async def work():
        tables = Tables(MemoryStore(), time.now)
        keeper = Timekeeper(tables, tables.store, time)
        tables.on_change = keeper.watch
        table = await tables.open(Plan(calumma.load("yamamoto"), ("me", "me"), time_limit="3d"), Guest("ada", "Ada"))
        for ply in range(20):
            time.seconds += 1
            await table.change(lambda match: match.play(match.state.legal()[0]))
            assert len(keeper._queue) <= 7, ply
        return keeper._next() == table.clock.deadline

    assert asyncio.run(work())


def test_no_clock_runs_no_note_is_written(time):
    async def work():
        store = MemoryStore()
        keeper = Timekeeper(Tables(store, time.now), store, time)
        await keeper.begin()
        time.seconds += 100
        await keeper._beat()
        return await store.begin_run(time.seconds)

    assert asyncio.run(work()) == [(1_000_000.0, 1_000_000.0)]


def test_a_move_and_the_end_of_the_time_never_both_win(time):
    """Whoever gets the table first settles it; the other finds it settled."""

    async def work():
        tables = Tables(MemoryStore(), time.now)
        table = await tables.open(Plan(calumma.load("yamamoto"), ("me", "me"), time_limit="10+0"), Guest("ada", "Ada"))
        time.seconds += 600
        async with table.lock:
            late = await table.keep_time()
        async with table.lock:
            with pytest.raises(GameError, match="the match is over"):
                await table.change(lambda match: match.play("a1a2", 0, 0))
        return late, [event.kind for event in table.match.events]

    assert asyncio.run(work()) == (0, ["seated", "seated", "out_of_time", "ended"])
