"""docs/adding_a_game.md, taken apart: what it tells the author of a game to write and to type, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from calumma.testing.making import make_package

PAGE = Path(__file__).parents[1] / "docs" / "adding_a_game.md"
BLOCK = re.compile(r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class File:
    """A file that is to have this text."""

    path: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command that is to be typed, and lines of its answer that the page shows."""

    line: str
    shown: tuple[str, ...]


def steps() -> Iterator[File | Command]:
    """Everything that the page says, from top to bottom."""
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if found["title"]:
            yield File(found["title"], found["text"])
        elif found["language"] == "console":
            for part in re.split(r"^\$ ", found["text"], flags=re.MULTILINE)[1:]:
                line, *shown = part.splitlines()
                yield Command(line, tuple(shown))


def write_game(name: str, folder: Path) -> Path:
    """Make the package of a game as the page has it (in plain Python), in a folder that is not there yet; return it."""
    make_package(name, folder)
    for step in steps():
        if isinstance(step, File) and f"{name}/" in step.path and "import cython" not in step.text and ".pxd" not in step.path:
            (folder / step.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.path).write_text(step.text, encoding="utf-8")
    return folder
