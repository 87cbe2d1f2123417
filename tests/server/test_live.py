"""Sockets: news, catching up, refusals, and whatever else somebody may send."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from calumma.server import MemoryStore, Settings, create_app
from calumma.site.store import Guest, Unavailable

if TYPE_CHECKING:
    from tests.server.conftest import Person


def test_a_ply_reaches_the_other_person(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    with ben.socket(table) as socket:
        socket.receive_json()
        ada.plays(table, "a1a2", 0)
        update = socket.receive_json()
    assert (update["ply"], update["turn"], update["plies"]) == (1, True, ["a1a2"])


def test_after_a_lost_connection_only_what_was_missed_is_told(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    with ben.socket(table) as socket:
        since = socket.receive_json()["number"]
    ada.plays(table, "a1a2", 0)
    with ben.socket(table, since=since) as socket:
        assert [event["text"] for event in socket.receive_json()["events"]] == ["a1a2"]


def test_a_page_is_told_the_log_from_where_it_was(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    with ben.socket(table, page=True) as socket:
        first = socket.receive_json()
    ada.plays(table, "a1a2", 0)
    with ben.socket(table, page=True, since=first["number"]) as socket:
        log = socket.receive_json()["log"]
    assert log["keep"] == len(first["log"]["lines"])
    assert [(line["words"], line["text"]) for line in log["lines"]] == [("Orange moved the white piece from a1 to a2.", "a1a2")]


def test_a_page_forgets_the_lines_of_plies_that_were_taken_back(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    with ben.socket(table, page=True) as socket:
        first = socket.receive_json()
    ada.post(f"/tables/{table}/undo")
    ben.post(f"/tables/{table}/answer", agreed=True)
    with ben.socket(table, page=True, since=first["number"]) as socket:
        log = socket.receive_json()["log"]
    assert log["keep"] == len(first["log"]["lines"]) - 1
    assert [line["words"] for line in log["lines"]] == ["Orange took back one move."]


def test_the_plies_in_between_come_as_pictures(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    with ada.socket(table, page=True) as socket:
        since = socket.receive_json()["number"]
    ada.plays(table, "a1a2", 0)
    ben.plays(table, "a5a4", 1)
    with ada.socket(table, page=True, since=since) as socket:
        update = socket.receive_json()
    assert [(frame["ply"], frame["cells"]) for frame in update["frames"]] == [(0, [["a1", "a2"]]), (1, [["a5", "a4"]])]
    assert 'data-on="a2"' in update["frames"][0]["svg"]


def test_what_luck_laid_out_before_the_first_turn_is_not_marked(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack", chairs=["me", "me"])["table"]
    with ada.socket(table, page=True) as socket:
        assert socket.receive_json()["last"] == []


def test_a_spectator_sees_and_cannot_play(duel: tuple[Person, Person, str], client: TestClient) -> None:
    _, _, table = duel
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        update = socket.receive_json()
        assert (update["seat"], update["own"], update["moves"]) == (None, [], [])
        socket.send_json({"type": "play", "ply": 0, "moves": ["a1a2"]})
        assert socket.receive_json()["error"] == "You are not known here: take a seat first."


def test_an_illegal_move_is_refused_with_a_sentence(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    with ada.socket(table) as socket:
        socket.receive_json()
        socket.send_json({"type": "play", "ply": 0, "moves": ["a1e5"]})
        answer = socket.receive_json()
    assert answer["type"] == "refused"
    assert answer["error"].startswith('Cannot play "a1e5": ')


def test_a_socket_from_another_site_is_refused(duel: tuple[Person, Person, str], client: TestClient) -> None:
    _, _, table = duel
    address = f"/api/tables/{table}/live"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers={"Origin": "https://elsewhere.test"}):
        pass


def test_there_is_no_socket_where_there_is_no_table(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/tables/nowhere/live"):
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(
    [
        "play",
        "look",
        "undo",
        "answer",
        "resign",
        "fill",
        "sit",
        "seed",
        "commit",
        "begin",
        "replace",
        "leave",
        "close",
        "attend",
        "dance",
    ]
)
FIELDS = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "ply": st.integers(-2, 3) | JSON,
        "moves": st.lists(st.text(max_size=6) | st.integers(-5, 700), max_size=3) | JSON,
        "seat": st.integers(-2, 20) | JSON,
        "agreed": st.booleans() | JSON,
        "bot": st.text(max_size=20) | JSON,
        "invite": JSON,
        "commitment": JSON,
    },
)
MESSAGES = st.text() | JSON.map(json.dumps) | FIELDS.map(json.dumps)


def test_whatever_a_stranger_sends_changes_nothing(duel: tuple[Person, Person, str], person: Callable[[str], Person]) -> None:
    _, _, table = duel
    eve = person("Eve")
    before = eve.get(f"/tables/{table}").json()

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
    @given(MESSAGES)
    def send(text: str) -> None:
        socket.send_text(text)
        assert socket.receive_json()["type"] == "refused"

    with eve.socket(table) as socket:
        socket.receive_json()
        send()
    assert eve.get(f"/tables/{table}").json() == before


def test_a_stranger_who_looks_or_not_changes_nothing(duel: tuple[Person, Person, str], person: Callable[[str], Person]) -> None:
    _, _, table = duel
    eve = person("Eve")
    before = eve.get(f"/tables/{table}").json()
    with eve.socket(table) as socket:
        socket.receive_json()
        for here in (True, False, False, True):
            socket.send_json({"type": "attend", "here": here})
        socket.send_json({"type": "attend", "here": "perhaps"})
        assert socket.receive_json()["type"] == "refused"
    assert eve.get(f"/tables/{table}").json() == before


def test_bytes_and_long_messages_are_refused(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    with ada.socket(table) as socket:
        socket.receive_json()
        socket.send_bytes(b"\xff\x00")
        assert socket.receive_json()["type"] == "refused"
        socket.send_text("x" * 20_000)
        assert "too large" in socket.receive_json()["error"]


class Forgetful(MemoryStore):
    """A store that may be out of reach for whoever asks to whom a token belongs."""

    is_away = False

    async def guest_of(self, token: str) -> Guest | None:
        if self.is_away:
            raise Unavailable("out of reach")
        return await super().guest_of(token)


@pytest.mark.parametrize("was_open", [True, False])
def test_a_socket_of_which_nobody_can_say_whose_it_is_ends_and_asks_to_come_again(was_open: bool) -> None:
    store = Forgetful()
    with TestClient(create_app(store, Settings())) as client:
        token = client.post("/api/guests", json={"name": "Ada"}).json()["token"]
        ada = {"Authorization": f"Bearer {token}"}
        table = client.post("/api/tables", json={"game": "yamamoto", "chairs": ["me", "me"]}, headers=ada).json()["table"]
        store.is_away = not was_open

        def watch() -> None:
            with client.websocket_connect(f"/api/tables/{table}/live", headers=ada) as socket:
                socket.receive_json()
                store.is_away = True
                socket.receive_json()  # who is there would be told within a second

        with pytest.raises(WebSocketDisconnect) as ended:
            watch()
    assert ended.value.code == 1013
