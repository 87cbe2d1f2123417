"""The command that serves the games to browsers."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is every one of this machine."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port to listen on; 0 picks a free one."
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, open_browser: bool) -> None:
    """Serve the games to browsers: play against bots and with friends."""
    from calumma.server.running import run

    run(host, port, open_browser)
