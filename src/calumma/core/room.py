"""Room for what a search remembers: arrays of numbers that compiled code reads and writes through pointers."""

from __future__ import annotations

import mmap
from array import array
from struct import calcsize
from typing import Any

LARGE = 1 << 20


def room(kind: str, entries: int, kept: list[Any]) -> Any:
    """Return so many numbers of a kind (as `array` names them), all zero; `kept` holds them as long as a pointer may be used.

    Large ones are taken from the system page by page as they are used. Filling them at once would take a hundredth of a second
    and more, for which a server that lets bots think in threads could answer nobody.
    """
    size = calcsize(kind) * entries
    if size < LARGE or not hasattr(mmap, "MAP_PRIVATE"):
        kept.append(array(kind, bytes(size)))
    else:
        kept.append(memoryview(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)).cast(kind))  # type: ignore[call-overload]
    return kept[-1]


def numbers(array: Any) -> Any:
    """Compiled, a pointer to the first number of an array (pointers.pxd); interpreted, the array itself."""
    return array


schars = uchars = shorts = ushorts = ints = uints = ulonglongs = floats = doubles = numbers
