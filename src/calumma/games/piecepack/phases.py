"""Where in a turn a position is; `view.PHASES` has their names, in this order."""

STARTER = 0  # chance turns over the starter
WILDS = 1  # chance turns over the wilds
DEAL = 2  # chance deals the first hands
DRAW = 3  # chance fills the hand of the seat whose turn it was
PLAY = 4  # a seat acts
DONE = 5
