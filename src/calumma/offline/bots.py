"""Bots that think in a worker of their own, so that nobody waits for them, and a thought can be ended by ending the worker."""

from __future__ import annotations

import asyncio
import pickle
from base64 import b64decode, b64encode
from collections.abc import Awaitable
from typing import Protocol

from calumma.offline.knowledge import missing
from calumma.players import Choice
from calumma.players.specs import load
from calumma.site.settings import PERFECT
from calumma.site.workers import Inline, Question, Stopped


class Thinker(Protocol):
    """The other worker. `end` ends what it thinks about; it begins anew when it is asked again."""

    def ask(self, question: str) -> Awaitable[str]: ...
    def end(self) -> None: ...


def written(value: object) -> str:
    """Return a value as the workers send it to each other; both are of one version, so nothing else ever reads it."""
    return b64encode(pickle.dumps(value)).decode("ascii")


def answer(question: str) -> str:
    """Return what a bot answers: for the worker in which bots think."""
    spec, state, seat, seed = pickle.loads(b64decode(question))
    return written(Question(spec, state, seat, seed, load).answer())


def wanted(question: str) -> list[str]:
    """Return the files that a bot should have before it answers: one that plays perfectly wants all that is known."""
    spec, state, _, _ = pickle.loads(b64decode(question))
    return missing(state.game) if spec == PERFECT else []


class BotWorker(Inline):
    """Has bots think in the other worker, one after the other; everything else is done here."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._turn = asyncio.Lock()

    async def think(self, question: Question) -> Choice:
        """Return what a bot answers; Stopped if it was stopped."""
        stopped = asyncio.Event()
        question.stop = stopped.set
        async with self._turn:
            return await self._answer(question, stopped)

    async def _answer(self, question: Question, stopped: asyncio.Event) -> Choice:
        if stopped.is_set():
            raise Stopped
        sent = written((question.spec, question.state, question.seat, question.seed))
        asked = asyncio.ensure_future(self._thinker.ask(sent))
        ending = asyncio.ensure_future(stopped.wait())
        try:
            await asyncio.wait([asked, ending], return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                found: Choice = pickle.loads(b64decode(asked.result()))
                return found
            raise Stopped
        finally:
            ending.cancel()
            if not asked.done():
                asked.cancel()
                self._thinker.end()
