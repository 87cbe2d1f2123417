"""Turns that come while nobody looks: who is told, by which ways, once."""

from __future__ import annotations

import asyncio
import hmac
import re
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from starlette.testclient import TestClient

import calumma
from calumma.core import CHANCE, GameError
from calumma.play import Match, Ply, SeededLuck
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.server.mail import letter, read_mail_server
from calumma.server.webhook import _connect, post, read_target
from calumma.site.courier import Undelivered, clean_address
from calumma.site.kept_match import turn_number

if TYPE_CHECKING:
    from tests.server.conftest import Person, Receiver

ATOM = "{http://www.w3.org/2005/Atom}"
QUIET = 0.4  # seconds in which a notice would have come


def until(found: Callable[..., Any], seconds: float = 60.0) -> Any:
    """Wait until something is there, and return it."""
    deadline = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
    return value


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Any:
    """A server that is quick to tell, and sends mail where a test looks at letters."""
    port = request.getfixturevalue("letters").port if "letters" in request.fixturenames else None
    mail = read_mail_server(f"smtp://127.0.0.1:{port}", "games@example.org") if port else None
    quick: dict[str, Any] = {"grace": 0.05, "retries": (0.05, 0.05), "webhooks_inside": True}
    return replace(settings, **quick, address="http://calumma.test/", mail=mail)


@pytest.fixture
def hooked(duel: tuple[Person, Person, str], receiver: Receiver) -> tuple[Person, Person, str]:
    """Ada and Ben at a table; Ben has a webhook."""
    ada, ben, table = duel
    ben.key = ben.client.put("/api/me/webhook", json={"url": receiver.address}, headers=ben.headers).json()["key"]
    return ada, ben, table


# Who is told


