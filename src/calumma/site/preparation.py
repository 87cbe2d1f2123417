"""What is done before a match begins: seeds are committed to and opened, and people say that they are ready."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play import Event, Match
from calumma.site.kept_match import KeptMatch

say = Words(__package__)


class Preparation:
    """The seeds and the readiness of those who sit at a table."""

    def __init__(self, kept: KeptMatch) -> None:
        self._kept = kept

    @property
    def holds_up(self) -> list[int]:
        """The seats for whose seeds the match waits, now that everybody has sat down."""
        if self._kept.status != "waiting" or self._kept.free_seats:
            return []
        return sorted({*self._kept.match.unopened, *self._about_to_commit})

    @property
    def _about_to_commit(self) -> frozenset[int]:
        """The seats that have said that a commitment to a seed follows; who has deleted everything will not commit."""
        return self._kept.notes.due & set(self._kept.sitters)

    async def commit_seed(self, seat: int, commitment: str | None) -> None:
        """Note what a seat commits itself to; None if it wants to add no seed after all."""
        notes = replace(self._kept.notes, due=self._kept.notes.due - {seat})
        await self._kept.change(lambda match: match.commit_seed(seat, commitment), notes=notes)

    async def give_seed(self, seat: int, seed: str) -> None:
        """Open the seed of a seat; who plays with bots alone gives it at once."""
        self._check_seed(seat)
        notes = replace(self._kept.notes, due=self._kept.notes.due - {seat})
        await self._kept.change(lambda match: _give_seed(match, seat, seed), notes=notes)

    def _check_seed(self, seat: int) -> None:
        """Refuse to show a seed while somebody is about to commit to one: they could choose it to fit."""
        if others := [str(self._kept.match.players[other]) for other in sorted(self._about_to_commit - {seat})]:
            raise GameError(say("commit-before-opening", names=", ".join(others), count=len(others)))

    def may_give_seed(self, seats: Iterable[int]) -> bool:
        """Return whether one of these seats can show its seed now."""
        match = self._kept.match
        if match.luck is None or self._kept.status != "waiting" or self._kept.free_seats:
            return False
        if match.is_for_one and not match.opening:
            return True
        return any(seat in match.unopened and not self._about_to_commit - {seat} for seat in seats)

    async def say_ready(self, seats: Sequence[int], seed: str | None = None) -> None:
        """Let the owner of seats say that the match may begin; it does when everybody has, and every seat is taken."""
        kept, notes = self._kept, self._kept.notes
        if kept.status != "waiting":
            raise GameError(say("already-begun"))
        if not kept.stored.waits:
            raise GameError(say("begins-by-itself"))

        def add(match: Match) -> list[Event]:
            return _give_seed(match, seats[0], seed) if seed and match.luck else []

        if seed:
            self._check_seed(seats[0])
        due = notes.due - {seats[0]} if seed else notes.due
        await kept.change(add, notes=replace(notes, ready=notes.ready | set(seats), due=due))


def _give_seed(match: Match, seat: int, seed: str) -> list[Event]:
    is_bound = match.luck is not None and match.luck.commitment_of(seat) is not None
    return match.open_seed(seat, seed) if is_bound else match.send_seed(seat, seed)
