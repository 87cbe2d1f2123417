"""What the application keeps: guests and tables. Any store offers these operations; `memory.py` has the plainest one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from calumma.core.options import OptionValue
from calumma.site.match_index import MatchIndex, Standing
from calumma.site.outbox import Outbox
from calumma.site.puzzle_ratings import PuzzleRatings
from calumma.site.sessions import Sessions
from calumma.site.thoughts import Thoughts

if TYPE_CHECKING:
    from calumma.site.questions import Questions

Begins = Literal["rotating", "chosen", "random"]
"""Who begins: seats as chosen and one further in every rematch, as chosen always, or by lot."""
Status = Literal["waiting", "playing", "over"]
"""Of a table: before the first turn, from then on, and from the end on, be it that the match was called off."""

SUBSTITUTE = "level:2"
"""The bot that plays on for somebody who left, unless another one was chosen when the table was opened."""


class Conflict(Exception):
    """An event of that number is already there, or the table was changed otherwise: somebody else wrote first."""


class Unavailable(OSError):
    """The store cannot be used just now: nothing was acknowledged, and it is worth another try. The text says why."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person or program that the server knows by a token; the name is what others see."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is kept: what was agreed on before the first ply, who sits where, and the events of its match."""

    id: str
    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    practice: bool
    secret: str | None
    invite: str
    host: str
    created: float
    is_open: bool = False  # listed for everybody who looks for a match
    rematch_of: str | None = None
    sitters: Mapping[int, str] = field(default_factory=dict)
    events: Sequence[Mapping[str, object]] = ()
    times: Sequence[float] = ()  # when the events happened
    left: Mapping[int, str] = field(default_factory=dict)  # who gave a seat to a bot
    time_limit: str = ""  # as `play.Limit` writes it; none if empty
    begins: Begins = "rotating"
    waits: bool = False  # for everybody to say so before the match begins
    is_closed: bool = False  # to spectators
    notes: Mapping[str, object] = field(default_factory=dict)  # what stands between two events: an offer, who is ready
    substitute: str = SUBSTITUTE  # the bot that plays on for somebody who left
    ended: bool = False
    standing: Standing | None = None
    aside: str | None = None  # why it is set aside, in one word: see set_aside.py
    aside_reason: str | None = None  # and in a sentence
    branch_of: str | None = None  # the table of the match from one of whose positions this one is played on
    version: int = 0  # how often it was changed: events, owners of seats, notes, being set aside


@dataclass(frozen=True, slots=True)
class Change:
    """What is written together or not at all: new events, new owners of seats (None: nobody), who left a seat, and notes."""

    events: Sequence[Mapping[str, object]] = ()
    sitters: Mapping[int, str | None] = field(default_factory=dict)
    at: float = 0.0
    left: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[str, object] | None = None  # None: as they were
    standing: Standing | None = None
    version: int = 0  # of the table that was changed; where several servers write, another one means Conflict


Run = tuple[float, float]
"""From when until when a server was surely running."""


class Store(Protocol):
    """The operations of a store. Each is done once it returns: what was written survives the end of the server."""

    @property
    def outbox(self) -> Outbox: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def match_index(self) -> MatchIndex: ...
    @property
    def puzzle_ratings(self) -> PuzzleRatings | None: ...  # None where one is alone: puzzles are as hard as the search says
    @property
    def thoughts(self) -> Thoughts: ...
    @property
    def questions(self) -> Questions: ...

    is_shared: bool  # whether several servers write to it
    is_ours: bool  # whether we may write to it now: alone, or with the others of the house
    on_lost: Callable[[], None]  # is called when another server may write from now on
    on_trouble: Callable[[], None]  # is called when something could not be read or written

    async def start(self) -> None: ...
    async def stop(self) -> None: ...
    async def add_guest(self, guest: Guest, token: str, label: str = "") -> None: ...
    async def add_token(self, guest: str, token: str, label: str = "") -> None: ...
    async def guest_of(self, token: str) -> Guest | None: ...
    async def rename_guest(self, guest: str, name: str) -> None: ...
    def renew_guests(self) -> None: ...
    async def forget_guest(self, guest: str) -> None: ...
    async def add_table(self, table: StoredTable) -> None: ...
    async def append(self, table: str, change: Change) -> None: ...
    async def table(self, table: str, since: int = 0) -> StoredTable | None: ...
    async def versions(self, tables: Sequence[str]) -> Mapping[str, int]: ...
    async def tables_of(self, guest: str, most: int) -> list[str]: ...
    async def unfinished_of(self, guest: str, most: int) -> list[str]: ...
    async def open_tables(self, most: int) -> list[str]: ...
    async def rematch_of(self, table: str) -> str | None: ...
    async def begin_run(self, at: float) -> list[Run]: ...
    async def runs(self) -> list[Run]: ...
    async def note_run(self, began: float, until: float) -> None: ...
    async def latest(self) -> float: ...
    async def try_writing(self, at: float) -> None: ...
    async def find_guests(self, text: str, most: int) -> list[Guest]: ...
    async def blocks(self) -> Mapping[str, str]: ...
    async def block(self, network: str, reason: str, at: float) -> None: ...
    async def unblock(self, network: str) -> None: ...


def has_ended(events: Sequence[Mapping[str, object]], before: bool = False) -> bool:
    """Return whether a match is over after these further events."""
    ended = before
    for event in events:
        ended = event["event"] in ("ended", "called_off") or (ended and event["event"] != "taken_back")
    return ended
