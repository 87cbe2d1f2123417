"""Running the server: the port, the address that is printed, and a clean end."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import click
import segno
import uvicorn

from calumma.core import GameError
from calumma.core.words import Words
from calumma.server.admin_socket import AdminSocket
from calumma.server.app import create_app
from calumma.server.connections import Connections, protocols, proxies_of, quiet, raise_file_limit
from calumma.server.hosting import HostedServices
from calumma.server.settings import Settings
from calumma.site.bus import Bus
from calumma.site.store import Store

say = Words(__package__)

SWITCH_SECONDS = 0.001
"""How long a thread of a bot may keep the interpreter to itself between two searches, while somebody waits for an answer."""

GARBAGE_THRESHOLDS = (10_000, 50, 100)
"""How much is made before garbage is looked for, in the young and the older objects: with hundreds of matches under way, looking
through everything takes 200 ms, and by Python's own measure it happened every few seconds."""
BACKLOG = 256
"""Connections that wait until they are accepted. asyncio tries so often to accept one, also when there are no files left."""
TIDY_SECONDS = 600.0
"""How often everything is looked through all the same: closed connections leave garbage that a quiet server would never reach."""


def run(
    host: str,
    port: int,
    open_browser: bool = False,
    store: Store | None = None,
    settings: Settings | None = None,
    lan: bool = False,
    public: str | None = None,
    desk: Path | None = None,
    bus: Bus | None = None,
) -> None:
    """Serve until interrupted; in a local network the address for others is told, too.

    `public` is where a proxy serves it, `desk` where `calumma admin` finds it, `bus` what connects it with other servers.
    """
    listener = listen(host, port)
    address = address_of(host, listener.getsockname()[1])
    shared = f"http://{own_address()}:{listener.getsockname()[1]}/" if lan else address
    chosen = replace(settings or Settings(), address=public_address(public) if public else shared, any_host=False)
    if lan:
        click.echo(say("address-for-others", address=shared))
        show_code(shared)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(store, chosen, bus)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws_max_size=chosen.most_message * 4,
        ws_ping_interval=20,
        ws_ping_timeout=40,
        ws_per_message_deflate=False,  # it would pack the same message again for everybody: see live.py
        timeout_keep_alive=int(chosen.allowance.idle),
        timeout_graceful_shutdown=5,
        server_header=False,
        backlog=BACKLOG,
    )
    connections = Connections(app.state.services.limits, raise_file_limit(), proxies_of(config.forwarded_allow_ips))
    config.http, config.ws = protocols(connections)
    try:
        asyncio.run(_serve(app.state.services, uvicorn.Server(config), listener, address, open_browser, desk))
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


async def _serve(
    services: HostedServices, server: uvicorn.Server, listener: socket.socket, address: str, open_browser: bool, path: Path | None
) -> None:
    """Open the store first, so that its troubles come out as sentences, then serve."""
    quiet(asyncio.get_running_loop())
    try:
        await services.start()
    except GameError:
        await services.stop()
        raise
    gc.collect()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.freeze()  # what is there now stays: nobody shall wait while it is looked through for garbage
    click.echo(say("running", address=address))
    if open_browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    tidying = asyncio.create_task(_tidy())
    desk = AdminSocket(services.operator, path) if path else None
    if desk:
        await desk.start()
    try:
        await server.serve([listener])
    finally:
        tidying.cancel()
        if desk:
            await desk.stop()


async def _tidy() -> None:
    """Look for garbage among everything, now and then."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        gc.collect()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; GameError if the port is taken or not ours to use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio does not set TCP_NODELAY
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise GameError(say("cannot-listen", host=host, port=port, error=(error.strerror or str(error)).lower())) from None
    listener.set_inheritable(True)
    return listener


def address_of(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def public_address(text: str) -> str:
    """Return the address that a proxy serves, with a slash at its end; GameError if it cannot be one."""
    parts = urlsplit(text)
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise GameError(say("cannot-use-public-address", address=text))
    return f"{parts.scheme}://{parts.netloc}/"


def code_of(address: str) -> str:
    """Return an address as a QR code for terminals: two rows of it in one line of characters."""
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def show_code(address: str) -> None:
    """Print an address as a QR code, light on dark whatever the terminal's colours are, if it can show one."""
    code = code_of(address)
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    for line in code.splitlines():
        click.secho(line, fg="bright_white", bg="black")


def own_address() -> str:
    """Return the address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
