"""What is known of the matches without reading their events: where each stands, whether it is set aside, how long nobody came.

A server may keep any number of matches: it reads one when somebody comes to it, or when something is due there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, get_args


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, as far as a server must know without reading it."""

    begun: bool
    deadline: float | None = None  # when the time of whoever is to act is over
    bot_acts: bool = False
    turn_of: str | None = None  # the guest who is to act, where others wait for them
    turn_number: int | None = None  # of the event that began the turn


@dataclass(frozen=True, slots=True)
class Due:
    """A match whose deadline is near."""

    id: str
    deadline: float
    time_limit: str


@dataclass(frozen=True, slots=True)
class Brief:
    """A match in a few words, for whoever looks after the server."""

    id: str
    game: str
    rules: int
    created: float
    active: float
    begun: bool | None
    ended: bool
    aside: str | None
    aside_reason: str | None
    host: str
    people: int  # who sit there

    @property
    def place(self) -> Place:
        """Its place among the matches, the newest first."""
        return (self.active, self.id)


Place = tuple[float, str]
Which = Literal["running", "waiting", "over", "aside", "all"]
WHICH: tuple[Which, ...] = get_args(Which)


class MatchIndex(Protocol):
    """The operations of a shelf. Matches that are set aside are found by `briefs` alone."""

    async def due(self, until: float, most: int) -> list[Due]: ...
    async def bots_waited_for(self, most: int, after: Place | None) -> list[Brief]: ...
    async def untold(self, most: int, after: Place | None) -> list[Brief]: ...
    async def unknown(self, most: int) -> list[str]: ...
    async def note(self, table: str, standing: Standing) -> None: ...
    async def put_aside(self, table: str, kind: str | None, reason: str | None, ended: bool) -> None: ...
    async def idle(self, begun: bool, before: float, most: int) -> list[Brief]: ...
    async def briefs(self, which: Which, most: int) -> list[Brief]: ...
    async def brief(self, table: str) -> Brief | None: ...
    async def count_aside(self) -> int: ...
    async def delete(self, table: str) -> None: ...
