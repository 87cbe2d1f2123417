import hashlib
import hmac
from dataclasses import replace

import pytest

import calumma
from calumma.core import GameError
from calumma.play import Luck, Match, SeededLuck, verify
from calumma.play.luck import draw

SECRET = bytes(range(32))


class Die:
    """A stand-in position: three outcomes whose texts sort otherwise than their actions."""

    def chance(self):
        return [(0, 5), (1, 2), (2, 1)]


class DieGame:
    seats = 3

    def move_text(self, state, action):
        return ("~z", "~m", "~a")[action]


def by_hand(ply, seeds=((0, b""), (2, b"\xc3\xb6"), (0, b""))):
    """The scheme in a few lines of hashlib and hmac alone: secret, then every seed after its length."""
    message = SECRET + b"".join(bytes([0, 0, 0, length]) + seed for length, seed in seeds)
    key = hashlib.sha256(message).digest()
    x = int.from_bytes(hmac.new(key, f"{ply}:0".encode(), hashlib.sha256).digest()[:8], "big")
    return [2, 1, 1, 0, 0, 0, 0, 0][x % 8]  # ~a weighs 1, ~m 2, ~z 5; 8 divides 2^64, so nothing is rejected


@pytest.mark.contract
def test_the_commitment_is_the_sha256_of_the_secret():
    # SHA-256 of 32 zero bytes, a value known far and wide
    assert Luck(bytes(32)).commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.contract
@pytest.mark.parametrize("ply", range(40))
def test_every_draw_is_what_hashlib_gives_by_hand(ply):
    luck = Luck(SECRET).with_seed(1, "ö")
    assert luck.choose(Die(), DieGame(), ply) == by_hand(ply)


def test_a_seed_changes_the_draws():
    plain, seeded = Luck(SECRET), Luck(SECRET).with_seed(2, "x")
    assert [plain.choose(Die(), DieGame(), n) for n in range(40)] != [seeded.choose(Die(), DieGame(), n) for n in range(40)]


def test_seeds_of_different_seats_give_different_keys():
    assert len({Luck(SECRET).with_seed(seat, "x").key(3) for seat in range(3)}) == 3


def test_a_number_that_would_favour_some_outcome_is_rejected():
    key, total = b"k" * 32, (1 << 63) + 1  # every second number or so is at or above the limit 2^63 + 1
    numbers = [
        [int.from_bytes(hmac.new(key, f"{n}:{a}".encode(), "sha256").digest()[:8], "big") for a in range(40)] for n in range(30)
    ]
    assert any(row[0] >= total for row in numbers)
    assert [draw(key, n, total) for n in range(30)] == [next(x for x in row if x < total) for row in numbers]


def test_draws_follow_the_weights():
    counts = [0, 0, 0]
    for n in range(4000):
        counts[Luck(SECRET).choose(Die(), DieGame(), n)] += 1
    assert abs(counts[0] - 2500) < 150
    assert abs(counts[1] - 1000) < 130
    assert abs(counts[2] - 500) < 100


def test_fresh_luck_has_a_secret_of_its_own():
    assert Luck().secret != Luck().secret


def test_a_secret_of_another_length_is_refused():
    with pytest.raises(GameError, match="has 5 bytes: expected 32"):
        Luck(b"short")


def test_the_secret_is_not_shown_by_repr():
    assert SECRET.hex()[:12] not in repr(Luck(SECRET))


def test_seeded_luck_repeats_itself():
    assert SeededLuck(7).secret == SeededLuck(calumma.Rng(7)).secret != SeededLuck(8).secret


@pytest.fixture
def record(urn):
    match = urn(secret=SECRET)
    match.add_seed(1, "lucky")
    match.advance()
    while not match.over:
        match.play("keep")
    return match.record()


def test_the_luck_of_a_finished_match_fits(record):
    report = verify(record)
    assert report.fits
    assert report.sentence == "all 4 chance plies follow from the secret and the seeds"


def test_another_draw_is_named(record):
    other = next(text for text in ("~a", "~b", "~c") if text != record.plies[2])
    plies = (*record.plies[:2], other, *record.plies[3:])
    report = verify(replace(record, plies=plies))
    assert (report.fits, report.ply) == (False, 2)
    assert report.sentence == f'ply 2 "{other}": secret and seeds give "{record.plies[2]}" here'


def test_another_secret_does_not_fit_the_commitment(record):
    changed = replace(record, chance=replace(record.chance, secret="00" * 32))
    assert "does not fit the commitment" in verify(changed).sentence


def test_a_changed_seed_is_found_out(urn, record):
    changed = replace(record, chance=replace(record.chance, seeds=(None, "other")))
    assert not verify(changed).fits


def test_without_the_secret_nothing_is_verified(urn):
    assert "not published" in verify(urn().record()).sentence


def test_a_game_without_luck_has_nothing_to_check(race):
    assert verify(race.record()).fits


def by_lot(match, *players):
    for seat, player in enumerate(players):
        match.seat(seat, player)
    match.begin(by_lot=True)
    match.advance()
    match.resign(0)
    return match.record()


def test_who_begins_is_what_hashlib_gives_by_hand():
    key = hashlib.sha256(SECRET + bytes(12)).digest()
    x = int.from_bytes(hmac.new(key, b"first:0", hashlib.sha256).digest()[:8], "big")
    assert x < 2**64 - 2**64 % 3
    assert Luck(SECRET).first(3) == x % 3


def test_the_lot_is_checked_with_the_draws(urn):
    record = by_lot(urn(), "ann", "ben")
    assert verify(record).sentence == "who began and all 1 chance plies follow from the secret and the seeds"


def test_another_first_seat_is_found_out(urn):
    record = by_lot(urn(), "ann", "ben")
    forged = replace(record, chance=replace(record.chance, first=1 - record.chance.first))
    assert (verify(forged).fits, "was made the first: secret and seeds give seat" in verify(forged).sentence) == (False, True)


def test_the_lot_of_a_game_without_luck_is_checked_too():
    record = by_lot(Match(calumma.load("yamamoto"), Luck(SECRET)), "ann", "ben")
    assert verify(record).fits
    assert not verify(replace(record, chance=replace(record.chance, first=1 - record.chance.first))).fits
