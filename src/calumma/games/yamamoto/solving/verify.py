"""Checks a certificate of Yamamoto's Chameleon. This file imports nothing of Calumma: it has its own rules and trusts nobody.

A certificate is a line of JSON and then, compressed by xz, one byte for the winner's move in every position that the loser can
bring about, followed by one byte each for the plies left. The positions are not stored: they come up in breadth-first order.

Boards are sets of squares as bits, a1 first, seen by the winner, who moves up. Positions that are reflections of each other (a to
e) are one position, taken in the form whose number (`_number`) is smaller. A move is its place among the legal ones in the order
of squares from and to; the loser's replies come in the same order. The checks:

* every reply of the loser leads to a position with a move in the certificate, and no move is left over;
* every move is legal, and no reply ends the match for the loser;
* the plies left are exactly two more than the most after any reply, or one if the match is won at once. So every line
  ends, with a won match; and as the plies always fall, no position comes up twice in a line and no draw by repetition either.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Boards = tuple[int, int, int, int]  # white and black pieces of the winner, white and black pieces of the loser
Progress = Callable[[int, int], None]

START = "wbwbw/5/5/5/WBWBW o"
LONGEST = 99  # a longer win could be cut short by the draw after a hundred quiet plies


class NotProven(Exception):
    """Says where a certificate fails."""


@dataclass(frozen=True)
class Verdict:
    """What a certificate proves: who wins from where, within how many plies, by how many positions."""

    goal: str
    start: str
    winner: int
    plies: int
    positions: int


# The board

PLACES = [(square % 5, square // 5) for square in range(25)]
NAMES = [f"{'abcde'[file]}{rank + 1}" for file, rank in PLACES]


def _squares(origin: int, steps: list[tuple[int, int]]) -> int:
    file, rank = PLACES[origin]
    ends = [(file + x, rank + y) for x, y in steps]
    return sum(1 << PLACES.index(end) for end in ends if end in PLACES)


STEPS = [_squares(square, [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]) for square in range(25)]
LEAPS = [_squares(square, [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]) for square in range(25)]
LINES = [_squares(square, [(i * x, i * y) for i in range(1, 5) for x in (-1, 1) for y in (-1, 1)]) for square in range(25)]
TURNED_RANKS = [int(f"{rank:05b}"[::-1], 2) for rank in range(32)]
REFLECTED = [sum(TURNED_RANKS[bits >> shift & 31] << shift for shift in (0, 5, 10)) for bits in range(1 << 15)]
BOARD = (1 << 25) - 1


@cache
def _slides(origin: int, blockers: int) -> int:
    reached = 0
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        file, rank = PLACES[origin]
        while (file := file + x, rank := rank + y) in PLACES:
            bit = 1 << rank * 5 + file
            reached |= bit
            if bit & blockers:
                break
    return reached


def _reach(origin: int, is_black: int, occupied: int) -> int:
    """A step, and a slide from a square of the piece's own colour (a1 is dark) or a leap from the other."""
    if (origin % 2 == 0) == bool(is_black):
        return STEPS[origin] | _slides(origin, occupied & LINES[origin])
    return STEPS[origin] | LEAPS[origin]


@cache
def _list(bits: int) -> tuple[int, ...]:
    return tuple(square for square in range(25) if bits >> square & 1)


def _moves(white: int, black: int, enemies: int, entered: int) -> Iterator[tuple[int, int]]:
    """Yield the legal moves; if an enemy has entered its goal, only the captures of it."""
    own = white | black
    allowed = entered or ~own
    for origin in _list(own):
        for target in _list(_reach(origin, black >> origin & 1, own | enemies) & allowed):
            yield origin, target


def _number(white: int, black: int, loser_white: int, loser_black: int) -> int:
    """The number of a position, the same for its reflection: twenty ranks of five bits, reflected three at a time."""
    number = white | black << 25 | loser_white << 50 | loser_black << 75
    mirror = 0
    for shift in (90, 75, 60, 45, 30, 15, 0):
        mirror = mirror << 15 | REFLECTED[number >> shift & 0x7FFF]
    return min(number, mirror)


# Reading


