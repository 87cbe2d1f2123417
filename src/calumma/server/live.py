"""The socket of a table: news as they come, and what was missed after a lost connection."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import ParamSpec

import anyio
from anyio.abc import TaskGroup
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from calumma.core import GameError
from calumma.core.messages import sentence
from calumma.core.words import Words
from calumma.server.hosting import HostedServices
from calumma.server.models import read_command
from calumma.site.commands import Attend, execute
from calumma.site.limits import TooMuch, asker
from calumma.site.store import Conflict, Unavailable
from calumma.site.table import Table
from calumma.site.updates import is_long, page_update, presence, program_update
from calumma.site.viewers import Viewer, shares_with

say = Words(__package__)

router = APIRouter()
P = ParamSpec("P")
TOO_MUCH, TRY_AGAIN = 1008, 1013
PAUSE, LONGEST_PAUSE = 0.001, 0.5  # seconds over which news are spread, for each spectator and at the most
UNPACKED = 1000  # characters that are not worth packing
PROGRAM, PAGE, PACKED_PAGE = "program", "page", "packed page"  # who is at the other end: one that can unpack what is long
_pauses = random.Random()  # its own: whoever seeds Python's shared numbers is not to meet ours


class Socket:
    """One viewer of one table. It sends whatever is newest when it gets to it, so a slow reader delays nobody."""

    def __init__(self, services: HostedServices, table: Table, viewer: Viewer, socket: WebSocket, since: int, kind: str) -> None:
        self.services, self.table, self.viewer, self.socket = services, table, viewer, socket
        self.since, self.is_page, self.is_packed = since, kind != PROGRAM, kind == PACKED_PAGE
        self.name = services.name_of(viewer.guest, socket)
        self._picture = ""  # that the page has
        self._version = self._presence = -1  # that were sent

    async def run(self) -> None:
        """Serve until the other side leaves or the server ends."""
        changed = self.table.watch(self.viewer.guest)
        changed.set()
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._first_to_end, group, self._send, changed)
                group.start_soon(self._first_to_end, group, self._receive, changed)
        finally:
            self.table.unwatch(changed)
        await self._close()

    async def _first_to_end(
        self, group: TaskGroup, task: Callable[P, Awaitable[None]], *arguments: P.args, **options: P.kwargs
    ) -> None:
        """Do one of the two tasks; when it ends, so does the other."""
        with suppress(WebSocketDisconnect, RuntimeError, Conflict):  # the other side is gone, or the table is read again
            await task(*arguments, **options)
        group.cancel_scope.cancel()

    async def _close(self) -> None:
        if self.socket.client_state == WebSocketState.CONNECTED and self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.close(1012 if self.table.broken else 1000)

    async def _send(self, changed: asyncio.Event) -> None:
        while True:
            await changed.wait()
            await self._stand_back()
            changed.clear()
            if self.table.broken or not await self._may_look():
                return
            if self.table.rendered.version != self._version:
                await self._say(await self._update())
            elif self.is_page and self.table.watchers.version != self._presence:
                self._presence = self.table.watchers.version
                await self._say(in_json(presence(self.table)))

    async def _stand_back(self) -> None:
        """Let spectators wait, each for another moment: a hundred of them are not served in one breath."""
        if self._version >= 0 and not self.table.seats_of(self.viewer.guest):
            await asyncio.sleep(_pauses.random() * min(LONGEST_PAUSE, PAUSE * self.table.spectators))

    async def _may_look(self) -> bool:
        """Whether the session has not been ended meanwhile, and the table is not closed to its guest."""
        known = await self.services.guest(self.socket)
        return (known and known.id) == (self.viewer.guest and self.viewer.guest.id) and self.table.may_look(known)

    async def _update(self) -> str | bytes:
        """The newest state of the table as this viewer sees it. Viewers who see the same share what was made for the first."""
        work = is_long(self.table, self.viewer, self.since, self.is_page, self.services.settings.frames)
        return await self.services.show(self.table, self.name, self._made, work)

    def _made(self) -> str | bytes:
        table = self.table
        self._version, self._presence = table.rendered.version, table.watchers.version
        moment = round(table.now(), 1) if table.clock else None
        sees = (shares_with(table, self.viewer), self.is_page, self.is_packed, self.since, self._picture)
        made, self._picture = table.rendered.messages.get((sees, table.watchers.version, moment)) or self._render()
        table.rendered.messages[sees, table.watchers.version, moment] = made, self._picture
        self.since = table.number
        return made

    def _render(self) -> tuple[str | bytes, str]:
        """What this viewer is sent, and the picture that the viewer has then."""
        if not self.is_page:
            return in_json(program_update(self.table, self.viewer, self.since)), ""
        update = page_update(self.table, self.viewer, self.since, self.services.settings.frames)
        picture = update["svg"]
        text = in_json({**update, "svg": None} if picture == self._picture else update)
        return zlib.compress(text.encode(), 5) if self.is_packed and len(text) > UNPACKED else text, picture

    async def _receive(self, changed: asyncio.Event) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._execute(message.get("text"), changed)

    async def _execute(self, text: str | None, changed: asyncio.Event) -> None:
        try:
            if not self.services.limits.may_send(asker(), self.viewer.guest.id if self.viewer.guest else None):
                await asyncio.sleep(self.services.settings.allowance.refused)
                raise GameError(say("too-many-messages"))
            if text is None or len(text) > self.services.settings.most_message:
                raise GameError(say("message-too-large", most=self.services.settings.most_message))
            if not await self._may_look():
                raise GameError(say("session-over"))
            command = read_command(text)
            if isinstance(command, Attend):
                self.table.watchers.attend(changed, command.here)
            else:
                await execute(self.table, self.viewer, command, self.services.settings.load_player)
        except (GameError, Unavailable) as error:
            await self._say(in_json({"type": "refused", "error": sentence(str(error)), "number": self.table.number}))

    async def _say(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            await self.socket.send_bytes(message)
        else:
            await self.socket.send_text(message)


def in_json(message: Mapping[str, object]) -> str:
    """Return a message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


async def serve_socket(
    services: HostedServices, socket: WebSocket, table: Table, since: int, kind: str, tall: bool = False, turned: bool = False
) -> None:
    """Accept a socket and serve it."""
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
        table = await services.tables.find(table_id)
    except Unavailable:
        await socket.close(TRY_AGAIN, say("out-of-reach"))
        return
    if table is None or not table.may_look(await services.guest(socket)):
        await socket.close(1008, say("no-such-table") if table is None else say("private-table"))
        return
    await serve_socket(services, socket, table, since, (PACKED_PAGE if packed else PAGE) if page else PROGRAM, tall, turned)
