"""What whoever looks after a server can see and do: matches, guests and blocked addresses. One place, however it is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from ipaddress import ip_network

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site import set_aside
from calumma.site.match_index import WHICH
from calumma.site.set_aside import Aside
from calumma.site.store import Store
from calumma.site.tables import Tables

say = Words(__package__)

Json = dict[str, object]
MOST = 1000


class Operator:
    """Looks after the matches and guests of a store, whether it serves just now or not."""

    def __init__(
        self, store: Store, tables: Tables, forget: Callable[[str], Awaitable[None]], reblock: Callable[[], Awaitable[None]]
    ):
        self.store, self.tables = store, tables
        self._forget, self._reblock = forget, reblock
        self._commands: dict[str, Callable[..., Awaitable[object]]] = {
            "matches": self.matches,
            "match": self.match,
            "set-aside": self.set_aside,
            "reread": self.reread,
            "end": self.end,
            "delete": self.delete,
            "guests": self.guests,
            "forget": self.forget,
            "block": self.block,
            "unblock": self.unblock,
            "blocked": self.blocked,
        }

    async def execute(self, command: str, arguments: Json) -> object:
        """Do what is asked for and return the answer; GameError says what is wrong."""
        if command not in self._commands:
            raise GameError(say("unknown-command", command=command[:40], known=", ".join(self._commands)))
        try:
            return await self._commands[command](**arguments)
        except TypeError as error:
            raise GameError(say("cannot-do", command=command, error=error)) from None

    # Matches

    async def matches(self, which: str = "running", most: int = 50) -> list[Json]:
        """List matches in a few words, the newest first."""
        if which not in WHICH:
            raise GameError(say("unknown-kind-of-matches", kind=which[:40], known=", ".join(WHICH)))
        return [asdict(brief) for brief in await self.store.match_index.briefs(which, min(most, MOST))]

    async def match(self, table: str) -> Json:
        """Show one match with everything that is kept of it, hidden draws and the secret included."""
        brief, stored = await self.store.match_index.brief(table), await self.store.table(table)
        if brief is None or stored is None:
            raise GameError(say("unknown-match", match=table[:40]))
        people = {"sitters": dict(stored.sitters), "left": dict(stored.left)}
        return {**asdict(brief), **people, "whole": set_aside.whole(stored), "times": list(stored.times)}

    async def set_aside(self, table: str, reason: str = "") -> None:
        """Take a match out: nobody can open it until it is read again."""
        await self._put_aside(table, "held", reason)

    async def end(self, table: str, reason: str = "") -> None:
        """End a match for good: those who played can have its record."""
        await self._put_aside(table, "closed", reason)

    async def _put_aside(self, table: str, kind: Aside, reason: str) -> None:
        brief = await self.store.match_index.brief(table)
        if brief is None:
            raise GameError(say("unknown-match", match=table[:40]))
        if brief.ended:
            raise GameError(say("match-already-over", match=table))
        await self.tables.put_aside(table, kind, reason)

    async def reread(self, table: str | None = None) -> Json:
        """Try to read a match again that is set aside, or all that were damaged; return which can be opened and which cannot."""
        if table is not None and (await self.match(table))["aside"] is None:
            raise GameError(say("match-not-set-aside", match=table))
        damaged = [each.id for each in await self.store.match_index.briefs("aside", MOST) if each.aside == "damaged"]
        opened: list[str] = []
        refused: dict[str, str | None] = {}
        for name in damaged if table is None else [table]:
            if await self.tables.take_back(name) is not None:
                opened.append(name)
            else:
                found = await self.store.match_index.brief(name)
                refused[name] = found.aside_reason if found else say("match-is-gone")
        return {"opened": opened, "refused": refused}

    async def delete(self, table: str) -> None:
        """Delete a match for good."""
        await self.match(table)
        await self.tables.delete(table)

    # Guests

    async def guests(self, text: str = "", most: int = 50) -> list[Json]:
        """List guests whose id or name holds a text, the newest first."""
        return [{"id": guest.id, "name": guest.name} for guest in await self.store.find_guests(text, min(most, MOST))]

    async def forget(self, guest: str) -> None:
        """Delete a guest with everything about them; their matches stay."""
        if not any(each.id == guest for each in await self.store.find_guests(guest, MOST)):
            raise GameError(say("unknown-guest", guest=guest[:40]))
        await self._forget(guest)

    # Addresses

    async def block(self, network: str, reason: str = "") -> Json:
        """Answer nobody any more who comes from an address or network."""
        name = read_network(network)
        await self.store.block(name, reason, self.tables.runs.now())
        await self._reblock()
        return {"network": name}

    async def unblock(self, network: str) -> Json:
        """Answer again whoever comes from there."""
        name = read_network(network)
        if name not in await self.store.blocks():
            raise GameError(say("not-blocked", network=name))
        await self.store.unblock(name)
        await self._reblock()
        return {"network": name}

    async def blocked(self) -> Json:
        """List the blocked networks with the reasons."""
        return dict(await self.store.blocks())


def read_network(text: str) -> str:
    """Return an address or network in its usual form; GameError if it is none, or would block everybody."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise GameError(say("cannot-read-address", address=text[:60])) from None
    if found.prefixlen < 8:
        raise GameError(say("too-much-to-block", network=found))
    return str(found)
