# distutils: extra_compile_args = -O3
"""Learned evaluations: tables of weights for patterns of cells, by the stage of the match. What they hold is data.

A game declares patterns, lists of cells; every image under a symmetry of its board shares the table of its pattern. A cell counts
0, 1 or 2 (nothing, one's own, another's), so that a pattern of n cells has 3^n entries. Marks, the numbers that the patterns read
now, are kept by the position and changed cell by cell. Tables may have others of the same shapes as their base: then their file
tells the differences, and is small. Scalars are counts with a table each. What a position is worth to a seat
is the sum of one entry of each: the logarithm of its odds, in units of 1/128.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from operator import add, sub
from pathlib import Path
from sys import byteorder
from typing import Any

import cython

from calumma.core.errors import GameError
from calumma.core.words import Words

if not cython.compiled:
    from calumma.core.room import ints, shorts

say = Words(__package__)

UNIT = 128.0
MAGIC = b"calumma tables 1\n"
MOST_CELLS = 10  # in a pattern: a mark is a number of 16 bits
GLANCE = 4096
POWERS = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049]  # compiled, 3 ** n would be a broken number


NAMED: dict[str, Any] = {}  # all tables of this process, by the folder and the name of their file


def named(name: str) -> Tables:
    """Return the tables of a name; their game has made them when it was loaded."""
    tables: Tables = NAMED[name]
    return tables


class Tables:
    """The tables of one game and kind of match: which there are, and the weights in them, once they are asked for."""

    def __init__(
        self,
        path: Path,
        cells: int,
        patterns: Sequence[Sequence[int]],
        symmetries: Sequence[Sequence[int]],
        scalars: Sequence[int],
        stages: int,
        base: Tables | None = None,
    ) -> None:
        if max(len(pattern) for pattern in patterns) > MOST_CELLS:
            raise ValueError(f"a pattern has too many cells: expected at most {MOST_CELLS}")
        self.path, self.stages, self.cells, self.base = path, stages, cells, base
        self.patterns, self.symmetries = [list(pattern) for pattern in patterns], [list(turn) for turn in symmetries]
        self.placed: list[tuple[int, list[int]]] = placements(self.patterns, self.symmetries)
        self.count = len(self.placed)
        sizes = [POWERS[len(pattern)] for pattern in self.patterns] + list(scalars)
        self.starts: list[int] = [sum(sizes[:table]) for table in range(len(sizes) + 1)]
        self.entries, self.scalars = sum(sizes), len(scalars)
        self.kept: list[Any] = []
        self._link()
        self.is_ready = self.is_blank = False
        NAMED[self._name()] = self

    def _name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Positions refer to the tables of their game by name: those of another process are as good."""
        return named, (self._name(),)

    def _link(self) -> None:
        """Note for every cell which marks it changes, and by how much."""
        places: list[list[int]] = [[] for _ in range(self.cells)]
        for number, (_, cells) in enumerate(self.placed):
            for digit, cell in enumerate(cells):
                places[cell] += [number, POWERS[digit]]
        spans = [sum(len(place) for place in places[:cell]) for cell in range(self.cells + 1)]
        self.spans = ints(self._keep("i", spans))
        self.links = ints(self._keep("i", [number for place in places for number in place]))
        self.firsts = ints(self._keep("i", [self.starts[table] for table, _ in self.placed]))
        self.scalar_firsts = ints(self._keep("i", [*self.starts[len(self.patterns) :]]))

    def _keep(self, kind: str, values: Sequence[int]) -> Any:
        numbers = array(kind, values)
        self.kept.append(numbers)
        return numbers

    # What compiled games call

    def c_turn(self, marks: cython.pointer[cython.ushort], cell: cython.int, change: cython.int) -> cython.void:
        """Change the marks as the value of a cell has changed."""
        i: cython.int = self.spans[cell]
        end: cython.int = self.spans[cell + 1]
        while i < end:
            marks[self.links[i]] += change * self.links[i + 1]
            i += 2

    def c_sum(self, marks: cython.pointer[cython.ushort], view: cython.int, stage: cython.int) -> cython.int:
        """The sum of all patterns' entries; in view 1 one's own cells are those that count 2."""
        base: cython.int = (view * self.stages + stage) * self.entries
        total: cython.int = 0
        i: cython.int
        for i in range(self.count):
            total += self.weights[base + self.firsts[i] + marks[i]]
        return total

    def c_shift(
        self, marks: cython.pointer[cython.ushort], cell: cython.int, change: cython.int, view: cython.int, stage: cython.int
    ) -> cython.int:
        """By how much `c_sum` would change if the value of a cell changed."""
        base: cython.int = (view * self.stages + stage) * self.entries
        total: cython.int = 0
        place: cython.int
        i: cython.int = self.spans[cell]
        end: cython.int = self.spans[cell + 1]
        while i < end:
            place = base + self.firsts[self.links[i]] + marks[self.links[i]]
            total += self.weights[place + change * self.links[i + 1]] - self.weights[place]
            i += 2
        return total

    def c_scalar(self, number: cython.int, value: cython.int, stage: cython.int) -> cython.int:
        """The entry of a count; one beyond its table counts as the last."""
        return self.weights[stage * self.entries + self._place(number, value)]

    def _place(self, number: cython.int, value: cython.int) -> cython.int:
        first: cython.int = self.scalar_firsts[number]
        return min(first + value, self.scalar_firsts[number + 1] - 1)

    def c_entries(
        self, marks: cython.pointer[cython.ushort], view: cython.int, stage: cython.int, out: cython.p_int
    ) -> cython.int:
        """Write which entries `c_sum` adds up, as numbers in the whole of the tables; return how many."""
        i: cython.int
        for i in range(self.count):
            out[i] = stage * self.entries + self.firsts[i] + (swapped(marks[i]) if view else marks[i])
        return self.count

    def c_scalar_entry(self, number: cython.int, value: cython.int, stage: cython.int) -> cython.int:
        """Which entry `c_scalar` returns."""
        return stage * self.entries + self._place(number, value)

    # The weights

    def load(self) -> None:
        """Read the weights that the game ships; if it ships none, they are those of the base, or all 0."""
        self.set_weights(unpacked(self.path.read_bytes(), self) if self.path.exists() else self.basis())

    def basis(self) -> array[int]:
        """Return the weights from which a file tells the differences."""
        return array("h", bytes(2 * self.size)) if self.base is None else self.base.present()

    def is_left_out(self) -> bool:
        """Whether there are weights that are not here, to save room, or that this Python cannot read."""
        missing = not is_here(self.path) or not is_readable(self.path)
        return missing or (self.base is not None and self.base.is_left_out())

    @property
    def size(self) -> int:
        """How many weights there are."""
        return int(self.stages * self.entries)

    def present(self) -> array[int]:
        """Return the weights in use."""
        if not self.is_ready:
            self.load()
        both: array[int] = self.both
        return both[: self.size]

    def set_weights(self, weights: array[int]) -> None:
        """Use these weights from now on."""
        self.use(self.baked(weights))

    def use(self, both: array[int]) -> None:
        """Use weights that `baked` returned."""
        self.both, self.weights = both, shorts(both)
        self.is_blank = not any(both[:GLANCE]) and not any(both)  # most that are not say so at once
        self.is_ready = True

    def baked(self, weights: array[int]) -> array[int]:
        """Return weights twice: as they are, and as they are read where one's own cells are those that count 2."""
        if len(weights) != self.size:
            raise GameError(say("tables-of-another-size", name=self.path.name, count=len(weights), size=self.size))
        both: array[int] = weights + weights
        view: cython.pointer[cython.short] = shorts(both)
        turned: array[int] = array("i", [swapped(number) for number in range(POWERS[MOST_CELLS])])
        turns: cython.p_int = ints(turned)
        stage: cython.int
        start: cython.int
        end: cython.int
        i: cython.int
        base: cython.int
        for stage in range(self.stages):
            base = stage * self.entries
            for number in range(len(self.patterns)):
                start, end = self.starts[number], self.starts[number + 1]
                for i in range(end - start):
                    view[self.stages * self.entries + base + start + i] = view[base + start + turns[i]]
        return both

    def folded(self) -> list[int]:
        """Return for every entry of one stage the entry whose weight it shares, as a symmetry maps its pattern onto itself."""
        shared = list(range(self.entries))
        for table, pattern in enumerate(self.patterns):
            for image in images(pattern, self.symmetries):
                if set(image) == set(pattern) and image != pattern:
                    self._share(shared, self.starts[table], [pattern.index(cell) for cell in image])
        return shared

    def _share(self, shared: list[int], start: int, order: list[int]) -> None:
        """Let the entries of a table share weights with those that the digits in another order make."""
        for number, twin in enumerate(reordered(order)):
            least = min(shared[start + number], shared[start + twin])
            shared[start + number] = shared[start + twin] = least


