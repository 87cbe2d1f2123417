"""What stands before every request: who may ask how much, sizes, the Origin of writing requests, headers that browsers execute.

It is the outermost layer: whatever fails below is told from here, with a sentence and the same headers.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from calumma.core.words import Words
from calumma.server.prices import price_of
from calumma.server.shelves import OFFLINE
from calumma.site.limits import CONNECTION, Limits, address_key, asked_by

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
# of the site without a server, whose window shows its pages in a frame
OFFLINE_HEADERS = [(b"content-security-policy", f"{POLICY}; frame-src 'self'; worker-src 'self'".encode()), *HEADERS[1:]]
SAFE = ("GET", "HEAD", "OPTIONS")
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
Refusal = tuple[int, str]


def same_origin(headers: dict[str, str]) -> bool:
    """Return whether a request comes from a page of this server, or from a program, which sends no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return _netloc(origin) == headers.get("host", "")


def _netloc(address: str) -> str:
    try:
        return urlsplit(address).netloc
    except ValueError:  # of brackets that hold no address
        return ""


def is_local_name(name: str) -> bool:
    """Return whether a name in an address is one that nobody can register: of this machine or network, or numbers."""
    if "." not in name or name.endswith(LOCAL_ENDINGS):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Guard:
    """Middleware: refuses what is too big, too often or from elsewhere, adds the headers, and tells of faults.

    `own` is the name of the server, if it is to be called by that or a local name alone: then no other site can have its own name
    lead here and thereby pass as this one. `page` makes the page on which people read why they were refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        most_body: int,
        most_address: int,
        most_headers: int,
        page: Callable[[Scope, int, str], ASGIApp],
        own: str | None = None,
    ) -> None:
        self.app, self.limits, self.page, self.own = app, limits, page, own
        self.most_body, self.most_address, self.most_headers = most_body, most_address, most_headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        host = scope["client"][0] if scope.get("client") else "?"
        address = address_key(host)
        with asked_by(address):
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send, self._stranger(scope, headers, host) or self._other_site(headers))
            else:
                await self._request(scope, receive, send, headers, host)

    async def _request(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], host: str) -> None:
        refusal = self._stranger(scope, headers, host)
        if refusal is None and scope["method"] not in SAFE:
            refusal = self._other_site(headers) or self._too_large(headers)
        if refusal is None and not await self._pay(address_key(host), price_of(scope["method"], scope["path"])):
            refusal = 429, say("too-many-requests")
        answering = _Answering(send, OFFLINE_HEADERS if scope["path"].startswith(OFFLINE) else HEADERS)
        try:
            if refusal:
                await self._refuse(scope, receive, answering, headers, *refusal)
            else:
                await self.app(scope, _Limited(receive, self.most_body), answering)
        except Exception:
            LOGGER.exception("a request failed: %s %s", scope["method"], scope["path"][:200])
            if answering.begun:
                raise  # half an answer is out: the connection ends
            await self._refuse(scope, receive, answering, headers, 500, say("fault"))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], status: int, words: str) -> None:
        """Answer with a sentence: as a page where one was asked for, else as JSON."""
        if status != 421 and "text/html" in headers.get("accept", "") and not scope["path"].startswith("/api/"):
            try:
                await self.page(scope, status, words)(scope, receive, send)
                return
            except Exception:
                LOGGER.exception("not even the page of an error can be made")
        await _answer(send, status, words)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal | None) -> None:
        if refusal is None and not await self._pay(address_key((scope["client"] or "?")[0]), CONNECTION):
            refusal = 429, say("too-many-connections")
        if refusal is None:
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refusal[1][:120]})

    async def _pay(self, address: str, cost: float) -> bool:
        """Let an address pay, and wait until it is its turn; False, after a while, if it cannot."""
        if not self.limits.may_ask(address, cost):
            await asyncio.sleep(self.limits.allowance.refused)
            return False
        if (pause := self.limits.pause(address, cost)) > 0:
            await asyncio.sleep(pause)
        return True

    def _stranger(self, scope: Scope, headers: dict[str, str], host: str) -> Refusal | None:
        """Why somebody gets nothing here, whatever they ask for."""
        if self.limits.is_blocked(host):
            return 403, say("address-blocked")
        return self._misnamed(headers) or self._too_long(scope)

    def _misnamed(self, headers: dict[str, str]) -> Refusal | None:
        try:
            name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        except ValueError:
            return 400, say("host-header-wrong")
        if self.own is None or name == self.own or is_local_name(name):
            return None
        return 421, say("other-name", name=name[:80])

    def _too_long(self, scope: Scope) -> Refusal | None:
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self.most_address:
            return 414, say("address-too-long", most=self.most_address)
        if sum(len(key) + len(value) for key, value in scope["headers"]) > self.most_headers:
            return 431, say("headers-too-long", most=self.most_headers)
        return None

    def _other_site(self, headers: dict[str, str]) -> Refusal | None:
        return None if same_origin(headers) else (403, say("other-site"))

    def _too_large(self, headers: dict[str, str]) -> Refusal | None:
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal() and len(length) < 20) or int(length) > self.most_body:
            return 413, say("request-too-large", most=self.most_body)
        return None


class _Limited:
    """Receives a body, but not more than a number of bytes, however it is cut into pieces."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.left = receive, most

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.left -= len(message.get("body", b""))
            if self.left < 0:
                return {"type": "http.disconnect"}
        return message


class _Answering:
    """Sends an answer with the headers, and remembers whether it has begun."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self.send, self.headers, self.begun = send, headers, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            message = {**message, "headers": [*message["headers"], *self.headers]}
        await self.send(message)


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": f"{sentence[:1].upper()}{sentence[1:]}."}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
