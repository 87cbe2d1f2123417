"""What a request costs: the pages by their addresses, everything else as the table of routes says."""

from __future__ import annotations

from calumma.site.api.routes import find_route
from calumma.site.limits import DEAR, PAGE, STATIC, WRITE

PRICES: tuple[tuple[str, float], ...] = (
    ("/static/", STATIC),
    ("/health", STATIC),
    ("/drawing.css", STATIC),
    ("/words.js", STATIC),
    ("/analysis/", DEAR),  # reads decks
    ("/games/", DEAR),
    ("/rules/", DEAR),
    ("/api/openapi.json", DEAR),
)


def price_of(method: str, path: str) -> float:
    """Return how many permits a request costs, by its address alone: it is asked before anything is read."""
    found = find_route(method, path)
    if found is not None:
        return found[0].cost
    for beginning, price in PRICES:
        if path.startswith(beginning):
            return price
    return PAGE if method in ("GET", "HEAD") else WRITE
