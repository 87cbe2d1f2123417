"""What the servers of one house tell each other: that something is new, never what.

The store has the truth, the bus only makes it known sooner: a message that is lost, or a bus that is away, delays and loses
nothing. News of a table are its id and how often it was changed, so nothing that is hidden can be learnt from them. Who is at
which table, and what addresses have used up, is told in the same way, again and again, and kept nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

Kind = Literal["table", "guest", "blocks", "bots", "answer", "here", "spent"]
"""Of what there is news: a table was changed; a guest's name, sessions or wishes were; networks were blocked; a bot is to act or
is asked; a question is answered; who is at a table; what addresses have used."""

DEADLINES: Final = "deadlines"  # who looks for deadlines at tables that nobody has in memory
NOTICES: Final = "notices"  # who looks for notices that nobody gives, because a server was lost
CARE: Final = "care"  # who deletes and ends what nobody comes to any more


@dataclass(frozen=True, slots=True)
class News:
    """One message. `number` is of a table how often it was changed; `held` are numbers by names, of `here` and `spent` alone."""

    kind: Kind
    about: str = ""
    number: int = 0
    held: tuple[tuple[str, float], ...] = ()
    server: str = ""  # who says so


Hear = Callable[[News], None]


class Bus(Protocol):
    """The operations of a bus. `server` is the name of this process among the others."""

    server: str
    is_shared: bool  # whether there may be others

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin: `hear` is called with the news of others, `missed` whenever some may have been lost."""

    async def stop(self) -> None:
        """End."""

    def tell(self, news: News) -> None:
        """Tell the others, as soon as possible; nobody waits for it, and it may get lost."""

    async def holds(self, lease: str) -> bool:
        """Return whether a piece of work is ours for now. Without the others' word everybody does it: the store takes it once."""


class Alone:
    """No bus: one server, which does everything."""

    server = "alone"
    is_shared = False

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin; there is nothing to hear."""

    async def stop(self) -> None:
        """End."""

    def tell(self, news: News) -> None:
        """Tell nobody."""

    async def holds(self, lease: str) -> bool:
        """All work is ours."""
        return True


class Exchange:
    """Connects servers of one process, as tests and the simulation have them. Whoever wants messages to get lost says which."""

    def __init__(self, loses: Callable[[News, str], bool] = lambda news, to: False) -> None:
        self.loses = loses
        self.told: list[News] = []  # all that was ever said
        self.leases: dict[str, str] = {}
        self._ends: dict[str, LocalBus] = {}

    def bus(self, server: str) -> LocalBus:
        """Return the bus of a server."""
        return LocalBus(server, self)

    def add(self, bus: LocalBus) -> None:
        """Let a server hear from now on."""
        self._ends[bus.server] = bus

    def remove(self, bus: LocalBus) -> None:
        """Let a server hear no more; what it did is free for others."""
        self._ends.pop(bus.server, None)
        self.leases = {lease: server for lease, server in self.leases.items() if server != bus.server}

    def carry(self, news: News) -> None:
        """Bring news to everybody else, one step of the loop later."""
        self.told.append(news)
        for server, bus in list(self._ends.items()):
            if server != news.server and not self.loses(news, server):
                asyncio.get_running_loop().call_soon(bus.hear, news)


class LocalBus:
    """One end of an exchange."""

    is_shared = True

    def __init__(self, server: str, exchange: Exchange) -> None:
        self.server = server
        self.hear: Hear = lambda news: None
        self._exchange = exchange

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin to hear."""
        self.hear = hear
        self._exchange.add(self)

    async def stop(self) -> None:
        """Hear no more."""
        self._exchange.remove(self)

    def tell(self, news: News) -> None:
        """Tell the others."""
        self._exchange.carry(News(news.kind, news.about, news.number, news.held, self.server))

    async def holds(self, lease: str) -> bool:
        """Whoever asks first has it, for as long as it lives."""
        return self._exchange.leases.setdefault(lease, self.server) == self.server
