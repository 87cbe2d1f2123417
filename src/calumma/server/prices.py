"""What a request costs: as the tables of routes and pages say, and what is a server's alone by its address."""

from __future__ import annotations

from calumma.offline import files
from calumma.server.shelves import OFFLINE, shelf_of
from calumma.server.shelves import STATIC as STATIC_FILES
from calumma.site.api.routes import find_route
from calumma.site.limits import DEAR, PAGE, STATIC, WRITE
from calumma.site.pages.routes import PAGES

PRICES: tuple[tuple[str, float], ...] = (
    ("/health", STATIC),
    ("/api/openapi.json", DEAR),
)
PAINTED = "/end.png"
"""How the address of a picture ends that is painted for whoever asks first."""
BYTES = 2**21
"""Bytes of a large file for each permit; only the site without a server has such."""


def price_of(method: str, path: str) -> float:
    """Return how many permits a request costs, by its address alone: it is asked before anything is read."""
    if path.startswith(STATIC_FILES):
        return STATIC
    if path.startswith(OFFLINE):
        return STATIC + shelf_of(files.FOLDER).size(path.removeprefix(OFFLINE)) / BYTES
    found = find_route(method, path) or find_route(method, path, PAGES)
    if found is not None:
        return found[0].cost
    if path.endswith(PAINTED):
        return DEAR
    for beginning, price in PRICES:
        if path.startswith(beginning):
            return price
    return PAGE if method in ("GET", "HEAD") else WRITE
