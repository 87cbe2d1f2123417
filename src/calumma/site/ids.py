"""Ids that are made up, for tables and guests."""

from __future__ import annotations

import secrets


def new_id(size: int) -> str:
    """Return an id that nobody guesses. None begins with a dash: `calumma admin` would take it for an option."""
    while (made := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return made
