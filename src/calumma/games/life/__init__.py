"""Life of a Chameleon by Nate and Jake Jenne: hunting bugs of the right colours in the right order.

Chameleons walk over 19 spaces among six snakes. Each eats only bugs of its own one or two colours, scares all others away, and
changes its colour to fit. Bugs fill objectives from left to right or from right to left; achievement cards help or score.
"""

from calumma.core import Definition, Option, choice
from calumma.games.life import drawing, explanations, notation, planes
from calumma.games.life.box import LABORATORY
from calumma.games.life.deck import check_deck, max_plies
from calumma.games.life.layout import TOTAL
from calumma.games.life.names import spoken
from calumma.games.life.rules import Life
from calumma.games.life.view import View

GAME = Definition(
    name="life",
    title="Life of a Chameleon",
    designer="Nate and Jake Jenne",
    year=None,
    sentence="Hunting bugs by colour, an hour, dice and hidden cards.",
    minutes=60,
    rules=1,
    seats=(2, 3, 4),
    seat_names=lambda seats: notation.SEATS[:seats],
    options=(
        choice(
            "board",
            "hex",
            "how the inner ring touches the outer ring",
            hex="every inner space touches three outer ones, as hexes do",
            rings="every inner space touches two outer ones",
        ),
        choice(
            "recycle",
            "off",
            "where the bugs on a completed objective go",
            off="they stay on the card",
            on="they return to the supply",
        ),
        Option(
            "cards",
            "text",
            (),
            "",
            "the decks: the content of a file like cards.toml; empty for the ones that are shipped",
            check=check_deck,
        ),
    ),
    has_chance=True,
    has_secrets=True,
    num_actions=lambda seats, options: TOTAL,
    max_plies=max_plies,
    state=Life,
    notation=notation,
    drawing=drawing,
    explain=explanations,
    view=View,
    package=__name__,
    subtitle="The Hunt",
    goal="points",
    margin="points",
    spoken=spoken,
    observation=planes.parts,
    laboratory=LABORATORY,
)
