"""Making the package of a new game: a small complete game under the author's own names, to play at once and to change."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from calumma.core import GameError
from calumma.core.registry import names
from calumma.core.words import Words

say = Words(__package__)

NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
SUFFIX = ".template"


def make_package(name: str, folder: Path, compiled: bool = False) -> list[Path]:
    """Write the package of a game into a folder that is not there yet; return its files. GameError says what does not fit."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise GameError(say("bad-name", name=name))
    if name in names():
        raise GameError(say("name-of-a-game", name=name))
    if find_spec(name) is not None:
        raise GameError(say("name-of-a-package", name=name))
    if folder.exists():
        raise GameError(say("folder-exists", folder=folder))
    values = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "class_name": name.title().replace("_", ""),
        "distribution": f"calumma-{name.replace('_', '-')}",
    }
    root = resources.files(__package__).joinpath("template")
    texts = _texts(root.joinpath("common")) | _texts(root.joinpath("compiled" if compiled else "plain"))
    return [_write(folder / path.replace("package", name), Template(text).substitute(values)) for path, text in texts.items()]


def _texts(root: Traversable, inside: str = "") -> dict[str, str]:
    """The templates below a folder: their paths without the suffix, and their texts."""
    found: dict[str, str] = {}
    for each in sorted(root.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            found |= _texts(each, f"{inside}{each.name}/")
        elif each.name.endswith(SUFFIX):
            found[inside + each.name.removesuffix(SUFFIX)] = each.read_text(encoding="utf-8")
    return found


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
