"""The games for OpenSpiel: importing this module registers them as `python_calumma_<name>`, with seats and options as parameters.

    import pyspiel
    import calumma.rl.openspiel
    game = pyspiel.load_game("python_calumma_bradley(seats=3,relocate=none)")

Chance nodes are explicit. Actions and chance outcomes have the numbers that they have everywhere in calumma. Utilities are the
payoffs, with the bounds and the sum that the game declares: shares sum to 1. Some of OpenSpiel's algorithms (alpha-beta, value
iteration, linear programming) want a sum of zero: `utilities=zero` moves and scales payoffs that have a fixed sum accordingly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

import calumma
from calumma.core import CHANCE, OVER, Game, GameError, Payoffs, Rng, State
from calumma.core.words import Words
from calumma.rl.spaces import observed

say = Words(__package__)

RECENT = 16
"""How many of the last plies an information-state tensor adds to the observation."""

NOTHING, HIDDEN = -2, -1  # how it writes plies that were not played yet, and plies that the seat did not see


class Plies:
    """The plies of a match as every seat saw them: a chain that never changes, so that copies of a position share it."""

    def __init__(self, before: Plies | None, seen: tuple[int | None, ...]) -> None:
        self.before = before
        self.seen = seen

    def __deepcopy__(self, memo: dict[int, Any]) -> Plies:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as a list: a chain of thousands would be too deep for pickle."""
        found, last = [], self
        while True:
            found.append(last.seen)
            if last.before is None:
                return chain, (found[::-1],)
            last = last.before


def chain(seen: list[tuple[int | None, ...]]) -> Plies | None:
    """Return the chain of some plies, the first of them first."""
    last: Plies | None = None
    for ply in seen:
        last = Plies(last, ply)
    return last


def plies_seen(last: Plies | None, seat: int, limit: int | None = None) -> list[int | None]:
    """Return the plies as a seat saw them, the last one first; None where it saw nothing of a ply."""
    found: list[int | None] = []
    while last is not None and (limit is None or len(found) < limit):
        found.append(last.seen[seat])
        last = last.before
    return found


PAYOFFS, ZERO = "payoffs", "zero"


class Utilities:
    """Payoffs as OpenSpiel gets them: as they are, or so that they sum to zero and a whole win counts 1."""

    def __init__(self, rules: Game, kind: str) -> None:
        pays, seats = rules.payoffs, rules.seats
        if kind not in (PAYOFFS, ZERO):
            raise GameError(say("unknown-utilities", kind=kind))
        if kind == ZERO and pays.total is None:
            raise GameError(say("no-zero-sum", game=rules))
        moved = kind == ZERO and pays.total != 0.0
        self.middle = (pays.total or 0.0) / seats if moved else 0.0
        self.unit = pays.highest - self.middle if moved and pays.shares else 1.0
        self.declared = Payoffs(self._of(pays.lowest), self._of(pays.highest), 0.0 if moved else pays.total, pays.shares)

    def _of(self, payoff: float) -> float:
        return (payoff - self.middle) / self.unit

    def of(self, payoffs: list[float]) -> list[float]:
        """Return the utilities of payoffs."""
        return [self._of(payoff) for payoff in payoffs]


class CalummaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its seats and options chosen. Every game has a class of its own, which OpenSpiel calls with the parameters."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        kind = chosen.pop("utilities", PAYOFFS)
        self._adopt(calumma.load(self.name, chosen.pop("seats", None), **chosen), kind, dict(params or {}))

    def _adopt(self, rules: Game, kind: str, params: dict[str, Any]) -> None:
        self.rules, self.utilities = rules, Utilities(rules, kind)
        declared = self.utilities.declared
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.info.num_actions,
            max_chance_outcomes=rules.info.num_actions if rules.info.has_chance else 0,
            num_players=rules.seats,
            min_utility=declared.lowest,
            max_utility=declared.highest,
            utility_sum=declared.total,
            max_game_length=rules.info.max_plies,
        )
        super().__init__(game_type(rules, declared), info, params)

    def new_initial_state(self) -> CalummaState:
        """Return the position before the first ply."""
        return CalummaState(self, self.rules)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CalummaObserver:
        """Return what turns positions into tensors and strings."""
        return CalummaObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class GivenGame(CalummaGame):
    """A game that need not be known to OpenSpiel, such as a small version of the laboratory, from a position on."""

    def __init__(self, start: State, utilities: str = PAYOFFS) -> None:
        self.start = start
        self._adopt(start.game, utilities, {})

    def new_initial_state(self) -> CalummaState:
        """Return the position that the game begins with."""
        return CalummaState(self, self.rules, self.start)


