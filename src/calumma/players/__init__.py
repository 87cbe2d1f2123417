"""Bots: a search, settings and a level. They are named by short texts: `players.load("level:3", game, seed)`."""

from calumma.players.duel import MatchResult, play_match
from calumma.players.player import Choice, Limits, OnThought, Player
from calumma.players.specs import Spec, factories, load, parse
from calumma.players.thinking import Thinking

__all__ = [
    "Choice",
    "Limits",
    "MatchResult",
    "OnThought",
    "Player",
    "Spec",
    "Thinking",
    "factories",
    "load",
    "parse",
    "play_match",
]
