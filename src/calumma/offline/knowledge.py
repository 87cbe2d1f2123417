"""Exact values that are fetched when they are first wanted: files of `calumma_solutions`, too large for every first visit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from calumma.core import Game
from calumma.solutions import is_solved, solution_of

PACKAGE = "calumma_solutions"
NAMES = "files.json"  # in that package: the names of the files that can be fetched
PATIENCE = 10.0  # seconds that somebody waits for them; the next question finds them


class Library(Protocol):
    """Where the files come from."""

    def bring(self, name: str) -> Awaitable[bool]:
        """Put a file into the package; return whether it could be had."""


def missing(game: Game) -> list[str]:
    """Return the files about a game that are not here yet: GAME-VALUE.* are about those with an option of that value."""
    spec = find_spec(PACKAGE)
    folder = Path((spec.submodule_search_locations or [""])[0]) if spec else Path()
    if not is_solved(game) or not (folder / NAMES).exists():
        return []
    about = {f"{game.name}-{value}" for value in game.options.values()}
    names: list[str] = json.loads((folder / NAMES).read_text("utf-8"))
    return [name for name in names if name.rpartition(".")[0] in about and not (folder / name).exists()]


class Knowledge:
    """Has files brought, those of one game once at a time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._coming: dict[Game, asyncio.Future[None]] = {}

    async def want(self, game: Game) -> None:
        """Return when all about a game is here, cannot be had (then proofs have to do), or takes too long to wait for."""
        if game not in self._coming and missing(game):
            self._coming[game] = asyncio.ensure_future(self._bring(game))
        if game in self._coming:
            await asyncio.wait([self._coming[game]], timeout=PATIENCE)

    async def _bring(self, game: Game) -> None:
        try:
            for name in missing(game):
                if not await self._library.bring(name):
                    return
            solution_of.cache_clear()  # what was known before is little
        finally:
            del self._coming[game]
