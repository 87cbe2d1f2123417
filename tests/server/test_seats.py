"""Seats: when a match begins and with whom, who left and who comes back, who may watch, and offers that outlive the server."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from calumma.play import verify
from calumma.records import Record
from calumma.server import create_app


@pytest.fixture
def settings(settings, time):
    return replace(settings, time=time)


def seen(person, table):
    return person.get(f"/tables/{table}").json()


def seat_all(host, others, game="yamamoto", **wish):
    """Open a table for some people and let them sit down."""
    table = host.opens(game, chairs=["me", *["open"] * len(others)], seats=len(others) + 1, **wish)
    for other in others:
        assert other.post(f"/tables/{table['table']}/sit", invite=table["invite"]).status_code == 200
    return table["table"]


@pytest.fixture
def trio(person):
    """Three people at a table of bradley."""
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    return [*people, seat_all(people[0], people[1:], "bradley")]


# Beginning


def test_a_table_that_waits_begins_when_everybody_has_said_so(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], wait=True)
    assert (seen(ada, table)["status"], seen(ada, table)["ready"]) == ("waiting", [])
    assert ben.post(f"/tables/{table}/begin").json()["ready"] == [1]
    assert ada.post(f"/tables/{table}/begin").json()["status"] == "playing"
    assert [event["event"] for event in seen(ada, table)["events"]] == ["seated", "seated", "begun"]


def test_until_then_nobody_can_play(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], wait=True)
    answer = ada.plays(table, "a1a2", 0)
    assert answer.json()["error"] == "The match has not begun: not everybody has said that it may begin."


def test_who_was_ready_early_waits_for_the_others(person):
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], wait=True)
    ada.post(f"/tables/{table['table']}/begin")
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    assert "begin" not in seen(ada, table["table"])["may"]
    assert ben.post(f"/tables/{table['table']}/begin").json()["status"] == "playing"


def test_bots_are_always_ready(person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"], wait=True)["table"]
    ada.post(f"/tables/{table}/begin")
    assert ada.post(f"/tables/{table}/fill").json()["status"] == "playing"


def test_where_nobody_asked_for_it_a_match_begins_at_once(duel):
    ada, _, table = duel
    assert ada.post(f"/tables/{table}/begin").json()["error"] == "The match has begun already."


def test_a_table_of_bots_alone_waits_for_nobody(person):
    assert person("Ada").opens(chairs=["random", "random"], wait=True)["status"] == "playing"


def test_a_stranger_cannot_begin(person):
    table = seat_all(person("Ada"), [person("Ben")], wait=True)
    answer = person("Eve").post(f"/tables/{table}/begin")
    assert (answer.status_code, answer.json()["error"]) == (400, "You have no seat at this table: you can watch.")


# Seeds


def test_the_commitment_is_shown_before_anybody_adds_a_seed(person):
    table = person("Ada").opens("piecepack", chairs=["me", "level:2"], wait=True)
    assert (len(table["luck"]["commitment"]), table["luck"]["seeds"], table["ply"]) == (64, [None, None], 0)
    assert table["may"] == ["seed", "begin"]


def test_a_seed_can_be_added_and_replaced_after_sitting_down(person):
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "open"])["table"]
    ada.post(f"/tables/{table}/seed", seed="one")
    assert ada.post(f"/tables/{table}/seed", seed="two").json()["luck"]["seeds"] == ["two", None]


def test_a_seed_comes_with_begin(person):
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "level:2"], wait=True)
    begun = ada.post(f"/tables/{table['table']}/begin", seed="mine").json()
    assert (begun["luck"]["seeds"], begun["luck"]["commitment"]) == (["mine", None], table["luck"]["commitment"])
    assert (begun["status"], begun["ply"] > 0) == ("playing", True)


def test_after_the_first_draw_seeds_are_closed(person):
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "me"])["table"]
    answer = ada.post(f"/tables/{table}/seed", seed="late")
    assert (answer.status_code, answer.json()["error"]) == (400, "Seeds are closed: they can be added until the first ply.")


def test_a_game_without_luck_takes_no_seed(person):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"])["table"]
    assert ada.post(f"/tables/{table}/seed", seed="x").json()["error"] == "Yamamoto has no luck to add a seed to."


def test_nobody_adds_a_seed_for_another(person):
    ada, ben, cyd = person("Ada"), person("Ben"), person("Cyd")
    table = ada.opens("piecepack", seats=3, chairs=["me", "open", "open"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    assert ben.post(f"/tables/{table['table']}/seed", seat=0, seed="x").json()["error"] == "Seat 0 is not yours."
    assert cyd.post(f"/tables/{table['table']}/seed", seed="x").status_code == 400


# Who begins


def test_by_lot_the_seats_are_drawn_when_everybody_is_there_and_the_record_proves_it(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins="random")
    found = seen(ada, table)
    first = found["events"][2]["first"]
    assert found["players"] == (["Ada", "Ben"], ["Ben", "Ada"])[first]
    assert (found["own"], seen(ben, table)["own"]) == ([first], [1 - first])
    ada.post(f"/tables/{table}/resign")
    record = Record.from_json(ada.get(f"/tables/{table}/record").json())
    assert (record.chance.first, verify(record).fits) == (first, True)


def test_by_lot_both_begin_at_some_time(person):
    ada, ben = person("Ada"), person("Ben")
    assert {seen(ada, seat_all(ada, [ben], begins="random"))["own"][0] for _ in range(30)} == {0, 1}


def test_the_lot_stands_in_the_log(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins="random")
    with ada.socket(table, page=True) as socket:
        words = socket.receive_json()["log"]["lines"][-1]["words"]
    first = seen(ada, table)["players"][0]
    assert words == f"By lot, {first} begins as Orange. The others follow in the order in which they sat."


def test_against_a_bot_the_lot_is_drawn_at_once(person):
    ada = person("Ada")
    tables = [ada.opens(chairs=["me", "random"], begins="random") for _ in range(30)]
    assert {tuple(table["own"]) for table in tables} == {(0,), (1,)}


def rematch_seats(person, begins):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], begins=begins)
    ada.post(f"/tables/{table}/resign")
    again = ben.post(f"/tables/{table}/rematch").json()["table"]
    return ada.post(f"/tables/{table}/rematch").json()["players"], seen(ben, again)


def test_rotating_seats_move_on_in_a_rematch_and_everybody_finds_the_own_one(person):
    players, found = rematch_seats(person, "rotating")
    assert (players, found["own"], found["status"]) == (["Ben", "Ada"], [0], "playing")


def test_chosen_seats_stay_in_a_rematch(person):
    players, found = rematch_seats(person, "chosen")
    assert (players, found["own"]) == (["Ada", "Ben"], [1])


def test_a_rematch_keeps_what_was_agreed_on(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], time="3d", closed=True, begins="random", wait=True)
    for each in (ada, ben):
        each.post(f"/tables/{table}/begin")
    ada.post(f"/tables/{table}/resign")
    again = ada.post(f"/tables/{table}/rematch").json()
    assert (again["clock"]["limit"], again["closed"], again["begins"], again["ready"]) == ("3d", True, "random", [])


# Who left


def test_a_bot_plays_on_when_all_others_agree(trio, time):
    ada, ben, _, table = trio
    time.seconds += 300
    asked = ada.post(f"/tables/{table}/replace", seat=2).json()
    assert (asked["offer"]["kind"], asked["offer"]["target"], asked["offer"]["mine"]) == ("bot", 2, True)
    assert seen(ben, table)["offer"]["may_answer"] is True
    agreed = ben.post(f"/tables/{table}/answer", agreed=True).json()
    assert (agreed["bots"], agreed["offer"]) == ([None, None, "level:2"], None)
    assert ben.get(f"/tables/{table}/record").json()["players"][2] == "Cyd, then level:2"


def test_who_does_not_agree_keeps_the_seat_for_the_other(trio, time):
    ada, ben, _, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    declined = ben.post(f"/tables/{table}/answer", agreed=False).json()
    assert (declined["bots"], declined["offer"]) == ([None, None, None], None)


def test_an_answer_to_another_offer_than_the_one_that_stands_is_refused(trio, time):
    ada, ben, _, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    assert ben.post(f"/tables/{table}/answer", agreed=True, kind="undo").status_code == 400
    assert seen(ada, table)["bots"] == [None, None, None]


def test_with_two_people_the_one_who_stayed_decides(duel, time):
    ada, _, table = duel
    time.seconds += 300
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


def test_the_strength_of_a_substitute_belongs_to_the_table_not_to_who_asks(duel, time):
    ada, _, table = duel
    time.seconds += 300
    answer = ada.post(f"/tables/{table}/replace", seat=1, bot="random")
    expected = 'Cannot let "random" play on: at this table level:2 does, as was agreed when it was opened.'
    assert (answer.status_code, answer.json()["error"], seen(ada, table)["bots"]) == (400, expected, [None, None])
    assert ada.post(f"/tables/{table}/replace", seat=1, bot="level:2").json()["bots"] == [None, "level:2"]


def test_the_substitute_is_chosen_when_the_table_is_opened_and_shown_to_all(person, time):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], substitute="level:5")
    assert seen(person("Eve"), table)["substitute"] == "level:5"
    time.seconds += 300
    assert ben.post(f"/tables/{table}/replace", seat=0).json()["bots"] == ["level:5", None]


def test_a_substitute_that_nobody_knows_is_refused(person):
    answer = person("Ada").post("/tables", game="yamamoto", substitute="deep blue")
    assert (answer.status_code, 'unknown bot "deep blue"' in answer.json()["error"].lower()) == (400, True)


def test_among_more_sides_the_tables_substitute_plays_on_for_who_resigned(person):
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    table = seat_all(people[0], people[1:], "bradley", substitute="random")
    assert people[1].post(f"/tables/{table}/resign").json()["bots"] == [None, "random", None]


def test_a_rematch_keeps_the_substitute(person):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], substitute="level:4")
    ada.post(f"/tables/{table}/resign")
    assert ada.post(f"/tables/{table}/rematch").json()["substitute"] == "level:4"


def test_what_was_played_before_somebody_left_is_not_taken_back_while_they_are_away(duel, time):
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


def test_what_was_played_after_somebody_left_can_be_taken_back(duel, time):
    ada, _, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    ada.plays(table, "a1a2", 0)
    assert ada.post(f"/tables/{table}/undo").json()["ply"] == 0


def test_who_came_back_is_asked_like_anybody(duel, time):
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    ben.post(f"/tables/{table}/sit")
    assert ada.post(f"/tables/{table}/undo").json()["offer"]["kind"] == "undo"
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["ply"] == 0


def test_nobody_is_replaced_who_has_been_away_for_a_moment_only(duel, time):
    ada, _, table = duel
    time.seconds += 120
    answer = ada.post(f"/tables/{table}/replace", seat=1)
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "Ben was here less than 3 minutes ago: a bot can play on for somebody who has been away for 5 minutes.",
    )


def test_who_plays_without_watching_is_not_away(duel, time):
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


def test_nobody_is_replaced_who_is_looking(duel, time):
    ada, ben, table = duel
    time.seconds += 9999
    with ben.socket(table) as socket:
        socket.receive_json()
        assert ada.post(f"/tables/{table}/replace", seat=1).json()["error"].startswith("Ben is here: a bot can play on")


def test_who_is_to_be_replaced_is_not_asked(trio, time):
    ada, _, cyd, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    assert seen(cyd, table)["offer"]["may_answer"] is False
    assert cyd.post(f"/tables/{table}/answer", agreed=False).json()["error"] == "Nobody has asked you for anything."


def test_who_comes_back_before_all_have_agreed_is_not_replaced(trio, time):
    ada, ben, cyd, table = trio
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=2)
    with cyd.socket(table) as socket:
        socket.receive_json()
        assert ben.post(f"/tables/{table}/answer", agreed=True).status_code == 400
    assert seen(ada, table)["bots"] == [None, None, None]


def test_with_days_a_turn_a_day_has_to_pass(person, time):
    ada, ben = person("Ada"), person("Ben")
    table = seat_all(ada, [ben], time="7d")
    time.seconds += 3600
    assert ada.post(f"/tables/{table}/replace", seat=1).status_code == 400
    time.seconds += 86400
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


def test_who_has_to_go_can_leave_the_seat_to_a_bot_if_the_other_agrees(duel):
    ada, ben, table = duel
    assert ada.post(f"/tables/{table}/replace", seat=0).json()["offer"]["target"] == 0
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["bots"] == ["level:2", None]


def test_bots_and_strangers_are_not_replaced_and_do_not_replace(person, time):
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"])["table"]
    time.seconds += 300
    assert "is not played by a person" in ada.post(f"/tables/{table}/replace", seat=1).json()["error"]
    assert person("Eve").post(f"/tables/{table}/replace", seat=0).status_code == 400


def test_who_was_replaced_comes_back_without_an_invitation(duel, time):
    ada, ben, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    assert (seen(ben, table)["own"], seen(ben, table)["may"]) == ([], ["sit"])
    back = ben.post(f"/tables/{table}/sit").json()
    assert (back["own"], back["bots"]) == ([1], [None, None])
    assert ben.get(f"/tables/{table}/record").json()["players"] == ["Ada", "Ben, then level:2, then Ben"]


def test_a_stranger_does_not_come_back(duel, person, time):
    ada, _, table = duel
    time.seconds += 300
    ada.post(f"/tables/{table}/replace", seat=1)
    assert person("Eve").post(f"/tables/{table}/sit").json()["error"] == "This table is not waiting for anybody: you can watch."


def test_the_seat_of_a_deleted_person_can_be_given_to_a_bot_at_once(duel, client):
    ada, ben, table = duel
    house = client.app.state.house
    guest = client.portal.call(house.guests.known, ben.token)
    client.portal.call(house.forget, guest)
    assert ada.post(f"/tables/{table}/replace", seat=1).json()["bots"] == [None, "level:2"]


# Who may watch


@pytest.fixture
def closed(person):
    ada, ben = person("Ada"), person("Ben")
    return ada, ben, seat_all(ada, [ben], closed=True)


@pytest.mark.parametrize("address", ["", "/record", "/positions/0"])
def test_a_closed_table_is_seen_by_those_who_play(closed, person, address):
    ada, ben, table = closed
    assert [each.get(f"/tables/{table}{address}").status_code for each in (ada, ben, person("Eve"))] == [200, 200, 403]


def test_nor_has_it_a_page_or_a_socket_for_others(closed, client, person):
    _, _, table = closed
    page = client.get(f"/t/{table}")
    assert (page.status_code, "This table is closed: only those who play here can see it." in page.text) == (403, True)
    with pytest.raises(WebSocketDisconnect), person("Eve").socket(table):
        pass


@pytest.mark.parametrize("command", ["undo", "resign", "begin"])
def test_nor_does_it_answer_commands_of_others(closed, person, command):
    assert person("Eve").post(f"/tables/{closed[2]}/{command}").status_code == 403


def test_who_is_invited_can_sit_down_at_a_closed_table(person, client):
    table = person("Ada").opens(chairs=["me", "open"], closed=True)
    assert client.get(f"/t/{table['table']}/join/{table['invite']}").status_code == 200
    assert person("Ben").post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()["own"] == [1]


def test_a_closed_table_is_listed_while_it_has_a_free_seat_only(person):
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"], closed=True, open=True)["table"]
    assert [each["table"] for each in ben.get("/tables").json()["open"]] == [table]
    ben.post(f"/tables/{table}/sit")
    found = person("Eve").get("/tables").json()
    assert (found["open"], found["watch"]) == ([], [])


def test_who_resigned_can_still_see_a_closed_table(person):
    people = [person(name) for name in ("Ada", "Ben", "Cyd")]
    table = seat_all(people[0], people[1:], "bradley", closed=True)
    people[1].post(f"/tables/{table}/resign")
    assert people[1].get(f"/tables/{table}").status_code == 200


# Restarts


@contextmanager
def serving(store, settings):
    with TestClient(create_app(store, settings), base_url="http://calumma.test") as client:
        yield client


def test_an_offer_to_take_back_outlives_the_server(stores, settings, visitor):
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        ada.plays(table, "a1a2", 0)
        ada.post(f"/tables/{table}/undo")
    with serving(stores(), settings) as client:
        ben = ben.at(client)
        assert seen(ben, table)["offer"]["may_answer"] is True
        assert ben.post(f"/tables/{table}/answer", agreed=True).json()["ply"] == 0


def test_so_does_who_has_agreed_already_and_who_is_ready(stores, settings, visitor, time):
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


def test_an_offer_that_went_void_does_not_come_back(stores, settings, visitor):
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        ada.plays(table, "a1a2", 0)
        ada.post(f"/tables/{table}/undo")
        ben.plays(table, "a5a4", 1)
    with serving(stores(), settings) as client:
        assert seen(ada.at(client), table)["offer"] is None


def test_who_was_replaced_can_come_back_after_a_restart(stores, settings, visitor, time):
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben])
        time.seconds += 300
        ada.post(f"/tables/{table}/replace", seat=1)
    with serving(stores(), settings) as client:
        assert ben.at(client).post(f"/tables/{table}/sit").json()["own"] == [1]


def test_the_lot_is_the_same_after_a_restart(stores, settings, visitor):
    with serving(stores(), settings) as client:
        ada, ben = visitor(client, "Ada"), visitor(client, "Ben")
        table = seat_all(ada, [ben], begins="random")
        before = seen(ada, table)["players"], seen(ada, table)["own"]
    with serving(stores(), settings) as client:
        found = seen(ada.at(client), table)
        assert (found["players"], found["own"]) == before
