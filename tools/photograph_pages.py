"""Pictures of every game for docs/pictures, phone and desk, light and dark, from real matches in Chromium.

python tools/photograph_pages.py [GAME ...]
"""

from __future__ import annotations

import random
import sys
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

import calumma
from calumma.server import MemoryStore, Settings, create_app
from calumma.server.running import listen

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {"phone": (360, 760), "desk": (1440, 900)}
TURNS = 8
LIT = "#board [data-cell].lit, #choices button"


def serve() -> str:
    """Serve from a thread and return the address."""
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(create_app(MemoryStore(), Settings()), log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


def play_some(page: Page, rng: random.Random) -> None:
    """Play some turns at random, and begin another move, so that lit cells are seen."""
    page.locator(LIT).first.wait_for()
    turns, number = 0, ""
    while turns < TURNS and page.locator("#table").get_attribute("data-status") == "playing":
        page.locator(LIT).first.wait_for()
        lit = page.locator(LIT)
        lit.nth(rng.randrange(lit.count())).dispatch_event("click")
        page.wait_for_timeout(150)
        now = page.locator("#table").get_attribute("data-number") or ""
        turns, number = turns + (now != number), now
    page.wait_for_timeout(400)


def picture(browser: Browser, address: str, game: str, size: str, scheme: str) -> None:
    """Play some turns of a game in a window of that size, and keep what is seen."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto("/")
    page.locator(f"#game-{game} button.primary").click()
    page.wait_for_url("**/t/*")
    play_some(page, random.Random(game + size))
    page.screenshot(path=FOLDER / f"{game}-{size}-{scheme}.png")
    context.close()


def main() -> None:
    """Make the pictures of the games named, or of all."""
    address = serve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for game in sys.argv[1:] or calumma.games():
            for size in SIZES:
                for scheme in ("light", "dark"):
                    picture(browser, address, game, size, scheme)
                    print(f"{game}-{size}-{scheme}.png")
        browser.close()


if __name__ == "__main__":
    main()
