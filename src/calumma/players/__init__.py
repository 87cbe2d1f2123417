"""Bots: a search, settings and a level. They are named by short texts: `players.load("level:3", game, seed)`."""

from calumma.players.duel import MatchResult, play_match
from calumma.players.player import Choice, Player
from calumma.players.specs import Spec, factories, load, parse

__all__ = [
    "Choice",
    "MatchResult",
    "Player",
    "Spec",
    "factories",
    "load",
    "parse",
    "play_match",
]