def test_who_is_not_looking_is_told_of_the_turn(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, _, table = hooked
    ada.plays(table, "a1a2", 0)
    notice = until(lambda: receiver.notices)[0]
    assert (notice["type"], notice["table"], notice["game"], notice["ply"]) == ("turn", table, "yamamoto", 1)
    assert notice["url"] == f"http://calumma.test/t/{table}"
    assert notice["title"] == "Your turn: Chameleon by Mitsuo Yamamoto, with Ada"


def test_a_notice_holds_nothing_but_what_everybody_at_the_table_knows(
    hooked: tuple[Person, Person, str], receiver: Receiver
) -> None:
    ada, _, table = hooked
    ada.plays(table, "a1a2", 0)
    assert sorted(until(lambda: receiver.notices)[0]) == ["created", "game", "id", "ply", "table", "title", "type", "url"]


def test_who_looks_is_not_told(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    with ben.socket(table):
        ada.plays(table, "a1a2", 0)
        time.sleep(QUIET)
    time.sleep(QUIET)
    assert receiver.notices == []


def test_who_has_the_page_open_in_another_tab_is_told(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    with ben.socket(table, page=True) as socket:
        socket.send_json({"type": "attend", "here": False})
        ada.plays(table, "a1a2", 0)
        assert len(until(lambda: receiver.notices)) == 1


def test_who_plays_in_time_is_not_told(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    services = ada.client.app.state.services  # type: ignore[attr-defined]
    services.notices.settings = replace(services.settings, grace=10 * QUIET)  # a busy machine takes its time for two plies
    ada.plays(table, "a1a2", 0)
    ben.plays(table, "a5a4", 1)
    time.sleep(12 * QUIET)
    assert receiver.notices == []


def test_a_turn_is_told_once_and_the_next_one_again(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    ada.plays(table, "a1a2", 0)
    until(lambda: receiver.notices)
    with ben.socket(table):
        pass
    time.sleep(QUIET)
    assert len(receiver.notices) == 1
    ben.plays(table, "a5a4", 1)
    ada.plays(table, "b1b2", 2)
    assert [notice["ply"] for notice in until(lambda: len(receiver.notices) == 2 and receiver.notices)] == [1, 3]


def test_who_holds_a_match_up_is_told_that_it_could_begin(person: Callable[[str], Person], receiver: Receiver) -> None:
    ada, ben = person("Ada"), person("Ben")
    ada.client.put("/api/me/webhook", json={"url": receiver.address}, headers=ada.headers)
    table = ada.opens("piecepack", chairs=["me", "open"], commits=True)
    time.sleep(QUIET)
    assert receiver.notices == []
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    notice = until(lambda: receiver.notices)[0]
    assert (notice["table"], notice["ply"]) == (table["table"], 0)
    assert notice["title"].startswith("Ready to start: Chameleon by ")


def test_who_plays_alone_with_bots_is_not_told(person: Callable[[str], Person], receiver: Receiver) -> None:
    ada = person("Ada")
    ada.client.put("/api/me/webhook", json={"url": receiver.address}, headers=ada.headers)
    ada.opens(chairs=["me", "random"])
    ada.opens(chairs=["me", "me"])
    time.sleep(QUIET)
    assert receiver.notices == []


def test_who_sets_up_a_webhook_is_told_of_the_turn_that_has_begun(duel: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    ben.client.put("/api/me/webhook", json={"url": receiver.address}, headers=ben.headers)
    assert until(lambda: receiver.notices)[0]["ply"] == 1


def test_a_turn_of_several_plies_with_luck_between_them_is_one_turn() -> None:
    match = Match(calumma.load("life"), SeededLuck(3))
    for seat in range(match.game.seats):
        match.seat(seat, f"P{seat}")
    match.advance()
    rng, runs = calumma.Rng(3), []
    while match.ply < 60:
        seat = match.to_act
        runs.append((seat, turn_number(match, [seat])))
        match.play(match.state.pick(rng))
        match.advance()
    played = [event for event in match.events if isinstance(event, Ply) and event.seat != CHANCE]
    assert len(played) > len(set(runs)) > 3  # some turns have several plies, and there are several turns
    for (seat, number), (following, later) in pairwise(runs):
        assert (number == later) == (seat == following)


# Webhooks


def test_a_notice_is_signed(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    ada.plays(table, "a1a2", 0)
    _, headers, body = until(lambda: receiver.requests)[0]
    moment, proof = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers["Calumma-Signature"]).groups()
    assert hmac.new(ben.key.encode(), f"{moment}.".encode() + body, "sha256").hexdigest() == proof
    assert abs(int(moment) - time.time()) < 60


def test_what_was_refused_is_sent_again_with_the_same_id(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, _, table = hooked
    receiver.answers = [500, 503]
    ada.plays(table, "a1a2", 0)
    until(lambda: len(receiver.requests) == 3)
    time.sleep(QUIET)
    assert len({headers["Calumma-Notice"] for _, headers, _ in receiver.requests}) == 1
    assert len(receiver.requests) == 3


def test_after_some_tries_it_is_given_up_and_the_guest_sees_why(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    receiver.answers = [500] * 9
    ada.plays(table, "a1a2", 0)
    until(lambda: len(receiver.requests) == 3)
    time.sleep(QUIET)
    assert len(receiver.requests) == 3
    assert ben.get("/me").json()["notices"]["trouble"] == "127.0.0.1 answered 500"


def test_a_turn_that_is_over_is_not_told_any_more(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    services = ada.client.app.state.services  # type: ignore[attr-defined]
    services.notices.settings = replace(services.settings, retries=(QUIET,))
    receiver.answers = [500]
    ada.plays(table, "a1a2", 0)
    until(lambda: receiver.requests)
    ben.plays(table, "a5a4", 1)
    time.sleep(2 * QUIET)
    assert len(receiver.requests) == 1


def test_a_redirect_is_not_followed(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, _, table = hooked
    receiver.answers = [302, 307, 308]
    ada.plays(table, "a1a2", 0)
    until(lambda: len(receiver.requests) == 3)
    assert {path for path, _, _ in receiver.requests} == {"/hook"}


def test_a_webhook_can_be_tried_at_once(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    _, ben, _ = hooked
    assert ben.post("/me/webhook/try").json() == {"arrived": True}
    assert [notice["type"] for notice in receiver.notices] == ["test"]
    receiver.answers = [404]
    assert ben.post("/me/webhook/try").json() == {"error": "The notification did not arrive: 127.0.0.1 answered 404."}


def test_a_webhook_that_never_answers_is_given_up() -> None:
    async def hold(reader: Any, writer: Any) -> None:
        try:
            await asyncio.sleep(9)
        finally:
            writer.transport.abort()

    async def never() -> None:
        server = await asyncio.start_server(hold, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            await post(read_target(f"http://127.0.0.1:{port}/", True), b"{}", {}, True, 0.1)

    with pytest.raises(Undelivered, match=r"took longer than 0\.1 seconds"):
        asyncio.run(never())


def test_where_a_name_has_several_addresses_one_that_answers_is_enough(receiver: Receiver) -> None:
    async def tell() -> None:
        port = receiver.server.server_port
        _, writer = await _connect(read_target(f"http://localhost:{port}/", True), ["::1", "127.0.0.2", "127.0.0.1"])
        writer.transport.abort()

    asyncio.run(tell())


INSIDE = [
    "http://127.0.0.1/",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://192.168.1.1/",
    "http://172.16.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_webhook_does_not_lead_into_the_own_network(address: str) -> None:
    with pytest.raises(GameError, match="leads into this server's own network"):
        read_target(address)


@pytest.mark.parametrize("name", ["localhost", "2130706433", "0x7f.1", "127.1"])
def test_nor_does_a_name_for_it(name: str) -> None:
    with pytest.raises(Undelivered, match="leads into this server's own network"):
        asyncio.run(post(read_target(f"http://{name}/"), b"{}", {}, False, 5))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org/hook",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "http://",
        "http://user:word@example.org/",
        "http://example.org:25/",
        "http://example.org:99999/",
        "http://exam ple.org/",
        "http://example.org/\r\nX: y",
        "http://[::1/",
        "https://example.org/" + "x" * 500,
    ],
)
def test_an_address_that_is_none_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(GameError, match=r"^cannot use the address"):
        read_target(address)


def test_a_public_address_is_fine() -> None:
    target = read_target("https://hooks.example.org:8443/calumma?room=1")
    assert (target.host, target.port, target.path, target.host_header) == (
        "hooks.example.org",
        8443,
        "/calumma?room=1",
        "hooks.example.org:8443",
    )


def test_without_the_hosts_leave_a_webhook_inside_is_refused(settings: Settings) -> None:
    with TestClient(create_app(MemoryStore(), replace(settings, webhooks_inside=False))) as client:
        token = client.post("/api/guests", json={}).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        answer = client.put("/api/me/webhook", json={"url": "http://127.0.0.1:9999/"}, headers=headers)
    assert answer.status_code == 400
    assert "own network" in answer.json()["error"]


# The feed


def entries(client: TestClient, address: str) -> list[dict[str, Element]]:
    answer = client.get(address)
    assert answer.headers["content-type"] == "application/atom+xml"
    return [
        {child.tag.removeprefix(ATOM): child for child in entry}
        for entry in ElementTree.fromstring(answer.text).iter(f"{ATOM}entry")
    ]


def test_the_feed_tells_the_turns(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    feed = ben.post("/me/feed").json()["feed"]
    assert entries(ben.client, feed) == []
    ada.plays(table, "a1a2", 0)
    entry = until(lambda: entries(ben.client, feed))[0]
    assert entry["title"].text == "Your turn: Chameleon by Mitsuo Yamamoto, with Ada"
    assert entry["link"].get("href") == f"http://calumma.test/t/{table}"
    assert entry["summary"].text == "It is your turn, after one move."
    assert sorted(entry) == ["id", "link", "summary", "title", "updated"]


def test_a_renewed_feed_ends_the_old_address(duel: tuple[Person, Person, str]) -> None:
    _, ben, _ = duel
    old, new = (ben.post("/me/feed").json()["feed"] for _ in range(2))
    assert (ben.client.get(old).status_code, ben.client.get(new).status_code) == (404, 200)
    ben.client.delete("/api/me/feed", headers=ben.headers)
    assert ben.client.get(new).status_code == 404


def test_of_the_feeds_address_only_the_hash_is_kept(settings: Settings) -> None:
    store = MemoryStore()
    with TestClient(create_app(store, settings)) as client:
        headers = {"Authorization": f"Bearer {client.post('/api/guests', json={}).json()['token']}"}
        secret = client.post("/api/me/feed", headers=headers).json()["feed"].rpartition("/")[2].removesuffix(".atom")
    assert len(secret) == 32
    assert secret not in repr(vars(store.outbox))


# Mail


class Letters(Message):
    port: int

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Any] = []

    def handle_message(self, message: Any) -> None:
        self.all.append(message)


@pytest.fixture
def letters() -> Iterator[Letters]:
    letters = Letters()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        letters.port = probe.getsockname()[1]
    controller = Controller(letters, hostname="127.0.0.1", port=letters.port)
    controller.start()
    yield letters
    controller.stop()


def links(letter: Any) -> list[str]:
    return [line.removeprefix("http://calumma.test") for line in letter.get_payload().splitlines() if line.startswith("http")]


@pytest.fixture
def posted(letters: Letters, duel: tuple[Person, Person, str]) -> tuple[Person, Person, str]:
    """Ada and Ben at a table; Ben wants mail and has confirmed it."""
    ada, ben, table = duel
    assert ben.client.put("/api/me/mail", json={"address": "ben@example.org"}, headers=ben.headers).status_code == 200
    ben.client.post(links(letters.all[0])[0])
    return ada, ben, table


def test_a_letter_tells_of_the_turn(posted: tuple[Person, Person, str], letters: Letters) -> None:
    ada, _, table = posted
    ada.plays(table, "a1a2", 0)
    letter = until(lambda: letters.all[1:])[0]
    assert (letter["To"], letter["From"]) == ("ben@example.org", "games@example.org")
    assert letter["Subject"] == "Your turn: Chameleon by Mitsuo Yamamoto, with Ada"
    assert links(letter)[0] == f"/t/{table}"


def test_an_address_gets_one_letter_until_it_has_confirmed(duel: tuple[Person, Person, str], letters: Letters) -> None:
    ada, ben, table = duel
    answer = ben.client.put("/api/me/mail", json={"address": "ben@example.org"}, headers=ben.headers).json()
    assert (answer["mail"], answer["mail_confirmed"]) == ("ben@example.org", False)
    ada.plays(table, "a1a2", 0)
    time.sleep(QUIET)
    assert [letter["Subject"] for letter in letters.all] == ["Calumma: email you when it is your turn?"]


def test_opening_the_link_alone_does_not_confirm(duel: tuple[Person, Person, str], letters: Letters) -> None:
    _, ben, _ = duel
    ben.client.put("/api/me/mail", json={"address": "ben@example.org"}, headers=ben.headers)
    assert "Yes, email me" in ben.client.get(links(letters.all[0])[0]).text
    assert not ben.get("/me").json()["notices"]["mail_confirmed"]


def test_the_link_in_every_letter_ends_them(posted: tuple[Person, Person, str], letters: Letters) -> None:
    ada, ben, table = posted
    ada.plays(table, "a1a2", 0)
    letter = until(lambda: letters.all[1:])[0]
    stop = letter["List-Unsubscribe"].strip().strip("<>").removeprefix("http://calumma.test")
    assert stop == links(letter)[1]
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert ben.client.post(stop, content="List-Unsubscribe=One-Click").status_code == 200
    assert ben.get("/me").json()["notices"]["mail"] is None


def test_a_link_of_an_older_address_confirms_nothing(duel: tuple[Person, Person, str], letters: Letters) -> None:
    _, ben, _ = duel
    for address in ("ben@example.org", "eve@example.org"):
        ben.client.put("/api/me/mail", json={"address": address}, headers=ben.headers)
    assert ben.client.post(links(letters.all[0])[0]).status_code == 404
    assert not ben.get("/me").json()["notices"]["mail_confirmed"]


def test_nobody_can_have_many_letters_sent(duel: tuple[Person, Person, str], letters: Letters) -> None:
    _, ben, _ = duel
    found = [
        ben.client.put("/api/me/mail", json={"address": "eve@example.org"}, headers=ben.headers).status_code for _ in range(5)
    ]
    assert found == [200, 200, 200, 400, 400]
    assert len(letters.all) == 3


def test_where_no_mail_server_is_set_up_a_sentence_says_so(duel: tuple[Person, Person, str]) -> None:
    _, ben, _ = duel
    answer = ben.client.put("/api/me/mail", json={"address": "ben@example.org"}, headers=ben.headers)
    assert answer.json()["error"] == "This server sends no email: its host has not set it up."
    assert not ben.get("/me").json()["notices"]["mail_possible"]


def test_a_mail_server_that_is_not_there_is_said(duel: tuple[Person, Person, str], letters: Letters) -> None:
    ada, ben, _ = duel
    services = ada.client.app.state.services  # type: ignore[attr-defined]
    services.notices.courier.settings = replace(
        services.settings, mail=read_mail_server("smtp://127.0.0.1:1", "games@example.org")
    )
    answer = ben.client.put("/api/me/mail", json={"address": "ben@example.org"}, headers=ben.headers)
    assert answer.json()["error"].startswith("The email could not be sent: the mail server did not take it")


@pytest.mark.parametrize(
    "text", ["", "ben", "ben@", "@example.org", "a@b", "a b@example.org", "a@example.org\nBcc: b@c.org", "a@[10.0.0.1]"]
)
def test_what_is_no_mail_address_is_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"^cannot send email to"):
        clean_address(text)


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://host:port"])
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(GameError, match=r"^cannot read the mail server"):
        read_mail_server(url, "games@example.org")


def test_a_password_is_not_sent_without_encryption(letters: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.server.mail.LOCAL", ())
    server = read_mail_server(f"smtp://ada:word@127.0.0.1:{letters.port}", "games@example.org")
    with pytest.raises(Undelivered, match="did not take it"):
        server.send(letter(server, "ben@example.org", "Hello", "Hello", "http://calumma.test/stop", "n1"))
    assert letters.all == []


def test_user_and_password_of_a_mail_server_may_hold_anything() -> None:
    server = read_mail_server("smtps://ada%40example.org:p%3Aw%2F@mail.example.org", "games@example.org")
    assert (server.user, server.password, server.port, server.secure) == ("ada@example.org", "p:w/", 465, True)


# The page about oneself


def test_the_page_sets_up_and_ends_every_way(client: TestClient, letters: Letters, receiver: Receiver) -> None:
    client.post("/me", data={"name": "Ada"})
    assert "/feed/" in client.post("/me/feed").text
    assert "Key that signs the messages" in client.post("/me/webhook", data={"url": receiver.address}).text
    assert "The notification arrived." in client.post("/me/webhook/try").text
    assert "An email is on its way." in client.post("/me/mail", data={"address": "ada@example.org"}).text
    text = client.get("/me").text
    assert receiver.address in text
    assert "ada@example.org" in text
    for way in ("feed", "webhook", "mail"):
        client.post(f"/me/{way}/end")
    text = client.get("/me").text
    assert receiver.address not in text
    assert "ada@example.org" not in text
    assert "Make a feed" in text


def test_the_page_says_what_is_wrong_with_an_address(client: TestClient) -> None:
    client.post("/me", data={"name": "Ada"})
    answer = client.post("/me/webhook", data={"url": "ftp://<b>example.org"})
    assert answer.status_code == 400
    assert "Cannot use the address" in answer.text
    assert "<b>example" not in answer.text


def test_who_is_deleted_is_told_nothing_and_leaves_no_address(hooked: tuple[Person, Person, str], receiver: Receiver) -> None:
    ada, ben, table = hooked
    feed = ben.post("/me/feed").json()["feed"]
    services = ada.client.app.state.services  # type: ignore[attr-defined]
    ada.client.portal.call(services.forget, ada.client.portal.call(services.guests.known, ben.token))
    ada.plays(table, "a1a2", 0)
    time.sleep(QUIET)
    assert receiver.notices == []
    assert ada.client.get(feed).status_code == 404
    assert services.store.outbox._contacts == {}


# Restarts


def test_a_restart_neither_loses_nor_doubles_a_notice(tmp_path: Path, settings: Settings, receiver: Receiver) -> None:
    url = f"sqlite:///{tmp_path / 'kept.db'}"

    def server(**changes: Any) -> Any:
        return TestClient(create_app(DatabaseStore(url), replace(settings, **changes)), base_url="http://calumma.test")

    with server(grace=60) as client:  # it ends before the notice is due
        tokens = [client.post("/api/guests", json={"name": name}).json()["token"] for name in ("Ada", "Ben")]
        ada, ben = ({"Authorization": f"Bearer {token}"} for token in tokens)
        table = client.post("/api/tables", json={"game": "yamamoto", "chairs": ["me", "open"]}, headers=ada).json()
        client.post(f"/api/tables/{table['table']}/sit", json={"invite": table["invite"]}, headers=ben)
        client.put("/api/me/webhook", json={"url": receiver.address}, headers=ben)
        client.post(f"/api/tables/{table['table']}/play", json={"ply": 0, "moves": ["a1a2"]}, headers=ada)
    receiver.answers = [500]
    with server(retries=(60,)):  # it ends before the second try
        until(lambda: receiver.requests)
    with server(retries=(60,)) as client:
        outbox = client.app.state.services.store.outbox
        waiting = client.portal.call(outbox.deliveries)[0]
        client.portal.call(outbox.put_off, replace(waiting, due=0.0))
    with server():
        until(lambda: len(receiver.requests) == 2)
        time.sleep(QUIET)
    with server():
        time.sleep(QUIET)
    assert len(receiver.requests) == 2
    assert len({headers["Calumma-Notice"] for _, headers, _ in receiver.requests}) == 1
