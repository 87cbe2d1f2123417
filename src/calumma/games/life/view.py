"""What a view of life holds: everything but the achievement cards in the hands of the others.

Spaces have the numbers of the rule book, 1 to 19. Colours are letters (R O Y G B V), lists by colour are in that order. Colour
cards are their letters (`RB`), objectives have names (`BGOY`), achievement cards kinds (`gather-ROY`, `hide-R`, `sneak`).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, cast, get_args

from calumma.core import State
from calumma.core.view import Shared

Phase = Literal[
    "snakes",
    "bugs",
    "first-row",
    "first-cards",
    "first-objectives",
    "roll",
    "blind",
    "wait",
    "achievement",
    "d4",
    "objectives",
    "colors",
    "act",
    "scare",
    "offered",
    "last",
    "over",
]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Begun(TypedDict):
    """An objective in progress."""

    name: Annotated[str, "which one"]
    side: Annotated[Literal["L", "R"], "from which side it is filled"]
    filled: Annotated[int, "how many bugs lie on it"]


class Own(TypedDict):
    """The part that is life's own."""

    turn: Annotated[int, "the seat whose turn it is"]
    actions: Annotated[int, "how many actions are left in this turn"]
    rolls: Annotated[int, "how many rolls of lying in wait are left"]
    marker: Annotated[int, "where the progress marker is"]
    turns: Annotated[int, "how many turns were made"]
    starved: Annotated[int, "rounds in a row without a supply in which nobody fed an objective"]
    unfinished: Annotated[int, "in the last phase, how many seats are not done"]
    phase: Annotated[Phase, "what is going on: luck during the set-up or a turn, what a seat has to do, or it is over"]
    fed: Annotated[bool, "whether an objective was fed in this round"]
    completed: Annotated[bool, "whether an objective was completed in this turn"]
    goal: Annotated[int, "where the progress marker begins the last phase"]
    snakes: Annotated[list[int | None], "the space of every snake, by colour; null before it lies there"]
    bugs: Annotated[list[str], "the bugs on every space, as letters"]
    supply: Annotated[list[int], "how many bugs are left, by colour"]
    places: Annotated[list[int], "the space of every seat's chameleon"]
    cards: Annotated[list[str | None], "the colour card of every seat; null before it is dealt"]
    sneaking: Annotated[list[bool], "which chameleons sneak"]
    row: Annotated[list[str], "the colour cards that lie open"]
    discard: Annotated[list[str], "the colour cards that were discarded"]
    color_deck: Annotated[int, "how many colour cards are left in their deck"]
    offered: Annotated[str | None, "the colour card that was drawn blind, to be worn or declined"]
    waiting: Annotated[str | None, "the colour that the next roll of lying in wait brings"]
    scared: Annotated[tuple[int, str] | None, "the space and the colour of the bug that must be sent off"]
    objectives: Annotated[list[str], "the objectives that lie open"]
    objective_deck: Annotated[int, "how many objectives are left in their deck"]
    going: Annotated[list[list[Begun]], "what every seat has begun"]
    finished: Annotated[list[list[str]], "what every seat has completed"]
    stash: Annotated[list[str], "the bugs in every seat's stash, as letters"]
    hands: Annotated[list[list[str] | None], "the achievement cards in every hand; null for those that the seat does not see"]
    hand_sizes: Annotated[list[int], "how many achievement cards every seat holds"]
    achievement_deck: Annotated[int, "how many achievement cards are left in their deck"]
    open: Annotated[list[list[str]], "the Gather and Hide cards that every seat has laid open"]
    used: Annotated[list[str], "the achievement cards that have left the game"]


class View(Shared, Own):
    """A view of life."""


def view_of(state: State, seat: int | None = None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    return cast(View, state.view(seat))
