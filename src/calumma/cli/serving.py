"""The command that serves the games to browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from calumma.server import Store


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is every one of this machine."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port to listen on; 0 picks a free one."
)
@click.option(
    "--db",
    metavar="URL",
    help="Where matches are kept: sqlite:///FILE, postgresql://USER@HOST/NAME or memory. Default: a file of your own.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--lan", is_flag=True, help="Let everybody in this network join; shows the address to type in there.")
@click.option("--rate", type=click.FloatRange(0.1), help="Requests and messages a second that one guest or address may send.")
def serve(host: str, port: int, db: str | None, open_browser: bool, lan: bool, rate: float | None) -> None:
    """Serve the games to browsers: play against bots and with friends."""
    from calumma.server import Settings
    from calumma.server.running import run
    from calumma.terminal.table import data_directory

    store = store_of(db or f"sqlite:///{data_directory() / 'calumma.db'}")
    settings = Settings() if rate is None else Settings(rate=rate, burst=4 * rate)
    run("0.0.0.0" if lan else host, port, open_browser, store, settings, lan)


def store_of(db: str) -> Store:
    """Return the store that --db names."""
    from calumma.server import MemoryStore
    from calumma.server.database import DatabaseStore

    return MemoryStore() if db == "memory" else DatabaseStore(db)
