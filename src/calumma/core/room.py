"""Room for what a search remembers: arrays of numbers that compiled code reads and writes through pointers."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable
from itertools import islice
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


# As in packing.pxd.


def pack(out: Any, at: int, numbers: Any, count: int) -> None:
    """Write the lowest bit of every number, eight to a byte, the first lowest."""
    for i in range(0, count, 8):
        out[at + i // 8] = sum((numbers[i + j] & 1) << j for j in range(min(8, count - i)))


def store(out: Any, at: int, words: Any, count: int) -> None:
    """Write so many bytes of words of 64 bits, the lowest first."""
    for i in range(count):
        out[at + i] = words[i >> 3] >> (8 * (i & 7)) & 255


def copy_bytes(out: Any, at: int, numbers: Any, first: int, count: int) -> None:
    """Write some numbers as bytes."""
    for i in range(count):
        out[at + i] = numbers[first + i] & 255


def copy_numbers(out: Any, at: int, numbers: Any, first: int, count: int) -> None:
    """Write some numbers as they are."""
    for i in range(count):
        out[at + i] = numbers[first + i]


def words_from(words: Any, first: int) -> Any:
    """The words from index `first` on."""
    return memoryview(words)[first:]


def unpack(out: Any, words: Any, count: int) -> None:
    """Write 0 or 1 for each of the first bits of some words."""
    for i in range(count):
        out[i] = words[i >> 6] >> (i & 63) & 1


def unpack_changed(out: Any, words: Any, count: int, stained: Any) -> None:
    """Write the same; which words can be left out because nothing stood or stands there, is of interest in C alone."""
    unpack(out, words, count)


def nth_of_words(words: Any, count: int, n: int) -> int:
    """Index of the n-th bit of some words, counted from 0."""
    return next(islice((i for i in range(64 * count) if words[i >> 6] >> (i & 63) & 1), n, None))


def fetch(first: Any, lines: int) -> None:
    """Say that something is about to be used."""


def wipe_words(words: Any, count: int) -> None:
    """Write zeros."""
    for i in range(count):
        words[i] = 0


# As in crew.pxd, with nobody to help: who steps a batch takes all rows at once.


def crew_new(count: int) -> list[int]:
    """Return nobody."""
    return []


def crew_free(crew: list[int]) -> None:
    """Let nobody go."""


def crew_run(crew: list[int], work: Callable[[Any, int], None], what: object, rows: int) -> None:
    """Have everything done."""
    work(what, 0)


def crew_take(crew: list[int], worker: int, rows: int, last: object) -> int:
    """Return that there are no rows to take from anybody."""
    return -1


# As in kernels.pxd.


def add_column(sums: Any, at: int, columns: Any, first: int, times: int, count: int) -> None:
    """Add numbers of a column, so many times, to the sums."""
    for i in range(count):
        sums[at + i] += times * columns[first + i]


def clipped(out: Any, sums: Any, at: int, shift: int, limit: int, count: int) -> None:
    """Write what is left of sums between 0 and a limit, after so many bits are cut off."""
    for i in range(count):
        out[i] = min(max(sums[at + i] >> shift, 0), limit)


def dot(one: Any, rows: Any, first: int, count: int) -> int:
    """The sum of the products."""
    return sum(one[i] * rows[first + i] for i in range(count))
