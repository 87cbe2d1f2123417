"""Chameleon by Mitsuo Yamamoto: a race over a 5x5 board.

Every piece steps like a king. On a square of its own nature's colour it also slides like a bishop, on the other
colour it also leaps like a knight. Who brings a piece to the enemy's home and keeps it there for one turn wins.
"""

from calumma.core import Definition, choice
from calumma.games.yamamoto import drawing, explain, notation, planes, symmetry
from calumma.games.yamamoto.rules import MAX_PLIES, NUM_ACTIONS, Yamamoto
from calumma.games.yamamoto.view import View

GAME = Definition(
    name="yamamoto",
    title="Chameleon",
    designer="Mitsuo Yamamoto",
    year=2019,
    sentence="A duel of changing pieces, ten minutes, no luck.",
    minutes=10,
    rules=1,
    seats=(2,),
    seat_names=lambda seats: notation.SEATS,
    options=(
        choice(
            "goal",
            "dots",
            "which squares of the enemy's home rank win the match",
            dots="the two dotted squares",
            row="all five squares",
        ),
    ),
    has_chance=False,
    has_secrets=False,
    num_actions=lambda seats, options: NUM_ACTIONS,
    max_plies=lambda seats, options: MAX_PLIES,
    state=Yamamoto,
    notation=notation,
    drawing=drawing,
    explain=explain,
    view=View,
    left_out=("quiet", "repetition"),
    package=__name__,
    subtitle="The Duel",
    goal="home",
    observation=planes.parts,
    symmetries=symmetry.symmetries,
)
