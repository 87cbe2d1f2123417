"""The server: a web application on which people and bots play, live or over days. It knows no game."""

from calumma.server.app import create_app
from calumma.server.settings import Settings
from calumma.server.store import MemoryStore, Store

__all__ = ["MemoryStore", "Settings", "Store", "create_app"]
