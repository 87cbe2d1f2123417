"""A table: a match, the people and bots who sit at it, and those who watch. Events are stored before anybody is told."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from weakref import WeakValueDictionary

import calumma
from calumma.core import CHANCE, OVER, Game, GameError
from calumma.play import Begun, Clock, Event, Limit, Luck, Match, Ply, Seated, TakenBack
from calumma.site import set_aside
from calumma.site.limits import asker
from calumma.site.match_index import Standing
from calumma.site.names import told_apart
from calumma.site.offers import BOT, UNDO, Notes, Offer
from calumma.site.picture_cache import PictureCache
from calumma.site.runs import Runs
from calumma.site.set_aside import Aside
from calumma.site.store import SUBSTITUTE, Begins, Change, Conflict, Guest, Status, Store, StoredTable, Unavailable, has_ended
from calumma.site.times import SystemTime
from calumma.site.workers import Inline, Workers

LOGGER = logging.getLogger("calumma.site")

KEPT_TABLES = 2000
"""How many tables stay in memory although nobody looks at them."""


PATIENCE = 300.0
"""Seconds after which somebody who does not look counts as gone; a day where whole days are given for a turn."""

PATIENCE_OVER_DAYS = 86400.0

OWN_PICTURES = 2**20
"""Bytes of pictures that a table keeps which belongs to no server."""

SHORT_MATCH = 50
"""How many events are read at once: some milliseconds."""

PRESENCE_SECONDS = 1.0
"""How often people are told who came and went."""

LOOK_SECONDS = 60.0
"""How long bots play on among themselves after somebody looked at the table."""

_SERIAL = count()

ID = re.compile("[A-Za-z0-9_-]{1,40}")
"""What an id looks like: nothing else is looked for, or kept in memory."""


class Table:
    """The authority over one table. Whoever changes or shows it holds `lock`."""

    def __init__(
        self,
        stored: StoredTable,
        store: Store,
        runs: Runs,
        picture_cache: PictureCache | None = None,
        workers: Workers | None = None,
    ) -> None:
        self.workers = workers or Inline()
        self.stored = stored
        self.store = store
        self.runs = runs
        self.now = runs.now
        self.lock = asyncio.Lock()
        self.limit = Limit.parse(stored.time_limit) if stored.time_limit else None
        self.clock = Clock(self.limit, stored.seats, runs.pauses) if self.limit else None
        self.match = self._replay(stored)
        self.sitters: dict[int, str] = dict(stored.sitters)
        self.left: dict[int, str] = dict(stored.left)
        self.notes = Notes.from_json(stored.notes)
        self.rematch: str | None = None
        self.thinking: int | None = None
        self.broken = False
        self.era = 0  # how often plies were taken back: a ply number means another position afterwards
        self.picture_cache = picture_cache or PictureCache(OWN_PICTURES)
        self.serial = next(_SERIAL)  # a table that is loaded again is another one to the picture_cache
        self.payer = ""  # the address that pays for the thoughts of its bots: of who opened it, or of who acted last
        self.version = 0  # of what everybody sees; counts up with every change
        self.presence = 0  # the same of who is there
        self.shown: dict[Hashable, tuple[str | bytes, str]] = {}  # messages of this version, for those who see the same
        self.told: dict[int | None, int] = {}  # by viewer: how many plies were put into words
        self._looked = float("-inf")  # when somebody last watched or asked
        self._calling: asyncio.TimerHandle | None = None  # who is there is told when it rings
        self._watchers: dict[asyncio.Event, str | None] = {}
        self._hidden: set[asyncio.Event] = set()  # watchers whose page nobody looks at now
        self._away: dict[str, float] = {}
        self._loaded = self.now()
        self.on_change: Callable[[Table], None] = lambda table: None

    def _replay(self, stored: StoredTable) -> Match:
        """The match that was kept; its clock takes in when everything happened."""
        times: Iterator[float] = iter(stored.times)

        def tell(match: Match, event: Event) -> None:
            at = next(times, stored.created)
            if self.clock:
                self.clock.note([event], self._to_run(match), at)

        return _match_of(stored, tell)

    def _to_run(self, match: Match) -> int | None:
        """The seat whose clock runs: of the person who is to act. None if there is no such seat; CHANCE while luck is due."""
        if match.over or match.to_act == OVER or not has_begun(match, self.stored):
            return None
        seat = match.to_act
        return seat if seat == CHANCE or match.bots[seat] is None else None

    @property
    def offer(self) -> Offer | None:
        """What somebody asks the others for; it stands until the match goes on."""
        return self.notes.offer

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
    def status(self) -> Status:
        """Whether the table is waiting for people, playing or over."""
        if self.match.over or self.match.called_off:
            return "over"
        return "playing" if has_begun(self.match, self.stored) else "waiting"

    @property
    def bot_to_act(self) -> int | None:
        """The seat of the bot whose turn it is, if it is a bot's turn."""
        seat = self.match.to_act
        if self.status != "playing" or seat < 0 or self.match.bots[seat] is None:
            return None
        return seat

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches, no bot is to think, and nothing is under way."""
        thinks = self.bot_to_act is not None and self.is_thought_about
        return not self._watchers and not thinks and self.thinking is None and not self.lock.locked()

    @property
    def is_thought_about(self) -> bool:
        """Whether its bots shall think: while people play here, or somebody has looked within the last minute."""
        return bool(self.sitters or self._watchers) or self.now() - self._looked < LOOK_SECONDS

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Return the seats that a guest plays."""
        return [seat for seat, owner in sorted(self.sitters.items()) if guest is not None and owner == guest.id]

    def may_look(self, guest: Guest | None) -> bool:
        """Return whether somebody may see this table: everybody, unless it is closed."""
        known = {*self.sitters.values(), *self.left.values(), self.stored.host}
        return not self.stored.is_closed or (guest is not None and guest.id in known)

    def people(self) -> set[str]:
        """Return the guests who sit here."""
        return set(self.sitters.values())

    # Watching

    def watch(self, guest: Guest | None) -> asyncio.Event:
        """Return an event that is set whenever something changes, until `unwatch`."""
        changed = asyncio.Event()
        self.note_look()
        self._watchers[changed] = guest.id if guest else None
        if guest:
            self._away.pop(guest.id, None)
        self._tell_presence()
        return changed

    def unwatch(self, changed: asyncio.Event) -> None:
        """Stop watching."""
        guest = self._watchers.pop(changed, None)
        self._hidden.discard(changed)
        if guest and guest not in self._watchers.values():
            self._away[guest] = self.now()
        self._looked = self.now()
        self._tell_presence()

    def _tell_presence(self) -> None:
        """Tell who is there, once a second at most: else one who comes and goes keeps everybody busy."""
        if self._calling is None:
            self._calling = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._call)

    def _call(self) -> None:
        self._calling = None
        self.presence += 1
        for changed in self._watchers:
            changed.set()

    def note_visit(self, guest: Guest | None) -> None:
        """Note that somebody asked for something: programs may play without ever watching."""
        self.note_look()
        if guest and not self.present(guest.id):
            self._away[guest.id] = self.now()

    def note_look(self) -> None:
        """Note that somebody looks; bots among themselves then go on."""
        was_thought_about, self._looked = self.is_thought_about, self.now()
        if self.bot_to_act is not None and not was_thought_about:
            self.on_change(self)

    def tell(self) -> None:
        """Tell everybody who watches that there is something new."""
        self.version += 1
        self.shown.clear()
        for changed in self._watchers:
            changed.set()

    def present(self, guest: str) -> bool:
        """Return whether a guest watches now."""
        return guest in self._watchers.values()

    def attend(self, changed: asyncio.Event, here: bool) -> None:
        """Note whether somebody looks at the page of a watcher."""
        (self._hidden.discard if here else self._hidden.add)(changed)

    def looks(self, guest: str) -> bool:
        """Return whether a guest looks at a page of the table, not only has one open."""
        return any(owner == guest and changed not in self._hidden for changed, owner in self._watchers.items())

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
        self,
        act: Callable[[Match], Iterable[Event]] = lambda match: (),
        sitters: Mapping[int, str | None] | None = None,
        left: Iterable[int] = (),
        notes: Notes | None = None,
    ) -> list[Event]:
        """Let the match change, store what happened, and only then tell it; the caller holds the lock.

        `sitters` are guests who take seats (None: nobody) and `left` the seats that their owners leave. If it cannot be stored,
        the table is broken: what its memory says was never promised to anybody, so it is forgotten. Unavailable is worth another
        try.
        """
        self.check_kept()
        since = self.number
        try:
            change, owners, noted = self._apply(act, sitters or {}, left, notes or self.notes)
            with self.workers.uninterrupted():  # who asked may be gone before it is written
                await self._write(change)
        except BaseException as error:
            if self.number != since or not isinstance(error, GameError):
                self.broken = True
                self.tell()
            raise
        self.left = {seat: owner for seat, owner in self.left.items() if seat not in change.sitters} | dict(change.left)
        self.sitters, self.notes = owners, noted
        events = list(self.match.events[since:])
        self.era += any(isinstance(event, TakenBack) for event in events)
        self.runs.plies += sum(isinstance(event, Ply) for event in events)
        self.tell()
        self.on_change(self)
        return events

    def check_kept(self) -> None:
        """Refuse to show or to change what could not be stored: Conflict. The table is read again when it is next asked for."""
        if self.broken:
            raise Conflict(self.id)

    async def _write(self, change: Change) -> None:
        try:
            await self.store.append(self.id, change)
        except OSError as error:
            self.runs.note_trouble()
            raise Unavailable("this could not be written, so it did not happen: try again in a moment") from error
        self.runs.note_written(change.at)

    def _apply(
        self, act: Callable[[Match], Iterable[Event]], sitters: Mapping[int, str | None], left: Iterable[int], notes: Notes
    ) -> tuple[Change, dict[int, str], Notes]:
        """Let the match change in memory; return what is to be written, who owns which seat then, and what then stands."""
        since, at = self.number, self.now()
        gone = {seat: self.sitters[seat] for seat in left if seat in self.sitters}
        act(self.match)
        kept = {seat: owner for seat, owner in {**self.sitters, **sitters}.items() if owner is not None and seat not in gone}
        owners = begin(self.match, self.stored, kept, notes)
        events = [event.as_json() for event in self.match.events[since:]]
        noted = replace(notes, offer=None) if events else notes
        moved = {seat: owners.get(seat) for seat in range(self.game.seats) if owners.get(seat) != self.sitters.get(seat)}
        if self.clock:
            self.clock.note(self.match.events[since:], self._to_run(self.match), at)
        notes_kept = None if noted == self.notes else noted.as_json()
        return Change(events, moved, at, gone, notes_kept, self.standing(owners)), owners, noted

    def standing(self, owners: Mapping[int, str]) -> Standing:
        """Return where the match stands, with these owners of the seats."""
        deadline = self.clock.deadline if self.clock else None
        begun, to_act = self.status != "waiting", self.match.to_act
        guest = owners.get(to_act) if self.status == "playing" and len(set(owners.values())) > 1 else None
        if guest is None:
            return Standing(begun, deadline, self.bot_to_act is not None)
        number = turn_number(self.match, [seat for seat, owner in owners.items() if owner == guest])
        return Standing(begun, deadline, False, guest, number)

    # Sitting down

    async def sit(
        self, guest: Guest, seat: int | None = None, name: str | None = None, commitment: str | None = None, commits: bool = False
    ) -> int:
        """Give a guest a seat that nobody has (the first one if none is named); return it.

        A commitment to a seed may come with it, or be promised: then the match waits for it.
        """
        free = self.free_seats
        if not free:
            raise GameError("there is no free seat at this table: you can watch")
        chosen = free[0] if seat is None else seat
        if chosen not in free:
            raise GameError(f"seat {chosen} is not free: expected one of {', '.join(map(str, free))}")

        called = self._told_apart(guest, name or guest.name)

        def take(match: Match) -> list[Event]:
            events = match.seat(chosen, called)
            if commitment and match.luck:
                events += match.commit_seed(chosen, commitment)
            return events

        due = {chosen} if commits and not commitment and self.match.luck else set()
        await self.change(take, {chosen: guest.id}, notes=replace(self.notes, due=self.notes.due | due))
        return chosen

    async def leave(self, seats: Sequence[int]) -> None:
        """Let somebody go from a table whose match has not begun; once a seed is open, or nobody is left, it is called off."""
        self._check_waiting("resign, or let a bot play on")
        await self.change(lambda match: match.leave(seats), dict.fromkeys(seats), notes=self.notes.without(seats))

    async def close(self, player: str) -> None:
        """Call a match off that has not begun."""
        self._check_waiting("it can be resigned")
        await self.change(lambda match: match.call_off(player))

    def _check_waiting(self, instead: str) -> None:
        if self.status != "waiting":
            raise GameError("the match is over" if self.status == "over" else f"the match has begun: {instead}")

    @property
    def free_seats(self) -> list[int]:
        """The seats that nobody has."""
        return [seat for seat, player in enumerate(self.match.players) if player is None]

    async def seat_bot(self, seat: int, spec: str) -> None:
        """Give a free seat to a bot."""
        if not 0 <= seat < self.game.seats or self.match.players[seat] is not None:
            raise GameError(f"seat {seat} is not free: a bot can take an empty seat")
        await self.change(lambda match: match.seat(seat, bot_name(spec), spec))

    # Beginning

    @property
    def holds_up(self) -> list[int]:
        """The seats for whose seeds the match waits, now that everybody has sat down."""
        if self.status != "waiting" or self.free_seats:
            return []
        return sorted({*self.match.unopened, *self._about_to_commit})

    @property
    def _about_to_commit(self) -> frozenset[int]:
        """The seats that have said that a commitment to a seed follows; who has deleted everything will not commit."""
        return self.notes.due & set(self.sitters)

    async def commit_seed(self, seat: int, commitment: str | None) -> None:
        """Note what a seat commits itself to; None if it wants to add no seed after all."""
        notes = replace(self.notes, due=self.notes.due - {seat})
        await self.change(lambda match: match.commit_seed(seat, commitment), notes=notes)

    async def give_seed(self, seat: int, seed: str) -> None:
        """Open the seed of a seat; who plays with bots alone gives it at once."""
        self._check_seed(seat)
        notes = replace(self.notes, due=self.notes.due - {seat})
        await self.change(lambda match: _give_seed(match, seat, seed), notes=notes)

    def _check_seed(self, seat: int) -> None:
        """Refuse to show a seed while somebody is about to commit to one: they could choose it to fit."""
        if others := [str(self.match.players[other]) for other in sorted(self._about_to_commit - {seat})]:
            raise GameError(f"seeds are opened when all are committed: {', '.join(others)} has not committed to one yet")

    def may_give_seed(self, seats: Iterable[int]) -> bool:
        """Return whether one of these seats can show its seed now."""
        match = self.match
        if match.luck is None or self.status != "waiting" or self.free_seats:
            return False
        if match.is_for_one and not match.opening:
            return True
        return any(seat in match.unopened and not self._about_to_commit - {seat} for seat in seats)

    async def say_ready(self, seats: Sequence[int], seed: str | None = None) -> None:
        """Let the owner of seats say that the match may begin; it does when everybody has, and every seat is taken."""
        if self.status != "waiting":
            raise GameError("the match has begun already")
        if not self.stored.waits:
            raise GameError("this match begins by itself when every seat is taken")

        def add(match: Match) -> list[Event]:
            return _give_seed(match, seats[0], seed) if seed and match.luck else []

        if seed:
            self._check_seed(seats[0])
        due = self.notes.due - {seats[0]} if seed else self.notes.due
        await self.change(add, notes=replace(self.notes, ready=self.notes.ready | set(seats), due=due))

    # Giving up, running out of time, leaving and coming back

    async def resign(self, seat: int) -> None:
        """Let the player of a seat give up; among more than two sides a bot plays on."""
        await self.change(lambda match: match.resign(seat, self._substitute), left=self._vacated(seat))

    async def keep_time(self) -> int | None:
        """End the turn of the seat whose time is over, if it is, and return the seat; the caller holds the lock.

        Nobody loses while nothing can be written: Unavailable is raised then, and the time does not count.
        """
        await self.runs.settle()
        if not self._is_late:
            return None
        await self.runs.prove()
        if not self._is_late or self.clock is None:
            return None
        seat = self.clock.running
        assert seat is not None
        await self.change(lambda match: match.out_of_time(seat, self._substitute), left=self._vacated(seat))
        return seat

    @property
    def _is_late(self) -> bool:
        return self.clock is not None and not self.broken and self.clock.is_over(self.now())

    @property
    def _substitute(self) -> str | None:
        return self.stored.substitute if len(self.game.teams) > 2 else None

    def _vacated(self, seat: int) -> list[int]:
        """The seat if a bot plays on there, else none: the seats of a match that is over stay with their people."""
        return [seat] if len(self.game.teams) > 2 else []

    def returns_to(self, guest: Guest | None) -> int | None:
        """Return the seat that a guest may take back from the bot that plays on there."""
        if guest is None or self.status != "playing":
            return None
        seats = (seat for seat, owner in sorted(self.left.items()) if owner == guest.id and seat not in self.match.forfeits)
        return next((seat for seat in seats if self.match.bots[seat] is not None), None)

    async def come_back(self, guest: Guest, seat: int) -> None:
        """Let somebody for whom a bot plays on take the seat back."""
        called = self._told_apart(guest, guest.name)
        await self.change(lambda match: match.seat(seat, called), {seat: guest.id})

    def _told_apart(self, guest: Guest, name: str) -> str:
        """A guest's name at this table: nobody is called so that they could be mistaken for somebody else here."""
        others = [player for seat, player in enumerate(self.match.players) if player and self.sitters.get(seat) != guest.id]
        return told_apart(name, others)

    # Asking the others

    async def ask_take_back(self, seat: int) -> None:
        """Take back the last turn of a seat if nobody else minds; else ask the others."""
        offer = Offer(UNDO, seat, self.number)
        if self._asked(offer):
            self._check_take_back(seat)
        await self._stand(offer)

    def _check_take_back(self, seat: int) -> None:
        """Refuse at once what will not be possible after everybody has agreed."""
        Match.from_json(self.match.as_json()).take_back(seat)

    async def ask_bot(self, seat: int, target: int) -> None:
        """Let the table's bot play on for a seat whose owner is gone, or asks for it, if all others at the table agree."""
        self.check_gone(seat, target)
        await self._stand(Offer(BOT, seat, self.number, target=target, bot=self.stored.substitute))

    def check_gone(self, seat: int, target: int) -> None:
        """Refuse a bot for a seat that is not a person's, or whose owner is here or has not been away for long."""
        if self.status != "playing":
            raise GameError("no match is under way here")
        if not 0 <= target < self.game.seats or self.match.bots[target]:
            raise GameError(f"seat {target} is not played by a person: a bot can play on for somebody who left")
        away, patience = self._absence(seat, target), self.patience
        if away < patience:
            told = "is here" if away == 0 else f"was here less than {away // 60 + 1:.0f} minutes ago"
            needed = "a day" if patience == PATIENCE_OVER_DAYS else f"{patience / 60:.0f} minutes"
            raise GameError(f"{self.match.players[target]} {told}: a bot can play on for somebody who has been away for {needed}")

    @property
    def patience(self) -> float:
        """The seconds after which somebody who does not look counts as gone."""
        return PATIENCE_OVER_DAYS if self.limit and self.limit.per_turn else PATIENCE

    def _absence(self, seat: int, target: int) -> float:
        """How long the owner of a seat has not looked, as another one sees it; who has deleted everything will not come."""
        owner = self.sitters.get(target)
        if owner is None or owner == self.sitters.get(seat):
            return float("inf")
        return 0.0 if self.present(owner) else max(0.0, self.now() - self._away.get(owner, self._loaded))

    def _asked(self, offer: Offer) -> set[int]:
        """The seats whose owners are asked: those of all people but who asks and, for a bot, who is to be replaced."""
        spared = {self.sitters.get(offer.seat), self.sitters.get(offer.target) if offer.target is not None else None}
        return {seat for seat, owner in self.sitters.items() if owner not in spared}

    def is_asked(self, seats: Iterable[int]) -> bool:
        """Return whether one of these seats is asked by the offer that stands."""
        return self.offer is not None and bool(self._asked(self.offer) & set(seats))

    async def _stand(self, offer: Offer) -> None:
        """Do what is offered once everybody has agreed; until then let the offer stand."""
        if not self._asked(offer) <= offer.agreed:
            await self.change(notes=replace(self.notes, offer=offer))
        elif offer.kind == UNDO:
            await self.change(lambda match: match.take_back(offer.seat))
        else:
            target, bot = offer.target, offer.bot
            assert target is not None
            assert bot is not None
            self.check_gone(offer.seat, target)
            await self.change(lambda match: match.seat_bot(target, bot), left=[target])

    async def answer(self, seats: Iterable[int], agreed: bool, kind: str | None = None) -> None:
        """Agree or not to the offer that stands (of a kind, if one is named); it is carried out once everybody agreed."""
        if self.offer is None or kind not in (None, self.offer.kind) or not self.is_asked(seats):
            raise GameError("nobody has asked you for anything")
        if agreed:
            await self._stand(replace(self.offer, agreed=self.offer.agreed | set(seats)))
        else:
            await self.change(notes=replace(self.notes, offer=None))


