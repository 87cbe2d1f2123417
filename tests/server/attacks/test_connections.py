"""Connections that are opened to be in the way: silent ones, slow ones, too many of them."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
import uvicorn
from websockets.asyncio.client import connect

from calumma.server import MemoryStore, Settings, create_app
from calumma.server import connections as doors_module
from calumma.server.connections import Connections, proxies_of, quiet
from calumma.server.running import listen
from calumma.site.limits import Allowance, Limits, read_network


class Transport(asyncio.Transport):
    """A connection that knows where it comes from and whether it was ended."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 1), "socket": None})
        self.ended = False

    def abort(self) -> None:
        self.ended = True


def doors_of(room: int = 100, proxies: list[str] | tuple[Any, ...] = (), **numbers: int) -> Any:
    return Connections(Limits(Allowance(**numbers), 1, 1), room, frozenset(proxies))


def test_one_address_has_so_many_connections_and_no_more() -> None:
    connections = doors_of(connections=3)
    found = [Transport("192.0.2.1") for _ in range(5)]
    assert [connections.enter(each) for each in found] == [True, True, True, False, False]
    assert connections.enter(Transport("192.0.2.2"))
    connections.leave(found[0])
    assert connections.enter(found[4])


def test_a_network_of_ipv6_is_one_address_and_an_ipv4_address_within_ipv6_is_itself() -> None:
    connections = doors_of(connections=2)
    assert connections.enter(Transport("2001:db8::1"))
    assert connections.enter(Transport("2001:db8::ffff"))
    assert not connections.enter(Transport("2001:db8::2"))
    assert connections.enter(Transport("2001:db8:0:1::2"))
    assert [connections.enter(Transport(host)) for host in ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1")] == [True, True, False]


def test_a_proxy_speaks_for_many() -> None:
    connections = doors_of(connections=2, proxies=["192.0.2.9"])
    assert all(connections.enter(Transport("192.0.2.9")) for _ in range(20))


def test_a_full_house_still_lets_in_who_has_less_than_others() -> None:
    async def whole() -> None:
        connections = doors_of(room=10, connections=100)
        hogs = [Transport("192.0.2.1") for _ in range(10)]
        assert all(connections.enter(each) for each in hogs)
        assert connections.enter(Transport("192.0.2.2"))
        assert [each.ended for each in hogs] == [False] * 9 + [True]
        assert not connections.enter(Transport("192.0.2.1"))
        assert connections.count == 10

    asyncio.run(whole())


def test_a_blocked_network_does_not_get_in() -> None:
    connections = doors_of()
    connections.limits.blocked.add(read_network("192.0.2.0/24"))
    assert not connections.enter(Transport("192.0.2.77"))
    assert connections.enter(Transport("192.0.3.77"))


def test_the_proxies_are_those_that_uvicorn_believes() -> None:
    assert proxies_of("127.0.0.1, ::1") == {"127.0.0.1", "::1"}


def test_running_out_of_files_is_one_line_a_minute(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        loop = asyncio.get_running_loop()
        quiet(loop)
        for _ in range(1000):
            context = {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many open files")}
            loop.call_exception_handler(context)

    asyncio.run(whole())
    assert len(caplog.records) == 1
    assert doors_module.TOLD_EVERY == 60


# Finding 17


def test_answers_do_not_wait_for_more_to_be_sent() -> None:
    async def whole() -> None:
        listener = listen("127.0.0.1", 0)
        found = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: Any) -> None:
                sock = transport.get_extra_info("socket")
                found.set_result(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        server = await asyncio.get_running_loop().create_server(Protocol, sock=listener)
        with socket.create_connection(listener.getsockname()):
            assert await asyncio.wait_for(found, 10) != 0
        server.close()
        await server.wait_closed()

    asyncio.run(whole())


# Finding 4, against a real server


def test_silent_connections_keep_nobody_out_and_fill_no_log(serve: Callable[..., Any], many_files: None) -> None:
    with serve(files=300) as server:
        silent = []
        for number in range(600):
            try:
                silent.append(server.connect(2 + number % 3))
            except OSError:
                break
        assert server.stranger(77).ask("GET", "/health") == (200, b"well\n")
        before = server.processor_seconds()
        time.sleep(1)
        assert server.processor_seconds() - before < 0.8  # it does not spin
        assert server.log.stat().st_size < 20_000
        for each in silent:
            each.close()


@asynccontextmanager
async def impatient() -> Any:
    """A server that waits for a request for a moment only; yields its address."""
    app = create_app(MemoryStore(), Settings(allowance=Allowance(first_request=0.3)))
    config = uvicorn.Config(app, log_level="critical")
    config.http, config.ws = doors_module.protocols(Connections(app.state.services.limits, 100))
    server, listener = uvicorn.Server(config), listen("127.0.0.1", 0)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        await serving
        listener.close()


async def asked(address: tuple[str, int], sent: bytes) -> Any:
    """What a connection is answered at once, and then."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.readline(), 30)
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"])
def test_who_does_not_finish_a_request_is_left(sent: bytes) -> None:
    async def whole() -> Any:
        async with impatient() as address:
            return await asked(address, sent), await asked(address, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")

    unfinished, whole_request = asyncio.run(whole())
    assert unfinished == b""
    assert whole_request.startswith(b"HTTP/1.1 200")


def test_a_socket_may_be_silent_for_longer() -> None:
    async def whole() -> Any:
        async with impatient() as (host, port):
            async with httpx2.AsyncClient(base_url=f"http://{host}:{port}") as client:
                answer = await client.post("/play/yamamoto")
            table = answer.headers["location"].removeprefix("/t/")
            async with connect(f"ws://{host}:{port}/api/tables/{table}/live") as socket:
                await asyncio.wait_for(socket.recv(), 30)
                await asyncio.sleep(1)
                await socket.send("{}")
                return json.loads(await asyncio.wait_for(socket.recv(), 30))["type"]

    assert asyncio.run(whole()) == "refused"


def test_what_is_no_request_gets_a_sentence_and_the_headers(serve: Callable[..., Any]) -> None:
    with serve() as server, server.connect(5) as sock:
        sock.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
        answer = b"".join(iter(lambda: sock.recv(65536), b"")).decode()
    assert answer.startswith("HTTP/1.1 400")
    assert "content-security-policy" in answer
    assert "expected HTTP/1.1" in answer
