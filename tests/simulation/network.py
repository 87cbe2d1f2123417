"""Between people and servers: requests and sockets whose messages take time, get lost, and come twice."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from fastapi import WebSocketDisconnect
from starlette.websockets import WebSocketState

from calumma.core import GameError
from calumma.server.live import live
from calumma.site.refusals import Refused
from calumma.site.store import Conflict

if TYPE_CHECKING:
    from .people import Person
    from .servers import Server
    from .world import World

Call = Callable[[Any, Any], Awaitable[Any]]
PATIENCE = 20.0
"""Seconds after which somebody who waits for an answer gives up."""


@dataclass
class Losses:
    """How bad the lines are: probabilities, and seconds."""

    lost: float = 0.0
    doubled: float = 0.0
    slowest: float = 0.2


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: what was asked for, a sentence why not, or nothing at all."""

    kind: str  # "done", "refused", "failed" or "lost"
    body: Any = None

    @property
    def done(self) -> bool:
        """Whether what was asked for was done."""
        return self.kind == "done"


LOST = Answer("lost")


class Network:
    """All lines of a world."""

    def __init__(self, world: World) -> None:
        self.world, self.losses = world, Losses()

    def delay(self) -> float:
        """Return how long a message takes."""
        return float(self.world.rng.random() ** 3 * self.losses.slowest)

    def _copies(self) -> int:
        number = self.world.rng.random()
        return 0 if number < self.losses.lost else 2 if number < self.losses.lost + self.losses.doubled else 1

    async def ask(self, person: Person, call: Call, table: str = "", what: str = "") -> Answer:
        """Send a request to any server that runs, and wait for the answer; a request may be lost, or arrive twice."""
        loop, server = self.world.loop, self.world.any_server()
        if server is None:
            await asyncio.sleep(1.0)
            return LOST
        floor = self.world.oracle.floor(table)
        answered: asyncio.Future[Answer] = loop.create_future()

        def deliver(answer: Answer) -> None:
            if not answered.done():
                answered.set_result(answer)

        def arrive() -> None:
            if server.is_up:
                server.spawn(self._serve(server, person, call, table, floor, what, deliver))

        for _ in range(self._copies()):
            loop.outside(self.delay(), arrive)
        try:
            return await asyncio.wait_for(answered, PATIENCE)
        except TimeoutError:
            return LOST

    async def _serve(
        self, server: Server, person: Person, call: Call, table: str, floor: int, what: str, deliver: Callable[[Answer], None]
    ) -> None:
        """Answer one request, on the server."""
        answer = await self._answer(server, person, call)
        if answer.done and isinstance(answer.body, dict) and "table" in answer.body:
            asked = floor if answer.body["table"] == table else 0
            self.world.oracle.told(person, answer.body, json.dumps(answer.body), asked)
        self.world.note(f"{server.number} answers {person.name} {what} {table}: {answer.kind}")
        for _ in range(self._copies()):
            self.world.loop.outside(self.delay(), deliver, answer)

    async def _answer(self, server: Server, person: Person, call: Call) -> Answer:
        try:
            guest = await server.services.guests.known(person.token) if person.token else None
            if person.token and guest is None:
                self.world.oracle.fail("lost", f"{person.name} was welcomed and is not known any more")
            return Answer("done", await call(server.services, guest))
        except (GameError, Refused) as error:
            return Answer("refused", str(error))
        except Conflict:
            return Answer("refused", "somebody else was faster")
        except Exception as error:
            self.world.oracle.surprised(error, "a request")
            return Answer("failed", repr(error))


