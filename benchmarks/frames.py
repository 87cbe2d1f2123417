"""How long a frame takes while cubes turn: `make bench`, in Chromium with a processor four times slower than this one.

A figure, not a test: on a busy machine it says how busy that is. A phone shows 60 frames a second, 16.7 ms each.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

GAME = "bradley"
SIZES = {"phone": (390, 844), "desk": (1366, 768)}
SLOWER = 4
MOVES = 8
COMMAND = Path(sys.executable).parent / "calumma"

# Frames are counted only while something moves: from the first to the last frame of each animation.
COUNT = """() => {
  globalThis.frames = [];
  let before = null;
  const count = (now) => {
    const moving = document.getElementById("board").getAnimations({ subtree: true }).length > 0;
    if (moving && before !== null) frames.push(now - before);
    before = moving ? now : null;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""


def serve(folder: str) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server of its own process, so that it takes no time from the page's."""
    port = "8797"
    settings = ["--port", port, "--db", f"sqlite:///{folder}/matches.db", "--trust", "127.0.0.1"]
    server = subprocess.Popen([COMMAND, "serve", *settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            break
    return server, address


def play(page: Page) -> list[float]:
    """Begin a match, drop cubes while it lasts, and return how long every frame of a motion took, in milliseconds."""
    page.locator(f"form[action='/play/{GAME}'] button").click()
    drops = page.locator("#board .cells .lit:not(.grip)")
    drops.first.wait_for()
    page.evaluate(COUNT)
    for move in range(MOVES):
        drops.first.wait_for(state="attached", timeout=60_000)
        drops.nth(move % drops.count()).dispatch_event("click")
        page.wait_for_timeout(400)
        confirm = page.locator("#choices [data-choice=confirm]")
        if confirm.count():
            confirm.click()
        page.wait_for_timeout(3500)
    found: list[float] = page.evaluate("frames")
    return found


def measure(browser: Any, address: str, size: str) -> str:
    """Return a line of the table."""
    width, height = SIZES[size]
    context = browser.new_context(base_url=address, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto("/")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    frames = play(page)
    context.close()
    late = sum(frame > 25 for frame in frames) / len(frames)
    slow = quantiles(frames, n=20)[-1]
    return f"{size:6} {len(frames):6} frames, median {median(frames):5.1f} ms, 95 % within {slow:5.1f} ms, {late:4.0%} over 25 ms"


def main() -> None:
    print(f"Frames of {GAME} while cubes turn, processor {SLOWER} times slower (16.7 ms are 60 a second)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = serve(folder)
        try:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
            for size in SIZES:
                print(measure(browser, address, size), flush=True)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
