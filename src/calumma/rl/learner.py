"""A match as a Gymnasium environment for one learner, against bots, at random, or against itself.

`calumma/Yamamoto-v0` and the like are registered ids (`gymnasium.py`). What the learner may do stands in `info["action_mask"]`,
and `action_masks()` says the same as sb3-contrib asks for it. Observations are those of the seat that acts, turned to it.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from calumma.core import CHANCE, OVER, Game, IllegalMove, Rng, State
from calumma.core.given import seat_among, whole
from calumma.core.words import Words
from calumma.players import Player, load
from calumma.rl.spaces import Array, action_mask, observation_box, observed

say = Words(__package__)

ITSELF = "self"


class LearnerEnv(gymnasium.Env):  # type: ignore[misc,type-arg]
    """A match in which one learner acts.

    `opponent` is a player's spec (`random`, `level:2`, `mcts:200`), or `self`: then the learner acts for every seat in turn, and
    the reward is that of the seat that has just acted. `seat` is the learner's; without one it takes them in turn, and against
    itself it has none.
    The reward is 0 until the match ends, then the seat's payoff. An action that is not legal raises IllegalMove; with
    `illegal="loses"` it ends the match instead, without a reward, as learners expect that know no masks.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: Game,
        opponent: str = "random",
        seat: int | None = None,
        *,
        illegal: str = "loses",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'cannot render as "{render_mode}": expected ansi, svg or None')
        if seat is not None:
            seat = seat_among(seat, game.seats, ", or None for all in turn")
        if seat is not None and opponent == ITSELF:
            raise ValueError(f'cannot learn at seat {seat} against "{ITSELF}": expected none, as the learner acts for all seats')
        if illegal not in ("loses", "raises"):
            raise ValueError(f'cannot treat an illegal action as "{illegal}": expected loses or raises')
        self.game, self.render_mode = game, render_mode
        self.observation_space = observation_box(game)
        self.action_space = spaces.Discrete(game.info.num_actions)
        self._opponent, self._fixed, self._illegal = opponent, seat, illegal
        self._seat = game.seats - 1 if seat is None else seat
        self._bot: Player | None = None if opponent == ITSELF else load(opponent, game)
        self._rng = Rng(0)
        self._position: State | None = None
        self._lost = False  # by an action that is not legal: the position does not know that the match is over

    @property
    def position(self) -> State:
        """The position of the match; it knows everything, so learners must not."""
        if self._position is None:
            raise ValueError("the match has not begun: call reset first")
        return self._position

    @property
    def seat(self) -> int:
        """The seat that the learner acts for now."""
        return self._seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a match. A seed decides all chance, bots included, of this match and of those that follow."""
        super().reset(seed=seed)
        if seed is not None or self._position is None:
            self._rng = Rng(int(self.np_random.integers(1 << 63)))
            if self._fixed is None:
                self._seat = self.game.seats - 1
        if self._bot is not None:
            self._bot = load(self._opponent, self.game, self._rng.below(1 << 30))
        if self._fixed is None:
            self._seat = (self._seat + 1) % self.game.seats
        self._position, self._lost = self.game.new(), False
        self._let_others_act()
        return self._seen(), self._infos()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and what chance and the other seats do until it acts again."""
        if self.position.to_act == OVER or self._lost:
            raise ValueError("the match is over: call reset first")
        acted, chosen = self._seat, whole(action)
        if chosen not in self.position.legal():
            if self._illegal == "raises":
                raise IllegalMove(say("cannot-play-action-action", action=chosen, agent=f"seat_{acted}"))
            self._lost = True
            return self._seen(), 0.0, True, False, {**self._infos(), "illegal": True}
        self.position.apply(chosen)
        self._let_others_act()
        if self.position.to_act == OVER:
            payoffs = self.position.payoffs()
            return self._seen(), payoffs[acted], True, False, {**self._infos(), "payoffs": payoffs}
        return self._seen(), 0.0, False, False, self._infos()

    def action_masks(self) -> Array:
        """Return True for every action that the learner may choose now."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | None:
        """Return the position as the learner sees it, as a line of text or as a picture; None if no mode was chosen."""
        if self.render_mode == "svg":
            return self.game.svg(self.position, self._seat)
        return self.game.position_text(self.position, self._seat) if self.render_mode == "ansi" else None

    def _let_others_act(self) -> None:
        """Let chance and the bots act until it is the learner's turn, or the match is over."""
        position = self.position
        while (acts := position.to_act) != OVER:
            if acts == CHANCE:
                position.apply(position.pick(self._rng))
            elif self._bot is None:
                self._seat = acts
                return
            elif acts == self._seat:
                return
            else:
                position.apply(self._bot.choose(position, acts).action)

    def _seen(self) -> Array:
        return observed(self.position, self._seat)

    def _mask(self) -> Array:
        size = int(self.action_space.n)
        return np.zeros(size, np.int8) if self._lost else action_mask(self.position, self._seat, size)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self._seat}
