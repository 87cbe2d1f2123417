"""Seats: when a match begins and with whom, who left and who comes back, who may watch, and offers that outlive the server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from calumma.play import verify
from calumma.records import Record
from calumma.server import Settings, create_app
from calumma.site.store import Change, Store

if TYPE_CHECKING:
    from tests.server.conftest import HandMovedTime, Person


@pytest.fixture
def settings(settings: Settings, time: HandMovedTime) -> Any:
    return replace(settings, time=time)


def seen(person: Any, table: Any) -> dict[str, Any]:
    return person.get(f"/tables/{table}").json()


def seat_all(host: Person, others: list[Person], game: str = "yamamoto", **wish: bool | str) -> str:
    """Open a table for some people and let them sit down."""
    table = host.opens(game, chairs=["me", *["open"] * len(others)], seats=len(others) + 1, **wish)
    for other in others:
        assert other.post(f"/tables/{table['table']}/sit", invite=table["invite"]).status_code == 200
    return table["table"]


@pytest.fixture
def trio(person: Callable[[str], Person]) -> list[Person | str]:
    """Three people at a table of bradley."""
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    return [*people, seat_all(people[0], people[1:], "bradley")]


# Beginning


def test_a_table_that_waits_begins_when_everybody_has_said_so(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], wait=True)
    assert (seen(ada, table)["status"], seen(ada, table)["ready"]) == ("waiting", [])
    assert ben.post(f"/tables/{table}/begin").json()["ready"] == [1]
    assert ada.post(f"/tables/{table}/begin").json()["status"] == "playing"
    assert [event["event"] for event in seen(ada, table)["events"]] == ["seated", "seated", "begun"]


def test_until_then_nobody_can_play(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], wait=True)
    answer = ada.plays(table, "a1a2", 0)
    assert answer.json()["error"] == "The match has not begun: not everyone is ready."


def test_who_was_ready_early_waits_for_the_others(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], wait=True)
    ada.post(f"/tables/{table['table']}/begin")
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    assert "begin" not in seen(ada, table["table"])["may"]
    assert ben.post(f"/tables/{table['table']}/begin").json()["status"] == "playing"


def test_bots_are_always_ready(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"], wait=True)["table"]
    ada.post(f"/tables/{table}/begin")
    assert ada.post(f"/tables/{table}/fill").json()["status"] == "playing"


def test_where_nobody_asked_for_it_a_match_begins_at_once(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    assert ada.post(f"/tables/{table}/begin").json()["error"] == "The match has already begun."


def test_a_table_of_bots_alone_waits_for_nobody(person: Callable[[str], Person]) -> None:
    assert person("Ada").opens(chairs=["random", "random"], wait=True)["status"] == "playing"


def test_a_stranger_cannot_begin(person: Callable[[str], Person]) -> None:
    table = seat_all(person("Ada"), [person("Ben")], wait=True)
    answer = person("Eve").post(f"/tables/{table}/begin")
    assert (answer.status_code, answer.json()["error"]) == (400, "You have no seat at this table: you can watch.")


# Seeds


def commits(person: Any, table: str, seed: str) -> Any:
    return person.post(f"/tables/{table}/commit", commitment=hashlib.sha256(seed.encode()).hexdigest())


def opens_seed(person: Any, table: str, seed: str) -> Any:
    return person.post(f"/tables/{table}/seed", seed=seed)


@pytest.fixture
def pair(person: Callable[[str], Person]) -> tuple[Person, Person, str]:
    """Two people at a table of piecepack, both about to commit to a seed."""
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("piecepack", chairs=["me", "open"], commits=True)
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"], commits=True)
    return ada, ben, table["table"]


def test_the_commitment_is_shown_before_anybody_adds_a_seed(person: Callable[[str], Person]) -> None:
    table = person("Ada").opens("piecepack", chairs=["me", "level:2"], wait=True)
    assert (len(table["luck"]["commitment"]), table["luck"]["seeds"], table["ply"]) == (64, [None, None], 0)
    assert table["may"] == ["commit", "seed", "begin", "leave", "close"]


def test_two_people_commit_then_open_and_the_match_begins(pair: tuple[Person, Person, str]) -> None:
    ada, ben, table = pair
    assert seen(ada, table)["luck"]["waits_for"] == [0, 1]
    assert "seed" not in commits(ada, table, "a's seed").json()["may"]
    both = commits(ben, table, "b's seed").json()
    assert (both["luck"]["seeds"], both["status"], "seed" in both["may"]) == ([None, None], "waiting", True)
    first = opens_seed(ben, table, "b's seed").json()
    assert (first["luck"]["seeds"], first["luck"]["waits_for"], first["ply"]) == ([None, "b's seed"], [0], 0)
    begun = opens_seed(ada, table, "a's seed").json()
    assert (begun["status"], begun["luck"]["seeds"], begun["ply"] > 0) == ("playing", ["a's seed", "b's seed"], True)
    ada.post(f"/tables/{table}/resign")
    record = Record.from_json(ada.get(f"/tables/{table}/record").json())
    assert verify(record, "a's seed").fits
    assert record.chance.seed_commitments == tuple(both["luck"]["seed_commitments"])


def test_no_seed_is_shown_while_somebody_has_not_committed(pair: tuple[Person, Person, str]) -> None:
    ada, _, table = pair
    commits(ada, table, "a")
    answer = opens_seed(ada, table, "a")
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "Seeds are opened when everyone has committed: Ben has not yet.",
    )


def test_nor_while_a_seat_is_free(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "open"])["table"]
    commits(ada, table, "a")
    assert opens_seed(ada, table, "a").json()["error"] == "Seeds are opened when everyone has sat down: Pink is still free."


def test_who_does_not_open_holds_the_match_up_by_name_and_the_others_may_leave(pair: tuple[Person, Person, str]) -> None:
    ada, ben, table = pair
    commits(ada, table, "a")
    commits(ben, table, "b")
    opens_seed(ada, table, "a")
    answer = ada.plays(table, "pass", 0)
    assert answer.json()["error"] == "The match has not begun: Ben must open the seed first."
    left = ada.post(f"/tables/{table}/leave").json()
    assert (left["status"], left["own"], left["ply"], left["result"]["winners"]) == ("over", [], 0, [])
    assert (left["result"]["words"], left["result"]["reason"]) == (
        "The match was called off. Nothing was dealt.",
        "Ada left before the match began.",
    )
    assert opens_seed(ben, table, "b").status_code == 400


def test_a_program_that_wants_no_seed_is_not_waited_for(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    assert seen(ada, seat_all(ada, [ben], "piecepack"))["status"] == "playing"


def test_who_promised_a_commitment_can_do_without(pair: tuple[Person, Person, str]) -> None:
    ada, ben, table = pair
    ada.post(f"/tables/{table}/commit", commitment=None)
    commits(ben, table, "b")
    assert opens_seed(ben, table, "b").json()["status"] == "playing"


def test_a_commitment_comes_with_sitting_down_and_can_be_replaced(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("piecepack", chairs=["me", "open"])
    digest = hashlib.sha256(b"first").hexdigest()
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"], seed_commitment=digest)
    assert seen(ben, table["table"])["luck"]["seed_commitments"] == [None, digest]
    commits(ben, table["table"], "second")
    assert opens_seed(ben, table["table"], "first").status_code == 400
    assert opens_seed(ben, table["table"], "second").json()["luck"]["seeds"] == [None, "second"]


def test_alone_with_bots_a_seed_comes_with_begin(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "level:2"], wait=True)
    begun = ada.post(f"/tables/{table['table']}/begin", seed="mine").json()
    assert (begun["luck"]["seeds"], begun["luck"]["commitment"]) == (["mine", None], table["luck"]["commitment"])
    assert (begun["status"], begun["ply"] > 0) == ("playing", True)


def test_with_others_it_does_not(pair: tuple[Person, Person, str]) -> None:
    ada, ben = pair[:2]
    table = seat_all(ada, [ben], "piecepack", wait=True)
    answer = ada.post(f"/tables/{table}/begin", seed="mine")
    assert (answer.status_code, "other people play" in answer.json()["error"].lower()) == (400, True)
    assert ada.post(f"/tables/{table}/seed", seed="mine").status_code == 400
    assert seen(ada, table)["luck"]["seeds"] == [None, None]


def test_after_the_first_draw_seeds_are_closed(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "me"])["table"]
    for answer in (opens_seed(ada, table, "late"), commits(ada, table, "late")):
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "It is too late for seeds: they can be added until the first ply.",
        )


def test_a_game_without_luck_takes_no_seed(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"])["table"]
    assert opens_seed(ada, table, "x").json()["error"] == "Yamamoto has no luck to add a seed to."
    assert commits(ada, table, "x").json()["error"] == "Yamamoto has no luck to add a seed to."


def test_nobody_adds_a_seed_for_another_or_for_a_bot(person: Callable[[str], Person]) -> None:
    ada, ben, cyd = person("Ada"), person("Ben"), person("Cyd")
    table = ada.opens("piecepack", seats=4, chairs=["me", "open", "open", "level:2"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    digest = hashlib.sha256(b"x").hexdigest()
    for seat in (0, 2, 3):
        for path, body in (("seed", {"seed": "x"}), ("commit", {"commitment": digest})):
            answer = ben.post(f"/tables/{table['table']}/{path}", seat=seat, **body)
            assert (answer.status_code, answer.json()["error"]) == (400, f"Seat {seat} is not yours.")
    assert commits(cyd, table["table"], "x").status_code == 400


def test_the_host_who_knows_the_secret_finds_no_last_seed_that_is_taken(pair: tuple[Person, Person, str], client: Any) -> None:
    """The attack as it was found: the honest seed is open, the secret is known, and thousands of seeds are tried."""
    host, honest, table = pair
    commits(host, table, "anything")
    commits(honest, table, "honest")
    opens_seed(honest, table, "honest")
    match = client.portal.call(client.app.state.services.tables.find, table).match
    state = match.game.new()
    poor = {match.game.move_text(state, match.luck.with_seed(0, f"try {n}").choose(state, match.game, 0)) for n in range(2000)}
    assert len(poor) > 20, "with another last seed the host could have any first draw"
    for number in range(50):
        assert opens_seed(host, table, f"try {number}").status_code == 400
        assert commits(host, table, f"try {number}").status_code == 400
    assert opens_seed(host, table, "anything").json()["luck"]["seeds"] == ["anything", "honest"]


def test_a_rematch_waits_for_the_seeds_that_were_promised(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], "piecepack")
    ada.post(f"/tables/{table}/resign")
    again = ada.post(f"/tables/{table}/rematch", commits=True).json()["table"]
    assert ben.post(f"/tables/{table}/rematch", commits=True).json()["luck"]["waits_for"] == [0, 1]
    for each, seed in ((ada, "a"), (ben, "b")):
        commits(each, again, seed)
    for each, seed in ((ada, "a"), (ben, "b")):
        opens_seed(each, again, seed)
    assert seen(ada, again)["status"] == "playing"


def test_seeds_stay_with_the_seats_where_they_were_committed_when_luck_says_who_begins(person: Callable[[str], Person]) -> None:
    for _ in range(6):
        ada, ben = person("Ada"), person("Ben")
        table = seat_all(ada, [ben], "piecepack", begins="random", wait=True)
        for each, seed in ((ada, "a"), (ben, "b")):
            commits(each, table, seed)
        for each, seed in ((ada, "a"), (ben, "b")):
            opens_seed(each, table, seed)
            each.post(f"/tables/{table}/begin")
        assert seen(ada, table)["luck"]["seeds"] == ["a", "b"]
        ada.post(f"/tables/{table}/resign")
        assert verify(Record.from_json(ada.get(f"/tables/{table}/record").json()), "b").fits


# Leaving before the match begins


def test_anybody_can_leave_a_waiting_table_and_the_seat_is_free_again(person: Callable[[str], Person]) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Cyd", "Dan")]
    table = people[0].opens("bradley", seats=3, chairs=["me", "open", "open"])
    join = {"invite": table["invite"]}
    people[1].post(f"/tables/{table['table']}/sit", **join)
    left = people[1].post(f"/tables/{table['table']}/leave").json()
    assert (left["players"], left["own"], left["status"]) == (["Ada", None, None], [], "waiting")
    people[2].post(f"/tables/{table['table']}/sit", **join)
    assert people[3].post(f"/tables/{table['table']}/sit", **join).json()["players"] == ["Ada", "Cyd", "Dan"]
    assert table["table"] not in [each["table"] for each in people[1].get("/tables").json()["mine"]]


def test_who_leaves_is_not_ready_any_more(person: Callable[[str], Person]) -> None:
    ada, ben, cyd = person("Ada"), person("Ben"), person("Cyd")
    table = ada.opens(chairs=["me", "open"], wait=True)
    for each in (ben, cyd):
        each.post(f"/tables/{table['table']}/sit", invite=table["invite"])
        each.post(f"/tables/{table['table']}/begin")
        each.post(f"/tables/{table['table']}/leave") if each is ben else None
    assert seen(ada, table["table"])["ready"] == [1]


def test_nobody_leaves_a_match_under_way(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    answer = ada.post(f"/tables/{table}/leave")
    assert (answer.status_code, answer.json()["error"]) == (400, "The match has begun: resign, or let a bot take over.")


def test_the_last_one_who_leaves_ends_the_table(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"], open=True)["table"]
    assert ada.post(f"/tables/{table}/leave").json()["status"] == "over"
    assert person("Ben").get("/tables").json()["open"] == []
    answer = person("Ben").post(f"/tables/{table}/sit")
    assert answer.json()["error"] == "This table is not waiting for anyone: you can watch."


def test_who_opened_a_table_can_close_it_and_nobody_else(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], wait=True)
    assert ben.post(f"/tables/{table}/close").json()["error"] == "Only the host can close the table: you can leave it."
    closed = ada.post(f"/tables/{table}/close").json()
    assert (closed["status"], closed["may"], closed["result"]["winners"]) == ("over", [], [])
    assert ben.post(f"/tables/{table}/begin").status_code == 400


def test_a_table_that_was_closed_stays_so_after_a_restart(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben], wait=True)
        left = seat_all(ada, [ben], "bradley", wait=True)
        ada.post(f"/tables/{table}/close")
        ben.post(f"/tables/{left}/leave")
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["status"] == "over"
        assert (seen(ada.at(client), left)["status"], seen(ben.at(client), left)["own"]) == ("waiting", [])
        waiting = client.portal.call(client.app.state.services.store.match_index.briefs, "waiting", 10)
        assert [each.id for each in waiting] == [left]


def test_seeds_go_on_after_a_restart(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = ada.opens("piecepack", chairs=["me", "open"], commits=True)
        name = table["table"]
        ben.post(f"/tables/{name}/sit", invite=table["invite"], commits=True)
        commits(ada, name, "a")
    with serving(stores(), settings) as client:
        ada, ben = ada.at(client), ben.at(client)
        assert seen(ada, name)["luck"]["waits_for"] == [0, 1]
        commits(ben, name, "b")
        opens_seed(ada, name, "a")
    with serving(stores(), settings) as client:
        assert opens_seed(ben.at(client), name, "b").json()["status"] == "playing"


def test_a_match_with_seeds_of_old_goes_on_and_its_record_is_told_apart(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    """A database of today: seeds were shown at once, in events of the kind "seed"."""
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = ada.opens("piecepack", chairs=["me", "open"])
        name, store = table["table"], client.app.state.services.store
        old = {"number": 1, "event": "seed", "seat": 0, "seed": "old"}
        client.portal.call(store.append, name, Change([old]))
    with serving(stores(), settings) as client:
        ada, ben = ada.at(client), ben.at(client)
        begun = ben.post(f"/tables/{name}/sit", invite=table["invite"]).json()
        assert (begun["status"], begun["luck"]["seeds"]) == ("playing", ["old", None])
        assert begun["luck"]["seed_commitments"] is None
        ada.post(f"/tables/{name}/resign")
        report = verify(Record.from_json(ada.get(f"/tables/{name}/record").json()))
        assert (report.fits, "the host could have chosen" in report.remark) == (True, True)


# Who begins


def test_by_lot_the_seats_are_drawn_when_everybody_is_there_and_the_record_proves_it(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins="random")
    found = seen(ada, table)
    first = found["events"][2]["first"]
    assert found["players"] == (["Ada", "Ben"], ["Ben", "Ada"])[first]
    assert (found["own"], seen(ben, table)["own"]) == ([first], [1 - first])
    ada.post(f"/tables/{table}/resign")
    record = Record.from_json(ada.get(f"/tables/{table}/record").json())
    assert (record.chance.first, verify(record).fits) == (first, True)


def test_by_lot_both_begin_at_some_time(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    assert {seen(ada, seat_all(ada, [ben], begins="random"))["own"][0] for _ in range(30)} == {0, 1}


def test_the_lot_stands_in_the_log(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins="random")
    with ada.socket(table, page=True) as socket:
        words = socket.receive_json()["log"]["lines"][-1]["words"]
    first = seen(ada, table)["players"][0]
    assert words == f"{first} was chosen by lot to go first, as Orange. The others follow in the order of their seats."


def test_against_a_bot_the_lot_is_drawn_at_once(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    tables = [ada.opens(chairs=["me", "random"], begins="random") for _ in range(30)]
    assert {tuple(table["own"]) for table in tables} == {(0,), (1,)}


def rematch_seats(person: Any, begins: str) -> tuple[list[str], dict[str, Any]]:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins=begins)
    ada.post(f"/tables/{table}/resign")
    again = ben.post(f"/tables/{table}/rematch").json()["table"]
    return ada.post(f"/tables/{table}/rematch").json()["players"], seen(ben, again)


def test_rotating_seats_move_on_in_a_rematch_and_everybody_finds_the_own_one(person: Callable[[str], Person]) -> None:
    players, found = rematch_seats(person, "rotating")
    assert (players, found["own"], found["status"]) == (["Ben", "Ada"], [0], "playing")


def test_chosen_seats_stay_in_a_rematch(person: Callable[[str], Person]) -> None:
    players, found = rematch_seats(person, "chosen")
    assert (players, found["own"]) == (["Ada", "Ben"], [1])


def test_a_rematch_keeps_what_was_agreed_on(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], time="3d", closed=True, begins="random", wait=True)
    for each in (ada, ben):
        each.post(f"/tables/{table}/begin")
    ada.post(f"/tables/{table}/resign")
    again = ada.post(f"/tables/{table}/rematch").json()
    assert (again["clock"]["limit"], again["closed"], again["begins"], again["ready"]) == ("3d", True, "random", [])


# Who left


def test_a_bot_plays_on_when_all_others_agree(trio: list[Person | str], time: HandMovedTime) -> None:
    ada, ben, _, table = trio
    time.seconds += 300
    asked = ada.post(f"/tables/{table}/replace", seat=2).json()
    assert (asked["offer"]["kind"], asked["offer"]["target"], asked["offer"]["mine"]) == ("bot", 2, True)
    assert seen(ben, table)["offer"]["may_answer"] is True
    agreed = ben.post(f"/tables/{table}/answer", agreed=True).json()
    assert (agreed["bots"], agreed["offer"]) == ([None, None, "level:2"], None)
    assert ben.get(f"/tables/{table}/record").json()["players"][2] == "Cyd, then level:2"


def test_who_does_not_agree_keeps_the_seat_for_the_other(trio: list[Person | str], time: HandMovedTime) -> None:
    ada, ben, _, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    declined = ben.post(f"/tables/{table}/answer", agreed=False).json()
    assert (declined["bots"], declined["offer"]) == ([None, None, None], None)


def test_an_answer_to_another_offer_than_the_one_that_stands_is_refused(trio: list[Person | str], time: HandMovedTime) -> None:
    ada, ben, _, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    assert ben.post(f"/tables/{table}/answer", agreed=True, kind="undo").status_code == 400
    assert seen(ada, table)["bots"] == [None, None, None]


def test_with_two_people_the_one_who_stayed_decides(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, _, table = duel
    time.seconds += 300
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


def test_the_strength_of_a_substitute_belongs_to_the_table_not_to_who_asks(
    duel: tuple[Person, Person, str], time: HandMovedTime
) -> None:
    ada, _, table = duel
    time.seconds += 300
    answer = ada.post(f"/tables/{table}/replace", seat=1, bot="random")
    expected = '"random" cannot take over: at this table level:2 does, as agreed at the start.'
    assert (answer.status_code, answer.json()["error"], seen(ada, table)["bots"]) == (400, expected, [None, None])
    assert ada.post(f"/tables/{table}/replace", seat=1, bot="level:2").json()["bots"] == [None, "level:2"]


def test_the_substitute_is_chosen_when_the_table_is_opened_and_shown_to_all(
    person: Callable[[str], Person], time: HandMovedTime
) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], substitute="level:5")
    assert seen(person("Eve"), table)["substitute"] == "level:5"
    time.seconds += 300
    assert ben.post(f"/tables/{table}/replace", seat=0).json()["bots"] == ["level:5", None]


def test_a_substitute_that_nobody_knows_is_refused(person: Callable[[str], Person]) -> None:
    answer = person("Ada").post("/tables", game="yamamoto", substitute="deep blue")
    assert (answer.status_code, 'unknown bot "deep blue"' in answer.json()["error"].lower()) == (400, True)


def test_among_more_sides_the_tables_substitute_plays_on_for_who_resigned(person: Callable[[str], Person]) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    table = seat_all(people[0], people[1:], "bradley", substitute="random")
    assert people[1].post(f"/tables/{table}/resign").json()["bots"] == [None, "random", None]


def test_a_rematch_keeps_the_substitute(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], substitute="level:4")
    ada.post(f"/tables/{table}/resign")
    assert ada.post(f"/tables/{table}/rematch").json()["substitute"] == "level:4"


def test_what_was_played_before_somebody_left_is_not_taken_back_while_they_are_away(
    duel: tuple[Person, Person, str], time: HandMovedTime
) -> None:
    ada, ben, table = duel
    for ply, (who, move) in enumerate([(ada, "a1a2"), (ben, "a5a4"), (ada, "c1c2"), (ben, "c5c4")]):
        assert who.plays(table, move, ply).status_code == 200
    time.seconds += 300
    assert ada.post(f"/tables/{table}/replace", seat=1).status_code == 200
    answer = ada.post(f"/tables/{table}/undo")
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "Ply 2 cannot be taken back: Ben left at ply 4 and would have to agree, but is away.",
    )
    assert seen(ben, table)["plies"][:4] == ["a1a2", "a5a4", "c1c2", "c5c4"]


def test_what_was_played_after_somebody_left_can_be_taken_back(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, _, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    ada.plays(table, "a1a2", 0)
    assert ada.post(f"/tables/{table}/undo").json()["ply"] == 0


def test_who_came_back_is_asked_like_anybody(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    ben.post(f"/tables/{table}/sit")
    assert ada.post(f"/tables/{table}/undo").json()["offer"]["kind"] == "undo"
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["ply"] == 0


def test_nobody_is_replaced_who_has_been_away_for_a_moment_only(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, _, table = duel
    time.seconds += 120
    answer = ada.post(f"/tables/{table}/replace", seat=1)
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "Ben was here less than 3 minutes ago: a bot can take over for someone who has been away for 5 minutes.",
    )


def test_who_plays_without_watching_is_not_away(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, ben, table = duel
    time.seconds += 9999
    ada.plays(table, "a1a2", 0)
    ben.plays(table, "a5a4", 1)
    time.seconds += 200
    assert ada.post(f"/tables/{table}/replace", seat=1).status_code == 400
    assert ben.get(f"/tables/{table}").status_code == 200
    time.seconds += 200
    assert ada.post(f"/tables/{table}/replace", seat=1).status_code == 400
    time.seconds += 100
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


def test_nobody_is_replaced_who_is_looking(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, ben, table = duel
    time.seconds += 9999
    with ben.socket(table) as socket:
        socket.receive_json()
        assert ada.post(f"/tables/{table}/replace", seat=1).json()["error"].startswith("Ben is here: a bot can take over")


def test_who_is_to_be_replaced_is_not_asked(trio: list[Person | str], time: HandMovedTime) -> None:
    ada, _, cyd, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    assert seen(cyd, table)["offer"]["may_answer"] is False
    assert cyd.post(f"/tables/{table}/answer", agreed=False).json()["error"] == "Nobody has asked you for anything."


def test_who_comes_back_before_all_have_agreed_is_not_replaced(trio: list[Person | str], time: HandMovedTime) -> None:
    ada, ben, cyd, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    with cyd.socket(table) as socket:  # type: ignore[arg-type]
        socket.receive_json()
        assert ben.post(f"/tables/{table}/answer", agreed=True).status_code == 400
    assert seen(ada, table)["bots"] == [None, None, None]


def test_with_days_a_turn_a_day_has_to_pass(person: Callable[[str], Person], time: HandMovedTime) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], time="7d")
    time.seconds += 3600
    assert ada.post(f"/tables/{table}/replace", seat=1).status_code == 400
    time.seconds += 86400
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


def test_who_has_to_go_can_leave_the_seat_to_a_bot_if_the_other_agrees(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    assert ada.post(f"/tables/{table}/replace", seat=0).json()["offer"]["target"] == 0
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["bots"] == ["level:2", None]


def test_bots_and_strangers_are_not_replaced_and_do_not_replace(person: Callable[[str], Person], time: HandMovedTime) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"])["table"]
    time.seconds += 300
    assert "o person plays seat" in ada.post(f"/tables/{table}/replace", seat=1).json()["error"]
    assert person("Eve").post(f"/tables/{table}/replace", seat=0).status_code == 400


def test_who_was_replaced_comes_back_without_an_invitation(duel: tuple[Person, Person, str], time: HandMovedTime) -> None:
    ada, ben, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    assert (seen(ben, table)["own"], seen(ben, table)["may"]) == ([], ["sit"])
    back = ben.post(f"/tables/{table}/sit").json()
    assert (back["own"], back["bots"]) == ([1], [None, None])
    assert ben.get(f"/tables/{table}/record").json()["players"] == ["Ada", "Ben, then level:2, then Ben"]


def test_a_stranger_does_not_come_back(
    duel: tuple[Person, Person, str], person: Callable[[str], Person], time: HandMovedTime
) -> None:
    ada, _, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    assert person("Eve").post(f"/tables/{table}/sit").json()["error"] == "This table is not waiting for anyone: you can watch."


def test_the_seat_of_a_deleted_person_can_be_given_to_a_bot_at_once(duel: tuple[Person, Person, str], client: Any) -> None:
    ada, ben, table = duel
    services = client.app.state.services
    guest = client.portal.call(services.guests.known, ben.token)
    client.portal.call(services.forget, guest)
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


# Who may watch


@pytest.fixture
def closed(person: Callable[[str], Person]) -> tuple[Person, Person, str]:
    ada, ben = person("Ada"), person("Ben")
    return ada, ben, seat_all(ada, [ben], closed=True)


@pytest.mark.parametrize("address", ["", "/record", "/positions/0"])
def test_a_closed_table_is_seen_by_those_who_play(
    closed: tuple[Person, Person, str], person: Callable[[str], Person], address: str
) -> None:
    ada, ben, table = closed
    assert [each.get(f"/tables/{table}{address}").status_code for each in (ada, ben, person("Eve"))] == [200, 200, 403]


def test_nor_has_it_a_page_or_a_socket_for_others(
    closed: tuple[Person, Person, str], client: TestClient, person: Callable[[str], Person]
) -> None:
    _, _, table = closed
    page = client.get(f"/t/{table}")
    assert (page.status_code, "This table is private: only those who play here can see it." in page.text) == (403, True)
    with pytest.raises(WebSocketDisconnect), person("Eve").socket(table):
        pass


@pytest.mark.parametrize("command", ["undo", "resign", "begin"])
def test_nor_does_it_answer_commands_of_others(
    closed: tuple[Person, Person, str], person: Callable[[str], Person], command: str
) -> None:
    assert person("Eve").post(f"/tables/{closed[2]}/{command}").status_code == 403


def test_who_is_invited_can_sit_down_at_a_closed_table(person: Callable[[str], Person], client: TestClient) -> None:
    table = person("Ada").opens(chairs=["me", "open"], closed=True)
    assert client.get(f"/t/{table['table']}/join/{table['invite']}").status_code == 200
    assert person("Ben").post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()["own"] == [1]


def test_a_wrong_invitation_to_a_closed_table_tells_nothing(person: Callable[[str], Person], client: TestClient) -> None:
    ada = person("Ada")
    closed = ada.opens(chairs=["me", "open"], closed=True)["table"]
    begun = ada.opens(chairs=["me", "me"], closed=True)["table"]
    pages = [client.get(f"/t/{table}/join/wrong") for table in (closed, begun, "nowhere")]
    assert {(page.status_code, page.text) for page in pages} == {(404, pages[0].text)}
    assert "Ada" not in pages[0].text
    eve = person("Eve")
    answers = [eve.post(f"/tables/{table}/sit", invite="wrong") for table in (closed, begun)]
    assert {answer.json()["error"] for answer in answers} == {"This table is by invitation: open the link that you were sent."}


def test_only_who_opened_the_table_gives_the_seats_of_friends_to_bots(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    answer = ben.post(f"/tables/{table['table']}/fill")
    assert (answer.status_code, "only the host" in answer.json()["error"]) == (400, True)
    assert ("fill" in seen(ben, table["table"])["may"], "fill" in seen(ada, table["table"])["may"]) == (False, True)
    assert ada.post(f"/tables/{table['table']}/fill").json()["bots"] == [None, None, "level:2"]


def test_who_left_a_closed_table_sees_it_no_more(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"], closed=True)
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    assert ben.post(f"/tables/{table['table']}/leave").json() == {"type": "left", "table": table["table"]}
    assert ben.get(f"/tables/{table['table']}").status_code == 403


def test_a_closed_table_is_listed_while_it_has_a_free_seat_only(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], closed=True, open=True)["table"]
    assert [each["table"] for each in ben.get("/tables").json()["open"]] == [table]
    ben.post(f"/tables/{table}/sit")
    found = person("Eve").get("/tables").json()
    assert (found["open"], found["watch"]) == ([], [])


def test_who_resigned_can_still_see_a_closed_table(person: Callable[[str], Person]) -> None:
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    table = seat_all(people[0], people[1:], "bradley", closed=True)
    people[1].post(f"/tables/{table}/resign")
    assert people[1].get(f"/tables/{table}").status_code == 200


# Restarts


@contextmanager
def serving(store: Any, settings: Settings) -> Iterator[Any]:
    with TestClient(create_app(store, settings), base_url="http://calumma.test") as client:
        yield client


def test_an_offer_to_take_back_outlives_the_server(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        ada.plays(table, "a1a2", 0)
        ada.post(f"/tables/{table}/undo")
    with serving(stores(), settings) as client:
        ben = ben.at(client)
        assert seen(ben, table)["offer"]["may_answer"] is True
        assert ben.post(f"/tables/{table}/answer", agreed=True).json()["ply"] == 0


def test_so_does_who_has_agreed_already_and_who_is_ready(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    with serving(stores(), settings) as client:
        people = [visitor(client, name) for name in ("Ada", "Ben", "Cyd", "Dan")]
        table = seat_all(people[0], people[1:], "chamelequin")
        people[0].plays(table, seen(people[0], table)["moves"][0]["action"], 0)
        people[0].post(f"/tables/{table}/undo")
        people[1].post(f"/tables/{table}/answer", agreed=True)
        waiting = seat_all(people[0], people[1:2], wait=True)
        people[0].post(f"/tables/{waiting}/begin")
    with serving(stores(), settings) as client:
        people = [each.at(client) for each in people]
        assert [seen(each, table)["offer"]["answered"] for each in people] == [False, True, False, False]
        for each in people[2:]:
            answer = each.post(f"/tables/{table}/answer", agreed=True).json()
        assert answer["ply"] == 0
        assert people[1].post(f"/tables/{waiting}/begin").json()["status"] == "playing"


def test_an_offer_that_went_void_does_not_come_back(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        ada.plays(table, "a1a2", 0)
        ada.post(f"/tables/{table}/undo")
        ben.plays(table, "a5a4", 1)
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["offer"] is None


def test_who_was_replaced_can_come_back_after_a_restart(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person], time: HandMovedTime
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        time.seconds += 300
        ada.post(f"/tables/{table}/replace", seat=1)
    with serving(stores(), settings) as client:
        assert ben.at(client).post(f"/tables/{table}/sit").json()["own"] == [1]


def test_the_lot_is_the_same_after_a_restart(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben], begins="random")
        before = seen(ada, table)["players"], seen(ada, table)["own"]
    with serving(stores(), settings) as client:
        found = seen(ada.at(client), table)
        assert (found["players"], found["own"]) == before
