# distutils: extra_compile_args = -O3
"""Small networks: what a position is worth to every seat, and which actions look good, from what the acting seat may know.

Their input is the observation that every game writes for learners, so that any game can have one without code of its own, and
none can know what its seat may not. Weights are whole numbers of 16 bits, sums have 32: the same everywhere. The sums of the
first layer are kept from one position to the next, and only what has changed is added or taken away. Of the actions only those
that are asked about are judged.

Where a game's symmetries can make every seat the first, a network may be learnt for the first alone: then observations and
actions are looked up in the places that they have for it.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import resources
from itertools import chain
from pathlib import Path
from sys import byteorder
from typing import Any

import cython

from calumma.core.errors import GameError
from calumma.core.given import Whole, seat_among, within
from calumma.core.state import State
from calumma.core.words import Words

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest, wipe
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares
    from calumma.core.room import add_column, clipped, dot, doubles, ints, schars, shorts, ulonglongs, wipe_words

say = Words(__package__)

MAGIC = b"calumma network 1\n"
ENDING = ".network"
COLUMN_BITS = 12  # a weight of the first layer is so many bits of a whole
WEIGHT_BITS = 10  # the same of all others
ONE_BITS = 8  # what a unit says is a whole at most, in so many bits
ONE = 1 << ONE_BITS
SUM_UNIT = float(1 << (WEIGHT_BITS + ONE_BITS))
UNITS = (
    1 << COLUMN_BITS,
    1 << COLUMN_BITS,
    *[1 << WEIGHT_BITS] * 6,
)  # a whole, in the order of a file
MOST_UNITS = 1024  # in a layer
LARGEST = 32767
LARGEST_NUMBER = 127  # in an observation
LARGEST_SUM = (1 << 31) - 1
SUREST = 60.0  # logarithm of odds: e to this is a number


@dataclass(frozen=True)
class Shape:
    """For what a network was learnt, and how large its layers are."""

    game: str
    seats: int
    options: Mapping[str, str | int]
    inputs: int
    actions: int
    first: int
    second: int
    turned: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers there are of each kind, in the order of a file."""
        return (
            self.inputs * self.first,  # a column for every number of an observation
            self.first,  # what is added to its sums
            self.second * self.first,
            self.second,
            self.seats * self.second,  # a row for every seat, the acting one first
            self.seats,
            self.actions * self.second,  # a row for every action
            self.actions,
        )

    def fits(self, game: Any) -> bool:
        """Return whether this was learnt for such a game."""
        return (self.game, self.seats, dict(self.options)) == (game.name, game.seats, dict(game.options))


def shape_for(game: Any, first: Whole, second: Whole) -> Shape:
    """Return the shape of a network for a game; it is learnt for the first seat alone where symmetries allow it."""
    turned = {symmetry.shift for symmetry in game.symmetries} == set(range(game.seats))
    return Shape(
        game.name, game.seats, dict(game.options), game.observation.size, game.num_actions,
        within("units", first, 1, MOST_UNITS), within("units", second, 1, MOST_UNITS), turned,
    )  # fmt: skip


