"""Ending what runs in the background."""

from __future__ import annotations

import asyncio

AGAIN = 0.5
"""Seconds after which a task that still runs is cancelled once more."""


async def end(task: asyncio.Task[None] | None) -> None:
    """Cancel a task until it has ended.

    One cancellation is not enough: Python 3.11 loses it where a wait comes to its end in the same moment, and a loop in the
    background would then go on for ever.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN)
    if task is not None and not task.cancelled():
        task.exception()  # whatever it was, it does not matter any more
