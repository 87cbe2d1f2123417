"""A stranger who does the worst that the limits of a server allow, until it is ended: stranger.py HOST:PORT TABLE

From one address that nobody trusts it makes guests and tables of four strong bots as long as it is let, keeps watching them,
comes to a table and goes again, asks for what is dear, and keeps silent connections open.
"""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

ADDRESS = "127.0.0.66"
DECK = "a=[" + "1," * 1900 + "]"
ASKING, COMING, SILENT, GUESTS = 12, 3, 200, 100


class Stranger:
    """One connection to a server."""

    def __init__(self, host: str, port: int) -> None:
        self.connection = http.client.HTTPConnection(host, port, timeout=60, source_address=(ADDRESS, 0))

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            self.connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0, b""


def keep_asking(host: str, port: int, table: str) -> None:
    """Ask for one dear thing after the other."""
    stranger = Stranger(host, port)
    wishes: list[tuple[str, str, Any]] = [
        ("GET", f"/api/tables/{table}", None),
        ("GET", f"/api/tables/{table}/picture", None),
        ("GET", f"/api/tables/{table}/positions/1", None),
        ("GET", "/", None),
        ("GET", "/api/tables", None),
        ("POST", "/api/analysis/read", {"game": "life", "text": "x", "options": {"cards": DECK}}),
        ("POST", "/api/analysis/position", {"game": "life", "moves": []}),
        ("GET", "/static/js/match.js", None),
        ("GET", "/static/js/board.js", None),
    ]
    for wish in itertools.cycle(wishes):
        stranger.ask(*wish)


def come_and_go(host: str, port: int, table: str) -> None:
    """Come to a table and leave it, again and again."""
    address = f"ws://{host}:{port}/api/tables/{table}/live?page=true"
    while True:
        with suppress(OSError, WebSocketException), connect(address, source_address=(ADDRESS, 0), compression=None):
            pass


def let_bots_think(host: str, port: int) -> None:
    """Open tables of four strong bots, of as many guests as there may be, and look at them so that they go on."""
    stranger, tables = Stranger(host, port), []
    for _ in range(GUESTS):
        status, body = stranger.ask("POST", "/api/guests", {})
        if status == 201:
            wish = {"game": "life", "seats": 4, "chairs": ["level:6"] * 4}
            status, body = stranger.ask("POST", "/api/tables", wish, json.loads(body)["token"])
            tables += [json.loads(body)["table"]] if status == 201 else []
    while True:
        for table in tables:
            stranger.ask("GET", f"/api/tables/{table}")
        time.sleep(1)


def keep_silent(host: str, port: int) -> None:
    """Hold connections on which nothing is ever said."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection((host, port), 10, source_address=(ADDRESS, 0)))
        if len(held) > SILENT:
            held.pop(0).close()
        time.sleep(0.01)


def main() -> None:
    host, _, port = sys.argv[1].partition(":")
    table = sys.argv[2]
    works: list[tuple[Any, tuple[Any, ...]]] = [
        *[(keep_asking, (host, int(port), table))] * ASKING,
        *[(come_and_go, (host, int(port), table))] * COMING,
        (let_bots_think, (host, int(port))),
        (keep_silent, (host, int(port))),
    ]
    threads = [threading.Thread(target=work, args=arguments, daemon=True) for work, arguments in works]
    for thread in threads:
        thread.start()
    threads[0].join()


if __name__ == "__main__":
    main()
