# distutils: extra_compile_args = -O3
"""Dealing what a seat has not seen.

A game's `c_determinize` gathers every card that the seat cannot place (the pool: the same for all worlds that look alike to
the seat), puts the cards that everybody knows where they are, and fills the hidden slots from the pool with the routines
here. They draw one card at a time, each card left being as likely as any other, and take the pool in ascending order; so
a deal depends on the pool, the sizes of the hands and the random numbers alone, never on where the cards really are.
"""

from __future__ import annotations

import cython

from calumma.core.state import Rng

if not cython.compiled:
    from calumma.core.bits import lowest, popcount

ONE = 1


def nth_bit(cards: cython.ulonglong, n: cython.int) -> cython.int:
    """The index of the n-th set bit, counted upwards from 0; there must be more than n."""
    while n > 0:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


def deal_set(pool: cython.ulonglong, count: cython.int, rng: Rng) -> cython.ulonglong:
    """A hand of `count` different cards from a pool given as a bit set; the caller takes them out of the pool."""
    hand: cython.ulonglong = 0
    card: cython.ulonglong
    while count > 0:
        card = ONE << nth_bit(pool, rng.c_below(popcount(pool)))
        pool ^= card
        hand |= card
        count -= 1
    return hand


def deal_counts(
    pool: cython.p_int, kinds: cython.int, count: cython.int, hands: cython.p_int, start: cython.int, rng: Rng
) -> cython.void:
    """Move `count` cards from a pool with so many of each kind to hands[start + kind], each card being as likely."""
    total: cython.int = 0
    kind: cython.int
    n: cython.int
    for kind in range(kinds):
        total += pool[kind]
    while count > 0:
        n = rng.c_below(total)
        kind = 0
        while n >= pool[kind]:
            n -= pool[kind]
            kind += 1
        pool[kind] -= 1
        hands[start + kind] += 1
        total -= 1
        count -= 1
