"""What threatens bugs of life, who else could eat them, and where chameleons could go."""

from __future__ import annotations

from typing import cast

from calumma.core.effect import Effect
from calumma.games.life.board import COLOUR_NAMES, COLOURS
from calumma.games.life.layout import kind_of
from calumma.games.life.rules import Life
from calumma.games.life.view import PHASES, View, view_of


def threats(state: Life, cell: str) -> list[Effect]:
    """Return who else, were it their turn, could eat bugs that rest on a space: where they stand, or after some steps. R7a, R9.

    A turn has three actions, so two steps and a bite are the most. Chameleons and snakes cannot be harmed. Cards play no part,
    neither hidden ones nor another colour.
    """
    view = view_of(state)
    if not cell.isdecimal() or not _is_under_way(view):
        return []
    rivals = [seat for seat in range(view["seats"]) if seat != view["turn"]]
    return [threat for seat in rivals for threat in _eating(state, view, seat, cell)]


def reach(state: Life) -> dict[str, list[str]]:
    """Return where every chameleon could go by one step, if it were its turn. R7a."""
    view = view_of(state)
    if not _is_under_way(view):
        return {}
    return {f"chameleon:{seat}": [cell for cell, _ in _steps(_as_if(state, seat))] for seat in range(view["seats"])}


def _is_under_way(view: View) -> bool:
    return view["phase"] in PHASES[PHASES.index("roll") : PHASES.index("last")]


def _as_if(state: Life, seat: int) -> Life:
    """The same position, at the beginning of a seat's actions."""
    world = type(state)(state.game)
    idle = {"pending": 0, "waiting": 0, "offered": -1, "rolls": 0, "actions": 3}
    world.set_up({**state.facts(), **idle, "turn": seat, "phase": PHASES.index("act")})
    return world


def _steps(world: Life) -> list[tuple[str, int]]:
    """The spaces that the seat to act could step on, with the actions."""
    found = [(kind_of(action), action) for action in world.legal()]
    return [(str(i + 1), action) for (kind, i), action in found if kind == "go"]


def _eating(state: Life, view: View, seat: int, cell: str) -> list[Effect]:
    resting = {COLOURS.index(letter) for letter in view["bugs"][int(cell) - 1]}
    ways = _ways(_as_if(state, seat), seat, str(view["places"][seat])) if resting else {}
    if cell not in ways:
        return []
    way, world = ways[cell]
    eaten = {_eaten(world, action) for action in world.legal()} & resting  # what was scared there is another matter
    values = {"seat": seat, "from_cell": way[0], "cell": cell}
    key = "eat" if len(way) == 1 else "go-eat"
    return [Effect(key, {**values, "colour": COLOUR_NAMES[colour]}, way) for colour in sorted(eaten)]


def _ways(world: Life, seat: int, origin: str) -> dict[str, tuple[tuple[str, ...], Life]]:
    """By space the shortest way there, and the position at its end, as far as an action is left for a bite."""
    found: dict[str, tuple[tuple[str, ...], Life]] = {origin: ((origin,), world)}
    for _ in range(2):
        for way, at in list(found.values()):
            for cell, action in _steps(at):
                if cell not in found:
                    found[cell] = ((*way, cell), _stepped(at, seat, action))
    return found


def _stepped(before: Life, seat: int, action: int) -> Life:
    after = cast(Life, before.copy())
    after.apply(action)
    while after.to_act == seat and PHASES[after.facts()["phase"]] == "scare":
        after.apply(after.legal()[0])  # bugs that it scares go off; those that it eats stay
    return after


def _eaten(world: Life, action: int) -> int:
    """The colour of the bug that an action eats; -1 if it eats none."""
    kind, i = kind_of(action)
    return i if kind == "eat" else world.colour_for(i) if kind == "eat-onto" else -1
