"""What was made for the viewers of a table, for those who see the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count

from calumma.site.picture_cache import PictureCache

_SERIAL = count()


class Rendered:
    """Messages of the newest version of a table, and its pictures among those of all tables."""

    def __init__(self, pictures: PictureCache) -> None:
        self.pictures = pictures
        self.version = 0  # of what everybody sees; counts up with every change
        self.messages: dict[Hashable, tuple[str | bytes, str]] = {}  # of this version
        self.told: dict[int | None, int] = {}  # by viewer: how many plies were put into words
        self._serial = next(_SERIAL)  # a table that is loaded again is another one to the pictures
        self._era = 0  # how often plies were taken back: a ply number means another position afterwards

    def renew(self) -> None:
        """Begin a new version: what was made so far is shown no more."""
        self.version += 1
        self.messages.clear()

    def note_undo(self) -> None:
        """Note that plies were taken back: pictures of their positions are not those of the positions to come."""
        self._era += 1

    def picture(self, position: Hashable, render: Callable[[], str]) -> str:
        """Return the picture of a position, drawn now unless it is there."""
        return self.pictures.picture(self._key(position), render)

    def has_picture(self, position: Hashable) -> bool:
        """Return whether the picture of a position is there."""
        return self._key(position) in self.pictures

    def _key(self, position: Hashable) -> Hashable:
        return (self._serial, self._era, position)
