"""A match as a PettingZoo environment (AEC): one agent a seat, chance drawn inside, payoffs as rewards at the end."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from calumma.core import CHANCE, OVER, Game, IllegalMove, Rng, State
from calumma.core.given import shown
from calumma.core.words import Words
from calumma.rl.spaces import VERSION, action_mask, mask_box, observation_box, observed

say = Words(__package__)


class MatchEnv(AECEnv):  # type: ignore[misc]
    """A match. Agents are `seat_0`, `seat_1`, ..; an observation is a dict of `observation` and `action_mask`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "name": "calumma", "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'cannot render as "{render_mode}": expected ansi, svg or None')
        self.game = game
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"calumma_{game.name}_v{VERSION}"}  # type: ignore[misc]
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.size = game.info.num_actions
        parts = {"observation": observation_box(game), "action_mask": mask_box(game)}
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.size) for agent in self.possible_agents}
        self.state_of_match: State | None = None
        self.rng: Rng | None = None

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[self.possible_agents[self._seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[self.possible_agents[self._seat_of(agent)]]

    def _seat_of(self, agent: object) -> int:
        try:
            return self.seat_of[agent]  # type: ignore[index]
        except (KeyError, TypeError):  # no agent, or nothing that could be a key
            last = self.possible_agents[-1]
            raise ValueError(f"there is no agent {shown(agent)}: expected {self.possible_agents[0]} to {last}") from None

    @property
    def position(self) -> State:
        """The position of the match; it knows everything, so agents must not."""
        self._demand_begun()
        assert self.state_of_match is not None
        return self.state_of_match

    def _demand_begun(self) -> None:
        if self.state_of_match is None:
            raise ValueError("the match has not begun: call reset first")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. The seed decides all chance of this match and, until another is given, of those that follow."""
        if seed is not None or self.rng is None:
            self.rng = Rng(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]))
        self.state_of_match = self.game.new()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._let_chance_act()
        self.agent_selection = self.possible_agents[self.position.to_act]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent's seat may know, and what it may do now."""
        seat = self._seat_of(agent)
        return {"observation": observed(self.position, seat), "action_mask": action_mask(self.position, seat, self.size)}

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return the agents as their turns come, up to the last turn of all."""
        self._demand_begun()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent observes, what it got since its last turn, and whether it is done."""
        self._demand_agents()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def _demand_agents(self) -> None:
        """ValueError if the match has not begun, or if all agents have taken their last turns."""
        self._demand_begun()
        if not self.agents:
            raise ValueError("the match is over: call reset first")

    def step(self, action: int | None) -> None:
        """Play the selected agent's action, and what chance does until a seat acts again."""
        self._demand_agents()
        agent, state = self.agent_selection, self.position
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            state.apply(action)  # type: ignore[arg-type]  # refuses None as it does everything that is not legal
        except IllegalMove:
            raise IllegalMove(say("cannot-play-action-action", action=action, agent=agent)) from None
        self._cumulative_rewards[agent] = 0.0
        self._let_chance_act()
        self._clear_rewards()
        acts = state.to_act
        if acts == OVER:
            self._finish(self.seat_of[agent])
        else:
            self.agent_selection = self.possible_agents[acts]
        self._accumulate_rewards()

    def _finish(self, last: int) -> None:
        """Pay everybody; the agents then take their last turns, beginning after the one that acted last."""
        self.rewards = dict(zip(self.possible_agents, self.position.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[(last + 1) % self.game.seats]

    def _let_chance_act(self) -> None:
        assert self.rng is not None
        state = self.position
        while state.to_act == CHANCE:
            state.apply_unchecked(state.pick(self.rng))

    def render(self) -> str | None:
        """Return the whole position as a line of text or as a picture; None if no mode was chosen."""
        if self.render_mode == "svg":
            return self.game.svg(self.position)
        return self.game.position_text(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that must be given back."""
