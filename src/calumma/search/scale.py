"""What the numbers of alpha-beta mean: scores of positions, ratings of actions.

A score is for one side: an evaluation p becomes (2p - 1) * 10000, a win in n plies 1000000 - n. Actions are tried in the order
of their ratings.
"""

from __future__ import annotations

DEEPEST = 120  # plies from the root, extensions included

SCALE = 10_000
WIN = 1_000_000
SURE = 900_000  # beyond it a score is a win or a loss
INFINITE = 2_000_000

FROM_TABLE = 1 << 30
NOISY = 1 << 28
KILLER = 1 << 27
MIDDLE = 1 << 26  # the rating of what is foreseen to be worth as much as it costs
FINE = 1 << 10
HISTORY_LIMIT = 1 << 26  # the rating of what was rewarded most


def chance_of(score: int) -> float:
    """Return the share of the win that a score means."""
    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return 0.5 + score / (2.0 * SCALE)