class CalummaState(pyspiel.State):  # type: ignore[misc]
    """A position, and what every seat has seen of the plies before it."""

    def __init__(self, game: CalummaGame, rules: Game, start: State | None = None) -> None:
        super().__init__(game)
        self.position: State = start.copy() if start else rules.new()
        self.utilities = game.utilities
        self.plies: Plies | None = None

    def current_player(self) -> int:
        """Return the seat that acts, or who acts instead."""
        acting = self.position.to_act
        return pyspiel.PlayerId.TERMINAL if acting == OVER else pyspiel.PlayerId.CHANCE if acting == CHANCE else acting

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes with their probabilities."""
        outcomes = self.position.chance()
        total = sum(weight for _, weight in outcomes)
        return [(action, weight / total) for action, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.position.game.definition.has_secrets:
            seen = tuple(self.position.seen(action, seat) for seat in range(self.position.seats))
        else:
            seen = (action,) * self.position.seats
        self.plies = Plies(self.plies, seen)
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.move_text(self.position, action)

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.position.to_act == OVER

    def returns(self) -> list[float]:
        """Return the utilities; zeros while the match runs."""
        return self.utilities.of(self.position.payoffs()) if self.is_terminal() else [0.0] * self.position.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CalummaState:
        """Return a position that the player cannot tell from this one: what it cannot see is dealt anew.

        Nobody in it remembers more of the hidden plies than the player does, as the others' memories would be of another deal.
        """
        world: CalummaState = self.clone()
        world.position = self.position.determinize(player, Rng(int(sampler() * (1 << 53))))
        world.plies = chain([(ply,) * self.position.seats for ply in reversed(plies_seen(self.plies, player))])
        return world

    def __str__(self) -> str:
        return self.position.game.position_text(self.position)


class CalummaObserver:
    """What a seat may know: all of it as tensor and string, or only the public or only its private part, as a string."""

    def __init__(self, rules: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"cannot observe with the parameters {params}: expected none")
        self.rules = rules
        self.recall = bool(kind.perfect_recall)
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.public and self.private and rules.definition.observation is not None:
            self._make_tensor()

    def _make_tensor(self) -> None:
        size = self.rules.observation.size
        self.tensor = np.zeros(size + RECENT * self.recall, np.float32)
        self.dict = self.rules.observation.split(self.tensor[:size])
        if self.recall:
            self.dict["recent plies"] = self.tensor[size:]

    def set_from(self, state: CalummaState, player: int) -> None:
        """Fill the tensor with what a player may know."""
        if self.tensor is None:
            return
        size = self.rules.observation.size
        self.tensor[:size] = observed(state.position, player)
        if self.recall:
            plies = plies_seen(state.plies, player, RECENT)
            self.tensor[size:] = NOTHING
            self.tensor[size : size + len(plies)] = [HIDDEN if ply is None else ply for ply in plies]

    def string_from(self, state: CalummaState, player: int) -> str:
        """Return the position as a player sees it and, with perfect recall, all plies as the player saw them."""
        if not self.private:
            return json.dumps(state.position.view(None))
        if not self.public:
            return private_text(state.position, player)
        text = f"seat {player}: {self.rules.position_text(state.position, player)}"
        if not self.recall:
            return text
        plies = ["~?" if ply is None else str(ply) for ply in reversed(plies_seen(state.plies, player))]
        return f"{text} | {' '.join(plies)}"


def private_text(position: State, seat: int) -> str:
    """Return what a seat sees and a spectator does not; nothing if there is no such thing."""
    public, own = position.view(None), position.view(seat)
    more = {name: own[name] for name in own if name != "seat" and own[name] != public[name]}
    return json.dumps(more) if more else ""


def game_type(game: Game, declared: Payoffs) -> Any:
    """Return OpenSpiel's description of a game, for all its seat counts and options, with the sum of its utilities."""
    info = game.info
    kinds = pyspiel.GameType
    sums = {None: kinds.Utility.GENERAL_SUM, 0.0: kinds.Utility.ZERO_SUM}
    tensors = game.definition.observation is not None
    return kinds(
        short_name=f"python_calumma_{info.name}",
        long_name=f"Calumma: {info.title} ({info.designer}, {info.year})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if info.has_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if info.has_secrets else kinds.Information.PERFECT_INFORMATION,
        utility=sums.get(declared.total, kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(info.seats),
        min_num_players=min(info.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=tensors,
        parameter_specification={"utilities": PAYOFFS, "seats": game.seats, **game.options},
    )


def register(name: str) -> None:
    """Make a game known to OpenSpiel. It keeps the class until the program has ended, which a function would not survive."""
    rules = calumma.load(name)
    made = type(f"{name.title()}Game", (CalummaGame,), {"name": name})
    pyspiel.register_game(game_type(rules, rules.payoffs), made)


for _name in calumma.games():
    register(_name)
