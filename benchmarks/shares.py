"""Where the time of servers goes: profiles of cProfile, added up by what the code belongs to.

What a builtin function takes counts for whoever called it, and so does the compiled core, which a profiler does not see: the
rules are part of the line that asks them.
"""

from __future__ import annotations

import pstats
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

Function = tuple[str, int, str]  # file, line, name
BUILTIN = "~"
PARTS = {  # by a part of a file's path, the first that fits
    "/sqlalchemy/": "SQLAlchemy",
    "/asyncpg/": "PostgreSQL's driver",
    "/redis/": "Redis's driver",
    "/json/": "JSON",
    "/uvicorn/": "HTTP and sockets",
    "/websockets/": "HTTP and sockets",
    "/starlette/": "HTTP and sockets",
    "/fastapi/": "HTTP and sockets",
    "/pydantic/": "HTTP and sockets",
    "/h11/": "HTTP and sockets",
    "/asyncio/": "event loop",
    "/calumma/server/": "Calumma: server",
    "/calumma/site/": "Calumma: site",
    "/calumma/": "Calumma: games, rules and views",
}


def part_of(function: Function) -> str:
    """What a function belongs to."""
    return next((part for piece, part in PARTS.items() if piece in function[0]), "all else")


def shares(files: Iterable[Path]) -> dict[str, float]:
    """The part of all time that each part of the code takes, in percent, the largest first."""
    seconds: Counter[str] = Counter()
    for file in files:
        for function, (_, _, own, _, callers) in pstats.Stats(str(file)).stats.items():  # type: ignore[attr-defined]
            if function[0] == BUILTIN and callers:
                for caller, (_, _, its, _) in callers.items():
                    seconds[part_of(caller)] += its
            else:
                seconds[part_of(function)] += own
    whole = sum(seconds.values()) or 1.0
    return {part: round(100 * used / whole, 1) for part, used in seconds.most_common()}


def longest(files: Iterable[Path], most: int) -> dict[str, float]:
    """The functions that take most of the time by themselves, without what they call, in percent."""
    seconds: Counter[str] = Counter()
    for file in files:
        for (path, _, name), (_, _, own, _, _) in pstats.Stats(str(file)).stats.items():  # type: ignore[attr-defined]
            seconds[f"{Path(path).name}:{name}"] += own
    whole = sum(seconds.values()) or 1.0
    return {name: round(100 * used / whole, 1) for name, used in seconds.most_common(most)}
