"""The games: one package each, all with the same file names. To add one, copy the nearest and add its line here."""

import sys
from types import ModuleType

from calumma.core.registry import names, register

register("yamamoto", "calumma.games.yamamoto")
register("chamelequin", "calumma.games.chamelequin")
register("piecepack", "calumma.games.piecepack")


class _Games(ModuleType):
    """`calumma.games` is this package, and `calumma.games()` lists the names of the games."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
