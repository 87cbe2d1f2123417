"""Playing: the authority over one match, its events, and luck that anybody can check afterwards."""

from calumma.play.clock import Clock, Limit
from calumma.play.events import Begun, BotSeated, Ended, Event, OutOfTime, Ply, Resigned, Seated, SeedAdded, TakenBack
from calumma.play.luck import Luck, SeededLuck, Verification, verify
from calumma.play.match import Match

__all__ = [
    "Begun",
    "BotSeated",
    "Clock",
    "Ended",
    "Event",
    "Limit",
    "Luck",
    "Match",
    "OutOfTime",
    "Ply",
    "Resigned",
    "Seated",
    "SeedAdded",
    "SeededLuck",
    "TakenBack",
    "Verification",
    "verify",
]
