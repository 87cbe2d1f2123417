"""Where jobs are done: processes of this machine, or a Ray cluster. Both yield every job once, with its values and who did it."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol

from calumma.core import GameError
from calumma.core.words import Words

say = Words(__package__)

DEATHS = 3  # of workers in a row, with nothing finished in between, before it is taken for the jobs' fault
AHEAD = 2  # jobs handed out for every worker, so that none waits for the next

Result = tuple[Any, Any, str]
"""A job, its values, and who did it."""
Results = Generator[Result, None, None]


class Executor(Protocol):
    """Something that does jobs, between `with` and the end of its block, as often as asked."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *error: object) -> None: ...

    def results(self, jobs: Sequence[Any]) -> Results:
        """Yield every job once, in the order in which they are finished."""


def executor(on: str, workers: int) -> Executor:
    """Return what does jobs at a place: "local", "ray", or the address of a Ray cluster; GameError if there is no such place."""
    if on == "local":
        return ThisProcess() if workers <= 1 else Processes(workers)
    if on in {"ray", "auto"} or ":" in on:
        from calumma.lab.cluster import Cluster

        return Cluster(None if on == "ray" else on, workers)
    raise GameError(say("cannot-run", on=on))


def worker_name() -> str:
    """Return who is working here."""
    return f"{socket.gethostname()}:{os.getpid()}"


class ThisProcess:
    """Does one job after the other, right here."""

    def __enter__(self) -> ThisProcess:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def results(self, jobs: Sequence[Any]) -> Results:
        """Yield every job once."""
        name = worker_name()
        yield from ((job, job.play(), name) for job in jobs)


class Processes:
    """Does jobs on processes of this machine; a process that dies is replaced and its job done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.deaths = 0
        self.pool: ProcessPoolExecutor | None = None
        self.ends: list[Connection] = []  # of the workers' lifeline

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()

    def results(self, jobs: Sequence[Any]) -> Results:
        """Yield every job once, in the order in which they are finished; who leaves early ends the processes."""
        left = dict(enumerate(jobs))
        try:
            while left:
                try:
                    for number, values, worker in self._round(self._started(), left):
                        self.deaths = 0
                        yield left.pop(number), values, worker
                except BrokenProcessPool:
                    self._stop()
                    self._count_death()
        except BaseException:
            self._stop()
            raise

    def _started(self) -> ProcessPoolExecutor:
        if self.pool is None:
            spawning = get_context("spawn")
            self.ends = list(spawning.Pipe(duplex=False))
            self.pool = ProcessPoolExecutor(self.workers, spawning, _prepare, (self.ends[0],))
        return self.pool

    def _stop(self) -> None:
        """End the workers, also in the midst of a job."""
        if self.pool is not None:
            self.ends[1].close()
            self.pool.shutdown(cancel_futures=True)
            self.ends[0].close()
            self.pool = None

    def _round(self, pool: ProcessPoolExecutor, left: dict[int, Any]) -> Iterator[Result]:
        """Yield the numbers of jobs as they are finished, never more handed out than the workers need."""
        waiting = iter(list(left.items()))
        running: dict[Future[tuple[Any, str]], int] = {}
        while True:
            while len(running) < AHEAD * self.workers and (following := next(waiting, None)) is not None:
                running[pool.submit(_play, following[1])] = following[0]
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield (running.pop(future), *future.result())

    def _count_death(self) -> None:
        self.deaths += 1
        if self.deaths >= DEATHS:
            raise GameError(say("gave-up-worker-processes", count=DEATHS))


def _play(job: Any) -> tuple[Any, str]:
    return job.play(), worker_name()


def _prepare(lifeline: Connection) -> None:
    """Let a worker end quietly when it is interrupted, and when nobody waits for it any more, however its parent ended."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    wait_for([lifeline])  # nothing is ever sent: it is ready when the other end is closed
    os._exit(1)
