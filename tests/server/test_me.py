"""What a program may ask about its own guest: all that a person finds on the page about oneself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.testclient import TestClient

import calumma

if TYPE_CHECKING:
    from tests.server.conftest import Person


def test_a_token_says_who_one_is(person: Callable[[str], Person]) -> None:
    assert person("Ada").get("/me").json()["name"] == "Ada"


def test_without_a_token_nobody_is_known(client: TestClient) -> None:
    assert client.get("/api/me").status_code == 401


def test_a_guest_takes_another_name(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    answer = ada.client.put("/api/me", json={"name": " Ada\u0007  L. "}, headers=ada.headers)
    assert answer.json()["name"] == ada.get("/me").json()["name"] == "Ada L."


def test_one_more_token_is_the_same_guest(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    token = ada.post("/me/tokens").json()["token"]
    found = ada.client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).json()
    assert (token == ada.token, found) == (False, ada.get("/me").json())


def test_a_link_carries_the_guest_to_a_browser_once(person: Callable[[str], Person], client: TestClient) -> None:
    ada = person("Ada")
    link = ada.post("/me/carry").json()["link"]
    assert client.post(link, follow_redirects=False).status_code == 303
    assert client.get("/api/me").json()["name"] == "Ada"
    assert client.post(link, follow_redirects=False).status_code == 404


def test_a_guest_is_forgotten_and_the_match_stays(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    assert ada.client.delete("/api/me", headers=ada.headers).status_code == 204
    assert ada.get("/me").status_code == 401
    found = ben.get(f"/tables/{table}").json()
    assert (found["players"], found["status"]) == (["Ada", "Ben"], "playing")


def test_the_rules_can_be_read(client: TestClient) -> None:
    assert client.get("/api/games/life/rules").json()["rules"] == calumma.load("life").rules_text
    assert client.get("/api/games/chess/rules").status_code == 404
