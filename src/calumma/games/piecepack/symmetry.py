"""The symmetries of piecepack: the board may be turned and mirrored around the starter, wherever it has grown to."""

from __future__ import annotations

import re

from calumma.core import Game
from calumma.core.symmetry import Places, Symmetry, square_turns, symmetry
from calumma.games.piecepack.board import PLACES, REACH, coordinates, place_at, place_text
from calumma.games.piecepack.box import box_of
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK, PASSING
from calumma.games.piecepack.notation import POINT

TURNS = square_turns(2 * REACH + 1)
PARTS = ("colours", "ranks", "chameleons", "wasps")


def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Return all eight; on a small board that is not square, those that keep rows.

    Seats cannot be passed on: hands are dealt to them in order.
    """
    box = box_of(game.seats, game.options)
    return tuple(_of(game, name) for name in TURNS if box.columns == box.rows or _keeps_rows(TURNS[name]))


def _keeps_rows(places: Places) -> bool:
    return coordinates(places[PLACES // 2 + 1])[1] == 0


def _of(game: Game, name: str) -> Symmetry:
    places = TURNS[name]
    actions = [_action(action, places) for action in range(game.num_actions)]
    return symmetry(game, name, dict.fromkeys(PARTS, places), actions, lambda text: _text(text, places))


def _action(action: int, places: Places) -> int:
    if action < FIRST_ADD or action == PASSING:
        return action
    first = FIRST_ADD if action < FIRST_WALK else FIRST_WALK
    tile, place = divmod((action - first) // 2, PLACES)
    return first + (tile * PLACES + places[place]) * 2 + action % 2


def _text(text: str, places: Places) -> str:
    """Points stand in the first three fields: tiles, chameleons and wasps."""
    fields = text.split()
    return " ".join([*(re.sub(POINT, lambda found: _moved(found[0], places), field) for field in fields[:3]), *fields[3:]])


def _moved(point: str, places: Places) -> str:
    x, y = point.split(",")
    place = place_at(int(x), int(y))
    return point if place is None else place_text(places[place])
