"""What a page of the site comes to: a template with values, or an address to go to. The host renders it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Page:
    """A template and what it is filled with."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    status: int = 200


@dataclass(frozen=True, slots=True)
class Redirect:
    """Where the browser goes next. `token` is what it keeps from now on; an empty one: it is nobody's any more."""

    address: str
    token: str | None = None
