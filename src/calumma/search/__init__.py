"""Searches: they know the protocol and no game.

`AlphaBeta` for open games of two sides without chance, `mcts` for any open game, `ismcts` for games with secrets. `Grove` grows
many trees at once, for learning.
"""

from calumma.search import ismcts, mcts
from calumma.search.alphabeta import AlphaBeta
from calumma.search.grove import Grove
from calumma.search.ismcts import InformationTree
from calumma.search.mcts import Tree, uct_speed
from calumma.search.report import GUIDED, PLAIN, Candidate, OnReport, SearchReport, Settings

__all__ = [
    "GUIDED",
    "PLAIN",
    "AlphaBeta",
    "Candidate",
    "Grove",
    "InformationTree",
    "OnReport",
    "SearchReport",
    "Settings",
    "Tree",
    "ismcts",
    "mcts",
    "uct_speed",
]
