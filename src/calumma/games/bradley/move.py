"""What the interpreted search to the last hole keeps of a move; the compiled one has a struct for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass
class Move:
    """A move, how late to try it, the cubes it turns, and where the other seat can drop then."""

    square: int = 0
    rank: int = 0
    turned: int = 0
    answers: int = 0


Moves: TypeAlias = list[Move]
