# cython: auto_pickle=True
"""Games written in plain Python, without a compiler: subclass `PlainState` and write the protocol's own methods.

The compiled core calls rules through C methods, which a Python class cannot override. `PlainState` overrides them once
and passes every call on to the Python methods of the same meaning, so such a game runs in every search, only slower.
An exception in them comes out of every Python method as usual. Inside a compiled loop it cannot: there it is printed,
the position behaves as finished, and `playouts` and `perft` raise it when they are done.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import cython

from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, OVER

OWN_FIELDS = ("game", "seats", "fault")  # everything else is the game's


class PlainState(State):
    """A position whose rules are ordinary Python.

    A game writes `to_act` (a property), `legal`, `apply`, `payoffs`, `view_of` and `key`; with luck also `chance`, with
    secrets `seen` and `determinize`; and `scores`, `evaluate`, `become` where the ones given here do not do.
    """

    def __init__(self, game: Any) -> None:
        # Not State.__init__: it refuses classes that are not compiled, and here they are welcome.
        self.game = game
        self.seats = game.seats
        self.fault = None

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
        """Return every seat's final value when OVER: winners share 1.0 equally."""
        raise NotImplementedError(f"{type(self).__name__} must define payoffs")

    # What a game may leave as it is.

    def chance(self) -> list[tuple[int, int]]:
        """Return the outcomes with their integer weights when CHANCE: equal ones, unless the game says otherwise."""
        return [(action, 1) for action in self.legal()] if self.to_act == CHANCE else []

    def scores(self) -> list[int]:
        """Return the score of every seat: 0, unless the game says otherwise."""
        return [0] * self.seats

    def evaluate(self) -> list[float]:
        """Return a guess at every seat's payoff: equal shares, unless the game says otherwise."""
        return [1.0 / self.seats] * self.seats

    def hash(self) -> int:
        """Return a 64-bit hash of the key."""
        return hash(self.key()) & 0xFFFFFFFFFFFFFFFF

    def numbers(self, seat: int) -> Sequence[int]:
        """Return the game's own part of `observe`, as its definition describes it."""
        raise NotImplementedError(f"{type(self).__name__} must define numbers, as its definition has an observation")

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
        return self.copy()

    def reason(self) -> str:
        """Return why the match ended, as a message key; empty while it runs."""
        return "finished" if self.to_act == OVER else ""

    def pick(self, rng: Rng) -> int:
        """Return a random action or outcome, as every game draws it: one number, actions in ascending order."""
        actions = self.legal()
        if not actions:
            return -1
        if self.to_act >= 0:
            return actions[rng.below(len(actions))]
        weights = [weight for _, weight in self.chance()]
        number = rng.below(sum(weights))
        index = 0
        while number >= weights[index]:
            number -= weights[index]
            index += 1
        return actions[index]

    # The C surface, passed on.

    def c_to_act(self) -> cython.int:
        try:
            return OVER if self.fault is not None else self.to_act
        except Exception as error:
            self._note(error)
            return OVER

    def c_legal(self, out: cython.p_int) -> cython.int:
        try:
            return self._fill(out, self.legal()) if self.fault is None else 0
        except Exception as error:
            self._note(error)
            return 0

    def c_chance(self, out: cython.p_int) -> cython.int:
        try:
            return self._fill(out, [weight for _, weight in self.chance()]) if self.fault is None else 0
        except Exception as error:
            self._note(error)
            return 0

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        try:
            return self.pick(rng) if self.fault is None else -1
        except Exception as error:
            self._note(error)
            return -1

    def c_apply(self, action: cython.int) -> cython.void:
        try:
            self.apply(action)
        except Exception as error:
            self._note(error)

    def c_copy_from(self, other: State) -> cython.void:
        try:
            if self.fault is None:  # a fault stays, so that whoever started the loop finds it
                self.become(other)
        except Exception as error:
            self._note(error)

    def c_determinize(self, seat: cython.int, rng: Rng) -> cython.void:
        try:
            self.become(self.determinize(seat, rng))
        except Exception as error:
            self._note(error)

    def c_scores(self, out: cython.p_int) -> cython.void:
        try:
            for seat, score in enumerate(self.scores()):
                out[cython.cast(cython.int, seat)] = score
        except Exception as error:
            self._note(error)

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = 0.0
        if self.fault is not None:
            return
        try:
            payoffs = self.payoffs()
            for seat in range(self.seats):
                out[seat] = payoffs[seat]
        except Exception as error:
            self._note(error)

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = 0.0
        try:
            guess = self.evaluate()
            for seat in range(self.seats):
                out[seat] = guess[seat]
        except Exception as error:
            self._note(error)

    def c_hash(self) -> cython.ulonglong:
        try:
            return self.hash()
        except Exception as error:
            self._note(error)
            return 0

    def c_observe(self, seat: cython.int, out: cython.p_schar) -> cython.void:
        try:
            for i, number in enumerate(self.numbers(seat)):
                out[cython.cast(cython.int, i)] = number
        except Exception as error:
            self._note(error)

    def check(self) -> None:
        """Raise what a compiled loop met in this position's rules."""
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    def _fill(self, out: cython.p_int, numbers: list) -> cython.int:  # type: ignore[type-arg]
        i: cython.int
        n: cython.int = len(numbers)
        if n > MOST_ACTIONS:
            raise ValueError(f"{type(self).__name__} offers {n} actions: expected {MOST_ACTIONS} at the most")
        for i in range(n):
            out[i] = numbers[i]
        return n

    def _note(self, error: Any):  # type: ignore[no-untyped-def]
        """Keep the first exception; in a compiled loop nobody above could catch it, so it is printed as well."""
        if self.fault is None:
            self.fault = error
            traceback.print_exception(error)
