"""The seats of a table: sitting down, leaving before the beginning, giving up, and coming back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play import Event, Match
from calumma.site.kept_match import KeptMatch
from calumma.site.names import bot_name, told_apart
from calumma.site.store import Guest

say = Words(__package__)


class TableSeats:
    """Who takes and who leaves the seats of a match."""

    def __init__(self, kept: KeptMatch) -> None:
        self._kept = kept

    # Before the match begins

    async def sit(
        self, guest: Guest, seat: int | None = None, name: str | None = None, commitment: str | None = None, commits: bool = False
    ) -> int:
        """Give a guest a seat that nobody has (the first one if none is named); return it.

        A commitment to a seed may come with it, or be promised: then the match waits for it.
        """
        kept, free = self._kept, self._kept.free_seats
        if not free:
            raise GameError(say("no-free-seat-watch"))
        chosen = free[0] if seat is None else seat
        if chosen not in free:
            raise GameError(say("seat-not-free", seat=chosen, free=", ".join(map(str, free))))

        called = self._told_apart(guest, name or guest.name)

        def take(match: Match) -> list[Event]:
            events = match.seat(chosen, called)
            if commitment and match.luck:
                events += match.commit_seed(chosen, commitment)
            return events

        due = {chosen} if commits and not commitment and kept.match.luck else set()
        await kept.change(take, {chosen: guest.id}, notes=replace(kept.notes, due=kept.notes.due | due))
        return chosen

    async def seat_bot(self, seat: int, spec: str) -> None:
        """Give a free seat to a bot."""
        if not 0 <= seat < self._kept.game.seats or self._kept.match.players[seat] is not None:
            raise GameError(say("bot-needs-free-seat", seat=seat))
        await self._kept.change(lambda match: match.seat(seat, bot_name(spec), spec))

    async def leave(self, seats: Sequence[int]) -> None:
        """Let somebody go from a table whose match has not begun; once a seed is open, or nobody is left, it is called off."""
        self._check_waiting(say("too-late-to-leave"))
        await self._kept.change(lambda match: match.leave(seats), dict.fromkeys(seats), notes=self._kept.notes.without(seats))

    async def close(self, player: str) -> None:
        """Call a match off that has not begun."""
        self._check_waiting(say("too-late-to-close"))
        await self._kept.change(lambda match: match.call_off(player))

    def _check_waiting(self, otherwise: str) -> None:
        if self._kept.status != "waiting":
            raise GameError(say("match-over") if self._kept.status == "over" else otherwise)

    # Giving up and coming back

    async def resign(self, seat: int) -> None:
        """Let the player of a seat give up; among more than two sides a bot plays on."""
        await self._kept.change(lambda match: match.resign(seat, self._substitute), left=self._vacated(seat))

    async def out_of_time(self, seat: int) -> None:
        """Let the player of a seat lose on time; among more than two sides a bot plays on."""
        await self._kept.change(lambda match: match.out_of_time(seat, self._substitute), left=self._vacated(seat))

    @property
    def _substitute(self) -> str | None:
        return self._kept.stored.substitute if len(self._kept.game.teams) > 2 else None

    def _vacated(self, seat: int) -> list[int]:
        """The seat if a bot plays on there, else none: the seats of a match that is over stay with their people."""
        return [seat] if len(self._kept.game.teams) > 2 else []

    def returns_to(self, guest: Guest | None) -> int | None:
        """Return the seat that a guest may take back from the bot that plays on there."""
        kept, match = self._kept, self._kept.match
        if guest is None or kept.status != "playing":
            return None
        seats = (seat for seat, owner in sorted(kept.left.items()) if owner == guest.id and seat not in match.forfeits)
        return next((seat for seat in seats if match.bots[seat] is not None), None)

    async def come_back(self, guest: Guest, seat: int) -> None:
        """Let somebody for whom a bot plays on take the seat back."""
        called = self._told_apart(guest, guest.name)
        await self._kept.change(lambda match: match.seat(seat, called), {seat: guest.id})

    def _told_apart(self, guest: Guest, name: str) -> str:
        """A guest's name at this table: nobody is called so that they could be mistaken for somebody else here."""
        players, owners = self._kept.match.players, self._kept.sitters
        return told_apart(name, [player for seat, player in enumerate(players) if player and owners.get(seat) != guest.id])
