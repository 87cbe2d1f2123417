"""A table: a match, the people and bots who sit at it, and those who watch. Events are stored before anybody is told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import anyio

import calumma
from calumma.core import Game, GameError
from calumma.play import Event, Match, TakenBack
from calumma.server.store import Change, Conflict, Guest, Store, StoredTable

SUBSTITUTE = "level:2"
"""The bot that plays on for somebody who gave up among more than two sides."""


KEPT_TABLES = 2000
"""How many tables stay in memory although nobody looks at them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody asks to take back a turn; it stands until the match goes on."""

    seat: int
    number: int  # of the event that comes next: the offer is void when it has come
    agreed: frozenset[int]


class Table:
    """The authority over one table. Whoever changes or shows it holds `lock`."""

    def __init__(self, stored: StoredTable, match: Match, store: Store) -> None:
        self.stored = stored
        self.match = match
        self.store = store
        self.lock = asyncio.Lock()
        self.sitters: dict[int, str] = dict(stored.sitters)
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.thinking: int | None = None
        self.broken = False
        self.era = 0  # how often plies were taken back: a ply number means another position afterwards
        self.pictures: dict[tuple[int | None, int, int, bool], str] = {}
        self._watchers: dict[asyncio.Event, str | None] = {}
        self._away: dict[str, float] = {}
        self.on_change: Callable[[Table], None] = lambda table: None

    @property
    def id(self) -> str:
        """The id in the table's address."""
        return self.stored.id

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def number(self) -> int:
        """The number of the event that comes next."""
        return len(self.match.events)

    @property
    def status(self) -> str:
        """Whether the table is waiting for people, playing or over."""
        if self.match.over:
            return "over"
        return "waiting" if None in self.match.players else "playing"

    @property
    def bot_to_act(self) -> int | None:
        """The seat of the bot whose turn it is, if it is a bot's turn."""
        seat = self.match.to_act
        if self.status != "playing" or seat < 0 or self.match.bots[seat] is None:
            return None
        return seat

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches, no bot is to act, and nothing is under way."""
        return not self._watchers and self.bot_to_act is None and not self.lock.locked()

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Return the seats that a guest plays."""
        return [seat for seat, owner in sorted(self.sitters.items()) if guest is not None and owner == guest.id]

    def people(self) -> set[str]:
        """Return the guests who sit here."""
        return set(self.sitters.values())

    # Watching

    def watch(self, guest: Guest | None) -> asyncio.Event:
        """Return an event that is set whenever something changes, until `unwatch`."""
        changed = asyncio.Event()
        self._watchers[changed] = guest.id if guest else None
        if guest:
            self._away.pop(guest.id, None)
        self.tell()
        return changed

    def unwatch(self, changed: asyncio.Event) -> None:
        """Stop watching."""
        guest = self._watchers.pop(changed, None)
        if guest and guest not in self._watchers.values():
            self._away[guest] = time.time()
        self.tell()

    def tell(self) -> None:
        """Tell everybody who watches that there is something new."""
        for changed in self._watchers:
            changed.set()

    def present(self, guest: str) -> bool:
        """Return whether a guest watches now."""
        return guest in self._watchers.values()

    def away_since(self, guest: str) -> float | None:
        """Return when a guest was last seen here, if absent and known."""
        return self._away.get(guest)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        people = self.people()
        return sum(1 for guest in self._watchers.values() if guest not in people)

    # Changing

    async def change(
        self, act: Callable[[Match], Iterable[Event]], sitters: Mapping[int, str | None] | None = None
    ) -> list[Event]:
        """Let the match change, store what happened, and only then tell it; the caller holds the lock.

        If it cannot be stored, the table is broken: what its memory says was never promised to anybody, so it is forgotten.
        """
        if self.broken:
            raise Conflict(self.id)
        since = self.number
        act(self.match)
        if self.status == "playing":
            self.match.advance()
        events = list(self.match.events[since:])
        try:
            with anyio.CancelScope(shield=True):  # who asked may be gone before it is written
                await self.store.append(self.id, Change([event.as_json() for event in events], sitters or {}))
        except BaseException:
            self.broken = True
            self.tell()
            raise
        self._seat_people(sitters or {})
        self.era += any(isinstance(event, TakenBack) for event in events)
        if self.offer and self.offer.number != self.number:
            self.offer = None
        self.tell()
        self.on_change(self)
        return events

    def _seat_people(self, sitters: Mapping[int, str | None]) -> None:
        for seat, owner in sitters.items():
            if owner is None:
                self.sitters.pop(seat, None)
            else:
                self.sitters[seat] = owner

    # Sitting down

    async def sit(self, guest: Guest, seat: int | None = None, name: str | None = None, seed: str | None = None) -> int:
        """Give a guest a seat that nobody has (the first one if none is named); return it."""
        free = [number for number, player in enumerate(self.match.players) if player is None]
        if not free:
            raise GameError("there is no free seat at this table: you can watch")
        chosen = free[0] if seat is None else seat
        if chosen not in free:
            raise GameError(f"seat {chosen} is not free: expected one of {', '.join(map(str, free))}")

        def take(match: Match) -> list[Event]:
            events = match.seat(chosen, name or guest.name)
            if seed and match.luck and match.ply == 0:
                events += match.add_seed(chosen, seed)
            return events

        await self.change(take, {chosen: guest.id})
        return chosen

    async def seat_bot(self, seat: int, spec: str) -> None:
        """Give a free seat to a bot."""
        if not 0 <= seat < self.game.seats or self.match.players[seat] is not None:
            raise GameError(f"seat {seat} is not free: a bot can take an empty seat")
        await self.change(lambda match: match.seat(seat, bot_name(spec), spec))

    # Giving up and taking back

    async def resign(self, seat: int) -> None:
        """Let the player of a seat give up; among more than two sides a bot plays on."""
        goes_on = len(self.game.teams) > 2
        bot = SUBSTITUTE if goes_on else None
        await self.change(lambda match: match.resign(seat, bot), {seat: None} if goes_on else None)

    async def ask_take_back(self, seat: int) -> bool:
        """Take back the last turn of a seat if nobody else minds; else ask the others, and return False."""
        others = self._others(seat)
        if others:
            self._check_take_back(seat)
            self.offer = Offer(seat, self.number, frozenset())
            self.tell()
            return False
        await self.change(lambda match: match.take_back(seat))
        return True

    def _check_take_back(self, seat: int) -> None:
        """Refuse at once what will not be possible after everybody has agreed."""
        Match.from_json(self.match.as_json()).take_back(seat)

    def _others(self, seat: int) -> set[int]:
        """The seats of other people, whose leave it takes."""
        return {other for other, owner in self.sitters.items() if owner != self.sitters.get(seat)}

    async def answer_take_back(self, seats: Iterable[int], agreed: bool) -> None:
        """Agree or not to the offer that stands; it is taken back once everybody agreed."""
        offer = self.offer
        if offer is None or not self._others(offer.seat) & set(seats):
            raise GameError("nobody has asked you to take back a turn")
        if not agreed:
            self.offer = None
            self.tell()
            return
        self.offer = replace(offer, agreed=offer.agreed | set(seats))
        if self._others(offer.seat) <= self.offer.agreed:
            await self.change(lambda match: match.take_back(offer.seat))
        self.tell()