def turn_number(match: Match, seats: Sequence[int]) -> int:
    """Return the number of the event that began the turn of these seats: a ply of others, an undo, their own sitting down."""
    for event in reversed(match.events):
        theirs = isinstance(event, Ply) and event.seat not in (*seats, CHANCE)
        if theirs or isinstance(event, TakenBack | Begun) or (isinstance(event, Seated) and event.seat in seats):
            return event.number
    return 0


def has_begun(match: Match, stored: StoredTable) -> bool:
    """Return whether a match is under way, or over: every seat is taken, and whoever had to say so has said so."""
    return None not in match.players and (match.begun or not (stored.waits or match.luck))


def begin(match: Match, stored: StoredTable, owners: dict[int, str], notes: Notes) -> dict[int, str]:
    """Begin a match if it is time, and draw what luck owes; return who owns which seat then."""
    if not has_begun(match, stored) and _may_begin(match, stored, owners, notes):
        match.begin(stored.begins == "random")
        first = match.first or 0
        owners = {(seat - first) % stored.seats: owner for seat, owner in owners.items()}
    if has_begun(match, stored):
        match.advance()
    return owners


def _may_begin(match: Match, stored: StoredTable, owners: Mapping[int, str], notes: Notes) -> bool:
    """Whether everybody is there, all seeds are open, and whoever had to say so has said so."""
    if None in match.players or match.called_off or match.unopened or notes.due & set(owners):
        return False
    return not stored.waits or set(owners) <= notes.ready


