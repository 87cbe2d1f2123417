"""Who watches a table: who is there, who looks, and since when the others have been away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from calumma.site.store import Guest

PRESENCE_SECONDS = 1.0
"""How often people are told who came and went."""


ELSEWHERE_SECONDS = 15.0
"""For how long it is believed what another server has said of who watches there."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Who watches at another server, as it said at a time: guests, with more than 0 if they look, and how many strangers."""

    at: float
    guests: Mapping[str, float]
    strangers: int


class Watchers:
    """Those who watch a table, each with an event that is set when there is something new."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.version = 0  # of who is there; counts up when somebody has come or gone
        self.looked = float("-inf")  # when somebody last watched or asked
        self._now = now
        self._since = now()
        self._watching: dict[asyncio.Event, str | None] = {}
        self._hidden: set[asyncio.Event] = set()  # watchers whose page nobody looks at now
        self._away: dict[str, float] = {}
        self._timer: asyncio.TimerHandle | None = None  # who is there is told when it rings
        self._elsewhere: dict[str, Elsewhere] = {}  # by server: who watches there

    def __bool__(self) -> bool:
        return bool(self._watching)

    def add(self, guest: Guest | None) -> asyncio.Event:
        """Return an event that is set whenever something changes, until it is removed."""
        changed = asyncio.Event()
        self._watching[changed] = guest.id if guest else None
        if guest:
            self._away.pop(guest.id, None)
        self._tell_presence()
        return changed

    def remove(self, changed: asyncio.Event) -> None:
        """Stop setting an event."""
        guest = self._watching.pop(changed, None)
        self._hidden.discard(changed)
        if guest and not self.present(guest):
            self._away[guest] = self._now()
        self.looked = self._now()
        self._tell_presence()

    def wake(self) -> None:
        """Tell everybody that there is something new."""
        for changed in self._watching:
            changed.set()

    def _tell_presence(self) -> None:
        """Tell who is there, once a second at most: else one who comes and goes keeps everybody busy."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.version += 1
        self.wake()

    def note_visit(self, guest: Guest) -> None:
        """Note that somebody asked for something: programs may play without ever watching."""
        if not self.present(guest.id):
            self._away[guest.id] = self._now()

    def attend(self, changed: asyncio.Event, here: bool) -> None:
        """Note whether somebody looks at the page of a watcher."""
        (self._hidden.discard if here else self._hidden.add)(changed)

    def present(self, guest: str) -> bool:
        """Return whether a guest watches now, here or at another server."""
        return guest in self._watching.values() or any(guest in each.guests for each in self._others())

    def looks(self, guest: str) -> bool:
        """Return whether a guest looks at a page of the table, not only has one open."""
        return self._looks_here(guest) or any(each.guests.get(guest, 0.0) > 0 for each in self._others())

    # Those who watch the same table at other servers

    def here(self) -> dict[str, float]:
        """Return who watches here: guests, with 1 if they look at the page, and under an empty name how many others."""
        found = {guest: float(self._looks_here(guest)) for guest in self._watching.values() if guest}
        strangers = sum(1 for guest in self._watching.values() if guest is None)
        return found | ({"": float(strangers)} if strangers else {})

    def _looks_here(self, guest: str) -> bool:
        return any(owner == guest and changed not in self._hidden for changed, owner in self._watching.items())

    def note_elsewhere(self, server: str, held: Mapping[str, float]) -> None:
        """Note who watches at another server, as it has just said."""
        before = {guest for each in self._others() for guest in each.guests}
        strangers = {name: number for name, number in held.items() if not name}
        guests = {name: number for name, number in held.items() if name}
        self._elsewhere[server] = Elsewhere(self._now(), guests, round(sum(strangers.values())))
        after = {guest for each in self._others() for guest in each.guests}
        for guest in before - after:
            if not self.present(guest):
                self._away[guest] = self._now()
        for guest in after - before:
            self._away.pop(guest, None)
        if before != after:
            self._tell_presence()

    def _others(self) -> list[Elsewhere]:
        """What other servers have said lately: one that is lost says nothing any more."""
        if not self._elsewhere:
            return []
        now = self._now()
        return [each for each in self._elsewhere.values() if now - each.at < ELSEWHERE_SECONDS]

    def away_since(self, guest: str) -> float | None:
        """Return when a guest was last seen here, if absent and known."""
        return self._away.get(guest)

    def absence(self, guest: str) -> float:
        """Return for how many seconds a guest has not watched; of who never came, since there is anything to watch."""
        return 0.0 if self.present(guest) else max(0.0, self._now() - self._away.get(guest, self._since))

    def count_without(self, people: Container[str | None]) -> int:
        """Return how many watch who are not among these people."""
        here = sum(1 for guest in self._watching.values() if guest not in people)
        return here + sum(each.strangers + sum(guest not in people for guest in each.guests) for each in self._others())
