"""Games written in plain Python, without a compiler: subclass `PlainState` and write the protocol's own methods.

The compiled core calls rules through C methods, which a Python class cannot override. `Relay` (relay.py) overrides them once
and passes every call on to the Python methods of the same meaning, so such a game runs in every search, only slower.
An exception in them comes out of every Python method as usual. Inside a compiled loop it cannot: there it is printed,
the position behaves as finished, and `playouts` and `perft` raise it when they are done.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Any

from calumma.core.given import Whole, seat_among, small
from calumma.core.protocol import CHANCE, OVER
from calumma.core.relay import Relay
from calumma.core.state import Rng, State, as_rng

OWN_FIELDS = ("game", "seats", "fault", "trusts", "reader")  # everything else is the game's


def checked_apply(rules: Callable[[Any, int], None]) -> Callable[[Any, Whole], None]:
    """Return a game's `apply` that asks first whether the action is legal; not again if the rules call another `apply`."""

    @wraps(rules)
    def apply(state: Any, action: Whole) -> None:
        if state.trusts:
            rules(state, action)
            return
        number = small(action)
        if number not in state.legal():
            raise state.refused(action)
        state.trusts = True
        try:
            rules(state, number)
        finally:
            state.trusts = False

    return apply


def checked_determinize(rules: Callable[[Any, int, Rng], State]) -> Callable[[Any, Whole, Rng | Whole], State]:
    """Return a game's `determinize` that takes a seed, too, and refuses seats that are not there."""

    @wraps(rules)
    def determinize(state: Any, seat: int, rng: Rng | Whole) -> State:
        return rules(state, seat_among(seat, state.seats), as_rng(rng))

    return determinize


def learned_evaluate(rules: Callable[[Any], list[float]]) -> Callable[[Any], list[float]]:
    """Return a game's `evaluate` that lets learned tables speak, if there are any: the game's own formula was before them."""

    @wraps(rules)
    def evaluate(state: Any) -> list[float]:
        told: list[float] | None = state.told()
        return rules(state) if told is None else told

    return evaluate


CHECKED: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "apply": checked_apply,
    "determinize": checked_determinize,
    "evaluate": learned_evaluate,
}


class PlainState(Relay):
    """A position whose rules are ordinary Python.

    A game writes `to_act` (a property), `legal`, `apply`, `payoffs`, `view_of` and `key`; with luck also `chance`, with
    secrets `seen` and `determinize`; `numbers`, if its definition has an observation; and `scores`, `evaluate`, `become`
    where the ones given here do not do. Its `apply`
    may rely on the action being legal, its `determinize` on a seat and an Rng: both are only reached through a check.
    """

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        for name, check in CHECKED.items():
            if name in cls.__dict__:
                setattr(cls, name, check(cls.__dict__[name]))

    # What a game writes.

    @property
    def to_act(self) -> int:
        """The seat that acts, CHANCE or OVER."""
        raise NotImplementedError(f"{type(self).__name__} must define the property to_act")

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order, or the outcomes when CHANCE; empty only when OVER."""
        raise NotImplementedError(f"{type(self).__name__} must define legal")

    def apply(self, action: int) -> None:
        """Play a legal action in place."""
        raise NotImplementedError(f"{type(self).__name__} must define apply")

    def payoffs(self) -> list[float]:
        """Return what every seat gets when OVER: winners share 1.0 equally, unless the definition declares other payoffs."""
        raise NotImplementedError(f"{type(self).__name__} must define payoffs")

    def apply_unchecked(self, action: Whole) -> None:
        """Play an action that is known to be legal, without asking again."""
        before, self.trusts = self.trusts, True
        try:
            self.apply(action)
        finally:
            self.trusts = before

    # What a game may leave as it is.

    def chance(self) -> list[tuple[int, int]]:
        """Return the outcomes with their integer weights when CHANCE: equal ones, unless the game says otherwise."""
        return [(action, 1) for action in self.legal()] if self.to_act == CHANCE else []

    def scores(self) -> list[int]:
        """Return the score of every seat: 0, unless the game says otherwise."""
        return [0] * self.seats

    def evaluate(self) -> list[float]:
        """Return a guess at every seat's payoff: equal ones, unless the match is over or the game or its tables say otherwise."""
        if self.to_act == OVER:
            return self.payoffs()
        told = self.told()
        if told is not None:
            return told
        pays = self.game.payoffs
        return [(pays.lowest + pays.highest) / 2 if pays.total is None else pays.total / self.seats] * self.seats

    def hash(self) -> int:
        """Return a 64-bit hash of the key."""
        return hash(self.key()) & 0xFFFFFFFFFFFFFFFF

    def become(self, other: Any) -> None:
        """Become equal to another position: by a deep copy of its fields, unless the game knows a faster way."""
        for name, value in vars(other).items():
            if name not in OWN_FIELDS:
                setattr(self, name, deepcopy(value))

    def copy(self) -> State:
        """Return an independent copy."""
        new: Any = type(self)(self.game)
        new.become(self)
        return new

    def determinize(self, seat: int, rng: Rng) -> State:
        """Return a copy whose hidden part is dealt anew; here nothing is hidden."""
        seat_among(seat, self.seats)
        return self.copy()

    def reason(self) -> str:
        """Return why the match ended, as a message key; empty while it runs."""
        return "finished" if self.to_act == OVER else ""

    def pick(self, rng: Rng | Whole) -> int:
        """Return a random action or outcome, as every game draws it: one number, actions in ascending order."""
        actions, stream = self.legal(), as_rng(rng)
        if not actions:
            return -1
        if self.to_act >= 0:
            return actions[stream.below(len(actions))]
        weights = [weight for _, weight in self.chance()]
        number = stream.below(sum(weights))
        index = 0
        while number >= weights[index]:
            number -= weights[index]
            index += 1
        return actions[index]
