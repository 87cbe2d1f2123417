"""What is known exactly, in words: who wins, in how many plies, how that is known; and what a move brings whoever makes it."""

from __future__ import annotations

from dataclasses import dataclass

from calumma.core import OVER, Game, State
from calumma.core.words import Words
from calumma.solutions.lookup import exact_value
from calumma.solutions.solution import Effort, Known, Value

say = Words(__package__)

VALUES: dict[float, Value] = {1.0: "win", 0.0: "loss"}  # of payoffs; others are draws
TURNED: dict[Value, Value] = {"win": "loss", "loss": "win", "draw": "draw"}


@dataclass(frozen=True, slots=True)
class Brought:
    """What a move brings the side that makes it; the plies count it, and are told if that is worth it."""

    value: Value
    plies: int
    is_at_most: bool = False
    is_counted: bool = True

    @property
    def words(self) -> str:
        """The same in a few words, to stand beside the move."""
        return say(f"brings-{self.value}{_how_long(self)}", count=self.plies)

    def as_json(self) -> dict[str, object]:
        """Return it as JSON-able values."""
        return {"value": self.value, "plies": self.plies, "at_most": self.is_at_most, "words": self.words}


def told(game: Game, seat: int, known: Known) -> str:
    """Return what is known for the seat to move as a sentence."""
    if known.value == "draw":
        return say("draw", source=told_source(known))
    winner = seat if known.value == "win" else 1 - seat
    values = {"seat": game.seat_names[winner], "count": known.plies, "source": told_source(known)}
    how_long = _how_long(known)
    return say(f"win{how_long}" if how_long else "win", **values)


def _how_long(one: Known | Brought) -> str:
    """How much its words tell of the plies."""
    if one.value == "draw":
        return ""
    if not one.is_counted:
        return "-for-certain"
    return "-at-most" if one.is_at_most else ""


def kept(known: Known) -> Brought:
    """Return what the best moves of a position bring whoever acts there."""
    return Brought(known.value, known.plies, known.is_at_most, known.is_counted)


def told_lost(game: Game, seat: int, known: Known) -> str:
    """Return as a sentence that a seat has lost, where that is known, to whoever asked what to play there."""
    if known.is_counted:
        return told(game, seat, known)
    return say("lost-for-certain", seat=game.seat_names[1 - seat])


def told_source(known: Known) -> str:
    """Return how something is known."""
    return say(f"by-{known.source}")


def brought(state: State, action: int, effort: Effort) -> Brought | None:
    """Return what a move brings, None where nothing is known."""
    after = state.copy()
    after.apply(action)
    return brought_to(after, state.to_act, exact_value(after, effort))


def brought_to(after: State, seat: int, known: Known | None) -> Brought | None:
    """Return what the move of a seat has brought by which a position came about, given what is known of that."""
    if after.to_act == OVER:
        return Brought(VALUES.get(after.payoffs()[seat], "draw"), 1)
    return None if known is None else Brought(TURNED[known.value], known.plies + 1, known.is_at_most, known.is_counted)
