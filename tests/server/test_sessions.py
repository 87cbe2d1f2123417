"""Sessions of a guest, listed and ended; and the phrase that brings a guest back when no device is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from calumma.core import GameError
from calumma.server import Settings, create_app
from calumma.site.recovery import ALPHABET, fits, keep_phrase, new_phrase, read_phrase
from calumma.site.sessions import label_of
from calumma.site.store import Store

if TYPE_CHECKING:
    from tests.server.conftest import Person

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def sessions(person: Any) -> list[dict[str, float | str]]:
    return person.get("/me/sessions").json()


def test_sessions_are_listed_with_when_they_were_made_and_used_and_what_they_are(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    ada.post("/me/tokens", label="my  bot\u0007")
    found = sessions(ada)
    assert sorted(each["label"] for each in found) == ["my bot", "testclient"]
    assert [each["label"] for each in found if each["current"]] == ["testclient"]
    assert all(each["used"] >= each["created"] > 0 and re.fullmatch("[0-9a-f]{16}", each["id"]) for each in found)  # type: ignore[arg-type, operator]
    assert ada.token not in ada.get("/me/sessions").text


def test_a_session_is_ended_and_its_token_is_worth_nothing(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    other = ada.post("/me/tokens").json()["token"]
    ending = next(each["id"] for each in sessions(ada) if not each["current"])
    answer = ada.client.delete(f"/api/me/sessions/{ending}", headers=ada.headers)
    assert (answer.status_code, len(answer.json())) == (200, 1)
    assert ada.client.get("/api/me", headers=bearer(other)).status_code == 401
    assert ada.get("/me").status_code == 200


def test_nobody_ends_a_session_of_somebody_else(person: Callable[[str], Person]) -> None:
    ada, eve = person("Ada"), person("Eve")
    name = sessions(ada)[0]["id"]
    assert eve.client.delete(f"/api/me/sessions/{name}", headers=eve.headers).status_code == 404
    assert ada.get("/me").status_code == 200


def test_all_other_sessions_end_and_links_for_another_device_with_them(
    person: Callable[[str], Person], client: TestClient
) -> None:
    ada = person("Ada")
    tokens = [ada.post("/me/tokens").json()["token"] for _ in range(3)]
    link = ada.post("/me/carry").json()["link"]
    left = ada.client.delete("/api/me/sessions", headers=ada.headers).json()
    assert [each["current"] for each in left] == [True]
    assert [ada.client.get("/api/me", headers=bearer(each)).status_code for each in tokens] == [401] * 3
    assert client.post(link, follow_redirects=False).status_code == 404


def _ends(socket: Any) -> bool:
    try:
        for _ in range(5):
            socket.receive_json()
    except WebSocketDisconnect:
        return True
    return False


def test_an_open_socket_ends_with_its_session(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    thief = ada.post("/me/tokens").json()["token"]
    with ada.client.websocket_connect(f"/api/tables/{table}/live", headers=bearer(thief)) as socket:
        socket.receive_json()
        ada.client.delete("/api/me/sessions", headers=ada.headers)
        assert _ends(socket)
    assert ben.get(f"/tables/{table}").json()["ply"] == 0


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Safari/604", "Safari on iPhone"),
        ("curl/8.1 <script>", "curl"),
        ("", ""),
    ],
)
def test_a_device_is_called_by_what_people_call_it(agent: str, label: str) -> None:
    assert label_of(agent) == label


def test_the_page_about_oneself_lists_sessions_and_signs_them_out(client: TestClient) -> None:
    client.post("/me", data={"name": "Ada"}, headers={"User-Agent": FIREFOX})
    client.post("/me/token")
    page = client.get("/me").text
    assert ("Firefox on Linux (this one)" in page, "Sign out everywhere else" in page) == (True, True)
    name = re.findall("/me/sessions/([0-9a-f]{16})/end", page)[0]
    others = [each["id"] for each in client.get("/api/me/sessions").json() if not each["current"]]
    assert len(others) == 1
    assert client.post(f"/me/sessions/{others[0]}/end", follow_redirects=False).status_code == 303
    assert len(client.get("/api/me/sessions").json()) == 1
    assert client.post(f"/me/sessions/{others[0]}/end").status_code == 404
    assert name


def test_sessions_and_phrases_outlive_the_server(
    stores: Callable[[], Store], settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with TestClient(create_app(stores(), settings), base_url="http://calumma.test") as client:
        ada = visitor(client, "Ada")
        other, phrase = ada.post("/me/tokens").json()["token"], ada.post("/me/recovery").json()["phrase"]
        ending = next(each["id"] for each in sessions(ada) if not each["current"])
        client.delete(f"/api/me/sessions/{ending}", headers=ada.headers)
    with TestClient(create_app(stores(), settings), base_url="http://calumma.test") as client:
        assert (len(sessions(ada.at(client))), client.get("/api/me", headers=bearer(other)).status_code) == (1, 401)
        assert client.post("/api/recover", json={"phrase": phrase}).json()["name"] == "Ada"
        assert client.delete("/api/me", headers=ada.headers).status_code == 204
        assert client.post("/api/recover", json={"phrase": phrase}).status_code == 404


# The way back


def test_a_phrase_brings_a_guest_back_with_all_matches_and_ends_nothing(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    phrase = ada.post("/me/recovery").json()["phrase"]
    back = ada.client.post("/api/recover", json={"phrase": f" {phrase.lower().replace('-', ' ')} "}).json()
    assert (back["name"], back["token"] == ada.token) == ("Ada", False)
    assert ada.client.get(f"/api/tables/{table}", headers=bearer(back["token"])).json()["own"] == [0]
    assert ada.get("/me").status_code == 200


def test_a_new_phrase_replaces_the_old_one_and_can_be_ended(person: Callable[[str], Person], client: TestClient) -> None:
    ada = person("Ada")
    old, new = (ada.post("/me/recovery").json()["phrase"] for _ in range(2))
    assert client.post("/api/recover", json={"phrase": old}).status_code == 404
    assert client.post("/api/recover", json={"phrase": new}).status_code == 201
    assert client.delete("/api/me/recovery", headers=ada.headers).status_code == 204
    assert client.post("/api/recover", json={"phrase": new}).status_code == 404


def test_a_phrase_is_kept_as_a_slow_hash_only() -> None:
    phrase = new_phrase()
    kept = keep_phrase("guest", phrase, 0.0)
    secret = phrase.replace("-", "")[8:30]
    assert (fits(kept, secret), fits(kept, "0" * 22)) == (True, False)
    assert secret not in str(kept)
    assert keep_phrase("guest", phrase, 0.0).hash != kept.hash  # another salt


def _is_read(text: str) -> bool:
    try:
        return bool(read_phrase(text))
    except GameError:
        return False


def test_a_mistyped_phrase_is_told_from_a_wrong_one() -> None:
    phrase, found = new_phrase(), 0
    for at in range(0, 39, 7):
        if phrase[at] == "-":
            continue
        typed = phrase[:at] + ALPHABET[(ALPHABET.index(phrase[at]) + 1) % 32] + phrase[at + 1 :]
        found += not _is_read(typed)
    assert found >= 4  # of five or six: one mistake in 1,024 is missed
    assert read_phrase(phrase.replace("0", "o").replace("1", "l")) == read_phrase(phrase)
    for text in ("", "ABCD", phrase + "A", "U" + phrase[1:], "A" * 5000):
        with pytest.raises(GameError, match="cannot read the recovery phrase"):
            read_phrase(text)


def test_phrases_are_not_tried_often(person: Callable[[str], Person], client: TestClient) -> None:
    person("Ada").post("/me/recovery")
    answers = [client.post("/api/recover", json={"phrase": new_phrase()}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [404] * 10 + [400] * 2
    assert answers[-1].json()["error"] == "Too many tries with recovery phrases: wait a few minutes."


def test_a_browser_comes_back_by_its_page(person: Callable[[str], Person], client: TestClient) -> None:
    phrase = person("Ada").post("/me/recovery").json()["phrase"]
    assert "Continue with a recovery phrase" in client.get("/me").text
    wrong = client.post("/recover", data={"phrase": "ABCD"})
    assert (wrong.status_code, "expected 32" in wrong.text) == (400, True)
    assert client.post("/recover", data={"phrase": new_phrase()}).status_code == 404
    assert client.post("/recover", data={"phrase": phrase}, follow_redirects=False).status_code == 303
    assert client.get("/api/me").json()["name"] == "Ada"


def test_the_page_shows_a_phrase_once(client: TestClient) -> None:
    client.post("/me", data={"name": "Ada"})
    shown = client.post("/me/recovery").text
    phrase = re.findall("(?:[0-9A-Z]{4}-){7}[0-9A-Z]{4}", shown)[0]
    assert phrase not in client.get("/me").text
    assert client.post("/me/recovery/end", follow_redirects=False).status_code == 303
    assert client.post("/api/recover", json={"phrase": phrase}).status_code == 404
