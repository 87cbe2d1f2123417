"""A server in memory, people who talk to it, and bots that answer at once."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time as clock
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

import pytest
import uvicorn
from starlette.testclient import TestClient

from calumma.core import GameError
from calumma.players import Choice, Player
from calumma.players.levels import ADVISERS, LEVELS
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.server.running import listen
from calumma.site.store import Store
from calumma.site.times import SystemTime


class QuickPlayer(Player):
    def think(self, world: Any, seat: int) -> Choice:
        return self.choose(world, seat)

    def choose(self, state: Any, seat: int, *_: object, **__: object) -> Choice:
        return Choice(state.pick(self.rng))


def quick(spec: str, game: Any, seed: int) -> QuickPlayer:
    if spec not in ("random", *(f"level:{level}" for level in LEVELS), *(f"adviser:{name}" for name in ADVISERS)):
        raise GameError(f'unknown player "{spec}"')
    return QuickPlayer(spec, game, seed)


SETTINGS = Settings(load_player=quick, bot_threads=1, rate=1e6, burst=1e6)


@pytest.fixture
def settings() -> Settings:
    return SETTINGS


class HandMovedTime(SystemTime):
    """A time that only moves by hand; who waits for a moment of it waits for ever. The time of day may jump by itself."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0
        self.jumped = 0.0

    def now(self) -> float:
        return self.seconds + self.jumped

    def monotonic(self) -> float:
        return self.seconds - 900_000.0

    async def wait(self, event: asyncio.Event, until: float | None) -> bool:
        await event.wait()
        return False


def passes(client: Any, seconds: float) -> None:
    """Let time pass, and the keeper of time wake whenever it wants to."""
    services = client.app.state.services
    time, keeper = services.settings.time, services.timekeeper

    async def rest() -> None:
        """Wait until the keeper sleeps: time that moves while it reads or writes would be the time of a slow database."""
        for _ in range(2000):
            if services.runs.expected is not None:
                return
            await asyncio.sleep(0.001)

    async def work() -> None:
        end = time.seconds + seconds
        while time.seconds < end:
            await rest()
            wanted = keeper._wanted()
            step = max(0.01, wanted - services.runs.now())
            time.seconds = min(end, time.seconds + step)
            await keeper.ring()

    client.portal.call(work)


@pytest.fixture
def time() -> HandMovedTime:
    return HandMovedTime()


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(MemoryStore(), settings), base_url="http://calumma.test") as client:
        yield client


class Person:
    """Somebody with a token, who asks the server for things."""

    key: str  # of the webhook, if there is one

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        answer = client.post("/api/guests", json={"name": name}).json()
        self.name, self.token = answer["name"], answer["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def at(self, client: TestClient) -> Person:
        """The same person at another server."""
        same = copy(self)
        same.client = client
        return same

    def post(self, address: str, **body: Any) -> Any:
        return self.client.post(f"/api{address}", json=body, headers=self.headers)

    def get(self, address: str) -> Any:
        return self.client.get(f"/api{address}", headers=self.headers)

    def opens(self, game: str = "yamamoto", **wish: Any) -> Any:
        answer = self.post("/tables", game=game, **wish)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def plays(self, table: str, move: str | int, ply: int) -> Any:
        return self.post(f"/tables/{table}/play", ply=ply, moves=[move])

    def socket(self, table: str, page: bool = False, since: int = 0) -> Any:
        return self.client.websocket_connect(
            f"/api/tables/{table}/live?page={str(page).lower()}&since={since}", headers=self.headers
        )


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Return a store, again and again with the same content."""
    if request.param == "memory":
        kept = MemoryStore()
        return lambda: kept
    url = f"sqlite:///{tmp_path / 'kept.db'}" if request.param == "sqlite" else request.getfixturevalue("empty_postgresql")
    return lambda: DatabaseStore(url)


@pytest.fixture
def visitor() -> Callable[[TestClient, str], Person]:
    """Somebody who comes to any server."""
    return Person


@pytest.fixture
def person(client: TestClient) -> Callable[[str], Person]:
    return lambda name: Person(client, name)


@pytest.fixture
def duel(person: Callable[[str], Person]) -> tuple[Person, Person, str]:
    """Two people at a table of yamamoto, the first to begin."""
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens(chairs=["me", "open"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    return ada, ben, table["table"]


# A program that is told


class Receiver:
    """A program with a webhook: it remembers what was posted, and answers as it is told."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        receiver = self

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((self.path, dict(self.headers), body))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *words: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()

    @property
    def notices(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.requests]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


# The real command in a process of its own

SERVE = "import sys; from calumma.cli import main; sys.exit(main())"


class RealServer:
    """`calumma serve` on a database, while it is used as a context."""

    def __init__(self, database: str, *options: str) -> None:
        self.port, self.database, self.options = free_port(), database, options
        self.log = ""

    def __enter__(self) -> Self:
        arguments = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--db", self.database, *self.options]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout
        assert self.process.stdout.readline().startswith("Calumma is at"), self.process.communicate()[1]
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        _, self.log = self.process.communicate(timeout=60)

    def ask(self, address: str, body: object = None, token: str | None = None) -> tuple[int, Any]:
        """Return status and answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{address}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, _content(answer)
        except urllib.error.HTTPError as error:
            return error.code, _content(error)


def _content(answer: Any) -> Any:
    body = answer.read().decode()
    return json.loads(body) if "json" in answer.headers.get("content-type", "") else body


# PostgreSQL from Debian's package, started for the tests


def free_port() -> int:
    """A port below those that the system lends to clients: nobody takes it while a server is still starting."""
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def as_server(folder: Path, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's own programs, which refuse to be run by root."""
    binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert binaries, "the tests need PostgreSQL: apt-get install postgresql"
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    command = [*user, str(binaries[-1] / program), *arguments]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=120)


class Postgresql:
    """An empty database on a free port of this machine, which can be stopped and started."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.port, self.data, self.options = folder, free_port(), str(folder / "data"), options
        self.url = f"postgresql://calumma@127.0.0.1:{self.port}/postgres"
        as_server(folder, "initdb", "-D", self.data, "-U", "calumma", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def start(self) -> None:
        chosen = ("listen_addresses=127.0.0.1", "fsync=off", *self.options)
        options = " ".join([f"-p {self.port} -k {self.folder}", *(f"-c {option}" for option in chosen)])
        as_server(self.folder, "pg_ctl", "-D", self.data, "-o", options, "-l", str(self.folder / "log"), "-w", "start")

    def stop(self) -> None:
        as_server(self.folder, "pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")


@contextmanager
def a_postgresql(*options: str) -> Iterator[Postgresql]:
    """A PostgreSQL for as long as it is used; options are of its configuration."""
    with tempfile.TemporaryDirectory(prefix="calumma-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        running = Postgresql(folder, *options)
        try:
            yield running
        finally:
            running.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of an empty database on a free port of this machine."""
    with a_postgresql() as running:
        yield running.url


@pytest.fixture
def empty_postgresql(postgresql: str) -> str:
    """The same database without anything in it."""
    import asyncio

    import asyncpg

    async def empty() -> None:
        connection = await asyncpg.connect(postgresql)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    asyncio.run(empty())
    return postgresql


@pytest.fixture
def address(settings: Settings) -> Iterator[str]:
    """The address of a server that listens."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(MemoryStore(), settings), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        clock.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    listener.close()
