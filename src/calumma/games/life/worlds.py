"""All worlds behind what a seat sees: every way of dealing unseen achievement cards to the other hands."""

from calumma.games.life.positions import all_filled as worlds

__all__ = ["worlds"]
