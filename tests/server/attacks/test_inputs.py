"""Input that was made to break something: each is refused with a sentence, and with the headers that every answer has."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from calumma.games.life import deck
from calumma.server import Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.site import guests, names

if TYPE_CHECKING:
    from tests.server.conftest import Person

DOTTED = ".".join("a" * 1000) + "=1"


def is_a_sentence_with_headers(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    if answer.headers["content-type"] == "application/json":
        words = answer.json()["error"]
    else:
        words = answer.text
        assert "<h1" in words
    assert len(words) > 15
    return words


# Finding 1


def test_dotted_keys_are_not_read_whoever_sends_them(
    client: TestClient, person: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    deck.read_deck("")  # the shipped one is read once
    monkeypatch.setattr(deck, "tomllib", SimpleNamespace(loads=lambda text: pytest.fail("it was read")))
    ada = person("Ada")
    life = {"game": "life", "options": {"cards": DOTTED}}
    answers = [
        client.get(f"/analysis/life?option-cards={DOTTED}"),
        client.get(f"/api/analysis/picture?game=life&position=x&option-cards={DOTTED}"),
        client.post("/games/life", data={"option-cards": DOTTED}),
        ada.post("/tables", **life),
        ada.post("/analysis/position", **life),
        ada.post("/analysis/read", text="x", **life),
    ]
    for answer in answers:
        assert "dots: expected 20 at the most" in is_a_sentence_with_headers(answer, 400)


# Finding 3


def test_a_name_is_measured_before_it_is_normalised(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    plain = unicodedata.normalize
    monkeypatch.setattr(guests.unicodedata, "normalize", lambda form, text: seen.append(len(text)) or plain(form, text))  # type: ignore[attr-defined, func-returns-value]
    answer = client.post("/me", data={"name": "Z" + "\u0316\u0300" * 5000})
    assert "expected 1 to 30 letters" in is_a_sentence_with_headers(answer, 400)
    assert max(seen, default=0) <= names.LONGEST_TEXT


# Finding 18


@pytest.mark.parametrize("option", ["name", "seats", "definition", "self"])
def test_an_option_may_have_any_name_and_is_unknown(client: TestClient, person: Callable[[str], Person], option: str) -> None:
    words = is_a_sentence_with_headers(person("Ada").post("/tables", game="yamamoto", options={option: 3}), 400)
    assert words.startswith(f'Unknown option "{option}" of yamamoto')
    is_a_sentence_with_headers(client.post("/games/yamamoto", data={f"option-{option}": "3"}), 400)
    is_a_sentence_with_headers(client.get(f"/api/analysis/picture?game=yamamoto&position=x&option-{option}=3"), 400)


@pytest.mark.parametrize("cards", ["a=" + "[" * 190, "a=" + "9" * 3900, "[progress.end]\n2=0x" + "f" * 2900])
def test_deep_and_huge_cards_are_refused(client: TestClient, person: Callable[[str], Person], cards: str) -> None:
    is_a_sentence_with_headers(client.post("/games/life", data={"option-cards": cards}), 400)
    is_a_sentence_with_headers(person("Ada").post("/tables", game="life", options={"cards": cards}), 400)


@pytest.mark.parametrize("seat", ["999", "16", "99"])
def test_a_join_form_with_a_seat_that_cannot_be_is_refused(
    client: TestClient, person: Callable[[str], Person], seat: str
) -> None:
    table = person("Ada").opens(chairs=["me", "open"])
    form = {"invite": table["invite"], "seat": seat}
    words = is_a_sentence_with_headers(client.post(f"/t/{table['table']}/join", data=form), 422)
    assert "seat" in words


def test_more_than_twenty_options_in_a_form_are_refused(client: TestClient) -> None:
    answer = client.post("/games/yamamoto", data={f"option-{number}": "1" for number in range(21)})
    assert "options" in is_a_sentence_with_headers(answer, 422)


NOT_IDS = ["%00", "a%00b", "%ff", "%ed%a0%80", "x" * 5000, "..", "%2e%2e", "a%20b", "'--", "%F0%9F%A6%8E"]


@pytest.mark.parametrize("text", NOT_IDS)
def test_an_id_that_cannot_be_one_is_not_there(client: TestClient, person: Callable[[str], Person], text: str) -> None:
    ada = person("Ada")
    for address in (f"/t/{text}", f"/t/{text}/join/{text}", f"/analysis/life?table={text}", f"/mail/{text}", f"/carry/{text}"):
        assert client.get(address).status_code in (200, 404, 414), address
    assert ada.get(f"/tables/{text}").status_code in (200, 404, 414)  # ".." leads elsewhere
    assert client.get(f"/feed/{text}.atom").status_code in (404, 414)
    assert client.post(f"/carry/{text}").status_code in (404, 405, 414)


def test_an_id_that_cannot_be_one_never_reaches_postgresql(
    empty_postgresql: str, settings: Settings, visitor: Callable[[TestClient, str], Person]
) -> None:
    with TestClient(create_app(DatabaseStore(empty_postgresql), settings), base_url="http://calumma.test") as client:
        for text in NOT_IDS:
            assert client.get(f"/t/{text}").status_code in (200, 404, 414)
        ada = visitor(client, "Ada\x00Eve")
        assert ada.name == "AdaEve"
        table = ada.opens("piecepack", chairs=["me", "open"])
        for body in ({"seed": "\x00"}, {"invite": "\x00"}, {"name": "\x00"}):
            kind = "seed" if "seed" in body else "sit"
            answer = ada.post(f"/tables/{table['table']}/{kind}", **body)
            assert answer.status_code < 500, answer.text
        assert ada.get(f"/tables/{table['table']}").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        "[" * 30_000,
        '{"game":' * 6000,
        '{"game": ' + "9" * 30_000 + "}",
        '{"game": "\\ud800"}',
        '{"game": "\\u0000"}',
        '{"game": 1e999}',
        '{"game": NaN}',
        "\x00",
        "",
        "null",
        json.dumps({"game": "life", "names": ["\x00"] * 16}),
        json.dumps({"game": "life", "time": "9" * 20}),
        json.dumps({"game": "life", "time": "99999999999d"}),
        json.dumps({"game": "life", "seats": 10**400}),
        json.dumps({"game": "yamamoto", "seed": "\x00" * 200}),
    ],
)
def test_whatever_is_posted_as_a_table_gets_a_sentence(person: Callable[[str], Person], body: str) -> None:
    ada = person("Ada")
    headers = {**ada.headers, "Content-Type": "application/json"}
    answer = ada.client.post("/api/tables", content=body.encode(), headers=headers)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        is_a_sentence_with_headers(answer, answer.status_code)


def test_a_fault_of_the_server_is_told_with_a_sentence_and_the_headers(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> None:
        raise RuntimeError("a fault with a secret in it")

    monkeypatch.setattr(client.app.state.services.store, "open_tables", fails)
    for address, headers in (("/", {"Accept": "text/html"}), ("/api/tables", {})):
        words = is_a_sentence_with_headers(client.get(address, headers=headers), 500)
        assert "secret" not in words
        assert "went wrong" in words


def test_a_long_address_is_refused_before_anybody_reads_it(client: TestClient) -> None:
    words = is_a_sentence_with_headers(client.get("/analysis/yamamoto?x=" + "a" * 40_000), 414)
    assert "address" in words
    words = is_a_sentence_with_headers(client.get("/", headers={"Cookie": "a" * 40_000}), 431)
    assert "headers" in words


def test_an_error_does_not_repeat_all_that_was_sent(client: TestClient) -> None:
    answer = client.get(f"/api/games/{quote('x' * 9000)}/rules")
    assert len(is_a_sentence_with_headers(answer, 404)) < 1000
