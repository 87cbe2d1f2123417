"""Optional parts of the package (extras), and the one sentence that says how to get one that is missing."""

from __future__ import annotations

from importlib.util import find_spec

from calumma.core.errors import GameError
from calumma.core.words import Words

say = Words("calumma.core")

LIBRARIES = {  # what an extra of pyproject.toml brings, by the names under which it is imported
    "server": (
        "aiosqlite",
        "alembic",
        "anyio",
        "fastapi",
        "h11",
        "jinja2",
        "markdown_it",
        "prometheus_client",
        "resvg_py",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "websockets",
    ),
    "postgresql": ("asyncpg",),
    "bus": ("redis",),
    "research": (
        "gymnasium",
        "markdown_it",
        "matplotlib",
        "minari",
        "numpy",
        "pettingzoo",
        "pyarrow",
        "pyspiel",
        "ray",
        "sklearn",
    ),
}


class MissingLibrary(GameError, ImportError):
    """A library of an extra is not installed."""


def need(extra: str, *libraries: str, purpose: str = "this") -> None:
    """Raise MissingLibrary with a sentence if libraries of an extra, by default all of them, are not installed."""
    missing = [name for name in libraries or LIBRARIES[extra] if find_spec(name) is None]
    if missing:
        # True for an install from a wheel or a clone, too: pip takes the calumma that is there and adds what the extra lists.
        raise MissingLibrary(say("needs-packages-not-installed", purpose=purpose, missing=", ".join(missing), extra=extra))
