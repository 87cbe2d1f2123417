"""Guests: people and programs known by an opaque token alone, of which the store only ever sees the hash."""

from __future__ import annotations

import secrets
import time
import unicodedata
from dataclasses import dataclass, field
from hashlib import sha256

from calumma.core import GameError
from calumma.server.limits import Limits
from calumma.server.store import Guest, Store

COOKIE = "calumma_guest"
LONGEST_NAME = 30
LONGEST_GIVEN = 200  # characters, before spaces and marks are put in order
CARRY_SECONDS = 600

FIRST = ("Quiet", "Amber", "Nimble", "Mossy", "Gentle", "Clever", "Sunny", "Patient", "Velvet", "Bright", "Hidden", "Merry")
SECOND = ("Chameleon", "Gecko", "Lizard", "Newt", "Iguana", "Skink", "Tortoise", "Frog", "Anole", "Agama", "Toad", "Gecko")


def friendly_name() -> str:
    """Return a name for somebody who has not given one."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"


def clean_name(text: str) -> str:
    """Return a name as others see it: in normal form, without control characters; GameError if nothing is left."""
    if len(text) > LONGEST_GIVEN:  # measured first: to bring marks into order takes time that grows with their square
        raise GameError(f'cannot use the name "{text[:60]}...": expected 1 to {LONGEST_NAME} letters')
    normal = unicodedata.normalize("NFKC", text)
    kept = "".join(
        " " if letter.isspace() else letter for letter in normal if unicodedata.category(letter)[0] != "C" or letter.isspace()
    )
    name = " ".join(kept.split())
    if not name or len(name) > LONGEST_NAME or sum(unicodedata.category(letter)[0] == "M" for letter in name) > len(name) // 2:
        raise GameError(f'cannot use the name "{name[:60]}": expected 1 to {LONGEST_NAME} letters')
    return name


def hashed(token: str) -> str:
    """Return what is stored of a token."""
    return sha256(token.encode()).hexdigest()


@dataclass
class Guests:
    """The guests of a server."""

    store: Store
    limits: Limits
    _carried: dict[str, tuple[str, float]] = field(default_factory=dict)

    async def welcome(self, name: str = "") -> tuple[Guest, str]:
        """Return a new guest and the token, which is not kept anywhere here; TooMuch if the address has made too many."""
        self.limits.note_new_guest()
        guest = Guest(secrets.token_urlsafe(12), clean_name(name) if name.strip() else friendly_name())
        token = secrets.token_urlsafe(32)
        await self.store.add_guest(guest, hashed(token))
        return guest, token

    async def known(self, token: str | None) -> Guest | None:
        """Return the guest of a token. The store is asked for its hash, so no comparison depends on the token itself."""
        if not token or len(token) > 200:
            return None
        return await self.store.guest_of(hashed(token))

    async def another_token(self, guest: Guest) -> str:
        """Return one more token of a guest: for another device, or for a program."""
        token = secrets.token_urlsafe(32)
        await self.store.add_token(guest.id, hashed(token))
        return token

    def carry(self, guest: Guest) -> str:
        """Return a code with which another device becomes the same guest, once, within ten minutes."""
        now = time.monotonic()
        self._carried = {code: kept for code, kept in self._carried.items() if kept[1] > now and kept[0] != guest.id}
        code = secrets.token_urlsafe(16)
        self._carried[hashed(code)] = (guest.id, now + CARRY_SECONDS)
        return code

    async def arrive(self, code: str) -> str | None:
        """Return a token for the device that brings a code; the code is used up."""
        guest, until = self._carried.pop(hashed(code), ("", 0.0))
        if not guest or until < time.monotonic():
            return None
        return await self.another_token(Guest(guest, ""))
