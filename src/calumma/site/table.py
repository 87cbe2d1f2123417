"""A table: a match, the people and bots who sit at it, and those who watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from calumma.play import Event, TakenBack
from calumma.site.kept_match import KeptMatch
from calumma.site.offers import Offers
from calumma.site.picture_cache import PictureCache
from calumma.site.preparation import Preparation
from calumma.site.rendered import Rendered
from calumma.site.runs import Runs
from calumma.site.store import Guest, Store, StoredTable
from calumma.site.table_seats import TableSeats
from calumma.site.thoughts import WATCHED
from calumma.site.turn_timer import TurnTimer
from calumma.site.watchers import Watchers
from calumma.site.workers import Workers

OWN_PICTURES = 2**20
"""Bytes of pictures that a table keeps which belongs to no server."""

LOOK_SECONDS = WATCHED
"""How long bots play on among themselves after somebody looked at the table."""


class Table(KeptMatch):
    """The authority over one table: a kept match, with what people do at it in parts of its own.

    Whoever changes or shows it holds `lock`.
    """

    def __init__(
        self,
        stored: StoredTable,
        store: Store,
        runs: Runs,
        picture_cache: PictureCache | None = None,
        workers: Workers | None = None,
    ) -> None:
        super().__init__(stored, store, runs, workers)
        self.lock = asyncio.Lock()
        self.watchers = Watchers(self.now)
        self.rendered = Rendered(picture_cache or PictureCache(OWN_PICTURES))
        self.seats = TableSeats(self)
        self.preparation = Preparation(self)
        self.offers = Offers(self, self.watchers)
        self.timer = TurnTimer(self, self.seats)
        self.rematch: str | None = None
        self.thinking: int | None = None  # the seat of the bot that thinks now
        self.payer = ""  # the address that pays for the thoughts of its bots: of who opened it, or of who acted last
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_written: Callable[[str, int], None] = lambda table, version: None

    def tell(self) -> None:
        """Tell everybody who watches that there is something new."""
        self.rendered.renew()
        self.watchers.wake()

    def tell_others(self) -> None:
        """Tell the other servers that something was written."""
        self.on_written(self.id, self.version)

    def note_change(self, events: Sequence[Event]) -> None:
        """Tell everybody who watches, and whoever looks after all tables, what has happened."""
        if any(isinstance(event, TakenBack) for event in events):
            self.rendered.note_undo()
        self.tell()
        self.on_change(self)

    # Who looks

    def watch(self, guest: Guest | None) -> asyncio.Event:
        """Return an event that is set whenever something changes, until `unwatch`."""
        self.note_look()
        return self.watchers.add(guest)

    def unwatch(self, changed: asyncio.Event) -> None:
        """Stop watching."""
        self.watchers.remove(changed)

    def note_visit(self, guest: Guest | None) -> None:
        """Note that somebody asked for something: programs may play without ever watching."""
        self.note_look()
        if guest:
            self.watchers.note_visit(guest)

    def note_look(self) -> None:
        """Note that somebody looks; bots among themselves then go on."""
        was_thought_about, self.watchers.looked = self.is_thought_about, self.now()
        if self.bot_to_act is not None and not was_thought_about:
            self.on_change(self)

    def may_look(self, guest: Guest | None) -> bool:
        """Return whether somebody may see this table: everybody, unless it is closed."""
        known = {*self.sitters.values(), *self.left.values(), self.stored.host}
        return not self.stored.is_closed or (guest is not None and guest.id in known)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self.watchers.count_without(self.people())

    @property
    def thinks(self) -> int | None:
        """The seat of the bot that thinks now; where several servers are, at one of them."""
        return self.bot_to_act if self.store.is_shared else self.thinking

    @property
    def is_thought_about(self) -> bool:
        """Whether its bots shall think: while people play here, or somebody has looked within the last minute."""
        return bool(self.sitters or self.watchers) or self.now() - self.watchers.looked < LOOK_SECONDS

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches, no bot is to think, and nothing is under way."""
        thinks = self.bot_to_act is not None and self.is_thought_about
        return not self.watchers and not thinks and self.thinking is None and not self.lock.locked()
