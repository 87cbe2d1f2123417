"""Playing: the authority over one match, its events, and luck that anybody can check afterwards."""

from calumma.play.events import BotSeated, Ended, Event, OutOfTime, Ply, Resigned, Seated, SeedAdded, TakenBack
from calumma.play.luck import Luck, SeededLuck, Verification, verify
from calumma.play.match import Match

__all__ = [
    "BotSeated",
    "Ended",
    "Event",
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
