"""Bots think one after the other, fairly, and elsewhere if the host has threads: everybody is answered while they do."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from calumma.core import Game, Rng, State
from calumma.players import Choice
from calumma.site.fair_queue import FairQueue
from calumma.site.limits import asker
from calumma.site.settings import LoadPlayer
from calumma.site.store import Conflict, Unavailable
from calumma.site.table import Table
from calumma.site.workers import Question, Stopped, Workers

Advise = Callable[[str, State, int, str, int | None], Awaitable[Choice]]

LOGGER = logging.getLogger("calumma.site")
SPARE = 1
"""Threads beside those that a host chose: for addresses of which no bot thinks now, so that a short thought need not wait for
the end of somebody else's long one."""


class BotScheduler:
    """Plays for the bots of all tables. Each table has at most one thought; thoughts wait their turn, fairly among addresses."""

    def __init__(self, load: LoadPlayer, workers: Workers, takes: bool = False) -> None:
        self._load = load
        self._takes = takes  # whether thoughts wait in the store, for whoever takes them (taker.py)
        self._workers = workers
        self._queue = FairQueue(workers.thoughts, SPARE)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[int, Question] = {}  # what bots think about now
        self._thoughts: dict[str, tuple[int, Question]] = {}  # and at which tables, after how many events
        self._closed = False
        self.on_wait: Callable[[float], None] = lambda seconds: None  # is told how long a bot waited for its turn to think
        self.elsewhere: Advise | None = None  # who is asked outside matches, if no bot thinks here
        self.present: Callable[[str], Table | None] = lambda table: None  # a table as it is in memory now

    def wake(self, table: Table) -> None:
        """Let a bot think if it is its turn and none does yet; a thought about what was before is ended."""
        number, question = self._thoughts.get(table.id, (table.number, None))
        if question is not None and number != table.number:
            question.stop()
        if self._takes or self._closed or table.broken or table.bot_to_act is None or table.id in self._tasks:
            return
        if not table.is_thought_about:
            return  # bots among themselves, and nobody looks
        task = asyncio.get_running_loop().create_task(self._play(table))
        self._tasks[table.id] = task
        task.add_done_callback(lambda _: self._done(table))

    @property
    def waiting(self) -> int:
        """How many thoughts are under way or wait their turn."""
        return len(self._tasks)

    def _done(self, table: Table) -> None:
        self._tasks.pop(table.id, None)
        if not self._closed:
            self.wake(self.present(table.id) or table)  # it may have been read again meanwhile

    async def play(self, table: Table) -> None:
        """Play one ply for the bot whose turn it is; Stopped by `give_up`, or by whatever changes the position, it plays none."""
        await self._play(table)

    def give_up(self, table: str) -> None:
        """Stop what is thought about a table."""
        if table in self._thoughts:
            self._thoughts[table][1].stop()

    async def _play(self, table: Table) -> None:
        """Play one ply for the bot whose turn it is; what was thought about an older position is thrown away."""
        async with table.lock:
            seat, number = table.bot_to_act, table.number
            if seat is None or table.broken:
                return
            spec, state = str(table.match.bots[seat]), table.match.state
            table.thinking = seat
            table.tell()
        try:
            asked = time.monotonic()
            async with self._queue.place(table.payer, table.stored.host or table.id):
                self.on_wait(time.monotonic() - asked)
                action = await self._action(table, spec, state, seat)
            async with table.lock:
                table.thinking = None
                if table.number == number and not table.broken:
                    await table.change(lambda match: match.play(action, seat=seat))
        except Stopped:
            if table.id not in self._thoughts:  # else another one is under way
                table.thinking = None
        except Exception as error:
            if isinstance(error, Conflict) and not table.broken:
                return  # another server was first, and what it has written is there
            if not isinstance(error, Conflict | Unavailable):  # then the table is read again, and its bot thinks again
                LOGGER.exception("a bot could not play at table %s", table.id)
            table.thinking = None
            table.broken = True
            table.tell()

    async def advise(self, spec: str, game: Game, state: State, seat: int, guest: str = "", seed: int | None = None) -> Choice:
        """Return what a bot would choose in a position, with a seed always the same; it waits its turn like others' thoughts."""
        if self.elsewhere is not None:
            return await self.elsewhere(spec, state, seat, guest, seed)
        return await self.answer(self.question(spec, state, seat, seed), guest)

    async def answer(self, question: Question, guest: str) -> Choice:
        """Return what a bot that thinks here answers; Stopped if it was stopped."""
        async with self._queue.place(asker(), guest):
            return await self._ask(question)

    def question(self, spec: str, state: State, seat: int, seed: int | None = None) -> Question:
        """Return what a bot is asked."""
        return Question(spec, state, seat, secrets.randbits(32) if seed is None else seed, self._load)

    async def _ask(self, question: Question) -> Choice:
        self._asked[id(question)] = question
        try:
            return await self._workers.think(question)
        finally:
            del self._asked[id(question)]

    async def _action(self, table: Table, spec: str, state: State, seat: int) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        question = self.question(spec, state, seat)
        self.give_up(table.id)  # one that was taken for another's, or is about what was before
        thought = self._thoughts[table.id] = table.number, question
        try:
            return (await self._ask(question)).action
        except Exception as error:
            if self._closed or isinstance(error, Stopped):
                raise
            LOGGER.exception("the bot %s failed at %s: a random move is played for it", spec, state.game)
            return state.pick(Rng(secrets.randbits(32)))
        finally:
            if self._thoughts.get(table.id) is thought:
                del self._thoughts[table.id]

    async def close(self) -> None:
        """Stop all thoughts."""
        self._closed = True
        for question in list(self._asked.values()):
            question.stop()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._workers.close()
