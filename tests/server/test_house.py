"""Several servers of one house, in one process: a table has no home, and whoever asks gets what any of them has stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

import calumma
from calumma.core import GameError
from calumma.players import Choice
from calumma.search import Candidate
from calumma.server import Settings
from calumma.server.hosting import HostedServices
from calumma.server.redis_bus import packed, unpacked
from calumma.site.bus import DEADLINES, Exchange, News
from calumma.site.commands import Answer, Begin, Play, Sit, Undo, execute
from calumma.site.limits import Limits, Rates
from calumma.site.memory import MemoryStore
from calumma.site.opening import rematch_of
from calumma.site.questions import answer_text, failure_text, question_text, read_answer, read_question
from calumma.site.store import Guest, StoredTable
from calumma.site.table_plan import TablePlan
from calumma.site.tables import Tables
from calumma.site.viewers import Viewer

from .conftest import SETTINGS, HandMovedTime

ADA, BEN = Guest("ada", "Ada"), Guest("ben", "Ben")


class House:
    """A store, and servers that share it. News get lost where a test says so."""

    def __init__(self, settings: Settings = SETTINGS, loses: Callable[[News, str], bool] = lambda news, to: False) -> None:
        self.store, self.settings = MemoryStore(is_shared=True), settings
        self.exchange = Exchange(loses)
        self.servers: list[HostedServices] = []

    async def server(self, **chosen: Any) -> HostedServices:
        settings = Settings(**{**{name: getattr(self.settings, name) for name in self.settings.__dataclass_fields__}, **chosen})
        services = HostedServices(self.store, settings, self.exchange.bus(f"server {len(self.servers)}"))
        await services.start()
        self.servers.append(services)
        return services


@asynccontextmanager
async def a_house(
    *, settings: Settings = SETTINGS, loses: Callable[[News, str], bool] = lambda news, to: False
) -> AsyncIterator[House]:
    house = House(settings, loses)
    try:
        yield house
    finally:
        for services in house.servers:
            await services.stop()


async def opened(services: HostedServices, chairs: tuple[str, ...] = ("me", "open"), game: str = "yamamoto", **plan: Any) -> str:
    table = await services.tables.open(TablePlan(calumma.load(game), chairs, **plan), ADA)
    return table.id


async def does(services: HostedServices, table: str, who: Guest, command: Any) -> str:
    """What somebody is told who asks a server for something."""
    found = await services.table(table)
    try:
        await execute(found, Viewer(who), command, services.settings.load_player)
    except GameError as error:
        return str(error)
    return "done"


def invite(house: House, table: str) -> str:
    return house.store._tables[table].invite


async def duel(house: House, first: HostedServices, second: HostedServices, **plan: Any) -> str:
    table = await opened(first, **plan)
    assert await does(second, table, BEN, Sit(invite=invite(house, table))) == "done"
    return table


def test_a_table_is_played_at_any_server_in_turn() -> None:
    async def whole() -> list[Any]:
        async with a_house() as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            assert await does(second, table, ADA, Play(ply=0, moves=["a1a2"])) == "done"
            assert await does(first, table, BEN, Play(ply=1, moves=["a5a4"])) == "done"
            return [[each.text for each in (await server.table(table)).match.plies] for server in (first, second)]

    assert asyncio.run(whole()) == [["a1a2", "a5a4"]] * 2


def test_of_two_answers_at_two_servers_one_wins_and_the_other_gets_the_contracts_sentence() -> None:
    async def whole() -> None:
        async with a_house(loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await opened(first, ("me", "me"))
            for ply in range(20):
                tables = [await server.table(table) for server in (first, second)]
                move = tables[0].match.state.legal()[0]
                answers = await asyncio.gather(
                    *(does_at(server, each, ply, move) for server, each in zip((first, second), tables, strict=True))
                )
                assert sorted(answers) == sorted(["done", f"you answered ply {ply}, but the match is at ply {ply + 1}"])
            numbers = [event["number"] for event in house.store._tables[table].events]
            assert numbers == list(range(22))

    async def does_at(server: HostedServices, table: Any, ply: int, move: int) -> str:
        try:
            await execute(table, Viewer(ADA), Play(ply=ply, moves=[move]), server.settings.load_player)
        except GameError as error:
            return str(error)
        return "done"

    asyncio.run(whole())


def test_what_stands_between_events_is_not_overwritten_by_who_has_not_heard_of_it() -> None:
    async def whole() -> Any:
        async with a_house(loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second, waits=True)
            here, there = await first.table(table), await second.table(table)
            say = (first.settings.load_player,)
            await execute(here, Viewer(ADA), Begin(), *say)
            await execute(there, Viewer(BEN), Begin(), *say)  # knows nothing of Ada's
            return (await first.table(table)).status

    assert asyncio.run(whole()) == "playing"


def test_who_watches_at_another_server_is_told_at_once_and_keeps_the_connection() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            watched = await second.table(table)
            changed = watched.watch(BEN)
            await does(first, table, ADA, Play(ply=0, moves=["a1a2"]))
            await asyncio.wait_for(changed.wait(), 5)
            return watched.match.ply, watched.broken

    assert asyncio.run(whole()) == (1, False)


def test_who_asks_after_a_change_is_not_shown_what_was_read_for_somebody_before_it() -> None:
    class Slow(MemoryStore):
        async def table(self, table: str, since: int = 0) -> StoredTable | None:
            found = await super().table(table, since)
            await gate.wait()
            return found

    gate = asyncio.Event()

    async def work() -> tuple[int, int]:
        store = Slow(is_shared=True)
        here, there = Tables(store), Tables(store)
        table = await here.open(TablePlan(calumma.load("yamamoto"), ("me", "me")), Guest("ada", "Ada"))
        before = asyncio.create_task(there.fresh(table.id))
        await asyncio.sleep(0)
        await table.change(lambda match: match.play(match.state.legal()[0]))
        after = asyncio.create_task(there.fresh(table.id))
        await asyncio.sleep(0)
        gate.set()
        await before
        found = await after
        assert found is not None
        return found.version, table.version

    seen, kept = asyncio.run(work())
    assert seen == kept


def test_news_that_were_lost_are_found_by_looking() -> None:
    async def whole() -> Any:
        async with a_house(loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            watched = await second.table(table)
            changed = watched.watch(BEN)
            await does(first, table, ADA, Play(ply=0, moves=["a1a2"]))
            assert watched.match.ply == 0
            await second.tables.look_again()
            return watched.match.ply, changed.is_set()

    assert asyncio.run(whole()) == (1, True)


def test_an_undo_is_asked_for_at_one_server_and_granted_at_another() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            await does(first, table, ADA, Play(ply=0, moves=["a1a2"]))
            assert await does(second, table, ADA, Undo()) == "done"
            assert await does(first, table, BEN, Answer(agreed=True)) == "done"
            return [(await server.table(table)).match.ply for server in (first, second)]

    assert asyncio.run(whole()) == [0, 0]


def test_a_match_has_one_rematch_wherever_it_is_asked_for() -> None:
    async def whole() -> Any:
        async with a_house(loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            found = await first.table(table)
            async with found.lock:
                await found.seats.resign(0)
            await second.table(table)
            both = await asyncio.gather(rematch_of(first, ADA, table), rematch_of(second, BEN, table))
            again = await first.table(both[0].id)
            return {each.id for each in both} == {again.id}, again.free_seats

    assert asyncio.run(whole()) == (True, [])


def test_one_that_is_set_aside_at_one_server_is_gone_at_all() -> None:
    async def whole() -> Any:
        async with a_house(loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            await second.table(table)
            await first.operator.execute("set-aside", {"table": table})
            return await second.tables.fresh(table)

    assert asyncio.run(whole()) is None


async def keep_time(time: HandMovedTime, seconds: float, *servers: HostedServices) -> None:
    """Let time pass, and all servers keep it at the same moments."""
    for _ in range(round(seconds / 4)):
        time.seconds += 4.0
        await asyncio.gather(*(server.timekeeper.ring() for server in servers))


def events(house: House, table: str, kind: str) -> int:
    return sum(event["event"] == kind for event in house.store._tables[table].events)


def test_a_turn_ends_once_though_two_servers_keep_its_time(time: HandMovedTime) -> None:
    async def whole() -> Any:
        async with a_house(settings=replace(SETTINGS, time=time), loses=lambda news, to: True) as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second, time_limit="1+0")
            assert await does(first, table, ADA, Play(ply=0, moves=["a1a2"])) == "done"
            await second.table(table)
            await keep_time(time, 52, first, second)
            before = events(house, table, "out_of_time")
            await keep_time(time, 60, first, second)
            return before, events(house, table, "out_of_time"), events(house, table, "ended")

    assert asyncio.run(whole()) == (0, 1, 1)


def test_a_turn_at_a_table_of_a_lost_server_ends_at_another(time: HandMovedTime) -> None:
    async def whole() -> Any:
        async with a_house(settings=replace(SETTINGS, time=time)) as house:
            lost, other = await house.server(), await house.server()
            table = await duel(house, lost, lost, time_limit="1+0")
            assert await does(lost, table, ADA, Play(ply=0, moves=["a1a2"])) == "done"
            house.exchange.leases = {DEADLINES: other.bus.server}  # the lost one's has expired
            await keep_time(time, 120, other)
            return events(house, table, "ended")

    assert asyncio.run(whole()) == 1


def test_a_turn_that_began_elsewhere_ends_though_nobody_watches_the_table_here(time: HandMovedTime) -> None:
    async def whole() -> Any:
        async with a_house(settings=replace(SETTINGS, time=time)) as house:
            keeper, lost = await house.server(), await house.server()
            table = await duel(house, keeper, lost, time_limit="1+0")
            assert await does(keeper, table, ADA, Play(ply=0, moves=["a1a2"])) == "done"
            assert await does(lost, table, BEN, Play(ply=1, moves=["a5a4"])) == "done"
            house.exchange.leases = {DEADLINES: keeper.bus.server}
            await keep_time(time, 120, keeper)  # it has the match in memory as it was before the last ply
            return events(house, table, "ended")

    assert asyncio.run(whole()) == 1


def test_a_server_that_starts_beside_another_stops_no_clock(time: HandMovedTime) -> None:
    async def whole() -> Any:
        async with a_house(settings=replace(SETTINGS, time=time)) as house:
            first = await house.server()
            await keep_time(time, 20, first)
            time.seconds += 3.0  # since it last said that it runs
            second = await house.server()
            paused = list(second.runs.pauses)
            await keep_time(time, 8, first, second)
            return len(paused), second.runs.pauses, first.runs.pauses

    assert asyncio.run(whole()) == (1, [], [])


def test_bots_think_where_a_thinker_is_and_only_there() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            server, thinker = await house.server(thinks=False), await house.server()
            table = await opened(server, ("me", "level:1"))
            await does(server, table, ADA, Play(ply=0, moves=["a1a2"]))
            while (await server.table(table)).match.ply < 2:
                await asyncio.sleep(0.01)
            assert thinker.house is not None
            assert server.house is not None
            return server.house.taker, thinker.house.taker.done  # type: ignore[union-attr]

    assert asyncio.run(whole()) == (None, 1)


def test_hints_are_given_by_thinkers_where_a_server_does_not_think() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            server, thinker = await house.server(thinks=False), await house.server()
            state = calumma.load("chamelequin").new()
            while state.to_act < 0:
                state.apply(state.legal()[0])
            seat = state.to_act
            choice = await server.bots.advise("level:1", state.game, state, seat, "ada")
            told = [news for news in house.exchange.told if news.kind == "answer"]
            kept = house.store.questions._waiting
            return choice.action in state.legal(), thinker.house.taker.done, len(told), kept  # type: ignore[union-attr]

    assert asyncio.run(whole()) == (True, 1, 1, {})


def test_who_asks_where_nobody_thinks_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.site.questions.UNTAKEN", -1.0)

    async def whole() -> None:
        async with a_house() as house:
            server = await house.server(thinks=False)
            state = calumma.load("yamamoto").new()
            await server.bots.advise("level:1", state.game, state, 0, "ada")

    with pytest.raises(GameError, match="nobody has time to think about this now"):
        asyncio.run(whole())


def test_a_question_holds_what_its_seat_knows_and_an_answer_comes_back_whole() -> None:
    game = calumma.load("life")
    state = game.new()
    while state.to_act < 0:
        state.apply(state.legal()[0])
    text = question_text("level:4", state, state.to_act)
    spec, read, seat, _ = read_question(text)
    assert (spec, seat, game.position_text(read, seat)) == ("level:4", state.to_act, game.position_text(state, seat))
    choice = Choice(3, [0.5, 0.25], [3, 4], 20, 2, candidates=[Candidate(3, 9, 0.5, True, (3, 4))], note="a note")
    assert read_answer(answer_text(choice)) == choice
    with pytest.raises(GameError, match="it is too late"):
        read_answer(failure_text("it is too late"))


def test_thoughts_are_taken_in_turns_of_people_and_those_that_people_wait_for_first() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            server = await house.server(thinks=False)
            mine = [await opened(server, ("level:1", "me")) for _ in range(3)]
            bots = await opened(server, ("level:1", "level:1"))
            plan = TablePlan(calumma.load("yamamoto"), ("level:1", "me"))
            other = (await server.tables.open(plan, BEN)).id
            thoughts, now = house.store.thoughts, server.runs.now()
            await thoughts.note_looks([bots], now)
            order = [await thoughts.take("thinker", now) for _ in range(6)]
            return order == [mine[0], other, mine[1], mine[2], bots, None]

    assert asyncio.run(whole())


def test_a_thought_whose_thinker_is_lost_is_anothers_and_the_first_one_may_not_go_on() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            server = await house.server(thinks=False)
            table = await opened(server, ("level:1", "me"))
            thoughts, now = house.store.thoughts, server.runs.now()
            assert await thoughts.take("lost", now) == table
            assert await thoughts.take("other", now + 14.0) is None
            assert await thoughts.take("other", now + 16.0) == table
            return await thoughts.renew(table, "lost", now + 17.0), await thoughts.renew(table, "other", now + 17.0)

    assert asyncio.run(whole()) == (False, True)


def test_somebody_who_watches_at_another_server_is_present_until_that_server_is_silent() -> None:
    async def whole() -> Any:
        async with a_house() as house:
            first, second = await house.server(), await house.server()
            table = await duel(house, first, second)
            here, there = await first.table(table), await second.table(table)
            changed = there.watch(BEN)
            first.house.hear(News("here", table, held=tuple(there.watchers.here().items()), server="server 1"))  # type: ignore[union-attr]
            seen = [here.watchers.present("ben"), here.watchers.looks("ben"), here.watchers.absence("ben")]
            there.unwatch(changed)
            first.house.hear(News("here", table, server="server 1"))  # type: ignore[union-attr]
            return [*seen, here.watchers.present("ben"), here.watchers.away_since("ben") is not None]

    assert asyncio.run(whole()) == [True, True, 0.0, False, True]


def test_permits_taken_at_one_server_are_missing_at_another() -> None:
    here, there = (Limits(SETTINGS.allowance, 1.0, 10.0) for _ in range(2))
    letters = Rates(1.0, 3.0)
    here.share()
    there.share(letters=letters)
    assert here.may_ask("192.0.2.1", 9.0)
    for name, used in here.accounts(False):
        there.note_elsewhere("here", name, used)
    assert not there.may_ask("192.0.2.1", 5.0)
    assert letters.is_shared


def test_sockets_are_counted_at_all_servers() -> None:
    here, there = (Limits(SETTINGS.allowance, 1.0, 10.0) for _ in range(2))
    with here.socket("192.0.2.1", None):
        for name, used in here.accounts(True):
            there.note_elsewhere("here", name, used)
    assert there._sockets["192.0.2.1"] == 1


def test_a_delivery_is_taken_once() -> None:
    async def whole() -> Any:
        from calumma.site.outbox import Delivery, Notice

        outbox = MemoryStore().outbox
        notice = Notice("n", "ada", "t", 1, "yamamoto", 0, "", 5.0)
        await outbox.add_notice(notice, ["mail"])
        waiting = Delivery(notice, "mail", 0, 5.0)
        return await outbox.take(waiting, 100.0), await outbox.take(waiting, 100.0)

    assert asyncio.run(whole()) == (True, False)


@pytest.mark.parametrize("text", ["", "[]", '["table"]', '["other","t",1,[],"s"]', '{"kind":1}', '["table","t","x",[],"s"]'])
def test_a_message_that_is_none_of_ours_is_passed_over(text: str) -> None:
    assert unpacked(text) is None


def test_news_of_a_table_say_nothing_but_its_id_and_how_often_it_was_changed() -> None:
    news = News("table", "t1", 7)
    assert packed(news, "s") == '["table","t1",7,[],"s"]'
    assert unpacked(packed(news, "s")) == News("table", "t1", 7, (), "s")
