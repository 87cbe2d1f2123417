# distutils: extra_compile_args = -O3
"""Base class of all positions: the C surface (declared in state.pxd) and the Python protocol on top of it.

A game overrides the `c_` methods it needs plus `view_of` and `key`; everything else is written here once.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import cython

if not cython.compiled:
    from calumma.core.bits import clip, lay, part
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Scores, Shares
    from calumma.core.room import copy_numbers, schars, ulonglongs, unpack

from calumma.core.effect import Effect
from calumma.core.errors import IllegalMove
from calumma.core.given import Whole, game_of, seat_among, shown, small, whole
from calumma.core.words import Words

if TYPE_CHECKING:
    from calumma.core.game import Game
    from calumma.core.tables import Tables

say = Words(__package__)

Luck: TypeAlias = "Rng"  # or a seed, too; games override `determinize` for an Rng alone, which a wider type would forbid

MASK_64 = 0xFFFFFFFFFFFFFFFF
MASK_32 = 0xFFFFFFFF
STEP = 0x9E3779B97F4A7C15
FACTOR_1 = 0xBF58476D1CE4E5B9
FACTOR_2 = 0x94D049BB133111EB


class Rng:
    """A stream of random numbers (splitmix64) from any whole number, the same compiled and interpreted."""

    def __init__(self, seed: Whole) -> None:
        self.x = whole(seed) & 0xFFFFFFFFFFFFFFFF

    def c_next(self) -> cython.uint:
        """The next 32 bits."""
        z: cython.ulonglong
        self.x = (self.x + STEP) & MASK_64
        z = self.x
        z = ((z ^ (z >> 30)) * FACTOR_1) & MASK_64
        z = ((z ^ (z >> 27)) * FACTOR_2) & MASK_64
        return (z ^ (z >> 31)) >> 32

    def c_below(self, n: cython.int) -> cython.int:
        """A number from 0 to n - 1, exactly uniform (Lemire's method: multiply, reject the few that would favour some)."""
        m: cython.ulonglong = cython.cast(cython.ulonglong, self.c_next()) * n
        limit: cython.uint
        if (m & MASK_32) < cython.cast(cython.ulonglong, n):
            limit = (MASK_32 + 1 - n) % n
            while (m & MASK_32) < limit:
                m = cython.cast(cython.ulonglong, self.c_next()) * n
        return m >> 32

    def c_by_weight(self, weights: cython.p_int, n: cython.int) -> cython.int:
        """The place of one of n positive weights, each as likely as it is heavy; one number is drawn, below their sum."""
        total: cython.int = 0
        i: cython.int
        for i in range(n):
            total += weights[i]
        total = self.c_below(total)
        i = 0
        while total >= weights[i]:
            total -= weights[i]
            i += 1
        return i

    def below(self, n: Whole) -> int:
        """Return a number from 0 to n - 1."""
        count = whole(n)
        if not 0 < count < 1 << 31:
            raise ValueError(f"cannot draw a number below {shown(n)}: expected 1 to 2147483647")
        return self.c_below(count)

    def __reduce__(self) -> tuple[type[Rng], tuple[int]]:
        return Rng, (self.x,)

    def __repr__(self) -> str:
        return f"Rng({self.x})"


def write_scores(state: State, seat: cython.int, out: cython.p_schar) -> cython.void:
    """Write the scores of an observation, from a seat on in turn order."""
    scores: Scores
    i: cython.int
    if not cython.compiled:
        scores = [0] * MOST_SEATS
    state.c_scores(scores)
    for i in range(state.seats):
        out[i] = clip(scores[seat])
        seat = seat + 1 if seat + 1 < state.seats else 0


def as_rng(luck: Rng | Whole) -> Rng:
    """Return a stream of random numbers: the one given, or a new one from a seed."""
    return luck if isinstance(luck, Rng) else Rng(luck)


class State:
    """A position of a match. `Game.new` makes one; it knows its game and nothing of players, drawing or network.

    Two positions are equal if their games and their keys are, and may be elements of sets. They change in place, so one
    that lies in a set, or is a key of a dict, must be left alone: put a `copy()` there.

    Methods check what they are given; a position belongs to one thread at a time.
    """

    def __init__(self, game: Game) -> None:
        if cython.compiled and "__pyx_vtable__" not in type(self).__dict__:
            raise TypeError(f"{type(self).__name__} is not compiled but its base is: its rules would be ignored")
        self.game = game_of(self, game)
        self.seats = game.seats

    # The C surface: what a game overrides.

    def c_to_act(self) -> cython.int:
        """The seat that acts, CHANCE or OVER."""
        return OVER

    def c_legal(self, out: cython.p_int) -> cython.int:
        """Write the legal actions or chance outcomes in ascending order; return how many, 0 exactly when OVER."""
        return 0

    def c_mask(self, out: cython.p_ulonglong) -> cython.int:
        """Set the bit of every legal action, 64 to a word, in words that hold zeros; return how many. Override for speed only."""
        legal: Actions
        i: cython.int
        n: cython.int
        if not cython.compiled:
            legal = [0] * MOST_ACTIONS
        n = self.c_legal(legal)
        for i in range(n):
            out[legal[i] >> 6] |= cython.cast(cython.ulonglong, 1) << (legal[i] & 63)
        return n

    def c_chance(self, out: cython.p_int) -> cython.int:
        """Write the integer weights of the outcomes in the order of c_legal; return how many."""
        return 0

    def c_pick(self, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
        """A random action (uniform) or outcome (by weight), -1 when OVER.

        It draws one number, below the count or the sum of the weights, and takes actions in ascending order. An
        override (for speed only) must keep to that, so that a seed means the same match everywhere.
        """
        n: cython.int = self.c_legal(actions)
        if n == 0:
            return -1
        if self.c_to_act() >= 0:
            return actions[rng.c_below(n)]
        self.c_chance(weights)
        return actions[rng.c_by_weight(weights, n)]

    def c_noisy(self, action: cython.int) -> cython.bint:
        """Whether a legal action changes the position so sharply (a capture) that a search must look past it before it judges."""
        return False

    def c_urgent(self, out: cython.p_int) -> cython.int:
        """Write the legal actions that are noisy and return how many.

        Where all are, or there is but one, nobody can leave it at that: then all are written, and the number is negative.
        """
        n: cython.int = self.c_legal(out)
        noisy: cython.int = 0
        i: cython.int
        for i in range(n):
            if self.c_noisy(out[i]):
                out[noisy] = out[i]
                noisy += 1
        return -n if n in (1, noisy) else noisy

    def c_is_legal(self, action: cython.int) -> cython.bint:
        """Whether an action is legal, or an outcome possible: by the list, which is ascending."""
        out: Actions
        low: cython.int = 0
        high: cython.int
        middle: cython.int
        if not cython.compiled:
            out = [0] * MOST_ACTIONS
        high = self.c_legal(out)
        while low < high:
            middle = (low + high) >> 1
            if out[middle] < action:
                low = middle + 1
            elif out[middle] > action:
                high = middle
            else:
                return True
        return False

    def c_apply(self, action: cython.int) -> cython.void:
        """Play a legal action. Compiled loops call it without asking again; `apply` is the checked twin."""

    def c_copy_from(self, other: State) -> cython.void:
        """Become equal to another position of the same game, seat count and options."""

    def c_determinize(self, seat: cython.int, rng: Rng) -> cython.void:
        """Deal anew everything that the seat cannot see."""

    def c_scores(self, out: cython.p_int) -> cython.void:
        """Write the rule book's own score, one a seat."""

    def c_payoffs(self, out: cython.p_double) -> cython.void:
        """Write what every seat gets, as the definition declares it (shares sum to 1). Only called when OVER."""

    def c_evaluate(self, out: cython.p_double) -> cython.void:
        """Write a guess at the payoff of every seat, within the same bounds and with the same sum (here: shares)."""
        i: cython.int
        for i in range(self.seats):
            out[i] = 1.0 / self.seats

    def c_worth(self, seat: cython.int) -> cython.double:
        """A guess at the payoff of one seat, as `c_evaluate` writes it.

        Games may do so faster, without a look at the other seats; then these guesses need not have the sum of the payoffs.
        """
        shares: Shares
        if not cython.compiled:
            shares = [0.0] * MOST_SEATS
        self.c_evaluate(shares)
        return shares[seat]

    def c_prepare(self) -> cython.void:
        """Bring up to date what the evaluation keeps from position to position; searches ask for it where many are to follow."""

    def c_foresee(self, actions: cython.p_int, n: cython.int, out: cython.p_int) -> cython.bint:
        """Write roughly what the evaluation would say to the acting seat's side after each of the n legal actions.

        That is the logarithm of the odds, in units of 1/128. Return whether that was done: here it is not. It has to be much
        quicker than playing the actions, and is asked where there are more of them than can be searched.
        """
        return False

    def c_features(self, seat: cython.int, out: cython.p_int) -> cython.int:
        """Write which entries of the learned tables speak here for a seat, from what it may know; return how many."""
        return 0

    def c_hash(self) -> cython.ulonglong:
        """A 64-bit hash of the position without its repetition history."""
        return 0

    def c_observe(self, seat: cython.int, out: cython.p_schar) -> cython.void:
        """Write what the seat may know as small numbers, in the order of the game's `planes.py`; `out` holds zeros before.

        A game has this, or `c_bits`, which is faster.
        """

    def c_bits(self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar) -> cython.bint:
        """Write the same as bits, 64 to a word, in words that hold zeros, and what may be more than 1 to `numbers`, in order.

        Return whether that was done: here it is not, and `c_observe` is asked. A number that is in `numbers` has no bit.
        Behind the words of an observation there is room for one more.
        """
        return False

    def c_see(
        self, seat: cython.int, out: cython.p_ulonglong, numbers: cython.p_schar, own: cython.int, counted: cython.int
    ) -> cython.bint:
        """Write the whole observation as bits, given how many numbers are the game's own, and how many in all have no bit."""
        acting: cython.int
        if not self.c_bits(seat, out, numbers):
            return False
        acting = self.c_to_act()
        lay(out, own + seat, 1)
        if acting >= 0:
            lay(out, own + self.seats + (acting - seat if acting >= seat else acting - seat + self.seats), 1)
        write_scores(self, seat, part(numbers, counted - self.seats))
        return True

    def c_look(self, seat: cython.int, out: cython.p_schar, size: cython.int) -> cython.void:
        """Write the whole observation of a seat: the game's own part, of that size, and the parts that all games have."""
        acting: cython.int = self.c_to_act()
        self.c_observe(seat, out)
        out[size + seat] = 1
        if acting >= 0:  # counted from the seat itself, in turn order
            out[size + self.seats + (acting - seat if acting >= seat else acting - seat + self.seats)] = 1
        write_scores(self, seat, part(out, size + 2 * self.seats))

    # What a game says in Python.

    def view_of(self, seat: int | None) -> Mapping[str, object]:
        """Return the game's own part of `view`: JSON-able, and nothing that the seat may not know."""
        raise NotImplementedError(f"{type(self).__name__} must override view_of")

    def key(self) -> Hashable:
        """Return a value that is equal for two positions exactly if future and knowledge are the same."""
        raise NotImplementedError(f"{type(self).__name__} must override key")

    def reason(self) -> str:
        """Return why the match ended, as a message key; empty while it runs."""
        return "finished" if self.c_to_act() == OVER else ""

    def seen(self, action: int, seat: int | None) -> int | None:
        """Return the action, asked before it is applied, as that seat sees it; None if it is hidden."""
        return action

    def effects_of(self, action: int, after: State) -> list[Effect]:
        """Return what a legal action does, in order, given the position that it leads to; each effect says who may see it."""
        raise NotImplementedError(f"{type(self).__name__} must override effects_of")

    # The protocol: written once, for every game.

    @property
    def to_act(self) -> int:
        """The seat that acts, CHANCE or OVER."""
        return int(self.c_to_act())

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order, or the outcomes when CHANCE; empty only when OVER."""
        out: Actions
        if not cython.compiled:
            out = [0] * MOST_ACTIONS
        return [out[i] for i in range(self.c_legal(out))]

    def chance(self) -> list[tuple[int, int]]:
        """Return the outcomes with their integer weights when CHANCE, else nothing."""
        actions: Actions
        weights: Actions
        if not cython.compiled:
            actions, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        if self.c_to_act() != CHANCE:
            return []
        self.c_legal(actions)
        return [(actions[i], weights[i]) for i in range(self.c_chance(weights))]

    def pick(self, rng: Rng | Whole) -> int:
        """Return a random action or outcome, as playouts choose it; -1 when OVER. Any luck may be an Rng or a seed."""
        actions: Actions
        weights: Actions
        stream: Rng = as_rng(rng)
        if not cython.compiled:
            actions, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        return self.c_pick(stream, actions, weights)

    def apply(self, action: Whole) -> None:
        """Play a legal action in place; IllegalMove, and nothing changes, if it is not one of `legal()`, whatever it is."""
        number: cython.int = small(action)
        if not self.c_is_legal(number):
            raise self.refused(action)
        self.c_apply(number)

    def apply_unchecked(self, action: Whole) -> None:
        """Play an action that is known to be legal, without asking again.

        Any other below `num_actions` leaves a position that means nothing, and may damage memory; a number beyond is refused.
        """
        number: cython.int = small(action)
        if not 0 <= number < self.game.num_actions:
            raise self.refused(action)
        self.c_apply(number)

    def refused(self, action: object) -> IllegalMove:
        """Return the error for an action that is not legal here."""
        if self.to_act == OVER:
            return IllegalMove(say("cannot-play-action-match-over", action=shown(action)))
        return IllegalMove(say("cannot-play-action", action=shown(action), count=len(self.legal())))

    def scores(self) -> list[int]:
        """Return the rule book's own score, one a seat, at any time."""
        out: Scores
        if not cython.compiled:
            out = [0] * MOST_SEATS
        self.c_scores(out)
        return [out[i] for i in range(self.seats)]

    def payoffs(self) -> list[float]:
        """Return what every seat gets when OVER: winners share 1.0 equally, unless the game pays otherwise."""
        out: Shares
        if not cython.compiled:
            out = [0.0] * MOST_SEATS
        if self.c_to_act() != OVER:
            raise ValueError("the match is not over: there are no payoffs yet")
        self.c_payoffs(out)
        return [out[i] for i in range(self.seats)]

    def evaluate(self) -> list[float]:
        """Return a guess at every seat's payoff, at any time."""
        out: Shares
        if not cython.compiled:
            out = [0.0] * MOST_SEATS
        self.c_evaluate(out)
        return [out[i] for i in range(self.seats)]

    def features(self, seat: Whole) -> list[int]:
        """Return which entries of the learned tables speak here for a seat: nothing where there are none."""
        out: Actions
        if not cython.compiled:
            out = [0] * MOST_ACTIONS
        found = [out[i] for i in range(self.c_features(seat_among(seat, self.seats), out))]
        self.check()
        return found

    def foreseen(self) -> list[int]:
        """Return what `c_foresee` says of every legal action, in order: nothing where a game does not say."""
        actions: Actions
        out: Actions
        n: cython.int
        if not cython.compiled:
            actions, out = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        n = self.c_legal(actions)
        return [out[i] for i in range(n)] if self.c_foresee(actions, n, out) else []

    def learned(self) -> Tables | None:
        """Return the learned tables that evaluate such positions, if there are any."""
        return None

    def effects(self, action: Whole) -> list[Effect]:
        """Return what a legal action, asked before it is applied, does: everything, each effect with who may see it."""
        after: State = self.copy()
        after.apply(action)
        return self.effects_of(whole(action), after)

    def hash(self) -> int:
        """Return the 64-bit position hash that searches use."""
        return int(self.c_hash())

    def view(self, seat: Whole | None = None) -> dict[str, Any]:
        """Return what that seat may know as a JSON-able dict; None is a spectator."""
        if seat is not None:
            seat = seat_among(seat, self.seats, ", or None for a spectator")
        view = {
            "game": self.game.name,
            "seats": self.seats,
            "options": dict(self.game.options),
            "seat": seat,
            "to_act": self.to_act,
            "scores": self.scores(),
            "payoffs": self.payoffs() if self.to_act == OVER else None,
            "reason": self.reason(),
        }
        view.update(self.view_of(seat))
        return view

    def observe(self, seat: Whole) -> array[int]:
        """Return what that seat may know as small numbers; `game.observation` says which is which."""
        layout = self.game.observation
        found, numbers = array("b", bytes(layout.size)), array("b", bytes(layout.size))
        words = array("Q", bytes(8 * (layout.size // 64 + 2)))
        counted: cython.int = layout.packed_size - (layout.size + 7) // 8
        number: cython.int = seat_among(seat, self.seats)
        if self.c_see(number, ulonglongs(words), schars(memoryview(numbers)), layout.own, counted):
            unpack(schars(found), ulonglongs(words), layout.size)
            at = 0
            for first, count in layout.runs:
                copy_numbers(schars(found), first, schars(numbers), at, count)
                at += count
        else:
            self.c_look(number, schars(memoryview(found)), layout.own)
        self.check()
        return found

    def determinize(self, seat: Whole, rng: Luck) -> State:
        """Return a copy whose hidden part is dealt anew, from what the seat knows and rng, an Rng or a seed, alone."""
        stream: Rng = as_rng(rng)
        new: State = self.copy()
        new.c_determinize(seat_among(seat, self.seats), stream)
        return new

    def copy(self) -> State:
        """Return an independent copy."""
        new: State = type(self)(self.game)
        new.c_copy_from(self)
        return new

    def check(self) -> None:
        """Raise what went wrong in a loop that could not raise it; only rules in plain Python can go wrong so."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        twin: State = other
        return bool(self.game == twin.game and self.key() == twin.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __str__(self) -> str:
        return self.game.position_text(self)

    def __repr__(self) -> str:
        return f"<{self.game}: {self}>"

    def _repr_svg_(self) -> str:
        return self.game.svg(self)

    # What rules explain, asked by clients.

    def refusal(self, action: int) -> Effect:
        """Return why an action is not legal here, from what the acting seat may know; its value `rule` names the rule."""
        explain = self.game.definition.explain
        if explain is None:
            raise NotImplementedError(f"{type(self).__name__} must override refusal")
        return explain.refusal(self, action)

    def refusal_of(self, cells: Sequence[str]) -> Effect:
        """Return why clicking these cells, in this order, leads to no legal move of the acting seat."""
        explain = self.game.definition.explain
        if explain is not None:
            return explain.refusal_of(self, cells)
        return Effect("no-move", {}, (cells[len(cells) - 1],) if cells else ())

    def threats(self, cell: str) -> list[Effect]:
        """Return what other seats could do to what stands on a cell, each if it were its turn: from what everybody may know."""
        explain = self.game.definition.explain
        return [] if explain is None else explain.threats(self, cell)

    def reach(self) -> dict[str, list[str]]:
        """Return by cell where what stands there could go, if it were its seat's turn: from what everybody may know."""
        explain = self.game.definition.explain
        return {} if explain is None else explain.reach(self)
