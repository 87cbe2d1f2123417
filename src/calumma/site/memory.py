"""A store that forgets everything when the application ends: for tests, demonstrations, and a browser that plays alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from calumma.site.match_index import Brief, Due, Place, Standing, Which
from calumma.site.memory_questions import MemoryQuestions
from calumma.site.memory_thoughts import MemoryThoughts
from calumma.site.outbox import Contact, Delivery, Notice
from calumma.site.puzzle_ratings import MemoryRatings, PuzzleRatings
from calumma.site.sessions import Recovery, Session
from calumma.site.store import Change, Conflict, Guest, Run, StoredTable, has_ended


class MemoryOutbox:
    """An outbox that forgets everything when the server ends."""

    def __init__(self) -> None:
        self._contacts: dict[str, Contact] = {}
        self._notices: dict[tuple[str, int, str], Notice] = {}
        self._deliveries: dict[tuple[str, str], Delivery] = {}

    def told(self) -> set[tuple[str, int, str]]:
        """Return the turns that have a notice: table, number and guest."""
        return set(self._notices)

    def drop(self, table: str) -> None:
        """Delete the notices of a table."""
        self._notices = {key: notice for key, notice in self._notices.items() if notice.table_id != table}
        self._deliveries = {key: each for key, each in self._deliveries.items() if each.notice.table_id != table}

    async def contact(self, guest: str) -> Contact:
        """Return how a guest wants to be told."""
        return self._contacts.get(guest, Contact(guest))

    async def keep_contact(self, contact: Contact) -> None:
        """Keep how a guest wants to be told."""
        self._contacts[contact.guest] = contact

    async def contact_by_feed(self, feed: str) -> Contact | None:
        """Return whose feed has an address of that hash."""
        return next((contact for contact in self._contacts.values() if contact.feed == feed), None)

    async def contact_by_mail_code(self, code: str) -> Contact | None:
        """Return whose letters carry that code."""
        return next((contact for contact in self._contacts.values() if contact.mail_code == code), None)

    async def reached(self) -> set[str]:
        """Return the guests who want to be told."""
        return {contact.guest for contact in self._contacts.values() if contact.wants_any}

    async def add_notice(self, notice: Notice, channels: Sequence[str]) -> bool:
        """Keep a notice with its deliveries; False if there is one of that turn already."""
        key = (notice.table_id, notice.number, notice.guest)
        if key in self._notices:
            return False
        self._notices[key] = notice
        self._deliveries |= {(notice.id, channel): Delivery(notice, channel, 0, notice.created) for channel in channels}
        return True

    async def notices(self, guest: str, most: int) -> list[Notice]:
        """Return what a guest was told, the newest first."""
        found = [notice for notice in self._notices.values() if notice.guest == guest and notice.told]
        return sorted(found, key=lambda notice: notice.created, reverse=True)[:most]

    async def deliveries(self) -> list[Delivery]:
        """Return what is still to be delivered."""
        return list(self._deliveries.values())

    async def put_off(self, delivery: Delivery) -> None:
        """Keep how often a delivery was tried, and when it is due again."""
        self._deliveries[delivery.notice.id, delivery.channel] = delivery

    async def take(self, delivery: Delivery, until: float) -> bool:
        """Have a delivery for oneself until a time; False if somebody else has taken it, or it is done."""
        if self._deliveries.get((delivery.notice.id, delivery.channel)) != delivery:
            return False
        await self.put_off(replace(delivery, due=until))
        return True

    async def finish(self, delivery: Delivery) -> None:
        """Take a delivery off the list: it was made, is not needed any more, or has failed for good."""
        self._deliveries.pop((delivery.notice.id, delivery.channel), None)

    async def forget(self, guest: str) -> None:
        """Delete everything about a guest."""
        self._contacts.pop(guest, None)
        self._notices = {key: notice for key, notice in self._notices.items() if notice.guest != guest}
        self._deliveries = {key: each for key, each in self._deliveries.items() if each.notice.guest != guest}


class MemorySessions:
    """Sessions that are forgotten when the server ends."""

    def __init__(self) -> None:
        self.kept: dict[str, Session] = {}
        self._recoveries: dict[str, Recovery] = {}
        self._carried: dict[str, tuple[str, float]] = {}  # by the hash of a code: the guest, and until when it is good

    def add(self, session: Session) -> None:
        """Keep a new one."""
        self.kept[session.hash] = session

    def forget(self, guest: str) -> None:
        """Forget all that is known of a guest."""
        self.kept = {key: session for key, session in self.kept.items() if session.guest != guest}
        self._recoveries.pop(guest, None)
        self._carried = {code: kept for code, kept in self._carried.items() if kept[0] != guest}

    async def of(self, guest: str) -> list[Session]:
        """Return the sessions of a guest, the one used last first."""
        return sorted((each for each in self.kept.values() if each.guest == guest), key=lambda each: -each.used)

    async def end(self, hashes: Iterable[str]) -> None:
        """End sessions."""
        for each in hashes:
            self.kept.pop(each, None)

    async def note_use(self, token: str, at: float) -> None:
        """Note when a session was used last."""
        if token in self.kept:
            self.kept[token] = replace(self.kept[token], used=at)

    async def carry(self, guest: str, code: str, until: float) -> None:
        """Keep the hash of a code with which another device becomes the same guest; older ones end."""
        await self.end_carrying(guest)
        self._carried[code] = (guest, until)

    async def end_carrying(self, guest: str) -> None:
        """Let no code lead to a guest any more."""
        self._carried = {code: kept for code, kept in self._carried.items() if kept[0] != guest}

    async def arrive(self, code: str, now: float) -> str | None:
        """Return the guest to whom a code leads, which is used up by that; None if it is unknown or too old."""
        guest, until = self._carried.pop(code, ("", 0.0))
        return guest if guest and until >= now else None

    async def set_recovery(self, recovery: Recovery) -> None:
        """Keep what is needed to know a phrase again; an older one ends."""
        self._recoveries[recovery.guest] = recovery

    async def end_recovery(self, guest: str) -> None:
        """Let a guest have no phrase any more."""
        self._recoveries.pop(guest, None)

    async def recovery(self, lookup: str) -> Recovery | None:
        """Return what a phrase is compared with."""
        return next((each for each in self._recoveries.values() if each.lookup == lookup), None)

    async def recovery_of(self, guest: str) -> Recovery | None:
        """Return what is kept of a guest's phrase."""
        return self._recoveries.get(guest)


