"""How the terminal shows things: with or without colour and Unicode."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 80  # characters of a line


@dataclass(frozen=True, slots=True)
class Look:
    """What this terminal can show, and whether a person sits at it."""

    colour: bool = True
    ascii: bool = False
    interactive: bool = True

    @classmethod
    def of_terminal(cls, plain: bool = False, no_colour: bool = False) -> Look:
        """Return what suits the terminal that runs us and what was asked for."""
        colour = sys.stdout.isatty() and not no_colour and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        encoding = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
        return cls(colour, plain or not encoding.startswith("utf"), sys.stdin.isatty() and sys.stdout.isatty())

    def faint(self, text: str) -> str:
        """Return a text that steps back."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def strong(self, text: str) -> str:
        """Return a text that stands out."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


def in_columns(cells: Sequence[str]) -> str:
    """Return texts beside and below each other, as many in a line as fit."""
    width = max(map(len, cells), default=0) + 2
    columns = max(1, WIDTH // width)
    lines = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)