class Network:
    """Weights for one game, its seats and options. Whoever asks it has a `Reader`."""

    def __init__(self, game: Any, shape: Shape, weights: array[int]) -> None:
        if not shape.fits(game) or (shape.inputs, shape.actions) != (game.observation.size, game.num_actions):
            raise GameError(say("network-of-another-game", game=game, known=shape.game, seats=shape.seats))
        if len(weights) != sum(shape.sizes):
            raise GameError(say("network-of-another-size", count=len(weights), size=sum(shape.sizes)))
        self.game, self.shape, self.weights = game, shape, weights
        self.kept: list[Any] = []
        self.seats, self.inputs, self.actions = shape.seats, shape.inputs, shape.actions
        self.first, self.second = shape.first, shape.second
        self.sums_to_one = game.payoffs.total is not None
        starts = [sum(shape.sizes[:kind]) for kind in range(len(shape.sizes))]
        self.numbers, self.starts = shorts(weights), ints(self._keep(starts))
        self._turn(game)
        self._check(game.observation.runs)

    def _keep(self, values: list[int]) -> array[int]:
        found = array("i", values)
        self.kept.append(found)
        return found

    def _turn(self, game: Any) -> None:
        """Note for every seat where its observation's numbers and its actions are for the network."""
        places: list[int] = []
        rows: list[int] = []
        for seat in range(self.seats):
            wanted = -seat % self.seats if self.shape.turned else 0
            turn = next(symmetry for symmetry in game.symmetries if symmetry.shift == wanted)
            place = [0] * self.inputs
            for image, source in enumerate(turn.observation):
                place[source] = image
            places += place
            rows += turn.actions
        self.places, self.rows = ints(self._keep(places)), ints(self._keep(rows))

    def _check(self, runs: Any) -> None:
        """Make sure that no sum can be too large for 32 bits, whatever is observed."""
        counted = bytearray(self.inputs)
        for at, count in runs:
            counted[at : at + count] = bytes([1]) * count
        most = max(self._most_of_first(counted), self._most_of_rows())
        if most > LARGEST_SUM:
            raise GameError(say("network-too-heavy", most=most, limit=LARGEST_SUM))

    def _most_of_first(self, counted: bytearray) -> int:
        unit: cython.int
        i: cython.int
        sum_: cython.longlong
        most: cython.longlong = 0
        for unit in range(self.first):
            sum_ = abs(self.numbers[self.starts[1] + unit])
            for i in range(self.inputs):
                sum_ += abs(self.numbers[i * self.first + unit]) * (LARGEST_NUMBER if counted[i] else 1)
            most = max(most, sum_)
        return most

    def _most_of_rows(self) -> int:
        kind: cython.int
        row: cython.int
        i: cython.int
        length: cython.int
        start: cython.Py_ssize_t
        sum_: cython.longlong
        most: cython.longlong = 0
        sizes = self.shape.sizes
        for kind in (2, 4, 6):
            length = self.first if kind == 2 else self.second
            for row in range(sizes[kind + 1]):
                start = self.starts[kind] + row * length
                sum_ = abs(self.numbers[self.starts[kind + 1] + row])
                for i in range(length):
                    sum_ += abs(self.numbers[start + i])
                most = max(most, sum_ << ONE_BITS)
        return most

    def judge(self, state: State) -> tuple[list[float], list[float]]:
        """Return what a position in which a seat acts is worth to all seats, and how likely each legal action is the best."""
        return Reader(self).judge(state)

    def __reduce__(self) -> tuple[Any, ...]:
        return Network, (self.game, self.shape, self.weights)


