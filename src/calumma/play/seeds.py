"""Seeds: what the seats add to the luck of a match, first as commitments and then opened."""

from __future__ import annotations

from collections.abc import Iterable

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play.events import SeedAdded, SeedCommitted, SeedOpened
from calumma.play.luck import Luck, seed_commitment
from calumma.play.seating import Seating
from calumma.records import Chance
from calumma.records.fields import a_text

say = Words(__package__)


DIGITS = 64  # of a SHA-256


class Seeds:
    """The luck of one match while its seats add to it; None where the game has none, or where it is not known here."""

    def __init__(self, seating: Seating, luck: Luck | None) -> None:
        self.seating = seating
        self.luck = luck
        self.first: int | None = None  # the seat whose player luck made the first
        self.is_old = False  # whether the seeds were shown at once, without commitments
        self._known: Chance | None = None  # of a record that came without its secret

    @property
    def opening(self) -> bool:
        """Whether a seed has been opened: from then on, no commitment changes and nobody sits down."""
        return self.luck is not None and not self.is_old and any(seed is not None for seed in self.luck.seeds)

    @property
    def unopened(self) -> list[int]:
        """The seats that have committed themselves to a seed and not opened it."""
        return self.luck.unopened if self.luck else []

    def known_luck(self) -> Luck:
        """Return the luck to which seats may add; GameError if there is none."""
        if self.luck is None:
            raise GameError(say("no-luck-for-seeds", name=self.seating.game.name))
        return self.luck

    def add(self, event: SeedAdded) -> None:
        """Add a seed that is shown at once, as older matches have them."""
        luck = self.known_luck()
        _check_seed(event.seed)
        if luck.promised:
            raise GameError(say("commit-before-opening"))
        self.is_old = True
        self.luck = luck.with_seed(event.seat, event.seed)

    def commit(self, event: SeedCommitted) -> None:
        """Bind a seat to a seed that it will show later."""
        luck = self.known_luck()
        _check_commitment(event.commitment)
        if self.seating.bots[event.seat] is not None:
            raise GameError(say("bots-have-no-seed", seat=self.seating.named(event.seat)))
        if self.opening:
            raise GameError(say("too-late-to-commit"))
        if self.is_old:  # all have seen them, so they count no longer
            luck, self.is_old = Luck(luck.secret), False
        self.luck = luck.with_commitment(event.seat, event.commitment)

    def open(self, event: SeedOpened) -> None:
        """Show the seed to which a seat is bound."""
        luck = self.known_luck()
        _check_seed(event.seed)
        promised = luck.commitment_of(event.seat)
        named = self.seating.named(event.seat)
        if promised is None:
            raise GameError(say("no-seed-to-open", seat=named))
        self._check_everybody_is_there()
        if luck.seed_of(event.seat) is not None:
            raise GameError(say("seed-already-open", seat=named))
        if seed_commitment(event.seed) != promised:
            raise GameError(say("seed-does-not-fit", promised=promised, seat=named))
        self.luck = luck.with_seed(event.seat, event.seed)

    def _check_everybody_is_there(self) -> None:
        players = self.seating.players
        if any(players) and None in players:
            free = self.seating.game.seat_names[players.index(None)]
            raise GameError(say("too-early-to-open", free=free))

    def drop(self, seat: int) -> None:
        """Forget what a seat wanted to add to the luck."""
        if self.luck and self.luck.commitment_of(seat):
            self.luck = self.luck.with_commitment(seat, None)
        if self.luck and self.luck.seed_of(seat) is not None:
            self.luck = self.luck.with_seed(seat, None)

    def note_first(self, first: int) -> None:
        """Take in which seat luck made the first; GameError if luck does not say so."""
        if self.luck is None or first != self.luck.first(self.seating.game.seats):
            raise GameError(say("first-not-by-luck", first=first))
        self.first = first

    def adopt(self, chance: Chance) -> None:
        """Take over the luck of a record, without its seeds; without the secret, what was published is kept."""
        self._known, self.first = chance, chance.first
        self.luck = Luck(bytes.fromhex(chance.secret)) if chance.secret else None

    def published(self, secret: bool) -> Chance | None:
        """Return what is published of the luck, its secret only if told so; None where there is none."""
        if self.luck is None:
            return self._known
        return self.luck.published(self.seating.game.seats, secret, self.first, self.is_old)


def given(values: Iterable[str | None]) -> list[tuple[int, str]]:
    """Return the seats of a list of seeds or commitments that have one, with it."""
    return [(seat, value) for seat, value in enumerate(values) if value]


def _check_seed(seed: object) -> None:
    if a_text(seed, "seed") == "":
        raise GameError(say("seed-empty"))


def _check_commitment(commitment: str | None) -> None:
    if commitment is not None and (len(commitment) != DIGITS or set(commitment) - set("0123456789abcdef")):
        raise GameError(say("cannot-read-commitment", commitment=commitment[:80]))
