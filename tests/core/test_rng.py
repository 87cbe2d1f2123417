"""The random stream: splitmix64 as published, and numbers below n that are exactly uniform."""

from __future__ import annotations

import pytest

from calumma import Rng

pytestmark = pytest.mark.contract
WORD = 2**64


def splitmix64(seed: int, count: int) -> list[int]:
    """Return the first outputs, 64 bits each: the published algorithm written down once more."""
    outputs = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) % WORD
        z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        outputs.append(z ^ z >> 31)
    return outputs


def seed_whose_first_output_is(output: int) -> int:
    """Return the seed, by the algorithm run backwards."""
    z = output ^ output >> 31 ^ output >> 62
    z = z * pow(0x94D049BB133111EB, -1, WORD) % WORD
    z = z ^ z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    z = z ^ z >> 30 ^ z >> 60
    return (z - 0x9E3779B97F4A7C15) % WORD


def test_the_second_implementation_gives_the_published_numbers() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert splitmix64(1234567, 5) == published


def test_backwards_is_the_inverse_of_forwards() -> None:
    assert all(splitmix64(seed_whose_first_output_is(x), 1) == [x] for x in splitmix64(7, 50))


@pytest.mark.parametrize("seed", [0, 1, 1234567, 2**64 - 1])
def test_a_number_below_a_power_of_two_is_the_top_bits_of_the_next_output(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.below(2**30) for _ in range(200)] == [output >> 34 for output in splitmix64(seed, 200)]


def test_the_first_numbers_of_a_seed_are_fixed() -> None:
    rng = Rng(1234567)  # the published outputs, times n, divided by 2 ** 64
    assert [rng.below(n) for n in (6, 52, 1000, 2, 100)] == [2, 9, 532, 0, 88]


def test_seeds_count_modulo_two_to_the_64() -> None:
    assert Rng(-1).below(10**6) == Rng(2**64 - 1).below(10**6) == Rng(2**65 - 1).below(10**6)


@pytest.mark.parametrize("n", [3, 6, 1000, 3 * 2**29, 2**31 - 1, 1_500_000_001])
def test_every_number_below_n_has_equally_many_of_the_first_32_bits(n: int) -> None:
    for number in (0, 1, n // 2, n - 1):
        first, end = -(-number * 2**32 // n), -(-(number + 1) * 2**32 // n)
        edges = range(first, end) if end - first < 50 else [*range(first, first + 25), *range(end - 25, end)]
        taken = sum(takes_at_once(x, n, number) for x in edges)
        assert taken + (end - first - len(edges)) == 2**32 // n


def takes_at_once(x: int, n: int, number: int) -> bool:
    """Whether the first 32 bits x give the number, without another draw."""
    seed = seed_whose_first_output_is(x << 32)
    rng = Rng(seed)
    found = rng.below(n)
    drawn_once = repr(rng) == f"Rng({(seed + 0x9E3779B97F4A7C15) % WORD})"
    assert found == number or not drawn_once
    return drawn_once


def test_a_rejected_draw_is_followed_by_the_next() -> None:
    n = 3 * 2**29
    seed = seed_whose_first_output_is(0)
    outputs = splitmix64(seed, 9)
    accepted = next(x >> 32 for x in outputs if (x >> 32) * n % 2**32 >= 2**32 % n)
    assert Rng(seed).below(n) == accepted * n >> 32


def test_numbers_come_equally_often() -> None:
    rng = Rng(5)
    counts = [0] * 7
    for _ in range(70_000):
        counts[rng.below(7)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 22.46  # chi-square, 6 degrees, one in a thousand


@pytest.mark.parametrize("n", [0, -1, 2**31])
def test_a_bound_that_cannot_be_is_told(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot draw a number below {n}: expected 1 to 2147483647"):
        Rng(1).below(n)
