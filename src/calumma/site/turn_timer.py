"""The end of a turn whose time is over."""

from __future__ import annotations

from calumma.site.kept_match import KeptMatch
from calumma.site.table_seats import TableSeats


class TurnTimer:
    """Looks whether the time of whoever is to act is over; `timekeeper.py` knows when to look."""

    def __init__(self, kept: KeptMatch, seats: TableSeats) -> None:
        self._kept, self._seats = kept, seats

    async def keep_time(self) -> int | None:
        """End the turn of the seat whose time is over, if it is, and return the seat; the caller holds the table's lock.

        Nobody loses while nothing can be written: Unavailable is raised then, and the time does not count.
        """
        await self._kept.runs.settle()
        if self.late_seat is None:
            return None
        await self._kept.runs.prove()
        seat = self.late_seat
        if seat is not None:
            await self._seats.out_of_time(seat)
        return seat

    @property
    def late_seat(self) -> int | None:
        """The seat whose time is over."""
        clock = self._kept.clock
        if clock is None or self._kept.broken or not clock.is_over(self._kept.now()):
            return None
        assert clock.running is not None
        return clock.running
