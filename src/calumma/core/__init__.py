"""The protocol that every game speaks: positions, games, texts, running. It knows no particular game and nothing above it."""

from calumma.core.effect import Effect, all_but, only, seen_by
from calumma.core.errors import GameError, IllegalMove, NotationError
from calumma.core.game import HIDDEN, Definition, Game, Info
from calumma.core.guide import Guide, Row, Shortcut
from calumma.core.observation import Observation, Part, number, numbers, plane, planes, starts, starts_by_seats
from calumma.core.options import Option, OptionValue, choice, integer
from calumma.core.payoffs import Payoffs
from calumma.core.plain import PlainState
from calumma.core.protocol import CHANCE, OVER
from calumma.core.protocols import Drawing, Notation, Picture, SetUp
from calumma.core.run import divide, perft, playouts
from calumma.core.shapes import Shapes
from calumma.core.state import Rng, State
from calumma.core.symmetry import Symmetry

__all__ = [
    "CHANCE",
    "HIDDEN",
    "OVER",
    "Definition",
    "Drawing",
    "Effect",
    "Game",
    "GameError",
    "Guide",
    "IllegalMove",
    "Info",
    "Notation",
    "NotationError",
    "Observation",
    "Option",
    "OptionValue",
    "Part",
    "Payoffs",
    "Picture",
    "PlainState",
    "Rng",
    "Row",
    "SetUp",
    "Shapes",
    "Shortcut",
    "State",
    "Symmetry",
    "all_but",
    "choice",
    "divide",
    "integer",
    "number",
    "numbers",
    "only",
    "perft",
    "plane",
    "planes",
    "playouts",
    "seen_by",
    "starts",
    "starts_by_seats",
]
