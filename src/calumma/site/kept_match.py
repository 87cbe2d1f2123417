"""A match that is kept: whatever changes it is stored before anybody is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from calumma.core import CHANCE, OVER, Game, GameError
from calumma.core.words import Words
from calumma.play import Begun, Clock, Event, Limit, Match, Ply, Seated, TakenBack
from calumma.site import set_aside
from calumma.site.beginning import begin, has_begun
from calumma.site.match_index import Standing
from calumma.site.notes import Notes
from calumma.site.runs import Runs
from calumma.site.store import Change, Conflict, Guest, Status, Store, StoredTable, Unavailable
from calumma.site.workers import Inline, Workers

say = Words(__package__)


class KeptMatch(ABC):
    """A match, its clock, who owns which seat, and the store that has them all. Whoever changes it does so alone."""

    def __init__(self, stored: StoredTable, store: Store, runs: Runs, workers: Workers | None = None) -> None:
        self.workers = workers or Inline()
        self.stored = stored
        self.store = store
        self.runs = runs
        self.now = runs.now
        self.limit = Limit.parse(stored.time_limit) if stored.time_limit else None
        self.match, self.clock = self._replay(stored)
        self._take_owners(stored)
        self.broken = False
        self.is_behind = False  # whether another server has changed it since it was read
        self.must_replay = False  # whether its clock rests on pauses that were none

    def _replay(self, stored: StoredTable) -> tuple[Match, Clock | None]:
        """The match that was kept; its clock takes in when everything happened."""
        clock = Clock(self.limit, stored.seats, self.runs.pauses) if self.limit else None
        return Match.from_json(set_aside.whole(stored), self._clocked(stored, clock)), clock

    def _clocked(self, stored: StoredTable, clock: Clock | None) -> Callable[[Match, Event], None]:
        times: Iterator[float] = iter(stored.times)

        def tell(match: Match, event: Event) -> None:
            at = next(times, stored.created)
            if clock:
                clock.note([event], self._to_run(match), at)

        return tell

    def _take_owners(self, stored: StoredTable) -> None:
        """Take over what is kept beside the events."""
        self.sitters: dict[int, str] = dict(stored.sitters)
        self.left: dict[int, str] = dict(stored.left)
        self.notes = Notes.from_json(stored.notes)
        self.version = stored.version

    def _to_run(self, match: Match) -> int | None:
        """The seat whose clock runs: of the person who is to act. None if there is no such seat; CHANCE while luck is due."""
        if match.over or match.to_act == OVER or not has_begun(match, self.stored):
            return None
        seat = match.to_act
        return seat if seat == CHANCE or match.bots[seat] is None else None

    # How it stands

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
        """Whether the match is waiting for people, playing or over."""
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
    def free_seats(self) -> list[int]:
        """The seats that nobody has."""
        return [seat for seat, player in enumerate(self.match.players) if player is None]

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Return the seats that a guest plays."""
        return [seat for seat, owner in sorted(self.sitters.items()) if guest is not None and owner == guest.id]

    def people(self) -> set[str]:
        """Return the guests who sit here."""
        return set(self.sitters.values())

    def standing(self, owners: Mapping[int, str]) -> Standing:
        """Return where the match stands, with these owners of the seats."""
        deadline = self.clock.deadline if self.clock else None
        begun, to_act = self.status != "waiting", self.match.to_act
        guest = owners.get(to_act) if self.status == "playing" and len(set(owners.values())) > 1 else None
        if guest is None:
            return Standing(begun, deadline, self.bot_to_act is not None)
        number = turn_number(self.match, [seat for seat, owner in owners.items() if owner == guest])
        return Standing(begun, deadline, False, guest, number)

    # Changing it

    async def change(
        self,
        act: Callable[[Match], Iterable[Event]] = lambda match: (),
        sitters: Mapping[int, str | None] | None = None,
        left: Iterable[int] = (),
        notes: Notes | None = None,
    ) -> list[Event]:
        """Let the match change, store what happened, and only then tell it; the caller sees to it that nobody else does so now.

        `sitters` are guests who take seats (None: nobody) and `left` the seats that their owners leave. If it cannot be stored,
        the match is broken: what its memory says was never promised to anybody, so it is forgotten. Unavailable is worth another
        try.
        """
        self.check_kept()
        since = self.number
        try:
            change, owners, noted = self._apply(act, sitters or {}, left, notes or self.notes)
            with self.workers.uninterrupted():  # who asked may be gone before it is written
                await self._write(change)
        except Conflict:
            await self._read_anew()
            raise
        except BaseException as error:
            if self.number != since or not isinstance(error, GameError):
                self._break()
            raise
        self.version += 1
        self.left = {seat: owner for seat, owner in self.left.items() if seat not in change.sitters} | dict(change.left)
        self.sitters, self.notes = owners, noted
        events = list(self.match.events[since:])
        self.runs.plies += sum(isinstance(event, Ply) for event in events)
        self.note_change(events)
        self.tell_others()
        return events

    def _break(self) -> None:
        self.broken = True
        self.tell()

    async def _read_anew(self) -> None:
        """Forget what could not be stored because another server was first; if the rest cannot be read, the match is broken."""
        is_read = False
        try:
            with suppress(OSError, GameError):
                is_read = self.store.is_shared and await self.catch_up(anew=True)
        finally:
            if not is_read:
                self._break()

    async def catch_up(self, anew: bool = False) -> bool:
        """Take in what other servers have stored, or read everything anew; False if the match is not to be had any more.

        The caller sees to it that nobody changes or shows the match meanwhile.
        """
        since = 0 if anew or self.must_replay else self.number
        stored = await self.store.table(self.id, since)
        if stored is None or stored.aside:
            return False
        self.is_behind = False
        if since and stored.version == self.version:
            return True
        if since:
            self.stored = replace(stored, events=(), times=())
            self.match.follow(map(Event.from_json, stored.events), self._clocked(stored, self.clock))
        else:
            self.match, self.clock = await self.workers.run(partial(self._replay, stored))
            self.stored = replace(stored, events=(), times=())
            self.must_replay = False
        self._take_owners(stored)
        self.note_change(self.match.events[since:])
        return True

    def check_kept(self) -> None:
        """Refuse to show or to change what could not be stored: Conflict. It is read again when it is next asked for."""
        if self.broken:
            raise Conflict(self.id)

    @abstractmethod
    def tell(self) -> None:
        """Tell everybody that there is something new."""

    @abstractmethod
    def tell_others(self) -> None:
        """Tell the other servers that something was written."""

    @abstractmethod
    def note_change(self, events: Sequence[Event]) -> None:
        """Tell everybody what has happened, now that it is stored."""

    async def _write(self, change: Change) -> None:
        try:
            await self.store.append(self.id, change)
        except OSError as error:
            self.runs.note_trouble()
            raise Unavailable(say("not-saved")) from error
        self.runs.note_written(change.at)

    def _apply(
        self, act: Callable[[Match], Iterable[Event]], sitters: Mapping[int, str | None], left: Iterable[int], notes: Notes
    ) -> tuple[Change, dict[int, str], Notes]:
        """Let the match change in memory; return what is to be written, who owns which seat then, and what then stands."""
        since, at = self.number, self.now()
        if self.clock and self.store.is_shared:  # the clocks of several machines are never quite the same
            at = max(at, self.clock.since)
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
        return Change(events, moved, at, gone, notes_kept, self.standing(owners), self.version), owners, noted


def turn_number(match: Match, seats: Sequence[int]) -> int:
    """Return the number of the event that began the turn of these seats: a ply of others, an undo, their own sitting down."""
    for event in reversed(match.events):
        theirs = isinstance(event, Ply) and event.seat not in (*seats, CHANCE)
        if theirs or isinstance(event, TakenBack | Begun) or (isinstance(event, Seated) and event.seat in seats):
            return event.number
    return 0
