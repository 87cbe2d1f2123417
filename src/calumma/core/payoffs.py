"""What a match pays: shares of one win, or numbers (stakes, margins) that the game declares with their bounds and their sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calumma.core.options import OptionValue

DUST = 1e-9  # by which equal payoffs may differ


@dataclass(frozen=True, slots=True)
class Payoffs:
    """How a game pays at one table: no seat gets less than `lowest` or more than `highest`, and all together get `total`.

    `total` is None where the sum differs from match to match. `shares` says that winners share 1.0 equally and nobody else gets
    anything; then it is clear who won. Otherwise whoever got most has won.
    """

    lowest: float = 0.0
    highest: float = 1.0
    total: float | None = 1.0
    shares: bool = True

    def unit(self, seats: int) -> float:
        """Return the payoff, counted from the lowest, that is worth 1: what one seat gets if all others get the lowest."""
        return self.highest - self.lowest if self.total is None else self.total - seats * self.lowest

    def worth(self, payoffs: Sequence[float]) -> list[float]:
        """Return payoffs on the scale of searches: 0 is the lowest, and they sum to 1 where the sum is declared."""
        unit = self.unit(len(payoffs))
        return [(payoff - self.lowest) / unit for payoff in payoffs]

    def as_json(self) -> dict[str, float | bool | None]:
        """Return it as JSON-able values."""
        return {"lowest": self.lowest, "highest": self.highest, "total": self.total, "shares": self.shares}


SHARES = Payoffs()


def shares(seats: int, options: Mapping[str, OptionValue]) -> Payoffs:
    """Winners share 1.0 equally, everyone else gets nothing: how a game pays that says nothing else."""
    return SHARES


def numbers(lowest: float, highest: float, total: float | None = 0.0) -> Payoffs:
    """Return how a game pays in numbers; they sum to zero unless another sum is given, or None for any."""
    return Payoffs(lowest, highest, total, shares=False)


def winners(payoffs: Sequence[float]) -> tuple[int, ...]:
    """Return the seats that got most: of shares and of numbers alike, those that won, alone or together."""
    return tuple(seat for seat, payoff in enumerate(payoffs) if payoff > max(payoffs) - DUST)
