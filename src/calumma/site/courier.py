"""How notices leave the application: by mail, and by posts to the webhooks of guests. A host without a network has neither."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Protocol

from calumma.core import GameError
from calumma.core.words import Words

say = Words(__package__)

LONGEST_WEBHOOK = 500  # characters of an address
MAIL_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}"
)


class Undelivered(Exception):
    """A notice did not arrive; the text says why, as the end of a sentence."""


class Courier(Protocol):
    """Brings notices to people who do not look."""

    @property
    def sends_mail(self) -> bool:
        """Whether letters can be sent."""

    def check_webhook(self, address: str) -> None:
        """Refuse an address that nothing may be posted to: GameError says why."""

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Post JSON once; Undelivered unless it was welcomed."""

    async def write(self, to: str, subject: str, text: str, stop: str, name: str) -> None:
        """Send a letter; `stop` is the address that ends them. Undelivered says why it was not taken."""

    def close(self) -> None:
        """Take nothing more."""


class NoCourier:
    """Brings nothing to anybody."""

    sends_mail = False

    def check_webhook(self, address: str) -> None:
        """Refuse every address."""
        raise GameError(say("no-webhooks"))

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Deliver nothing."""
        raise Undelivered(say("no-webhooks"))

    async def write(self, to: str, subject: str, text: str, stop: str, name: str) -> None:
        """Send no letter."""
        raise Undelivered(say("no-mail"))

    def close(self) -> None:
        """Nothing is under way."""


def clean_address(text: str) -> str:
    """Return a mail address as it is kept; GameError if it cannot be one."""
    name, at, domain = text.strip().rpartition("@")
    try:
        address = f"{name}{at}{domain.encode('idna').decode() if not domain.isascii() else domain.lower()}"
    except UnicodeError:
        address = ""
    if not MAIL_ADDRESS.fullmatch(address) or len(address) > 254 or ".." in address:
        raise GameError(say("cannot-mail-to", address=text[:80]))
    return address


def signature(key: str, moment: int, body: bytes) -> str:
    """Return what proves that a message comes from here: HMAC-SHA256 over the moment, a full stop and the body."""
    proof = hmac.new(key.encode(), str(moment).encode() + b"." + body, sha256).hexdigest()
    return f"t={moment},v1={proof}"
