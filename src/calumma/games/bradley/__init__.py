"""Chameleon, Milton Bradley 1938: six-coloured cubes on a board of 69 holes.

Whoever encloses cubes of other colours in a straight line between a cube just placed and another of the own colour turns
them. The cube placed comes from the supply or is one of one's own on the board. Most cubes win; four and six play in teams.
"""

from calumma.core import Definition, choice
from calumma.games.bradley import drawing, explain, notation, planes, symmetry
from calumma.games.bradley.board import teams
from calumma.games.bradley.layout import max_plies, num_actions
from calumma.games.bradley.rules import Bradley
from calumma.games.bradley.view import View

GAME = Definition(
    name="bradley",
    title="Chameleon",
    designer="Milton Bradley Company",
    year=1938,
    sentence="Enclose cubes and turn them to your colour, alone or in teams, half an hour, no luck.",
    minutes=30,
    rules=1,
    seats=(2, 3, 4, 5, 6),
    seat_names=notation.seat_names,
    options=(
        choice(
            "relocate",
            "own",
            "which cubes on the board may be lifted and placed anew instead of one from the supply",
            own="one's own",
            none="none: every cube comes from the supply",
            any="any cube, which takes the mover's colour",
        ),
        choice(
            "partners",
            "capturable",
            "what enclosing does to a partner's cubes, in the games of four and six",
            capturable="they turn like any other",
            safe="they do not turn, and they end a line like an empty square",
        ),
    ),
    has_chance=False,
    has_secrets=False,
    num_actions=num_actions,
    max_plies=max_plies,
    state=Bradley,
    notation=notation,
    drawing=drawing,
    explain=explain,
    view=View,
    left_out=("last",),
    package=__name__,
    subtitle="The Cubes",
    goal="cubes",
    margin="cubes",
    observation=planes.parts,
    symmetries=symmetry.symmetries,
    teams=teams,
)