def reordered(order: Sequence[int]) -> list[int]:
    """Return what becomes of every number if its digits, from the last one on, go to other places."""
    found = [0]
    for place in order:
        found = [number + digit * POWERS[place] for digit in range(3) for number in found]
    return found


def swapped(mark: cython.int) -> cython.int:
    """The mark with one's own and another's exchanged."""
    turned: cython.int = 0
    power: cython.int = 1
    digit: cython.int
    while mark:
        digit = mark % 3
        turned += power * (digit and 3 - digit)
        mark //= 3
        power *= 3
    return turned


def images(pattern: Sequence[int], symmetries: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return what the symmetries make of a pattern, cell by cell."""
    return [[turn[cell] for cell in pattern] for turn in symmetries]


def placements(patterns: Sequence[Sequence[int]], symmetries: Sequence[Sequence[int]]) -> list[tuple[int, list[int]]]:
    """Return every place where a pattern lies, as its table and its cells, no set of cells twice for one table."""
    placed = []
    for table, pattern in enumerate(patterns):
        known: set[frozenset[int]] = set()
        for image in images(pattern, symmetries):
            if frozenset(image) not in known:
                known.add(frozenset(image))
                placed.append((table, image))
    return placed


def packed(weights: array[int], tables: Tables, level: int = 9) -> bytes:
    """Return weights as a file: a line that says what it is, a line about the tables, the numbers compressed (or not: level 0).

    Of entries that share a weight one is written, if they do share it. The first stage stands there, then by how much each stage
    differs from that before: most differ little, and those of one entry stand together. First come the low bytes of all numbers,
    then the high ones, which are nearly all 0. LZMA makes them a quarter smaller than zlib does, but not every Python has it.
    """
    if tables.base is not None:
        weights = array("h", map(sub, weights, tables.basis()))
    shared = tables.folded()
    rows = [weights[stage * tables.entries : (stage + 1) * tables.entries] for stage in range(tables.stages)]
    is_folded = all(row[entry] == row[twin] for row in rows for entry, twin in enumerate(shared))
    chosen = [entry for entry, twin in enumerate(shared) if entry == twin or not is_folded]
    numbers = array("H", bytes(2 * len(chosen) * tables.stages))
    for stage, row in enumerate(rows):
        before = rows[stage - 1] if stage else bytes(tables.entries)
        numbers[stage :: tables.stages] = array("H", [unsigned(row[entry] - before[entry]) for entry in chosen])
    packer = "lzma" if level else "zlib"
    about = {"entries": tables.entries, "stages": tables.stages, "patterns": tables.patterns, "packer": packer}
    about |= {"differences": True, "folded": is_folded}
    data = numbers.tobytes()
    low = byteorder == "big"
    return MAGIC + json.dumps(about).encode() + b"\n" + squeezed(data[low::2] + data[1 - low :: 2], level)


def unsigned(number: int) -> int:
    """Return a number from 0 on for any number of 16 bits: small for small ones of either sign."""
    return (2 * number if number >= 0 else -2 * number - 1) & 0xFFFF


def squeezed(data: bytes, level: int) -> bytes:
    """Return bytes compressed by LZMA, or with level 0 not at all, in the form of zlib."""
    if not level:
        return zlib.compress(data, 0)
    import lzma

    return lzma.compress(data, lzma.FORMAT_RAW, filters=filters())


def filters() -> list[dict[str, int]]:
    """Return how LZMA goes about bytes that have no order by twos or fours."""
    import lzma

    return [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 1 << 22}]


def widened(numbers: bytes, packer: str) -> bytes:
    """Return compressed bytes as they were."""
    if packer == "zlib":
        return zlib.decompress(numbers)
    import lzma

    return lzma.decompress(numbers, lzma.FORMAT_RAW, filters=filters())


@cache  # every new position asks
def is_here(path: Path) -> bool:
    """Whether the tables of a file have not been left out."""
    return not path.with_suffix(".left-out").exists()


@cache
def is_readable(path: Path) -> bool:
    """Whether this Python can read the tables of a file; those without a file are read as zeros."""
    if not path.exists() or find_spec("_lzma") is not None:
        return True
    with path.open("rb") as file:
        file.readline()
        return bool(json.loads(file.readline()).get("packer", "zlib") == "zlib")


def unpacked(data: bytes, tables: Tables) -> array[int]:
    """Return the weights of a file; GameError if it is none, or was made for other patterns."""
    found = told(data, tables)
    return found if tables.base is None else array("h", map(add, found, tables.basis()))


def told(data: bytes, tables: Tables) -> array[int]:
    """Return what a file tells: by how much weights differ from those of the base.

    Older files have the weights themselves: stage after stage, or those of one entry together.
    """
    line, _, numbers = data.removeprefix(MAGIC).partition(b"\n")
    about = json.loads(line) if data.startswith(MAGIC) else {}
    if about.get("patterns") != tables.patterns:
        raise GameError(say("not-such-tables", name=tables.path.name))
    widest = widened(numbers, str(about.get("packer", "zlib")))
    if "differences" in about:
        return summed(widest, tables, about["folded"])
    found = array(str(about.get("together", "h")), widest)
    if byteorder == "big":
        found.byteswap()
    if "together" not in about:
        return found
    weights = array("h")
    for stage in range(tables.stages):
        weights.extend(array("h", found[stage :: tables.stages]))
    return weights


def summed(data: bytes, tables: Tables, is_folded: bool) -> array[int]:
    """Return the weights whose differences `packed` wrote."""
    shared = tables.folded() if is_folded else list(range(tables.entries))
    ranks = {entry: rank for rank, entry in enumerate(sorted(set(shared)))}
    if len(data) != 2 * tables.stages * len(ranks):  # what follows trusts that
        raise GameError(say("not-such-tables", name=tables.path.name))
    places: array[int] = array("i", [ranks[entry] for entry in shared])
    weights: array[int] = array("h", bytes(2 * tables.size))
    row: array[int] = array("i", bytes(4 * len(ranks)))
    out: cython.pointer[cython.short] = shorts(weights)
    found: cython.p_int = ints(places)
    sums: cython.p_int = ints(row)
    half: cython.int = len(data) // 2
    stage: cython.int
    code: cython.int
    at: cython.int
    i: cython.int
    for stage in range(tables.stages):
        at = stage
        for i in range(half // tables.stages):
            code = data[at] + 256 * data[half + at]
            sums[i] += code >> 1 ^ -(code & 1)
            at += tables.stages
        for i in range(tables.entries):
            out[stage * tables.entries + i] = sums[found[i]]
    return weights
