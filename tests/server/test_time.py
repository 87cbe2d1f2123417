"""Time limits: days a turn and clocks, kept by the server alone, through restarts, on every store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import calumma
from calumma.core import GameError
from calumma.play import Limit
from calumma.server import MemoryStore, Settings, create_app
from calumma.site.runs import Runs, pauses_between
from calumma.site.store import Guest, Store, StoredTable, Unavailable
from calumma.site.table import Table
from calumma.site.table_plan import TablePlan
from calumma.site.tables import Tables
from calumma.site.timekeeper import Timekeeper
from calumma.site.times import SystemTime

from .conftest import passes

if TYPE_CHECKING:
    from tests.server.conftest import HandMovedTime, Person

DAY = 86400.0


@pytest.fixture
def settings(settings: Settings, time: HandMovedTime) -> Any:
    return replace(settings, time=time)


@contextmanager
def serving(store: Any, settings: Settings) -> Iterator[Any]:
    with TestClient(create_app(store, settings), base_url="http://calumma.test") as client:
        yield client


@pytest.fixture
def duel_of(visitor: Callable[[TestClient, str], Person]) -> Callable[..., Any]:
    """Two people at a table of yamamoto, both ready."""
    return lambda client, **wish: begun_duel(visitor(client, "Ada"), visitor(client, "Ben"), wish)


def begun_duel(ada: Person, ben: Person, wish: dict[str, bool | str]) -> tuple[Person, Person, str]:
    table = ada.opens(chairs=["me", "open"], **wish)  # type: ignore[arg-type]
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    for each in (ada, ben):
        each.post(f"/tables/{table['table']}/begin")
    assert ada.get(f"/tables/{table['table']}").json()["status"] == "playing"
    return ada, ben, table["table"]


def seen(person: Any, table: str) -> dict[str, Any]:
    return person.get(f"/tables/{table}").json()


def kinds(person: Person, table: str) -> list[str]:
    return [event["event"] for event in seen(person, table)["events"]]


# Counting


def test_a_table_without_a_limit_has_no_clock(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    assert seen(ada, table)["clock"] is None


def test_the_clock_of_who_is_to_act_runs_down(client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]) -> None:
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 60)
    assert seen(ada, table)["clock"] == {"limit": "10+5", "left": [540.0, 600.0], "running": 0}


def test_a_turn_costs_its_time_and_brings_the_increment(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 60)
    ada.plays(table, "a1a2", 0)
    passes(client, 30)
    assert seen(ada, table)["clock"] == {"limit": "10+5", "left": [545.0, 570.0], "running": 1}


def test_with_days_a_turn_every_turn_has_them_all(client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]) -> None:
    ada, _, table = duel_of(client, time="2d", wait=True)
    passes(client, 1.5 * DAY)
    ada.plays(table, "a1a2", 0)
    assert seen(ada, table)["clock"] == {"limit": "2d", "left": [2 * DAY, 2 * DAY], "running": 1}


def test_before_the_match_begins_no_clock_runs(client: TestClient, person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"], time="10+5")["table"]
    passes(client, 9999)
    assert seen(ada, table)["clock"]["running"] is None


def test_people_with_a_clock_of_minutes_say_that_they_are_ready(client: TestClient, person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], time="10+5")
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    passes(client, 9999)
    assert seen(ada, table["table"])["status"] == "waiting"
    ben.post(f"/tables/{table['table']}/begin")
    assert ada.post(f"/tables/{table['table']}/begin").json()["clock"] == {"limit": "10+5", "left": [600.0, 600.0], "running": 0}


def test_with_days_a_turn_nobody_needs_to_say_so(client: TestClient, person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], time="3d")
    assert ben.post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()["status"] == "playing"


def test_bots_have_no_clock_and_cost_nothing(client: TestClient, person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"], time="10+5")["table"]
    with ada.socket(table) as socket:
        update = socket.receive_json()
        assert update["clock"] == {"limit": "10+5", "left": [600.0, None], "running": 0}
        passes(client, 100)
        socket.send_json({"type": "play", "ply": 0, "moves": [update["moves"][0]["action"]]})
        while update["ply"] < 2:
            update = socket.receive_json()
    assert update["clock"] == {"limit": "10+5", "left": [505.0, None], "running": 0}


def test_what_was_thought_is_not_given_back_with_a_turn(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
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


def test_a_limit_that_cannot_be_read_is_refused_with_a_sentence(client: TestClient, person: Callable[[str], Person]) -> None:
    answer = person("Ada").post("/tables", game="yamamoto", time="soon")
    assert (answer.status_code, answer.json()["error"][:37]) == (400, 'Cannot read the time limit "soon": ex')


# Running out of time


def test_with_two_sides_the_other_wins_though_nobody_looks(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    ada, ben, table = duel_of(client, time="10+5")
    passes(client, 600)
    result = seen(ben, table)["result"]
    assert (result["winners"], result["reason"]) == ([1], "One side ran out of time.")
    assert kinds(ada, table)[-2:] == ["out_of_time", "ended"]


def test_a_moment_earlier_nothing_happens(client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]) -> None:
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 599.9)
    assert seen(ada, table)["result"] is None


def test_among_more_sides_a_bot_plays_on_and_the_record_names_both(client: TestClient, person: Callable[[str], Person]) -> None:
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


def test_who_ran_out_of_time_cannot_come_back(client: TestClient, person: Callable[[str], Person]) -> None:
    ada, ben, cyd = (person(name) for name in ("Ada", "Ben", "Cyd"))
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"], time="1d")
    for each in (ben, cyd):
        each.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    passes(client, DAY)
    assert "sit" not in seen(ada, table["table"])["may"]
    assert ada.post(f"/tables/{table['table']}/sit", invite=table["invite"]).status_code == 400


def test_a_move_that_comes_after_the_deadline_is_refused_with_a_sentence(
    client: Any, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 599.5)
    client.app.state.services.settings.time.seconds += 1  # and the keeper of time has not woken yet
    answer = ada.plays(table, "a1a2", 0)
    assert (answer.status_code, answer.json()["error"]) == (400, "Orange ran out of time: the move came too late.")
    assert kinds(ada, table)[-2:] == ["out_of_time", "ended"]
    assert seen(ada, table)["plies"] == []


def test_alone_a_match_that_was_lost_by_time_can_be_taken_back_with_time_again(
    client: TestClient, person: Callable[[str], Person]
) -> None:
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


def test_time_runs_out_for_one_table_at_a_time(client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]) -> None:
    first, second = duel_of(client, time="10+0"), duel_of(client, time="20+0")
    passes(client, 700)
    assert [seen(each[0], each[2])["result"] is None for each in (first, second)] == [False, True]
    passes(client, 600)
    assert seen(second[0], second[2])["result"]["winners"] == [1]


def test_a_table_that_left_the_memory_runs_out_of_time_too(
    client: Any, monkeypatch: pytest.MonkeyPatch, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    monkeypatch.setattr("calumma.site.tables.KEPT_TABLES", 1)
    ada, _, table = duel_of(client, time="1d", wait=True)
    for _ in range(3):
        ada.opens(chairs=["me", "me"])
    assert table not in client.app.state.services.tables._tables
    passes(client, DAY)
    assert seen(ada, table)["result"]["winners"] == [1]


def test_on_one_device_every_seat_has_a_clock(client: TestClient, person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "me"], time="10+0")["table"]
    passes(client, 10)
    ada.plays(table, "a1a2", 0)
    passes(client, 20)
    assert seen(ada, table)["clock"]["left"] == [590.0, 580.0]


def test_a_page_is_told_the_clocks(client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]]) -> None:
    ada, _, table = duel_of(client, time="10+5")
    with ada.socket(table, page=True) as socket:
        assert socket.receive_json()["clock"] == {"limit": "10+5", "left": [600.0, 600.0], "running": 0}


# Restarts


def test_while_no_server_runs_a_clock_stands_still(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
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


def test_what_a_killed_server_had_counted_is_counted(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
        passes(client, 100)
        passes(client, 3)
        client.app.state.services.runs._run = None  # nothing more is noted
    time.seconds += 5000
    with serving(stores(), settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [500.0, 600.0]


def test_days_go_on_while_no_server_runs(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="3d", wait=True)
    time.seconds += DAY
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["clock"]["left"][0] == 2 * DAY


def test_who_ran_out_of_days_while_no_server_ran_has_an_hour(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="1d", wait=True)
    time.seconds += 4 * DAY
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["clock"]["left"][0] == 3610
        passes(client, 3610)
        assert seen(ada.at(client), table)["result"]["winners"] == [1]


def test_a_second_restart_forgives_both_pauses(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
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
def test_read_again_a_table_has_the_clocks_it_had(steps: list[tuple[str, float]], limit: str, game: str, seed: int) -> None:
    """Whatever happens: plies, luck, turns taken back, matches lost by time or given up and taken back, pauses."""
    seconds, rng = 1000.0, calumma.Rng(seed)

    async def work() -> None:
        nonlocal seconds
        store = MemoryStore()
        runs = Runs(store, SystemTime())
        runs.now = lambda: seconds  # type: ignore[method-assign]
        tables = Tables(store, runs)
        runs.pauses.append((1500.0, 1900.0))
        plan = TablePlan(calumma.load(game, 2), ("me", "me"), time_limit=limit, begins="random")
        table = await tables.open(plan, Guest("ada", "Ada"))
        table.match.practice = True  # so that everything can be taken back
        for step, pause in steps:
            seconds += pause
            await table.timer.keep_time()
            with suppress(GameError):
                if step == "play":
                    await table.change(lambda match: match.play(match.state.pick(rng)))
                elif step == "undo":
                    await table.change(lambda match: match.take_back())
                else:
                    await table.change(lambda match: match.resign(match.to_act))
        again = Table(await tables.store.table(table.id), tables.store, runs)  # type: ignore[arg-type]
        now = seconds + 50
        assert again.clock.running == table.clock.running
        left = [table.clock.left(seat, now) for seat in (0, 1)]  # the same seconds, added in another order
        assert [again.clock.left(seat, now) for seat in (0, 1)] == pytest.approx(left, abs=1e-6)

    asyncio.run(work())


# A time of day that jumps, and seconds that nobody could use


def test_after_a_sleep_a_move_before_the_next_beat_is_accepted_and_the_sleep_costs_nothing(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]], time: HandMovedTime
) -> None:
    ada, _, table = duel_of(client, time="10+5")
    passes(client, 60)
    time.jumped += 3600  # asleep: the time of day went on, the machine counted nothing
    answer = ada.plays(table, "a1a2", 0)
    assert answer.status_code == 200, answer.text
    passes(client, 10)  # in which everybody finds back
    assert seen(ada, table)["clock"] == {"limit": "10+5", "left": [545.0, 600.0], "running": 1}


def test_a_sleep_is_remembered_by_the_next_server(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
        passes(client, 60)
        time.jumped += 3600
        ada.plays(table, "a1a2", 0)
        passes(client, 70)
    with serving(stores(), settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [545.0, 540.0]


def test_days_go_on_in_a_sleep_and_whoever_ran_out_of_them_has_an_hour(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]], time: HandMovedTime
) -> None:
    ada, _, table = duel_of(client, time="3d", wait=True)
    time.jumped += DAY
    passes(client, 1)
    assert seen(ada, table)["clock"]["left"][0] == 2 * DAY - 1
    time.jumped += 5 * DAY
    assert ada.plays(table, "a1a2", 0).status_code == 200


def test_a_sleep_is_as_long_as_the_clock_went_ahead_in_it_and_earlier_steps_of_the_clock_charge_nobody(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]], time: HandMovedTime
) -> None:
    time.jumped += 20  # the clock is set right, before the turn begins
    ada, _, table = duel_of(client, time="3d", wait=True)
    time.jumped += DAY
    passes(client, 1)
    assert seen(ada, table)["clock"]["left"][0] == 2 * DAY - 1


def test_when_the_time_of_day_is_set_back_thinking_still_costs_its_time(
    client: TestClient, duel_of: Callable[..., tuple[Person, Person, str]], time: HandMovedTime
) -> None:
    ada, _, table = duel_of(client, time="10+5")
    time.jumped -= 3600
    passes(client, 60)
    assert seen(ada, table)["clock"]["left"] == [540.0, 600.0]
    passes(client, 540)
    assert seen(ada, table)["result"]["winners"] == [1]


def test_when_it_was_set_back_before_a_restart_clocks_do_not_stand_still(
    stores: Callable[[], Store], settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(stores(), settings) as client:
        ada, _, table = duel_of(client, time="10+5")
        passes(client, 60)
    time.jumped -= 7200
    with serving(stores(), settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [540.0, 600.0]
        passes(client, 40)
        assert seen(ada.at(client), table)["clock"]["left"] == [500.0, 600.0]


class FailingStore(MemoryStore):
    """A store that at times cannot be written to."""

    fails = False

    def _check(self) -> None:
        if self.fails:
            raise OSError(28, "No space left on device")

    async def append(self, table: Any, change: Any) -> None:
        self._check()
        await super().append(table, change)

    async def note_run(self, began: Any, until: Any) -> None:
        self._check()
        await super().note_run(began, until)


@pytest.fixture
def failing() -> FailingStore:
    return FailingStore()


def test_nobody_loses_on_time_while_nothing_can_be_written(
    failing: FailingStore, settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(failing, settings) as client:
        ada, _, table = duel_of(client, time="10+0")
        passes(client, 590)
        failing.fails = True
        time.seconds += 4
        assert ada.plays(table, "a1a2", 0).status_code == 503
        time.seconds += 300  # in which ada's time would have run out
        client.portal.call(suppressed, client.app.state.services.timekeeper.ring)
        failing.fails = False
        time.seconds += 1
        passes(client, 10)
        assert seen(ada, table)["clock"]["left"] == [10.0, 600.0]
        assert ada.plays(table, "a1a2", 0).status_code == 200


async def suppressed(work: Any) -> None:
    with suppress(OSError):
        await work()


def test_what_could_not_be_written_in_is_a_pause_for_the_next_server_too(
    failing: FailingStore, settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    with serving(failing, settings) as client:
        ada, _, table = duel_of(client, time="10+0")
        passes(client, 90)
        failing.fails = True
        assert ada.plays(table, "a1a2", 0).status_code == 503
        time.seconds += 300
        failing.fails = False
        passes(client, 20)
    with serving(failing, settings) as client:
        passes(client, 10)
        assert seen(ada.at(client), table)["clock"]["left"] == [500.0, 600.0]


def test_the_time_that_slow_writing_takes_counts_for_nobody(
    failing: FailingStore, settings: Settings, time: HandMovedTime, duel_of: Callable[..., tuple[Person, Person, str]]
) -> None:
    append = failing.append

    async def slowly(table: Any, change: Any) -> None:
        time.seconds += 20
        await append(table, change)

    with serving(failing, settings) as client:
        ada, _, table = duel_of(client, time="10+0")
        failing.append = slowly  # type: ignore[method-assign]
        ada.plays(table, "a1a2", 0)
        failing.append = append  # type: ignore[method-assign]
        passes(client, 15)
        assert seen(ada, table)["clock"]["left"] == [600.0, 595.0]


# The keeper of time


def test_between_two_runs_there_is_a_pause() -> None:
    assert pauses_between([(10.0, 20.0), (50.0, 90.0), (100.0, 100.0)]) == [(20.0, 60.0), (90.0, 110.0)]


def test_a_server_that_fails_to_start_does_not_end_a_pause() -> None:
    assert pauses_between([(10.0, 20.0), (30.0, 30.0), (50.0, 50.0)]) == [(20.0, 60.0)]
    assert pauses_between([(10.0, 10.0), (50.0, 50.0)]) == [(10.0, 60.0)]
    assert pauses_between([(10.0, 10.0)]) == []


@pytest.mark.parametrize("notes", [Runs.beat, Runs.prove, Runs.end])
def test_a_jump_that_is_noticed_while_a_run_is_noted_is_a_pause_for_the_next_server_too(
    notes: Callable[..., Any], time: HandMovedTime
) -> None:
    async def work() -> list[tuple[float, float]]:
        store = MemoryStore()
        runs = Runs(store, time)
        await runs.begin()
        time.seconds += 100
        time.jumped += 5000
        await notes(runs)  # and then it is killed
        time.seconds += 10
        following = Runs(store, time)
        await following.begin()
        return following.pauses

    [(begin, over)] = asyncio.run(work())
    assert begin == 1_000_100.0
    assert over >= 1_005_100.0


def test_a_jump_while_the_end_of_an_outage_is_written_is_a_pause_too(time: HandMovedTime) -> None:
    class Shaky(MemoryStore):
        fails = jumps = False

        async def note_run(self, began: float, at: float) -> None:
            if self.fails:
                raise OSError("no space left on device")
            await super().note_run(began, at)

        async def begin_run(self, at: float) -> list[tuple[float, float]]:
            if self.jumps:
                self.jumps = False
                time.jumped += 5000
                runs.now()
            return await super().begin_run(at)

    async def work() -> list[tuple[float, float]]:
        await runs.begin()
        time.seconds += 100
        store.fails = True
        with pytest.raises(Unavailable):
            await runs.beat()
        time.seconds += 100
        store.fails, store.jumps = False, True
        await runs.beat()
        following = Runs(store, time)
        await following.begin()
        return following.pauses

    store = Shaky()
    runs = Runs(store, time)
    assert asyncio.run(work())[-1][1] >= 1_005_200.0


def test_it_wakes_by_itself_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limit, "parse", lambda text: Limit(0.05))

    async def work() -> Any:
        store = MemoryStore()
        runs = Runs(store, SystemTime())
        tables = Tables(store, runs)
        keeper = Timekeeper(tables, runs)
        tables.on_change = keeper.watch
        await runs.begin()
        keeper.start()
        table = await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me"), time_limit="short"), Guest("ada", "Ada"))
        changed = table.watch(None)
        changed.clear()
        await asyncio.wait_for(changed.wait(), 20)
        await keeper.stop()
        return table.match.result

    assert asyncio.run(work()).reason == "out-of-time"


def test_a_machine_that_was_asleep_charges_nobody(monkeypatch: pytest.MonkeyPatch, time: HandMovedTime) -> None:
    async def work() -> tuple[float, bool, list[tuple[float, float]]]:
        store = MemoryStore()
        runs = Runs(store, time)
        tables = Tables(store, runs)
        keeper = Timekeeper(tables, runs)
        tables.on_change = keeper.watch
        await runs.begin()
        table = await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me"), time_limit="10+0"), Guest("ada", "Ada"))
        time.seconds += 100
        runs.expected = time.seconds
        time.seconds += 7900  # the whole process was stopped
        await keeper.ring()
        left = table.clock.left(0, time.seconds + 10)
        return left, table.match.over, pauses_between(await store.begin_run(time.seconds + 1))

    left, over, pauses = asyncio.run(work())
    assert (left, over, pauses) == (500.0, False, [(1_000_100.0, 1_008_010.0)])


def test_deadlines_that_are_out_of_date_do_not_pile_up(time: HandMovedTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.site.timekeeper.MOST_STALE", 5)

    async def work() -> bool:
        runs = Runs(MemoryStore(), time)
        tables = Tables(runs.store, runs)
        keeper = Timekeeper(tables, runs)
        tables.on_change = keeper.watch
        table = await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me"), time_limit="3d"), Guest("ada", "Ada"))
        for ply in range(20):
            time.seconds += 1
            await table.change(lambda match: match.play(match.state.legal()[0]))
            assert len(keeper._queue) <= 7, ply
        return keeper._next() == table.clock.deadline

    assert asyncio.run(work())


class Doubtful(MemoryStore):
    async def add_table(self, table: StoredTable) -> None:
        await super().add_table(table)
        raise OSError("the connection was lost before the answer came")


def test_bots_play_at_a_table_that_was_kept_though_its_opening_seemed_to_fail(time: HandMovedTime) -> None:
    async def work() -> list[int | None]:
        runs = Runs(Doubtful(), time)
        tables = Tables(runs.store, runs)
        keeper, to_act = Timekeeper(tables, runs), []
        tables.on_change = lambda table: to_act.append(table.bot_to_act)
        await runs.begin()
        with pytest.raises(Unavailable):
            await tables.open(TablePlan(calumma.load("yamamoto"), ("random", "me")), Guest("ada", "Ada"))
        time.seconds += 1  # the trouble is over
        await keeper.ring()
        await keeper.ring()
        return to_act

    assert asyncio.run(work()) == [0]


def test_a_table_that_was_kept_though_its_opening_seemed_to_fail_runs_out_of_time_too(time: HandMovedTime) -> None:
    async def work() -> bool:
        store = Doubtful()
        runs = Runs(store, time)
        tables = Tables(store, runs)
        keeper = Timekeeper(tables, runs)
        tables.on_change = keeper.watch
        await runs.begin()
        await keeper.ring()
        with pytest.raises(Unavailable):
            await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me"), time_limit="10+0"), Guest("ada", "Ada"))
        for seconds in (1, 611):  # the trouble is over; ten seconds later the clock begins to run
            time.seconds += seconds
            await keeper.ring()
        [table] = await store.tables_of("ada", 2)
        stored = await store.table(table)
        return stored is not None and stored.ended

    assert asyncio.run(work())


def test_no_clock_runs_no_note_is_written(time: HandMovedTime) -> None:
    async def work() -> list[tuple[float, float]]:
        store = MemoryStore()
        runs = Runs(store, time)
        keeper = Timekeeper(Tables(store, runs), runs)
        await runs.begin()
        time.seconds += 100
        await keeper._beat()
        return await store.begin_run(time.seconds)

    assert asyncio.run(work()) == [(1_000_000.0, 1_000_000.0)]


def test_a_move_and_the_end_of_the_time_never_both_win(time: HandMovedTime) -> None:
    """Whoever gets the table first settles it; the other finds it settled."""

    async def work() -> Any:
        store = MemoryStore()
        tables = Tables(store, Runs(store, time))
        table = await tables.open(TablePlan(calumma.load("yamamoto"), ("me", "me"), time_limit="10+0"), Guest("ada", "Ada"))
        time.seconds += 600
        async with table.lock:
            late = await table.timer.keep_time()
        async with table.lock:
            with pytest.raises(GameError, match="the match is over"):
                await table.change(lambda match: match.play("a1a2", 0, 0))
        return late, [event.kind for event in table.match.events]

    assert asyncio.run(work()) == (0, ["seated", "seated", "out_of_time", "ended"])
