"""What one viewer of a table is sent, and what the viewer asks for, whatever connection carries it."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Callable, Mapping
from typing import Protocol

from calumma.core import GameError
from calumma.core.messages import sentence
from calumma.core.words import Words
from calumma.site.commands import Attend, Command, execute
from calumma.site.limits import asker
from calumma.site.services import Services
from calumma.site.store import Guest, Unavailable
from calumma.site.table import Table
from calumma.site.updates import is_long, page_update, presence, program_update
from calumma.site.viewers import Viewer, shares_with

say = Words(__package__)

PAUSE, LONGEST_PAUSE = 0.001, 0.5  # seconds over which news are spread, for each spectator and at the most
UNPACKED = 1000  # characters that are not worth packing
PROGRAM, PAGE, PACKED_PAGE = "program", "page", "packed page"  # who is at the other end: one that can unpack what is long
_pauses = random.Random()  # its own: whoever seeds Python's shared numbers is not to meet ours


class Wire(Protocol):
    """The connection to a viewer."""

    async def say(self, message: str | bytes) -> None: ...
    async def guest(self) -> Guest | None: ...


class Broadcast:
    """One viewer of one table. It sends whatever is newest when it gets to it, so a slow reader delays nobody."""

    def __init__(
        self,
        services: Services,
        table: Table,
        viewer: Viewer,
        wire: Wire,
        read: Callable[[str], Command],
        since: int = 0,
        kind: str = PAGE,
        name: str = "",
    ) -> None:
        self.services, self.table, self.viewer, self.wire, self.name = services, table, viewer, wire, name
        self.since, self.is_page, self.is_packed = since, kind != PROGRAM, kind == PACKED_PAGE
        self._read = read
        self._picture = ""  # that the page has
        self._version = self._presence = -1  # that were sent

    async def send(self, changed: asyncio.Event) -> None:
        """Send news as they come, until the viewer may not look any more."""
        while True:
            await changed.wait()
            await self._stand_back()
            changed.clear()
            if self.table.broken or not await self._may_look():
                return
            if self.table.rendered.version != self._version:
                await self.wire.say(await self._update())
            elif self.is_page and self.table.watchers.version != self._presence:
                self._presence = self.table.watchers.version
                await self.wire.say(in_json(presence(self.table)))

    async def _stand_back(self) -> None:
        """Let spectators wait, each for another moment: a hundred of them are not served in one breath."""
        if self._version >= 0 and not self.table.seats_of(self.viewer.guest):
            await asyncio.sleep(_pauses.random() * min(LONGEST_PAUSE, PAUSE * self.table.spectators))

    async def _may_look(self) -> bool:
        """Whether the session has not been ended meanwhile, and the table is not closed to its guest."""
        known = await self.wire.guest()
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

    async def execute(self, text: str | None, changed: asyncio.Event) -> None:
        """Carry out what a message asks for; the viewer is told what is refused."""
        try:
            if not self.services.limits.may_send(asker(), self.viewer.guest.id if self.viewer.guest else None):
                await asyncio.sleep(self.services.settings.allowance.refused)
                raise GameError(say("too-many-messages"))
            if text is None or len(text) > self.services.settings.most_message:
                raise GameError(say("message-too-large", most=self.services.settings.most_message))
            if not await self._may_look():
                raise GameError(say("session-over"))
            command = self._read(text)
            if isinstance(command, Attend):
                self.table.watchers.attend(changed, command.here)
            else:
                await execute(self.table, self.viewer, command, self.services.settings.load_player)
        except (GameError, Unavailable) as error:
            await self.wire.say(in_json({"type": "refused", "error": sentence(str(error)), "number": self.table.number}))


def in_json(message: Mapping[str, object]) -> str:
    """Return a message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
