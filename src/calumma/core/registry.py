"""Which games there are: names and the modules that define them, imported when first loaded.

Games of other packages are looked for when somebody asks for all names, or for one that is not known here. One that cannot be
used is left out; `faults` has a sentence about it, which whoever loads it gets, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

from calumma.core.errors import GameError
from calumma.core.game import Definition, Game
from calumma.core.given import shown
from calumma.core.words import Words

if TYPE_CHECKING:
    from calumma.core.outside import Offer

say = Words(__package__)

_modules: dict[str, str] = {}
_definitions: dict[str, Definition[Any]] = {}
_groups: list[str] = []  # of entry points
_outside: list[Definition[Any]] = []
_faults: dict[str, str] = {}
_searched: list[bool] = []  # holds something once other packages have been looked for
_searching = RLock()


def register(name: str, module: str) -> None:
    """Make a game known: `module` must define GAME."""
    _modules[name] = module


def register_group(group: str) -> None:
    """Make the games known that other packages offer as entry points of this group."""
    _groups.append(group)


def register_definition(definition: Definition[Any]) -> None:
    """Make a game known that is already in memory."""
    _definitions[definition.name] = definition


def forget(name: str) -> None:
    """Make a game unknown again that `register` or `register_definition` made known."""
    _modules.pop(name, None)
    _definitions.pop(name, None)


def names() -> list[str]:
    """Return the names of all games, those of other packages included."""
    _search()
    return list(dict.fromkeys([*_modules, *_definitions]))


def faults() -> dict[str, str]:
    """Return a sentence about every game, or folder of games, that was found and cannot be used."""
    _search()
    return dict(_faults)


def search_again() -> None:
    """Look for games of other packages anew when they are next asked for: some may have been installed or mended."""
    for name in [name for name, about in _definitions.items() if about in _outside]:
        del _definitions[name]
    _outside.clear()
    _faults.clear()
    _searched.clear()


def _search() -> None:
    """Find the games of other packages, once."""
    with _searching:
        if _searched:
            return
        _searched.append(True)  # before anything is imported, which may ask for games itself
        from calumma.core.outside import offers

        for group in _groups:
            found, wrong = offers(group)
            _faults.update(wrong)
            for offer in found:
                _adopt(offer)


def _adopt(offer: Offer) -> None:
    """Make a game of another package known, or say what is wrong with it."""
    if offer.name in _modules or offer.name in _definitions:
        _faults[f"{offer.name} ({offer.origin})"] = say("name-taken", name=offer.name, origin=offer.origin)
        return
    try:
        about = offer.load()
    except GameError as error:
        _faults[offer.name] = str(error)
    else:
        _definitions[offer.name] = about
        _outside.append(about)


def definition(name: str) -> Definition[Any]:
    """Return the definition of a game; GameError if there is none of that name, or if its package cannot be used."""
    if not isinstance(name, str):
        raise GameError(say("unknown-game", name=shown(name), known=", ".join(names())))
    if name not in _definitions and name not in _modules:
        _search()
    if name not in _definitions:
        if name in _faults:
            raise GameError(_faults[name])
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
