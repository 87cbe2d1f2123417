from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import replace

import pytest

import calumma
from calumma.core import GameError
from calumma.play import Luck, Match, SeededLuck, seed_commitment, verify
from calumma.play.luck import number_for
from calumma.records.record import Record

SECRET = bytes(range(32))
LUCKY = hashlib.sha256(b"lucky").hexdigest()


class Die:
    """A stand-in position: three outcomes whose texts sort otherwise than their actions."""

    def chance(self) -> list[tuple[int, int]]:
        return [(0, 5), (1, 2), (2, 1)]


class DieGame:
    seats = 3

    def move_text(self, state: Die, action: int) -> str:
        return ("~z", "~m", "~a")[action]


def by_hand(
    ply: int, seeds: tuple[tuple[int, bytes], tuple[int, bytes], tuple[int, bytes]] = ((0, b""), (2, b"\xc3\xb6"), (0, b""))
) -> int:
    """The scheme in a few lines of hashlib and hmac alone: secret, then every seed after its length."""
    message = SECRET + b"".join(bytes([0, 0, 0, length]) + seed for length, seed in seeds)
    key = hashlib.sha256(message).digest()
    x = int.from_bytes(hmac.new(key, f"{ply}:0".encode(), hashlib.sha256).digest()[:8], "big")
    return [2, 1, 1, 0, 0, 0, 0, 0][x % 8]  # ~a weighs 1, ~m 2, ~z 5; 8 divides 2^64, so nothing is rejected


@pytest.mark.contract
def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    # SHA-256 of 32 zero bytes, a value known far and wide
    assert Luck(bytes(32)).commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.contract
@pytest.mark.parametrize("ply", range(40))
def test_every_draw_is_what_hashlib_gives_by_hand(ply: int) -> None:
    luck = Luck(SECRET).with_seed(1, "ö")
    assert luck.choose(Die(), DieGame(), ply) == by_hand(ply)  # type: ignore[arg-type]


def test_a_seed_changes_the_draws() -> None:
    plain, seeded = Luck(SECRET), Luck(SECRET).with_seed(2, "x")
    assert [plain.choose(Die(), DieGame(), n) for n in range(40)] != [seeded.choose(Die(), DieGame(), n) for n in range(40)]  # type: ignore[arg-type]


def test_seeds_of_different_seats_give_different_keys() -> None:
    assert len({Luck(SECRET).with_seed(seat, "x").key(3) for seat in range(3)}) == 3


def test_a_number_that_would_favour_some_outcome_is_rejected() -> None:
    key, total = b"k" * 32, (1 << 63) + 1  # every second number or so is at or above the limit 2^63 + 1
    numbers = [
        [int.from_bytes(hmac.new(key, f"{n}:{a}".encode(), "sha256").digest()[:8], "big") for a in range(40)] for n in range(30)
    ]
    assert any(row[0] >= total for row in numbers)
    assert [number_for(key, n, total) for n in range(30)] == [next(x for x in row if x < total) for row in numbers]


def test_draws_follow_the_weights() -> None:
    counts = [0, 0, 0]
    for n in range(4000):
        counts[Luck(SECRET).choose(Die(), DieGame(), n)] += 1  # type: ignore[arg-type]
    assert abs(counts[0] - 2500) < 150
    assert abs(counts[1] - 1000) < 130
    assert abs(counts[2] - 500) < 100


def test_fresh_luck_has_a_secret_of_its_own() -> None:
    assert Luck().secret != Luck().secret


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(GameError, match="has 5 bytes: expected 32"):
        Luck(b"short")


def test_the_secret_is_not_shown_by_repr() -> None:
    assert SECRET.hex()[:12] not in repr(Luck(SECRET))


def test_seeded_luck_repeats_itself() -> None:
    assert SeededLuck(7).secret == SeededLuck(calumma.Rng(7)).secret != SeededLuck(8).secret


@pytest.fixture
def record(urn: Callable[..., Match]) -> Record:
    match = urn(secret=SECRET)
    match.seat(0, "ann")
    match.seat(1, "ben")
    match.commit_seed(1, LUCKY)
    match.open_seed(1, "lucky")
    return played_out(match).record()


def played_out(match: Match) -> Match:
    match.advance()
    while not match.over:
        match.play("keep")
    return match


