"""What a view of Top Card holds: the own card, and all of them at the end."""

from __future__ import annotations

from typing import Annotated, TypedDict

from calumma.core.view import Shared


class Own(TypedDict):
    """The part that is Top Card's own."""

    hands: Annotated[list[int | None], "the card of every seat, 0 before it is dealt; null for those that the seat does not see"]
    laid: Annotated[list[int], "the cards that were laid down"]
    deck: Annotated[int, "how many cards are left"]
    turn: Annotated[int, "the seat that acts or draws"]
    round: Annotated[int, "how many rounds were played"]


class View(Shared, Own):
    """A view of Top Card."""
