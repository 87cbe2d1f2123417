"""Taking thoughts and questions from the queues of a house: so many at a time, each with a sign of life while it lasts."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.bots import BotScheduler
from calumma.site.bus import Bus, News
from calumma.site.questions import Asked, answer_text, failure_text, read_question
from calumma.site.runs import Runs
from calumma.site.store import Store, Unavailable
from calumma.site.tables import Tables
from calumma.site.tasks import end
from calumma.site.thoughts import BEAT
from calumma.site.workers import Question, Stopped

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")
LOOK = 1.0
"""Seconds after which somebody who has nothing to think about looks again, though nothing was heard."""

AWAY = 5.0
"""Seconds to the next try, if the store is out of reach."""


class Taker:
    """Thinks for the bots of all tables and answers what people ask, one after the other in each of some places."""

    def __init__(self, bus: Bus, store: Store, tables: Tables, bots: BotScheduler, runs: Runs, places: int) -> None:
        self.bus, self.tables, self.bots, self.runs, self.places = bus, tables, bots, runs, places
        self.thoughts, self.questions = store.thoughts, store.questions
        self.done = 0  # thoughts that came to their end here
        self._call = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to take thoughts."""
        loop = asyncio.get_running_loop()
        asked = max(1, self.places // 2)  # as many places think about questions at the most: matches go first
        self._tasks = [loop.create_task(self._work(f"{self.bus.server}/{place}", place < asked)) for place in range(self.places)]

    async def stop(self) -> None:
        """Take no more; what is under way is another's soon."""
        for task in self._tasks:
            await end(task)

    def call(self) -> None:
        """Look at once: a bot is to act somewhere."""
        self._call.set()

    async def _work(self, thinker: str, answers: bool) -> None:
        while True:
            try:
                table = await self.thoughts.take(thinker, self.runs.now())
                asked = await self.questions.take(thinker, self.runs.now()) if table is None and answers else None
                if table is not None:
                    await self._think(table, thinker)
                elif asked is not None:
                    await self._answer(asked, thinker)
                else:
                    await self._wait(LOOK)
            except Unavailable:
                await asyncio.sleep(AWAY)
            except Exception:
                LOGGER.exception("a thought could not be taken")
                await asyncio.sleep(AWAY)

    async def _wait(self, seconds: float) -> None:
        self._call.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._call.wait(), seconds)

    async def _think(self, name: str, thinker: str) -> None:
        """Play for the bot of a table; whatever comes of it, the thought is nobody's afterwards."""
        table = await self.tables.fresh(name)
        beating = asyncio.get_running_loop().create_task(self._beat(name, thinker))
        try:
            if table is not None:
                await self.bots.play(table)
                self.done += 1
        finally:
            await end(beating)
            await asyncio.shield(self.thoughts.let_go(name, thinker))

    async def _beat(self, table: str, thinker: str) -> None:
        """Say again and again that the thought is under way; if it is another's or nobody's now, stop it."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                if not await self.thoughts.renew(table, thinker, self.runs.now()):
                    self.bots.give_up(table)
                    return
            except Unavailable:
                continue  # the next one may arrive; if none does, somebody else begins, and the store takes one of both

    # Questions outside matches

    async def _answer(self, asked: Asked, thinker: str) -> None:
        """Answer a question, and tell whoever waits; one that was stopped is left to others."""
        try:
            question = self.bots.question(*read_question(asked.text))
        except GameError as error:  # of a game, perhaps, that is not to be had here
            await self.questions.answer(asked.id, thinker, failure_text(str(error)))
            return
        beating = asyncio.get_running_loop().create_task(self._beat_question(asked.id, thinker, question))
        try:
            answer = await self._text(question, asked)
        except Stopped:
            await self.questions.let_go(asked.id, thinker)
            return
        finally:
            await end(beating)
        await self.questions.answer(asked.id, thinker, answer)
        self.done += 1
        self.bus.tell(News("answer", asked.id))

    async def _text(self, question: Question, asked: Asked) -> str:
        try:
            return answer_text(await self.bots.answer(question, asked.guest))
        except Stopped:
            raise
        except Exception as error:
            if not isinstance(error, GameError):
                LOGGER.exception("a question to %s could not be answered", question.spec)
            return failure_text(str(error) if isinstance(error, GameError) else say("question-failed"))

    async def _beat_question(self, name: str, thinker: str, question: Question) -> None:
        """Say again and again that a question is thought about; if nobody waits for it any more, stop."""
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(Unavailable):
                if not await self.questions.renew(name, thinker, self.runs.now()):
                    question.stop()
                    return
