"""For whoever writes a game: the laws every game keeps, perft and playthrough files, Hypothesis strategies."""

from calumma.testing.check import Report, Walk, check_game, combinations, known, variants
from calumma.testing.laws import LAWS, Law, LawBroken, pick, worlds

__all__ = ["LAWS", "Law", "LawBroken", "Report", "Walk", "check_game", "combinations", "known", "pick", "variants", "worlds"]
