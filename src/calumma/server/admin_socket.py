"""The admin socket of a running server: a socket in the file system, for the account that owns the database and for nobody else.

One line of JSON comes, one goes back. It is not in the network, so there is no key that could be lost.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
from contextlib import suppress
from pathlib import Path

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site.operator import Operator
from calumma.site.store import Unavailable

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
MOST_LINE = 2**26


class AdminSocket:
    """Hands on to the operator what is asked at a path."""

    def __init__(self, operator: Operator, path: Path) -> None:
        self.operator, self.path = operator, path
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Open it. A server can do without, so trouble is only logged."""
        try:
            self._server = await asyncio.start_unix_server(self._serve, sock=_listen(self.path), limit=MOST_LINE)
        except OSError as error:
            LOGGER.warning("`calumma admin` cannot reach this server while it runs: %s: %s", self.path, error)

    async def stop(self) -> None:
        """Close it."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self.path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._answer(await reader.readline())
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        except (OSError, ValueError):
            pass  # whoever asked is gone, or asked for too much
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, object]:
        try:
            request = json.loads(line)
            LOGGER.warning("admin: %s %s", request["command"], request["arguments"])
            return {"answer": await self.operator.execute(request["command"], request["arguments"])}
        except (GameError, Unavailable) as error:
            return {"error": str(error)}
        except Exception:
            LOGGER.exception("a request of an operator failed")
            return {"error": say("server-failed")}


def _listen(path: Path) -> socket.socket:
    """Bind a socket that only the own account can use. The lock on the database is ours, so an older one is nobody's."""
    with suppress(FileNotFoundError):
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    listener.setblocking(False)
    return listener


def ask(path: Path, command: str, arguments: dict[str, object]) -> object:
    """Ask a running server and return the answer; GameError says what it refused, OSError that none is there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.connect(str(path))
        client.sendall(json.dumps({"command": command, "arguments": arguments}).encode() + b"\n")
        with client.makefile("rb") as file:
            line = file.readline()
    if not line:
        raise GameError(say("no-answer"))
    answer = json.loads(line)
    if "error" in answer:
        raise GameError(answer["error"])
    return answer["answer"]
