"""Whether the server can do its work, which is more than being alive: something small is written to find out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from calumma.core.words import Words
from calumma.site.runs import Runs
from calumma.site.store import Store, Unavailable

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")

KEPT_SECONDS = 1.0
"""How long an answer is good for: however many ask, one write a second finds it out."""

PATIENCE = 2.0
"""Seconds that a write may take."""


class Readiness:
    """Says why the server cannot write, if it cannot."""

    def __init__(self, store: Store, runs: Runs) -> None:
        self.store, self.runs = store, runs
        self._answer: str | None = None
        self._at = float("-inf")
        self._trial: asyncio.Task[None] | None = None

    async def trouble(self) -> str | None:
        """Return a sentence that says what is wrong; None if everything is well."""
        if self._trial is None and asyncio.get_running_loop().time() - self._at >= KEPT_SECONDS:
            self._trial = asyncio.create_task(self._try())
        if self._trial is not None:
            done, _ = await asyncio.wait([self._trial], timeout=PATIENCE)
            if not done:  # it goes on: to break off in the midst of a write would not make it better
                return say("saving-is-slow", seconds=round(PATIENCE))
        return self._answer

    async def _try(self) -> None:
        try:
            await self.store.try_writing(self.runs.now())
            self._answer = None
        except Unavailable as error:
            self._answer = str(error)
        except Exception:
            LOGGER.exception("it cannot be found out whether anything can be written")
            self._answer = say("see-the-log")
        finally:
            self._at, self._trial = asyncio.get_running_loop().time(), None

    async def stop(self) -> None:
        """Let a trial under way end."""
        if self._trial is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._trial, PATIENCE)