def read(path: Path) -> tuple[dict[str, object], bytes, bytes]:
    """Return the head of a certificate, the moves and the plies left."""
    line, _, rest = path.read_bytes().partition(b"\n")
    import lzma  # not every Python has it: browsers read no certificate

    try:
        head = json.loads(line)
        body = lzma.decompress(rest)
    except (ValueError, lzma.LZMAError):
        raise NotProven(f'"{path}" cannot be read: expected a line of JSON and data compressed by xz') from None
    if not isinstance(head, dict) or head.get("format") != 1 or head.get("goal") not in ("dots", "row"):
        raise NotProven(f'"{path}" is no certificate: expected format 1 with the goal dots or row')
    if len(body) % 2:
        raise NotProven("the moves and the plies left differ in number")
    return head, body[: len(body) // 2], body[len(body) // 2 :]


def _place(text: str, winner: int) -> tuple[Boards, bool]:
    """The boards of a position text, seen by the winner, and whether the winner is to move."""
    ranks, _, turn = text.partition(" ")
    cells = "".join("." * int(letter) if letter.isdecimal() else letter for letter in ranks.replace("/", ""))
    rows = [cells[i : i + 5] for i in (20, 15, 10, 5, 0)]
    squares = "".join(rows) if winner == 0 else "".join(rows)[::-1]
    letters = "WBwb" if winner == 0 else "wbWB"
    white, black, loser_white, loser_black = (
        sum(1 << square for square, letter in enumerate(squares) if letter == wanted) for wanted in letters
    )
    return (white, black, loser_white, loser_black), "ob".index(turn) == winner


# Checking


class Check:
    """One walk through a certificate."""

    def __init__(self, head: dict[str, object], moves: bytes, plies: bytes) -> None:
        self.head, self.moves, self.plies = head, moves, plies
        self.goal = 0b01010 << 20 if head["goal"] == "dots" else 0b11111 << 20
        self.loser_goal = self.goal >> 20
        self.places: dict[int, int] = {}
        self.queue: list[int] = []

    def run(self, progress: Progress | None = None) -> Verdict:
        """Check everything; raise NotProven at the first fault."""
        winner = 1 if self.head.get("winner") else 0
        start = str(self.head.get("start", START))
        total = self._begin(*_place(start, winner))
        i = 0
        while i < len(self.queue):
            self._examine(i)
            i += 1
            if progress and i % 10_000 == 0:
                progress(i, len(self.moves))
        if len(self.queue) != len(self.moves):
            raise NotProven(f"there are {len(self.moves)} moves for {len(self.queue)} positions")
        if total != self.head.get("plies") or total > LONGEST:
            raise NotProven(f"the win takes {total} plies, and {self.head.get('plies')} are claimed")
        return Verdict(str(self.head["goal"]), start, winner, total, len(self.queue))

    def _begin(self, boards: Boards, is_winners_turn: bool) -> int:
        if is_winners_turn:
            return self._meet(*boards)
        entered = (boards[0] | boards[1]) & self.goal
        return 1 + self._most_after(*boards, entered)

    def _meet(self, white: int, black: int, loser_white: int, loser_black: int) -> int:
        """Note a position with the winner to move, if it is new, and return its plies left."""
        number = _number(white, black, loser_white, loser_black)
        place = self.places.setdefault(number, len(self.queue))
        if place == len(self.queue):
            self.queue.append(number)
        if place >= len(self.plies):
            raise NotProven(f"position {place} has no move")
        return self.plies[place]

    def _examine(self, place: int) -> None:
        """Play the winner's move and see that the plies left are right."""
        number = self.queue[place]
        white, black, loser_white, loser_black = (number >> shift & BOARD for shift in (0, 25, 50, 75))
        losers = loser_white | loser_black
        legal = list(_moves(white, black, losers, losers & self.loser_goal))
        if self.moves[place] >= len(legal):
            raise NotProven(f"position {place} has {len(legal)} legal moves, and number {self.moves[place]} is asked for")
        origin, target = legal[self.moves[place]]
        change = 1 << origin | 1 << target
        if white >> origin & 1:
            white ^= change
        else:
            black ^= change
        left = 1 << target
        most = self._most_after(white, black, loser_white & ~left, loser_black & ~left, left & self.goal)
        if self.plies[place] != most + 2:
            raise NotProven(f"position {place} takes {most + 2} plies, and {self.plies[place]} are claimed")

    def _most_after(self, white: int, black: int, loser_white: int, loser_black: int, entered: int) -> int:
        """The most plies left after any reply of the loser, -1 if the match is won."""
        losers, winners = loser_white | loser_black, white | black
        if losers == 0 or (entered and winners == entered):
            return -1
        most = -1
        for origin, target in _moves(loser_white, loser_black, winners, entered):
            end = 1 << target
            change = 1 << origin | end
            if winners == end or (end & self.loser_goal and losers == 1 << origin):
                raise NotProven(f"the loser wins by {NAMES[origin]}{NAMES[target]} (as the winner sees the board)")
            if loser_white >> origin & 1:
                left = self._meet(white & ~end, black & ~end, loser_white ^ change, loser_black)
            else:
                left = self._meet(white & ~end, black & ~end, loser_white, loser_black ^ change)
            most = max(most, left)
        return most


def verify(path: Path, progress: Progress | None = None) -> Verdict:
    """Return what a certificate proves; raise NotProven if it does not."""
    return Check(*read(path)).run(progress)


def main() -> int:
    """Check the certificate named on the command line."""
    try:
        print(verify(Path(sys.argv[1])))
    except NotProven as fault:
        print(f"not proven: {fault}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
