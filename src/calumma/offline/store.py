"""What a browser keeps: all of it is in memory while the site runs, and each change is written to its database at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Protocol, cast

from calumma.site.match_index import Standing
from calumma.site.memory import MemoryMatchIndex, MemoryStore
from calumma.site.store import Change, Guest, Run, StoredTable

GUESTS, TABLES, RUNS = "guests", "tables", "runs"


class Shelf(Protocol):
    """A place for texts that outlives the page: each has a kind and a key. A text is safe once `put` has returned."""

    async def put(self, kind: str, key: str, text: str) -> None: ...
    async def remove(self, kind: str, key: str) -> None: ...
    async def everything(self, kind: str) -> str:
        """Return all texts of a kind, as a JSON list in the order of their keys."""


def table_text(table: StoredTable) -> str:
    """Return a table as it is kept. It is written with every ply, so what is plain already is not copied before."""
    parts = {name: getattr(table, name) for name in StoredTable.__dataclass_fields__}
    return json.dumps(parts, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> object:
    """Return what JSON has no form for as something that it has."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a table cannot keep {value!r}")


def read_table(text: str) -> StoredTable:
    """Return the table that was kept as a text. What a later version has added to tables is as if it had never been chosen."""
    kept = json.loads(text)
    known = {name: value for name, value in kept.items() if name in StoredTable.__dataclass_fields__}
    for name in ("sitters", "left"):
        known[name] = {int(seat): guest for seat, guest in known[name].items()}
    if known["standing"] is not None:
        known["standing"] = Standing(**known["standing"])
    return StoredTable(**known)


class KeptIndex(MemoryMatchIndex):
    """Where matches stand; what is noted is written with the table."""

    def __init__(self, store: KeptStore) -> None:
        super().__init__(store.tables, store.outbox)
        self._store = store

    async def note(self, table: str, standing: Standing) -> None:
        """Keep where a match stands."""
        await super().note(table, standing)
        await self._store.write_table(table)

    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None:
        """Set a match aside, or take it back."""
        await super().put_aside(table, kind, reason, ended)
        await self._store.write_table(table)

    async def delete(self, table: str) -> None:
        """Delete a match for good."""
        await super().delete(table)
        await self._store.shelf.remove(TABLES, table)


class KeptStore(MemoryStore):
    """A store for one device: a few guests, and as many matches as people play in a lifetime."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf
        self.match_index = KeptIndex(self)

    @property
    def tables(self) -> dict[str, StoredTable]:
        """All tables by their ids."""
        return self._tables

    @property
    def guests(self) -> list[Guest]:
        """All guests, the first one first."""
        return list(self._guests.values())

    @property
    def puzzle_ratings(self) -> None:
        """Nobody else tries puzzles here: they stay as hard as the search says."""
        return None

    async def start(self) -> None:
        """Read what was kept."""
        for guest in await self._read(GUESTS):
            self._guests[str(guest["id"])] = Guest(str(guest["id"]), str(guest["name"]))
        found = [read_table(json.dumps(table)) for table in await self._read(TABLES)]
        for table in sorted(found, key=lambda each: each.created):
            self._tables[table.id] = table
        for run in await self._read(RUNS):
            self._runs[cast(float, run["began"])] = cast(float, run["until"])

    async def _read(self, kind: str) -> list[Mapping[str, object]]:
        return [json.loads(text) for text in json.loads(await self.shelf.everything(kind))]

    async def write_table(self, table: str) -> None:
        """Write a table as it is now."""
        await self.shelf.put(TABLES, table, table_text(self._tables[table]))

    async def _write_guest(self, guest: str) -> None:
        await self.shelf.put(GUESTS, guest, json.dumps(asdict(self._guests[guest]), ensure_ascii=False))

    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None:
        """Keep a new guest."""
        await super().add_guest(guest, token, label)
        await self._write_guest(guest.id)

    async def rename_guest(self, guest: str, name: str) -> None:
        """Change the name of a guest."""
        await super().rename_guest(guest, name)
        await self._write_guest(guest)

    async def forget_guest(self, guest: str) -> None:
        """Delete a guest; the seats stay without an owner."""
        owned = [
            table.id for table in self._tables.values() if guest in {table.host, *table.sitters.values(), *table.left.values()}
        ]
        await super().forget_guest(guest)
        await self.shelf.remove(GUESTS, guest)
        for table in owned:
            await self.write_table(table)

    async def add_table(self, table: StoredTable) -> None:
        """Keep a new table."""
        await super().add_table(table)
        await self.write_table(table.id)

    async def append(self, table: str, change: Change) -> None:
        """Write events and owners of seats."""
        await super().append(table, change)
        await self.write_table(table)

    async def begin_run(self, at: float) -> list[Run]:
        """Note that the site begins; return when it ran before. Clocks stand still while it does not."""
        before = await super().begin_run(at)
        await self.note_run(at, at)
        return before

    async def note_run(self, began: float, until: float) -> None:
        """Note that the site still runs."""
        await super().note_run(began, until)
        await self.shelf.put(RUNS, repr(began), json.dumps({"began": began, "until": until}))
