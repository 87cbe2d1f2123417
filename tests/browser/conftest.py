"""A running server with quick bots, and a Chromium that looks at it."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from calumma.core import State
from calumma.players import Choice, Player
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.server.running import listen

CHROMIUM = "/usr/bin/chromium"
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


class QuickPlayer(Player):
    """A bot that answers at once. Where luck does not move a match on, it looks one ply ahead, so that it does end."""

    def think(self, world: State, seat: int) -> Choice:
        return self.choose(world, seat)

    def choose(self, state: State, seat: int) -> Choice:
        if state.game.info.has_secrets:
            return Choice(state.pick(self.rng))

        def promise(action: int) -> tuple[float, int]:
            after = state.copy()
            after.apply(action)
            return after.evaluate()[seat], self.rng.below(1000)

        return Choice(max(state.legal(), key=promise))


SETTINGS = Settings(load_player=QuickPlayer, bot_threads=1, rate=1000, burst=5000, trusted=("127.0.0.1",))


@contextmanager
def running(store: Any, port: int = 0) -> Iterator[tuple[str, int]]:
    """Serve from a thread; yields the address and the port."""
    listener = listen("127.0.0.1", port)
    server = uvicorn.Server(uvicorn.Config(create_app(store, SETTINGS), log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with running(MemoryStore()) as (found, _):
        yield found


@pytest.fixture
def restartable(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Starts a server with a database; called again, ends it and starts another on the same port and database."""
    store, port, stack = f"sqlite:///{tmp_path / 'matches.db'}", 0, ExitStack()

    def start() -> str:
        nonlocal port
        stack.close()
        address, port = stack.enter_context(running(DatabaseStore(store), port))
        return address

    yield start
    stack.close()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    # Chromium keeps crash reports and settings of the desktop at home, whatever profile it is given.
    home: dict[str, str | float | bool] = {**os.environ, "HOME": str(tmp_path_factory.mktemp("home"))}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, env=home)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=address, viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which any script error, blocked resource or console error fails the test."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    yield page
    assert problems == []


CLICK = """(number) => {
  const root = document.getElementById("table");
  if (root.dataset.status === "over") return "over";
  if (root.dataset.turn !== "true") return "wait";
  const lit = [...document.querySelectorAll("#board [data-cell].lit, #choices button")];
  if (!lit.length) return "wait";
  lit[number % lit.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return "clicked";
}"""


@pytest.fixture
def play_out() -> Callable[[Page, int, int], int]:
    """Play a match to its end by clicking lit cells at random; returns the number of clicks."""

    def playing(page: Page, seed: int, most: int) -> int:
        rng, clicks, waits = random.Random(seed), 0, 0
        while clicks < most:
            answer = page.evaluate(CLICK, rng.randrange(10**6))
            if answer == "over":
                return clicks
            clicks += answer == "clicked"
            waits = waits + 1 if answer == "wait" else 0
            assert waits < 3000, "the page waits for ever"
            if answer == "wait":
                page.wait_for_timeout(4)
        raise AssertionError(f"the match is not over after {most} clicks")

    return playing


@pytest.fixture
def until() -> Callable[[Page, str], None]:
    """Wait until an expression holds on a page; the page's own policy forbids Playwright's way, which is eval."""

    def waiting(page: Page, expression: str) -> None:
        deadline = time.monotonic() + 20
        while not page.evaluate(f"() => Boolean({expression})"):
            assert time.monotonic() < deadline, f"it never came true: {expression}"
            page.wait_for_timeout(5)

    return waiting


@pytest.fixture(scope="session")
def serious() -> Callable[[Page], list[str]]:
    """Return the serious findings of an axe scan of a page."""

    def finding(page: Page) -> list[str]:
        page.add_script_tag(path=AXE)
        # The rule that what is seen on a thing is part of its name is experimental: it runs only if it is asked for.
        report = page.evaluate(
            "axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } }, resultTypes: ['violations'] })"
        )
        worst = [each for each in report["violations"] if each["impact"] in ("serious", "critical")]
        return [
            f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for each in worst for node in each["nodes"][:3]
        ]

    return finding
