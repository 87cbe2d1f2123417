"""Drawing of chamelequin: enamel squares in four colours, and pieces that carry their rings, the decisive one on top.

The scene shows pieces from above, the bottom ring outermost; pages show them slightly from the front, and the supply in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calumma.core.defaults import guide, weighs
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Plate, Prop, Row, Scene, SeatStrip, path_of_view
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
LOWER, TOP = (0.58, 0.125), (0.76, 0.24)  # width and height of a ring, and of the top one
HEAD = 0.38  # as broad as can be without hiding the emblem of the top ring: it tells whose a piece is
SHORT = 2  # so few rings of a colour are few
BOARD = Plate(((-0.56, -0.56), (7.56, -0.56), (7.56, 7.56), (-0.56, 7.56)), "steel")


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
    """Return the board with its pieces seen slightly from the front, and the supply: at the right, or on a phone below."""
    found = scene(view)
    standing = sorted(((square, seat, rings) for seat, own in enumerate(view["pieces"]) for square, rings in own), reverse=True)
    columns = _Columns(tall)
    return replace(
        found,
        pieces=tuple(_standing(seat, square, rings) for square, seat, rings in standing),
        labels=(*(replace(label, size=0.28) for label in _coordinates()), *columns.labels(view)),
        plates=(BOARD, columns.stand),
        props=tuple(columns.props(view)),
        frame=(-1.0, -0.7, 7.7, 10.95) if tall else (-1.0, -0.7, 12.3, 8.0),
        heart=(-0.6, -0.6, 7.6, 7.6),
    )


class _Columns:
    """The supply: a column of rings for each colour, on a stand that tells how many there are."""

    def __init__(self, tall: bool) -> None:
        self.left, self.pitch = (0.5, 2.0) if tall else (8.65, 0.98)
        self.foot, self.step = (10.1, 0.095) if tall else (6.8, 0.3)
        right = self.left + 3 * self.pitch + 0.5
        low = self.foot + 0.75
        self.stand = Plate(
            ((self.left - 0.5, self.foot - 0.1), (right, self.foot - 0.1), (right, low), (self.left - 0.5, low)), "rail"
        )

    def props(self, view: View) -> Iterator[Prop]:
        """Yield the columns, and a warning where one is short."""
        for i, ring in enumerate(RINGS):
            x, count = self.left + i * self.pitch, view["supply"][ring]
            name = COLOUR_NAMES[ring]
            hoops = (Part("hoop", name, 0.8, 0, -n * self.step, band=self.step, letter=" ") for n in range(count))
            yield Prop(x, self.foot - self.step, tuple(hoops))
            yield Prop(x - 0.21, self.foot + 0.42, (Part("disc", name, 0.38),))
            if count <= SHORT:
                yield Prop(x + 0.22, self.foot + 0.42, (Part("diamond", "white", 0.58, letter=str(count)),))

    def labels(self, view: View) -> Iterator[Label]:
        """Yield how many rings each column has."""
        for i, ring in enumerate(RINGS):
            if view["supply"][ring] > SHORT:
                yield Label(self.left + i * self.pitch + 0.22, self.foot + 0.43, str(view["supply"][ring]), 0.32, ink="rail-ink")


def _standing(seat: int, square: int, rings: str) -> Piece:
    """A piece on its foot: rings upward, the top one largest, and its head above."""
    parts = [Part(f"slab-{SHAPES[seat]}", COLOURS[seat], 0.98, 0, 0.27, letter=" ")]
    y = 0.25
    for ring in rings[:-1]:
        y -= LOWER[1]
        parts.append(Part("hoop", COLOUR_NAMES[ring], LOWER[0], 0, y, band=LOWER[1]))
    for ring in rings[-1:]:
        y -= TOP[1]
        parts.append(Part("hoop", COLOUR_NAMES[ring], TOP[0], 0, y, band=TOP[1]))
    parts.append(Part("disc", COLOURS[seat], HEAD, 0, y - 0.08, letter=" "))
    return replace(_piece(seat, square, rings), parts=tuple(parts))


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


def _coordinates() -> Iterator[Label]:
    for i, file in enumerate(FILES):
        yield Label(i, 7.72, file, 0.24)
        yield Label(-0.72, 7 - i, str(i + 1), 0.24)


def _labels(view: View) -> Iterator[Label]:
    yield from _coordinates()
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
