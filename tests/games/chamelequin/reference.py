"""Chamelequin once more, slowly: plain dictionaries and lists, written from the rule text, sharing no code with the package.

Squares are pairs (file, rank) from (1, 1) to (8, 8); a board maps a square to [seat, rings], rings a string from bottom to top.
"""

from __future__ import annotations

import re
from copy import copy
from typing import Any

FILES = "abcdefgh"


def name(square: tuple[int, int]) -> str:
    return FILES[square[0] - 1] + str(square[1])


def colour(square: tuple[int, int]) -> str:
    file, rank = square
    if rank % 2 == 0:
        return "B" if FILES[file - 1] in "aceg" else "Y"
    return "R" if FILES[file - 1] in "aceg" else "G"


def neighbours(square: tuple[int, int]) -> list[tuple[int, int]]:
    file, rank = square
    around = [(file + x, rank + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    return [(f, r) for f, r in around if 1 <= f <= 8 and 1 <= r <= 8]


class Reference:
    def __init__(self, seats: int, capture: str = "free", removal: str = "free", rings: int = 20) -> None:
        self.seats, self.capture, self.removal, self.rings = seats, capture, removal, rings
        self.start = 10 if seats == 2 else 8
        self.board: dict[Any, Any] = {}
        self.placed = 0
        self.turn = 0
        self.chain: tuple[Any, int] | None = None  # (square, steps made)
        self.lost = [0] * seats
        self.won_rings = [0] * seats
        self.quiet_turns = 0
        self.capture_this_turn = False
        self.passes = 0
        self.over: str | None = None

    def copy(self) -> Any:
        new = copy(self)
        new.board = {square: list(piece) for square, piece in self.board.items()}
        new.lost, new.won_rings = list(self.lost), list(self.won_rings)
        return new

    @classmethod
    def read(cls, text: str, seats: int, **options: Any) -> Any:
        """A position from its text, by the description in notation.py."""
        new = cls(seats, **options)
        board, turn, under_way, won, passes = text.split()
        for rank, row in zip(range(8, 0, -1), board.split("/"), strict=True):
            file = 1
            for piece, rings, gap in re.findall("([wbpg])([RGBY]+)|([0-9])", row):
                if piece:
                    new.board[file, rank] = ["wbpg".index(piece), rings]
                file += int(gap or 1)
        new.placed = len(new.board) if under_way == "setup" else new.start * seats
        new.turn = "wbpg".index(turn)
        if ":" in under_way:
            new.chain = (new.square(under_way[:2]), int(under_way[3]))
        new.won_rings = [int(rings) for rings in won.split(",")]
        new.lost = [0 if under_way == "setup" else new.start - len(new.own(seat)) for seat in range(seats)]
        new.passes = int(passes)
        return new

    # Questions

    def supply(self, ring: str) -> int:
        return self.rings - sum(rings.count(ring) for _, rings in self.board.values())

    def own(self, seat: int) -> list[tuple[int, int]]:
        return [square for square, (owner, _) in self.board.items() if owner == seat]

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.own(seat)]

    def further_steps(self, square: tuple[int, int]) -> list[str]:
        """Steps of kind 3 and 4 of a piece, as texts."""
        seat, rings = self.board[square]
        found: list[Any] = []
        if len(rings) < 2:
            return found
        for target in neighbours(square):
            fits = rings[-2] == colour(target)
            if target not in self.board:
                if fits and self.removal == "free":
                    found.append(f"{name(square)}-{name(target)}")
            elif self.board[target][0] != seat and (fits or self.capture == "free"):
                found.append(f"{name(square)}x{name(target)}")
        return found

    def additions(self, square: tuple[int, int]) -> list[str]:
        if len(self.board[square][1]) == 4:
            return []
        free = [target for target in neighbours(square) if target not in self.board and self.supply(colour(target)) > 0]
        return [f"{name(square)}+{name(target)}" for target in free]

    def legal(self) -> list[str]:
        if self.over:
            return []
        if self.placed < self.start * self.seats:
            every = [(file, rank) for file in range(1, 9) for rank in range(1, 9)]
            return ["@" + name(s) for s in every if s not in self.board and self.supply(colour(s)) > 0]
        if self.chain:
            return [*self.further_steps(self.chain[0]), "stop"]
        found = [text for square in self.own(self.turn) for text in self.further_steps(square) + self.additions(square)]
        return found or ["pass"]

    def winners(self) -> list[int]:
        fewest = min(self.lost)
        first = [seat for seat in range(self.seats) if self.lost[seat] == fewest]
        most = max(self.won_rings[seat] for seat in first)
        return [seat for seat in first if self.won_rings[seat] == most]

    def payoffs(self) -> list[float]:
        winners = self.living() if self.over == "last" else self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def scores(self) -> list[int]:
        return [len(self.own(seat)) for seat in range(self.seats)]

    # Playing

    def play(self, text: str) -> None:
        if text[0] == "@":
            square = self.square(text[1:])
            self.board[square] = [self.turn, colour(square)]
            self.placed += 1
            self.turn = self.placed % self.seats
        elif text == "pass":
            self.passes += 1
            self.finish_turn()
        elif text == "stop":
            self.finish_turn()
        else:
            self.passes = 0
            self.step(self.square(text[:2]), text[2], self.square(text[3:]))

    def square(self, text: str) -> tuple[int, int]:
        return FILES.index(text[0]) + 1, int(text[1])

    def step(self, origin: tuple[int, int], sign: str, target: tuple[int, int]) -> None:
        seat, rings = self.board.pop(origin)
        if sign == "+":
            self.board[target] = [seat, rings + colour(target)]
            self.finish_turn()
            return
        if sign == "x":
            victim, booty = self.board.pop(target)
            self.lost[victim] += 1
            self.won_rings[seat] += len(booty)
            self.capture_this_turn = True
        self.board[target] = [seat, rings[:-1]]
        if len(self.living()) == 1:
            self.over = "last"
            return
        steps = self.chain[1] + 1 if self.chain else 1
        if steps < 3 and self.further_steps(target):
            self.chain = (target, steps)
        else:
            self.finish_turn()

    def finish_turn(self) -> None:
        self.chain = None
        self.quiet_turns = 0 if self.capture_this_turn else self.quiet_turns + 1
        self.capture_this_turn = False
        living = self.living()
        self.turn = next(seat for step in range(1, 5) if (seat := (self.turn + step) % self.seats) in living)
        if self.passes >= len(living):
            self.over = "blocked"
        elif self.quiet_turns >= 40 * len(living):
            self.over = "quiet"


def perft(position: Any, depth: int) -> int:
    """The lines of `depth` plies, one or more."""
    moves = position.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        child = position.copy()
        child.play(text)
        total += perft(child, depth - 1)
    return total
