"""What is kept of telling people that it is their turn: how each wants to be told, what was told, what is still to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Contact:
    """How a guest wants to be told. Of the feed's address only the hash is kept; the webhook's key signs what is sent to it."""

    guest: str
    feed: str | None = None
    webhook: str | None = None
    webhook_key: str | None = None
    mail: str | None = None
    mail_code: str | None = None  # in the links that confirm the address and end the letters
    mail_asked: float = 0.0
    mail_confirmed: bool = False
    trouble: str = ""  # why the last delivery failed

    @property
    def channels(self) -> tuple[str, ...]:
        """Where notices are sent to; a feed is fetched, not sent."""
        return (*(["webhook"] if self.webhook else []), *(["mail"] if self.mail and self.mail_confirmed else []))

    @property
    def wants_any(self) -> bool:
        """Whether the guest wants to be told at all."""
        return bool(self.feed or self.channels)


@dataclass(frozen=True, slots=True)
class Notice:
    """That it is a guest's turn at a table since the event of a number; not `told` if the guest was looking anyway."""

    id: str
    guest: str
    table_id: str
    number: int
    game: str
    ply: int
    title: str
    created: float
    told: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notice that is still to be sent to a channel, not before it is due."""

    notice: Notice
    channel: str
    tries: int
    due: float


class Outbox(Protocol):
    """The operations of an outbox. Each is done once it returns."""

    async def contact(self, guest: str) -> Contact: ...
    async def keep_contact(self, contact: Contact) -> None: ...
    async def contact_by_feed(self, feed: str) -> Contact | None: ...
    async def contact_by_mail_code(self, code: str) -> Contact | None: ...
    async def reached(self) -> set[str]: ...
    async def add_notice(self, notice: Notice, channels: Sequence[str]) -> bool: ...
    async def notices(self, guest: str, most: int) -> list[Notice]: ...
    async def deliveries(self) -> list[Delivery]: ...
    async def put_off(self, delivery: Delivery) -> None: ...
    async def take(self, delivery: Delivery, until: float) -> bool: ...
    async def finish(self, delivery: Delivery) -> None: ...
    async def forget(self, guest: str) -> None: ...
