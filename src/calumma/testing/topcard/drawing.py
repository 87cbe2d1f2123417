"""Drawing of Top Card: hands in a row, the deck, and a button to keep."""

from __future__ import annotations

from calumma.core.defaults import guide, tally, weighs
from calumma.core.words import Words
from calumma.drawing import Cell, Part, Piece, Scene, SeatStrip, path_of_view
from calumma.testing.topcard.view import View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]

COLOURS = ("red", "blue", "green")
SHAPES = ("disc", "square", "triangle")


def scene(view: View) -> Scene:
    """Return the cards as the viewer sees them."""
    seats = range(view["seats"])
    cells = [Cell(f"hand{seat}", seat * 1.5, 0, "card", name=say("hand-seat", seat=seat)) for seat in seats]
    cells += [Cell("deck", 0, 1.5, "card", label=str(view["deck"])), Cell("keep", 1.5, 1.5, "choice", label=say("keep"))]
    pieces = [_card(seat, card) for seat, card in enumerate(view["hands"]) if card != 0]
    strips = [SeatStrip(seat, COLOURS[seat], SHAPES[seat]) for seat in seats]
    return Scene(tuple(cells), tuple(pieces), seats=tuple(strips))


def picture(view: View, tall: bool) -> Scene:
    """Return the same for pages."""
    return scene(view)


def _card(seat: int, card: int | None) -> Piece:
    text = "?" if card is None else str(card)
    parts = (Part("text", "black", letter=text),)
    return Piece(
        f"card{seat}", f"hand{seat}", parts, text, "black", say("hidden-card") if card is None else say("card", card=card)
    )


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Click the button to keep, the deck to change."""
    return ["keep" if action == 0 else "deck"]