class MemoryMatchIndex:
    """The shelf of a store in memory; `tables` are its tables."""

    def __init__(self, tables: dict[str, StoredTable], outbox: MemoryOutbox) -> None:
        self._tables, self._outbox = tables, outbox

    def _here(self, fits: Callable[[StoredTable, Standing | None], bool]) -> list[StoredTable]:
        """The unfinished matches that are not set aside and of which something holds, the newest first."""
        found = [table for table in self._tables.values() if not table.ended and not table.aside]
        return sorted((table for table in found if fits(table, table.standing)), key=lambda table: (-_active(table), table.id))

    async def due(self, until: float, most: int) -> list[Due]:
        """Return the matches whose deadline comes until a time, the next one first."""
        found = self._here(lambda _, at: at is not None and at.deadline is not None and at.deadline <= until)
        dues = [
            Due(each.id, each.standing.deadline, each.time_limit)
            for each in found
            if each.standing and each.standing.deadline is not None
        ]
        return sorted(dues, key=lambda due: due.deadline)[:most]

    async def bots_waited_for(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which a bot is to act and a person sits, the newest first."""
        found = self._here(lambda table, at: at is not None and at.bot_acts and bool(table.sitters))
        return _from(found, after)[:most]

    async def untold(self, most: int, after: Place | None) -> list[Brief]:
        """Return the matches at which somebody who wants to be told is to act and has not been told."""
        reached, told = await self._outbox.reached(), self._outbox.told()
        found = self._here(
            lambda table, at: at is not None and at.turn_of in reached and (table.id, at.turn_number, at.turn_of) not in told
        )
        return _from(found, after)[:most]

    async def unknown(self, most: int) -> list[str]:
        """Return the matches of which it is not known where they stand, those with a time limit first."""
        found = self._here(lambda _, at: at is None)
        return [each.id for each in sorted(found, key=lambda each: not each.time_limit)][:most]

    async def note(self, table: str, standing: Standing) -> None:
        """Keep where a match stands."""
        self._tables[table] = replace(self._tables[table], standing=standing)

    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None:
        """Set a match aside, or (kind None) take it back; whether it is over is noted, its events stay as they are."""
        kept = self._tables[table]
        self._tables[table] = replace(kept, aside=kind, aside_reason=reason, ended=ended, version=kept.version + 1)

    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]:
        """Return the matches, begun or not, at which nothing has happened since a time."""
        found = self._here(lambda table, at: at is not None and at.begun == begun and _active(table) < before)
        return [_brief(each) for each in found][:most]

    async def briefs(self, which: Which, most: int) -> list[Brief]:
        """Return matches of a kind, the newest first."""
        found = sorted(map(_brief, self._tables.values()), key=lambda each: each.active, reverse=True)
        return [each for each in found if _is(each, which)][:most]

    async def brief(self, table: str) -> Brief | None:
        """Return one match."""
        return _brief(self._tables[table]) if table in self._tables else None

    async def count_aside(self) -> int:
        """Return how many matches are set aside."""
        return sum(1 for table in self._tables.values() if table.aside)

    async def delete(self, table: str) -> None:
        """Delete a match with everything about it."""
        self._tables.pop(table, None)
        self._outbox.drop(table)


def _active(table: StoredTable) -> float:
    return float(max([table.created, *table.times[-1:]]))


def _from(tables: Sequence[StoredTable], after: Place | None) -> list[Brief]:
    found = [_brief(table) for table in tables]
    return [each for each in found if after is None or (-each.active, each.id) > (-after[0], after[1])]


def _brief(table: StoredTable) -> Brief:
    begun = None if table.standing is None else table.standing.begun
    known = (table.id, table.game, table.rules, table.created, _active(table), begun, table.ended)
    return Brief(*known, table.aside, table.aside_reason, table.host, len(set(table.sitters.values())))


def _is(brief: Brief, which: Which) -> bool:
    if which == "aside":
        return brief.aside is not None
    if which == "over":
        return brief.ended
    if which == "all":
        return True
    return not brief.ended and brief.aside is None and (brief.begun is not False) == (which == "running")


def _not(guest: str, other: str | None) -> str | None:
    return None if other == guest else other


class MemoryStore:
    """A store that forgets everything when the server ends: for tests and demonstrations."""

    def __init__(self, is_shared: bool = False) -> None:
        self.is_shared = is_shared  # by several servers, which a test may have in one process
        self._guests: dict[str, Guest] = {}
        self._tables: dict[str, StoredTable] = {}
        self._runs: dict[float, float] = {}
        self._blocks: dict[str, str] = {}
        self.outbox = MemoryOutbox()
        self.match_index = MemoryMatchIndex(self._tables, self.outbox)
        self.thoughts = MemoryThoughts(self._tables)
        self.questions = MemoryQuestions()
        self.is_ours = True
        self.on_lost: Callable[[], None] = lambda: None
        self.on_trouble: Callable[[], None] = lambda: None
        self.sessions = MemorySessions()
        self._ratings = MemoryRatings()

    @property
    def puzzle_ratings(self) -> PuzzleRatings | None:
        """How puzzles and those who solve them are rated."""
        return self._ratings

    async def start(self) -> None:
        """Begin; there is nothing to do."""

    async def stop(self) -> None:
        """End; there is nothing to do."""

    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None:
        """Keep a new guest with the hash of a token, and what its device is called."""
        self._guests[guest.id] = guest
        await self.add_token(guest.id, token, label)

    async def add_token(self, guest: str, token: str, label: str = "") -> None:
        """Give a guest one more token."""
        now = time.time()
        self.sessions.add(Session(token, guest, now, now, label))

    async def guest_of(self, token: str) -> Guest | None:
        """Return the guest that the hash of a token belongs to."""
        session = self.sessions.kept.get(token)
        return self._guests.get(session.guest) if session else None

    def renew_guests(self) -> None:
        """Ask for everybody anew: here that happens anyway."""

    async def rename_guest(self, guest: str, name: str) -> None:
        """Change the name of a guest."""
        self._guests[guest] = Guest(guest, name)

    async def forget_guest(self, guest: str) -> None:
        """Delete a guest with all tokens; the seats stay without an owner."""
        self._guests.pop(guest, None)
        self.sessions.forget(guest)
        self._ratings.forget(guest)
        for table in self._tables.values():
            sitters = {seat: owner for seat, owner in table.sitters.items() if owner != guest}
            left = {seat: owner for seat, owner in table.left.items() if owner != guest}
            host = "" if table.host == guest else table.host
            at = table.standing and replace(table.standing, turn_of=_not(guest, table.standing.turn_of))
            known = (sitters, left, host) != (table.sitters, table.left, table.host)
            version = table.version + known
            self._tables[table.id] = replace(table, sitters=sitters, left=left, host=host, standing=at, version=version)

    async def add_table(self, table: StoredTable) -> None:
        """Keep a new table; Conflict if it is the rematch of one that has a rematch."""
        if table.rematch_of in self._tables:
            if await self.rematch_of(table.rematch_of):
                raise Conflict(table.rematch_of)
            before = self._tables[table.rematch_of]
            self._tables[before.id] = replace(before, version=before.version + 1)
        self._tables[table.id] = replace(table, ended=has_ended(table.events))

    async def append(self, table: str, change: Change) -> None:
        """Write events and owners of seats; Conflict if an event of the same number is there."""
        kept = self._tables[table]
        if any(event["number"] != len(kept.events) + i for i, event in enumerate(change.events)):
            raise Conflict(table)
        if self.is_shared and change.version != kept.version:
            raise Conflict(table)
        sitters = {seat: owner for seat, owner in {**kept.sitters, **change.sitters}.items() if owner is not None}
        left = {seat: owner for seat, owner in kept.left.items() if seat not in change.sitters}
        self._tables[table] = replace(
            kept,
            events=[*kept.events, *change.events],
            times=[*kept.times, *[change.at] * len(change.events)],
            sitters=sitters,
            left={**left, **change.left},
            notes=kept.notes if change.notes is None else change.notes,
            ended=has_ended(change.events, kept.ended),
            standing=change.standing or kept.standing,
            version=kept.version + 1,
        )

    async def versions(self, tables: Sequence[str]) -> Mapping[str, int]:
        """Return how often tables were changed, of those that there are."""
        return {table: self._tables[table].version for table in tables if table in self._tables}

    async def table(self, table: str, since: int = 0) -> StoredTable | None:
        """Return a table with its events, all of them or those from a number on."""
        kept = self._tables.get(table)
        return replace(kept, events=kept.events[since:], times=kept.times[since:]) if kept and since else kept

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Return the tables a guest sits at or sat at, the newest first."""
        return [
            table.id for table in reversed(self._tables.values()) if guest in {*table.sitters.values(), *table.left.values()}
        ][:most]

    async def unfinished_of(self, guest: str, most: int) -> list[str]:
        """Return tables whose match is not over that a guest has opened or sits at."""
        tables = (table for table in self._tables.values() if guest in (table.host, *table.sitters.values()))
        return [table.id for table in tables if not has_ended(table.events)][:most]

    async def open_tables(self, most: int) -> list[str]:
        """Return listed tables whose match is not over, the newest first."""
        found = (table for table in reversed(self._tables.values()) if table.is_open and not table.ended and not table.aside)
        return [table.id for table in found][:most]

    async def rematch_of(self, table: str) -> str | None:
        """Return the table that continues another one."""
        return next((other.id for other in self._tables.values() if other.rematch_of == table), None)

    async def begin_run(self, at: float) -> list[Run]:
        """Note that a server begins; return when servers ran before, the oldest first."""
        before = sorted(self._runs.items())
        self._runs[at] = at
        return before

    async def runs(self) -> list[Run]:
        """Return when servers ran, the one that began first first."""
        return sorted(self._runs.items())

    async def note_run(self, began: float, until: float) -> None:
        """Note that the server that began then still runs."""
        self._runs[began] = until

    async def try_writing(self, at: float) -> None:
        """Write something small: here that is always possible."""

    async def find_guests(self, text: str, most: int) -> list[Guest]:
        """Return the guests whose id or name holds a text, the newest first."""
        return [each for each in reversed(self._guests.values()) if text in each.id or text in each.name][:most]

    async def blocks(self) -> Mapping[str, str]:
        """Return the blocked networks with the reasons."""
        return dict(self._blocks)

    async def block(self, network: str, reason: str, at: float) -> None:
        """Keep that a network is blocked."""
        self._blocks[network] = reason

    async def unblock(self, network: str) -> None:
        """Keep that it is not blocked any more."""
        self._blocks.pop(network, None)

    async def latest(self) -> float:
        """Return the latest time that was kept: of a run or of an event."""
        times = [time for table in self._tables.values() for time in table.times[-1:]]
        return max([*times, *self._runs.values()], default=0.0)
