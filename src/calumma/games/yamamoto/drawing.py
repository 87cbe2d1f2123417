"""Drawing of yamamoto: squares of walnut and maple, lacquered discs in the seats' colours with an eye for their nature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calumma.core.defaults import guide, weighs
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Plate, Row, Scene, SeatStrip, path_of_view
from calumma.games.yamamoto.board import FILES, NAMES, is_dark
from calumma.games.yamamoto.explain import slides_on
from calumma.games.yamamoto.notation import LETTERS, SEATS
from calumma.games.yamamoto.view import View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]


COLOURS = ("orange", "blue")
SHAPES = ("disc", "diamond")
NATURES = ("white", "black")
OVER = -2
EDGE = 0.98  # how far the frame reaches beyond the middle of the outermost squares
FRAME = (-EDGE, -EDGE, 4 + EDGE, 4 + EDGE)
RAIL = Plate(((-0.9, -0.9), (4.9, -0.9), (4.9, 4.9), (-0.9, 4.9)), "rail")


def scene(view: View) -> Scene:
    """Return the board with rank 5 at the top."""
    return Scene(
        cells=tuple(_cell(view, square) for square in range(25)),
        pieces=tuple(_pieces(view)),
        labels=tuple(_labels()),
        seats=tuple(
            SeatStrip(seat, COLOURS[seat], SHAPES[seat], (say("pieces-left", count=view["scores"][seat]),)) for seat in range(2)
        ),
        caption=_caption(view),
        columns=5,
        rows=2,
        across=(1,),
    )


def picture(view: View, tall: bool) -> Scene:
    """Return the same in a frame, with the goals inlaid in the colour of who attacks them."""
    found = scene(view)
    cells = tuple(replace(cell, mark=COLOURS[1 - COLOURS.index(cell.mark)]) if cell.mark else cell for cell in found.cells)
    labels = tuple(replace(label, ink="rail-ink") for label in found.labels)
    return replace(found, cells=cells, labels=labels, plates=(RAIL,), frame=FRAME)


def _cell(view: View, square: int) -> Cell:
    owner = next((seat for seat in range(2) if square in view["goals"][1 - seat]), None)
    mark = "" if owner is None else COLOURS[owner]
    ground = "walnut" if is_dark(square) else "maple"
    return Cell(
        id=NAMES[square],
        x=square % 5,
        y=4 - square // 5,
        ground=ground,
        name=_square_name(square, owner),
        mark=mark,
        text="" if owner is None else "•",
    )


def _square_name(square: int, owner: int | None) -> str:
    dark = is_dark(square)
    if owner is None:
        return say("dark-square" if dark else "white-square", square=NAMES[square])
    return say("dark-goal" if dark else "white-goal", square=NAMES[square], seat=SEATS[1 - owner])


def _pieces(view: View) -> Iterator[Piece]:
    for seat in range(2):
        for black, squares in enumerate((view["white"][seat], view["black"][seat])):
            for square in squares:
                yield _piece(seat, black, square)


def _piece(seat: int, black: int, square: int) -> Piece:
    """A disc of the seat with a round white or a square black eye: the two differ without any colour.

    The sign in the eye tells what the square lets the piece do: crossed arrows to slide diagonally, a hook to leap like a knight.
    """
    colour, nature = COLOURS[seat], NATURES[black]
    eye = Part("square", "black", 0.42, plain=True) if black else Part("disc", "white", 0.48, plain=True)
    sign = Part("slide" if slides_on(black, square) else "leap", "white" if black else "black", 0.28, plain=True)
    return Piece(
        id=f"{colour}-{nature}-{NAMES[square]}",
        cell=NAMES[square],
        parts=(Part("disc", colour, 0.86), eye, sign),
        text=LETTERS[seat * 2 + black],
        colour=colour,
        name=say("piece-slides" if slides_on(black, square) else "piece-leaps", nature=nature, seat=SEATS[seat]),
    )


def _labels() -> Iterator[Label]:
    for i, file in enumerate(FILES):
        yield Label(i, 4.7, file, 0.19)
        yield Label(-0.7, 4 - i, str(i + 1), 0.19)


def _caption(view: View) -> str:
    if view["to_act"] == OVER:
        winners = [SEATS[seat] for seat, payoff in enumerate(view["payoffs"] or ()) if payoff == 1.0]
        return say("caption-won", seat=winners[0]) if winners else say("caption-drawn")
    return say("caption", seat=SEATS[view["to_act"]])


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return the square a piece leaves and the one it goes to."""
    return [NAMES[action // 25], NAMES[action % 25]]


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return what is left of both sides."""
    return [
        Row("white", tuple(len(view["white"][seat]) for seat in range(2))),
        Row("black", tuple(len(view["black"][seat]) for seat in range(2))),
    ]
