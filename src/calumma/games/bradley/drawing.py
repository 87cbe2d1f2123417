"""Drawing of bradley: the tray as it was sold, thirteen checkered rows of recesses, and cubes with a marker on the last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from calumma.core.defaults import guide, weighs
from calumma.core.messages import choice_text, listed
from calumma.core.words import Words
from calumma.drawing import Cell, Effect, Label, Part, Piece, Plate, Prop, Row, Scene, SeatStrip, path_of_view
from calumma.games.bradley.board import COLOURS, FILES, NAMES, NEUTRAL, NUMBERED, PLACES, teams
from calumma.games.bradley.layout import squares_of
from calumma.games.bradley.notation import PASS, seat_names
from calumma.games.bradley.view import View

say = Words(__package__)

__all__ = ["guide", "path", "picture", "scene", "tally", "weighs"]


SHAPES = ("disc", "diamond", "triangle", "square", "hex", "star")
OVER = -2
LOWEST = 12  # the y of the lowest row
BESIDE = 0.72  # how far from the last hole of a line its name is written
EDGE = 0.94  # how far the board reaches beyond the middle of the outermost holes
CORNERS = (4 - EDGE, 8 + EDGE, 12 + EDGE, -EDGE)
TRAY = ((-1.1, -1.1), (13.1, -1.1), (13.1, 14.6), (-1.1, 14.6))
LABEL = ((-0.8, -0.8), (2.2, -0.8), (2.2, 0.7), (-0.8, 0.7))
PRINTED = 0.45  # size of what is printed on the tray: twelve pixels on a phone
PLATE = tuple((CORNERS[x], CORNERS[y]) for x, y in ((0, 3), (1, 3), (2, 0), (2, 1), (1, 2), (0, 2), (3, 1), (3, 0)))


def scene(view: View) -> Scene:
    """Return the board as printed, with the numbered holes reading from left to right and from top to bottom."""
    button = Cell("pass", 6, 14.4, "choice", 3.0, 0.9, "paper", choice_text(__package__, "pass"), "pass")
    return Scene(
        cells=(*(_cell(square) for square in range(len(NAMES))), button),
        pieces=tuple(_pieces(view)),
        labels=tuple(_labels()),
        seats=tuple(_strip(view, seat) for seat in range(view["seats"])),
        highlights=() if view["last"] is None else (NAMES[view["last"]],),
        caption=_caption(view),
        columns=4,
        rows=1,
        plates=(Plate(PLATE),),
        heart=(-0.7, -0.7, 12.7, 12.7),
    )


def picture(view: View, tall: bool) -> Scene:
    """Return the tray: its rim is the edge of the picture, and below the recesses a gauge tells how many are filled."""
    found = scene(view)
    labels = [replace(label, size=PRINTED, ink="ink") for label in _names()]
    return replace(
        found,
        cells=tuple(replace(cell, ground="recess", label="") if cell.shape == "square" else cell for cell in found.cells),
        labels=(*labels, *_gauge_labels(view)),
        plates=(Plate(TRAY, "tray"), Plate(LABEL, "paper")),
        props=_gauge(view),
        frame=(-1.2, -1.2, 13.2, 14.72),
    )


def _filled(view: View) -> list[str]:
    """The colours of the cubes that lie, seat by seat, nobody's last."""
    colours = COLOURS[view["seats"]]
    found = [colours[seat] for seat, row in enumerate(view["cubes"]) for _ in row]
    return found + [NEUTRAL] * len(view["neutral"])


def _gauge(view: View) -> tuple[Prop, ...]:
    """A row of small holes, one for each recess; those of filled ones hold a peg in the colour of the cube."""
    filled = _filled(view)
    pitch = 12.6 / (len(NAMES) - 1)
    found = []
    for i in range(len(NAMES)):
        peg = Part("disc", filled[i], 0.19, plain=True) if i < len(filled) else Part("ring", "grey", 0.13, band=0.03, plain=True)
        found.append(Prop(-0.3 + i * pitch, 14.2, (peg,)))
    return tuple(found)


def _gauge_labels(view: View) -> Iterator[Label]:
    yield Label(0.7, -0.3, say("label"), 0.47, ink="ink")
    yield Label(0.7, 0.3, say("label-year"), PRINTED)
    yield Label(6, 13.72, say("gauge", count=len(_filled(view)), all=len(NAMES)), PRINTED, ink="ink")


