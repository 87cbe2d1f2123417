"""What is done before a memory is kept, in this process."""

from __future__ import annotations

import asyncio
import gc
import random

from tests.offline.conftest import TEMPLATES

from calumma.offline import warming
from calumma.offline.rendering import _environment


def test_the_first_page_is_ready_before_anybody_asks() -> None:
    asyncio.run(warming.warm(TEMPLATES))
    environment = _environment(TEMPLATES)
    assert environment.cache is not None
    assert "home.html" in {name for _, name in environment.cache}


def test_what_lasts_is_passed_by_when_garbage_is_collected() -> None:
    try:
        warming.settle()
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_random_numbers_come_in_another_order_after_waking() -> None:
    state = random.getstate()
    warming.wake()
    assert random.getstate() != state
    random.setstate(state)
