"""Bitboards: which bits are set."""

from __future__ import annotations

import pytest

from calumma.core.bits import set_bits

pytestmark = pytest.mark.contract


def test_set_bits_are_listed_in_ascending_order() -> None:
    assert set_bits(0) == []
    assert set_bits(0b1001_0010) == [1, 4, 7]
    assert set_bits(1 << 63 | 1) == [0, 63]
