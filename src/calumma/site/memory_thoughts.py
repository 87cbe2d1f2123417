"""The queue of thoughts in memory: for servers of one process, as tests have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calumma.site.store import StoredTable
from calumma.site.thoughts import LEASE, WATCHED


class MemoryThoughts:
    """The thoughts of a store in memory; `tables` are its tables."""

    def __init__(self, tables: Mapping[str, StoredTable]) -> None:
        self._tables = tables
        self._held: dict[str, tuple[str, float, int]] = {}  # by table: the thinker, until when, and after how many events
        self._looked: dict[str, float] = {}
        self._served: dict[str, float] = {}

    async def take(self, thinker: str, now: float) -> str | None:
        """Return the table whose bot is to think next; None if none waits."""
        free = [table for table in self._waiting(now) if not self._is_held(table, now)]
        if not free:
            return None
        found = min(free, key=lambda table: self._rank(table, now))
        self._held[found.id] = (thinker, now + LEASE, len(found.events))
        self._served[found.host] = now
        return found.id

    def _rank(self, table: StoredTable, now: float) -> tuple[bool, int, float, float]:
        under_way = sum(self._is_held(each, now) for each in self._waiting(now) if each.host == table.host)
        return (not table.sitters, under_way, self._served.get(table.host, 0.0), max([table.created, *table.times[-1:]]))

    def _waiting(self, now: float) -> list[StoredTable]:
        """The matches at which a bot is to act for whom somebody waits."""
        return [
            table
            for table in self._tables.values()
            if table.standing is not None
            and table.standing.bot_acts
            and not (table.ended or table.aside)
            and (table.sitters or self._looked.get(table.id, 0.0) > now - WATCHED)
        ]

    def _is_held(self, table: StoredTable, now: float) -> bool:
        _, until, events = self._held.get(table.id, ("", 0.0, 0))
        return until >= now and events == len(table.events)

    async def renew(self, table: str, thinker: str, now: float) -> bool:
        """Keep a thought for a while longer; False if it is not the thinker's any more."""
        holder, _, events = self._held.get(table, ("", 0.0, -1))
        kept = self._tables.get(table)
        if holder != thinker or kept is None or kept.aside or events != len(kept.events):
            return False
        self._held[table] = (thinker, now + LEASE, events)
        return True

    async def let_go(self, table: str, thinker: str) -> None:
        """Leave a thought to whoever takes it next."""
        if self._held.get(table, ("",))[0] == thinker:
            del self._held[table]

    async def note_looks(self, tables: Sequence[str], at: float) -> None:
        """Note that somebody watches tables."""
        self._looked |= dict.fromkeys(tables, at)

    async def waiting(self, now: float) -> int:
        """Return how many thoughts wait or are under way."""
        return len(self._waiting(now))
