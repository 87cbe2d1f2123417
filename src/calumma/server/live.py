"""The socket of a table: news as they come, and what was missed after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import ParamSpec

import anyio
from anyio.abc import TaskGroup
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from calumma.core.words import Words
from calumma.server.hosting import HostedServices
from calumma.server.models import read_command
from calumma.site.limits import TooMuch, asker
from calumma.site.live import PACKED_PAGE, PAGE, PROGRAM, Broadcast
from calumma.site.store import Conflict, Guest, Unavailable
from calumma.site.table import Table
from calumma.site.viewers import Viewer

say = Words(__package__)

router = APIRouter()
P = ParamSpec("P")
TOO_MUCH, TRY_AGAIN = 1008, 1013


class Socket:
    """The socket of one viewer of one table."""

    def __init__(self, services: HostedServices, table: Table, viewer: Viewer, socket: WebSocket, since: int, kind: str) -> None:
        self.services, self.table, self.viewer, self.socket = services, table, viewer, socket
        self.is_cut = False  # whether the store was out of reach
        name = services.name_of(viewer.guest, socket)
        self.broadcast = Broadcast(services, table, viewer, self, read_command, since, kind, name)

    async def run(self) -> None:
        """Serve until the other side leaves or the server ends."""
        changed = self.table.watch(self.viewer.guest)
        changed.set()
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._first_to_end, group, self.broadcast.send, changed)
                group.start_soon(self._first_to_end, group, self._receive, changed)
        finally:
            self.table.unwatch(changed)
        await self._close()

    async def _first_to_end(
        self, group: TaskGroup, task: Callable[P, Awaitable[None]], *arguments: P.args, **options: P.kwargs
    ) -> None:
        """Do one of the two tasks; when it ends, so does the other."""
        try:
            with suppress(WebSocketDisconnect, RuntimeError, Conflict):  # the other side is gone, or the table is read again
                await task(*arguments, **options)
        except Unavailable:  # nobody can say now whether the session lasts
            self.is_cut = True
        group.cancel_scope.cancel()

    async def _close(self) -> None:
        if self.socket.client_state == WebSocketState.CONNECTED and self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.close(TRY_AGAIN if self.is_cut else 1012 if self.table.broken else 1000)

    async def _receive(self, changed: asyncio.Event) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self.broadcast.execute(message.get("text"), changed)

    async def guest(self) -> Guest | None:
        """Return who is at the other end, as long as the session lasts."""
        return await self.services.guest(self.socket)

    async def say(self, message: str | bytes) -> None:
        """Send a message."""
        if isinstance(message, bytes):
            await self.socket.send_bytes(message)
        else:
            await self.socket.send_text(message)


async def serve_socket(
    services: HostedServices, socket: WebSocket, table: Table, since: int, kind: str, tall: bool = False, turned: bool = False
) -> None:
    """Accept a socket and serve it; Unavailable if nobody can say whose it is."""
    viewer = Viewer(await services.guest(socket), tall=tall, turned=turned)
    try:
        with services.limits.socket(asker(), viewer.guest.id if viewer.guest else None):
            table.payer = table.payer or asker()
            await socket.accept()
            await Socket(services, table, viewer, socket, since, kind).run()
    except TooMuch as error:
        await socket.close(TOO_MUCH, str(error))


@router.websocket("/api/tables/{table_id}/live")
async def live(
    socket: WebSocket,
    table_id: str,
    since: int = 0,
    page: bool = False,
    tall: bool = False,
    turned: bool = False,
    packed: bool = False,
) -> None:
    """Stream a table: every change since an event number, and everything that follows. Commands are accepted here, too."""
    services: HostedServices = socket.app.state.services
    try:
        table = await services.tables.fresh(table_id)
        if table is None or not table.may_look(await services.guest(socket)):
            await socket.close(1008, say("no-such-table") if table is None else say("private-table"))
            return
        await serve_socket(services, socket, table, since, (PACKED_PAGE if packed else PAGE) if page else PROGRAM, tall, turned)
    except Unavailable:
        await socket.close(TRY_AGAIN, say("out-of-reach"))
