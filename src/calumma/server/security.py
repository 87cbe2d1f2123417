"""What stands before every request: sizes, rates, the Origin of writing requests, and headers that browsers obey."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
SAFE = ("GET", "HEAD", "OPTIONS")
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


class Rates:
    """A bucket of permits for everyone who writes: it fills at a rate and holds so many for a burst."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str) -> bool:
        """Take one permit; False if there is none left. Who is refused loses none, and gets the rate however often they ask."""
        now = time.monotonic()
        left, then = self._buckets.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._buckets[who] = (left - 1.0 if left >= 1.0 else left, now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return left >= 1.0


def same_origin(headers: dict[str, str]) -> bool:
    """Return whether a request comes from a page of this server, or from a program, which sends no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return urlsplit(origin).netloc == headers.get("host", "")


def is_local_name(name: str) -> bool:
    """Return whether a name in an address is one that nobody can register: of this machine or network, or numbers."""
    if "." not in name or name.endswith(LOCAL_ENDINGS):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Blocked:
    """The networks whose people are not answered."""

    def __init__(self) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []

    def replace(self, networks: Iterable[str]) -> None:
        """Block these networks and no others."""
        self._networks = [ip_network(network) for network in networks]

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
        return any((mapped or found) in network for network in self._networks)


class Guard:
    """Middleware: refuses what is too big, too often or from elsewhere, and adds the headers.

    `own` is the name of the server, if it is to be called by that or a local name alone: then no other site can have its own name
    lead here and thereby pass as this one.
    """

    def __init__(
        self, app: ASGIApp, most_body: int, rates: Rates, own: str | None = None, blocked: Blocked | None = None
    ) -> None:
        self.app, self.most_body, self.rates, self.own = app, most_body, rates, own
        self.blocked = blocked or Blocked()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if (client := scope.get("client")) and client[0] in self.blocked:
            await _turn_away(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, headers)
            return
        refusal = self._misnamed(headers) or (None if scope["method"] in SAFE else self._refusal(scope, headers))
        if refusal:
            await _answer(send, *refusal)
            return
        await self.app(scope, _Limited(receive, self.most_body), _with_headers(send))

    async def _socket(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        if same_origin(headers) and not self._misnamed(headers):
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "opened from a page of another site"})

    def _misnamed(self, headers: dict[str, str]) -> tuple[int, str] | None:
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if self.own is None or name == self.own or is_local_name(name):
            return None
        return 421, f'this server is not "{name[:80]}": its host can say so with --address'

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        if not same_origin(headers):
            return 403, "this request comes from a page of another site"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.most_body:
            return 413, f"the request is too large: expected at most {self.most_body} bytes"
        client = scope.get("client")
        if not self.rates.allow(client[0] if client else "?"):
            return 429, "too many requests: wait a few seconds"
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


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return sending


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await _answer(send, 403, "this server does not answer your address: ask its host why")
        return
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": "this server does not answer your address"})


async def _answer(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": f"{sentence[:1].upper()}{sentence[1:]}."}).encode()
    start: Message = {
        "type": "http.response.start",
        "status": status,
        "headers": [(b"content-type", b"application/json"), *HEADERS],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})