class Reader:
    """Asks a network about positions, one after the other; a search has one of its own."""

    def __init__(self, network: Network) -> None:
        layout = network.game.observation
        self.network = network
        self.seats, self.inputs, self.actions = network.seats, network.inputs, network.actions
        self.first, self.second, self.sums_to_one = network.first, network.second, network.sums_to_one
        self.weights, self.starts, self.places, self.rows = network.numbers, network.starts, network.places, network.rows
        self.own, self.looked = layout.own, (layout.size + 63) // 64
        where = [first + i for first, count in layout.runs for i in range(count)]
        self.counted = len(where)
        marks = bytearray(layout.size)
        for place in where:
            marks[place] = 1
        seats, first, second = network.seats, network.first, network.second
        self.kept = [
            array("i", [*where, 0]),
            memoryview(array("b", marks)),
            memoryview(array("Q", bytes(8 * (self.looked + 1)))),
            memoryview(array("b", bytes(layout.size + 1))),
            memoryview(array("b", bytes(layout.size + 1))),
            array("Q", bytes(8 * seats * self.looked)),
            array("b", bytes(seats * self.counted + 1)),
            array("i", [network.numbers[network.starts[1] + i] for _ in range(seats) for i in range(first)]),
            array("i", bytes(4 * second)),
            array("h", bytes(2 * first)),
            array("h", bytes(2 * second)),
        ]
        self.where, self.is_counted = ints(self.kept[0]), schars(self.kept[1])
        self.words, self.numbers, self.bytes = ulonglongs(self.kept[2]), schars(self.kept[3]), schars(self.kept[4])
        self.last_words, self.last_numbers = ulonglongs(self.kept[5]), schars(self.kept[6])
        self.sums, self.middle_sums = ints(self.kept[7]), ints(self.kept[8])
        self.firsts, self.seconds = shorts(self.kept[9]), shorts(self.kept[10])

    def c_read(self, state: State, seat: cython.int) -> cython.void:
        """Look at a position with the eyes of a seat; what is asked next is about it."""
        wipe_words(self.words, self.looked + 1)
        if not state.c_see(seat, self.words, self.numbers, self.own, self.counted):
            self._look(state, seat)
        self.seat = seat
        self._follow(seat)
        self._think(seat)

    def _look(self, state: State, seat: cython.int) -> cython.void:
        """See by way of bytes what a game does not write as bits."""
        i: cython.int
        n: cython.int = 0
        wipe(self.bytes, 0, self.inputs)
        state.c_look(seat, self.bytes, self.own)
        for i in range(self.inputs):
            if self.is_counted[i]:
                self.numbers[n] = self.bytes[i]
                n += 1
            elif self.bytes[i]:
                self.words[i >> 6] |= cython.cast(cython.ulonglong, 1) << (i & 63)

    def _follow(self, seat: cython.int) -> cython.void:
        """Change the sums of a seat as what it sees has changed since it was last asked."""
        width: cython.int = self.first
        places: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, seat) * self.inputs
        at: cython.int
        i: cython.int
        bit: cython.int
        changed: cython.ulonglong
        for i in range(self.looked):
            at = seat * self.looked + i
            changed = self.words[i] ^ self.last_words[at]
            self.last_words[at] = self.words[i]
            while changed:
                bit = lowest(changed)
                changed &= changed - 1
                add_column(
                    self.sums, seat * width, self.weights, self.places[places + 64 * i + bit] * width,
                    1 if (self.words[i] >> bit) & 1 else -1, width,
                )  # fmt: skip
        for i in range(self.counted):
            at = seat * self.counted + i
            bit = self.numbers[i] - self.last_numbers[at]
            self.last_numbers[at] = self.numbers[i]
            if bit != 0:
                add_column(self.sums, seat * width, self.weights, self.places[places + self.where[i]] * width, bit, width)

    def _think(self, seat: cython.int) -> cython.void:
        """Go on from the sums of the first layer to what the second one says."""
        row: cython.int
        clipped(self.firsts, self.sums, seat * self.first, COLUMN_BITS - ONE_BITS, ONE, self.first)
        for row in range(self.second):
            self.middle_sums[row] = dot(self.firsts, self.weights, self.starts[2] + row * self.first, self.first)
            self.middle_sums[row] += self.weights[self.starts[3] + row] * ONE
        clipped(self.seconds, self.middle_sums, 0, WEIGHT_BITS, ONE, self.second)

    def _says(self, kind: cython.int, row: cython.Py_ssize_t) -> cython.double:
        """What comes out for a seat or an action, a row of that kind."""
        sum_: cython.int = dot(self.seconds, self.weights, self.starts[kind] + row * self.second, self.second)
        return (sum_ + self.weights[self.starts[kind + 1] + row] * ONE) / SUM_UNIT

    def c_values(self, out: cython.p_double) -> cython.void:
        """Write what the position is worth to every seat, on the scale of searches."""
        seats: cython.int = self.seats
        i: cython.int
        seat: cython.int = self.seat
        total: cython.double = 0.0
        for i in range(seats):
            out[seat] = exp(max(-SUREST, min(SUREST, self._says(4, i))))
            total += out[seat]
            seat = seat + 1 if seat + 1 < seats else 0
        for i in range(seats):
            out[i] = out[i] / total if self.sums_to_one else out[i] / (1.0 + out[i])

    def c_chances(self, actions: cython.p_int, n: cython.int, out: cython.p_double) -> cython.void:
        """Write how likely each of some actions, at least one, is the best of them."""
        i: cython.int
        rows: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, self.seat) * self.actions
        highest: cython.double = -1e30
        total: cython.double = 0.0
        for i in range(n):
            out[i] = self._says(6, self.rows[rows + actions[i]])
            if out[i] > highest:
                highest = out[i]
        for i in range(n):
            out[i] = exp(out[i] - highest)
            total += out[i]
        for i in range(n):
            out[i] = out[i] / total

    def judge(self, state: State, seat: Whole | None = None) -> tuple[list[float], list[float]]:
        """Return what a position is worth to all seats, and how likely each legal action is the best, by the acting seat.

        With a seat, it is that seat that is asked.
        """
        actions: Actions
        values: Shares
        if not cython.compiled:
            actions, values = [0] * MOST_ACTIONS, [0.0] * MOST_SEATS
        if state.game != self.network.game:
            raise ValueError(f"cannot ask a network for {self.network.game} about {state.game}")
        if seat is None and state.to_act in (CHANCE, OVER):
            raise ValueError("cannot ask a network here: expected a position in which a seat acts")
        self.c_read(state, seat_among(state.to_act if seat is None else seat, state.seats))
        n: cython.int = state.c_legal(actions)
        chances = array("d", bytes(8 * (n + 1)))
        if n > 0:
            self.c_chances(actions, n, doubles(chances))
        self.c_values(values)
        state.check()
        return [values[i] for i in range(state.seats)], list(chances[:n])


