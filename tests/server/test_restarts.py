"""A server that is killed again and again while people play: what was acknowledged is there, in order, once."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import takewhile
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import segno

import calumma
from calumma.cli import main

from .conftest import free_port

if TYPE_CHECKING:
    from tests.server.conftest import Receiver

GONE = (OSError, http.client.HTTPException)  # what a client meets when the server is killed
SERVE = "import sys; from calumma.cli import main; sys.exit(main())"


class Server:
    """The real command in a process of its own."""

    def __init__(self, database: Any, *options: Any) -> None:
        self.port = free_port()
        self.database = database
        self.options = options
        self.process: Any = None

    def start(self) -> None:
        arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", self.database]
        arguments += self.options
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().startswith("Calumma is at"), self.process.stderr.read()

    def end(self, how: Any) -> Any:
        self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode

    def ask(self, address: Any, body: Any = None, token: Any = None, method: Any = None) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{address}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Any]:
    with running(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        yield server


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server that runs on, for tests that neither end it nor start it again."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('standing') / 'matches.db'}") as server:
        yield server


@contextmanager
def running(database: Any) -> Iterator[Any]:
    server = Server(database, "--trust", "127.0.0.1")  # five matches at once, as fast as they can
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


class Table:
    """A match between scripted clients, one a seat, who go on whatever happens to the server."""

    def __init__(self, server: Server, game: str) -> None:
        self.server, self.game, self.rng = server, game, random.Random(game)
        self.acknowledged: dict[int, str] = {}  # what the server said is played, by ply
        self.most = inf  # how many plies to play
        seats = calumma.load(game).seats
        self.tokens = [server.ask("/guests", {"name": f"P{seat}"})["token"] for seat in range(seats)]
        chairs = ["me", *["open"] * (seats - 2), "open" if seats == 2 else "random"]
        opened = server.ask("/tables", {"game": game, "chairs": chairs}, self.tokens[0])
        self.id = opened["table"]
        for seat, chair in enumerate(chairs):
            if chair == "open":
                server.ask(f"/tables/{self.id}/sit", {"invite": opened["invite"], "seat": seat}, self.tokens[seat])

    def see(self, seat: int) -> Any:
        """Look at the table, as soon as there is a server again."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                return self.server.ask(f"/tables/{self.id}", token=self.tokens[seat])
            except GONE:
                time.sleep(0.02)
        raise AssertionError("the server never came back")

    def play_on(self) -> Any:
        """Play until the end, or as much as is wanted, and return the last look."""
        seat = 0
        while True:
            seen = self.see(seat)
            assert len(seen["plies"]) > max(self.acknowledged, default=-1)
            if seen["status"] == "over" or len(self.acknowledged) >= self.most:
                return seen
            if seen["bots"][seen["to_act"]] is not None:
                time.sleep(0.005)
            elif seen["to_act"] != seat:
                seat = seen["to_act"]
            elif seen["turn"]:
                chosen = seen["moves"][-1] if self.rng.random() < 0.75 else self.rng.choice(seen["moves"])  # matches are short
                self.answer(seat, seen["ply"], chosen["text"])

    def answer(self, seat: int, ply: Any, text: str) -> None:
        try:
            self.server.ask(f"/tables/{self.id}/play", {"ply": ply, "moves": [text]}, self.tokens[seat])
        except GONE:
            return  # the server is gone: whether it is played, the next look will say
        assert ply not in self.acknowledged
        self.acknowledged[ply] = text


