"""Seating: who sits where, which bots play on for people who went, and who gave up."""

from __future__ import annotations

from typing import Literal

from calumma.core import Game, GameError
from calumma.core.words import Words
from calumma.play.events import BotSeated, Seated, SeatLeft
from calumma.records.fields import a_text

say = Words(__package__)


Forfeit = Literal["resigned", "out-of-time"]
"""Why a player has left the match for good."""


class Seating:
    """The seats of one match: players and bots by seat, and what became of those who played there before."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players: list[str | None] = [None] * game.seats
        self.bots: list[str | None] = [None] * game.seats
        self.before: list[list[str]] = [[] for _ in range(game.seats)]  # who played a seat before, once it changed hands
        self.forfeits: dict[int, Forfeit] = {}
        self.away: dict[int, int] = {}  # seats whose players may come back: the ply at which they left

    @property
    def people(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat, player in enumerate(self.players) if player is not None and self.bots[seat] is None]

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return None not in self.players

    @property
    def is_for_one(self) -> bool:
        """Whether one person plays with bots alone."""
        return self.is_full and self.bots.count(None) == 1

    def check_seat(self, seat: int) -> None:
        """Refuse what is no seat of the game."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise GameError(say("no-seat", seat=seat, last=self.game.seats - 1))

    def named(self, seat: int) -> str:
        """Return a seat as sentences name it: its colour, and who sits there."""
        player = self.players[seat]
        return self.game.seat_names[seat] + (f" ({player})" if player else "")

    def signature(self, seat: int) -> str | None:
        """Return who played a seat, one after the other, as a record says it."""
        now = self.bots[seat] or self.players[seat]
        return None if now is None else ", then ".join([*self.before[seat], now])

    def sit_down(self, event: Seated, begun: bool) -> None:
        """Give a seat to a player; once it has changed hands, only to somebody who comes back."""
        if self.players[event.seat] is not None and (begun or self.before[event.seat]):
            self._check_return(event)
            self.before[event.seat].append(str(self.bots[event.seat]))
            self.away.pop(event.seat, None)
        self.players[event.seat], self.bots[event.seat] = event.player, event.bot

    def _check_return(self, event: Seated) -> None:
        """Somebody for whom a bot plays on may come back; a player who gave up or ran out of time may not."""
        if event.bot or not self.before[event.seat] or not self.bots[event.seat]:
            raise GameError(say("seat-taken", seat=self.named(event.seat)))
        if event.seat in self.forfeits:
            raise GameError(say("player-gone-for-good", seat=self.named(event.seat)))

    def check_leaving(self, event: SeatLeft) -> None:
        """Refuse to let go where no person sits."""
        if self.players[event.seat] is None or self.bots[event.seat] is not None:
            raise GameError(say("nobody-to-leave", seat=self.named(event.seat)))

    def put_bot(self, event: BotSeated, ply: int) -> None:
        """Let a bot play a seat from a ply on."""
        if self.bots[event.seat] is None:
            self.before[event.seat] += [player for player in [self.players[event.seat]] if player]
            if event.seat not in self.forfeits:
                self.away[event.seat] = ply
        self.players[event.seat] = self.bots[event.seat] = event.bot

    def forfeit(self, seat: int, reason: Forfeit) -> None:
        """Note that the player of a seat has left for good."""
        if seat in self.forfeits:
            raise GameError(say("player-already-gone", seat=self.named(seat)))
        self.forfeits[seat] = reason

    def take_back_to(self, ply: int, ended: bool) -> None:
        """Go back to a ply: a match that had ended by a forfeit goes on."""
        if ended and len(self.game.teams) == 2:
            self.forfeits.clear()
        self.away = {seat: min(left, ply) for seat, left in self.away.items()}

    def move_on(self, first: int) -> None:
        """Let the player of a seat play seat 0 and all others follow."""
        self.players = [*self.players[first:], *self.players[:first]]
        self.bots = [*self.bots[first:], *self.bots[:first]]
        self.before = [*self.before[first:], *self.before[:first]]
        self.forfeits = {(seat - first) % self.game.seats: reason for seat, reason in self.forfeits.items()}


def check_name(name: object, what: str) -> None:
    """Refuse a player or a bot without a name."""
    if not a_text(name, what).strip():
        raise GameError(say("name-empty", what=what))
