"""How the server bears many matches: scripted pairs of clients play, and every ply is timed until the other client has it.

    python benchmarks/load.py --matches 500 --seconds 60

Server and clients share this machine. Each client answers after a random while, two seconds on average, so that about
matches / 2 plies a second are played. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SERVE = "import sys; from calumma.cli import main; sys.exit(main())"


@dataclass
class Figures:
    """What is measured: when each ply of each match was sent, and how long it took until the other client had it."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    begin: float = 0.0  # what was sent before, while everybody came in, does not count
    refused: int = 0
    finished: int = 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(address: str, path: str, body: dict[str, Any], token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://{address}/api{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def open_match(address: str, game: str) -> tuple[str, list[str]]:
    """Open a table for two and return it with both tokens."""
    tokens = [ask(address, "/guests", {})["token"] for _ in range(2)]
    table = ask(address, "/tables", {"game": game, "seats": 2, "chairs": ["me", "open"]}, tokens[0])
    ask(address, f"/tables/{table['table']}/sit", {"invite": table["invite"]}, tokens[1])
    return table["table"], tokens


async def play(address: str, table: str, token: str, pause: float, until: float, figures: Figures) -> None:
    """Play one side of a match until the time is over."""
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(f"ws://{address}/api/tables/{table}/live", additional_headers=headers, compression=None) as stream:
        answered = -1
        while time.monotonic() < until:
            try:
                update = json.loads(await asyncio.wait_for(stream.recv(), max(0.01, until - time.monotonic())))
            except TimeoutError:
                return
            if update["type"] == "refused":
                figures.refused += 1
            elif update["turn"] and update["ply"] > answered:
                answered = update["ply"]
                await answer(stream, table, update, pause, figures)
            if update.get("status") == "over":
                figures.finished += 1
                return


async def answer(stream: ClientConnection, table: str, update: dict[str, Any], pause: float, figures: Figures) -> None:
    """Note how long the other's ply took to come here, and answer it after a while."""
    if (start := figures.sent.pop((table, update["ply"]), None)) is not None and start > figures.begin:
        figures.delays.append(time.monotonic() - start)
    await asyncio.sleep(random.expovariate(1 / pause))
    figures.sent[table, update["ply"] + 1] = time.monotonic()
    await stream.send(json.dumps({"type": "play", "ply": update["ply"], "moves": [random.choice(update["moves"])["action"]]}))


async def measure(address: str, given: argparse.Namespace) -> dict[str, Any]:
    matches = [open_match(address, given.game) for _ in range(given.matches)]
    start = time.monotonic() + given.warm
    figures, until = Figures(begin=start), start + given.seconds
    await asyncio.gather(
        *(play(address, table, token, given.pause, until, figures) for table, tokens in matches for token in tokens)
    )
    marks = statistics.quantiles(figures.delays, n=100)
    return {
        "matches": given.matches,
        "plies_per_second": round(len(figures.delays) / (time.monotonic() - start), 1),
        "milliseconds": {f"p{part}": round(marks[part - 1] * 1000, 1) for part in (50, 95, 99)},
        "refused": figures.refused,
        "finished": figures.finished // 2,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before the measurement begins")
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--game", default="bradley")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        settings = ["serve", "--port", str(port), "--db", database, "--rate", "1000000"]
        server = subprocess.Popen([sys.executable, "-c", SERVE, *settings], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        server.stdout.readline()
        try:
            print(json.dumps(asyncio.run(measure(f"127.0.0.1:{port}", given))))
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
