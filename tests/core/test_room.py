"""Room for searches: all zero, of the right length, and its own."""

from typing import Any

import pytest

from calumma.core.room import room


@pytest.mark.parametrize("kind", ["Q", "d", "f", "i", "H", "h"])
@pytest.mark.parametrize("entries", [1, 1000, 600_000])
def test_room_is_zero_and_as_long_as_was_asked_for(kind: str, entries: int) -> None:
    kept: list[Any] = []
    numbers, others = room(kind, entries, kept), room(kind, entries, kept)
    numbers[entries - 1] = 7
    assert (len(numbers), numbers[0] if entries > 1 else 0, numbers[entries - 1]) == (entries, 0, 7)
    assert others[entries - 1] == 0
    assert kept == [numbers, others]
