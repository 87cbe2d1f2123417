"""The socket of a table: news as they come, and what was missed after a lost connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
from anyio.abc import TaskGroup
from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from calumma.core import GameError
from calumma.server.commands import Attend, obey, read_command
from calumma.server.house import House
from calumma.server.showing import Viewer, page_update, program_update
from calumma.server.tables import Table

TOO_MUCH = 1008


class Socket:
    """One viewer of one table. It sends whatever is newest when it gets to it, so a slow reader delays nobody."""

    def __init__(self, house: House, table: Table, viewer: Viewer, socket: WebSocket, since: int, is_page: bool) -> None:
        self.house, self.table, self.viewer, self.socket = house, table, viewer, socket
        self.since, self.is_page = since, is_page
        self._picture = ""  # that the page has

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

    async def _first_to_end(self, group: TaskGroup, task: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        """Do one of the two tasks; when it ends, so does the other."""
        with suppress(WebSocketDisconnect, RuntimeError):  # the other side is gone
            await task(*arguments)
        group.cancel_scope.cancel()

    async def _close(self) -> None:
        if self.socket.client_state == WebSocketState.CONNECTED and self.socket.application_state == WebSocketState.CONNECTED:
            await self.socket.close(1012 if self.table.broken else 1000)

    async def _send(self, changed: asyncio.Event) -> None:
        while True:
            await changed.wait()
            changed.clear()
            if self.table.broken or not await self._may_look():
                return
            async with self.table.lock:
                update = self._update()
                self.since = self.table.number
            await self._say(update)

    async def _may_look(self) -> bool:
        """Whether the session has not been ended meanwhile, and the table is not closed to its guest."""
        known = await self.house.guest(self.socket)
        return (known and known.id) == (self.viewer.guest and self.viewer.guest.id) and self.table.may_look(known)

    def _update(self) -> dict[str, Any]:
        if self.is_page:
            return self._without_known_picture(page_update(self.table, self.viewer, self.since, self.house.settings.frames))
        return program_update(self.table, self.viewer, self.since)

    def _without_known_picture(self, update: dict[str, Any]) -> dict[str, Any]:
        """Leave out the picture if it is the one that was sent last."""
        known, self._picture = self._picture, update["svg"]
        return {**update, "svg": None} if known == self._picture else update

    async def _receive(self, changed: asyncio.Event) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._obey(message.get("text"), changed)

    async def _obey(self, text: str | None, changed: asyncio.Event) -> None:
        try:
            if not self.house.rates.allow(self.house.name_of(self.viewer.guest, self.socket)):
                raise GameError("too many messages: wait a few seconds")
            if text is None or len(text) > self.house.settings.most_message:
                raise GameError(
                    f"the message is too large or no text: expected at most {self.house.settings.most_message} characters"
                )
            if not await self._may_look():
                raise GameError("this session has ended: reload the page")
            command = read_command(text)
            if isinstance(command, Attend):
                self.table.attend(changed, command.here)
            else:
                await obey(self.table, self.viewer, command, self.house.settings.load_player)
        except GameError as error:
            await self._say({"type": "refused", "error": sentence(str(error)), "number": self.table.number})

    async def _say(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


async def serve_socket(house: House, socket: WebSocket, table: Table, since: int, is_page: bool, tall: bool = False) -> None:
    """Accept a socket and serve it."""
    viewer = Viewer(await house.guest(socket), tall=tall)
    name = house.name_of(viewer.guest, socket)
    if not house.enter(name):
        await socket.close(TOO_MUCH, "too many connections")
        return
    try:
        await socket.accept()
        await Socket(house, table, viewer, socket, since, is_page).run()
    finally:
        house.leave(name)
