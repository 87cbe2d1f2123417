"""Drawing of chamelequin: the board in its four colours, pieces from above with their rings, the bottom one outermost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calumma.core.defaults import guide, weighs
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Row, Scene, SeatStrip, path_of_view
from calumma.games.chamelequin.board import COLOUR_NAMES, FILES, NAMES, RINGS, colour_name
from calumma.games.chamelequin.layout import ADD, CAPTURE, PASS, STOP, step_of
from calumma.games.chamelequin.notation import LETTERS, SEATS
from calumma.games.chamelequin.view import View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]


COLOURS = ("white", "black", "pink", "grey")
SHAPES = ("disc", "square", "hex", "diamond")  # of the seats' markers and of the feet of their pieces
FEET = (0.9, 0.8, 0.94, 1.0)  # how large a foot must be to show around the bottom ring
RING_SIZES = (0.68, 0.52, 0.36, 0.2)  # from bottom to top
CHOICES = ("add", "remove", "stop", "pass")
OVER = -2


def scene(view: View) -> Scene:
    """Return the board with rank 8 at the top, and what is left in the supply below it."""
    return Scene(
        cells=(*(_cell(square) for square in range(64)), *_choices()),
        pieces=tuple(_piece(seat, square, rings) for seat, own in enumerate(view["pieces"]) for square, rings in own),
        labels=tuple(_labels(view)),
        seats=tuple(SeatStrip(seat, COLOURS[seat], SHAPES[seat], _notes(view, seat)) for seat in range(view["seats"])),
        highlights=() if view["chain"] is None else (NAMES[view["chain"]],),
        caption=_caption(view),
        columns=7,
        rows=2,
    )


def picture(view: View, tall: bool) -> Scene:
    """Return the same for pages."""
    return scene(view)


def _cell(square: int) -> Cell:
    ground = colour_name(square)
    return Cell(
        NAMES[square], square % 8, 7 - square // 8, ground=ground, name=say("square", square=NAMES[square], ground=ground)
    )


def _choices() -> Iterator[Cell]:
    for i, name in enumerate(CHOICES):
        yield Cell(name, 0.5 + 2 * i, 9.2, "choice", 1.9, 0.7, "paper", choice_text(__package__, name))


def _piece(seat: int, square: int, rings: str) -> Piece:
    foot = Part(SHAPES[seat], COLOURS[seat], FEET[seat], letter=" ")
    worn = [Part("disc", COLOUR_NAMES[ring], size) for ring, size in zip(rings, RING_SIZES, strict=False)]
    return Piece(
        id=f"{COLOURS[seat]}-{NAMES[square]}",
        cell=NAMES[square],
        parts=(foot, *worn),
        text=LETTERS[seat] + rings,
        colour=COLOURS[seat],
        name=say("piece", seat=SEATS[seat], rings=listed([COLOUR_NAMES[ring] for ring in rings]), count=len(rings)),
    )


def _labels(view: View) -> Iterator[Label]:
    for i, file in enumerate(FILES):
        yield Label(i, 7.72, file, 0.24)
        yield Label(-0.72, 7 - i, str(i + 1), 0.24)
    supply = ", ".join(f"{view['supply'][ring]} {COLOUR_NAMES[ring]}" for ring in RINGS)
    yield Label(-0.5, 8.25, say("rings-left", rings=supply), 0.28, "start")


def _notes(view: View, seat: int) -> tuple[str, ...]:
    pieces = say("pieces", count=view["scores"][seat])
    waiting = view["to_place"][seat]
    if waiting:
        return pieces, say("to-place", count=waiting)
    return pieces, say("lost", count=view["lost"][seat]), say("captured", count=view["captured_rings"][seat])


def _caption(view: View) -> str:
    if view["to_act"] == OVER:
        winners = _winners(view)
        return say("caption-won", seat=SEATS[winners[0]]) if len(winners) == 1 else say("caption-drawn")
    mover = SEATS[view["to_act"]]
    if any(view["to_place"]):
        return say("caption-placing", seat=mover)
    return say("caption", seat=mover) if view["chain"] is None else say("caption-chain", seat=mover, square=NAMES[view["chain"]])


def _winners(view: View) -> list[int]:
    return [seat for seat, payoff in enumerate(view["payoffs"] or ()) if payoff > 0]


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return the squares, and where a step could either add or remove, the choice."""
    if action in (PASS, STOP):
        return ["pass" if action == PASS else "stop"]
    if action < 64:
        return [NAMES[action]]
    kind, origin, target = step_of(action)
    squares = [NAMES[origin], NAMES[target]]
    if kind == CAPTURE or [origin, target] not in view["either"]:
        return squares
    return [*squares, "add" if kind == ADD else "remove"]


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return what decides, in its order: pieces left, pieces lost, rings captured."""
    rows = {"pieces": view["scores"], "lost": view["lost"], "rings": view["captured_rings"]}
    return [Row(key, tuple(numbers)) for key, numbers in rows.items()]
