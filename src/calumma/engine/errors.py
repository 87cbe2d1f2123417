"""What goes wrong with an engine."""

from __future__ import annotations

from typing import Literal

from calumma.core import GameError


class EngineError(GameError):
    """An engine failed in a match; `reason` is how a record calls its loss, if there is one other side to win."""

    def __init__(self, sentence: str, reason: Literal["resigned", "out-of-time"] = "resigned") -> None:
        super().__init__(sentence)
        self.reason = reason
