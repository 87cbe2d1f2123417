"""Which bot thinks next, and where, in a house of several servers.

What waits is not a list of its own: a match at which a bot is to act is a thought that waits, so none is ever lost, and one
about a position that is gone is no more there. Whoever thinks holds a lease, and renews it while it lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

LEASE = 15.0
"""Seconds after which a thought of which nothing was heard is another's."""

BEAT = 5.0
"""Seconds between two signs that somebody still thinks."""

WATCHED = 60.0
"""Seconds for which bots play on among themselves after somebody looked."""


class Thoughts(Protocol):
    """The operations of the queue. Each is done once it returns."""

    async def take(self, thinker: str, now: float) -> str | None:
        """Return the table whose bot is to think next, which is the thinker's for a while; None if none waits.

        Those come first for whom a person waits, then those of people for whom the fewest bots think now and who were served
        the longest ago, then those that have waited longest.
        """

    async def renew(self, table: str, thinker: str, now: float) -> bool:
        """Keep a thought for a while longer; False if it is not the thinker's any more, or nobody needs it."""

    async def let_go(self, table: str, thinker: str) -> None:
        """Leave a thought to whoever takes it next."""

    async def note_looks(self, tables: Sequence[str], at: float) -> None:
        """Note that somebody watches tables, so that bots among themselves go on there."""

    async def waiting(self, now: float) -> int:
        """Return how many thoughts wait or are under way."""
