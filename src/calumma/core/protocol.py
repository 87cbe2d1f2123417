"""The numbers of the protocol, once for everybody. Compiled code has them from numbers.pxd, which says the same."""

from __future__ import annotations

CHANCE = -1  # acts in place of a seat when luck decides
OVER = -2  # nobody acts any more

MOST_ACTIONS = 4096  # what fits into a buffer of actions or of weights
MOST_SEATS = 16  # what fits into a buffer of values, one a seat

Actions = list[int]
Scores = list[int]
Shares = list[float]