def test_the_luck_of_a_finished_match_fits(record: Record) -> None:
    report = verify(record)
    assert (report.fits, report.remark) == (True, "")
    assert report.sentence == "all 4 chance plies follow from the secret and the seeds"


def test_the_record_tells_seeds_and_what_was_committed_before(record: Record) -> None:
    told = record.as_json()["chance"]
    assert (told["seeds"], told["seed_commitments"], told["secret"]) == ([None, "lucky"], [None, LUCKY], SECRET.hex())
    assert type(record).from_json(record.as_json()) == record


def changed(record: Record, **parts: tuple[None, str] | None) -> Record:
    return replace(record, chance=replace(record.chance, **parts))  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"seed_commitments": (None, seed_commitment("other"))}, "the seed of seat 1 does not fit its commitment"),
        ({"seed_commitments": (None, None)}, "the seed of seat 1 has no commitment"),
        ({"seeds": (None, None)}, "seat 1 never opened the seed that it committed to"),
        ({"seeds": (None, "other")}, "the seed of seat 1 does not fit its commitment"),
        ({"seed_commitments": (LUCKY, LUCKY)}, "seat 0 never opened the seed"),
        ({"seed_commitments": (None, LUCKY, None)}, "3 commitments of seeds for 2 seats"),
    ],
)
def test_a_seed_that_does_not_fit_what_was_committed_is_found_out(
    record: Record, parts: dict[str, tuple[str | None, ...]], sentence: str
) -> None:
    report = verify(changed(record, **parts))  # type: ignore[arg-type]
    assert (report.fits, sentence in report.sentence) == (False, True)


def test_a_seed_at_the_seat_of_a_bot_is_found_out(record: Record) -> None:
    for player in ("level:2", "random", "perfect", "level:2, then ben"):
        report = verify(replace(record, players=("ann", player)))
        assert (report.fits, report.sentence) == (False, "seat 1 has a seed, but a bot sat there")
    assert verify(replace(record, players=("ann", "ben, then level:2"))).fits


def test_where_luck_said_who_begins_the_bot_is_looked_for_at_the_seat_where_it_sat_down(urn: Callable[..., Match]) -> None:
    for secret in (bytes([n]) * 32 for n in range(40)):
        match = urn(secret=secret)
        match.seat(0, "ann")
        match.seat(1, "level:2", "level:2")
        match.send_seed(0, "lucky")
        match.begin(by_lot=True)
        assert verify(played_out(match).record()).fits


def test_the_own_seed_must_be_among_the_seeds(record: Record) -> None:
    assert verify(record, "lucky").fits
    report = verify(record, "mine")
    assert (report.fits, report.sentence) == (False, 'your seed "mine" is not among the seeds')


def test_a_record_from_before_the_second_round_is_read_and_the_check_says_what_it_cannot_vouch_for(record: Record) -> None:
    old = changed(record, seed_commitments=None)
    assert "seed_commitments" not in old.as_json()["chance"]
    report = verify(type(record).from_json(old.as_json()))
    assert (report.fits, report.remark) == (
        True,
        "the record is from before seats committed to their seeds: the host could have chosen the last one",
    )
    assert "the host could have chosen the last one" in report.as_json()["remark"]  # type: ignore[operator]


def test_without_any_seed_the_check_says_that_the_host_chose_alone(urn: Callable[..., Match]) -> None:
    report = verify(played_out(urn(secret=SECRET)).record())
    assert (report.fits, report.remark) == (True, "no seat added a seed: the host alone chose the secret")


# The host who knows the secret, and a seat that adds its seed last


def wanted(match: Match, seed: str) -> bool:
    """Whether a seed of seat 1 would give ann two poor cards, and seat 1 the best one first."""
    trial = Match(match.game, match.luck.with_seed(0, "honest").with_seed(1, seed))
    played_out(trial)
    return [played.text for played in trial.plies if played.is_chance][:3] == ["~a", "~c", "~a"]


