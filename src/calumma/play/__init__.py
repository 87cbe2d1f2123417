"""Playing: the authority over one match, its events, and luck that anybody can check afterwards."""

from calumma.play.clock import Clock, Limit
from calumma.play.events import (
    Begun,
    BotSeated,
    CalledOff,
    Ended,
    Event,
    OutOfTime,
    Ply,
    Resigned,
    Seated,
    SeatLeft,
    SeedAdded,
    SeedCommitted,
    SeedOpened,
    TakenBack,
)
from calumma.play.luck import Luck, SeededLuck, Verification, seed_commitment, verify
from calumma.play.match import Match

__all__ = [
    "Begun",
    "BotSeated",
    "CalledOff",
    "Clock",
    "Ended",
    "Event",
    "Limit",
    "Luck",
    "Match",
    "OutOfTime",
    "Ply",
    "Resigned",
    "SeatLeft",
    "Seated",
    "SeedAdded",
    "SeedCommitted",
    "SeedOpened",
    "SeededLuck",
    "TakenBack",
    "Verification",
    "seed_commitment",
    "verify",
]
