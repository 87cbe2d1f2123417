"""Chameleon by Michael and Stephen Schoessow: tile laying with the piecepack and hidden hands.

The seats build one board together. Who completes a group of three or four tiles of a colour scores; a chameleon lends
its tile any colour, a wasp makes others pay for building beside it.
"""

from calumma.core import Definition, choice
from calumma.games.piecepack import drawing, explain, notation, planes, symmetry
from calumma.games.piecepack.box import LABORATORY
from calumma.games.piecepack.effects import spoken
from calumma.games.piecepack.layout import NUM_ACTIONS, max_plies
from calumma.games.piecepack.rules import Piecepack
from calumma.games.piecepack.view import View

GAME = Definition(
    name="piecepack",
    title="Chameleon",
    designer="Michael and Stephen Schoessow",
    year=2005,
    sentence="Tile laying with hidden hands, half an hour, some luck.",
    minutes=30,
    rules=1,
    seats=(2, 3, 4),
    seat_names=lambda seats: notation.SEATS[:seats],
    options=(
        choice(
            "bankrupt",
            "out",
            "what happens to a seat that cannot pay",
            out="it leaves the game",
            debt="its points go below zero and it plays on",
        ),
        choice(
            "merge",
            "scores",
            "whether a group of four scores that was joined from smaller parts",
            scores="it does, however it came about",
            strict="only if three of its tiles were a group before",
        ),
    ),
    has_chance=True,
    has_secrets=True,
    num_actions=lambda seats, options: NUM_ACTIONS,
    max_plies=lambda seats, options: max_plies(seats),
    state=Piecepack,
    notation=notation,
    drawing=drawing,
    explain=explain,
    view=View,
    package=__name__,
    subtitle="The Tiles",
    goal="points",
    margin="points",
    spoken=spoken,
    observation=planes.parts,
    symmetries=symmetry.symmetries,
    laboratory=LABORATORY,
)
