"""Pictures that were drawn, for those who look next: of all tables together, and no more of them than fit."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

OVERHEAD = 200  # bytes beside the text: its key, and its place among the others


class PictureCache:
    """Keeps what was looked at last, up to a number of bytes. Threads may draw for it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._pictures

    def picture(self, key: Hashable, render: Callable[[], str]) -> str:
        """Return a picture, drawn now unless it is there."""
        with self._lock:
            known = self._pictures.get(key)
            if known is not None:
                self._pictures.move_to_end(key)
                return known.decode()
        text = render()
        self._keep(key, text.encode())
        return text

    def _keep(self, key: Hashable, picture: bytes) -> None:
        """Keep a picture, as UTF-8: as a text with a single rare letter it takes two or four times as much."""
        with self._lock:
            self.size += len(picture) + OVERHEAD - self._take(key)
            self._pictures[key] = picture
            while self.size > self.most and self._pictures:
                self.size -= self._take(next(iter(self._pictures)))

    def _take(self, key: Hashable) -> int:
        known = self._pictures.pop(key, None)
        return 0 if known is None else len(known) + OVERHEAD
