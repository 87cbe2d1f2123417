"""Bots: a search, settings and a level. They are named by short texts: `players.load("level:3", game, seed)`."""

from calumma.players.duel import MatchResult, Series, play_match, play_series
from calumma.players.player import Choice, Player
from calumma.players.specs import Spec, factories, load, parse

__all__ = [
    "Choice",
    "MatchResult",
    "Player",
    "Series",
    "Spec",
    "factories",
    "load",
    "parse",
    "play_match",
    "play_series",
]
