"""Guests: people and programs known by an opaque token alone, of which the store only ever sees the hash.

Every token is a session that can be listed and ended; a recovery phrase brings a guest back where no token is left.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from calumma.core import GameError
from calumma.core.words import Words
from calumma.site import recovery
from calumma.site.ids import new_id
from calumma.site.limits import Limits, Rates
from calumma.site.messages import SessionLine
from calumma.site.names import LONGEST_NAME, LONGEST_TEXT, is_bots
from calumma.site.store import Guest, Store
from calumma.site.workers import Inline, Workers

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")
COOKIE = "calumma_guest"
CARRY_SECONDS = 600
USE_SECONDS = 3600.0
"""How old the note of a session's last use may be: every request is a use, and not each is written down."""

TRIES_AN_HOUR = 10.0
"""How often recovery phrases may be tried, or made: from one address, and for one guest."""

SLOW_AT_ONCE = 2
"""Slow hashes that are computed at the same time, each with 16 MB of memory."""

REMEMBERED = 20_000  # sessions whose last use is in memory

FIRST = ("Quiet", "Amber", "Nimble", "Mossy", "Gentle", "Clever", "Sunny", "Patient", "Velvet", "Bright", "Hidden", "Merry")
SECOND = ("Chameleon", "Gecko", "Lizard", "Newt", "Iguana", "Skink", "Tortoise", "Frog", "Anole", "Agama", "Toad", "Gecko")


