"""What the rules explain, together: why a move is not legal, why clicks lead to none, what threatens a chameleon."""

from calumma.games.life.clicks import refusal_of
from calumma.games.life.explain import refusal
from calumma.games.life.threats import reach, threats

__all__ = ["reach", "refusal", "refusal_of", "threats"]