def bot_name(spec: str) -> str:
    """Return what people call a bot."""
    name, _, argument = spec.partition(":")
    return f"{name.capitalize()} {argument}".strip()


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to play: a game with seats and options, and who sits where."""

    game: Game
    chairs: tuple[str, ...]  # by seat: "me", "open", or the spec of a bot
    names: tuple[str, ...] = ()  # of the people on this device, by seat
    is_open: bool = False
    seed: str | None = None
    rematch_of: str | None = None

    @property
    def practice(self) -> bool:
        """Whether one person plays alone with bots: then turns may be taken back across luck."""
        return self.chairs.count("me") <= 1 and "open" not in self.chairs


class Tables:
    """All tables of a server: those in use are in memory, the others in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.on_change: Callable[[Table], None] = lambda table: None
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def open(self, plan: Plan, host: Guest) -> Table:
        """Set up a new table and seat those who are here already."""
        match = Match(plan.game, practice=plan.practice)
        sitters = _seat_all(match, plan, host)
        stored = StoredTable(
            id=secrets.token_urlsafe(9),
            game=plan.game.name,
            rules=plan.game.info.rules,
            seats=plan.game.seats,
            options=dict(plan.game.options),
            practice=plan.practice,
            secret=match.luck.secret.hex() if match.luck else None,
            invite=secrets.token_urlsafe(12),
            host=host.id,
            created=time.time(),
            is_open=plan.is_open,
            rematch_of=plan.rematch_of,
            sitters=sitters,
            events=[event.as_json() for event in match.events],
        )
        await self.store.add_table(stored)
        return self._keep(Table(stored, match, self.store))

    async def find(self, table: str) -> Table | None:
        """Return a table by its id, from the store if need be."""
        found = self._tables.get(table)
        if found and not found.broken:
            return found
        async with self._loading.setdefault(table, asyncio.Lock()):
            found = self._tables.get(table)
            if found and not found.broken:
                return found
            stored = await self.store.table(table)
            if stored is None:
                return None
            loaded = Table(stored, _match_of(stored), self.store)
            loaded.rematch = await self.store.rematch_of(table)
            return self._keep(loaded)

    def _keep(self, table: Table) -> Table:
        table.on_change = self.on_change
        self._tables[table.id] = table
        self._loading.pop(table.id, None)
        self.on_change(table)
        self._trim()
        return table

    def _trim(self) -> None:
        """Forget tables that nobody looks at, the oldest first, while there are too many: the store has them all.

        Should somebody hold one of them just now, there are two of a table for a moment; the store lets only one go on.
        """
        for table in list(self._tables.values())[: max(0, len(self._tables) - KEPT_TABLES)]:
            if table.is_idle:
                del self._tables[table.id]

    def forget(self, guest: str) -> None:
        """Let a guest own no seat any more."""
        for table in self._tables.values():
            table.sitters = {seat: owner for seat, owner in table.sitters.items() if owner != guest}
            table.tell()

    async def wake(self) -> int:
        """Load every match that is not over, so that its bots go on; return how many there are."""
        running = await self.store.running()
        for table in running:
            await self.find(table)
        return len(running)


