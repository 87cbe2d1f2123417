"""The host without a server, in this process: a shelf in memory, and a thinker that answers at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.offline.bots import answer
from calumma.offline.host import Answer, Host

TEMPLATES = Path(calumma.__file__).parent / "server/templates"


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


class Browser:
    """One visit: a host on a shelf, asked as a page asks it."""

    def __init__(self, shelf: MemoryShelf, base: str = "/") -> None:
        self.thinker = Here()
        self.host = Host(shelf, self.thinker, TEMPLATES, base)

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
