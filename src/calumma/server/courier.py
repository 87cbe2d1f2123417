"""Notices by the network: letters through the host's mail server, posts to the webhooks of guests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from calumma.core import GameError
from calumma.core.words import Words
from calumma.server.mail import letter
from calumma.server.settings import Settings
from calumma.server.webhook import post, read_target
from calumma.site.courier import Undelivered

of_site = Words("calumma.site")


class NetworkCourier:
    """Brings notices to people as the settings of a server allow it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._threads = ThreadPoolExecutor(2, "mail")

    @property
    def sends_mail(self) -> bool:
        """Whether the host has set up a mail server."""
        return self.settings.mail is not None

    def check_webhook(self, address: str) -> None:
        """Refuse an address that nothing may be posted to: GameError says why."""
        read_target(address, self.settings.webhooks_inside)

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Post JSON once; Undelivered unless it was welcomed."""
        inside = self.settings.webhooks_inside
        try:
            target = read_target(address, inside)
        except GameError as error:
            raise Undelivered(str(error)) from None
        await post(target, body, headers, inside, self.settings.webhook_seconds)

    async def write(self, to: str, subject: str, text: str, stop: str, name: str) -> None:
        """Send a letter; Undelivered says why it was not taken."""
        server = self.settings.mail
        if server is None:
            raise Undelivered(of_site("no-mail"))
        ready = letter(server, to, subject, text, stop, name)
        await asyncio.get_running_loop().run_in_executor(self._threads, server.send, ready)

    def close(self) -> None:
        """Wait for nothing: whoever stops has waited long enough."""
        self._threads.shutdown(wait=False)
