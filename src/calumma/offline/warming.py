"""What every visit does first. It is done once, before the memory of a Python is kept, so that later visits find it done."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import calumma
from calumma.offline.bots import answer
from calumma.offline.host import Host

FIRST = ("/", "/words.js", "/drawing.css")  # the first page, and what all pages ask for


class Nowhere:
    """A shelf, a thinker and a library for a host that nobody visits: keeps nothing, and thinks here."""

    async def put(self, kind: str, key: str, text: str) -> None:
        """Forget it."""

    async def remove(self, kind: str, key: str) -> None:
        """It is forgotten already."""

    async def everything(self, kind: str) -> str:
        """Return that there is nothing."""
        return "[]"

    async def ask(self, question: str) -> str:
        """Return what a bot answers."""
        return answer(question)

    def end(self) -> None:
        """Nothing goes on."""

    async def bring(self, name: str) -> bool:
        """Return that there is no such file."""
        return False


async def warm(templates: Path) -> None:
    """Load the games, and show the first page to nobody."""
    for game in calumma.games():
        calumma.load(game)
    nowhere = Nowhere()
    host = Host(nowhere, nowhere, nowhere, templates, "/")
    await host.start()
    for address in FIRST:
        await host.request("GET", address)
    await host.services.stop()


def settle() -> None:
    """Leave only what lasts, and let collections of garbage pass it by: before the memory is kept."""
    gc.collect()
    gc.freeze()


def wake() -> None:
    """Begin with a memory that was kept: random numbers are not to come in the same order again."""
    random.seed()