def friendly_name() -> str:
    """Return a name for somebody who has not given one."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


def clean_name(text: str) -> str:
    """Return a name as others see it: in normal form, without control characters; GameError if it cannot be used.

    It is measured before it is put into normal form, which takes long for a long text.
    """
    if len(text) > LONGEST_TEXT:
        raise GameError(say("name-too-long", count=len(text), most=LONGEST_NAME))
    normal = unicodedata.normalize("NFKC", text)
    kept = "".join(
        " " if letter.isspace() else letter for letter in normal if unicodedata.category(letter)[0] != "C" or letter.isspace()
    )
    name = " ".join(kept.split())
    if not name or len(name) > LONGEST_NAME or sum(unicodedata.category(letter)[0] == "M" for letter in name) > len(name) // 2:
        raise GameError(say("cannot-use-name", name=name[:60], most=LONGEST_NAME))
    if is_bots(name):
        raise GameError(say("name-of-a-bot", name=name))
    return name


def hashed(token: str) -> str:
    """Return what is stored of a token."""
    return sha256(token.encode()).hexdigest()


@dataclass
class Guests:
    """The guests of a server."""

    store: Store
    limits: Limits
    now: Callable[[], float] = time.time
    workers: Workers = field(default_factory=Inline)
    _used: dict[str, float] = field(default_factory=dict)
    _tries: Rates = field(default_factory=lambda: Rates(TRIES_AN_HOUR / 3600, TRIES_AN_HOUR))
    _slow: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SLOW_AT_ONCE))
    _notes: set[asyncio.Task[None]] = field(default_factory=set)

    async def welcome(self, name: str = "", label: str = "") -> tuple[Guest, str]:
        """Return a new guest and the token, which is not kept anywhere here; TooMuch if the address has made too many."""
        self.limits.note_new_guest()
        guest = Guest(new_id(12), clean_name(name) if name.strip() else friendly_name())
        token = secrets.token_urlsafe(32)
        await self.store.add_guest(guest, hashed(token), label)
        self._used[hashed(token)] = self.now()
        return guest, token

    @property
    def rates(self) -> dict[str, Rates]:
        """What addresses and guests are counted by here."""
        return {"recoveries": self._tries}

    async def known(self, token: str | None) -> Guest | None:
        """Return the guest of a token. The store is asked for its hash, so no comparison depends on the token itself."""
        if not token or len(token) > 200:
            return None
        guest = await self.store.guest_of(hashed(token))
        if guest is not None:
            self._note_use(hashed(token))
        return guest

    def _note_use(self, token: str) -> None:
        """See to it that the last use of a session is written down, now and then; nobody waits for that."""
        now = self.now()
        if now - self._used.get(token, 0.0) < USE_SECONDS:
            return
        if len(self._used) >= REMEMBERED:
            self._used.clear()
        self._used[token] = now
        task = asyncio.get_running_loop().create_task(self._write_use(token, now))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _write_use(self, token: str, now: float) -> None:
        try:
            await self.store.sessions.note_use(token, now)
        except Exception:  # a note that is missing harms nobody
            LOGGER.warning("the last use of a session could not be noted")

    async def close(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._notes, return_exceptions=True)

    async def another_token(self, guest: Guest, label: str = "") -> str:
        """Return one more token of a guest: for another device, or for a program."""
        token = secrets.token_urlsafe(32)
        await self.store.add_token(guest.id, hashed(token), label)
        self._used[hashed(token)] = self.now()
        return token

    # Sessions

    async def sessions(self, guest: Guest, token: str | None) -> list[SessionLine]:
        """Return the sessions of a guest, the one used last first; `current` is the one that asks."""
        own = hashed(token) if token else ""
        found = await self.store.sessions.of(guest.id)
        return [
            {
                "id": each.id,
                "label": each.label,
                "created": each.created,
                "used": max(each.used, each.created),
                "current": each.hash == own,
            }
            for each in found
        ]

    async def end_session(self, guest: Guest, name: str) -> bool:
        """End one session of a guest; False if there is none of that name."""
        ending = [each.hash for each in await self.store.sessions.of(guest.id) if each.id == name]
        await self.store.sessions.end(ending)
        return bool(ending)

    async def end_other_sessions(self, guest: Guest, token: str | None) -> int:
        """End all sessions of a guest but the one that asks, and links for another device; return how many there were."""
        own = hashed(token) if token else ""
        ending = [each.hash for each in await self.store.sessions.of(guest.id) if each.hash != own]
        await self.store.sessions.end_carrying(guest.id)
        await self.store.sessions.end(ending)
        return len(ending)

    # Coming back without any device

    async def new_phrase(self, guest: Guest, address: str) -> str:
        """Return a recovery phrase, which is not kept anywhere here; an older one ends. GameError if that is too often."""
        if not self._tries.allow(f"made at {address}") or not self._tries.allow(f"made for {guest.id}"):
            raise GameError(say("too-many-phrases"))
        phrase = recovery.new_phrase()
        async with self._slow:
            kept = await self.workers.run(partial(recovery.keep_phrase, guest.id, phrase, self.now()))
        await self.store.sessions.set_recovery(kept)
        return phrase

    async def recover(self, phrase: str, address: str, label: str = "") -> str | None:
        """Return a token for who knows a phrase, None for a wrong one; GameError if it is mistyped, or tried too often."""
        lookup, secret = recovery.read_phrase(phrase)
        if not self._tries.allow(f"from {address}") or not self._tries.allow(f"for {lookup}"):
            raise GameError(say("too-many-phrases-tried"))
        kept = await self.store.sessions.recovery(lookup)
        if kept is None:
            return None
        async with self._slow:
            known = await self.workers.run(partial(recovery.fits, kept, secret))
        return await self.another_token(Guest(kept.guest, ""), label) if known else None

    async def carry(self, guest: Guest) -> str:
        """Return a code with which another device becomes the same guest, once, within ten minutes."""
        code = secrets.token_urlsafe(16)
        await self.store.sessions.carry(guest.id, hashed(code), self.now() + CARRY_SECONDS)
        return code

    async def arrive(self, code: str, label: str = "") -> str | None:
        """Return a token for the device that brings a code; the code is used up."""
        guest = await self.store.sessions.arrive(hashed(code), self.now())
        if guest is None:
            return None
        return await self.another_token(Guest(guest, ""), label)
