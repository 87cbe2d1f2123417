"""Worlds in several processes: what comes of them in the order of their seeds, and never a wait for a process that has died.

What other processes are to call cannot be in `__main__.py`, which they do not load.
"""

from __future__ import annotations

import faulthandler
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from .mutations import put_back
from .world import Outcome, World

AHEAD = 8
"""Jobs of each process that are handed out before the oldest one is done: a long one keeps nobody waiting."""

LONGEST = 900.0
"""Seconds after which a world that takes one or two is stuck in a step of its loop: its process says where, and ends."""

Job = TypeVar("Job")
Seed = tuple[int, str | None, str | None, tuple[str, ...]]  # with the profile, a fault to put back, and what does not count
Result = TypeVar("Result")


class Died(Exception):
    """A process has ended in the middle of its work, whatever the reason."""


def side_by_side(work: Callable[[Job], Result], jobs: Iterator[Job], processes: int) -> Iterator[Result]:
    """Yield what comes of one job after the other, each done in one of some processes; Died if one of these ends."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        begun: deque[tuple[Job, Future[Result]]] = deque()
        try:
            while True:
                begun.extend((job, pool.submit(watched, work, job)) for job in islice(jobs, AHEAD * processes - len(begun)))
                if not begun:
                    return
                yield begun[0][1].result()
                begun.popleft()
        except BrokenProcessPool:
            raise Died(f"a process has died during one of {[job for job, done in begun if not _is_well(done)]}") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _is_well(done: Future[Result]) -> bool:
    return done.done() and not done.cancelled() and done.exception() is None


def watched(work: Callable[[Job], Result], job: Job) -> Result:
    """Do a job; should it never end, say where it hangs and end the process."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return work(job)
    finally:
        faulthandler.cancel_dump_traceback_later()


def live(job: Seed) -> Outcome:
    """Run the world of a seed."""
    seed, profile, fault, ignored = job
    if fault is None:
        return World(seed, profile, ignored).run()
    with put_back(fault) as known:
        return World(seed, profile or known.profile, (*ignored, *known.ignored)).run()
