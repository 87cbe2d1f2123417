"""The folder that `make offline` builds, in real browsers: no network after the first visit, the same play as native."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import calumma
from calumma.offline.files import is_built

pytestmark = [pytest.mark.folder, pytest.mark.skipif(not is_built(), reason="the folder is not built: make offline")]
MOST = 6_000_000  # bytes that a first visit may fetch
Open = Callable[[BrowserContext, str], Page]

# A person who plays the first move that the page offers, through the page's own socket and requests.
PLAY = """
async ([game, seats, most]) => {
  const pages = document.getElementById("pages").contentWindow;
  const post = (address, body) => pages.fetch(address, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }).then((answer) => answer.json());
  const chairs = ["me", ...Array(seats - 1).fill("level:4")];
  const get = async (address) => (await pages.fetch(address)).json();
  let shown = await (game.startsWith("/") ? get(game) : post("/api/tables", { game, chairs, wait: false }));
  const table = `/api/tables/${shown.table}`;
  for (let moves = 0; shown.status !== "over" && moves < most; ) {
    if (shown.error) throw new Error(shown.error);
    if (shown.turn) {
      moves += 1;
      const move = shown.moves[shown.ply % shown.moves.length];
      shown = await post(`${table}/play`, { ply: shown.ply, moves: [move.action] });
    } else {
      await new Promise((resolve) => setTimeout(resolve, 20));
      shown = await get(table);
    }
  }
  return { table, status: shown.status, ply: shown.ply };
}
"""


# Waits until the memory of a Python is kept.
KEPT = """
async () => {
  while (!(await caches.match(new URL("memory", location.href)))) await new Promise((resolve) => setTimeout(resolve, 50));
}
"""
# Leaves of it what a browser has written that was ended.
SPOIL = """
async () => {
  const address = new URL("memory", location.href);
  const cache = await caches.open((await caches.keys()).find((name) => name.includes(" memory ")));
  const kept = await cache.match(address);
  const half = (await kept.arrayBuffer()).slice(0, 1_000_000);
  await cache.put(address, new Response(half, { headers: kept.headers }));
}
"""


def play(page: Page, game: str, most: int = 10_000) -> Any:
    seats = 2 if game.startswith("/") else calumma.load(game).seats
    return page.evaluate(PLAY, [game, seats, most])


def test_every_game_is_played_against_level_4_without_a_network(host: Any, context: BrowserContext, opened: Open) -> None:
    page = opened(context, host.address)
    host.stop()
    visited = len(host.asked)  # the bots' files are asked for after the first page
    assert host.sent < MOST
    context.set_offline(True)
    for game in calumma.games():
        assert play(page, game)["status"] == "over", game
    frame = page.frame_locator("#pages")
    page.evaluate("document.getElementById('pages').contentWindow.location.reload()")
    expect(frame.locator(".tables").first.locator("li")).to_have_count(len(calumma.games()))
    assert set(host.asked[visited:]) <= {"/some/where/service.js"}  # a browser looks for an update when it likes
    assert all(address.startswith("/some/where/") for address in host.asked)


def test_clicks_play_and_a_reload_in_the_middle_keeps_the_match(host: Any, context: BrowserContext, opened: Open) -> None:
    page = opened(context, host.address)
    host.stop()
    frame = page.frame_locator("#pages")
    frame.locator("#game-yamamoto form[action*='/play/'] button").click()
    frame.locator("#board svg").wait_for()
    table = page.url.partition("#/t/")[2]
    before = play(page, f"/api/tables/{table}", 3)
    expect(page.locator("body")).to_have_attribute("data-start", "new")
    page.evaluate(KEPT)
    page.reload()
    frame.locator("#board svg").wait_for()
    expect(page.locator("body")).to_have_attribute("data-start", "remembered")
    assert page.url.endswith(f"#/t/{table}")
    assert play(page, f"/api/tables/{table}", 0)["ply"] >= before["ply"] >= 3


def test_a_memory_that_is_of_no_use_is_made_anew(host: Any, context: BrowserContext, opened: Open) -> None:
    page = opened(context, host.address)
    page.evaluate(KEPT)
    page.evaluate(SPOIL)
    page.reload()
    page.frame_locator("#pages").locator("main").wait_for()
    expect(page.locator("body")).to_have_attribute("data-start", "new")
    assert play(page, "yamamoto", 2)["ply"] >= 3


def test_an_update_keeps_matches(host: Any, context: BrowserContext, opened: Open) -> None:
    page = opened(context, host.address)
    before = play(page, "yamamoto", 3)
    service = host.folder / "service.js"
    service.write_text(service.read_text().replace(f'"version":"{calumma.__version__}-', '"version":"next-'), "utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    with page.expect_navigation():
        page.locator("#update-now").click()
    page.frame_locator("#pages").locator("main").wait_for()
    assert [name.split()[-1][:5] for name in page.evaluate("caches.keys()") if " memory " not in name] == ["next-"]
    assert play(page, before["table"], 0)["ply"] >= before["ply"]


EXACT = """
async (game) => (await (await document.getElementById("pages").contentWindow.fetch("/api/analysis/exact", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(game),
})).json()).exact
"""


def test_exact_values_are_fetched_when_they_are_wanted_and_kept(host: Any, context: BrowserContext, opened: Open) -> None:
    page = opened(context, host.address)
    assert not any("solutions" in address for address in host.asked)
    told = page.evaluate(EXACT, {"game": "yamamoto", "options": {"goal": "row"}})
    assert (told["value"], told["plies"], told["source"]) == ("win", 23, "certificate")
    host.stop()
    page.reload()
    page.frame_locator("#pages").locator("main").wait_for()
    moved = {"game": "yamamoto", "options": {"goal": "row"}, "moves": ["a1a2"]}
    assert page.evaluate(EXACT, moved)["value"] == "loss"
    assert page.evaluate(EXACT, {"game": "yamamoto", "options": {"goal": "dots"}}) is None  # neither kept nor to be had


def test_a_server_offers_it_and_is_not_needed_any_more(context: BrowserContext, served: Any) -> None:
    page = context.new_page()
    page.goto(served.address)
    page.locator("a[href='/offline/']").click()
    frame = page.frame_locator("#pages")
    frame.locator("main").wait_for()
    served.stop()
    frame.locator("#game-yamamoto form[action*='/play/'] button").click()
    frame.locator("#board [data-cell].lit").first.wait_for()
    assert "/offline/#/t/" in page.url


# The same matches here and in a browser's Python, without the site around them.
MATCHES = """
import json
import calumma
from calumma.play import SeededLuck
from calumma.players import load
from calumma.players.duel import play_match

