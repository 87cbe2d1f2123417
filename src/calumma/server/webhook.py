"""Posting to an address that a guest chose, without becoming a tool against the host's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import h11

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.courier import LONGEST_WEBHOOK, Undelivered

say = Words(__package__)

PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024  # below, only the ports of the web: nobody's mail or name server is to be talked to
NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Target:
    """Where a webhook leads to."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        """The name and, where it is not the usual one, the port."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def read_target(text: str, inside: bool = False) -> Target:
    """Return where an address leads to; GameError says what is wrong with it. `inside`: the host's own network is allowed."""
    parts, port = _parts(text)
    if parts.scheme not in PORTS or not parts.hostname or parts.username is not None or parts.password is not None:
        raise _wrong(text, say("webhook-form-without-user"))
    host, port = parts.hostname, port or PORTS[parts.scheme]
    if not inside and port not in PORTS.values() and port < FIRST_FREE_PORT:
        raise _wrong(text, say("webhook-port", first=FIRST_FREE_PORT))
    literal = _literal(host)
    if literal is not None and not inside and not is_outside(literal):
        raise _wrong(text, say("webhook-inside"))
    return Target(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _parts(text: str) -> tuple[SplitResult, int | None]:
    if len(text) > LONGEST_WEBHOOK or not text.isascii() or not text.isprintable() or " " in text or "\\" in text:
        raise _wrong(text, say("webhook-too-long", most=LONGEST_WEBHOOK))
    try:
        parts = urlsplit(text)
        return parts, parts.port
    except ValueError:
        raise _wrong(text, say("webhook-form")) from None


def _wrong(text: str, why: str) -> GameError:
    return GameError(say("cannot-use-webhook", address=text[:80], why=why))


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def is_outside(address: Address) -> bool:
    """Return whether an address is one of the public Internet, also if it is written inside another one."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is not None:
            return is_outside(inner)
        if address in NAT64 or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def post(target: Target, body: bytes, headers: Mapping[str, str], inside: bool, seconds: float) -> None:
    """Post JSON once; Undelivered unless it was welcomed (2xx). Redirects are not followed, the answer's text is not read."""
    try:
        async with asyncio.timeout(seconds):
            status = await _post(target, body, headers, inside)
    except TimeoutError:
        raise Undelivered(say("webhook-slow", host=target.host, seconds=f"{seconds:g}")) from None
    except (OSError, ssl.SSLError, h11.ProtocolError, EOFError) as error:
        raise Undelivered(say("webhook-unreachable", host=target.host, error=type(error).__name__)) from None
    if not 200 <= status < 300:
        raise Undelivered(say("webhook-answered", host=target.host, status=status))


async def _post(target: Target, body: bytes, headers: Mapping[str, str], inside: bool) -> int:
    reader, writer = await _connect(target, await _resolve(target, inside))
    try:
        return await _exchange(target, body, headers, reader, writer)
    finally:
        writer.transport.abort()


async def _connect(target: Target, addresses: list[str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that lets us: often one of several, of the newer kind, cannot be reached."""
    https = target.scheme == "https"
    secure, name = (ssl.create_default_context(), target.host) if https else (None, None)
    for address in addresses[:-1]:
        with suppress(OSError):
            return await asyncio.open_connection(address, target.port, limit=1 << 16, ssl=secure, server_hostname=name)
    return await asyncio.open_connection(addresses[-1], target.port, limit=1 << 16, ssl=secure, server_hostname=name)


async def _resolve(target: Target, inside: bool) -> list[str]:
    """Return the addresses to connect to. The name is not looked up again, so it cannot lead elsewhere a moment later."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except OSError:
        raise Undelivered(say("webhook-host-unknown", host=target.host)) from None
    addresses = [str(entry[4][0]) for entry in found]
    literals = [_literal(address) for address in addresses]
    if not inside and not all(literal is not None and is_outside(literal) for literal in literals):
        raise Undelivered(say("webhook-host-inside", host=target.host))
    return addresses


async def _exchange(
    target: Target, body: bytes, headers: Mapping[str, str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> int:
    """Send the request and return the status of the answer."""
    talk = h11.Connection(h11.CLIENT)
    own = {
        "Host": target.host_header,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    request = h11.Request(method="POST", target=target.path, headers=list({**own, **headers}.items()))
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(1 << 14))
        elif isinstance(event, h11.Response):
            return int(event.status_code)
        elif not isinstance(event, h11.InformationalResponse):
            raise EOFError
