"""What whoever looks after a server sees and does: metrics, logs, the operator's page, `calumma admin`."""

from __future__ import annotations

import base64
import json
import logging
import re
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from calumma.cli import main
from calumma.cli.serving import seconds_of
from calumma.core import GameError
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.logs import JsonLines, Readable, without_secrets
from calumma.site.limits import Allowance, Limits, read_network
from calumma.site.store import Store

from .conftest import RealServer as Server

if TYPE_CHECKING:
    from tests.server.conftest import Person, RealServer

HERE: dict[str, Any] = {"base_url": "http://127.0.0.1:8765", "client": ("127.0.0.1", 5000)}


@pytest.fixture
def at_home(settings: Settings) -> Iterator[Any]:
    with TestClient(create_app(MemoryStore(), settings), **HERE) as client:
        yield client


def numbers(client: TestClient) -> dict[str, float]:
    text = client.get("/metrics").text
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if not line.startswith("#")}


# Metrics


def test_metrics_count_requests_by_the_pattern_of_their_route(at_home: Any, visitor: Callable[[TestClient, str], Person]) -> None:
    ada = visitor(at_home, "Ada")
    table = ada.opens(chairs=["me", "me"])["table"]
    ada.plays(table, "a1a2", 0)
    ada.plays(table, "a1a2", 0)
    at_home.get("/nowhere")
    found = numbers(at_home)
    route = "/api/tables/{table_id}/play"
    assert found[f'calumma_requests_total{{method="POST",route="{route}",status="200"}}'] == 1
    assert found[f'calumma_requests_total{{method="POST",route="{route}",status="400"}}'] == 1
    assert found['calumma_requests_total{method="GET",route="other",status="404"}'] == 1
    assert found[f'calumma_request_seconds_count{{route="{route}"}}'] == 2
    assert found["calumma_plies_total"] == 1
    assert table not in at_home.get("/metrics").text


def test_metrics_tell_sockets_tables_bots_lag_memory_and_trouble(
    at_home: Any, visitor: Callable[[TestClient, str], Person]
) -> None:
    ada = visitor(at_home, "Ada")
    table = ada.opens(chairs=["random", "me"])["table"]
    with ada.socket(table) as socket:
        while socket.receive_json()["ply"] < 1:
            pass
        found = numbers(at_home)
    assert found["calumma_sockets"] == 1
    assert found["calumma_tables_in_memory"] == 1
    assert found["calumma_bot_wait_seconds_count"] == 1
    assert found["calumma_bot_queue"] == 0
    assert found["calumma_set_aside"] == 0
    assert found["calumma_failed_writes_total"] == 0
    assert found["calumma_writable"] == 1
    assert "calumma_loop_lag_seconds_count" in found
    assert found["process_resident_memory_bytes"] > 1e6


def test_a_match_that_is_set_aside_is_counted_and_named_on_the_operators_page(
    at_home: Any, visitor: Callable[[TestClient, str], Person]
) -> None:
    table = visitor(at_home, "Ada").opens(chairs=["me", "me"])["table"]
    at_home.portal.call(at_home.app.state.services.tables.put_aside, table, "damaged", "event 3: <b>it rained</b>")
    assert numbers(at_home)["calumma_set_aside"] == 1
    page = at_home.get("/operator").text
    assert table in page
    assert "event 3: &lt;b&gt;it rained&lt;/b&gt;" in page


@pytest.mark.parametrize("address", ["/metrics", "/operator"])
@pytest.mark.parametrize(
    ("client", "name", "headers"),
    [
        ("192.0.2.7", "127.0.0.1", {}),
        ("127.0.0.1", "games.example.org", {}),
        ("127.0.0.1", "127.0.0.1:8765", {"X-Forwarded-For": "192.0.2.7"}),
        ("127.0.0.1", "localhost", {"Forwarded": "for=192.0.2.7"}),
    ],
)
def test_without_a_token_only_the_same_machine_sees_them(
    settings: Settings, address: str, client: str, name: str, headers: dict[str, str]
) -> None:
    with TestClient(create_app(MemoryStore(), settings), base_url="http://127.0.0.1", client=(client, 5000)) as visitor:
        assert visitor.get(address, headers={"Host": name, **headers}).status_code == 404


