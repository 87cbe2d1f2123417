"""The site without a server, as figures: `python benchmarks/offline.py [speed] [start]`, after `make offline`.

`speed`: the compiled core in Chromium beside the native one, as ratios. The two take turns with the same pieces of work, and
processor time is counted on both sides, so that a busy machine costs neither of them.
`start`: how long it takes until the first page can be used, on a first visit and from what was kept. That is time as people
know it, so only an idle machine tells it; the load is printed beside it, and the processor time of the pages' processes.
"""

from __future__ import annotations

import gzip
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from calumma.offline.files import FOLDER

ROUNDS, VISITS = 7, 5
SLICE = 0.3  # seconds of the native side
TICK = os.sysconf("SC_CLK_TCK")
CPU_TIME = slice(11, 13)  # in /proc/PID/stat after the name: user and system, in ticks

# The same source on both sides: pieces of work by name, each returns how many units it did.
WORK = """
import calumma
from calumma.players.levels import kind_of
from calumma.search import PLAIN, AlphaBeta, Tree

LOADED = {"bradley": {"relocate": "own"}}

def begun(name):
    root = calumma.load(name, None if name == "yamamoto" else 2, **LOADED.get(name, {})).new()
    while root.to_act == calumma.CHANCE:
        root.apply(root.legal()[0])
    return root

def plies(name):
    root, rng = begun(name), calumma.Rng(1)
    return lambda count: calumma.playouts(root, count, rng)[0]

def nodes(name):
    root = begun(name)
    search = AlphaBeta(root.game)
    return lambda count: search.search(root, nodes=count * 1000).nodes

def simulations(name):
    tree = Tree(begun(name), calumma.Rng(1), PLAIN)
    def work(count):
        tree.clear()
        return tree.run(count * 10)
    return work

works = {f"{kind.__name__} {name}": kind(name) for name in calumma.games() for kind in (plies, nodes, simulations)
         if kind is not nodes or kind_of(begun(name).game) == "duel"}
"""
# Waits until that is kept which the next start begins with.
KEPT = """
async () => {
  while (!(await caches.match(new URL("memory", location.href)))) await new Promise((resolve) => setTimeout(resolve, 50));
}
"""
PAGE = """
<!doctype html><title>speed</title><script type="module">
import { loadPyodide } from "./runtime/pyodide.mjs";
window.begin = async (source) => {
  const python = await loadPyodide({ indexURL: new URL("runtime/", location).href });
  python.unpackArchive(await (await fetch("calumma.tar")).arrayBuffer(), "tar", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  python.runPython(source);
  window.work = (name, count) => python.globals.get("works").get(name)(count);
  return python.runPython("calumma.compiled()");
};
</script>
"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve files; yields the address."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Renderers:
    """The processes of a browser that run pages."""

    def __init__(self, browser: Browser) -> None:
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self._processes = [int(each["id"]) for each in told if each["type"] == "renderer"]

    def seconds(self) -> float:
        """Return the processor time that they have used."""
        texts = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in self._processes]
        return sum(int(ticks) for fields in texts for ticks in fields[CPU_TIME]) / TICK


def rate(work: Callable[[], int], clock: Callable[[], float]) -> float:
    """Return units a second of processor time."""
    begun = clock()
    units = work()
    return units / max(clock() - begun, 1 / TICK)


def compare(page: Page, renderers: Renderers) -> None:
    """Print the table of speeds."""
    native: dict[str, Any] = {}
    exec(WORK, native)
    if not page.evaluate("(source) => window.begin(source)", WORK):
        raise SystemExit("the core of the folder is not compiled")
    print("| | native, thousands a second | best slices | median of the pairs |\n| --- | ---: | ---: | ---: |")
    for name, work in native["works"].items():
        count = enough(work)
        there = partial(page.evaluate, "([name, count]) => window.work(name, count)", [name, count])
        there()
        pairs = [(rate(partial(work, count), time.process_time), rate(there, renderers.seconds)) for _ in range(ROUNDS)]
        fastest = max(here for here, _ in pairs)
        best = max(there for _, there in pairs) / fastest
        usual = statistics.median(there / here for here, there in pairs)
        print(f"| {name} | {fastest / 1000:,.0f} | {best:.2f} | {usual:.2f} |", flush=True)


def enough(work: Callable[[int], int]) -> int:
    """Return a count for which a piece of work takes long enough to be timed."""
    count, spent = 1, 0.0
    while spent < SLICE / 4:
        count *= 2
        begun = time.process_time()
        work(count)
        spent = time.process_time() - begun
    return max(1, int(count * SLICE / spent))


def speed(browser: Browser) -> None:
    """Compare the folder's core with this one."""
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch, "folder")
        shutil.copytree(FOLDER, place)
        for packed in place.rglob("*.pack"):
            packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        (place / "speed.html").write_text(PAGE, "utf-8")
        with served(place) as address:
            page = browser.new_page()
            page.set_default_timeout(600_000)
            page.goto(f"{address}speed.html")
            page.wait_for_function("() => 'begin' in window")
            compare(page, Renderers(browser))
            page.close()


def opened(context: BrowserContext, address: str) -> tuple[float, float]:
    """Return how long it takes until the first page is there and its buttons work, as people know it and of the processor."""
    assert context.browser is not None
    page = context.new_page()
    before = Renderers(context.browser).seconds()
    begun = time.perf_counter()
    page.goto(address)
    page.frame_locator("#pages").locator("form[action*='/play/'] button").first.wait_for()
    spent = time.perf_counter() - begun
    processor = Renderers(context.browser).seconds() - before
    page.evaluate(KEPT)
    page.close()
    return spent, processor


def start(browser: Browser) -> None:
    """Time first visits and returns."""
    first, kept = [], []
    with served(FOLDER) as address:
        for _ in range(VISITS):
            context = browser.new_context()
            context.set_default_timeout(300_000)
            first.append(opened(context, address))
            kept.append(opened(context, address))
            context.close()
            print("first visit {:5.2f} s ({:5.2f}), from the cache {:5.2f} s ({:5.2f})".format(*first[-1], *kept[-1]), flush=True)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print("| | median | best | processor time, best |\n| --- | ---: | ---: | ---: |")
    for name, found in (("first visit", first), ("from the cache", kept)):
        times, processor = zip(*found, strict=True)
        print(f"| {name} | {statistics.median(times):.1f} s | {min(times):.1f} s | {min(processor):.1f} s |")
    print(f"\nLoad of the machine over 1, 5 and 15 minutes: {load}; {os.cpu_count()} cores")


def main() -> None:
    asked = sys.argv[1:] or ["speed", "start"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        setting: dict[str, str | float | bool] = {**os.environ, "HOME": home}
        switches = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=switches, env=setting)
        for name in asked:
            {"speed": speed, "start": start}[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
