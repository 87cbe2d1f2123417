"""Extension of Griffe for the reference: examples in docstrings (`>>> ...`) are shown as Python sessions."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


def fenced(text: str) -> str:
    """Return a docstring with fences around its sessions; a session ends at an empty line, as for doctest."""
    return SESSION.sub(lambda found: f"{found['indent']}```pycon\n{found[0]}\n{found['indent']}```", text)


class Sessions(griffe.Extension):
    """Puts fences around the sessions of every docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring and ">>> " in obj.docstring.value and "```pycon" not in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        """Change that of the outermost package, which is not among the objects."""
        self.on_object(obj=pkg)
