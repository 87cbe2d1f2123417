"""Drawing of yamamoto: a checkered board, discs in the seats' colours with a white or black heart for their nature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from calumma.drawing import Cell, Effect, Label, Part, Piece, Row, Scene, SeatStrip, path_of_view, story_of_views
from calumma.games.yamamoto.board import FILES, NAMES, is_dark
from calumma.games.yamamoto.notation import LETTERS, SEATS

View = Mapping[str, Any]

COLOURS = ("orange", "blue")
SHAPES = ("disc", "diamond")
NATURES = ("white", "black")
OVER = -2
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]


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
    """A disc of the seat with a round white or a square black heart: the two differ without any colour.

    The sign in the heart tells what the square lets the piece do: a cross to slide diagonally, a hook to leap like a knight.
    """
    colour, nature = COLOURS[seat], NATURES[black]
    heart = Part("square", "black", 0.36, plain=True) if black else Part("disc", "white", 0.42, plain=True)
    sign = Part("saltire" if slides(black, square) else "hook", "white" if black else "black", 0.22, plain=True)
    return Piece(
        id=f"{colour}-{nature}-{NAMES[square]}",
        cell=NAMES[square],
        parts=(Part("disc", colour, 0.82), heart, sign),
        text=LETTERS[seat * 2 + black],
        colour=colour,
        name=f"{nature} piece of {SEATS[seat]}, {'slides' if slides(black, square) else 'leaps'}",
    )


def slides(black: int, square: int) -> bool:
    """Return whether a piece on a square may slide diagonally; else it may leap."""
    return bool(black) == is_dark(square)


def reach(view: View) -> dict[str, list[str]]:
    """Return where every piece could go from the square it stands on, whoever is to move."""
    taken = {square: seat for seat in range(2) for nature in NATURES for square in view[nature][seat]}
    found = {}
    for seat in range(2):
        for black, nature in enumerate(NATURES):
            for square in view[nature][seat]:
                targets = _targets(square, slides(black, square), taken)
                found[NAMES[square]] = [NAMES[to] for to in targets if taken.get(to) != seat]
    return found


def _targets(square: int, sliding: bool, taken: Mapping[int, int]) -> list[int]:
    """The squares that a step, and a slide or a leap, lead to."""
    found = {to for way in STEPS if (to := _beyond(square, way)) is not None}
    if not sliding:
        found |= {to for way in LEAPS if (to := _beyond(square, way)) is not None}
        return sorted(found)
    for way in STEPS:
        to = _beyond(square, way)
        while all(way) and to is not None:
            found.add(to)
            to = None if to in taken else _beyond(to, way)
    return sorted(found)


def _beyond(square: int, way: tuple[int, int]) -> int | None:
    x, y = square % 5 + way[0], square // 5 + way[1]
    return y * 5 + x if 0 <= x < 5 and 0 <= y < 5 else None


def _labels() -> Iterator[Label]:
    for i, file in enumerate(FILES):
        yield Label(i, 4.68, file, 0.19)
        yield Label(-0.66, 4 - i, str(i + 1), 0.19)


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


def tally(view: View, stories: Sequence[Sequence[Effect]]) -> list[Row]:
    """Return what is left of both sides."""
    return [
        Row("white", tuple(len(view["white"][seat]) for seat in range(2))),
        Row("black", tuple(len(view["black"][seat]) for seat in range(2))),
    ]


def _outcome(after: View, seat: int, target: str) -> list[Effect]:
    if after["to_act"] != OVER:
        entered = Effect("entered", {"seat": seat, "foe_seat": 1 - seat, "cell": target}, (target,))
        return [entered] if after["invader"] is not None else []
    if after["payoffs"][seat] == 1.0:
        return [Effect("won", {"seat": seat}, (target,))]
    return [Effect("drawn", {}, ())]


def _nature(view: View, seat: int, square: int) -> str:
    return "white" if square in view["white"][seat] else "black"
