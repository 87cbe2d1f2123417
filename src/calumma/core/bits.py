# distutils: extra_compile_args = -O3
"""Bitboards: counting and finding bits, and the mixing step of position hashes.

Compiled code takes the first ones from the compiler's builtins (bits.pxd); uncompiled code takes them from here.
"""

from __future__ import annotations

from typing import Any

import cython

if not cython.compiled:
    u64 = cython.ulonglong  # only ever an annotation here: Python's numbers are as wide as they must be
    u128 = cython.ulonglong

    def popcount(x: int) -> int:
        """Number of set bits."""
        return x.bit_count()

    def lowest(x: int) -> int:
        """Index of the lowest set bit of a number that is not zero."""
        return (x & -x).bit_length() - 1

    def highest(x: int) -> int:
        """Index of the highest set bit of a number that is not zero."""
        return x.bit_length() - 1

    def spread(out: Any, first: int, bits: int, count: int) -> None:
        """Write 0 or 1 for each of the lowest `count` bits, from index `first` on."""
        for i in range(count):
            out[first + i] = bits >> i & 1

    def lay(words: Any, at: int, bits: int) -> None:
        """Set some bits among words of 64, from bit `at` on."""
        words[at >> 6] |= (bits << (at & 63)) & 0xFFFFFFFFFFFFFFFF
        if bits >> (64 - (at & 63)):
            words[(at >> 6) + 1] |= bits >> (64 - (at & 63))

    def nth_of_word(bits: int, n: int) -> int:
        """Index of the n-th set bit, counted from 0."""
        for _ in range(n):
            bits &= bits - 1
        return lowest(bits)

    def narrow(out: Any, first: int, numbers: Any, start: int, count: int) -> None:
        """Write some small numbers, those from index `start` on, from index `first` on."""
        for i in range(count):
            out[first + i] = numbers[start + i]

    def nibbles(out: Any, first: int, numbers: Any, count: int, shift: int) -> None:
        """Write four bits of some numbers, those from bit `shift` on, from index `first` on."""
        for i in range(count):
            out[first + i] = numbers[i] >> shift & 15

    def wipe(out: Any, first: int, count: int) -> None:
        """Write zeros, from index `first` on."""
        for i in range(first, first + count):
            out[i] = 0

    def part(out: Any, first: int) -> Any:
        """The numbers from index `first` on."""
        return out[first:]

    def clip(x: int) -> int:
        """The nearest number from -127 to 127."""
        return max(-127, min(127, x))

    popcount128 = popcount
    lowest128 = lowest
    highest128 = highest

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
FACTOR_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
FACTOR_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


def mix(h: cython.ulonglong, value: cython.ulonglong) -> cython.ulonglong:
    """Fold a 64-bit value into a hash; the order of folding matters."""
    h = ((h ^ value) + STEP) & MASK
    h = ((h ^ (h >> 30)) * FACTOR_1) & MASK
    h = ((h ^ (h >> 27)) * FACTOR_2) & MASK
    return h ^ (h >> 31)


def set_bits(bits: cython.ulonglong) -> list[int]:
    """Return the numbers of the set bits of a 64-bit number, in ascending order."""
    found = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found
