"""Parts of `notation.py`, `drawing.py` and `explain.py` that a game may do without: it imports what it leaves as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from calumma.core.effect import Effect
from calumma.core.guide import Guide, Row

if TYPE_CHECKING:
    from calumma.core.game import Game
    from calumma.core.protocols import SetUp


def set_up(game: Game) -> SetUp | None:
    """Positions are set up by their text alone."""
    return None


def guide(view: object, legal: Sequence[int]) -> Guide:
    """Turns are short: no help is needed."""
    return Guide()


def weighs(view: object, action: int) -> bool:
    """Moves are played at once."""
    return False


def reach(state: object) -> dict[str, list[str]]:
    """Nothing moves, or it is of no use to know where."""
    return {}


def tally(view: object, stories: Sequence[Sequence[Effect]]) -> Sequence[Row]:
    """The score has no parts."""
    return ()
