# distutils: extra_compile_args = -O3
"""Many matches of one game at once, in compiled loops that let other threads run.

A `Batch` fills arrays that its owner provides (NumPy's, or anything with the buffer protocol), a row a match: what the seat that
acts observes, which actions it may choose, what the last match paid. A match that ends begins anew at once. Chance acts inside,
each match drawing from a stream of its own, so results depend on the seed alone and not on how the work is divided.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import Whole, whole, within
from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.bits import mix, part, wipe
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares
    from calumma.core.room import doubles, ints, schars


# The arrays and the kinds of their numbers, as the buffer protocol names them.
KINDS = {
    "observations": "b",
    "masks": "b",
    "finals": "b",
    "payoffs": "d",
    "rewards": "d",
    "over": "b",
    "acting": "i",
    "picks": "i",
}


MOST = 1 << 24  # matches in a batch


def flat(name: str, array: Any, kind: str, shape: tuple[int, ...]) -> Any:
    """Return an array as one row of numbers, after checking that it is what compiled loops will take it for."""
    found = memoryview(array)
    if found.shape != shape:
        raise ValueError(f"cannot use the array {name}: expected the shape {shape}")
    if found.format != kind:
        raise ValueError(f"cannot use the array {name}: expected numbers of the kind {kind}")
    return found.cast("B").cast(kind)  # type: ignore[call-overload]


def let_chance_act(state: State, rng: Rng, legal: cython.p_int, weights: cython.p_int) -> cython.void:
    """Play on until a seat acts or the match is over."""
    while state.c_to_act() == CHANCE:
        state.c_apply(state.c_pick(rng, legal, weights))


class Batch:
    """Matches in rows. `reset` and `step` work on the rows from `first` to before `last`."""

    def __init__(self, game: Any, count: Whole, arrays: dict[str, Any]) -> None:
        self.count, self.seats = within("a number of matches", count, 1, MOST), game.seats
        self.begun = bytearray(self.count)
        self.own, self.size, self.actions = game.observation.own, game.observation.size, game.info.num_actions
        self.root = game.new()
        self.states = [game.new() for _ in range(count)]
        self.streams = [Rng(0) for _ in range(count)]
        self._use(arrays)
        if not cython.compiled:
            self.slots, self.luck = self.states, self.streams
        else:
            self._point()

    def _use(self, arrays: dict[str, Any]) -> None:
        """Take the arrays, after checking that nothing will be written beside them."""
        widths = {"observations": (self.size,), "masks": (self.actions,), "finals": (self.size,), "payoffs": (self.seats,)}
        self.arrays = {name: flat(name, arrays[name], kind, (self.count, *widths.get(name, ()))) for name, kind in KINDS.items()}
        self.observations, self.masks = schars(self.arrays["observations"]), schars(self.arrays["masks"])
        self.finals, self.payoffs = schars(self.arrays["finals"]), doubles(self.arrays["payoffs"])
        self.rewards, self.over = doubles(self.arrays["rewards"]), schars(self.arrays["over"])
        self.acting, self.picks = ints(self.arrays["acting"]), ints(self.arrays["picks"])

    def _point(self) -> None:
        """Keep where the positions and streams are: a list cannot be read without Python's lock."""
        i: cython.int
        self.room = bytearray(2 * self.count * cython.sizeof(cython.p_void))
        self.slots = cython.cast(cython.pp_void, cython.cast(cython.p_char, self.room))
        self.luck = cython.address(self.slots[self.count])
        for i in range(self.count):
            self.slots[i] = cython.cast(cython.p_void, self.states[i])
            self.luck[i] = cython.cast(cython.p_void, self.streams[i])

    def seed(self, seed: Whole) -> None:
        """Give every match a stream of its own, all from one seed."""
        key: cython.ulonglong = whole(seed) & 0xFFFFFFFFFFFFFFFF
        i: cython.int
        for i in range(self.count):
            cython.cast(Rng, self.streams[i]).x = mix(key, i)

    def state(self, i: Whole) -> State:
        """Return a copy of the position of one match."""
        state: State = self.states[within("a row", i, 0, self.count - 1)]
        return state.copy()

    def _rows(self, first: Whole, last: Whole, begun: bool) -> None:
        """Raise ValueError if there are no such rows, or if matches of them have not begun that must have."""
        if not 0 <= whole(first) <= whole(last) <= self.count:
            raise ValueError(f"there are no rows from {first} to before {last}: expected rows from 0 to before {self.count}")
        if begun and 0 in self.begun[first:last]:
            raise ValueError("the matches have not begun: call reset first")

    def reset(self, first: Whole, last: Whole) -> None:
        """Begin the matches of some rows anew."""
        self._rows(first, last, False)
        self._reset(first, last)
        self.begun[first:last] = bytes([1]) * (last - first)

    def _reset(self, first: cython.int, last: cython.int) -> None:
        i: cython.int
        seat: cython.int
        legal: Actions
        weights: Actions
        if not cython.compiled:
            legal, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        with cython.nogil:
            for i in range(first, last):
                self.over[i] = False
                self.rewards[i] = 0.0
                for seat in range(self.seats):
                    self.payoffs[i * self.seats + seat] = 0.0
                self.start(i, cython.cast(State, self.slots[i]), cython.cast(Rng, self.luck[i]), legal, weights)

    def illegal(self, actions: Any, first: Whole, last: Whole) -> int:
        """Return the first row whose action is not legal, or -1."""
        self._rows(first, last, True)
        return self._illegal(actions, first, last)

    def _illegal(self, actions: Any, first: cython.int, last: cython.int) -> int:
        i: cython.int
        found: cython.int = -1
        kept = flat("actions", actions, "i", (self.count,))
        chosen: cython.p_int = ints(kept)
        with cython.nogil:
            for i in range(first, last):
                if found < 0 and self.forbids(i, chosen[i]):
                    found = i
        return found

    def step(self, actions: Any, first: Whole, last: Whole) -> None:
        """Play an action in every row, as the caller has made sure that all are legal (`illegal`).

        One that its mask forbids leaves a match that means nothing; a number that is no action at all is refused.
        """
        self._rows(first, last, True)
        self._step(actions, first, last)

    def _step(self, actions: Any, first: cython.int, last: cython.int) -> None:
        i: cython.int
        legal: Actions
        weights: Actions
        kept = flat("actions", actions, "i", (self.count,))
        chosen: cython.p_int = ints(kept)
        for i in range(first, last):
            if chosen[i] < 0 or chosen[i] >= self.actions:
                raise ValueError(f"cannot play the action {chosen[i]} in row {i}: expected 0 to {self.actions - 1}")
        if not cython.compiled:
            legal, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        with cython.nogil:
            for i in range(first, last):
                self.play(i, cython.cast(State, self.slots[i]), cython.cast(Rng, self.luck[i]), chosen[i], legal, weights)

    def check(self) -> None:
        """Raise what went wrong in a loop that could not raise it; only rules in plain Python can go wrong so."""
        for state in self.states:
            state.check()

    # One row

    def forbids(self, i: cython.int, action: cython.int) -> cython.bint:
        """Whether a row's mask forbids an action."""
        return action < 0 or action >= self.actions or self.masks[i * self.actions + action] == 0

    def start(self, i: cython.int, state: State, rng: Rng, legal: cython.p_int, weights: cython.p_int) -> cython.void:
        """Begin a match, up to where a seat acts."""
        state.c_copy_from(self.root)
        let_chance_act(state, rng, legal, weights)
        self.show(i, state, rng, legal)

    def play(
        self, i: cython.int, state: State, rng: Rng, action: cython.int, legal: cython.p_int, weights: cython.p_int
    ) -> cython.void:
        """Play an action, up to where a seat acts again, perhaps in a new match."""
        seat: cython.int
        acted: cython.int = state.c_to_act()
        if self.over[i]:
            self.over[i] = False
            self.rewards[i] = 0.0
            for seat in range(self.seats):
                self.payoffs[i * self.seats + seat] = 0.0
        state.c_apply(action)
        let_chance_act(state, rng, legal, weights)
        if state.c_to_act() == OVER:
            self.finish(i, state, acted)
            self.start(i, state, rng, legal, weights)
        else:
            self.show(i, state, rng, legal)

    def finish(self, i: cython.int, state: State, acted: cython.int) -> cython.void:
        """Write what a finished match paid, and what the seat that acted last sees at the end."""
        payoffs: Shares
        seat: cython.int
        if not cython.compiled:
            payoffs = [0.0] * MOST_SEATS
        state.c_payoffs(payoffs)
        for seat in range(self.seats):
            self.payoffs[i * self.seats + seat] = payoffs[seat]
        self.over[i] = True
        if acted < 0:  # rules in plain Python that failed: `check` will tell
            return
        self.rewards[i] = payoffs[acted]
        wipe(self.finals, i * self.size, self.size)
        state.c_look(acted, part(self.finals, i * self.size), self.own)

    def show(self, i: cython.int, state: State, rng: Rng, legal: cython.p_int) -> cython.void:
        """Write observation and mask of the seat that acts, and draw one of its actions for who wants a random one."""
        k: cython.int
        seat: cython.int = state.c_to_act()
        n: cython.int = state.c_legal(legal)
        if seat < 0:  # rules in plain Python that failed: `check` will tell
            return
        self.acting[i] = seat
        self.picks[i] = legal[rng.c_below(n)]
        wipe(self.observations, i * self.size, self.size)
        wipe(self.masks, i * self.actions, self.actions)
        state.c_look(seat, part(self.observations, i * self.size), self.own)
        for k in range(n):
            self.masks[i * self.actions + legal[k]] = 1