def _spot(file: float, rank: float) -> tuple[float, float]:
    """Return where a place of the grid was printed: the grid is turned by 45 degrees."""
    return file + rank - 2, file - rank + 6


def _cell(square: int) -> Cell:
    name = NAMES[square]
    x, y = _spot(*PLACES[square])
    number = str(NUMBERED.index(name) + 1) if name in NUMBERED else ""
    return Cell(name, x, y, label=number, name=say("printed", square=name, number=number) if number else name)


def _pieces(view: View) -> Iterator[Piece]:
    colours = COLOURS[view["seats"]]
    for seat, row in enumerate(view["cubes"]):
        for square in row:
            yield _cube(square, colours[seat], say("cube", colour=colours[seat]))
    for square in view["neutral"]:
        yield _cube(square, NEUTRAL, say("cube-of-nobody", colour=NEUTRAL))
    if view["last"] is not None:
        ring = Part("disc", "white", 0.26, 0.24, -0.24, letter=" ")
        yield Piece("marker", NAMES[view["last"]], (ring,), "•", "white", say("marker"), rests=True)


def _cube(square: int, colour: str, name: str) -> Piece:
    return Piece(f"cube-{NAMES[square]}", NAMES[square], (Part("cube", colour, 1.04),), colour[0].upper(), colour, name)


def _labels() -> Iterator[Label]:
    """Write the names of files along the lower left edge and those of ranks along the lower right."""
    for i, file in enumerate(FILES):
        x, y = _spot(i, min(rank for column, rank in PLACES if column == i) - BESIDE)
        yield Label(x, y, file, 0.24)
        x, y = _spot(max(column for column, rank in PLACES if rank == i) + BESIDE, i)
        yield Label(x, y, str(i + 1), 0.24)


def _names() -> Iterator[Label]:
    """The same, but the holes of the lowest row, where files and ranks meet, have their whole names."""
    lowest = {name: _spot(*place) for name, place in zip(NAMES, PLACES, strict=True) if _spot(*place)[1] == LOWEST}
    whole = {letter for name in lowest for letter in name}
    yield from (label for label in _labels() if label.text not in whole)
    yield from (Label(x, y + BESIDE + 0.06, name) for name, (x, y) in lowest.items())


def _strip(view: View, seat: int) -> SeatStrip:
    names = seat_names(view["seats"])
    partners = [names[i] for team in teams(view["seats"]) if seat in team for i in team if i != seat]
    notes = [say("cubes", count=view["scores"][seat])] + ([say("with", partners=listed(partners))] if partners else [])
    return SeatStrip(seat, COLOURS[view["seats"]][seat], SHAPES[seat], tuple(notes))


def _caption(view: View) -> str:
    names = seat_names(view["seats"])
    if view["to_act"] == OVER:
        winners = [names[seat] for seat in _winners(view)]
        return say("caption-won", seats=listed(winners), count=len(winners))
    barred = 0 < view["patience"] <= view["quiet"]
    return say("caption-only-drops" if barred else "caption", seat=names[view["to_act"]])


def _winners(view: View) -> list[int]:
    return [seat for seat, payoff in enumerate(view["payoffs"] or ()) if payoff > 0]


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return the empty square of a drop, the cube and then the square of a relocation, or the button to pass."""
    if action == PASS:
        return ["pass"]
    origin, target = squares_of(action)
    return [NAMES[target]] if origin is None else [NAMES[origin], NAMES[target]]


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return the cubes of every seat, those of its side in a team game, and how many it turned on the way."""
    seats, scores = range(view["seats"]), view["scores"]
    sides = [next(team for team in teams(view["seats"]) if seat in team) for seat in seats]
    turned_in_all = [0] * view["seats"]
    for effect in (effect for story in stories for effect in story if effect.key == "turned"):
        turned_in_all[effect.values["seat"]] += effect.values["count"]
    together = [Row("side", tuple(sum(scores[i] for i in sides[seat]) for seat in seats))] if len(sides[0]) > 1 else []
    return [Row("cubes", tuple(scores)), *together, Row("turned", tuple(turned_in_all))]