found = []
for name in calumma.games():
    game = calumma.load(name)
    bots = [load("level:2", game, 10 + seat) for seat in range(game.seats)]
    found.append(play_match(game, bots, SeededLuck(7)).actions)
answer = json.dumps([calumma.compiled(), found, [calumma.perft(calumma.load(name).new(), 3) for name in calumma.games()]])
"""
PYTHON = """
<!doctype html><script type="module">
import { loadPyodide } from "./runtime/pyodide.mjs";
window.run = async (script) => {
  const python = await loadPyodide({ indexURL: new URL("runtime/", location).href });
  python.unpackArchive(await (await fetch("calumma.tar")).arrayBuffer(), "tar", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  python.runPython(script);
  return python.globals.get("answer");
};
</script>
"""


def test_the_same_seed_gives_the_same_matches_as_native(host: Any, context: BrowserContext) -> None:
    for packed in host.folder.rglob("*.pack"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    (host.folder / "python.html").write_text(PYTHON, "utf-8")
    page = context.new_page()
    page.goto(f"{host.address}python.html")
    page.wait_for_function("() => 'run' in window")
    native: dict[str, Any] = {}
    exec(MATCHES, native)
    assert json.loads(native["answer"])[0]
    assert page.evaluate("(script) => window.run(script)", MATCHES) == native["answer"]


READY = """
new Promise((resolve) => {
  const timer = setInterval(() => {
    if (!document.getElementById("pages").contentDocument?.querySelector("main")) return;
    clearInterval(timer);
    resolve(document.title);
  }, 200);
})
"""


def test_firefox_plays_a_match_without_a_network(host: Any, firefox: Any) -> None:
    firefox.open(host.address)
    assert "Calumma" in firefox.evaluate(READY)
    host.stop()
    assert firefox.evaluate(f"({PLAY})({json.dumps(['yamamoto', 2, 10_000])})")["status"] == "over"
