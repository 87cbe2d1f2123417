"""What a batch is made of: a position and a stream of luck for every row, the arrays it is told in, and room for each thread."""

from __future__ import annotations

from array import array
from typing import Any

import cython

from calumma.core.batch_arrays import APART, taken
from calumma.core.given import Whole, whole, within
from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.bits import mix
    from calumma.core.protocol import MOST_ACTIONS
    from calumma.core.room import crew_free, crew_new, doubles, ints, schars, uchars, ulonglongs

MOST = 1 << 24  # matches in a batch
MOST_THREADS = 256


class Rows:
    """Matches in rows, before anything is done with them."""

    def __init__(
        self, game: Any, count: Whole, arrays: dict[str, Any], threads: Whole = 1, alone: bool = False, owned: bool = False
    ) -> None:
        self.count, self.seats = within("a number of matches", count, 1, MOST), game.seats
        self.threads = within("a number of threads", threads, 1, MOST_THREADS)
        self.alone, self.owned, self.busy, self.some = alone, owned, False, False
        self.begun = bytearray(self.count)
        self.own, self.size, self.actions = game.observation.own, game.observation.size, game.info.num_actions
        self.packed_size, self.mask_size, self.words = (
            game.observation.packed_size,
            (self.actions + 7) // 8,
            (self.actions + 63) // 64,
        )
        self.looked = (self.size + 63) // 64
        self.most = min(self.actions, MOST_ACTIONS)
        self.root = game.new()
        self.states = [game.new() for _ in range(count)]
        self.streams = [Rng(0) for _ in range(count)]
        self.helpers = crew_new(self.threads - 1)
        if cython.compiled and self.helpers == cython.NULL:
            raise MemoryError("cannot make threads: there is no room")
        self._prepare(game.observation.runs)
        self._use(arrays)
        if not cython.compiled:
            self.slots, self.luck = self.states, self.streams
        else:
            self._point()

    def __dealloc__(self) -> None:
        if cython.compiled:
            crew_free(self.helpers)

    def _prepare(self, runs: Any) -> None:
        """Make what belongs to nobody else: whose seat a row is, where numbers stand, and for each thread room to look."""
        owners, places = array("i", bytes(4 * self.count)), array("i", [0, 0])
        for first, count in runs:
            places.extend((first, count))
        for i in range(self.count):
            owners[i] = i % self.seats
        self.counted = self.packed_size - (self.size + 7) // 8
        self.stride = self.size + 8 * APART  # and room for packing eight bytes at a time
        self.kept = [
            owners,
            places,
            memoryview(array("b", bytes(self.threads * self.stride))),
            memoryview(array("Q", bytes(8 * self.threads * (self.words + APART)))),
            memoryview(array("b", bytes(self.count * self.words))),
            memoryview(array("Q", bytes(8 * self.threads * (self.looked + APART)))),
            array("i", bytes(4 * self.count)),
            array("i", bytes(8 * APART * self.threads)),
        ]
        self.owners, self.runs, self.run_count = ints(owners), ints(places), len(places) // 2
        self.sights, self.rooms, self.stained = schars(self.kept[2]), ulonglongs(self.kept[3]), schars(self.kept[4])
        self.glances, self.turns = ulonglongs(self.kept[5]), ints(self.kept[6])
        self.wrong = ints(self.kept[7])

    def _use(self, arrays: dict[str, Any]) -> None:
        """Take the arrays, after checking that nothing will be written beside them."""
        widths = {"observations": self.size, "masks": self.actions, "finals": self.size, "payoffs": self.seats}
        widths |= {"packed": self.packed_size, "bits": self.mask_size, "moves": self.most}
        self.arrays = taken(arrays, self.count, widths)
        self.finals, self.payoffs = schars(self.arrays["finals"]), doubles(self.arrays["payoffs"])
        self.rewards, self.over = doubles(self.arrays["rewards"]), schars(self.arrays["over"])
        self.acting, self.picks = ints(self.arrays["acting"]), ints(self.arrays["picks"])
        self._use_wanted()

    def _use_wanted(self) -> None:
        """Take the arrays that may be left out."""
        self.looks, self.masked = "observations" in self.arrays, "masks" in self.arrays
        self.packs, self.lists = "packed" in self.arrays, "moves" in self.arrays
        self.marks = "bits" in self.arrays
        if self.looks:
            self.observations = schars(self.arrays["observations"])
        if self.masked:
            self.masks = schars(self.arrays["masks"])
        if self.packs:
            self.packed = uchars(self.arrays["packed"])
        if self.marks:
            self.bits = uchars(self.arrays["bits"])
        if self.lists:
            self.moves, self.counts = ints(self.arrays["moves"]), ints(self.arrays["counts"])

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
        """Give every match a stream of its own, all from one seed; with `alone`, the seats begin anew, too."""
        key: cython.ulonglong = whole(seed) & 0xFFFFFFFFFFFFFFFF
        i: cython.int
        for i in range(self.count):
            cython.cast(Rng, self.streams[i]).x = mix(key, i)
            self.owners[i] = i % self.seats

    def state(self, i: Whole) -> State:
        """Return a copy of the position of one match."""
        state: State = self.states[within("a row", i, 0, self.count - 1)]
        return state.copy()
