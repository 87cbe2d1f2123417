# distutils: extra_compile_args = -O3
"""Many matches of one game at once, in compiled loops that let other threads run.

A `Batch` fills arrays that its owner provides (NumPy's, or anything with the buffer protocol), a row a match: what the seat that
acts observes, which actions it may choose, what the last match paid. What is left out is not written. A match that ends begins
anew at once. Chance acts inside, each match drawing from a stream of its own, so results depend on the seed alone and not on how
the work is divided.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.batch_arrays import APART, NOTHING, flat
from calumma.core.batch_rows import Rows
from calumma.core.given import Whole, whole
from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.bits import part, wipe
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares
    from calumma.core.room import (
        copy_bytes,
        copy_numbers,
        crew_run,
        crew_take,
        fetch,
        ints,
        nth_of_words,
        pack,
        store,
        unpack,
        unpack_changed,
        wipe_words,
        words_from,
    )

LONG = 100  # words of a mask from which on wiping all of it costs more than looking where it must be wiped
AHEAD = 2  # rows from now on whose positions are fetched into the cache, of each
LINES = 4  # lines of it
CHUNK = 32  # rows that a thread takes at a time, so that nobody waits long for one on a busy core


def let_chance_act(state: State, rng: Rng, legal: cython.p_int, weights: cython.p_int) -> cython.int:
    """Play on until a seat acts or the match is over; return which."""
    acts: cython.int = state.c_to_act()
    while acts == CHANCE:
        state.c_apply(state.c_pick(rng, legal, weights))
        acts = state.c_to_act()
    return acts


def let_others_act(state: State, own: cython.int, rng: Rng, legal: cython.p_int, weights: cython.p_int) -> cython.int:
    """Play at random until one seat acts or the match is over; return which."""
    acts: cython.int = state.c_to_act()
    action: cython.int
    while acts not in (own, OVER):
        action = state.c_pick(rng, legal, weights)
        if action < 0:  # rules in plain Python that failed: `check` will tell
            return OVER
        state.c_apply(action)
        acts = state.c_to_act()
    return acts


def check_rows(batch: cython.p_void, worker: cython.int) -> cython.void:
    """Look through the actions of the rows that one thread gets hold of."""
    cython.cast(Batch, batch).check_share(worker)


def play_rows(batch: cython.p_void, worker: cython.int) -> cython.void:
    """Step the rows that one thread gets hold of."""
    cython.cast(Batch, batch).play_share(worker)


class Batch(Rows):
    """Matches in rows, stepped. `reset` and `step` work on the rows from `first` to before `last`, `advance` on all of them.

    With `alone`, one seat of every match acts and the others play at random inside: in the first match of row i seat i, counted
    around the table, and in every further match the next seat. With `owned`, that seat is told how a match ends, but all
    seats act outside.
    """

    def _rows(self, first: Whole, last: Whole, begun: bool) -> None:
        """Raise ValueError if there are no such rows, or if matches of them have not begun that must have."""
        if not 0 <= whole(first) <= whole(last) <= self.count:
            raise ValueError(f"there are no rows from {first} to before {last}: expected rows from 0 to before {self.count}")
        if begun and self.begun.find(0, first, last) >= 0:
            raise ValueError("the matches have not begun: call reset first")

    def _demand_idle(self) -> None:
        if self.busy:
            raise ValueError("the matches are being stepped by another thread: expected one call at a time")

    def reset(self, first: Whole, last: Whole) -> None:
        """Begin the matches of some rows anew."""
        self._rows(first, last, False)
        self._demand_idle()
        self._reset(first, last)
        self.begun[first:last] = bytes([1]) * (last - first)

    def _reset(self, first: cython.int, last: cython.int) -> None:
        i: cython.int
        legal: Actions
        weights: Actions
        if not cython.compiled:
            legal, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        with cython.nogil:
            for i in range(first, last):
                self.forget(i)
                if self.masked:  # its owner may have written there
                    wipe(self.masks, i * self.actions, self.actions)
                self.start(i, cython.cast(State, self.slots[i]), cython.cast(Rng, self.luck[i]), legal, weights, 0)

    def illegal(self, actions: Any, first: Whole, last: Whole) -> int:
        """Return the first row whose action is not legal, or -1."""
        self._rows(first, last, True)
        kept = flat("actions", actions, "i", (self.count,))
        return self._illegal(ints(kept), first, last)

    def _illegal(self, chosen: cython.p_int, first: cython.int, last: cython.int) -> cython.int:
        i: cython.int
        found: cython.int = -1
        with cython.nogil:
            for i in range(first, last):
                if self.forbids(i, chosen[i]):
                    found = i
                    break
        return found

    def step(self, actions: Any, first: Whole, last: Whole) -> None:
        """Play an action in every row, as the caller has made sure that all are legal (`illegal`).

        One that its mask forbids leaves a match that means nothing; a number that is no action at all is refused.
        """
        self._rows(first, last, True)
        self._demand_idle()
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
                self.play(i, cython.cast(State, self.slots[i]), cython.cast(Rng, self.luck[i]), chosen[i], legal, weights, 0)

    def advance_some(self, actions: Any) -> int:
        """As `advance`, but a row whose action is NOTHING stays as it is, with what was told of it."""
        self._demand_idle()
        self.some = True
        try:
            return self.advance(actions)
        finally:
            self.some = False

    def advance(self, actions: Any) -> int:
        """Play an action in every row, by all threads; if one is not legal, play nothing and return its row, else -1."""
        if self.begun.find(0) >= 0:
            raise ValueError("the matches have not begun: call reset first")
        self._demand_idle()
        kept = flat("actions", actions, "i", (self.count,))
        self.chosen = ints(kept)
        found = self._illegal_by_all() if cython.compiled and self.threads > 1 else self._illegal(self.chosen, 0, self.count)
        if found < 0:
            self.busy = True
            self._advance()
            self.busy = False
        return found

    def _illegal_by_all(self) -> cython.int:
        """Return the first row whose action is not legal, or -1; every thread looks through the rows that it has in its cache."""
        worker: cython.int
        found: cython.int = self.count
        self.busy = True
        with cython.nogil:
            for worker in range(self.threads):
                self.wrong[2 * worker * APART] = self.count
            crew_run(self.helpers, check_rows, cython.cast(cython.p_void, self), self.count)
            for worker in range(self.threads):
                found = min(found, self.wrong[2 * worker * APART])
        self.busy = False
        return found if found < self.count else -1

    def _advance(self) -> None:
        if not cython.compiled:
            self.work(0, 0, self.count)
        else:
            with cython.nogil:
                if self.threads > 1:
                    crew_run(self.helpers, play_rows, cython.cast(cython.p_void, self), self.count)
                else:
                    self.work(0, 0, self.count)

    def check(self) -> None:
        """Raise what went wrong in a loop that could not raise it; only rules in plain Python can go wrong so."""
        for state in self.states:
            state.check()

    def check_share(self, worker: cython.int) -> cython.void:
        """Look through chunks of rows as long as there are any that nobody has taken."""
        last: cython.int = 0
        i: cython.int
        first: cython.int = crew_take(self.helpers, worker, CHUNK, cython.address(last))
        while first >= 0:
            for i in range(first, last):
                if i < self.wrong[2 * worker * APART] and self.forbids(i, self.chosen[i]):
                    self.wrong[2 * worker * APART] = i
            first = crew_take(self.helpers, worker, CHUNK, cython.address(last))

    def play_share(self, worker: cython.int) -> cython.void:
        """Step chunks of rows likewise."""
        last: cython.int = 0
        first: cython.int = crew_take(self.helpers, worker, CHUNK, cython.address(last))
        while first >= 0:
            self.work(worker, first, last)
            first = crew_take(self.helpers, worker, CHUNK, cython.address(last))

    def work(self, worker: cython.int, first: cython.int, last: cython.int) -> cython.void:
        """Play the chosen actions of some rows."""
        i: cython.int
        legal: Actions
        weights: Actions
        if not cython.compiled:
            legal, weights = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS
        for i in range(first, last):
            if i + AHEAD < last:
                fetch(self.slots[i + AHEAD], LINES)
                fetch(self.luck[i + AHEAD], 1)
            if self.chosen[i] != NOTHING:
                self.play(
                    i, cython.cast(State, self.slots[i]), cython.cast(Rng, self.luck[i]), self.chosen[i], legal, weights, worker
                )

    # One row

    def forbids(self, i: cython.int, action: cython.int) -> cython.bint:
        """Whether an action is not legal in a row: by what was told of the row, else by its rules."""
        if action < 0 or action >= self.actions:
            return not self.some or action != NOTHING
        if self.masked:
            return self.masks[i * self.actions + action] == 0
        if self.marks:
            return (self.bits[i * self.mask_size + (action >> 3)] >> (action & 7)) & 1 == 0
        if self.lists:
            return self.lists_no(i, action)
        return not cython.cast(State, self.slots[i]).c_is_legal(action)

    def lists_no(self, i: cython.int, action: cython.int) -> cython.bint:
        """Whether an action is missing in the list of a row, which is ascending."""
        low: cython.Py_ssize_t = i * self.most
        high: cython.Py_ssize_t = low + min(self.counts[i], self.most)
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) >> 1
            if self.moves[middle] < action:
                low = middle + 1
            elif self.moves[middle] > action:
                high = middle
            else:
                return False
        return True

    def forget(self, i: cython.int) -> cython.void:
        """Nothing is over in a row, and nothing was paid."""
        seat: cython.int
        self.over[i] = False
        self.rewards[i] = 0.0
        for seat in range(self.seats):
            self.payoffs[i * self.seats + seat] = 0.0

    def start(
        self, i: cython.int, state: State, rng: Rng, legal: cython.p_int, weights: cython.p_int, worker: cython.int
    ) -> cython.void:
        """Begin a match, up to where a seat acts."""
        state.c_copy_from(self.root)
        self.show(i, self.who_acts(i, state, rng, legal, weights), state, rng, legal, weights, worker)

    def who_acts(self, i: cython.int, state: State, rng: Rng, legal: cython.p_int, weights: cython.p_int) -> cython.int:
        """Play on, up to where a seat acts that somebody outside plays, or the match is over; return which."""
        if self.alone:
            return let_others_act(state, self.owners[i], rng, legal, weights)
        return let_chance_act(state, rng, legal, weights)

    def play(
        self,
        i: cython.int,
        state: State,
        rng: Rng,
        action: cython.int,
        legal: cython.p_int,
        weights: cython.p_int,
        worker: cython.int,
    ) -> cython.void:
        """Play an action, up to where a seat acts again, perhaps in a new match."""
        acts: cython.int
        if self.over[i]:
            self.forget(i)
        state.c_apply(action)
        acts = self.who_acts(i, state, rng, legal, weights)
        if acts == OVER:
            self.finish(i, state, self.owners[i] if self.owned and self.turns[i] >= 0 else self.turns[i], worker)
            self.start(i, state, rng, legal, weights, worker)
        else:
            self.show(i, acts, state, rng, legal, weights, worker)

    def finish(self, i: cython.int, state: State, acted: cython.int, worker: cython.int) -> cython.void:
        """Write what a finished match paid, and what the seat that acted last sees at the end."""
        words: cython.p_ulonglong = words_from(self.glances, worker * (self.looked + APART))
        numbers: cython.p_schar = part(self.sights, worker * self.stride)
        payoffs: Shares
        seat: cython.int
        if not cython.compiled:
            payoffs = [0.0] * MOST_SEATS
        state.c_payoffs(payoffs)
        for seat in range(self.seats):
            self.payoffs[i * self.seats + seat] = payoffs[seat]
        self.over[i] = True
        self.owners[i] = self.owners[i] + 1 if self.owners[i] + 1 < self.seats else 0
        if acted < 0:  # rules in plain Python that failed: `check` will tell
            return
        self.rewards[i] = payoffs[acted]
        wipe_words(words, self.looked)
        if state.c_see(acted, words, numbers, self.own, self.counted):
            self.unfold(part(self.finals, i * self.size), words, numbers)
        else:
            wipe(self.finals, i * self.size, self.size)
            state.c_look(acted, part(self.finals, i * self.size), self.own)

    def show(
        self,
        i: cython.int,
        seat: cython.int,
        state: State,
        rng: Rng,
        legal: cython.p_int,
        weights: cython.p_int,
        worker: cython.int,
    ) -> cython.void:
        """Write what the seat that acts sees and may do, and draw one of its actions for who wants a random one."""
        self.turns[i] = seat
        if seat < 0:  # rules in plain Python that failed: `check` will tell
            return
        self.acting[i] = seat
        if self.lists:
            self.name(i, state, rng, legal)
        elif self.masked or self.marks:
            self.mark(i, state, rng, worker)
        else:
            self.picks[i] = state.c_pick(rng, legal, weights)
        if self.looks or self.packs:
            self.look(i, seat, state, worker)

    def mark(self, i: cython.int, state: State, rng: Rng, worker: cython.int) -> cython.void:
        """Write the mask of a row, without listing the actions."""
        words: cython.p_ulonglong = words_from(self.rooms, worker * (self.words + APART))
        n: cython.int
        wipe_words(words, self.words)
        n = state.c_mask(words)
        if n > 0:
            self.picks[i] = nth_of_words(words, self.words, rng.c_below(n))
        if self.marks:
            store(self.bits, i * self.mask_size, words, self.mask_size)
        if self.masked and self.words > LONG:
            unpack_changed(part(self.masks, i * self.actions), words, self.actions, part(self.stained, i * self.words))
        elif self.masked:
            unpack(part(self.masks, i * self.actions), words, self.actions)

    def name(self, i: cython.int, state: State, rng: Rng, legal: cython.p_int) -> cython.void:
        """Write the legal actions of a row as a list."""
        k: cython.int
        n: cython.int = state.c_legal(legal)
        if n > 0:
            self.picks[i] = legal[rng.c_below(n)]
        self.counts[i] = n
        for k in range(n):
            self.moves[i * self.most + k] = legal[k]

    def look(self, i: cython.int, seat: cython.int, state: State, worker: cython.int) -> cython.void:
        """Write what the seat that acts sees: as bits first, where the game has a way to, then as bytes if they are wanted."""
        words: cython.p_ulonglong = words_from(self.glances, worker * (self.looked + APART))
        numbers: cython.p_schar = part(self.sights, worker * self.stride)
        wipe_words(words, self.looked)
        if not state.c_see(seat, words, numbers, self.own, self.counted):
            self.look_closely(i, seat, state, numbers)
            return
        if self.packs:
            store(self.packed, i * self.packed_size, words, (self.size + 7) // 8)
            copy_bytes(self.packed, (i + 1) * self.packed_size - self.counted, numbers, 0, self.counted)
        if self.looks:
            self.unfold(part(self.observations, i * self.size), words, numbers)

    def unfold(self, row: cython.p_schar, words: cython.p_ulonglong, numbers: cython.p_schar) -> cython.void:
        """Write an observation as bytes."""
        run: cython.int
        unpack(row, words, self.size)
        for run in range(1, self.run_count):
            copy_numbers(row, self.runs[2 * run], numbers, 0, self.runs[2 * run + 1])
            numbers = part(numbers, self.runs[2 * run + 1])

    def look_closely(self, i: cython.int, seat: cython.int, state: State, look: cython.p_schar) -> cython.void:
        """Write what a seat sees by way of bytes; `look` is room for them."""
        wipe(look, 0, self.size)
        state.c_look(seat, look, self.own)
        if self.looks:
            copy_numbers(part(self.observations, i * self.size), 0, look, 0, self.size)
        if self.packs:
            self.squeeze(i, look)

    def squeeze(self, i: cython.int, look: cython.p_schar) -> cython.void:
        """Pack an observation: a bit for every number, then those numbers that may be more than 1; their bits are 0."""
        run: cython.int
        at: cython.Py_ssize_t = (i + 1) * self.packed_size - self.counted
        for run in range(1, self.run_count):
            copy_bytes(self.packed, at, look, self.runs[2 * run], self.runs[2 * run + 1])
            wipe(look, self.runs[2 * run], self.runs[2 * run + 1])
            at += self.runs[2 * run + 1]
        pack(self.packed, i * self.packed_size, look, self.size)
