"""Answers the requests of pages and carries their sockets, through the same tables of routes as a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from calumma.core import GameError
from calumma.core.messages import sentence
from calumma.core.words import Words
from calumma.offline.bots import BotWorker, Thinker
from calumma.offline.knowledge import Knowledge, Library
from calumma.offline.luggage import packed, unpacked
from calumma.offline.rendering import Renderer
from calumma.offline.store import KeptStore, Shelf
from calumma.site import set_aside
from calumma.site.api import study, tables
from calumma.site.api.routes import Route, answer, find_route
from calumma.site.calls import Call, File
from calumma.site.commands import read_command
from calumma.site.live import PAGE, Broadcast
from calumma.site.pages.answers import Page, Redirect
from calumma.site.pages.me import about
from calumma.site.pages.routes import PAGES
from calumma.site.refusals import Refused, SetAside
from calumma.site.requests import ALine
from calumma.site.services import Services
from calumma.site.settings import SiteSettings
from calumma.site.store import Conflict, Guest, StoredTable, Unavailable
from calumma.site.validation import read_request
from calumma.site.viewers import Viewer

say = Words(__package__)
of_site = Words("calumma.site")

HERE = "here"  # the one address that everything is counted for
PLENTY = 1e9  # permits: whoever plays on an own device takes nothing from anybody
NO_SUCH_TABLE = 1008
MATCHES = "/me/matches"  # where all matches of the device are fetched, and others are brought


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page gets for a request, as the worker hands it on."""

    status: int
    body: str = ""
    media_type: str = "text/html; charset=utf-8"
    location: str = ""
    name: str = ""

    @property
    def text(self) -> str:
        """All of it, as JSON."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})


class Wire:
    """The connection to one page; `send` hands a message over."""

    def __init__(self, host: Host, send: Callable[[str], object]) -> None:
        self._host, self._send = host, send

    async def say(self, message: str | bytes) -> None:
        """Send a message; none is packed, as it travels nowhere."""
        self._send(message if isinstance(message, str) else message.decode())

    async def guest(self) -> Guest | None:
        """Return who uses this device."""
        return self._host.guest


class Host:
    """The site on one device. Whoever uses it is one guest, who may take several seats."""

    def __init__(self, shelf: Shelf, thinker: Thinker, library: Library, templates: Path, base: str, server: str = "") -> None:
        self.store = KeptStore(shelf)
        settings = SiteSettings(rate=PLENTY, burst=PLENTY, bot_threads=1, address=base, expire_unstarted=0, expire_abandoned=0)
        self.services = Services(self.store, settings, BotWorker(thinker))
        self.knowledge = Knowledge(library)
        self.renderer = Renderer(templates, base, server)

    async def start(self) -> None:
        """Read what was kept; on the first visit there is a new guest."""
        await self.services.start()
        if not self.store.guests:
            await self.services.guests.welcome()

    @property
    def guest(self) -> Guest | None:
        """Who uses this device."""
        return next(iter(self.store.guests), None)

    async def request(self, method: str, address: str, body: str = "", look: str = "") -> Answer:
        """Answer a request; errors are sentences, as JSON for programs and as a page for people."""
        path = urlsplit(address).path
        try:
            return await self._answer(method, address, body, look)
        except SetAside as error:
            record = f"/api/tables/{error.stored.id}/record"
            return self._refusal(path, 410 if error.stored.ended else 503, set_aside.words(error.stored).strip(), look, record)
        except Refused as error:
            return self._refusal(path, error.status, str(error), look)
        except Conflict:
            return self._refusal(path, 409, of_site("too-slow"), look)
        except Unavailable as error:
            return self._refusal(path, 503, str(error), look)
        except GameError as error:
            return self._refusal(path, 400, str(error), look)

    async def _answer(self, method: str, address: str, body: str, look: str) -> Answer:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        form = dict(parse_qsl(body, keep_blank_values=True)) if method == "POST" and not parts.path.startswith("/api/") else {}
        call = Call(self.services, self.guest, HERE, None, "", self.renderer.address("/"), query, form)
        if parts.path == MATCHES:
            return await self._matches(call, method == "POST", look)
        if found := find_route(method, parts.path, PAGES):
            return self._page(await answer(found[0], call, found[1]), look)
        if found := find_route(method, parts.path):
            read = _read(body)
            await self._look_up(found[0], found[1], read)
            return self._data(await answer(found[0], call, found[1], read), found[0].status)
        raise Refused(404, say("needs-a-server"))

    async def _matches(self, call: Call, brings: bool, look: str) -> Answer:
        if not brings:
            return self._data(File(packed(self.store.tables.values()), "application/json", "calumma-matches.json"), 200)
        try:
            brought = unpacked(call.form.get("brought", ""), call.known, self.services.runs.now())
            new = [table for table in brought if table.id not in self.store.tables]
            for table in new:
                await self._add(table)
        except GameError as error:
            return self._page(await about(call, 400, refusal=str(error)), look)
        return self._page(await about(call, done=say("brought", count=len(new), known=len(brought) - len(new))), look)

    async def _add(self, table: StoredTable) -> None:
        try:
            await self.services.tables.add(table)
        except Conflict:  # here was another rematch
            await self.services.tables.add(replace(table, rematch_of=None))

    async def _look_up(self, route: Route, parts: Mapping[str, str], body: object) -> None:
        """Before a question about exact values: fetch what is known of the game."""
        if route.answer is study.exact_values:
            await self.knowledge.want(read_request(ALine, body).line.game)
        elif route.answer in (study.exact_plies, tables.hint):
            await self.knowledge.want((await self.services.table(parts["table_id"])).game)

    def _page(self, found: object, look: str) -> Answer:
        match found:
            case Page():
                return Answer(found.status, self.renderer.page(found.template, found.values, look))
            case Redirect():
                return Answer(303, location=self.renderer.address(found.address))
        return self._data(found, 200)

    def _data(self, found: object, status: int) -> Answer:
        if isinstance(found, File):
            return Answer(200, found.body, found.media_type, name=found.name)
        return Answer(204) if found is None else Answer(status, json.dumps(found, ensure_ascii=False), "application/json")

    def _refusal(self, path: str, status: int, words: str, look: str, record: str | None = None) -> Answer:
        if path.startswith("/api/"):
            return Answer(status, json.dumps({"error": sentence(words)}, ensure_ascii=False), "application/json")
        title = of_site("error.not_found") if status == 404 else of_site("error.title")
        values = {"title": title, "sentence": sentence(words), "record": record}
        return Answer(status, self.renderer.page("error.html", values, look))

    async def open(self, address: str, send: Callable[[str], object], close: Callable[[int], object]) -> Connection | None:
        """Connect a page to a table; None, after `close`, if there is none."""
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query))
        table = await self.services.tables.find(parts.path.split("/")[3])
        if table is None or not table.may_look(self.guest):
            close(NO_SUCH_TABLE)
            return None
        viewer = Viewer(self.guest, tall=query.get("tall") == "true")
        since = int(query.get("since", "0"))
        changed = table.watch(self.guest)
        broadcast = Broadcast(self.services, table, viewer, Wire(self, send), read_command, since, PAGE, HERE)
        connection = Connection(broadcast, changed, close)
        changed.set()
        return connection


class Connection:
    """A page that looks at a table, until it goes or the table is read again."""

    def __init__(self, broadcast: Broadcast, changed: asyncio.Event, close: Callable[[int], object]) -> None:
        self._broadcast, self._changed, self._close = broadcast, changed, close
        self._sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        try:
            with suppress(Conflict):  # the table is read again
                await self._broadcast.send(self._changed)
        finally:
            self._broadcast.table.unwatch(self._changed)
        self._close(1012)

    async def receive(self, text: str) -> None:
        """Carry out what the page asks for."""
        with suppress(Conflict):
            await self._broadcast.execute(text, self._changed)

    def end(self) -> None:
        """Forget the page: it has gone."""
        self._sending.cancel()


def _read(body: str) -> object:
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError as error:
        raise GameError(of_site("cannot-read-request", error=error)) from None
