"""Calumma: the five board games called Chameleon, to play, to host and to study.

>>> import calumma
>>> game = calumma.load("yamamoto")
>>> state = game.new()
>>> game.move_text(state, state.legal()[0])
'a1a2'
"""

import os
from typing import TYPE_CHECKING

if os.environ.get("CALUMMA_PURE", "") not in ("", "0"):
    from calumma._pure import use_sources

    use_sources()

try:
    from calumma.core import (
        CHANCE,
        OVER,
        Game,
        GameError,
        IllegalMove,
        NotationError,
        Rng,
        State,
        divide,
        perft,
        playouts,
    )
except ModuleNotFoundError as error:
    if error.name != "cython":
        raise
    raise ImportError("the interpreted core needs Cython to run: pip install cython") from None
from calumma.core.registry import load

if TYPE_CHECKING:
    from calumma.records.board import Board, Move

    def games() -> list[str]:
        """Return the names of all games."""
else:
    from calumma import games  # a package that can be called: calumma.games()

__version__ = "0.1.0"  # the only place; CITATION.cff and CHANGELOG.md are checked against it

__all__ = [
    "CHANCE",
    "OVER",
    "Board",
    "Game",
    "GameError",
    "IllegalMove",
    "Move",
    "NotationError",
    "Rng",
    "State",
    "compiled",
    "divide",
    "games",
    "load",
    "perft",
    "playouts",
]


def __getattr__(name: str) -> object:
    """Load boards and moves when they are asked for: a command that needs no records does not read them."""
    if name not in ("Board", "Move"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from calumma.records import board

    return getattr(board, name)


def compiled() -> bool:
    """Return whether the compiled core is loaded; if not, the same sources run interpreted."""
    from calumma.core import state

    return not str(state.__file__).endswith(".py")


def _warn_of_the_interpreted_core() -> None:
    """Say once in a process that the core is slow, unless that was asked for: pip does not show what a build says."""
    if compiled() or "CALUMMA_PURE" in os.environ:
        return
    import warnings

    warnings.warn(
        "calumma runs interpreted, a hundred times slower than compiled or more: install a C compiler and Python's headers,"
        " then calumma again, by pip install --force-reinstall --no-cache-dir; CALUMMA_PURE=1 says that this is meant",
        RuntimeWarning,
        stacklevel=3,
    )


_warn_of_the_interpreted_core()
