"""Drawing of yamamoto: a checkered board, discs in the seats' colours with a white or black heart for their nature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from calumma.drawing import Cell, Effect, Label, Part, Piece, Scene, SeatStrip, path_of_view, story_of_views
from calumma.games.yamamoto.board import FILES, NAMES, is_dark
from calumma.games.yamamoto.notation import LETTERS, SEATS

View = Mapping[str, Any]

COLOURS = ("orange", "blue")
SHAPES = ("disc", "diamond")
NATURES = ("white", "black")
OVER = -2


def scene(view: View) -> Scene:
    """Return the board with rank 5 at the top."""
    return Scene(
        cells=tuple(_cell(view, square) for square in range(25)),
        pieces=tuple(_pieces(view)),
        labels=tuple(_labels()),
        seats=tuple(SeatStrip(seat, COLOURS[seat], SHAPES[seat], (_count(view["scores"][seat]),)) for seat in range(2)),
        caption=_caption(view),
        columns=5,
        rows=2,
    )


def _cell(view: View, square: int) -> Cell:
    owner = next((seat for seat in range(2) if square in view["goals"][1 - seat]), None)
    mark = "" if owner is None else COLOURS[owner]
    goal = "" if owner is None else f", home of {SEATS[owner]}"
    ground = "dark" if is_dark(square) else "light"
    return Cell(
        id=NAMES[square],
        x=square % 5,
        y=4 - square // 5,
        ground=ground,
        name=f"{NAMES[square]}, {'dark' if is_dark(square) else 'white'} square{goal}",
        mark=mark,
        text="" if owner is None else "•",
    )


def _pieces(view: View) -> Iterator[Piece]:
    for seat in range(2):
        for black, nature in enumerate(NATURES):
            for square in view[nature][seat]:
                yield _piece(seat, black, square)


def _piece(seat: int, black: int, square: int) -> Piece:
    """A disc of the seat with a round white or a square black heart: the two differ without any colour."""
    colour, nature = COLOURS[seat], NATURES[black]
    heart = Part("square", "black", 0.3, plain=True) if black else Part("disc", "white", 0.36, plain=True)
    return Piece(
        id=f"{colour}-{nature}-{NAMES[square]}",
        cell=NAMES[square],
        parts=(Part("disc", colour, 0.78), heart),
        text=LETTERS[seat * 2 + black],
        colour=colour,
        name=f"{nature} piece of {SEATS[seat]}",
    )


def _labels() -> Iterator[Label]:
    for i, file in enumerate(FILES):
        yield Label(i, 4.72, file, 0.24)
        yield Label(-0.72, 4 - i, str(i + 1), 0.24)


def _caption(view: View) -> str:
    if view["to_act"] == OVER:
        winners = [SEATS[seat] for seat in range(2) if view["payoffs"][seat] == 1.0]
        return f"Chameleon. {winners[0]} has won." if winners else "Chameleon. The match is drawn."
    return f"Chameleon. {SEATS[view['to_act']]} is to move."


def _count(pieces: int) -> str:
    return "1 piece" if pieces == 1 else f"{pieces} pieces"


@path_of_view
def path(view: View, action: int) -> list[str]:
    """Return the square a piece leaves and the one it goes to."""
    return [NAMES[action // 25], NAMES[action % 25]]


@story_of_views
def story(before: View, action: int | None, after: View) -> list[Effect]:
    """Return what a move did: it moved, it captured, it entered the enemy's home, it ended the match."""
    assert action is not None, "every move of yamamoto is open"
    seat = before["turn"]
    origin, target = NAMES[action // 25], NAMES[action % 25]
    values = {"seat": seat, "nature": _nature(before, seat, action // 25), "from_cell": origin, "to_cell": target}
    effects = [Effect("moved", values, (origin, target))]
    if action % 25 in before["white"][1 - seat] + before["black"][1 - seat]:
        taken = {"seat": seat, "foe_seat": 1 - seat, "foe_nature": _nature(before, 1 - seat, action % 25), "cell": target}
        effects.append(Effect("captured", taken, (target,)))
    return effects + _outcome(after, seat, target)


def _outcome(after: View, seat: int, target: str) -> list[Effect]:
    if after["to_act"] != OVER:
        entered = Effect("entered", {"seat": seat, "foe_seat": 1 - seat, "cell": target}, (target,))
        return [entered] if after["invader"] is not None else []
    if after["payoffs"][seat] == 1.0:
        return [Effect("won", {"seat": seat}, (target,))]
    return [Effect("drawn", {}, ())]


def _nature(view: View, seat: int, square: int) -> str:
    return "white" if square in view["white"][seat] else "black"
