"""Pictures of every game for docs/pictures, phone and desk, light and dark, from real matches in Chromium.

python tools/photograph_pages.py [GAME ...]

Both sides are played by gentle bots: the person's moves by clicking what they chose, cell by cell, in the page.
"""

from __future__ import annotations

import base64
import sys
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

import calumma
from calumma.players import load
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.running import listen

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {"phone": (360, 760), "desk": (1440, 900)}
MOVES = {"yamamoto": 4, "chamelequin": 16, "bradley": 7, "piecepack": 12, "life": 40}
QUALITY = 82  # of 100


class Player:
    """Somebody who sits at a table and clicks what a bot chose."""

    def __init__(self, page: Page, services: Any) -> None:
        self.page = page
        table = page.url.rpartition("/")[2]
        self.match = services.tables._tables[table].match
        self.bot = load("level:2", self.match.game, 5)

    def waits(self) -> bool:
        """Wait for the own turn; returns whether the match goes on."""
        for _ in range(2000):
            root = self.page.locator("#table")
            if root.get_attribute("data-status") == "over":
                return False
            if root.get_attribute("data-turn") == "true" and self.page.locator("#board .lit, #choices button").count():
                return True
            self.page.wait_for_timeout(20)
        raise TimeoutError("it is never the person's turn")

    def path(self) -> list[str]:
        """Return the cells of the move that the bot would play."""
        state = self.match.state
        return self.match.game.path(state, self.bot.choose(state, state.to_act).action)

    def clicks(self, cell: str) -> None:
        """Click a cell of the board, or the button of a choice."""
        place = f'#board [data-cell="{cell}"], #choices [data-choice="{cell}"]'
        self.page.locator(place).first.dispatch_event("click")

    def moves(self) -> None:
        """Play a move; one that is weighed is confirmed."""
        ply = self.match.ply
        for cell in self.path():
            self.clicks(cell)
        for _ in range(200):
            if self.match.ply != ply:
                return
            confirm = self.page.locator("#choices [data-choice=confirm]")
            if confirm.count():
                confirm.dispatch_event("click")
            self.page.wait_for_timeout(20)


def serve() -> tuple[str, Any]:
    """Serve from a thread and return the address and the services."""
    listener = listen("127.0.0.1", 0)
    app = create_app(MemoryStore(), Settings())
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.services


def keep(page: Page, name: str) -> None:
    """Write what a page shows; WebP is a third of PNG."""
    session = page.context.new_cdp_session(page)
    found = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(found["data"]))
    print(f"{name}.webp")


def picture(browser: Browser, address: str, services: Any, game: str, size: str) -> None:
    """Play a match of a game in a window of that size, begin a move, and keep what is seen in both themes."""
    width, height = SIZES[size]
    context = browser.new_context(base_url=address, viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    page.locator("#board [data-cell].lit, #choices button").first.wait_for()
    player = Player(page, services)
    for _ in range(MOVES[game]):
        if player.waits():
            player.moves()
    if player.waits():
        path = player.path()
        for cell in path if game == "piecepack" else path[:-1]:
            player.clicks(cell)
    page.wait_for_timeout(2200)  # until luck is no longer told
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        keep(page, f"{game}-{size}-{scheme}")
    context.close()


def home(browser: Browser, address: str) -> None:
    """Keep the first page."""
    for size, (width, height) in SIZES.items():
        context = browser.new_context(base_url=address, viewport={"width": width, "height": height})
        page = context.new_page()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto("/")
            keep(page, f"home-{size}-{scheme}")
        context.close()


def main() -> None:
    """Make the pictures of the games named, or of all and the first page."""
    address, services = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        if not sys.argv[1:]:
            home(browser, address)
        for game in sys.argv[1:] or calumma.games():
            for size in SIZES:
                picture(browser, address, services, game, size)
        browser.close()


if __name__ == "__main__":
    main()
