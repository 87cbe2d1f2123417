"""The numbers of the actions and of tiles, and how long a match can be. The table in rules.py explains the actions."""

FIRST_ADD = 48
FIRST_WALK = 16272
PASSING = 16610
NUM_ACTIONS = 16611


def max_plies(seats: int) -> int:
    """Return a bound: starter and wilds, 43 draws, 45 tiles added and, before each of them, 3 x seats turns without one (R5)."""
    return 3 + 43 + 45 + 45 * 3 * seats
