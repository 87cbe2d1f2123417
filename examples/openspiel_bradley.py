"""OpenSpiel's tree search plays Bradley's Chameleon against random play.

    python examples/openspiel_bradley.py --matches 2 --simulations 100

The search is OpenSpiel's own, written for any of its games; importing `calumma.rl.openspiel` is all that it needs.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import calumma.rl.openspiel  # registers the games  # noqa: F401


def play(game: pyspiel.Game, bots: list[pyspiel.Bot]) -> pyspiel.State:
    """Play one match and return its last position."""
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTS against random play on bradley.")
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--game", default="python_calumma_bradley(seats=2,relocate=none)")
    chosen = parser.parse_args()
    game = pyspiel.load_game(chosen.game)
    chance = np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, chosen.simulations, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    total = 0.0
    for match in range(chosen.matches):
        own = match % game.num_players()
        bots = [searcher if seat == own else uniform_random.UniformRandomBot(seat, chance) for seat in range(game.num_players())]
        state = play(game, bots)
        total += state.returns()[own]
        print(f"match {match + 1}: the search sat at {own} and got {state.returns()[own]:.1f}; {state}", flush=True)
    print(f"the search got {total:.1f} of {chosen.matches} points")


if __name__ == "__main__":
    main()
