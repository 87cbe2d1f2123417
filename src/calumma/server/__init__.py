"""The server: one host of the application, on which people and bots play, live or over days. It knows no game."""

from calumma.server.app import create_app
from calumma.server.settings import Settings
from calumma.site.memory import MemoryStore
from calumma.site.store import Store

__all__ = ["MemoryStore", "Settings", "Store", "create_app"]
