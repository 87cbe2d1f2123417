"""What somebody asks the others at a table for: to take back a turn, or to let a bot play on for who is gone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play import Match
from calumma.site.kept_match import KeptMatch
from calumma.site.notes import BOT, UNDO, Offer
from calumma.site.watchers import Watchers

say = Words(__package__)

PATIENCE = 300.0
"""Seconds after which somebody who does not look counts as gone; a day where whole days are given for a turn."""

PATIENCE_OVER_DAYS = 86400.0


class Offers:
    """Makes, answers and carries out offers. One stands at a time, until the match goes on."""

    def __init__(self, kept: KeptMatch, watchers: Watchers) -> None:
        self._kept, self._watchers = kept, watchers

    @property
    def current(self) -> Offer | None:
        """What somebody asks the others for."""
        return self._kept.notes.offer

    async def ask_take_back(self, seat: int) -> None:
        """Take back the last turn of a seat if nobody else minds; else ask the others."""
        offer = Offer(UNDO, seat, self._kept.number)
        if self._asked(offer):
            self._check_take_back(seat)
        await self.make(offer)

    def _check_take_back(self, seat: int) -> None:
        """Refuse at once what will not be possible after everybody has agreed."""
        Match.from_json(self._kept.match.as_json()).take_back(seat)

    async def ask_bot(self, seat: int, target: int) -> None:
        """Let the table's bot play on for a seat whose owner is gone, or asks for it, if all others at the table agree."""
        self.check_gone(seat, target)
        await self.make(Offer(BOT, seat, self._kept.number, target=target, bot=self._kept.stored.substitute))

    def check_gone(self, seat: int, target: int) -> None:
        """Refuse a bot for a seat that is not a person's, or whose owner is here or has not been away for long."""
        kept = self._kept
        if kept.status != "playing":
            raise GameError(say("no-match-under-way"))
        if not 0 <= target < kept.game.seats or kept.match.bots[target]:
            raise GameError(say("not-a-persons-seat", seat=target))
        away, patience = self._absence(seat, target), self.patience
        if away < patience:
            player = kept.match.players[target]
            needed = say("a-day") if patience == PATIENCE_OVER_DAYS else say("minutes", count=round(patience / 60))
            if away == 0:
                raise GameError(say("player-is-here", player=player, needed=needed))
            raise GameError(say("player-was-here", player=player, count=int(away // 60) + 1, needed=needed))

    @property
    def patience(self) -> float:
        """The seconds after which somebody who does not look counts as gone."""
        return PATIENCE_OVER_DAYS if self._kept.limit and self._kept.limit.per_turn else PATIENCE

    def _absence(self, seat: int, target: int) -> float:
        """How long the owner of a seat has not looked, as another one sees it; who has deleted everything will not come."""
        owner = self._kept.sitters.get(target)
        return float("inf") if owner is None or owner == self._kept.sitters.get(seat) else self._watchers.absence(owner)

    def _asked(self, offer: Offer) -> set[int]:
        """The seats whose owners are asked: those of all people but who asks and, for a bot, who is to be replaced."""
        sitters = self._kept.sitters
        spared = {sitters.get(offer.seat), sitters.get(offer.target) if offer.target is not None else None}
        return {seat for seat, owner in sitters.items() if owner not in spared}

    def is_asked(self, seats: Iterable[int]) -> bool:
        """Return whether one of these seats is asked by the offer that stands."""
        return self.current is not None and bool(self._asked(self.current) & set(seats))

    async def make(self, offer: Offer) -> None:
        """Do what is offered once everybody has agreed; until then let the offer stand."""
        if not self._asked(offer) <= offer.agreed:
            await self._kept.change(notes=replace(self._kept.notes, offer=offer))
        elif offer.kind == UNDO:
            await self._kept.change(lambda match: match.take_back(offer.seat))
        else:
            target, bot = offer.target, offer.bot
            assert target is not None
            assert bot is not None
            self.check_gone(offer.seat, target)
            await self._kept.change(lambda match: match.seat_bot(target, bot), left=[target])

    async def answer(self, seats: Iterable[int], agreed: bool, kind: str | None = None) -> None:
        """Agree or not to the offer that stands (of a kind, if one is named); it is carried out once everybody agreed."""
        offer = self.current
        if offer is None or kind not in (None, offer.kind) or not self.is_asked(seats):
            raise GameError(say("nobody-asked"))
        if agreed:
            await self.make(replace(offer, agreed=offer.agreed | set(seats)))
        else:
            await self._kept.change(notes=replace(self._kept.notes, offer=None))
