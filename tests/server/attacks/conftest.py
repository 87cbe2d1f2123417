"""A real server on loopback, and strangers with addresses of their own: everything in 127.0.0.0/8 is this machine."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ..conftest import free_port

SERVE = """
import resource, sys
files = int(sys.argv.pop(1))
if files:
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
from calumma.cli import main
sys.exit(main())
"""


class Stranger:
    """Somebody who asks from an address of their own, on one connection."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300, source_address=(self.address, 0))
        kind = {"Content-Type": "application/json"} if body is not None and not isinstance(body, bytes) else {}
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self._connection.request(method, path, data, {**kind, **(headers or {})})
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def becomes_guest(self) -> dict[str, str]:
        status, body = self.ask("POST", "/api/guests", {})
        assert status == 201, body
        return {"Authorization": f"Bearer {json.loads(body)['token']}"}

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Server:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.strangers: list[Stranger] = []

    def stranger(self, number: int) -> Stranger:
        self.strangers.append(Stranger(self.port, f"127.0.0.{number}"))
        return self.strangers[-1]

    def connect(self, number: int) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 30, source_address=(f"127.0.0.{number}", 0))

    def memory(self) -> int:
        """The bytes that it holds now (Linux)."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self) -> float:
        parts = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(folder: Path, *options: str, files: int = 0) -> Iterator[Server]:
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-c", SERVE, str(files), "serve", "--port", str(port), "--db", "memory", *options]
    with log.open("w") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=folder)
    server = Server(process, port, log)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Calumma is at"), log.read_text()
        deadline = time.monotonic() + 60
        while True:
            try:
                server.stranger(250).ask("GET", "/health")
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield server
    finally:
        for stranger in server.strangers:
            stranger.close()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture
def serve(tmp_path: Path) -> Callable[..., Any]:
    return lambda *options, files=0: serving(tmp_path, *options, files=files)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process, which plays many strangers, open as many files as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def stranger() -> Iterator[Callable[[int, int], Stranger]]:
    """Somebody who asks a server at a port from an address of their own."""
    met: list[Stranger] = []

    def meet(port: int, number: int) -> Stranger:
        met.append(Stranger(port, f"127.0.0.{number}"))
        return met[-1]

    yield meet
    for each in met:
        each.close()
