"""Jobs on a Ray cluster: one that runs somewhere, or one started here for as long as the run takes.

A node that dies takes its jobs with it; Ray gives them to another one, and what Ray gives up is handed out again here. Whatever
happens there, a job is yielded once, and only what is yielded counts.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from calumma.core import GameError
from calumma.core.words import Words
from calumma.extras import need
from calumma.lab.executors import AHEAD, Result, Results, worker_name

say = Words(__package__)

RETRIES = 5  # by Ray itself, and as often again from here
PATIENCE = 10.0  # seconds without a result before the size of the cluster is looked at again
STORE = 100_000_000  # bytes that a cluster of our own sets aside for results: they are small
REACH = 5.0  # seconds for a cluster to answer at its address
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # Ray's name for: stay on 127.0.0.1, do not look for the network's address


class Cluster:
    """Does jobs as Ray tasks of one processor each."""

    def __init__(self, address: str | None, workers: int) -> None:
        need("research", "ray", purpose="Ray")
        self.address, self.workers = address, workers
        self.left = ExitStack()  # what is to be undone in the end

    def __enter__(self) -> Cluster:
        self._reach()
        if "ray" not in sys.modules:  # it reads these when it is imported, and only then
            for name, value in self._settings().items():
                os.environ.setdefault(name, value)
        import ray

        if not ray.is_initialized():  # otherwise the connection is that of the program that we are part of
            folder = self.left.enter_context(TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True))
            try:
                self._connect(ray, folder)
            except BaseException:
                self.left.close()
                raise
            self.left.callback(ray.shutdown)
        return self

    def __exit__(self, *error: object) -> None:
        self.left.close()

    def results(self, jobs: Sequence[Any]) -> Results:
        """Yield every job once, in the order in which they are finished."""
        import ray

        yield from self._all(ray, jobs)

    def _settings(self) -> dict[str, str]:
        """Return what Ray reads from the environment; a cluster of our own has its own password and leaves nothing behind."""
        own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)} if self.address is None else {}
        return QUIET | (LOOPBACK if self._is_here() else {}) | own

    def _host_and_port(self) -> tuple[str, str]:
        host, _, port = (self.address or "").removeprefix("ray://").rpartition(":")
        return host.strip("[]"), port

    def _is_here(self) -> bool:
        return self.address is None or self._host_and_port()[0] in ("127.0.0.1", "localhost")

    def _reach(self) -> None:
        """Knock at the address: Ray itself would try for minutes."""
        if self.address in (None, "auto"):
            return
        host, port = self._host_and_port()
        if not host or not port.isdecimal():
            raise GameError(say("cannot-read-address", address=self.address))
        try:
            socket.create_connection((host, int(port)), REACH).close()
        except (OSError, OverflowError) as error:
            raise GameError(say("cannot-reach-ray-cluster", address=self.address, error=_first_line(error))) from None

    def _connect(self, ray: Any, folder: str) -> None:
        place: dict[str, Any] = {"address": self.address}
        if self.address is None:
            place = {"address": "local", "num_cpus": self.workers, "include_dashboard": False, "_temp_dir": folder}
            place["object_store_memory"] = STORE
        try:
            ray.init(**place, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            doing = "start Ray here" if self.address is None else f'join the Ray cluster "{self.address}"'
            raise GameError(say("cluster-refuses", doing=doing, error=_first_line(error))) from None

    def _all(self, ray: Any, jobs: Sequence[Any]) -> Iterator[Result]:
        task = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
        waiting = list(reversed(jobs))
        tries: dict[str, int] = {}
        running: dict[Any, Any] = {}
        try:
            while waiting or running:
                while waiting and len(running) < self._room(ray):
                    job = waiting.pop()
                    running[task.remote(job)] = job
                done, _ = ray.wait(list(running), num_returns=1, timeout=PATIENCE)
                for reference in done:
                    job = running.pop(reference)
                    try:
                        values, worker = ray.get(reference)
                    except ray.exceptions.RayTaskError as error:
                        raise _cause(error) from None
                    except ray.exceptions.RayError as error:
                        _count(tries, job, error)
                        waiting.append(job)
                        continue
                    yield job, values, worker
        finally:
            for reference in running:  # nobody waits for these any more
                ray.cancel(reference, force=True)

    def _room(self, ray: Any) -> int:
        """Return how many jobs to hand out at a time: the cluster may have grown or shrunk."""
        return max(AHEAD, AHEAD * int(ray.cluster_resources().get("CPU", 1)))


def _play(job: Any) -> tuple[Any, str]:
    import ray

    return job.play(), f"{ray.get_runtime_context().get_node_id()}:{worker_name()}"


def _cause(error: Any) -> Exception:
    """Return the error that a job itself raised, as it would be raised here."""
    cause = error.cause
    return cause if isinstance(cause, GameError) else GameError(f"a job failed on the cluster: {_first_line(cause)}")


def _count(tries: dict[str, int], job: Any, error: Exception) -> None:
    tries[job.id] = tries.get(job.id, 0) + 1
    if tries[job.id] > RETRIES:
        raise GameError(say("gave-up-job-lost", count=RETRIES, error=_first_line(error))) from None


def _first_line(error: object) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
