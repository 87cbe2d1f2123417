# cython: auto_pickle=True, boundscheck=True, wraparound=True, cdivision=False
"""Between compiled loops and rules in plain Python: every C method passed on to the Python method of the same meaning.

Compiled loops trust what rules tell them, so whatever a game answers (who acts, actions, weights, numbers) is checked here.
An exception, or an answer that cannot be, cannot leave such a loop: it is printed, the position behaves as finished, and
`check` raises it when the loop is done.
"""

from __future__ import annotations

import traceback
from typing import Any

import cython

from calumma.core.given import game_of
from calumma.core.reading import reader_for
from calumma.core.state import Rng, State
from calumma.core.tables import Tables

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, OVER

MOST_WEIGHT = 1 << 31


class Relay(State):
    """The C surface of positions whose rules are ordinary Python."""

    def __init__(self, game: Any) -> None:
        # Not State.__init__: it refuses classes that are not compiled, and here they are welcome.
        self.game = game_of(self, game)
        self.seats = game.seats
        self.fault = None
        self.trusts = False
        self.reader = reader_for(game)

    def become(self, other: Any) -> None:
        """Become equal to another position."""
        raise NotImplementedError(f"{type(self).__name__} must define become")

    def numbers(self, seat: int) -> Any:
        """Return the game's own part of `observe`, as its definition describes it."""
        raise NotImplementedError(f"{type(self).__name__} must define numbers, as its definition has an observation")

    def c_to_act(self) -> cython.int:
        try:
            return OVER if self.fault is not None else self._actor()
        except Exception as error:
            self._note(error)
            return OVER

    def c_legal(self, out: cython.p_int) -> cython.int:
        try:
            return self._fill(out, self.legal(), 0, self.game.num_actions) if self.fault is None else 0
        except Exception as error:
            self._note(error)
            return 0

    def c_chance(self, out: cython.p_int) -> cython.int:
        try:
            if self.fault is None:
                return self._fill(out, self._weights(), 1, MOST_WEIGHT)
        except Exception as error:
            self._note(error)
        out[0] = 1  # who chooses by weights needs one
        return 1

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        try:
            return self.pick(rng) if self.fault is None else -1
        except Exception as error:
            self._note(error)
            return -1

    def c_apply(self, action: cython.int) -> cython.void:
        try:
            self.apply_unchecked(action)
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
        seat: cython.int
        for seat in range(self.seats):
            out[seat] = 0
        try:
            scores = self.scores()
            for seat in range(self.seats):
                out[seat] = scores[seat]
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

    def c_features(self, seat: cython.int, out: cython.p_int) -> cython.int:
        return 0 if self.reader is None else self.reader.c_features(self, seat, out)

    def told(self) -> list[float] | None:
        """Return what the learned tables say that every seat may expect; None where there are none, or nothing was learnt yet."""
        return None if self.reader is None else self.reader.told(self)

    def learned(self) -> Tables | None:
        """Return the tables that the game declares as data, if it does."""
        return None if self.reader is None else self.reader.tables

    def c_hash(self) -> cython.ulonglong:
        try:
            return self.hash()
        except Exception as error:
            self._note(error)
            return 0

    def c_observe(self, seat: cython.int, out: cython.p_schar) -> cython.void:
        i: cython.int
        try:
            numbers = list(self.numbers(seat))
            if len(numbers) != self.game.observation.own:
                raise ValueError(f"{type(self).__name__} observes {len(numbers)} numbers: expected {self.game.observation.own}")
            for i in range(len(numbers)):
                out[i] = numbers[i]
        except Exception as error:
            self._note(error)

    def check(self) -> None:
        """Raise what a compiled loop met in this position's rules."""
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    def _actor(self) -> cython.int:
        acts = self.to_act
        if not OVER <= acts < self.seats:
            raise ValueError(f"{type(self).__name__} lets {acts} act: expected a seat from 0 to {self.seats - 1}, CHANCE or OVER")
        return acts

    def _weights(self) -> list:  # type: ignore[type-arg]
        weights = [weight for _, weight in self.chance()]
        if len(weights) != len(self.legal()) or not 0 < sum(weights) < MOST_WEIGHT:
            raise ValueError(f"{type(self).__name__} weighs its outcomes {weights}: expected a weight each, below 2^31 in all")
        return weights

    def _fill(self, out: cython.p_int, numbers: list, lowest: Any, limit: Any) -> cython.int:  # type: ignore[type-arg]
        i: cython.int
        n: cython.int = len(numbers)
        if n > MOST_ACTIONS:
            raise ValueError(f"{type(self).__name__} offers {n} actions: expected {MOST_ACTIONS} at the most")
        for i in range(n):
            if not lowest <= numbers[i] < limit:
                raise ValueError(f"{type(self).__name__} offers {numbers[i]}: expected {lowest} to {limit - 1}")
            out[i] = numbers[i]
        return n

    def _note(self, error: Any):  # type: ignore[no-untyped-def]
        """Keep the first exception; in a compiled loop nobody above could catch it, so it is printed as well."""
        if self.fault is None:
            self.fault = error
            traceback.print_exception(error)