def _give_seed(match: Match, seat: int, seed: str) -> list[Event]:
    is_bound = match.luck is not None and match.luck.commitment_of(seat) is not None
    return match.open_seed(seat, seed) if is_bound else match.send_seed(seat, seed)


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
    commits: bool = False  # whether a commitment to a seed follows, for which the match waits
    rematch_of: str | None = None
    time_limit: str = ""
    begins: Begins = "rotating"
    waits: bool = False
    is_closed: bool = False
    substitute: str = SUBSTITUTE

    @property
    def practice(self) -> bool:
        """Whether one person plays alone with bots: then turns may be taken back across luck."""
        return self.chairs.count("me") <= 1 and "open" not in self.chairs


class Tables:
    """All tables of a server: those in use are in memory, the others in the store."""

    def __init__(
        self, store: Store, runs: Runs | None = None, pictures: int = OWN_PICTURES, workers: Workers | None = None
    ) -> None:
        self.workers = workers or Inline()
        self.store = store
        self.runs = runs or Runs(store, SystemTime())
        self.picture_cache = PictureCache(pictures)
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_gone: Callable[[str], None] = lambda table: None
        self._tables: dict[str, Table] = {}
        self._replaying = asyncio.Lock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # kept by those who wait alone

    async def open(self, plan: Plan, host: Guest) -> Table:
        """Set up a new table and seat those who are here already."""
        match = Match(plan.game, Luck() if plan.begins == "random" else None, plan.practice)
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
            created=self.runs.now(),
            is_open=plan.is_open,
            rematch_of=plan.rematch_of,
            time_limit=plan.time_limit,
            begins=plan.begins,
            waits=plan.waits,
            is_closed=plan.is_closed,
            substitute=plan.substitute,
        )
        owners = _seat_all(match, plan, host)
        notes = Notes(due=frozenset([min(owners)] if plan.commits and owners and match.luck else ()))
        sitters = begin(match, stored, owners, notes)
        events = [event.as_json() for event in match.events]
        times = [stored.created] * len(events)
        stored = replace(stored, sitters=sitters, events=events, times=times, notes=notes.as_json())
        table = Table(stored, self.store, self.runs, self.picture_cache, self.workers)
        try:
            await self.store.add_table(replace(stored, standing=table.standing(sitters)))
        except OSError as error:
            self.runs.note_trouble()
            raise Unavailable("the table could not be written, so it is not there: try again in a moment") from error
        table.payer = asker()
        table.note_look()
        return self._keep(table)

    async def find(self, table: str) -> Table | None:
        """Return a table by its id, from the store if need be; None if there is none, or if it is set aside.

        A match that cannot be read is set aside here, so that it is in nobody's way. Unavailable if another server may have
        written since.
        """
        if not self.store.is_ours:
            raise Unavailable("the matches are out of reach just now: try again in a moment")
        found = self._tables.get(table)
        if found and not found.broken:
            return found
        if not ID.fullmatch(table):
            return None
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            found = self._tables.get(table)
            if found and not found.broken:
                return found
            stored = await self.store.table(table)
            loaded = None if stored is None or stored.aside else await self._read(stored)
            if loaded is None:
                self._forget(table)
                return None
            loaded.rematch = await self.store.rematch_of(table)
            return self._keep(loaded)

    async def _read(self, stored: StoredTable) -> Table | None:
        """Read the match of a table; one that cannot be read is set aside as it is."""
        try:
            table = await self._replayed(stored)
        except MemoryError:
            raise  # it is not the match's fault
        except Exception as error:
            await self.put_aside(stored.id, set_aside.kind_of(error), str(error), stored.ended)
            return None
        if stored.standing is None:
            await self.store.match_index.note(stored.id, table.standing(table.sitters))
        return table

    async def _replayed(self, stored: StoredTable) -> Table:
        """A table from the store; the workers play a long match again, so that nobody else waits for it."""
        make = partial(Table, stored, self.store, self.runs, self.picture_cache, self.workers)
        if len(stored.events) < SHORT_MATCH:
            return make()
        async with self._replaying:
            return await self.workers.run(make)

    async def put_aside(self, table: str, kind: Aside, reason: str, ended: bool = False) -> None:
        """Set a match aside: nobody can open it until it is taken back, and nothing of it is lost."""
        LOGGER.error("the match %s is set aside (%s): %s", table, kind, reason)
        await self.store.match_index.put_aside(table, kind, reason, ended or kind in set_aside.OVER)
        self._drop(table)

    async def take_back(self, table: str) -> Table | None:
        """Try to read a match again that was set aside; None if it still cannot be read, or is not there."""
        stored = await self.store.table(table)
        if stored is None:
            return None
        await self.store.match_index.put_aside(table, None, None, has_ended(stored.events))
        return await self.find(table)

    async def delete(self, table: str) -> None:
        """Delete a match for good."""
        self._drop(table)
        await self.store.match_index.delete(table)

    async def aside(self, table: str) -> StoredTable | None:
        """Return what is kept of a table that is set aside; None if it is not."""
        stored = await self.store.table(table) if ID.fullmatch(table) else None
        return stored if stored and stored.aside else None

    def _drop(self, table: str) -> None:
        """Forget a table at once; whoever looks at it finds out."""
        found = self._tables.get(table)
        if found:
            found.broken = True
            found.tell()
        self._forget(table)

    def _forget(self, table: str) -> None:
        self._tables.pop(table, None)
        self.on_gone(table)

    def _keep(self, table: Table) -> Table:
        table.on_change = self.on_change
        self._tables[table.id] = table
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

    def of(self, guest: str) -> list[Table]:
        """Return the tables in memory at which a guest sits."""
        return [table for table in self._tables.values() if guest in table.sitters.values()]

    def forget(self, guest: str) -> None:
        """Let a guest own no seat any more."""
        for table in self._tables.values():
            table.sitters = {seat: owner for seat, owner in table.sitters.items() if owner != guest}
            table.left = {seat: owner for seat, owner in table.left.items() if owner != guest}
            table.tell()

    def distrust(self) -> None:
        """Believe nothing that is in memory: somebody else may have written since it was read."""
        for table in self._tables.values():
            table.broken = True
            table.tell()

    async def revive(self) -> None:
        """Read the tables again whose memory cannot be believed, so that their bots and clocks go on though nobody looks."""
        for table in [table for table in self._tables.values() if table.broken]:
            await self.find(table.id)

    def present(self, table: str) -> Table | None:
        """Return a table as it is in memory now, if it is."""
        return self._tables.get(table)

    def in_memory(self) -> list[Table]:
        """Return the tables that are in use."""
        return list(self._tables.values())


