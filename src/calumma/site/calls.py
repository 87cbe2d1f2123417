"""A request to the application, whoever brought it, and the answers that are no JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from calumma.core.words import Words
from calumma.site.refusals import Refused
from calumma.site.services import Services
from calumma.site.store import Guest

say = Words(__package__)


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks, and from where. `address` is by whose name a stranger is counted, `base` at which the host is reached."""

    services: Services
    guest: Guest | None = None
    address: str = "?"
    token: str | None = None
    device: str = ""
    base: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> Guest:
        """The guest who asks; Refused if it is a stranger."""
        if self.guest is None:
            raise Refused(401, say("token-needed"))
        return self.guest

    @property
    def payer(self) -> str:
        """Who is counted: the guest, or the address of a stranger."""
        return self.guest.id if self.guest else self.address


@dataclass(frozen=True, slots=True)
class File:
    """An answer that is sent as it is; with a name, it is kept as a file. `keeping` says for how long, as Cache-Control does."""

    body: str
    media_type: str
    name: str = ""
    keeping: str = ""
