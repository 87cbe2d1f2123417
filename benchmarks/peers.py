"""The peers: random play of other libraries on their fastest reachable path."""

from __future__ import annotations

import random
from collections.abc import Callable

ROLLOUTS = 200


def openspiel_plies(name: str) -> Callable[[], int]:
    """OpenSpiel's C++ game, played by its MCTS bot: one simulation with many random rollouts never leaves C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    length = _mean_length(game)

    def work() -> int:
        bot.step(game.new_initial_state())
        return round(ROLLOUTS * length)

    return work


def _mean_length(game: object, matches: int = 200) -> float:
    """The mean plies of a random match, by which rollouts are turned into plies."""
    chooser = random.Random(1)
    plies = 0
    for _ in range(matches):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            plies += 1
    return plies / matches


def openspiel_simulations(name: str, simulations: int = 300) -> Callable[[], int]:
    """OpenSpiel's C++ MCTS with one random rollout a simulation."""
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)

    def work() -> int:
        bot.step(game.new_initial_state())
        return simulations

    return work


def pettingzoo_steps(steps: int = 200) -> Callable[[], int]:
    """PettingZoo's connect four, an observation and a mask a step."""
    from pettingzoo.classic import connect_four_v3

    return aec_steps(connect_four_v3.env(), steps)


def aec_steps(env, steps: int) -> Callable[[], int]:
    """An AEC environment in its usual loop, with random actions that the mask allows."""
    env.reset(seed=1)

    def work() -> int:
        for agent in env.agent_iter(steps):
            observation, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
            if not env.agents:
                env.reset()
        return steps

    return work


def openspiel_loop(name: str, steps: int = 1000) -> Callable[[], int]:
    """OpenSpiel's C++ game stepped from Python, with random legal actions and nothing observed."""
    import pyspiel

    game = pyspiel.load_game(name)
    chooser = random.Random(1)
    states = [game.new_initial_state()]

    def work() -> int:
        state = states[0]
        for _ in range(steps):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(chooser.choice(state.legal_actions()))
        states[0] = state
        return steps

    return work