def test_who_knows_the_secret_finds_no_last_seed_that_the_match_takes(urn: Callable[..., Match]) -> None:
    match = urn(secret=SECRET)
    match.seat(0, "ann")
    match.seat(1, "host")
    match.commit_seed(0, seed_commitment("honest"))
    match.commit_seed(1, seed_commitment("chosen before"))
    match.open_seed(0, "honest")
    tries = [f"try {number}" for number in range(2000)]
    assert any(wanted(match, seed) for seed in tries), "with one round, the host would have bent the luck"
    for seed in tries:
        with pytest.raises(GameError, match="does not fit"):
            match.open_seed(1, seed)
        with pytest.raises(GameError, match="commitments cannot change any more"):
            match.commit_seed(1, seed_commitment(seed))
    match.open_seed(1, "chosen before")
    assert verify(played_out(match).record(), "honest").fits


def test_nor_does_a_bots_seat_or_a_newcomer_help_the_host(urn: Callable[..., Match]) -> None:
    match = urn(secret=SECRET, seats=3)
    for seat, (player, bot) in enumerate([("ann", None), ("level:2", "level:2"), ("host", None)]):
        match.seat(seat, player, bot)
    match.commit_seed(0, seed_commitment("honest"))
    match.open_seed(0, "honest")
    for act in (
        lambda: match.commit_seed(1, seed_commitment("x")),
        lambda: match.commit_seed(2, seed_commitment("x")),
        lambda: match.send_seed(1, "x"),
        lambda: match.send_seed(2, "x"),
        lambda: match.seat(2, "friend"),
        lambda: match.seat_bot(2, "level:1"),
    ):
        with pytest.raises(GameError):
            act()  # type: ignore[no-untyped-call]
    assert match.luck.seeds == ("honest",)
    match.leave([2])
    with pytest.raises(GameError, match="called off"):
        match.seat(2, "friend")


def test_another_draw_is_named(record: Record) -> None:
    other = next(text for text in ("~a", "~b", "~c") if text != record.plies[2])
    plies = (*record.plies[:2], other, *record.plies[3:])
    report = verify(replace(record, plies=plies))
    assert (report.fits, report.ply) == (False, 2)
    assert report.sentence == f'ply 2 "{other}": secret and seeds give "{record.plies[2]}" here'


def test_another_secret_does_not_fit_the_commitment(record: Record) -> None:
    changed = replace(record, chance=replace(record.chance, secret="00" * 32))  # type: ignore[type-var]
    assert "does not fit the commitment" in verify(changed).sentence


def test_a_changed_seed_is_found_out(urn: Callable[..., Match], record: Record) -> None:
    assert not verify(changed(record, seeds=(None, "other"), seed_commitments=(None, seed_commitment("other")))).fits


def test_without_the_secret_nothing_is_verified(urn: Callable[..., Match]) -> None:
    assert "not published" in verify(urn().record()).sentence


def test_a_game_without_luck_has_nothing_to_check(race: Match) -> None:
    assert verify(race.record()).fits


def by_lot(match: Match, *players: str) -> Record:
    for seat, player in enumerate(players):
        match.seat(seat, player)
    match.begin(by_lot=True)
    match.advance()
    match.resign(0)
    return match.record()


def test_who_begins_is_what_hashlib_gives_by_hand() -> None:
    key = hashlib.sha256(SECRET + bytes(12)).digest()
    x = int.from_bytes(hmac.new(key, b"first:0", hashlib.sha256).digest()[:8], "big")
    assert x < 2**64 - 2**64 % 3
    assert Luck(SECRET).first(3) == x % 3


def test_the_lot_is_checked_with_the_draws(urn: Callable[..., Match]) -> None:
    record = by_lot(urn(), "ann", "ben")
    assert verify(record).sentence == "who began and all 1 chance plies follow from the secret and the seeds"


def test_another_first_seat_is_found_out(urn: Callable[..., Match]) -> None:
    record = by_lot(urn(), "ann", "ben")
    forged = replace(record, chance=replace(record.chance, first=1 - record.chance.first))  # type: ignore[operator, type-var]
    assert (verify(forged).fits, "was made the first: secret and seeds give seat" in verify(forged).sentence) == (False, True)


def test_the_lot_of_a_game_without_luck_is_checked_too() -> None:
    record = by_lot(Match(calumma.load("yamamoto"), Luck(SECRET)), "ann", "ben")
    assert verify(record).fits
    assert not verify(replace(record, chance=replace(record.chance, first=1 - record.chance.first))).fits  # type: ignore[operator, type-var]
