"""The errors a caller may meet; each carries a sentence with the offending text and what was expected."""

from importlib.util import find_spec


class GameError(ValueError):
    """Something about a game cannot be done: an unknown name, option, value or seat count, or a broken record."""


class NotationError(GameError):
    """A move or position text cannot be read."""


class IllegalMove(GameError):
    """A move text was read, but the rules do not allow the move here."""


class OtherRules(GameError):
    """Something was saved by a version of the rules that this program does not play."""


class MissingLibrary(GameError, ImportError):
    """An optional library is not installed."""


def need(*libraries: str) -> None:
    """Raise MissingLibrary with a sentence if a library of the research extra is not installed."""
    for name in libraries:
        if find_spec(name) is None:
            raise MissingLibrary(f'this needs the library {name}: install it with pip install "calumma[research]"')
