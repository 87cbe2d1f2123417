"""When a match begins: every seat is taken, all seeds are open, and whoever had to say so has said so."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.play import Match
from calumma.site.notes import Notes
from calumma.site.store import StoredTable


def has_begun(match: Match, stored: StoredTable) -> bool:
    """Return whether a match is under way, or over: every seat is taken, and whoever had to say so has said so."""
    return None not in match.players and (match.begun or not (stored.waits or match.luck))


def begin(match: Match, stored: StoredTable, owners: dict[int, str], notes: Notes) -> dict[int, str]:
    """Begin a match if it is time, and draw what luck owes; return who owns which seat then."""
    if not has_begun(match, stored) and _may_begin(match, stored, owners, notes):
        match.begin(stored.begins == "random")
        first = match.first or 0
        owners = {(seat - first) % stored.seats: owner for seat, owner in owners.items()}
    if has_begun(match, stored):
        match.advance()
    return owners


def _may_begin(match: Match, stored: StoredTable, owners: Mapping[int, str], notes: Notes) -> bool:
    if None in match.players or match.called_off or match.unopened or notes.due & set(owners):
        return False
    return not stored.waits or set(owners) <= notes.ready
