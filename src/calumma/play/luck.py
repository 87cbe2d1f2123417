"""Verifiable luck: the authority commits itself before the first ply, the seats add seeds, and anybody can check every draw.

The scheme needs SHA-256 and HMAC alone:

- The commitment is the SHA-256 of a secret of 32 bytes, published before the first ply.
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
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest

from calumma.core import CHANCE, Game, GameError, Rng, State
from calumma.records import Chance, Record, replay

SPAN = 1 << 64


class Luck:
    """The luck of one match: a secret, and the seeds of the seats. It never changes; `with_seed` returns another."""

    def __init__(self, secret: bytes | None = None, seeds: Sequence[str | None] = ()) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else bytes(secret)
        if len(self.secret) != 32:
            raise GameError(f"the secret of a match's luck has {len(self.secret)} bytes: expected 32")
        self.seeds = tuple(seeds)

    @property
    def commitment(self) -> str:
        """What is published before the first ply: the SHA-256 of the secret in hexadecimal digits."""
        return sha256(self.secret).hexdigest()

    def with_seed(self, seat: int, seed: str) -> Luck:
        """Return the luck with one more seat's seed."""
        seeds = [*self.seeds, *[None] * (seat + 1 - len(self.seeds))]
        seeds[seat] = seed
        return Luck(self.secret, seeds)

    def key(self, seats: int) -> bytes:
        """Return the key that secret and seeds make together."""
        parts = [self.secret]
        for seed in self._padded(seats):
            text = (seed or "").encode()
            parts += [len(text).to_bytes(4, "big"), text]
        return sha256(b"".join(parts)).digest()

    def choose(self, state: State, game: Game, ply: int) -> int:
        """Return the outcome of a chance ply, whose number counts all plies from 0; the same again whenever asked again."""
        outcomes = sorted((game.move_text(state, action), action, weight) for action, weight in state.chance())
        number = draw(self.key(game.seats), ply, sum(weight for _, _, weight in outcomes))
        for _, action, weight in outcomes:
            if number < weight:
                return action
            number -= weight
        raise ValueError(f"there is nothing to draw at ply {ply}")

    def first(self, seats: int) -> int:
        """Return the seat whose player begins, where luck decides that; all seats are equally likely."""
        return draw(self.key(seats), "first", seats)

    def published(self, seats: int, secret: bool, first: int | None = None) -> Chance:
        """Return what a record says of the luck; the secret only if told so, for it foretells every draw."""
        return Chance(self.commitment, self._padded(seats), self.secret.hex() if secret else None, first)

    def _padded(self, seats: int) -> tuple[str | None, ...]:
        return (*self.seeds, *[None] * (seats - len(self.seeds)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Luck) and (self.secret, self.seeds) == (other.secret, other.seeds)

    def __hash__(self) -> int:
        return hash((self.secret, self.seeds))

    def __repr__(self) -> str:
        return f"<Luck, commitment {self.commitment[:16]}, secret not shown>"


class SeededLuck(Luck):
    """Luck that an `Rng` (or its seed) determines, for matches that can be repeated; checked like any other, but no secret."""

    def __init__(self, rng: Rng | int) -> None:
        stream = Rng(rng) if isinstance(rng, int) else rng
        super().__init__(bytes(stream.below(256) for _ in range(32)))


def draw(key: bytes, ply: int | str, total: int) -> int:
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
    draws: int = 0
    ply: int | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as JSON-able values."""
        return {"fits": self.fits, "sentence": self.sentence, "draws": self.draws, "ply": self.ply}


def verify(record: Record) -> Verification:
    """Check commitment, seeds and every chance ply of a record; GameError if its plies do not fit the rules at all."""
    game = record.load_game()
    if not game.info.has_chance and (record.chance is None or record.chance.first is None):
        return Verification(True, f"{game.name} has no luck: there is nothing to check")
    if record.chance is None:
        return Verification(False, "the record holds no commitment, so its luck cannot be checked")
    if record.chance.secret is None:
        return Verification(False, "the secret is not published: expected it in the record of a finished match")
    if len(record.chance.seeds) > game.seats:
        return Verification(False, f"the record holds {len(record.chance.seeds)} seeds for {game.seats} seats")
    luck = Luck(bytes.fromhex(record.chance.secret), record.chance.seeds)
    if luck.commitment != record.chance.commitment:
        return Verification(False, f"the secret does not fit the commitment {record.chance.commitment}")
    if record.chance.first not in (None, luck.first(game.seats)):
        sentence = f"seat {record.chance.first} was made the first: secret and seeds give seat {luck.first(game.seats)}"
        return Verification(False, sentence)
    return _verify_draws(record, game, luck)


def _verify_draws(record: Record, game: Game, luck: Luck) -> Verification:
    draws = 0
    for number, state, action in replay(record):
        if state.to_act != CHANCE:
            continue
        chosen = luck.choose(state, game, number)
        if chosen != action:
            expected = game.move_text(state, chosen)
            sentence = f'ply {number} "{record.plies[number]}": secret and seeds give "{expected}" here'
            return Verification(False, sentence, draws, number)
        draws += 1
    drawn = (
        f"all {draws} chance plies"
        if record.chance is None or record.chance.first is None
        else f"who began and all {draws} chance plies"
    )
    return Verification(True, f"{drawn} follow from the secret and the seeds", draws)
