"""Pictures of pages: of a game on its card, and of somebody who cannot be found."""

from __future__ import annotations

from functools import cache

import calumma
from calumma.core import Rng, State
from calumma.drawing import Cell, Part, Piece, Plate, Scene, draw_svg, picture_of

HEX = (2.3, 2.656)  # width and height


@cache
def example_state(name: str) -> State:
    """Return a position that looks like the game: random moves from the beginning, always the same."""
    game = calumma.load(name)
    state, rng = game.new(), Rng(7)
    left = min(26, 6 + len(game.scene(state).cells) // 3)  # moves of people: luck comes on top
    while left:
        following = state.copy()
        following.apply(following.pick(rng))
        if following.to_act == calumma.OVER:
            break
        left -= state.to_act >= 0
        state = following
    return state


@cache
def example_picture(name: str) -> str:
    """Return the picture of a game's card."""
    state = example_state(name)
    scene = picture_of(state.game.definition.drawing, state.view(None))
    return draw_svg(scene, "auto", "subtle", live=False, style=False, prefix=f"card-{name}", highlights=(), heart=True)


@cache
def hidden_chameleon() -> str:
    """Return the picture of a page that is not there: a chameleon that has become as green as its leaves."""
    width, height = HEX
    spots = [(column + (row % 2) / 2, row) for row in range(3) for column in range(5 - row % 2)]
    cells = tuple(Cell(f"leaf{i}", x * width, y * height * 0.75, "hex", *HEX, "sage") for i, (x, y) in enumerate(spots))
    body = Part("chameleon", "green", 2.4, plain=True)
    piece = Piece("lost", "leaf6", (body,), "", "green", "")
    right, low = 4.5 * width, height * 2.1
    moss = Plate(((-width, -height), (right + width, -height), (right + width, low + height), (-width, low + height)), "moss")
    scene = Scene(cells, (piece,), plates=(moss,), frame=(-width / 2, -height / 2, right, low))
    return draw_svg(scene, "auto", "subtle", live=False, style=False, prefix="lost", highlights=())
