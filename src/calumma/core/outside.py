"""Games of other packages: installed ones, by their entry points, and those in the folders of `CALUMMA_GAMES`.

An entry point names the module that defines GAME. A folder is the project of such a package, with its `pyproject.toml`: what is
named there is found without being installed, by every process that inherits the variable.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from calumma.core.errors import GameError
from calumma.core.game import Definition
from calumma.core.plain import PlainState
from calumma.core.state import State
from calumma.core.words import Words

say = Words(__package__)

FOLDERS = "CALUMMA_GAMES"
NAMED = "GAME"
PACKAGES: set[str] = set()
"""The packages that have been asked for games: where the core runs from its sources, so do they."""


class Offer(NamedTuple):
    """A game that somebody offers: its name, the module that defines it, under which name there, and who offers it."""

    name: str
    module: str
    attribute: str
    origin: str

    def load(self) -> Definition[Any]:
        """Return the definition; GameError says what is wrong with the package, whatever that is."""
        PACKAGES.add(self.module.partition(".")[0])
        try:
            found = getattr(import_module(self.module), self.attribute)
            _check(self.name, found)
        except (Exception, SystemExit) as error:  # a module may be a script that ends by itself
            raise GameError(say("game-cannot-be-used", name=self.name, origin=self.origin, error=_told(error))) from error
        return found  # type: ignore[no-any-return]


def _told(error: BaseException) -> str:
    """What went wrong, in words. Sources that ask a compiled core for what only C can have are sources that were not built."""
    if isinstance(error, ImportError) and str(error.name).startswith(__package__) and hasattr(State, "__pyx_vtable__"):
        return say("sources-are-not-built", error=error)
    return str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


def _check(name: str, found: object) -> None:
    if not isinstance(found, Definition):
        raise GameError(say("expected-definition", kind=type(found).__name__))
    if found.name != name:
        raise GameError(say("expected-name", found=found.name, name=name))
    if is_stranger(found.state):
        raise GameError(say("game-is-not-built", state=found.state.__name__))


def is_stranger(state: type[State]) -> bool:
    """Return whether a compiled core would ignore the rules of a class, because that is not compiled."""
    return hasattr(State, "__pyx_vtable__") and not issubclass(state, PlainState) and "__pyx_vtable__" not in vars(state)


def offers(group: str) -> tuple[list[Offer], dict[str, str]]:
    """Return the games on offer in a group of entry points, those of folders first, and what is wrong with folders."""
    found, faults = [], {}
    for text in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        try:
            found += _in_folder(Path(text), group)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            faults[text] = say("folder-offers-no-game", folder=text, variable=FOLDERS, group=group, error=repr(error))
    return [*found, *_installed(group)], faults


def _in_folder(folder: Path, group: str) -> list[Offer]:
    import tomllib

    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points: dict[str, str] = project["entry-points"][group]
    found = [_offer(name, target, str(folder)) for name, target in points.items()]
    root = str((folder / "src" if (folder / "src").is_dir() else folder).resolve())
    if root not in sys.path:
        sys.path.insert(0, root)
    return found


def _offer(name: str, target: str, origin: str) -> Offer:
    module, _, attribute = target.partition(":")
    return Offer(name, module.strip(), attribute.strip() or NAMED, origin)


def _installed(group: str) -> Iterator[Offer]:
    from importlib.metadata import entry_points  # takes longer than the rest of the core, so only when it is asked for

    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        yield _offer(point.name, point.value, point.dist.name if point.dist else point.module)