def _seat_all(match: Match, plan: Plan, host: Guest) -> dict[int, str]:
    sitters: dict[int, str] = {}
    for seat, chair in enumerate(plan.chairs):
        if chair == "me":
            given = plan.names[seat] if seat < len(plan.names) else ""
            match.seat(seat, given or host.name)
            sitters[seat] = host.id
        elif chair != "open":
            match.seat(seat, bot_name(chair), chair)
    return sitters


def _match_of(stored: StoredTable, tell: Callable[[Match, Event], None]) -> Match:
    return Match.from_json(set_aside.whole(stored), tell)


def rotated(table: Table, guest: Guest) -> Plan:
    """Return the plan of a rematch: everybody sits one seat further, unless seats were to stay as chosen or to be drawn."""
    match, stored = table.match, table.stored
    chairs = [match.bots[seat] or ("me" if table.sitters.get(seat) == guest.id else "open") for seat in range(match.game.seats)]
    names = [match.players[seat] or "" for seat in range(match.game.seats)]
    turn = len(chairs) - rotation(table)
    return Plan(
        calumma.load(match.game.name, match.game.seats, **match.game.options),
        (*chairs[turn:], *chairs[:turn]),
        (*names[turn:], *names[:turn]),
        rematch_of=table.id,
        time_limit=stored.time_limit,
        begins=stored.begins,
        waits=stored.waits,
        is_closed=stored.is_closed,
        substitute=stored.substitute,
    )


def rotation(table: Table) -> int:
    """Return by how many seats everybody moves on in a rematch."""
    return 1 if table.stored.begins == "rotating" else 0
