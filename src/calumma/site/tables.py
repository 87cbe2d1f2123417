"""All tables of a server: those in use are in memory, the others in the store."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site import set_aside
from calumma.site.limits import asker
from calumma.site.picture_cache import PictureCache
from calumma.site.runs import Runs
from calumma.site.set_aside import Aside
from calumma.site.store import Guest, Store, StoredTable, Unavailable, has_ended
from calumma.site.table import OWN_PICTURES, Table
from calumma.site.table_plan import TablePlan, new_table
from calumma.site.times import SystemTime
from calumma.site.workers import Inline, Workers

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")

KEPT_TABLES = 2000
"""How many tables stay in memory although nobody looks at them."""

GONE = 2**31 - 1
"""The number of changes that is told of a table which is not what it was: whoever has it in memory looks."""

SHORT_MATCH = 50
"""How many events are read at once: some milliseconds."""

ID = re.compile("[A-Za-z0-9_-]{1,40}")
"""What an id looks like: nothing else is looked for, or kept in memory."""


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
        self.on_written: Callable[[str, int], None] = lambda table, version: None  # by us, for others to know
        self._tables: dict[str, Table] = {}
        self._losses = 0  # how often somebody else may have written
        self._doubted: set[str] = set()  # new tables of which nobody knows whether they were written
        self._replaying = asyncio.Lock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # kept by those who wait alone

    async def open(self, plan: TablePlan, host: Guest) -> Table:
        """Set up a new table and seat those who are here already."""
        return await self.add(new_table(plan, host, self.runs.now()))

    async def add(self, stored: StoredTable) -> Table:
        """Keep a table that is new, and whatever has happened at it."""
        losses = self._losses
        table = await self._replayed(stored)
        try:
            await self.store.add_table(replace(stored, standing=table.standing(stored.sitters)))
            self._check_trusted(losses)
        except OSError as error:  # Unavailable is one, too
            self._doubted.add(stored.id)
            self.runs.note_trouble()
            raise Unavailable(say("table-not-saved")) from error
        table.payer = asker()
        table.note_look()
        return self._keep(table)

    async def find(self, table: str) -> Table | None:
        """Return a table by its id, from the store if need be; None if there is none, or if it is set aside.

        A match that cannot be read is set aside here, so that it is in nobody's way. Unavailable if another server may have
        written since.
        """
        if not self.store.is_ours:
            raise Unavailable(say("out-of-reach"))
        found = self._tables.get(table)
        if found and not found.broken:
            return found if not found.is_behind else await self._caught_up(found)
        if not ID.fullmatch(table):
            return None
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            found = self._tables.get(table)
            if found and not found.broken:
                return found
            losses = self._losses
            stored = await self.store.table(table)
            loaded = None if stored is None or stored.aside else await self._read(stored)
            if loaded is None:
                self._forget(table)
                return None
            loaded.rematch = await self.store.rematch_of(table)
            self._check_trusted(losses)
            return self._keep(loaded)

    def _check_trusted(self, losses: int) -> None:
        """Keep nothing in memory that is older than the last loss: once the store is ours again, it would be believed."""
        if losses != self._losses:
            raise Unavailable(say("out-of-reach"))

    async def fresh(self, table: str) -> Table | None:
        """Return a table as `find` does, with all that any server has stored until now."""
        found = await self.find(table)
        if not self.store.is_shared or found is None:
            return found
        if (await self.store.versions([table])).get(table) == found.version:
            return found
        found.is_behind = True  # what is in memory may also have been read for somebody who asked before the last change
        return await self.find(table)

    async def _caught_up(self, table: Table) -> Table | None:
        """A table that other servers have changed, in memory as it is stored; None if it is not to be had any more."""
        try:
            async with table.lock:
                is_there = not table.is_behind or await table.catch_up()
        except GameError:  # what is in memory does not fit to what was stored: read all of it
            table.broken = True
            table.tell()
            return await self.find(table.id)
        if not is_there:
            self._drop(table.id)
            return await self.find(table.id)
        if table.match.over and table.rematch is None:
            table.rematch = await self.store.rematch_of(table.id)
            table.tell()
        return table

    async def heard(self, table: str, version: int) -> None:
        """Take note that another server has changed a table; whoever watches it here is told."""
        found = self._tables.get(table)
        if found is None or found.broken or found.version >= version:
            return
        found.is_behind = True
        if found.watchers or found.thinking is not None:
            await self.find(table)

    async def look_again(self) -> None:
        """Look which tables other servers have changed: news may have been lost."""
        names = [table.id for table in self._tables.values() if not table.broken]
        versions = await self.store.versions(names)
        for name in names:
            found = self._tables.get(name)
            if found and versions.get(name) != found.version and not found.lock.locked():
                found.is_behind = True
                if found.watchers or found.thinking is not None:
                    await self.find(name)

    def replay_clocks(self) -> None:
        """Read the matches with a clock anew: pauses on which they rest were none."""
        for table in self._tables.values():
            table.is_behind = table.must_replay = table.clock is not None or table.is_behind

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
        self.on_written(table, GONE)

    async def take_back(self, table: str) -> Table | None:
        """Try to read a match again that was set aside; None if it still cannot be read, or is not there."""
        stored = await self.store.table(table)
        if stored is None:
            return None
        await self.store.match_index.put_aside(table, None, None, has_ended(stored.events))
        self.on_written(table, GONE)
        return await self.find(table)

    async def delete(self, table: str) -> None:
        """Delete a match for good."""
        self._drop(table)
        await self.store.match_index.delete(table)
        self.on_written(table, GONE)

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
        table.on_written = self.on_written
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
        """Believe nothing that is in memory, or on its way there: somebody else may have written since it was read."""
        self._losses += 1
        for table in self._tables.values():
            table.broken = True
            table.tell()

    async def revive(self) -> None:
        """Read the tables again whose memory cannot be believed, so that their bots and clocks go on though nobody looks.

        A table whose opening seemed to fail may have been written all the same.
        """
        for name in [*self._doubted, *(table.id for table in self._tables.values() if table.broken)]:
            await self.find(name)
            self._doubted.discard(name)

    def present(self, table: str) -> Table | None:
        """Return a table as it is in memory now, if it is."""
        return self._tables.get(table)

    def in_memory(self) -> list[Table]:
        """Return the tables that are in use."""
        return list(self._tables.values())
