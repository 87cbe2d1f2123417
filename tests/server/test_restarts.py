"""A server that is killed again and again while people play: what was acknowledged is there, in order, once."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from itertools import takewhile

import pytest
import segno

import calumma
from calumma.cli import main

SERVE = "import sys; from calumma.cli import main; sys.exit(main())"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The real command in a process of its own."""

    def __init__(self, database):
        self.port = free_port()
        self.database = database
        self.process = None

    def start(self):
        arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", self.database]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().startswith("Calumma is at"), self.process.stderr.read()

    def end(self, how):
        self.process.send_signal(how)
        self.process.communicate(timeout=20)
        return self.process.returncode

    def ask(self, address, body=None, token=None):
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{address}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


@pytest.fixture
def server(tmp_path):
    with running(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        yield server


@contextmanager
def running(database):
    server = Server(database)
    server.start()
    yield server
    if server.process.poll() is None:
        server.end(signal.SIGKILL)


def play_some(server, token, table, rng, plies, acknowledged):
    """Play until so many own plies are made or the match is over; remember what the server acknowledged."""
    for _ in range(plies):
        seen = server.ask(f"/tables/{table}", token=token)
        while not seen["turn"] and seen["status"] == "playing":
            time.sleep(0.01)
            seen = server.ask(f"/tables/{table}", token=token)
        assert seen["plies"][: len(acknowledged)] == acknowledged
        if seen["status"] == "over":
            return True
        move = rng.choice(seen["moves"])["text"]
        answer = server.ask(f"/tables/{table}/play", {"ply": seen["ply"], "moves": [move]}, token)
        acknowledged[:] = answer["plies"]
    return False


@pytest.mark.parametrize("game", calumma.games())
def test_a_killed_server_forgets_nothing_it_has_acknowledged(server, game):
    be_killed_and_play_on(server, game)


def test_nor_does_it_with_postgresql(empty_postgresql):
    with running(empty_postgresql) as server:
        be_killed_and_play_on(server, "yamamoto")


def be_killed_and_play_on(server, game):
    token = server.ask("/guests", {"name": "Ada"})["token"]
    seats = calumma.load(game).seats
    table = server.ask("/tables", {"game": game, "chairs": ["me", *["random"] * (seats - 1)]}, token)["table"]
    rng, acknowledged, kills = random.Random(5), [], 0
    while not play_some(server, token, table, rng, 6 if kills < 3 else 2000, acknowledged):
        server.end(signal.SIGKILL)
        server.start()
        kills += 1
    final = server.ask(f"/tables/{table}", token=token)
    assert [event["number"] for event in final["events"]] == list(range(final["number"]))
    assert final["result"] is not None


def test_after_a_restart_bots_play_on_by_themselves(server):
    token = server.ask("/guests", {})["token"]
    table = server.ask("/tables", {"game": "bradley", "chairs": ["random", "random"]}, token)["table"]
    server.end(signal.SIGKILL)
    server.start()
    deadline = time.monotonic() + 60
    while server.ask(f"/tables/{table}")["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_copy_made_while_it_runs_goes_on_on_another_server(server, tmp_path, capsys):
    token = server.ask("/guests", {"name": "Ada"})["token"]
    table = server.ask("/tables", {"game": "yamamoto", "chairs": ["me", "me"]}, token)["table"]
    server.ask(f"/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--db", server.database]) == 0
    server.ask(f"/tables/{table}/play", {"ply": 1, "moves": ["a5a4"]}, token)
    with running(f"sqlite:///{copy}") as second:
        assert second.ask(f"/tables/{table}", token=token)["plies"] == ["a1a2"]
    assert main(["backup", str(copy), "--db", server.database]) == 2
    assert "is there already" in capsys.readouterr().err


def test_after_a_restart_clocks_go_on_from_what_was_left(server):
    token = server.ask("/guests", {"name": "Ada"})["token"]
    wish = {"game": "yamamoto", "chairs": ["me", "me"], "time": "10+5", "begins": "random"}
    table = server.ask("/tables", wish, token)["table"]
    before = server.ask(f"/tables/{table}/play", {"ply": 0, "moves": ["a1a2"]}, token)
    server.end(signal.SIGKILL)
    server.start()
    after = server.ask(f"/tables/{table}", token=token)
    assert (after["clock"]["running"], after["clock"]["left"][0]) == (1, before["clock"]["left"][0])
    assert before["clock"]["left"][1] - 20 < after["clock"]["left"][1] <= before["clock"]["left"][1]
    assert [event["event"] for event in after["events"]] == ["seated", "seated", "begun", "ply"]


def test_it_ends_cleanly_when_asked_to(server):
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)


def test_in_a_local_network_the_address_is_shown_with_a_code_and_works_there(tmp_path):
    arguments = [sys.executable, "-c", SERVE, "serve", "--lan", "--port", "0", "--db", "memory"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    lines = iter(process.stdout.readline, "")
    address = next(lines).removeprefix("Others in this network open ").strip()
    code = [line.rstrip("\n") for line in takewhile(lambda line: not line.startswith("Calumma is at"), lines)]
    assert modules(code) == [[bool(module) for module in row] for row in segno.make(address, error="l", micro=False).matrix]
    form = urllib.request.Request(f"{address}play/yamamoto", b"", {"Origin": address.rstrip("/")})
    with urllib.request.urlopen(form, timeout=20) as answer:
        assert answer.url.startswith(f"{address}t/")
    process.kill()
    process.communicate()


def modules(code):
    """The dark parts of a code that is drawn in light half blocks, without its border."""
    dark = [[character in dark for character in line] for line in code for dark in (" ▄", " ▀")]
    size = len(code[0]) - 4
    return [row[2 : 2 + size] for row in dark[2 : 2 + size]]


def test_a_used_port_is_said_in_a_sentence(server):
    arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(server.port), "--db", "memory"]
    second = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60, env=os.environ)
    assert second.returncode == 2
    assert second.stderr == (
        f"calumma: cannot listen on 127.0.0.1 port {server.port}: address already in use; try another --port\n"
    )


def test_a_used_database_is_said_in_a_sentence(server):
    arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(free_port()), "--db", server.database]
    second = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=60, env=os.environ)
    assert second.returncode == 2
    assert "another server uses the database" in second.stderr
