"""What threatens bugs of life: who else could eat them."""

from __future__ import annotations

from calumma.core.effect import Effect
from calumma.games.life.board import COLOUR_NAMES
from calumma.games.life.layout import START, kind_of
from calumma.games.life.rules import Life
from calumma.games.life.view import PHASES, View, view_of


def threats(state: Life, cell: str) -> list[Effect]:
    """Return who else, were it their turn, could eat bugs that rest on a space: where they stand, or after one step. R7a, R9.

    Chameleons and snakes cannot be harmed. What hidden cards would allow plays no part.
    """
    view = view_of(state)
    if not cell.isdecimal() or view["phase"] not in PHASES[PHASES.index("roll") : PHASES.index("last")]:
        return []
    rivals = [seat for seat in range(view["seats"]) if seat != view["turn"]]
    return [threat for seat in rivals for threat in _eating(state, view, seat, cell)]


def _eating(state: Life, view: View, seat: int, cell: str) -> list[Effect]:
    world = type(state)(state.game)
    idle = {"pending": 0, "waiting": 0, "offered": -1, "rolls": 0, "actions": 3}
    world.set_up({**state.facts(), **idle, "turn": seat, "phase": PHASES.index("act")})
    origin = str(view["places"][seat])
    if origin != cell:
        step = START["go"] + int(cell) - 1
        if step not in world.legal():
            return []
        world.apply(step)
        while world.to_act == seat and PHASES[world.facts()["phase"]] == "scare":
            world.apply(world.legal()[0])  # bugs that it scares go off; those that it eats stay
    eaten = {_eaten(world, action) for action in world.legal()} - {-1}
    key, cells = ("eat", (cell,)) if origin == cell else ("go-eat", (origin, cell))
    return [
        Effect(key, {"seat": seat, "colour": COLOUR_NAMES[colour], "from_cell": origin, "cell": cell}, cells)
        for colour in sorted(eaten)
    ]


def _eaten(world: Life, action: int) -> int:
    """The colour of the bug that an action eats; -1 if it eats none."""
    kind, i = kind_of(action)
    return i if kind == "eat" else world.colour_for(i) if kind == "eat-onto" else -1
