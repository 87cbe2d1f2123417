"""A process that thinks for the bots of a house and serves nobody: it takes thoughts from the database, wherever they arose."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

import click
from prometheus_client import start_http_server

from calumma.core.words import Words
from calumma.server.hosting import HostedServices
from calumma.server.settings import Settings
from calumma.site.bus import Bus
from calumma.site.store import Store, Unavailable

say = Words(__package__)

COMPARE = 5.0  # seconds between two looks when servers ran: what a clock has left after a bot's ply rests on that


def run(store: Store, bus: Bus, settings: Settings, metrics: int | None = None) -> None:
    """Think until interrupted; with a port, numbers for Prometheus are to be had there on this machine."""
    asyncio.run(_run(HostedServices(store, settings, bus, "thinker"), metrics))


async def _run(services: HostedServices, metrics: int | None) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        await services.start_thinking()
        if metrics is not None:
            start_http_server(metrics, "127.0.0.1", services.metrics.registry)
        click.echo(say("thinking", places=services.workers.thoughts))
        await follow_time(services, ended)
    finally:
        await services.stop_thinking()


async def follow_time(services: HostedServices, ended: asyncio.Event) -> None:
    """Look when servers ran, again and again, until it is time to end."""
    while not ended.is_set():
        with suppress(Unavailable):  # while the database is away, nothing is thought about, either
            await services.runs.compare()
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), COMPARE)
