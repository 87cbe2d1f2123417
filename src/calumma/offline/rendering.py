"""Pages as a browser gets them: the site's templates, with addresses that lead into the folder, wherever it lies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt

from calumma.site.pages.filling import FILTERS, NAMES, look_of

ADDRESS = re.compile(r'\b(href|src|action)="/(?!/)')


def _prose(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


@cache
def _environment(templates: Path) -> Environment:
    """What fills the templates of a folder. A memory that is kept holds those that were used, ready for the next visit."""
    made = Environment(loader=FileSystemLoader(templates), autoescape=True, auto_reload=False)
    made.globals |= NAMES | {"alone": True, "has_fonts": (templates.parent / "fonts.css").exists()}
    made.filters |= FILTERS | {"markdown": _prose}
    return made


class Renderer:
    """Fills templates. `base` is the address of the folder, `server` that of a server for those who want to play with others."""

    def __init__(self, templates: Path, base: str, server: str = "") -> None:
        self._base, self._server = base, server
        self._environment = _environment(templates)

    def page(self, template: str, values: Mapping[str, object], look: str) -> str:
        """Return a page; `look` is what this device remembers of theme and marks."""
        made = self._environment.get_template(template).render({"server": self._server, **look_of(look), **values})
        return ADDRESS.sub(rf'\1="{self._base}', made)

    def address(self, path: str) -> str:
        """Return where an address of the site lies here."""
        return self._base + path.removeprefix("/")
