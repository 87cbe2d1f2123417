"""Which games there are: names and the modules that define them, imported when first loaded."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from calumma.core.errors import GameError
from calumma.core.game import Definition, Game
from calumma.core.words import Words

say = Words(__package__)

_modules: dict[str, str] = {}
_definitions: dict[str, Definition[Any]] = {}


def register(name: str, module: str) -> None:
    """Make a game known: `module` must define GAME."""
    _modules[name] = module


def register_definition(definition: Definition[Any]) -> None:
    """Make a game known that is already in memory."""
    _definitions[definition.name] = definition


def forget(name: str) -> None:
    """Make a game unknown again that `register` or `register_definition` made known."""
    _modules.pop(name, None)
    _definitions.pop(name, None)


def names() -> list[str]:
    """Return the names of all games."""
    return list(dict.fromkeys([*_modules, *_definitions]))


def definition(name: str) -> Definition[Any]:
    """Return the definition of a game; GameError if there is none of that name."""
    if name not in _definitions:
        if name not in _modules:
            close = get_close_matches(str(name), names(), 1)
            if close:
                raise GameError(say("unknown-game-did-you-mean", name=name, known=", ".join(names()), close=close[0]))
            raise GameError(say("unknown-game", name=name, known=", ".join(names())))
        _definitions[name] = import_module(_modules[name]).GAME
    return _definitions[name]


def package(name: str) -> str:
    """Return the package of a game, where its data lie; it need not be imported yet."""
    return _modules[name] if name in _modules else definition(name).package


def load(name: str, seats: int | None = None, **options: object) -> Game:
    """Return a game with its seats (the fewest it takes if not given) and options chosen; GameError says what does not fit.

    >>> import calumma
    >>> calumma.load("bradley", seats=4, relocate="none").info.num_actions
    70
    >>> calumma.load("bradley", seats=7)
    Traceback (most recent call last):
        ...
    calumma.core.errors.GameError: cannot seat "7" at bradley: expected 2, 3, 4, 5 or 6 seats
    """
    return Game(definition(name), seats, options)


def reload(name: str, seats: int | None, options: Mapping[str, object]) -> Game:
    """Return a game from its parts, as pickles, records and requests hold them: an option may have any name there."""
    return Game(definition(name), seats, options)
