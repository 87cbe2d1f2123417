"""Luck that cannot be checked, or does not fit, is never called fit."""

from collections.abc import Callable
from dataclasses import replace

import pytest

import calumma
from calumma.play import Luck, Match, SeededLuck, verify
from calumma.records.record import Record

SECRET = bytes(range(32))


@pytest.fixture
def record(urn: Callable[..., Match]) -> Record:
    match = urn(secret=SECRET)
    match.advance()
    while not match.over:
        match.play("keep")
    return match.record()


def test_a_record_without_a_commitment_does_not_fit(record: Record) -> None:
    report = verify(replace(record, chance=None))
    assert (report.fits, report.chance_plies, report.ply) == (False, 0, None)
    assert "no commitment" in report.sentence


def test_a_record_without_its_secret_does_not_fit(record: Record) -> None:
    assert not verify(replace(record, chance=replace(record.chance, secret=None))).fits  # type: ignore[type-var]


def test_a_secret_that_does_not_fit_the_commitment_does_not_fit(record: Record) -> None:
    assert not verify(replace(record, chance=replace(record.chance, secret="00" * 32))).fits  # type: ignore[type-var]


def test_more_seeds_than_seats_do_not_fit(record: Record) -> None:
    report = verify(replace(record, chance=replace(record.chance, seeds=("a", "b", "c", "d"))))  # type: ignore[type-var]
    assert not report.fits
    assert "4 seeds for 2 seats" in report.sentence


def test_the_draws_of_a_record_that_fits_are_counted(record: Record) -> None:
    assert verify(record).as_json() == {
        "fits": True,
        "sentence": "all 4 chance plies follow from the secret and the seeds",
        "draws": 4,
        "ply": None,
        "remark": "no seat added a seed: the host alone chose the secret",
    }


def test_of_several_bots_with_a_seed_the_first_is_named(record: Record) -> None:
    told = replace(record.chance, seeds=("a", "b"))  # type: ignore[type-var]
    report = verify(replace(record, players=("random", "random"), chance=told))
    assert (report.fits, report.sentence) == (False, "seat 0 has a seed, but a bot sat there")


def test_what_is_published_says_that_seats_could_commit_themselves_unless_it_is_old() -> None:
    assert Luck(SECRET).published(2, secret=False).seed_commitments == (None, None)
    assert Luck(SECRET).published(2, secret=False, is_old=True).seed_commitments is None


def test_luck_is_equal_to_luck_with_the_same_secret_and_seeds_only() -> None:
    assert Luck(SECRET) == Luck(SECRET)
    assert Luck(SECRET) != Luck(bytes(32))
    assert Luck(SECRET) != Luck(SECRET).with_seed(0, "x")
    assert Luck(SECRET) != SECRET


def test_luck_is_named_by_the_first_sixteen_digits_of_its_commitment() -> None:
    assert repr(Luck(bytes(32))) == "<Luck, commitment 66687aadf862bd77, secret not shown>"


def test_seeded_luck_takes_32_bytes_from_the_stream() -> None:
    stream = calumma.Rng(7)
    assert SeededLuck(7).secret == bytes(stream.below(256) for _ in range(32))


class Loaded:
    """A stand-in position with an outcome that weighs nothing."""

    def chance(self) -> list[tuple[int, int]]:
        return [(0, 0), (1, 1)]


def test_an_outcome_without_weight_is_never_drawn() -> None:
    game = type("Game", (), {"seats": 2, "move_text": lambda self, state, action: str(action)})()
    assert {Luck(SECRET).choose(Loaded(), game, ply) for ply in range(20)} == {1}  # type: ignore[arg-type]
