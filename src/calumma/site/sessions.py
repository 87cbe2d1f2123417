"""The sessions of guests: which devices and programs hold a token, since when, and the phrase that brings a guest back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

LONGEST_LABEL = 60
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Session:
    """A token of a guest: its hash, when it was made and last used, and what its device calls itself."""

    hash: str
    guest: str
    created: float
    used: float
    label: str

    @property
    def id(self) -> str:
        """A name for the session that gives nothing away of its token."""
        return sha256(f"session {self.hash}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Recovery:
    """What is kept of a guest's recovery phrase: the part by which it is found, and a slow hash of the rest."""

    guest: str
    lookup: str
    salt: str
    hash: str
    created: float


class Sessions(Protocol):
    """What a store keeps of them. Each operation is done once it returns."""

    async def of(self, guest: str) -> list[Session]: ...
    async def end(self, hashes: Iterable[str]) -> None: ...
    async def note_use(self, token: str, at: float) -> None: ...
    async def carry(self, guest: str, code: str, until: float) -> None: ...
    async def end_carrying(self, guest: str) -> None: ...
    async def arrive(self, code: str, now: float) -> str | None: ...
    async def set_recovery(self, recovery: Recovery) -> None: ...
    async def end_recovery(self, guest: str) -> None: ...
    async def recovery(self, lookup: str) -> Recovery | None: ...
    async def recovery_of(self, guest: str) -> Recovery | None: ...


def label_of(agent: str) -> str:
    """Return what people call a device, from what its browser or program says of itself.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> label_of("python-httpx/0.28.1")
    'python-httpx'
    """
    if not agent.startswith("Mozilla/"):
        found = re.match(r"[A-Za-z0-9._-]+", agent)
        return found[0][:LONGEST_LABEL] if found else ""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return " on ".join(filter(None, (browser, system)))


def plain_label(text: str) -> str:
    """Return a label that somebody gave, without anything that cannot be printed."""
    return " ".join("".join(letter for letter in text if letter.isprintable()).split())[:LONGEST_LABEL]
