"""The host without a server, in this process, with a shelf in memory and a thinker that answers at once; and real browsers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright
from websockets.sync.client import ClientConnection, connect

import calumma
from calumma.offline.bots import answer
from calumma.offline.files import FOLDER
from calumma.offline.host import Answer, Host
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.running import listen
from chromium import CHROMIUM

TEMPLATES = Path(calumma.__file__).parent / "server/templates"
PATIENCE = 180_000  # milliseconds: a busy machine is no failure
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
expect.set_options(timeout=PATIENCE)


class MemoryShelf:
    def __init__(self) -> None:
        self.kept: dict[str, dict[str, str]] = {}

    async def put(self, kind: str, key: str, text: str) -> None:
        self.kept.setdefault(kind, {})[key] = text

    async def remove(self, kind: str, key: str) -> None:
        self.kept.get(kind, {}).pop(key, None)

    async def everything(self, kind: str) -> str:
        return json.dumps([text for _, text in sorted(self.kept.get(kind, {}).items())])


class Here:
    """A thinker in this process; `slow` lets it never come to an end."""

    def __init__(self) -> None:
        self.slow, self.asked, self.ended = False, 0, 0

    async def ask(self, question: str) -> str:
        self.asked += 1
        await asyncio.sleep(3600 if self.slow else 0)
        return answer(question)

    def end(self) -> None:
        self.ended += 1


class Nearby:
    """A library that has nothing; `asked` are the names of what was wanted."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def bring(self, name: str) -> bool:
        self.asked.append(name)
        return False


class Browser:
    """One visit: a host on a shelf, asked as a page asks it."""

    def __init__(self, shelf: MemoryShelf, base: str = "/") -> None:
        self.thinker, self.library = Here(), Nearby()
        self.host = Host(shelf, self.thinker, self.library, TEMPLATES, base)

    async def ask(self, method: str, address: str, body: object = "") -> Answer:
        return await self.host.request(method, address, body if isinstance(body, str) else json.dumps(body))

    async def json(self, method: str, address: str, body: object = "") -> Any:
        return json.loads((await self.ask(method, address, body)).body)

    async def open(self, game: str, *chairs: str) -> str:
        shown = await self.json("POST", "/api/tables", {"game": game, "chairs": chairs})
        return f"/api/tables/{shown['table']}"

    async def play(self, table: str, plies: int = 10_000) -> Any:
        """Play the first legal move whenever it is the own turn; return how the table stands then."""
        shown = await self.json("GET", table)
        while shown["status"] == "playing" and plies:
            if shown["turn"]:
                plies -= 1
                move = {"ply": shown["ply"], "moves": [shown["moves"][0]["action"]]}
                shown = await self.json("POST", f"{table}/play", move)
            else:
                await asyncio.sleep(0)
                shown = await self.json("GET", table)
        return shown


@pytest.fixture
def shelf() -> MemoryShelf:
    return MemoryShelf()


@pytest.fixture
def visit(shelf: MemoryShelf) -> Callable[..., None]:
    """Let a story happen in a browser that has this shelf."""

    def visit(story: Callable[[Browser], Coroutine[Any, Any, None]], base: str = "/") -> None:
        async def whole() -> None:
            browser = Browser(shelf, base)
            await browser.host.start()
            await story(browser)
            await browser.host.services.stop()

        asyncio.run(whole())

    return visit


# The folder in real browsers


class FileHost:
    """Serves a copy of the folder below a sub-path; `asked` are the addresses asked for, `sent` the bytes of all bodies."""

    def __init__(self, place: Path) -> None:
        self.place, self.asked, self.sent = place, list[str](), 0
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def log_request(self, *_: object) -> None:
                host.asked.append(self.path)

            def copyfile(self, source: Any, outputfile: Any) -> None:
                body = source.read()
                host.sent += len(body)
                outputfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=place))
        self.address = f"http://127.0.0.1:{self._server.server_port}/some/where/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def folder(self) -> Path:
        return self.place / "some/where"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], FileHost]]:
    """Returns hosts, each with a copy of its own."""
    made: list[FileHost] = []

    def new() -> FileHost:
        place = tmp_path_factory.mktemp("served")
        shutil.copytree(FOLDER, place / "some/where")
        made.append(FileHost(place))
        return made[-1]

    yield new
    for host in made:
        host.stop()


@pytest.fixture
def host(hosts: Callable[[], FileHost]) -> FileHost:
    return hosts()


class Server:
    """The site on a server, which can be ended."""

    def __init__(self) -> None:
        listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        app = create_app(MemoryStore(), Settings(trusted=("127.0.0.1",)))
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)


@pytest.fixture
def served() -> Iterator[Server]:
    found = Server()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    # Chromium keeps crash reports and settings of the desktop at home, and looks for a sound server: tests/browser/conftest.py.
    folder = tmp_path_factory.mktemp("home")
    home: dict[str, str | float | bool] = {**os.environ, "HOME": str(folder), "PULSE_RUNTIME_PATH": str(folder / "pulse")}
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, env=home)
        yield found
        found.close()


@pytest.fixture
def context(chromium: Chromium) -> Iterator[BrowserContext]:
    made = chromium.new_context()
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture(scope="session")
def opened() -> Callable[[BrowserContext, str], Page]:
    """Opens the folder and waits for its first page."""

    def open_it(context: BrowserContext, address: str) -> Page:
        page = context.new_page()
        page.goto(address)
        page.frame_locator("#pages").locator("main").wait_for()
        return page

    return open_it


FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._count = socket, 0
        self.ask("session.new", capabilities={})
        self._context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **parameters: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (told := json.loads(self._socket.recv())).get("id") != self._count:
            pass
        if told["type"] == "error":
            raise RuntimeError(told["message"])
        return told["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of a promise of something that JSON can say."""
        told = self.ask(
            "script.evaluate",
            expression=f"({expression}).then(JSON.stringify)",
            target={"context": self._context},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """A Firefox of its own."""
    if FIREFOX is None:
        pytest.skip("there is no Firefox")
    profile = tmp_path / "profile"
    profile.mkdir()
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    environment = {"HOME": str(profile), "PATH": "/usr/bin:/bin", "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
    assert process.stderr is not None
    try:
        found = next(match for line in process.stderr if (match := re.search(r"BiDi listening on (ws://\S+)", line)))
        with connect(f"{found[1]}/session", max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()
