"""Verifiable luck: authority and seats commit themselves before anybody shows anything, and anybody can check every draw.

The scheme needs SHA-256 and HMAC alone:

- The commitment is the SHA-256 of a secret of 32 bytes, published when the match is set up.
- Every person's seat may then publish the SHA-256 of a seed of its own. When everybody has sat down, the seats open their
  seeds, and from the first one on no commitment changes: so nobody, not even who knows the secret, can choose a seed that
  fits those of the others. Bots have no seed. A person who plays with bots alone may send the seed at once.
- The key is the SHA-256 of the secret followed by the seats' seeds in seat order, each seed as UTF-8 and preceded by its
  length in 4 bytes, big endian; an absent seed has length 0.
- For ply n and attempt a = 0, 1, ..., x is the first 8 bytes, big endian, of HMAC-SHA256(key, "n:a"). With T the sum of the
  weights, x is rejected if x >= 2^64 - (2^64 mod T). Otherwise x mod T picks among the outcomes, sorted by their text,
  each of which takes as many numbers as its weight.
- Who begins, where luck decides it, is the number of the seat that x gives with "first" in place of n and T the number of
  seats.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import digest
from itertools import zip_longest

from calumma.core import CHANCE, Game, GameError, Rng, State
from calumma.core.words import Words
from calumma.records import Chance, Record, replay

say = Words(__package__)

SPAN = 1 << 64


class Luck:
    """The luck of one match: a secret, the seeds of the seats, and what the seats published before they showed them.

    It never changes; `with_commitment` and `with_seed` return another.
    """

    def __init__(
        self, secret: bytes | None = None, seeds: Sequence[str | None] = (), promised: Sequence[str | None] = ()
    ) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else bytes(secret)
        if len(self.secret) != 32:
            raise GameError(say("secret-length", count=len(self.secret)))
        self.seeds = tuple(seeds)
        self.promised = tuple(promised)

    @property
    def commitment(self) -> str:
        """What is published before the first ply: the SHA-256 of the secret in hexadecimal digits."""
        return sha256(self.secret).hexdigest()

    def with_seed(self, seat: int, seed: str | None) -> Luck:
        """Return the luck with another seed of a seat."""
        return Luck(self.secret, _replaced(self.seeds, seat, seed), self.promised)

    def with_commitment(self, seat: int, commitment: str | None) -> Luck:
        """Return the luck with another commitment of a seat."""
        return Luck(self.secret, self.seeds, _replaced(self.promised, seat, commitment))

    def seed_of(self, seat: int) -> str | None:
        """Return the seed that a seat has opened."""
        return self.seeds[seat] if seat < len(self.seeds) else None

    def commitment_of(self, seat: int) -> str | None:
        """Return what a seat has committed itself to."""
        return self.promised[seat] if seat < len(self.promised) else None

    @property
    def unopened(self) -> list[int]:
        """The seats that have committed themselves to a seed and not opened it."""
        return [seat for seat, promised in enumerate(self.promised) if promised and self.seed_of(seat) is None]

    def key(self, seats: int) -> bytes:
        """Return the key that secret and seeds make together."""
        parts = [self.secret]
        for seed in _padded(self.seeds, seats):
            text = (seed or "").encode()
            parts += [len(text).to_bytes(4, "big"), text]
        return sha256(b"".join(parts)).digest()

    def choose(self, state: State, game: Game, ply: int) -> int:
        """Return the outcome of a chance ply, whose number counts all plies from 0; the same again whenever asked again."""
        outcomes = sorted((game.move_text(state, action), action, weight) for action, weight in state.chance())
        number = number_for(self.key(game.seats), ply, sum(weight for _, _, weight in outcomes))
        for _, action, weight in outcomes:
            if number < weight:
                return action
            number -= weight
        raise ValueError(f"there is nothing to draw at ply {ply}")

    def first(self, seats: int) -> int:
        """Return the seat whose player begins, where luck decides that; all seats are equally likely."""
        return number_for(self.key(seats), "first", seats)

    def published(self, seats: int, secret: bool, first: int | None = None, is_old: bool = False) -> Chance:
        """Return what a record says of the luck; the secret only if told so, for it foretells every draw.

        `is_old` is for seeds that were shown at once, without commitments.
        """
        promised = None if is_old else _padded(self.promised, seats)
        return Chance(self.commitment, _padded(self.seeds, seats), self.secret.hex() if secret else None, first, promised)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Luck):
            return False
        return (self.secret, self.seeds, self.promised) == (other.secret, other.seeds, other.promised)

    def __hash__(self) -> int:
        return hash((self.secret, self.seeds, self.promised))

    def __repr__(self) -> str:
        return f"<Luck, commitment {self.commitment[:16]}, secret not shown>"


class SeededLuck(Luck):
    """Luck that an `Rng` (or its seed) determines, for matches that can be repeated; checked like any other, but no secret."""

    def __init__(self, rng: Rng | int) -> None:
        stream = Rng(rng) if isinstance(rng, int) else rng
        super().__init__(bytes(stream.below(256) for _ in range(32)))


def seed_commitment(seed: str) -> str:
    """Return what a seat publishes before it shows its seed: the SHA-256 of the text in hexadecimal digits.

    >>> seed_commitment("abc")
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    """
    return sha256(seed.encode()).hexdigest()


def _replaced(values: Sequence[str | None], seat: int, value: str | None) -> list[str | None]:
    found = [*values, *[None] * (seat + 1 - len(values))]
    found[seat] = value
    return found


def _padded(values: tuple[str | None, ...], seats: int) -> tuple[str | None, ...]:
    return (*values, *[None] * (seats - len(values)))


def number_for(key: bytes, ply: int | str, total: int) -> int:
    """Return the number below total that the key gives for a ply (or "first"), exactly uniform over all keys."""
    limit = SPAN - SPAN % total
    attempt = 0
    while True:
        number = int.from_bytes(digest(key, f"{ply}:{attempt}".encode(), "sha256")[:8], "big")
        if number < limit:
            return number % total
        attempt += 1


@dataclass(frozen=True, slots=True)
class Verification:
    """What checking a record's luck found."""

    fits: bool
    sentence: str
    chance_plies: int = 0
    ply: int | None = None
    remark: str = ""  # what the check cannot vouch for

    def as_json(self) -> dict[str, object]:
        """Return it as JSON-able values."""
        return {"fits": self.fits, "sentence": self.sentence, "draws": self.chance_plies, "ply": self.ply, "remark": self.remark}


