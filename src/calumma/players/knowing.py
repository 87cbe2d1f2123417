"""What is known exactly, as the choice of a player."""

from __future__ import annotations

from calumma.core.words import Words
from calumma.players.player import Choice
from calumma.search import Candidate
from calumma.solutions import Known, told_source

say = Words(__package__)

PAYOFFS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def choice_of(known: Known, seat: int, action: int) -> Choice:
    """Return the choice of one of the moves that are known to be best."""
    return Choice(
        action,
        values=shares_of(known, seat),
        line=[action],
        depth=known.plies,
        proven=True,
        distance=None if known.value == "draw" else known.plies,
        candidates=[Candidate(each, 0, PAYOFFS[known.value], True, (each,)) for each in known.best],
        note=_words(known),
    )


def shares_of(known: Known, seat: int) -> list[float]:
    """Return what both seats get where that is known for one of them."""
    mine = PAYOFFS[known.value]
    return [mine, 1.0 - mine] if seat == 0 else [1.0 - mine, mine]


def _words(known: Known) -> str:
    if known.value == "draw":
        return say("known-draw", source=told_source(known))
    counted = "" if known.is_counted else "-for-certain"
    return say(f"known-{known.value}{counted}", count=known.plies, source=told_source(known))
