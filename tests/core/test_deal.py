"""Dealing unseen cards. Compiled, these routines are reached from compiled code alone; the games test them there."""

from collections import Counter
from itertools import combinations

import pytest

import calumma

pytestmark = [pytest.mark.contract, pytest.mark.skipif(calumma.compiled(), reason="C functions are not seen from Python")]


def test_the_nth_bit_is_counted_from_below() -> None:
    from calumma.core.deal import nth_bit

    assert [nth_bit(0b1011000, n) for n in range(3)] == [3, 4, 6]


def test_every_hand_from_a_set_is_as_likely() -> None:
    from calumma.core.deal import deal_set

    rng = calumma.Rng(1)
    dealt = Counter(deal_set(0b1011010, 2, rng) for _ in range(3000))
    assert set(dealt) == {1 << a | 1 << b for a, b in combinations((1, 3, 4, 6), 2)}
    assert all(420 < count < 580 for count in dealt.values())


def test_a_whole_pool_is_dealt_and_an_empty_hand_draws_no_number() -> None:
    from calumma.core.deal import deal_set

    rng = calumma.Rng(1)
    assert deal_set(0b1011010, 4, rng) == 0b1011010
    before = repr(rng)
    assert deal_set(0b1011010, 0, rng) == 0
    assert repr(rng) == before


def test_cards_move_from_the_counts_to_the_hand_each_being_as_likely() -> None:
    from calumma.core.deal import deal_counts

    rng, totals = calumma.Rng(2), [0, 0, 0]
    for _ in range(2000):
        pool, hands = [1, 0, 3], [9] + [0] * 3
        deal_counts(pool, 3, 2, hands, 1, rng)
        assert hands[0] == 9
        assert [a + b for a, b in zip(pool, hands[1:], strict=True)] == [1, 0, 3]
        totals = [a + b for a, b in zip(totals, hands[1:], strict=True)]
    assert totals[1] == 0
    assert 930 < totals[0] < 1070  # one of four cards, two drawn: in every second hand
