"""Running many jobs, mostly matches, on processes here or on a Ray cluster, so that nothing is lost and nothing counted twice.

    from calumma.lab.matches import rounds
    from calumma.lab.runner import run

    jobs = rounds(calumma.load("bradley", 3), ["level:3", "level:2", "random"], matches=300, seed=1)
    for job, outcome in run(jobs, "runs/bradley.jsonl", workers=2):
        print(outcome.record.payoffs)

A job is a value that says all about one piece of work: `id` (the same for the same work, on any machine), `play()`, which does it
somewhere and returns JSON-able values, and `read(values)`, which makes of them what the caller wants to see. `matches.MatchJob`
is one match between bots; its outcome holds the record, the times and, if asked for, what the bots thought.

`run` yields every job with its outcome, in the order in which they become known: first those that the log holds already, then the
others as they are finished. A job that is listed twice is done once. Every finished job is in the log before it is yielded, so a
run that was stopped or killed at any moment goes on where it was when the same jobs are run with the same log. Without a log the
results are only yielded. `gather` waits for all and returns the outcomes in the order of the jobs.

`on` is where the jobs are done: "local" (processes of this machine, `workers` of them; one means this process), "ray" (a Ray
cluster started here for the run) or the address of a running cluster ("auto", "host:port", "ray://host:port"). Several runs in a
row may share a place: `with executor("ray", workers=2) as place: run(jobs, on=place)`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from os import PathLike
from typing import Any, Protocol, TypeVar

from calumma.core import GameError
from calumma.core.words import Words
from calumma.lab.executors import Executor, executor
from calumma.lab.log import Log

say = Words(__package__)

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Job(Protocol[T_co]):
    """A piece of work; it travels to other processes by pickle."""

    @property
    def id(self) -> str:
        """Return what tells this work from any other; the same for the same work."""

    def play(self) -> Any:
        """Do it, wherever this is called, and return JSON-able values."""

    def read(self, values: Any) -> T_co:
        """Return the outcome that `play` wrote down as values."""


def run(
    jobs: Iterable[Job[T]], log: str | PathLike[str] | None = None, *, workers: int = 1, on: str | Executor = "local"
) -> Generator[tuple[Job[T], T], None, None]:
    """Yield every job with its outcome: those in the log first, then the others as they are finished."""
    todo = {job.id: job for job in jobs}
    with Log(log) as kept:
        for name, values in kept.entries(set(todo)):
            job = todo.pop(name)
            yield job, read_logged(name, job.read, values, log)
        if not todo:
            return
        with _place(on, workers) as place, closing(place.results(list(todo.values()))) as results:
            for job, values, worker in results:
                kept.add(job.id, values, worker)
                yield todo[job.id], todo[job.id].read(values)


def read_logged(name: str, read: Callable[[Any], T], values: Any, log: str | PathLike[str] | None) -> T:
    """Return the outcome of a job in a log; GameError if its values, which anybody may have edited, are not what a job writes."""
    try:
        return read(values)
    except GameError as error:
        raise GameError(say("cannot-go-result-as", path=log, job=name, why=error)) from None
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError):
        raise GameError(say("cannot-go-result-not", path=log, job=name)) from None


def _place(on: str | Executor, workers: int) -> AbstractContextManager[Executor]:
    """Return where jobs are done; a place that was handed in stays open."""
    return executor(on, workers) if isinstance(on, str) else nullcontext(on)


def in_order(jobs: Sequence[Job[T]], log: str | PathLike[str]) -> Iterator[tuple[Job[T], T]]:
    """Yield the finished jobs of a list from their log, in the order of the list, one in memory at a time."""
    with Log(log) as kept:
        places = kept.places({job.id for job in jobs})
        for job in jobs:
            if job.id in places:
                yield job, read_logged(job.id, job.read, kept.at(places[job.id]), log)


def gather(
    jobs: Sequence[Job[T]],
    log: str | PathLike[str] | None = None,
    *,
    workers: int = 1,
    on: str | Executor = "local",
    progress: Callable[[int], object] | None = None,
) -> list[T]:
    """Do all jobs and return their outcomes in order; `progress` is called with 1 for every job that is done."""
    found: dict[str, T] = {}
    for job, outcome in run(jobs, log, workers=workers, on=on):
        found[job.id] = outcome
        if progress is not None:
            progress(1)
    return [found[job.id] for job in jobs]