def reader_in(network: Network, game: Any) -> Reader:
    """Return who asks a network about positions of a game; those of another would not fit into its buffers."""
    if network.game != game:
        raise ValueError(f"cannot ask a network for {network.game} about {game}")
    return Reader(network)


def packed(network: Network) -> bytes:
    """Return a network as a file: a line that says what it is, a line about its shape, the numbers compressed.

    All low bytes come first, then all high ones, which are much alike.
    """
    numbers = array("h", network.weights)
    if byteorder == "big":
        numbers.byteswap()
    data = numbers.tobytes()
    return MAGIC + json.dumps(asdict(network.shape)).encode() + b"\n" + zlib.compress(data[::2] + data[1::2], 9)


def unpacked(data: bytes, game: Any, name: str) -> Network:
    """Return the network of a file; GameError if it is none, or was learnt for something else."""
    shape = shape_of(data, name)
    try:
        apart = zlib.decompress(data.split(b"\n", 2)[2])
    except (zlib.error, IndexError):
        raise GameError(say("not-a-network", name=name)) from None
    half = len(apart) // 2
    numbers = array("h", bytes(chain.from_iterable(zip(apart[:half], apart[half:], strict=False))))
    if byteorder == "big":
        numbers.byteswap()
    return Network(game, shape, numbers)


def shape_of(data: bytes, name: str) -> Shape:
    """Return what a file says about the shape of its network."""
    try:
        if data.startswith(MAGIC):
            return _sound(Shape(**json.loads(data.removeprefix(MAGIC).split(b"\n", 1)[0])))
    except (ValueError, TypeError, RecursionError):
        pass
    raise GameError(say("not-a-network", name=name))


def _sound(shape: Shape) -> Shape:
    """Return a shape that a file tells; TypeError or ValueError if parts of it are of another kind, or too large."""
    if not isinstance(shape.game, str) or not isinstance(shape.options, dict):
        raise TypeError(shape)
    for number in (shape.seats, shape.inputs, shape.actions):
        within("count", number, 1, LARGEST_SUM)
    within("units", shape.first, 1, MOST_UNITS)
    within("units", shape.second, 1, MOST_UNITS)
    return shape


SHIPPED: dict[Any, Network] = {}


def shipped(game: Any) -> Network | None:
    """Return the network that a game's package has for its seats and options, if there is one."""
    if game not in SHIPPED:
        for name, data in _files(game):
            if shape_of(data, name).fits(game):
                SHIPPED[game] = unpacked(data, game, name)
    return SHIPPED.get(game)


def shipped_for(game: Any) -> list[Shape]:
    """Return for which seats and options a game's package has networks."""
    return [shape_of(data, name) for name, data in _files(game)]


def place_for(game: Any) -> Path:
    """Return the file in a game's package in which its network is, or would be, for its seats and options."""
    files = _files(game)
    found = [name for name, data in files if shape_of(data, name).fits(game)]
    taken = {name for name, _ in files}
    names = [f"{game.seats}-seats-{number}{ENDING}" for number in range(len(files) + 1)]
    free = next(name for name in names if name not in taken)
    return Path(str(resources.files(game.definition.package))) / (found[0] if found else free)


def _files(game: Any) -> list[tuple[str, bytes]]:
    """The networks in a game's package, by name."""
    files = [file for file in resources.files(game.definition.package).iterdir() if file.name.endswith(ENDING)]
    return sorted((file.name, file.read_bytes()) for file in files)
