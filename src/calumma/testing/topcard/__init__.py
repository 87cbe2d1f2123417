"""Top Card: a complete small game in plain Python, with luck and secrets. To read, to copy, and to test clients and bots with.

Everybody is dealt a hidden card. In turn, each may keep it or lay it down openly for a new one. The highest card wins.
It needs no compiler: its rules are ordinary Python on `core.PlainState`. It is not among `calumma.games()`.
"""

from __future__ import annotations

from calumma.core import Definition, Game, integer
from calumma.testing.topcard import drawing, notation
from calumma.testing.topcard.rules import CARDS, TopCard
from calumma.testing.topcard.view import View

GAME = Definition(
    name="topcard",
    title="Top Card",
    designer="The Calumma authors",
    year=2026,
    sentence="One hidden card each, one choice, half a minute, mostly luck.",
    minutes=1,
    rules=1,
    seats=(2, 3),
    seat_names=lambda seats: ("North", "East", "South")[:seats],
    options=(integer("rounds", 1, 3, 1, "how often everybody may change the card"),),
    has_chance=True,
    has_secrets=True,
    num_actions=lambda seats, options: 2 + CARDS,
    max_plies=lambda seats, options: seats + 2 * seats * int(options["rounds"]),
    state=TopCard,
    notation=notation,
    drawing=drawing,
    view=View,
    package=__name__,
)


def top_card(seats: int = 2, rounds: int = 1) -> Game:
    """Return the game with its seats and option chosen."""
    return Game(GAME, seats, {"rounds": rounds})
