"""Room for what a search remembers."""

from __future__ import annotations

import mmap
from array import array
from struct import calcsize
from typing import Any

LARGE = 1 << 20


def room(kind: str, entries: int) -> Any:
    """Return so many numbers of a kind (as `array` names them), all zero.

    Large ones are taken from the system page by page as they are used. Filling them at once would take a hundredth of a second
    and more, for which a server that lets bots think in threads could answer nobody.
    """
    size = calcsize(kind) * entries
    if size < LARGE or not hasattr(mmap, "MAP_PRIVATE"):
        return array(kind, bytes(size))
    return memoryview(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)).cast(kind)  # type: ignore[call-overload]