def verify(record: Record, own_seed: str | None = None) -> Verification:
    """Check commitments, seeds and every chance ply of a record; GameError if its plies do not fit the rules at all.

    `own_seed` is the seed that whoever asks chose for this match: the check fails if it is not among the seeds.
    """
    game = record.load_game()
    if not game.info.has_chance and (record.chance is None or record.chance.first is None):
        return Verification(True, say("no-luck-to-check", name=game.name))
    if record.chance is None:
        return Verification(False, say("no-commitment"))
    if record.chance.secret is None:
        return Verification(False, say("secret-not-published"))
    if len(record.chance.seeds) > game.seats:
        return Verification(False, say("count-of-seeds", count=len(record.chance.seeds), seats=game.seats))
    luck = Luck(bytes.fromhex(record.chance.secret), record.chance.seeds)
    if luck.commitment != record.chance.commitment:
        return Verification(False, say("secret-does-not-fit", commitment=record.chance.commitment))
    if trouble := _trouble_with_seeds(record, record.chance, own_seed):
        return Verification(False, trouble)
    if record.chance.first not in (None, luck.first(game.seats)):
        sentence = say("first-does-not-fit", seat=record.chance.first, expected=luck.first(game.seats))
        return Verification(False, sentence)
    return replace(_verify_chance(record, game, luck), remark=_remark(record.chance))


def _trouble_with_seeds(record: Record, chance: Chance, own_seed: str | None) -> str:
    """What is wrong with the seeds of a record, if anything is: as a sentence."""
    if own_seed is not None and own_seed not in chance.seeds:
        return say("your-seed-missing", seed=own_seed)
    with_bots = [seat for seat, seed in enumerate(chance.seeds) if seed is not None and record.is_bots(seat)]
    if with_bots:
        return say("seed-of-a-bot", seat=with_bots[0])
    promised = chance.seed_commitments
    if promised is None:
        return ""
    if len(promised) > record.seats:
        return say("count-of-commitments", count=len(promised), seats=record.seats)
    pairs = zip_longest(chance.seeds, promised)
    for seat, (seed, commitment) in enumerate(pairs):
        if seed is not None and commitment is None:
            return say("seed-without-commitment", seat=seat)
        if seed is None and commitment is not None:
            return say("seed-never-opened", seat=seat)
        if seed is not None and seed_commitment(seed) != commitment:
            return say("seed-of-seat-does-not-fit", seat=seat, commitment=commitment)
    return ""


def _remark(chance: Chance) -> str:
    if chance.seed_commitments is None:
        return say("host-could-choose")
    return "" if any(seed is not None for seed in chance.seeds) else say("host-alone-chose")


def _verify_chance(record: Record, game: Game, luck: Luck) -> Verification:
    checked = 0
    for number, state, action in replay(record):
        if state.to_act != CHANCE:
            continue
        chosen = luck.choose(state, game, number)
        if chosen != action:
            expected = game.move_text(state, chosen)
            sentence = say("ply-does-not-fit", number=number, text=record.plies[number], expected=expected)
            return Verification(False, sentence, checked, number)
        checked += 1
    first = None if record.chance is None else record.chance.first
    return Verification(True, say("luck-fits" if first is None else "luck-and-first-fit", count=checked), checked)
