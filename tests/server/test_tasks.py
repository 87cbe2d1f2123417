"""Ending what runs in the background."""

from __future__ import annotations

import asyncio
from typing import Any

from calumma.site.tasks import end


def test_a_task_ends_although_its_first_cancellation_gets_lost() -> None:
    async def stubborn(lost: list[bool]) -> None:
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                lost.append(True)
                if len(lost) > 1:
                    raise

    async def whole() -> Any:
        lost: list[Any] = []
        task = asyncio.create_task(stubborn(lost))
        await asyncio.sleep(0)
        await asyncio.wait_for(end(task), 30)
        return len(lost), task.cancelled()

    assert asyncio.run(whole()) == (2, True)


def test_a_task_that_has_failed_is_at_its_end() -> None:
    async def failing() -> None:
        raise ValueError("for a reason")

    async def whole() -> None:
        task = asyncio.create_task(failing())
        await asyncio.sleep(0)
        await end(task)
        await end(None)

    asyncio.run(whole())