def _seat_all(match: Match, plan: Plan, host: Guest) -> dict[int, str]:
    sitters: dict[int, str] = {}
    for seat, chair in enumerate(plan.chairs):
        if chair == "me":
            given = plan.names[seat] if seat < len(plan.names) else ""
            match.seat(seat, given or host.name)
            sitters[seat] = host.id
        elif chair != "open":
            match.seat(seat, bot_name(chair), chair)
    if plan.seed and match.luck and sitters:
        match.add_seed(min(sitters), plan.seed)
    if None not in match.players:
        match.advance()
    return sitters


def _match_of(stored: StoredTable) -> Match:
    return Match.from_json(
        {
            "game": stored.game,
            "rules": stored.rules,
            "seats": stored.seats,
            "options": dict(stored.options),
            "practice": stored.practice,
            "secret": stored.secret,
            "events": [dict(event) for event in stored.events],
        }
    )


def rotated(table: Table, guest: Guest) -> Plan:
    """Return the plan of a rematch in which everybody sits one seat further."""
    match = table.match
    chairs = [match.bots[seat] or ("me" if table.sitters.get(seat) == guest.id else "open") for seat in range(match.game.seats)]
    names = [match.players[seat] or "" for seat in range(match.game.seats)]
    turn = len(chairs) - 1
    return Plan(
        calumma.load(match.game.name, match.game.seats, **match.game.options),
        (*chairs[turn:], *chairs[:turn]),
        (*names[turn:], *names[:turn]),
        rematch_of=table.id,
    )
