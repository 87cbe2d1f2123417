"""Chamelequin by Richard Breese: pieces that carry coloured rings over a coloured board.

A step onto an empty square adds a ring of the square's colour; giving the top ring back pays for further steps and for
captures, up to three in a turn. Who is the last to have pieces wins, or else who lost the fewest.
"""

from calumma.core import Definition, choice, integer
from calumma.games.chamelequin import drawing, explain, notation, planes, symmetry
from calumma.games.chamelequin.layout import NUM_ACTIONS, max_plies
from calumma.games.chamelequin.rules import Chamelequin
from calumma.games.chamelequin.view import View

GAME = Definition(
    name="chamelequin",
    title="Chamelequin",
    designer="Richard Breese",
    year=1989,
    sentence="Gather coloured rings, spend them on captures; half an hour of hard thinking, no luck.",
    minutes=30,
    rules=1,
    seats=(2, 3, 4),
    seat_names=lambda seats: notation.SEATS[:seats],
    options=(
        choice(
            "capture",
            "free",
            "what a capture asks of the ring that comes to the top",
            free="any colour will do",
            match="it must have the colour of the square reached",
        ),
        choice(
            "removal",
            "free",
            "when a piece may give a ring back",
            free="with a step onto an empty square of the colour that comes to the top, or with a capture",
            capture="only with a capture",
        ),
        integer("rings", 16, 64, 20, "how many rings of each colour there are"),
    ),
    has_chance=False,
    has_secrets=False,
    num_actions=lambda seats, options: NUM_ACTIONS,
    max_plies=lambda seats, options: max_plies(seats),
    state=Chamelequin,
    notation=notation,
    drawing=drawing,
    explain=explain,
    view=View,
    left_out=("quiet", "repetition"),
    package=__name__,
    subtitle="The Rings",
    goal="captures",
    observation=planes.parts,
    symmetries=symmetry.symmetries,
)
