"""Pages as a browser gets them: the site's templates, with addresses that lead into the folder, wherever it lies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt

from calumma.site.pages.filling import FILTERS, NAMES, look_of

ADDRESS = re.compile(r'\b(href|src|action)="/(?!/)')


def _prose(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


class Renderer:
    """Fills templates. `base` is the address of the folder, `server` that of a server for those who want to play with others."""

    def __init__(self, templates: Path, base: str, server: str = "") -> None:
        self._base = base
        self._environment = Environment(loader=FileSystemLoader(templates), autoescape=True)
        has_fonts = (templates.parent / "fonts.css").exists()
        self._environment.globals |= NAMES | {"alone": True, "server": server, "has_fonts": has_fonts}
        self._environment.filters |= FILTERS | {"markdown": _prose}

    def page(self, template: str, values: Mapping[str, object], look: str) -> str:
        """Return a page; `look` is what this device remembers of theme and marks."""
        made = self._environment.get_template(template).render({**look_of(look), **values})
        return ADDRESS.sub(rf'\1="{self._base}', made)

    def address(self, path: str) -> str:
        """Return where an address of the site lies here."""
        return self._base + path.removeprefix("/")