@pytest.mark.parametrize("address", ["/metrics", "/operator"])
def test_with_a_token_whoever_has_it_sees_them(settings: Settings, address: str) -> None:
    chosen = replace(settings, operator_token="a long token")
    with TestClient(create_app(MemoryStore(), chosen), **HERE) as client:
        password = base64.b64encode(b"anybody:a long token").decode()
        assert client.get(address).status_code == 401
        assert client.get(address, headers={"Authorization": "Bearer another"}).status_code == 401
        assert client.get(address, headers={"Authorization": "Bearer a long token"}).status_code == 200
        assert client.get(address, headers={"Authorization": f"Basic {password}"}).status_code == 200
        assert client.get(address, headers={"Authorization": "Basic ###"}).status_code == 401


# Logs


def test_no_log_line_holds_a_secret(
    settings: Settings, visitor: Callable[[TestClient, str], Person], caplog: pytest.LogCaptureFixture
) -> None:
    """Everything that somebody could act with, through every address that holds it, and a fault on top."""
    with TestClient(create_app(MemoryStore(), settings), raise_server_exceptions=False, **HERE) as client:
        caplog.set_level(logging.DEBUG)
        ada = visitor(client, "Ada")
        table = ada.opens(chairs=["me", "open"])
        feed = client.post("/api/me/feed", headers=ada.headers)
        carry = re.findall(r"/carry/([\w-]+)", client.post("/me/carry", headers=ada.headers).text)[0]
        secrets = [ada.token, table["invite"], carry, *re.findall(r"/feed/([\w-]+)", feed.text)]
        assert len(secrets) == 4
        cookie = {"Cookie": f"calumma_guest={ada.token}"}
        for address in (f"/t/{table['table']}/join/{table['invite']}", f"/carry/{carry}", *(f"/feed/{each}" for each in secrets)):
            client.get(address, headers=cookie)
        client.app.state.services.tables.find = None  # type: ignore[attr-defined]  # a fault in the midst of a request
        client.get(f"/t/{table['table']}/join/{table['invite']}", headers=cookie)
    lines = [
        form.format(record)
        for record in caplog.records
        if record.name.startswith(("calumma", "uvicorn"))
        for form in (Readable(), JsonLines())
    ]
    assert any("/t/{table_id}/join/{invite}" in line for line in lines)
    assert [line for line in lines if any(secret in line for secret in secrets)] == []


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Authorization: Bearer abcdefghij-_", "Authorization: Bearer ..."),
        ("cookie calumma_guest=abc123; other=1", "cookie calumma_guest=...; other=1"),
        ("GET /t/abc/join/dGhpc19pc19h HTTP/1.1", "GET /t/abc/join/... HTTP/1.1"),
        ("/feed/dGhpc19pc19h and /mail/dGhpc19pc19h/stop", "/feed/... and /mail/.../stop"),
        ("{'invite': 'dGhpc19pc19h'}", "{'invite': '...'}"),
        ("postgresql://calumma:geheim@host/name", "postgresql://calumma:...@host/name"),
        ("the match t1 is set aside", "the match t1 is set aside"),
    ],
)
def test_what_gives_somebody_away_is_left_out(text: str, clean: str) -> None:
    assert without_secrets(text) == clean


def test_json_lines_are_one_object_a_line_with_their_fields() -> None:
    record = logging.LogRecord("calumma.requests", logging.INFO, "", 0, "GET / 200", (), None)
    record.fields = {"route": "/", "status": 200}
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"], found["route"], found["status"]) == ("info", "GET / 200", "/", 200)


