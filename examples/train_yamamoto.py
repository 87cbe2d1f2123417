"""A small learner for yamamoto: it plays against itself through PettingZoo and learns what its actions were worth.

    python examples/train_yamamoto.py --rounds 8 --matches 60

A network of scikit-learn guesses the payoff of an action in a position. The learner takes the action with the best guess, now
and then a random one; after every round it is taught the payoffs that its actions led to. Before and after, it is measured
against random play.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

from calumma.rl import aec_env

Array = np.ndarray[Any, Any]
BOARD = 25


class Learner:
    """Guesses payoffs from what the seat observes, turned so that its own home is always at the bottom."""

    def __init__(self, seed: int) -> None:
        self.network = MLPRegressor(hidden_layer_sizes=(64,), learning_rate_init=0.002, random_state=seed)
        self.chooser = np.random.default_rng(seed)
        self.taught = False

    def features(self, observation: Array, actions: Array) -> Array:
        """Return a row an action: the board, where the piece comes from and goes to, and what is there."""
        planes = observation[: 7 * BOARD].reshape(7, BOARD)
        origin, target = actions // BOARD, actions % BOARD
        if observation[7 * BOARD + 2]:  # seat 1 plays from the other side
            planes, origin, target = planes[:, ::-1], BOARD - 1 - origin, BOARD - 1 - target
        squares = np.eye(BOARD, dtype=np.float32)
        board = np.broadcast_to(planes.reshape(-1), (len(actions), planes.size))
        return np.hstack([board, squares[origin], squares[target], planes[:, origin].T, planes[:, target].T])

    def choose(self, seen: dict[str, Array], boldness: float) -> tuple[int, Array]:
        """Return an action and its features."""
        actions = np.flatnonzero(seen["action_mask"])
        rows = self.features(seen["observation"], actions)
        if not self.taught or self.chooser.random() < boldness:
            best = int(self.chooser.integers(len(actions)))
        else:
            best = int(np.argmax(self.network.predict(rows)))
        return int(actions[best]), rows[best]

    def teach(self, rows: list[Array], payoffs: list[float]) -> None:
        """Learn from the actions of a round, each with the payoff that its seat got in the end."""
        x, y = np.array(rows, np.float32), np.array(payoffs, np.float32)
        for _ in range(4):
            order = self.chooser.permutation(len(x))
            self.network.partial_fit(x[order], y[order])
        self.taught = True


def play_itself(env: Any, learner: Learner, boldness: float) -> tuple[list[Array], list[float]]:
    """Play one match; return the features of all actions and what they led to."""
    rows: dict[str, list[Array]] = {agent: [] for agent in env.possible_agents}
    payoffs = {}
    env.reset()
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        action = None
        if over:
            payoffs[agent] = reward
        else:
            action, row = learner.choose(seen, boldness)
            rows[agent].append(row)
        env.step(action)
    taken = [(row, payoffs[agent]) for agent, own in rows.items() for row in own]
    return [row for row, _ in taken], [payoff for _, payoff in taken]


def against_random(env: Any, learner: Learner, matches: int) -> float:
    """Return the learner's mean payoff against random play, the seats taken in turn."""
    total = 0.0
    for match in range(matches):
        own = f"seat_{match % 2}"
        env.reset(seed=1000 + match)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            if over:
                total += reward if agent == own else 0.0
                env.step(None)
            else:
                env.step(learner.choose(seen, 0.0 if agent == own else 1.0)[0])
    return total / matches


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small learner on yamamoto.")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--matches", type=int, default=60, help="matches a round")
    parser.add_argument("--measure", type=int, default=100, help="matches against random play, before and after")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    env, learner = aec_env("yamamoto"), Learner(chosen.seed)
    env.reset(seed=chosen.seed)
    print(f"untaught: {against_random(env, learner, chosen.measure):.2f} of the points against random play", flush=True)
    for number in range(chosen.rounds):
        played = [play_itself(env, learner, 0.2) for _ in range(chosen.matches)]
        learner.teach([row for rows, _ in played for row in rows], [payoff for _, payoffs in played for payoff in payoffs])
        plies = sum(len(rows) for rows, _ in played) / chosen.matches
        print(f"round {number + 1}: {plies:.0f} plies a match", flush=True)
    print(f"taught: {against_random(env, learner, chosen.measure):.2f} of the points against random play")


if __name__ == "__main__":
    main()
