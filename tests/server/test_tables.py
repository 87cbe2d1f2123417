"""Tables by the interface for programs: sitting down, playing, taking back, giving up, playing again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.server.conftest import Person


def test_a_match_begins_when_every_seat_is_taken(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"])
    assert table["status"] == "waiting"
    answer = ben.post(f"/tables/{table['table']}/sit", invite=table["invite"]).json()
    assert (answer["status"], answer["own"], answer["players"]) == ("playing", [1], ["Ada", "Ben"])


def test_nobody_plays_before_the_match_begins(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"])
    answer = ada.plays(table["table"], "a1a2", 0)
    assert (answer.status_code, answer.json()["error"]) == (400, "The match has not begun: a seat is still free.")


def test_a_seat_needs_the_invitation(person: Callable[[str], Person]) -> None:
    table = person("Ada").opens(chairs=["me", "open"])
    answer = person("Eve").post(f"/tables/{table['table']}/sit", invite="guess")
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "This table is by invitation: open the link that you were sent.",
    )


def test_a_listed_table_needs_no_invitation(person: Callable[[str], Person]) -> None:
    table = person("Ada").opens(chairs=["me", "open"], open=True)
    ben = person("Ben")
    assert [each["table"] for each in ben.get("/tables").json()["open"]] == [table["table"]]
    assert ben.post(f"/tables/{table['table']}/sit").json()["status"] == "playing"


def test_only_the_seated_see_the_invitation(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "open"])
    assert person("Eve").get(f"/tables/{table['table']}").json()["invite"] is None
    assert ada.get(f"/tables/{table['table']}").json()["invite"] == table["invite"]


def test_a_move_is_played_by_its_text_and_seen_by_the_other(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    assert ada.plays(table, "a1a2", 0).json()["plies"] == ["a1a2"]
    seen = ben.get(f"/tables/{table}").json()
    assert (seen["plies"], seen["turn"]) == (["a1a2"], True)


def test_the_legal_moves_come_with_the_cells_to_click(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    moves = ada.get(f"/tables/{table}").json()["moves"]
    assert {"action": 5, "text": "a1a2", "path": ["a1", "a2"]} in moves


def test_who_is_not_to_act_is_offered_no_moves(duel: tuple[Person, Person, str]) -> None:
    _, ben, table = duel
    assert ben.get(f"/tables/{table}").json()["moves"] == []


def test_an_answer_to_an_older_ply_is_refused(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    answer = ben.plays(table, "a5a4", 0)
    assert (answer.status_code, answer.json()["error"]) == (400, "You answered ply 0, but the match is at ply 1.")


def test_who_is_not_to_act_cannot_play(duel: tuple[Person, Person, str]) -> None:
    _, ben, table = duel
    assert "it is not your turn" in ben.plays(table, "a5a4", 0).json()["error"].lower()


def test_a_stranger_cannot_play(duel: tuple[Person, Person, str], person: Callable[[str], Person]) -> None:
    _, _, table = duel
    answer = person("Eve").plays(table, "a1a2", 0)
    assert (answer.status_code, answer.json()["error"]) == (400, "You have no seat at this table: you can watch.")


def test_a_sequence_of_moves_ends_where_another_acts(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    answer = ada.post(f"/tables/{table}/play", ply=0, moves=["a1a2", "a2a3"]).json()
    assert answer["plies"] == ["a1a2"]


def test_the_events_from_a_number_on_are_told(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    events = ben.get(f"/tables/{table}?since=2").json()["events"]
    assert [(event["number"], event["event"], event["text"]) for event in events] == [(2, "ply", "a1a2")]


def test_alone_with_bots_a_turn_is_taken_back_at_once(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"])["table"]
    with ada.socket(table) as socket:
        update = socket.receive_json()
        socket.send_json({"type": "play", "ply": 0, "moves": [update["moves"][0]["action"]]})
        while update["ply"] < 2:
            update = socket.receive_json()
    assert ada.post(f"/tables/{table}/undo").json()["ply"] == 0


def test_between_people_a_turn_is_taken_back_when_the_other_agrees(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    asked = ada.post(f"/tables/{table}/undo").json()
    assert (asked["ply"], asked["offer"]["mine"]) == (1, True)
    assert ben.get(f"/tables/{table}").json()["offer"]["may_answer"] is True
    assert ben.post(f"/tables/{table}/answer", agreed=True).json()["ply"] == 0


def test_who_does_not_agree_plays_on(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    ada.post(f"/tables/{table}/undo")
    answer = ben.post(f"/tables/{table}/answer", agreed=False).json()
    assert (answer["ply"], answer["offer"]) == (1, None)


def test_who_asked_cannot_agree_with_oneself(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    ada.plays(table, "a1a2", 0)
    ada.post(f"/tables/{table}/undo")
    assert ada.post(f"/tables/{table}/answer", agreed=True).status_code == 400


def test_an_offer_is_void_once_the_match_goes_on(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    ada.post(f"/tables/{table}/undo")
    ben.plays(table, "a5a4", 1)
    assert ben.post(f"/tables/{table}/answer", agreed=True).status_code == 400


def test_with_two_sides_resigning_ends_the_match(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.post(f"/tables/{table}/resign")
    result = ben.get(f"/tables/{table}").json()["result"]
    assert (result["winners"], result["reason"]) == ([1], "One side resigned.")


def test_among_more_sides_a_bot_plays_on_for_who_resigned(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    person("Cyd").post(f"/tables/{table['table']}/sit", invite=table["invite"])
    answer = ben.post(f"/tables/{table['table']}/resign").json()
    assert (answer["status"], answer["bots"]) == ("playing", [None, "level:2", None])
    assert answer["own"] == []


def test_free_seats_are_filled_with_bots_on_request(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("bradley", seats=3, chairs=["me", "open", "open"])["table"]
    answer = ada.post(f"/tables/{table}/fill", bot="level:1").json()
    assert (answer["status"], answer["bots"]) == ("playing", [None, "level:1", "level:1"])


def test_in_a_rematch_everybody_sits_one_seat_further(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.post(f"/tables/{table}/resign")
    again = ada.post(f"/tables/{table}/rematch").json()
    assert (again["own"], again["status"]) == ([1], "waiting")
    assert ben.post(f"/tables/{table}/rematch").json()["table"] == again["table"]


def test_a_match_under_way_has_no_rematch(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    assert ada.post(f"/tables/{table}/rematch").status_code == 400


def test_several_people_share_a_device(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "me"], names=["Ada", "Ben"])
    assert (table["own"], table["players"]) == ([0, 1], ["Ada", "Ben"])
    ada.plays(table["table"], "a1a2", 0)
    assert ada.plays(table["table"], "a5a4", 1).json()["ply"] == 2


def test_on_a_shared_device_a_hand_is_covered_until_its_owner_asks(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", seats=3, chairs=["me", "me", "me"])["table"]
    with ada.socket(table) as socket:
        covered = socket.receive_json()
        assert (covered["seat"], covered["cover"], covered["moves"]) == (None, covered["to_act"], [])
        socket.send_json({"type": "look", "seat": covered["to_act"]})
        open_hand = socket.receive_json()
        assert (open_hand["seat"], open_hand["cover"]) == (covered["to_act"], None)
        assert open_hand["moves"]


def test_the_record_of_a_match_under_way_keeps_the_secret(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "random"])["table"]
    record = ada.get(f"/tables/{table}/record").json()
    assert record["chance"]["commitment"] == ada.get(f"/tables/{table}").json()["luck"]["commitment"]
    assert record["chance"].get("secret") is None


def test_the_record_of_a_finished_match_can_be_verified(person: Callable[[str], Person]) -> None:
    from calumma.play import verify
    from calumma.records import Record

    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "random"], wait=True)["table"]
    ada.post(f"/tables/{table}/begin", seed="from Ada")
    ada.post(f"/tables/{table}/resign")
    record = Record.from_json(ada.get(f"/tables/{table}/record").json())
    assert record.chance.seeds[0] == "from Ada"
    assert verify(record).fits


def test_a_table_of_bots_plays_by_itself(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["random", "random"])["table"]
    with ada.socket(table) as socket:
        update = socket.receive_json()
        while update["status"] != "over":
            update = socket.receive_json()
    assert update["result"]["reason"].endswith(".")


def test_alone_with_bots_a_hint_names_a_legal_move_and_what_it_does(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens(chairs=["me", "random"])
    hint = ada.post(f"/tables/{table['table']}/hint").json()
    assert hint["text"] in [move["text"] for move in table["moves"]]
    assert hint["words"].startswith("Moves the ")
    assert ada.get(f"/tables/{table['table']}").json()["ply"] == 0


def test_between_people_there_are_no_hints(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    answer = ada.post(f"/tables/{table}/hint")
    assert (answer.status_code, answer.json()["error"]) == (400, "Hints are for practice: other people play here.")


def test_tables_that_nobody_looks_at_leave_the_memory_and_come_back(
    person: Callable[[str], Person], client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calumma.site.tables.KEPT_TABLES", 3)
    ada = person("Ada")
    tables = [ada.opens(chairs=["me", "me"])["table"] for _ in range(6)]
    assert list(client.app.state.services.tables._tables) == tables[3:]
    assert ada.plays(tables[0], "a1a2", 0).json()["plies"] == ["a1a2"]
    assert ada.get(f"/tables/{tables[0]}").json()["ply"] == 1
