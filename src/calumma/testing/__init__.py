"""For whoever writes a game: the laws every game keeps, perft and playthrough files, Hypothesis strategies."""

from calumma.testing.check import CheckReport, Walk, check_game, combinations, known, variants
from calumma.testing.laws import LAWS, Law, LawBroken, pick, worlds

__all__ = ["LAWS", "CheckReport", "Law", "LawBroken", "Walk", "check_game", "combinations", "known", "pick", "variants", "worlds"]