def killing(server: Any, kills: Any, is_over: Any) -> None:
    """Kill the server again and again at any moment, and start it anew."""
    rng = random.Random(11)
    for _ in range(kills):
        deadline = time.monotonic() + rng.uniform(0.2, 1.2)
        while time.monotonic() < deadline and not is_over():
            time.sleep(0.01)
        if is_over():
            return
        server.end(signal.SIGKILL)
        server.start()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_killed_again_and_again_forgets_nothing_it_has_acknowledged(
    kind: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """All five games at once, killed in the midst of them; then a while without trouble."""
    database = request.getfixturevalue("empty_postgresql") if kind == "postgresql" else f"sqlite:///{tmp_path / 'matches.db'}"
    with running(database) as server, ThreadPoolExecutor(5) as threads:
        tables = [Table(server, game) for game in calumma.games()]
        matches = [threads.submit(table.play_on) for table in tables]
        killing(server, 4, lambda: all(match.done() for match in matches))
        assert any(table.acknowledged for table in tables)
        for table in tables:
            table.most = len(table.acknowledged) + 10
        for table, match in zip(tables, matches, strict=True):
            last = match.result(240)
            assert last["result"] is not None or len(table.acknowledged) >= table.most
            assert [event["number"] for event in last["events"]] == list(range(last["number"]))
            plies = [event["text"] for event in last["events"] if event["event"] == "ply"]
            assert plies == last["plies"]
            assert {ply: plies[ply] for ply in table.acknowledged} == table.acknowledged


def awaits_delivery(database: Any) -> Any:
    """Whether the server still has something to tell, or has not noted yet that it did."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as kept:
        return kept.execute("SELECT count(*) FROM deliveries").fetchone()[0] > 0


def test_a_killed_server_tells_of_a_turn_once(tmp_path: Path, receiver: Receiver) -> None:
    server = Server(f"sqlite:///{tmp_path / 'matches.db'}", "--webhooks-inside", "--notify-after", "1")
    server.start()
    ada, ben = (server.ask("/guests", {"name": name})["token"] for name in ("Ada", "Ben"))
    table = server.ask("/tables", {"game": "yamamoto", "chairs": ["me", "open"]}, ada)
    server.ask(f"/tables/{table['table']}/sit", {"invite": table["invite"]}, ben)
    server.ask("/me/webhook", {"url": receiver.address}, ben, "PUT")
    server.ask(f"/tables/{table['table']}/play", {"ply": 0, "moves": ["a1a2"]}, ada)
    server.end(signal.SIGKILL)  # before it is due
    server.start()
    deadline = time.monotonic() + 60
    while not receiver.notices or awaits_delivery(tmp_path / "matches.db"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    server.end(signal.SIGKILL)  # after it was told
    server.start()
    time.sleep(1.5)
    server.end(signal.SIGKILL)
    assert [notice["ply"] for notice in receiver.notices] == [1]


def test_after_a_restart_bots_play_on_by_themselves(server: Any) -> None:
    token = server.ask("/guests", {})["token"]
    table = server.ask("/tables", {"game": "bradley", "chairs": ["random", "random"]}, token)["table"]
    server.end(signal.SIGKILL)
    server.start()
    deadline = time.monotonic() + 240
    while server.ask(f"/tables/{table}")["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_copy_made_while_it_runs_goes_on_on_another_server(
    standing: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = standing.ask("/guests", {"name": "Ada"})["token"]
    table = standing.ask("/tables", {"game": "yamamoto", "chairs": ["me", "me"]}, token)["table"]
    standing.ask(f"/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--db", standing.database]) == 0
    standing.ask(f"/tables/{table}/play", {"ply": 1, "moves": ["a5a4"]}, token)
    with running(f"sqlite:///{copy}") as second:
        assert second.ask(f"/tables/{table}", token=token)["plies"] == ["a1a2"]
    assert main(["backup", str(copy), "--db", standing.database]) == 2
    assert "already exists" in capsys.readouterr().err


def test_after_a_restart_clocks_go_on_from_what_was_left(server: Any) -> None:
    token = server.ask("/guests", {"name": "Ada"})["token"]
    wish = {"game": "yamamoto", "chairs": ["me", "me"], "time": "10+5", "begins": "random"}
    table = server.ask("/tables", wish, token)["table"]
    before = server.ask(f"/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)
    server.end(signal.SIGKILL)
    server.start()
    after = server.ask(f"/tables/{table}", token=token)
    assert after["clock"]["running"] == 1
    # What was thought since the last note that the server lived is forgiven as part of the pause.
    assert before["clock"]["left"][0] <= after["clock"]["left"][0] <= 605
    assert before["clock"]["left"][1] - 120 < after["clock"]["left"][1] <= 600
    assert [event["event"] for event in after["events"]] == ["seated", "seated", "begun", "ply"]


def test_it_ends_cleanly_when_asked_to(server: Any) -> None:
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)


def test_in_a_local_network_the_address_is_shown_with_a_code_and_works_there(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", SERVE, "serve", "--lan", "--port", "0", "--db", "memory"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    lines = iter(process.stdout.readline, "")
    address = next(lines).removeprefix("Others in this network open ").strip()
    code = [line.rstrip("\n") for line in takewhile(lambda line: not line.startswith("Calumma is at"), lines)]
    assert modules(code) == [[bool(module) for module in row] for row in segno.make(address, error="l", micro=False).matrix]
    form = urllib.request.Request(f"{address}play/yamamoto", b"", {"Origin": address.rstrip("/")})
    with urllib.request.urlopen(form, timeout=60) as answer:
        assert answer.url.startswith(f"{address}t/")
    process.kill()
    process.communicate()


def modules(code: Any) -> Any:
    """The dark parts of a code that is drawn in light half blocks, without its border."""
    dark = [[character in dark for character in line] for line in code for dark in (" ▄", " ▀")]
    size = len(code[0]) - 4
    return [row[2 : 2 + size] for row in dark[2 : 2 + size]]


def test_a_used_port_is_said_in_a_sentence(standing: Any) -> None:
    arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(standing.port), "--db", "memory"]
    second = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60, env=os.environ)
    assert second.returncode == 2
    assert second.stderr == (
        f"calumma: cannot listen on 127.0.0.1 port {standing.port}: address already in use; try another --port\n"
    )


def test_a_used_database_is_said_in_a_sentence(standing: Any) -> None:
    arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(free_port()), "--db", standing.database]
    second = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60, env=os.environ)
    assert second.returncode == 2
    assert "another server uses the database" in second.stderr
