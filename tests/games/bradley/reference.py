"""A second, slow reading of bradley's rules: dictionaries of coordinates, written from the rules, sharing no code."""

from dataclasses import dataclass
from typing import Any

HOLES = [(x, y) for y in range(-4, 5) for x in range(-4, 5) if abs(x) + abs(y) <= 6]
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
PRINTED = dict(enumerate("c5 d6 e7 d5 e6 d4 e5 f6 e4 f5 e3 f4 g5".split(), 1))
SEATS = {2: "PG", 3: "PGR", 4: "GRYP", 5: "GYRPB", 6: "GRYPBO"}
SET_UP = {
    2: "P 2 4 6 9 G 5 8 10 12 O 7",
    3: "P 2 5 8 G 4 7 10 R 6 9 12",
    4: "G 2 6 Y 4 5 R 8 12 P 9 10 O 7",
    5: "G 2 6 Y 4 5 R 8 12 P 9 10 B 1 13 O 7",
    6: "B 1 13 G 2 6 Y 4 5 O 3 11 P 9 10 R 8 12",
}


def place_of(name: str) -> Any:
    return ("abcdefghi".index(name[0]) - 4, int(name[1]) - 5)


def name_of(place: tuple[int, int]) -> str:
    return "abcdefghi"[place[0] + 4] + str(place[1] + 5)


@dataclass
class Reference:
    """A position: the colour on every occupied hole, by letter."""

    seats: int
    relocate: str
    partners: str
    board: dict[tuple[int, int], str]
    turn: int = 0
    since_drop: int = 0

    @classmethod
    def start(cls, seats: int, relocate: Any = "own", partners: Any = "capturable") -> Any:
        board, colour = {}, ""
        for word in SET_UP[seats].split():
            if word.isdigit():
                board[place_of(PRINTED[int(word)])] = colour
            else:
                colour = word
        return cls(seats, relocate, partners, board)

    @classmethod
    def of_text(cls, text: str, seats: int, relocate: str = "own", partners: str = "capturable") -> Any:
        """Read a position text by itself."""
        ranks, mover, *rest = text.split()
        board = {}
        for y, row in zip(range(4, -5, -1), ranks.split("/"), strict=True):
            cells = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
            for place, sign in zip([hole for hole in HOLES if hole[1] == y], cells, strict=True):
                if sign != ".":
                    board[place] = sign
        return cls(seats, relocate, partners, board, SEATS[seats].index(mover), int(rest[0]) if rest else 0)

    def friends(self, seat: int) -> set[str]:
        """The colours that do not turn for a seat, its own included."""
        if self.partners == "safe" and self.seats in (4, 6):
            return set(SEATS[self.seats][seat % 2 :: 2])
        return {SEATS[self.seats][seat]}

    def turned(self, board: dict[tuple[int, int], str], seat: int, place: tuple[int, int]) -> list[tuple[int, int]]:
        """The holes whose cubes turn if the seat's cube stands on an empty place."""
        found = []
        for way in WAYS:
            line = [(place[0] + i * way[0], place[1] + i * way[1]) for i in range(1, 9)]
            run: list[tuple[int, int]] = []
            for hole in line:
                if board.get(hole) is None or board[hole] in self.friends(seat):
                    if board.get(hole) == SEATS[self.seats][seat]:
                        found += run
                    break
                run.append(hole)
        return found

    def results(self, seat: int) -> dict[str, dict[tuple[int, int], str]]:
        """Every move of a seat without regard to last cubes, with the board after it and the holes taken."""
        colour = SEATS[self.seats][seat]
        lifts: list[tuple[int, int] | None] = [None]
        if self.relocate != "none" and self.since_drop < 2 * self.seats:
            lifts += [hole for hole in self.board if self.may_lift(seat, hole)]
        found = {}
        for lift in lifts:
            board = {hole: sign for hole, sign in self.board.items() if hole != lift}
            for place in HOLES:
                if place in self.board:
                    continue
                turned = self.turned(board, seat, place)
                if turned:
                    text = name_of(place) if lift is None else f"{name_of(lift)}-{name_of(place)}"
                    found[text] = board | dict.fromkeys([*turned, place], colour)
        return found

    def may_lift(self, seat: int, hole: tuple[int, int]) -> bool:
        colour = self.board[hole]
        if colour == SEATS[self.seats][seat]:
            return True
        return self.relocate == "any" and colour not in self.friends(seat)

    def wipes_out(self, seat: int, after: dict[tuple[int, int], str]) -> bool:
        others = set(SEATS[self.seats]) - {SEATS[self.seats][seat]}
        return any(colour in self.board.values() and colour not in after.values() for colour in others)

    def moves(self, seat: int) -> dict[str, dict[tuple[int, int], str]]:
        """The moves of a seat if it were its turn, with the boards after them."""
        every = self.results(seat)
        gentle = {text: after for text, after in every.items() if not self.wipes_out(seat, after)}
        return gentle or every

    def over(self) -> bool:
        return not any(self.results(seat) for seat in range(self.seats))

    def legal(self) -> set[str]:
        """The texts of the legal moves."""
        if self.over():
            return set()
        return set(self.moves(self.turn)) or {"pass"}

    def play(self, text: str) -> Any:
        """The position after a legal move."""
        board = self.board if text == "pass" else self.moves(self.turn)[text]
        since = self.since_drop + 1 if text == "pass" or "-" in text else 0
        return Reference(self.seats, self.relocate, self.partners, board, (self.turn + 1) % self.seats, since)

    def scores(self) -> list[int]:
        return [list(self.board.values()).count(colour) for colour in SEATS[self.seats]]

    def payoffs(self) -> list[float]:
        totals = self.scores()
        if self.seats in (4, 6):
            totals = [sum(self.scores()[seat % 2 :: 2]) for seat in range(self.seats)]
        winners = [total == max(totals) for total in totals]
        return [won / sum(winners) for won in winners]

    def text(self) -> str:
        """The position text, without the count of turns."""
        rows = []
        for y in range(4, -5, -1):
            row = "".join(self.board.get(hole, "1") for hole in HOLES if hole[1] == y)
            for length in range(9, 1, -1):
                row = row.replace("1" * length, str(length))
            rows.append(row)
        return f"{'/'.join(rows)} {SEATS[self.seats][self.turn]}"
