"""Jobs for the tests of the runner, in a module that other processes can import."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Square:
    """A job that is quick to do; at the number 13 the process that does it first dies."""

    number: int
    folder: str

    @property
    def id(self) -> str:
        return str(self.number)

    def play(self) -> int:
        mark = Path(self.folder) / "died"
        if self.number == 13 and not mark.exists():
            mark.touch()
            os._exit(1)
        return self.number**2

    def read(self, values: int) -> int:
        return values


@dataclass(frozen=True)
class Slow(Square):
    """A job that takes longer than anybody waits."""

    def play(self) -> int:
        time.sleep(300)
        return 0


@dataclass(frozen=True)
class Fatal(Square):
    """A job that no process survives."""

    def play(self) -> int:
        os._exit(1)