class Wire:
    """A socket to a table, seen from both ends. What one side sends arrives in order, or not at all."""

    def __init__(self, world: World, server: Server, person: Person, table: str) -> None:
        self.world, self.server, self.person, self.table = world, server, person, table
        self.client_state = self.application_state = WebSocketState.CONNECTING
        self.app = SimpleNamespace(state=SimpleNamespace(services=server.services))
        self.headers = {"authorization": f"Bearer {person.token}"} if person.token else {}
        self.cookies: dict[str, str] = {}
        self.client = SimpleNamespace(host="192.0.2.1", port=1)
        self.query_params: dict[str, str] = {}
        self.scope: dict[str, Any] = {"type": "websocket", "path": "", "headers": []}
        self.number = -1  # the newest that arrived
        self.since = world.loop.time()
        self.here = True  # whether the server thinks that somebody looks
        self._incoming: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._busy_until = [0.0, 0.0]
        self.on_message: Callable[[dict[str, Any]], None] = lambda message: None

    # The server's end

    async def accept(self, *arguments: Any, **named: Any) -> None:
        """Accept the connection."""
        self._check()
        self.client_state = self.application_state = WebSocketState.CONNECTED

    async def receive(self) -> dict[str, Any]:
        """Wait for a message."""
        while not self._incoming:
            self._news.clear()
            await self._news.wait()
        return self._incoming.popleft()

    async def receive_text(self) -> str:
        """Wait for a text."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(1006)
        return str(message.get("text") or "")

    async def send_text(self, text: str) -> None:
        """Send a message; it takes some time until the line has taken it."""
        await asyncio.sleep(self.world.network.delay())
        self._check()
        message = json.loads(text)
        if message.get("type") == "table":
            self.world.oracle.told(self.person, message, text, 0)
        self._transmit(0, self._arrive, message)

    def _transmit(self, way: int, arrive: Callable[[dict[str, Any]], None], message: dict[str, Any]) -> None:
        """Let a message arrive after those that went the same way before."""
        now = self.world.loop.time()
        self._busy_until[way] = max(self._busy_until[way] + 1e-5, now + self.world.network.delay())
        self.world.loop.outside(self._busy_until[way] - now, arrive, message)

    async def send_bytes(self, packed: bytes) -> None:
        """Send a message that is packed."""
        await self.send_text(zlib.decompress(packed).decode())

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End the connection."""
        self.break_off()

    def _check(self) -> None:
        if self.client_state == WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect(1006)

    # The other end

    @property
    def is_open(self) -> bool:
        """Whether messages can come."""
        return self.client_state == WebSocketState.CONNECTED and self.server.is_up

    def _arrive(self, message: dict[str, Any]) -> None:
        if self.client_state != WebSocketState.CONNECTED:
            return
        if message.get("type") == "table":
            if message["number"] < self.number:
                self.world.oracle.fail("order", f"{self.table}: a socket went back from {self.number} to {message['number']}")
            self.number = message["number"]
        self.on_message(message)

    def say(self, **message: Any) -> None:
        """Send a message to the server; while the line is bad, the whole connection may break instead."""
        if not self.is_open:
            return
        if self.world.rng.random() < self.world.network.losses.lost:
            self.break_off()
            return
        if message.get("type") == "attend":
            self.here = bool(message["here"])
        self._transmit(1, self._receive, {"type": "websocket.receive", "text": json.dumps(message)})

    def _receive(self, message: dict[str, Any]) -> None:
        if self.server.is_up:
            self._incoming.append(message)
            self._news.set()

    def break_off(self) -> None:
        """Break the connection; the server notices."""
        if self.client_state != WebSocketState.DISCONNECTED:
            self.client_state = self.application_state = WebSocketState.DISCONNECTED
            self._transmit(1, self._receive, {"type": "websocket.disconnect"})


def connect(world: World, person: Person, table: str, since: int, page: bool) -> Wire | None:
    """Open a socket to a table at any server that runs."""
    server = world.any_server()
    if server is None:
        return None
    wire = Wire(world, server, person, table)

    async def serve() -> None:
        try:
            await live(wire, table, since, page)  # type: ignore[arg-type]
        except WebSocketDisconnect:
            pass
        except Exception as error:
            world.oracle.surprised(error, "a socket")
        finally:
            if not world.loop.is_closed():
                wire.break_off()

    world.wires.append(wire)
    server.spawn(serve())
    return wire
