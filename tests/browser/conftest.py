"""A running server with quick bots, and a Chromium that looks at it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from calumma.core import State
from calumma.lessons import Lesson, beginning, judge
from calumma.players import Choice, Player
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.database import DatabaseStore
from calumma.server.running import listen
from chromium import CHROMIUM

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000  # milliseconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE)
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


class QuickPlayer(Player):
    """A bot that answers at once, and whose matches are short.

    Where luck does not move a match on, it looks one ply ahead; elsewhere it mostly does what comes last, which is little.
    """

    def think(self, world: State, seat: int) -> Choice:
        return self.choose(world, seat)

    def choose(self, state: State, seat: int, *_: object, **__: object) -> Choice:
        if state.game.info.has_secrets:
            return Choice(state.legal()[-1] if self.rng.below(4) else state.pick(self.rng))

        def promise(action: int) -> tuple[float, int]:
            after = state.copy()
            after.apply(action)
            return after.evaluate()[seat], self.rng.below(1000)

        return Choice(max(state.legal(), key=promise))


SETTINGS = Settings(load_player=QuickPlayer, bot_threads=1, rate=1000, burst=5000, trusted=("127.0.0.1",))


REAL = replace(SETTINGS, load_player=Settings().load_player)  # with the bots that people meet


@contextmanager
def running(store: Any, port: int = 0, settings: Settings = SETTINGS) -> Iterator[tuple[str, int]]:
    """Serve from a thread; yields the address and the port."""
    listener = listen("127.0.0.1", port)
    server = uvicorn.Server(uvicorn.Config(create_app(store, settings), log_level="warning", timeout_graceful_shutdown=1))
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
def with_real_bots() -> Iterator[str]:
    """The address of a server of its own, with the bots that people meet."""
    with running(MemoryStore(), settings=REAL) as (found, _):
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
    # Sounds would make it look for a sound server, which leaves a folder among the temporary ones unless it is told where.
    folder = tmp_path_factory.mktemp("home")
    home: dict[str, str | float | bool] = {**os.environ, "HOME": str(folder), "PULSE_RUNTIME_PATH": str(folder / "pulse")}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, env=home)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=address, viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
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


PLAY_OUT = """async ({ seed, most, patience }) => {
  const root = document.getElementById("table");
  let state = seed, clicks = 0, last = performance.now();
  while (root.dataset.status !== "over") {
    const lit = root.dataset.turn === "true" ? document.querySelectorAll("#board [data-cell].lit, #choices button") : [];
    if (lit.length) {
      state = (state * 1103515245 + 12345) % 2147483648;
      lit[(state >> 12) % lit.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      clicks += 1;
      last = performance.now();
    }
    if (clicks > most) throw new Error(`the match is not over after ${most} clicks`);
    if (performance.now() - last > patience) throw new Error("the page waits for ever");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return clicks;
}"""


@pytest.fixture
def play_out() -> Callable[[Page, int, int], int]:
    """Play a match to its end by clicking lit cells at random; returns the number of clicks."""

    def playing(page: Page, seed: int, most: int) -> int:
        return int(page.evaluate(PLAY_OUT, {"seed": seed, "most": most, "patience": PATIENCE}))

    return playing


@pytest.fixture(scope="session")
def play_lesson() -> Callable[[Page, Lesson, tuple[str, ...]], None]:
    """Click the learner's moves of a line, each until no other move is left."""

    def playing(page: Page, lesson: Lesson, line: tuple[str, ...]) -> None:
        state, played, verdict = beginning(lesson), list[str](), "on"
        while verdict == "on" and len(played) < len(line):
            page.locator(f"#table[data-ready='{lesson.key}']").wait_for()
            game, text = lesson.game, line[len(played)]
            paths = [game.path(state, action) for action in state.legal()]
            path = game.path(state, game.parse_move(state, text))
            for i, cell in enumerate(path):
                page.locator(f"#board [data-cell='{cell}'], #choices [data-choice='{cell}']").first.dispatch_event("click")
                if sum(other[: i + 1] == path[: i + 1] for other in paths) == 1:
                    break
            outcome = judge(lesson, played, text)
            played += [ply.text for ply in outcome.plies]
            state, verdict = outcome.plies[-1].after, outcome.verdict

    return playing


@pytest.fixture
def until() -> Callable[[Page, str], None]:
    """Wait until an expression holds on a page; the page's own policy forbids Playwright's way, which is eval."""

    def waiting(page: Page, expression: str) -> None:
        deadline = time.monotonic() + PATIENCE / 1000
        while not page.evaluate(f"() => Boolean({expression})"):
            assert time.monotonic() < deadline, f"it never came true: {expression}"
            page.wait_for_timeout(25)  # asking takes the browser some milliseconds

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
