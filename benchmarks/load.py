"""How the server bears many matches: scripted pairs of clients play, and every ply is timed until the other client has it.

    python benchmarks/load.py --matches 500 --seconds 30 --bots 20

Server and clients share this machine. Each client answers after a random while, two seconds on average, so that about
matches / 2 plies a second are played; a match that ends is followed by another one at once. It is measured with people alone,
while so many bots of level 6 think at tables of their own, while so many pages watch one of the matches, and while a stranger
does the worst that the limits allow (stranger.py). Prints a line of JSON for each.

The players' address (127.0.0.1) is trusted, so that five hundred matches may come from it; the stranger's (127.0.0.66) is not.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SERVE = "import sys; from calumma.cli import main; sys.exit(main())"
PROFILED = """
import cProfile, signal, sys, time
from calumma.cli import main
profile = cProfile.Profile(time.thread_time)  # of the one thread that serves, so that a busy machine does not matter
signal.signal(signal.SIGUSR1, lambda *_: profile.enable())
signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # the server hands it on when it has ended
try:
    main()
finally:
    profile.dump_stats({!r})
"""
GAMES = ("yamamoto", "bradley", "chamelequin", "piecepack", "life")
Pair = tuple[str, str, list[str]]  # a game, a table and both tokens


@dataclass
class Figures:
    """What is measured: of each match the ply that is on its way, and how long others took to arrive at the other client."""

    sent: dict[str, tuple[int, str, float]] = field(default_factory=dict)  # by table: the ply it makes, by whom, when
    delays: list[float] = field(default_factory=list)
    begin: float = 0.0  # what was sent before, while everybody came in, does not count
    until: float = 0.0
    refused: int = 0
    finished: int = 0

    def arrived(self, table: str, token: str, ply: int) -> None:
        """Note that a client has a position: if it is the other's ply that made it, the ply has arrived."""
        made, by, start = self.sent.get(table, (0, token, 0.0))
        if by != token and ply >= made:
            del self.sent[table]
            if start > self.begin:
                self.delays.append(time.monotonic() - start)


@dataclass(frozen=True)
class Server:
    """The server under load."""

    address: str
    process: int

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time that the server, its bots and these clients have used (Linux)."""
        found = {int(file.parent.name): _stat(file) for file in Path("/proc").glob("[0-9]*/stat")}
        bots = sum(seconds for parent, seconds in found.values() if parent == self.process)
        return {"server": found[self.process][1], "bots": bots, "clients": time.process_time()}

    def ask(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}/api{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def open_match(self, game: str, tokens: Sequence[str] = ()) -> Pair:
        """Open a table for two, new or known, and return it with both tokens."""
        first, second = tokens or [self.ask("/guests", {})["token"] for _ in range(2)]
        table = self.ask("/tables", {"game": game, "seats": 2, "chairs": ["me", "open"]}, first)
        self.ask(f"/tables/{table['table']}/sit", {"invite": table["invite"]}, second)
        return game, table["table"], [first, second]

    def let_bots_think(self, number: int) -> list[str]:
        """Open tables at which bots of level 6 play each other, one of them thinking at each."""
        token = self.ask("/guests", {})["token"]
        games = itertools.islice(itertools.cycle(GAMES), number)
        return [self.ask("/tables", {"game": game, "seats": 2, "chairs": ["level:6"] * 2}, token)["table"] for game in games]

    def open_again(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Open another match for everybody."""
        return [self.open_match(game, tokens) for game, _, tokens in pairs]

    def open_matches(self, number: int, games: Sequence[str]) -> list[Pair]:
        return [self.open_match(game) for game in itertools.islice(itertools.cycle(games), number)]


