"""Files that all visitors share, answered from memory before any route is looked for: scripts, styles, fonts, pictures.

Through Starlette's routes, threads and packing, a file took more than a millisecond of the thread that answers everybody.
"""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache
from hashlib import blake2b
from pathlib import Path

from anyio import to_thread
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from calumma.core.messages import sentence
from calumma.core.words import Words

say = Words(__package__)

STATIC, OFFLINE = "/static/", "/offline/"
"""Where the folders are: what the pages need; the site without a server, if the package has it."""

PIECE = 2**16
"""Bytes that are sent at once: a slow reader keeps no more than that of a large file in memory."""

SHORTEST_PACKED, LONGEST_PACKED = 1000, 2**19
"""Bytes of a file that is worth packing, and of one that is packed in a moment."""

PACKABLE = ("text/", "image/svg", "application/json", "application/javascript", "application/manifest")

Headers = list[tuple[bytes, bytes]]
Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Copy:
    """A file as it is sent in one encoding."""

    body: bytes
    tag: bytes
    headers: Headers


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in memory."""

    stamp: Stamp
    plain: Copy
    packed: Copy | None

    def for_request(self, headers: Mapping[bytes, bytes]) -> Copy:
        """Return the copy that somebody can read."""
        return self.packed if self.packed and b"gzip" in headers.get(b"accept-encoding", b"") else self.plain

    def is_known(self, headers: Mapping[bytes, bytes]) -> bool:
        """Return whether somebody has the file already."""
        tags = [tag.strip().removeprefix(b"W/") for tag in headers.get(b"if-none-match", b"").split(b",")]
        return b"*" in tags or self.plain.tag in tags or (self.packed is not None and self.packed.tag in tags)


def read(path: Path, stamp: Stamp) -> Kept:
    """Return a file, also packed where that makes it shorter."""
    body, kind = path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    name = blake2b(body, digest_size=12).hexdigest()
    modified = formatdate(stamp[0] / 1e9, usegmt=True).encode()
    shown = kind if not kind.startswith("text/") else f"{kind}; charset=utf-8"
    common: Headers = [(b"content-type", shown.encode()), (b"last-modified", modified), (b"vary", b"Accept-Encoding")]
    plain = _copy(body, f'"{name}"', common)
    if not (kind.startswith(PACKABLE) and SHORTEST_PACKED <= len(body) <= LONGEST_PACKED):
        return Kept(stamp, plain, None)
    packed = gzip.compress(body, 9, mtime=0)
    return Kept(stamp, plain, _copy(packed, f'"{name}-gzip"', [*common, (b"content-encoding", b"gzip")]))


def _copy(body: bytes, tag: str, headers: Headers) -> Copy:
    own: Headers = [(b"etag", tag.encode()), (b"content-length", str(len(body)).encode())]
    return Copy(body, tag.encode(), [*headers, *own])


class Shelf:
    """The files of one folder as it was when the server started. One that has changed since is read again."""

    def __init__(self, folder: Path) -> None:
        self._paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        self._sizes = {name: path.stat().st_size for name, path in self._paths.items()}
        self._kept: dict[str, Kept] = {}

    def size(self, name: str) -> int:
        """Return how many bytes a file had when the server started; none if it is not there."""
        return self._sizes.get(name, 0)

    async def find(self, name: str) -> Kept | None:
        """Return the file of a name; of a folder its index. None if it is not there."""
        name = f"{name}index.html" if not name or name.endswith("/") else name
        path = self._paths.get(name)
        if path is None:
            return None
        try:
            found = path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            kept = self._kept.get(name)
            if kept is None or kept.stamp != stamp:
                kept = self._kept[name] = await to_thread.run_sync(read, path, stamp)
        except OSError:
            return None
        return kept


shelf_of = cache(Shelf)
"""The shelf of a folder: the applications of one process share it."""


class Shelves:
    """Middleware: answers what lies in some folders, each at its address, and hands everything else on."""

    def __init__(self, app: ASGIApp, folders: Mapping[str, Path]) -> None:
        self.app = app
        self._shelves = {address: shelf_of(folder) for address, folder in folders.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path: str = scope["path"]
            for address, shelf in self._shelves.items():
                if path.startswith(address):
                    await _answer(await shelf.find(path.removeprefix(address)), scope, receive, send)
                    return
                if path == address[:-1]:
                    await RedirectResponse(address)(scope, receive, send)
                    return
        await self.app(scope, receive, send)


async def _answer(kept: Kept | None, scope: Scope, receive: Receive, send: Send) -> None:
    """Send a file, or say that somebody has it already, or that there is none."""
    if kept is None or scope["method"] not in ("GET", "HEAD"):
        status, words = (404, say("no-such-page")) if kept is None else (405, say("wrong-method"))
        await PlainTextResponse(f"{sentence(words)}\n", status)(scope, receive, send)
        return
    asked = dict(scope["headers"])
    copy = kept.for_request(asked)
    if kept.is_known(asked):
        known = [header for header in copy.headers if header[0] not in (b"content-length", b"content-type", b"content-encoding")]
        await send({"type": "http.response.start", "status": 304, "headers": known})
        await send({"type": "http.response.body", "body": b""})
        return
    await send({"type": "http.response.start", "status": 200, "headers": copy.headers})
    for piece, is_last in _pieces(copy.body if scope["method"] == "GET" else b""):
        await send({"type": "http.response.body", "body": piece, "more_body": not is_last})


def _pieces(body: bytes) -> Iterator[tuple[bytes, bool]]:
    if len(body) <= PIECE:
        yield body, True
        return
    starts: Sequence[int] = range(0, len(body), PIECE)
    for start in starts:
        yield body[start : start + PIECE], start == starts[-1]
