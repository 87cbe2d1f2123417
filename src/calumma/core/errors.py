"""The errors a caller may meet; each carries a sentence with the offending text and what was expected."""

from __future__ import annotations

from calumma.core.effect import Effect


class GameError(ValueError):
    """Something about a game cannot be done: an unknown name, option, value or seat count, or a broken record."""


class NotationError(GameError):
    """A move or position text cannot be read."""


class IllegalMove(GameError):
    """A move text was read, but the rules do not allow the move here; `refusal` is what the rules say, if they were asked."""

    def __init__(self, sentence: str, refusal: Effect | None = None) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class OtherRules(GameError):
    """Something was saved by a version of the rules that this program does not play."""
