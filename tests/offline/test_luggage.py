"""Matches that are taken to another device, or come back out of a record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.offline.conftest import Browser, MemoryShelf

import calumma

Visit = Callable[..., None]


def elsewhere(story: Callable[[Browser], Any]) -> None:
    """Let a story happen on a device that has nothing yet."""

    async def whole() -> None:
        browser = Browser(MemoryShelf())
        await browser.host.start()
        await story(browser)
        await browser.host.services.stop()

    asyncio.run(whole())


async def bring(browser: Any, text: str) -> Any:
    return await browser.ask("POST", "/me/matches", urlencode({"brought": text}))


def test_all_matches_go_on_on_another_device(visit: Visit) -> None:
    told: dict[str, Any] = {}

    async def here(browser: Any) -> None:
        told["table"] = await browser.open("piecepack", "me", "random")
        told["shown"] = await browser.play(told["table"], 2)
        await browser.play(await browser.open("yamamoto", "me", "random"))
        told["file"] = (await browser.ask("GET", "/me/matches")).body
        assert "brought to this device: 0. Here already: 2." in (await bring(browser, told["file"])).body

    async def there(browser: Any) -> None:
        assert "brought to this device: 2. Here already: 0." in (await bring(browser, told["file"])).body
        assert (await browser.json("GET", told["table"]))["ply"] >= told["shown"]["ply"] > 0
        assert (await browser.play(told["table"]))["status"] == "over"
        assert len((await browser.json("GET", "/api/tables"))["mine"]) == 2

    visit(here)
    elsewhere(there)


@pytest.mark.parametrize("game", calumma.games())
def test_the_record_of_a_match_becomes_that_match(visit: Visit, game: str) -> None:
    told: dict[str, Any] = {}

    async def here(browser: Any) -> None:
        table = await browser.open(game, "me", *["random"] * (calumma.load(game).seats - 1))
        assert (await browser.play(table))["status"] == "over"
        told["record"] = (await browser.ask("GET", f"{table}/record")).body

    async def there(browser: Any) -> None:
        await bring(browser, told["record"])
        await bring(browser, told["record"])
        [line] = (await browser.json("GET", "/api/tables"))["mine"]
        again = json.loads((await browser.ask("GET", f"/api/tables/{line['table']}/record")).body)
        before = json.loads(told["record"])
        assert {name: again[name] for name in ("plies", "scores", "payoffs", "players")} == {
            name: before[name] for name in ("plies", "scores", "payoffs", "players")
        }
        assert (again["chance"] or {}).get("secret") == (before["chance"] or {}).get("secret")

    visit(here)
    elsewhere(there)


def test_what_is_damaged_is_refused_and_nothing_is_brought(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        await browser.play(await browser.open("yamamoto", "me", "me"), 4)
        whole = json.loads((await browser.ask("GET", "/me/matches")).body)
        [table] = whole["tables"]
        for change, expected in (
            ({"events": table["events"][:-2] + table["events"][-1:], "id": "a"}, "Match 2 of that file is damaged"),
            ({"times": None, "id": "a"}, "not as it was written"),
            ({"id": "../etc"}, "not as it was written"),
        ):
            refused = await bring(browser, json.dumps({**whole, "tables": [{**table, "id": "new"}, {**table, **change}]}))
            assert (refused.status, expected in refused.body) == (400, True), change
        for text in ("", "nonsense", "[1]", '{"kind": "calumma matches"}', '{"game": "chess"}'):
            assert (await bring(browser, text)).status == 400, text
        assert len(browser.host.store.tables) == 1

    visit(story)


def test_the_record_of_a_match_that_goes_on_is_refused(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        table = await browser.open("yamamoto", "me", "me")
        await browser.play(table, 2)
        record = (await browser.ask("GET", f"{table}/record")).body
        assert "a match that goes on" in (await bring(browser, record)).body

    visit(story)
