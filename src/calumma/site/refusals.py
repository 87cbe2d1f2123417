"""Requests that are refused, each with the status that says so to programs."""

from __future__ import annotations

from calumma.site.store import StoredTable


class Refused(Exception):
    """A request cannot be answered; the text says why, the status in one of HTTP's numbers."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class SetAside(Exception):
    """Somebody asked for a match that is set aside."""

    def __init__(self, stored: StoredTable) -> None:
        super().__init__(stored.id)
        self.stored = stored
