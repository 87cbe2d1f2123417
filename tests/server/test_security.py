"""What strangers, other sites and wrong input meet: sentences, limits, headers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from calumma.core import GameError
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.security import is_local_name
from calumma.site import limits
from calumma.site.guests import COOKIE, clean_name, hashed

if TYPE_CHECKING:
    from tests.server.conftest import Person


def test_every_page_forbids_scripts_of_others_and_inline_scripts(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_no_page_holds_inline_script_or_style(client: TestClient, person: Callable[[str], Person]) -> None:
    table = person("Ada").opens(chairs=["me", "random"])["table"]
    for address in ("/", "/games/yamamoto", "/rules/yamamoto", f"/t/{table}", "/me"):
        text = client.get(address).text
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text


def test_a_writing_request_from_another_site_is_refused(client: TestClient) -> None:
    answer = client.post("/play/yamamoto", headers={"Origin": "https://elsewhere.test"})
    assert (answer.status_code, answer.json()["error"]) == (403, "This request comes from a page of another site.")


def test_a_writing_request_of_an_own_page_is_welcome(client: TestClient) -> None:
    answer = client.post("/play/yamamoto", headers={"Origin": "http://calumma.test"}, follow_redirects=False)
    assert answer.status_code == 303


def test_a_large_request_is_refused(client: TestClient, settings: Settings) -> None:
    answer = client.post("/api/guests", content=b"x" * (settings.most_body + 1))
    assert answer.status_code == 413


def test_a_body_without_a_length_cannot_be_endless(client: TestClient, settings: Settings) -> None:
    def pieces() -> Iterator[Any]:
        for _ in range(40):
            yield b"x" * (settings.most_body // 20)

    answer = client.post("/api/guests", content=pieces(), headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500


def test_too_many_requests_have_to_wait(settings: Settings) -> None:
    with TestClient(create_app(MemoryStore(), replace(settings, rate=0.001, burst=3))) as client:
        found = [client.post("/api/guests", json={}).status_code for _ in range(5)]
    assert found == [201, 201, 201, 429, 429]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, 'Unknown game "chess"'),
        ({"game": "yamamoto", "seats": 3}, 'Cannot seat "3" at yamamoto'),
        ({"game": "yamamoto", "options": {"goal": "moon"}}, 'Unknown value "moon" of option goal'),
        ({"game": "yamamoto", "chairs": ["me"]}, "There are 1 chairs for 2 seats"),
        ({"game": "yamamoto", "chairs": ["me", "mcts:999999999"]}, 'Unknown bot "mcts:999999999"'),
        ({"game": "yamamoto", "chairs": ["me", "level:6*64"]}, 'Unknown bot "level:6*64"'),
        ({"game": "yamamoto", "chairs": ["me", "level:9"]}, 'Unknown player "level:9"'),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(
    person: Callable[[str], Person], wish: dict[str, Any], words: str
) -> None:
    answer = person("Ada").post("/tables", **wish)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(words)


def test_what_cannot_be_read_is_refused_with_a_sentence(person: Callable[[str], Person]) -> None:
    answer = person("Ada").post("/tables", game="yamamoto", seats="many")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("Cannot read the request: seats")


def test_who_is_not_known_is_told_how_to_be(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"game": "yamamoto"})
    assert answer.status_code == 401


@pytest.mark.parametrize("address", ["/nowhere", "/t/nowhere", "/games/chess", "/rules/chess", "/api/tables/nowhere"])
def test_what_is_not_there_is_a_404_with_a_sentence(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "here is no" in answer.text or "nknown game" in answer.text


def test_a_token_is_kept_as_its_hash_alone(settings: Settings) -> None:
    store = MemoryStore()
    with TestClient(create_app(store, settings)) as client:
        token = client.post("/api/guests", json={}).json()["token"]
    kept = repr((vars(store), vars(store.sessions)))
    assert (token in kept, hashed(token) in kept) == (False, True)


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(client: TestClient) -> None:
    client.post("/play/yamamoto", follow_redirects=False)
    answer = client.post("/me", data={"name": "Ada"}, follow_redirects=False)
    assert answer.status_code == 303
    client.cookies.clear()
    header = client.post("/play/yamamoto", follow_redirects=False).headers["set-cookie"]
    assert header.startswith(f"{COOKIE}=")
    assert "HttpOnly" in header
    assert "SameSite=lax" in header


def test_a_guest_is_carried_to_another_device_once(client: TestClient, settings: Settings) -> None:
    client.post("/me", data={"name": "Ada"})
    page = client.post("/me/carry").text
    link = page.partition("/carry/")[2].partition('"')[0]
    client.cookies.clear()
    assert client.post(f"/carry/{link}", follow_redirects=False).status_code == 303
    assert 'value="Ada"' in client.get("/me").text
    client.cookies.clear()
    assert client.post(f"/carry/{link}", follow_redirects=False).status_code == 404


def test_a_guest_can_be_deleted(client: TestClient, person: Callable[[str], Person]) -> None:
    client.post("/me", data={"name": "Ada"})
    client.post("/play/yamamoto")
    token = client.cookies[COOKIE]
    client.post("/me/forget")
    client.cookies.set(COOKIE, token)
    assert 'value="Ada"' not in client.get("/me").text


def test_names_are_escaped(client: TestClient, person: Callable[[str], Person]) -> None:
    table = person("<b>Ada</b>").opens(chairs=["me", "open"])
    text = client.get(f"/t/{table['table']}/join/{table['invite']}").text
    assert "<b>Ada" not in text
    assert "&lt;b&gt;Ada" in text


@pytest.mark.parametrize(("given", "name"), [("  Ada \t Lovelace ", "Ada Lovelace"), ("A\u202eda", "Ada"), ("Ａｄａ", "Ada")])
def test_names_are_normalised(given: str, name: str) -> None:
    assert clean_name(given) == name


@pytest.mark.parametrize("given", ["", " \n", "\u200b", "x" * 31, "Z" + "\u0300" * 20])
def test_names_that_are_none_are_refused(given: str) -> None:
    with pytest.raises(GameError):
        clean_name(given)


# The name by which a server is called


@pytest.fixture
def strict(settings: Settings) -> Iterator[Any]:
    """A server that is called by its own or a local name alone."""
    with TestClient(create_app(MemoryStore(), replace(settings, address="https://games.example.org/", any_host=False))) as client:
        yield client


@pytest.mark.parametrize(
    "name", ["games.example.org", "127.0.0.1:8765", "192.168.1.5:8765", "[fd00::5]:8765", "box.local", "box:80"]
)
def test_a_server_answers_to_its_own_name_and_to_local_ones(strict: Any, name: str) -> None:
    assert strict.get("/health", headers={"Host": name}).text == "well\n"


@pytest.mark.parametrize("name", ["evil.example.org", "games.example.org.evil.org", "127.0.0.1.evil.org", "evil.org:8765"])
def test_and_to_no_name_that_others_can_let_lead_to_it(strict: Any, name: str) -> None:
    answer = strict.get("/health", headers={"Host": name})
    assert answer.status_code == 421
    assert answer.json()["error"].startswith("This server is not ")


def test_nor_do_its_sockets(strict: Any) -> None:
    table = strict.post("/play/yamamoto", follow_redirects=False).headers["location"].removeprefix("/t/")
    with strict.websocket_connect(f"/api/tables/{table}/live", headers={"Host": "games.example.org"}) as socket:
        assert socket.receive_json()["table"] == table
    headers = {"Host": "evil.org", "Origin": "http://evil.org"}
    with pytest.raises(WebSocketDisconnect), strict.websocket_connect(f"/api/tables/{table}/live", headers=headers):
        pass


@pytest.mark.parametrize("name", ["1.2.3.4.", "local", "example.com", "1.2.3", "fd00::5"])
def test_local_names_are_those_that_nobody_can_register(name: str) -> None:
    assert is_local_name(name) == (name in ("local", "fd00::5"))


def test_who_asks_too_often_still_gets_the_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])  # type: ignore[attr-defined]
    rates = limits.Rates(rate=50, burst=10)
    granted = 0
    for tick in range(200):  # a hundred requests a second for two seconds, of which half fit, and ten at first
        now[0] = tick / 100
        granted += rates.allow("Ada")
    assert 100 <= granted <= 110