def _stat(file: Path) -> tuple[int, float]:
    """The parent of a process, and the seconds of processor time that it has used; of one that has just ended, nothing."""
    try:
        parts = file.read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0, 0.0
    return int(parts[1]), (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def play(server: Server, table: str, token: str, pause: float, figures: Figures) -> None:
    """Play one side of a match until it ends or the time is over."""
    headers = {"Authorization": f"Bearer {token}"}
    stream_address = f"ws://{server.address}/api/tables/{table}/live"
    async with connect(stream_address, additional_headers=headers, compression=None, open_timeout=60) as stream:
        answered = -1
        while (left := figures.until - time.monotonic()) > 0:
            try:
                update = json.loads(await asyncio.wait_for(stream.recv(), left))
            except TimeoutError:
                return
            if update["type"] == "refused":
                figures.refused += 1
                continue
            figures.arrived(table, token, update["ply"])
            if update["status"] == "over":
                return
            if update["turn"] and update["ply"] > answered:
                answered = update["ply"]
                await answer(stream, table, token, update, pause, figures)


async def answer(
    stream: ClientConnection, table: str, token: str, update: dict[str, Any], pause: float, figures: Figures
) -> None:
    """Answer a ply after a while."""
    await asyncio.sleep(random.expovariate(1 / pause))
    ply, action = update["ply"], random.choice(update["moves"])["action"]
    figures.sent.setdefault(table, (ply + 1, token, time.monotonic()))
    await stream.send(json.dumps({"type": "play", "ply": ply, "moves": [action]}))


async def keep_playing(server: Server, pair: Pair, given: argparse.Namespace, figures: Figures) -> None:
    """Let two clients play one match after the other."""
    game, table, tokens = pair
    await asyncio.sleep(random.random() * given.warm / 2)  # not everybody comes at once
    while time.monotonic() < figures.until:
        await asyncio.gather(*(play(server, table, token, given.pause, figures) for token in tokens))
        figures.sent.pop(table, None)
        if time.monotonic() < figures.until:
            figures.finished += 1
            _, table, _ = await asyncio.to_thread(server.open_match, game, tokens)


async def processor_use(server: Server, figures: Figures) -> dict[str, int]:
    """Return which part of one processor everybody uses during the measurement, in percent."""
    await asyncio.sleep(figures.begin - time.monotonic())
    begin, before = time.monotonic(), server.cpu()
    await asyncio.sleep(figures.until - time.monotonic() - 0.2)
    seconds = time.monotonic() - begin
    return {name: round(100 * (used - before[name]) / seconds) for name, used in server.cpu().items()}


async def measure(server: Server, pairs: Sequence[Pair], given: argparse.Namespace, watchers: int = 0) -> dict[str, Any]:
    start = time.monotonic() + given.warm
    figures = Figures(begin=start, until=start + given.seconds)
    used = asyncio.create_task(processor_use(server, figures))
    watching = [asyncio.create_task(watch(server, pairs[0][1], figures)) for _ in range(watchers)]
    await asyncio.gather(*(keep_playing(server, pair, given, figures) for pair in pairs))
    watched = await asyncio.gather(*watching)
    marks = statistics.quantiles(figures.delays, n=100) if len(figures.delays) > 1 else [float("nan")] * 99
    return {
        "matches": len(pairs),
        "plies_per_second": round(len(figures.delays) / given.seconds, 1),
        "milliseconds": {f"p{part}": round(marks[part - 1] * 1000, 1) for part in (50, 95, 99)},
        "processor_percent": await used,
        "refused": figures.refused,
        "finished": figures.finished,
        **({"messages_to_watchers": sum(watched)} if watchers else {}),
        "machine_load": round(os.getloadavg()[0], 1),
    }


async def watch(server: Server, table: str, figures: Figures) -> int:
    """Watch a table as a page does, reading what comes; return how many messages came."""
    address = f"ws://{server.address}/api/tables/{table}/live?page=true&packed=true"
    came = 0
    await asyncio.sleep(random.random() * 3)
    async with connect(address, compression=None, open_timeout=60, max_size=None) as stream:
        while (left := figures.until - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(stream.recv(), left)
            except TimeoutError:
                break
            came += 1
    return came


@contextmanager
def stranger(server: Server, table: str) -> Iterator[None]:
    """Let a stranger in a process of its own do the worst that the limits allow."""
    command = [sys.executable, str(Path(__file__).with_name("stranger.py")), server.address, table]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def report(server: Server, given: argparse.Namespace) -> None:
    """Measure with people alone, and then with everything that may be in their way."""
    games = GAMES if given.game == "all" else (given.game,)
    pairs = server.open_matches(given.matches, games)
    print(json.dumps({"with": "people alone", **asyncio.run(measure(server, pairs, given))}), flush=True)
    if given.bots:
        again = server.open_again(pairs)
        tables = server.let_bots_think(given.bots)  # at last: they think while somebody has looked within a minute
        measured = asyncio.run(measure(server, again, given))
        under_way = sum(server.ask(f"/tables/{table}")["status"] == "playing" for table in tables)
        print(json.dumps({"with": f"{under_way} bots of level 6", **measured}), flush=True)
    if given.watchers:
        measured = asyncio.run(measure(server, server.open_again(pairs), given, given.watchers))
        print(json.dumps({"with": f"{given.watchers} watchers of one table", **measured}), flush=True)
    if given.stranger:
        again = server.open_again(pairs)
        with stranger(server, again[0][1]):
            measured = asyncio.run(measure(server, again, given, given.watchers))
        print(json.dumps({"with": f"a stranger, and {given.watchers} watchers of one table", **measured}), flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before the measurement begins")
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--bots", type=int, default=20, help="tables of bots of level 6 in the second measurement; 0: none")
    parser.add_argument("--watchers", type=int, default=120, help="pages that watch one table in the third; 0: none")
    parser.add_argument("--stranger", action=argparse.BooleanOptionalAction, default=True, help="measure with a stranger, too")
    parser.add_argument("--game", default="all")
    parser.add_argument("--profile", metavar="FILE", help="write a profile of the server (cProfile), which makes it slower")
    given = parser.parse_args()
    gc.disable()  # pauses of the clients are not the server's
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        settings = ["serve", "--port", str(port), "--db", database, "--trust", "127.0.0.1"]
        program = PROFILED.format(given.profile) if given.profile else SERVE
        server = subprocess.Popen([sys.executable, "-c", program, *settings], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        server.stdout.readline()
        if given.profile:
            server.send_signal(signal.SIGUSR1)  # starting is no part of it
        try:
            report(Server(f"127.0.0.1:{port}", server.pid), given)
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
