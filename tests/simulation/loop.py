"""An event loop without real time: a seed says which of the ready callbacks is next, and time jumps to the next timer.

Everything that a server does runs in a context of its own (`SERVER`). A server that crashes is not told: none of its callbacks
is ever called again, between whichever two awaits it was, and what it had in memory is out of reach.
"""

from __future__ import annotations

import asyncio
import heapq
import warnings
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from itertools import count
from random import Random
from typing import Any

SERVER: ContextVar[int] = ContextVar("server", default=0)
"""Which server a callback belongs to; 0 is the world outside."""

STEP = 1e-6
"""Seconds that a callback takes: were it nothing, who waits for a moment between two numbers would wait for ever."""

Delay = Callable[[], float]


class Stalled(Exception):
    """Nothing is left to do, and somebody still waits."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose place in a set does not depend on where it is in memory."""

    numbers = count()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._place = next(self.numbers)
        super().__init__(*arguments, **named)

    def __hash__(self) -> int:
        return self._place


class SimulatedLoop(asyncio.BaseEventLoop):
    """The loop. `shuffled` is how often the next callback is any of those that are ready, not the oldest one."""

    _ready: Any  # of the base class, which does not tell

    def __init__(self, rng: Random, shuffled: float = 1.0) -> None:
        super().__init__()
        self.rng = rng
        self.shuffled = shuffled
        self.steps = 0
        self.dead: set[int] = set()
        self.thread_delay: Delay = lambda: 0.0
        self.after_step: Callable[[int], None] = lambda server: None
        self._now = 0.0
        self._timers: list[tuple[float, int, Any]] = []
        self._order = count()
        self._tasks: dict[int, list[asyncio.Task[Any]]] = {}
        self._outside = copy_context()
        NumberedTask.numbers = count()
        self.set_task_factory(self._new_task)

    def time(self) -> float:
        """Return the seconds since the world began."""
        return self._now

    def _new_task(self, loop: Any, coroutine: Any, context: Context | None = None, **named: Any) -> asyncio.Task[Any]:
        task = NumberedTask(coroutine, loop=loop, context=context, **named)
        server = context.get(SERVER, 0) if context is not None else SERVER.get()
        if server:
            self._tasks.setdefault(server, []).append(task)
        return task

    # Steps. What the base class does in these methods, with less ado: half a million of them are called for a hundred matches.

    def call_soon(self, callback: Any, *arguments: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        """Let something be called in one of the next steps."""
        handle = asyncio.Handle(callback, arguments, self, context)
        self._ready.append(handle)
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *arguments: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Let something be called after so many seconds."""
        return self.call_at(self._now + delay, callback, *arguments, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *arguments: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Let something be called at a time; what is due at the same time comes in order."""
        timer = asyncio.TimerHandle(when, callback, arguments, self, context)
        heapq.heappush(self._timers, (when, next(self._order), timer))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Leave a timer that was cancelled where it is: it goes when its time has come."""

    def _run_once(self) -> None:
        """Call one callback; BaseEventLoop does so until it is told to stop."""
        handle = self._next_handle()
        server = handle._context.get(SERVER, 0)
        if handle._cancelled or server in self.dead:
            return
        self.steps += 1
        self._now += STEP
        handle._run()
        self.after_step(server)

    def _next_handle(self) -> Any:
        ready, timers = self._ready, self._timers
        if not ready:
            self._jump()
        while timers and timers[0][0] <= self._now:
            timer = heapq.heappop(timers)[2]
            if not timer._cancelled:
                ready.append(timer)
        if len(ready) > 1 and self.rng.random() < self.shuffled:
            ready.rotate(-int(self.rng.random() * len(ready)))
        return ready.popleft()

    def _jump(self) -> None:
        """Let time pass until the next timer that matters to anybody."""
        timers = self._timers
        while timers and (timers[0][2]._cancelled or timers[0][2]._context.get(SERVER, 0) in self.dead):
            heapq.heappop(timers)
        if not timers:
            raise Stalled("nothing is left to do, and somebody still waits")
        self._now = max(self._now, timers[0][0])

    def _write_to_self(self) -> None:
        """Wake the loop from another thread: there is none."""

    def _process_events(self, events: Any) -> None:
        """Look at files: there are none."""

    # What would be done by threads

    def run_in_executor(self, executor: Any, call: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call something as a thread would: some time later."""
        done = self.create_future()

        def work() -> None:
            try:
                result = call(*arguments)
            except Exception as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(result)

        self.call_later(self.thread_delay(), work)
        return done

    # The world outside, and the end of a server

    def outside(self, seconds: float, call: Callable[..., Any], *arguments: Any) -> None:
        """Call something later, whatever becomes of the server that asks for it."""
        self.call_later(seconds, call, *arguments, context=self._outside)

    def kill(self, server: int) -> None:
        """Let a server end in the middle of what it does: nothing of it is called any more."""
        self.dead.add(server)

    def bury(self) -> None:
        """Throw away all tasks, so that none complains when it is forgotten."""
        self.dead |= set(self._tasks)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what was about to be awaited never will be
            self._close_tasks()
        self._tasks.clear()
        self._ready.clear()
        self._timers.clear()

    def _close_tasks(self) -> None:
        tasks = [task for tasks in self._tasks.values() for task in tasks] + list(asyncio.all_tasks(self))
        for task in tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            if not task.done():
                with suppress(BaseException):
                    task.get_coro().close()
            elif not task.cancelled():
                task.exception()
