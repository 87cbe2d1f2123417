"""Running the server: what it does beside answering."""

import asyncio
import gc
import weakref

import pytest

from calumma.server import running


def test_garbage_that_survived_is_found_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TIDY_SECONDS", 0.01)

    class Knot:
        def __init__(self) -> None:
            self.itself = self

    async def wait() -> None:
        tidying = asyncio.create_task(running._tidy())
        await asyncio.sleep(0.2)
        tidying.cancel()

    knot = Knot()
    gone = weakref.ref(knot)
    gc.disable()
    try:
        del knot
        asyncio.run(wait())
    finally:
        gc.enable()
    assert gone() is None
