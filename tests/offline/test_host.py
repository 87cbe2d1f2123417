"""The site without a server, in this process: pages, matches, sockets, and what is kept from one visit to the next."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.puzzles import puzzles_of

Visit = Callable[..., None]


@pytest.mark.parametrize("game", calumma.games())
def test_every_game_is_played_to_its_end_against_a_bot(visit: Visit, game: str) -> None:
    async def story(browser: Any) -> None:
        table = await browser.open(game, "me", *["random"] * (calumma.load(game).seats - 1))
        assert (await browser.play(table))["status"] == "over"
        assert browser.thinker.asked

    visit(story)


def test_a_match_goes_on_in_the_next_visit(visit: Visit) -> None:
    tables: list[str] = []
    seen: list[Any] = []

    async def first(browser: Any) -> None:
        tables.append(await browser.open("yamamoto", "me", "random"))
        seen.append(await browser.play(tables[0], 3))

    async def second(browser: Any) -> None:
        again = await browser.json("GET", tables[0])
        assert again["ply"] >= seen[0]["ply"] > 3
        assert (await browser.json("GET", "/api/tables"))["mine"][0]["table"] == again["table"]
        assert (await browser.play(tables[0]))["status"] == "over"

    visit(first)
    visit(second)


def test_the_name_is_kept(visit: Visit) -> None:
    async def first(browser: Any) -> None:
        assert (await browser.ask("POST", "/me", "name=Ada")).location == "/me"

    async def second(browser: Any) -> None:
        assert 'value="Ada"' in (await browser.ask("GET", "/me")).body

    visit(first)
    visit(second)


def test_puzzles_keep_their_difficulty_and_come_in_their_order(visit: Visit) -> None:
    puzzle = puzzles_of("bradley")[2]

    async def story(browser: Any) -> None:
        assert f"rated {puzzle.rating}" in (await browser.ask("GET", "/puzzles/bradley/3")).body
        tried = await browser.json("POST", "/api/puzzles/bradley/3", {"moves": [], "reveal": True})
        assert (tried["solution"], tried["rated"]) == (list(puzzle.line), None)
        assert (await browser.ask("GET", "/puzzles/bradley/next?after=3")).location == "/puzzles/bradley/4"

    visit(story)


def test_the_coach_asks_a_bot_of_the_device_and_bad_input_is_named(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        table = await browser.open("yamamoto", "me", "level:4")
        await browser.json("POST", f"{table}/play", {"ply": 0, "moves": ["b1c3"]})  # where b5 and d5 can take it
        while not (await browser.json("GET", table))["turn"]:
            await asyncio.sleep(0)
        asked = browser.thinker.asked
        told = await browser.json("POST", f"{table}/coach", {"ply": 2, "tired": ["threat"]})
        assert told["words"] == "Your last move left c3 open: Blue could capture it from b5."
        assert browser.thinker.asked == asked + 1
        refused = await browser.json("POST", "/api/puzzles/life/zzz", {"moves": []})
        assert refused["error"] == "Cannot read the request: number: input should be a valid integer, not 'zzz'."

    visit(story)


def test_a_match_is_played_on_from_one_of_its_positions(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        table = await browser.open("piecepack", "me", "random")
        await browser.play(table)
        page = table.replace("/api/tables/", "/t/")
        branch = await browser.ask("POST", f"{page}/branch", "ply=12")
        assert (branch.status, branch.location[:3]) == (303, "/t/")
        assert (await browser.json("GET", branch.location.replace("/t/", "/api/tables/")))["ply"] >= 12

    visit(story)


@pytest.mark.parametrize("address", ["/", "/games/life?seats=3", "/rules/life", "/analysis", "/analysis/bradley", "/puzzles"])
def test_pages_lead_into_the_folder(visit: Visit, address: str) -> None:
    async def story(browser: Any) -> None:
        page = await browser.ask("GET", address)
        assert page.status == 200
        assert 'href="/somewhere/static/page.css"' in page.body
        assert 'href="/rules' not in page.body

    visit(story, "/somewhere/")


def test_a_form_opens_a_table_whose_page_can_be_seen(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        opened = await browser.ask("POST", "/games/yamamoto", "seats=2&chair-0=me&chair-1=me&name=Ada&name-1=Bo")
        assert (opened.status, opened.location[:3]) == (303, "/t/")
        assert "data-table" in (await browser.ask("GET", opened.location)).body

    visit(story)


def test_what_needs_a_server_says_so(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        page = await browser.ask("GET", "/recover")
        assert page.status == 404
        assert "needs a server" in page.body
        assert "needs a server" in (await browser.json("GET", "/api/nothing"))["error"]

    visit(story)


def test_a_socket_tells_what_happens_and_takes_commands(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        heard: list[Any] = []
        table = await browser.open("yamamoto", "me", "me")
        connection = await browser.host.open(f"{table}/live?page=true", lambda text: heard.append(json.loads(text)), heard.append)
        await asyncio.sleep(0.01)
        await connection.receive(json.dumps({"type": "play", "ply": 0, "moves": [heard[0]["moves"][0]["action"]]}))
        await connection.receive("nonsense")
        await asyncio.sleep(0.01)
        assert [each["type"] for each in heard] == ["table", "refused", "table"]
        assert heard[2]["ply"] == 1
        connection.end()
        await asyncio.sleep(0)
        assert not browser.host.services.tables.in_memory()[0].watchers

    visit(story)


def test_a_thought_about_what_was_taken_back_is_ended(visit: Visit) -> None:
    async def story(browser: Any) -> None:
        browser.thinker.slow = True
        table = await browser.open("yamamoto", "me", "level:1")
        shown = await browser.json("GET", table)
        await browser.json("POST", f"{table}/play", {"ply": 0, "moves": [shown["moves"][0]["action"]]})
        await asyncio.sleep(0.01)
        assert (browser.thinker.asked, browser.thinker.ended) == (1, 0)
        await browser.json("POST", f"{table}/undo", {})
        await asyncio.sleep(0.01)
        assert browser.thinker.ended == 1

    visit(story)


def test_forgetting_leaves_no_name_behind(visit: Visit, shelf: Any) -> None:
    async def story(browser: Any) -> None:
        await browser.open("yamamoto", "me", "me")
        before = browser.host.guest.id
        assert (await browser.ask("POST", "/me/forget")).location == "/"
        assert before not in json.dumps(shelf.kept)

    visit(story)


def test_what_is_known_exactly_is_fetched_when_it_is_asked_for(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "known"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "files.json").write_text('["yamamoto-dots.index", "yamamoto-dots.proof", "yamamoto-row.index"]')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("calumma.offline.knowledge.PACKAGE", "known")

    async def story(browser: Any) -> None:
        await browser.json("POST", "/api/analysis/exact", {"game": "chamelequin"})
        assert browser.library.asked == []
        told = await browser.json("POST", "/api/analysis/exact", {"game": "yamamoto", "options": {"goal": "row"}})
        assert "exact" in told
        assert browser.library.asked == ["yamamoto-row.index"]

    visit(story)
