"""What a seat may know of a position, by its type: the part that the views of all games share.

A game's `view.py` adds its own part. Lists of things that differ (`[3, "RB"]`) are written as tuples there: JSON knows lists
only, and so do views, but the type tells what stands where.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from calumma.core.options import OptionValue


class Shared(TypedDict):
    """What is in the views of all games."""

    game: Annotated[str, "the name of the game"]
    seats: Annotated[int, "how many seats there are"]
    options: Annotated[dict[str, OptionValue], "the options that were chosen"]
    seat: Annotated[int | None, "the seat that looks; null for a spectator"]
    to_act: Annotated[int, "the seat that acts, -1 for chance, -2 when the match is over"]
    scores: Annotated[list[int], "the rule book's own score of every seat"]
    payoffs: Annotated[
        list[float] | None, "what every seat gets once the match is over; shares of 1 unless the game pays otherwise"
    ]
    reason: Annotated[str, "why the match ended, as a message key; empty while it runs"]
