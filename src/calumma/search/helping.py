"""Several threads on one position: all search it, each in an order of its own, and share what they find in one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Protocol

MOST_THREADS = 1024


class Helper(Protocol):
    """A search that is ready to help another one."""

    def help(self, first: int) -> None:
        """Search ever deeper, from a depth on, until it is stopped."""

    def stop(self) -> None:
        """Make a running search end at once; callable from another thread."""


@contextmanager
def helped(helpers: Sequence[Helper]) -> Iterator[None]:
    """Let helpers search in threads of their own meanwhile, every other one a ply ahead; when this ends they have ended."""
    threads = [Thread(target=helper.help, args=(1 + (i + 1) % 2,), daemon=True) for i, helper in enumerate(helpers)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for helper in helpers:
            helper.stop()
        for thread in threads:
            thread.join()
