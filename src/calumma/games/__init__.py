"""The games: one package each, all with the same file names. Games of other packages join by entry points of the same name."""

import sys
from types import ModuleType

from calumma.core.registry import names, register, register_group

register("yamamoto", "calumma.games.yamamoto")
register("chamelequin", "calumma.games.chamelequin")
register("bradley", "calumma.games.bradley")
register("piecepack", "calumma.games.piecepack")
register("life", "calumma.games.life")
register_group("calumma.games")


class _Games(ModuleType):
    """`calumma.games` is this package, and `calumma.games()` lists the names of the games."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Games
