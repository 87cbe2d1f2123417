"""The optional parts of `notation.py` and `drawing.py` for games that need none: a module imports what it leaves as it is."""

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


def tally(view: object, stories: Sequence[Sequence[Effect]]) -> Sequence[Row]:
    """The score has no parts."""
    return ()
