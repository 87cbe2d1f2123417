"""Settings of a server: those of the application, and what only a server has to choose."""

from __future__ import annotations

from dataclasses import dataclass

from calumma.server.mail import MailServer
from calumma.site.settings import SiteSettings


@dataclass(frozen=True, slots=True)
class Settings(SiteSettings):
    """What a host may choose. The defaults suit a household, a club or a class."""

    most_body: int = 64 * 1024  # bytes of a request
    most_address: int = 16 * 1024  # bytes of the address of a request: a link to an analysis holds all its moves
    most_headers: int = 16 * 1024  # bytes of all its headers together
    any_host: bool = True  # whether requests may call the server by any name; otherwise by `address` and local names alone
    webhooks_inside: bool = False  # whether webhooks may lead into the server's own network
    webhook_seconds: float = 10.0  # until a webhook must have answered
    mail: MailServer | None = None
    operator_token: str = ""  # that opens /metrics and /operator; without one, only requests of the same machine do