def test_an_error_keeps_its_story_in_one_line_of_json() -> None:
    try:
        raise ValueError("with Bearer abcdefghijkl")
    except ValueError:
        record = logging.LogRecord("calumma.server", logging.ERROR, "", 0, "it failed", (), sys.exc_info())
    found = json.loads(JsonLines().format(record))
    assert found["exception"].endswith("ValueError: with Bearer ...")


# Blocked addresses


@pytest.mark.parametrize(
    ("network", "address", "is_blocked"),
    [
        ("192.0.2.7/32", "192.0.2.7", True),
        ("192.0.2.7/32", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("192.0.2.0/24", "::ffff:192.0.2.8", True),
        ("2001:db8::/48", "2001:db8::1", True),
        ("2001:db8::/48", "192.0.2.8", False),
        ("192.0.2.0/24", "testclient", False),
    ],
)
def test_an_address_is_found_in_its_network(network: str, address: str, is_blocked: bool) -> None:
    limits = Limits(Allowance(), 1.0, 1.0)
    limits.blocked = {read_network(network)}
    assert limits.is_blocked(address) == is_blocked


def test_a_blocked_address_is_not_answered_also_after_a_restart(stores: Callable[[], Store], settings: Settings) -> None:
    for turn in range(2):
        with TestClient(create_app(stores(), settings), base_url="http://calumma.test", client=("192.0.2.7", 1)) as client:
            if not turn:
                assert client.get("/").status_code == 200
                client.portal.call(  # type: ignore[call-arg]
                    client.app.state.services.operator.execute,  # type: ignore[attr-defined]
                    "block",
                    {"network": "192.0.2.0/24", "reason": "rude"},  # type: ignore[attr-defined]
                )
            answer = client.get("/")
            assert (answer.status_code, answer.json()["error"][:28]) == (403, "Your address is blocked here")
            assert answer.headers["x-frame-options"] == "DENY"


# calumma admin


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run `calumma admin` on the database of the test; return status and what it said."""

    def run(*arguments: str) -> tuple[int, str]:
        status = main(["admin", "--db", f"sqlite:///{tmp_path / 'kept.db'}", *arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def opened(server: RealServer, game: str = "yamamoto", **wish: list[str]) -> tuple[str, str]:
    token = server.ask("/api/guests", {"name": "Ada"})[1]["token"]
    return token, server.ask("/api/tables", {"game": game, **wish}, token)[1]["table"]


def test_admin_looks_after_a_running_server(tmp_path: Path, admin: Callable[..., Any]) -> None:
    with Server(f"sqlite:///{tmp_path / 'kept.db'}", "--log-format", "json", "--log-level", "info") as server:
        token, table = opened(server, chairs=["me", "me"])
        assert stat.S_IMODE((tmp_path / "kept.db.admin").stat().st_mode) == 0o600
        assert admin("matches")[1].startswith(f"{table}  yamamoto, running, 1 people")
        assert json.loads(admin("match", table)[1])["whole"]["events"][0]["player"] == "Ada"
        assert admin("set-aside", table, "--reason", "A quarrel is looked into.") == (0, f"set {table} aside\n")
        status, answer = server.ask(f"/api/tables/{table}", token=token)
        assert (status, answer["error"]) == (
            503,
            "This match cannot be opened: the host of this server has set it aside. A quarrel is looked into.",
        )
        assert f"{table}  yamamoto" in admin("matches", "aside")[1]
        assert admin("reread", table) == (0, f"{table} can be opened again\n")
        assert server.ask(f"/api/tables/{table}", token=token)[0] == 200
        assert admin("end", table) == (0, f"ended {table}\n")
        assert server.ask(f"/api/tables/{table}", token=token)[0] == 410
        assert server.ask(f"/api/tables/{table}/record", token=token)[1]["players"] == ["Ada", "Ada"]
        assert admin("delete", table, "--yes") == (0, f"deleted {table}\n")
        assert server.ask(f"/api/tables/{table}", token=token)[0] == 404
        guest = admin("guests", "Ada")[1].split()[0]
        assert admin("delete-guest", guest, "--yes") == (0, f"deleted {guest}\n")
        assert server.ask("/api/tables", {"game": "yamamoto"}, token)[0] == 401
        assert admin("block", "127.0.0.1") == (0, "blocked 127.0.0.1/32\n")
        with pytest.raises(OSError):  # noqa: PT011 (the door stays shut, in whichever way the system says so)
            server.ask("/")
        assert admin("blocked") == (0, "127.0.0.1/32\n")
        assert admin("unblock", "127.0.0.1") == (0, "unblocked 127.0.0.1/32\n")
        assert server.ask("/health")[0] == 200
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert {"message", "time", "level"} <= set(lines[0])
    assert any(line.get("route") == "/api/tables/{table_id}" and line["status"] == 503 for line in lines)
    assert token not in server.log


def test_admin_looks_after_a_database_without_a_server(tmp_path: Path, admin: Callable[..., Any]) -> None:
    with Server(f"sqlite:///{tmp_path / 'kept.db'}") as server:
        token, table = opened(server, chairs=["me", "me"])
    assert admin("end", table, "--reason", "The club has closed.") == (0, f"ended {table}\n")
    assert admin("end", table) == (2, f'calumma: the match "{table}" is already over\n')
    assert admin("block", "192.0.2.0/24", "--reason", "rude") == (0, "blocked 192.0.2.0/24\n")
    assert admin("blocked") == (0, "192.0.2.0/24  rude\n")
    with Server(f"sqlite:///{tmp_path / 'kept.db'}") as server:
        answer = server.ask(f"/api/tables/{table}", token=token)[1]
        assert answer["error"] == "This match was ended by the host of this server. The club has closed."


def test_admin_reads_a_repaired_match_again(tmp_path: Path, admin: Callable[..., Any]) -> None:
    import sqlite3

    database = f"sqlite:///{tmp_path / 'kept.db'}"
    with Server(database) as server:
        token, table = opened(server, chairs=["me", "me"])
    kept = sqlite3.connect(tmp_path / "kept.db")
    kept.execute("UPDATE events SET kind = 'dreamt' WHERE number = 1")
    kept.commit()
    with Server(database) as server:
        assert server.ask(f"/api/tables/{table}", token=token)[0] == 503
        assert admin("reread")[1].startswith(f'{table} still cannot be read: unknown event "dreamt"')
        kept.execute("UPDATE events SET kind = 'seated' WHERE number = 1")
        kept.commit()
        kept.close()
        assert admin("reread") == (0, f"{table} can be opened again\n")
        assert server.ask(f"/api/tables/{table}", token=token)[0] == 200
    assert f"the match {table} is set aside (damaged)" in server.log


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("match", "nothing"), 'there is no match "nothing"'),
        (("delete", "nothing", "--yes"), 'there is no match "nothing"'),
        (("delete-guest", "nobody", "--yes"), 'there is no guest "nobody"'),
        (("block", "everybody"), 'cannot read the address "everybody": expected one like 192.0.2.7 or 2001:db8::/64'),
        (("block", "0.0.0.0/0"), '"0.0.0.0/0" is too much to block: expected a network of at least 8 fixed bits'),
        (("unblock", "192.0.2.7"), '"192.0.2.7/32" is not blocked'),
    ],
)
def test_admin_says_in_a_sentence_what_cannot_be_done(
    admin: Callable[..., Any], arguments: tuple[str, ...], sentence: str
) -> None:
    assert admin(*arguments) == (2, f"calumma: {sentence}\n")


# Settings


@pytest.mark.parametrize(("text", "seconds"), [("30d", 30 * 86400.0), ("12h", 12 * 3600.0), ("never", 0.0)])
def test_times_to_expire_are_read(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "0d", "30", "d", "-3d", "30 d"])
def test_other_times_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(GameError, match="expected days or hours like 30d or 12h, or never"):
        seconds_of(text)
