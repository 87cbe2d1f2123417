"""The rules once more, slowly, in sets of coordinates and texts, written from RULES.md alone; matches are played by both."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma import Rng
from calumma.core import Game, State
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK
from calumma.testing import perft_files
from calumma.testing.perft_files import Entry

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

COLOURS = "RKYBWOPL"
TILES = [colour + str(rank) for colour in COLOURS for rank in range(6)]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
VARIANTS = [(seats, b, m) for seats in (2, 3, 4) for b in ("out", "debt") for m in ("scores", "strict")]


def load(seats: int, bankrupt: str, merge: str) -> Game:
    return calumma.load("piecepack", seats, bankrupt=bankrupt, merge=merge)


def beside(at: tuple[int, int]) -> set[tuple[int, int]]:
    return {(at[0] + x, at[1] + y) for x, y in STEPS}


def connected(start: tuple[int, int], cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    found, edge = {start}, [start]
    while edge:
        new = (beside(edge.pop()) & cells) - found
        found |= new
        edge += new
    return found


def point(text: str) -> tuple[int, int]:
    x, y = map(int, text.split(","))
    return x, y


class Table:
    """A match, with everything that lies on the table in plain sight."""

    def __init__(self, seats: int, bankrupt: object, merge: object) -> None:
        self.seats, self.bankrupt, self.merge = seats, bankrupt, merge
        self.board: dict[tuple[int, int], str] = {}
        self.wilds: set[str] = set()
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.chameleons: list[Any] = [None] * seats
        self.wasps: list[Any] = [None] * seats
        self.points: list[Any] = [0] * seats
        self.turn, self.idle = 0, 0
        self.draws: list[Any] = ["starter", "wilds", "wilds"] + [seat for seat in range(seats) for _ in range(2)]
        self.playing = False

    # What there is

    def unseen(self) -> list[str]:
        seen = set(self.board.values()) | self.wilds | set().union(*self.hands)
        return [tile for tile in TILES if tile not in seen]

    def supply(self) -> int:
        return len(self.unseen()) - 2

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.points[seat] is not None]

    def is_over(self) -> bool:
        return not self.draws and (len(self.living()) == 1 or len(self.board) == 46)

    def colourless(self) -> set[tuple[int, int]]:
        standing = [at for at in self.chameleons if at]
        return {at for at in standing if standing.count(at) > 1}

    def own(self) -> set[Any]:
        return {self.chameleons[self.turn]} - self.colourless()

    def like(self, colour: str) -> set[tuple[int, int]]:
        """Tiles that are of a colour in the mover's eyes, X left aside."""
        return {at for at, tile in self.board.items() if tile[0] == colour} - self.colourless() - self.own()

    # What may be done

    def moves(self) -> set[str]:
        if self.is_over():
            return set()
        if self.draws:
            barred = self.board[0, 0][0] if self.draws[0] == "wilds" else None
            return {f"~{tile}" for tile in self.unseen() if tile[0] != barred}
        return self.adds() | self.walks() or {"pass"}

    def adds(self) -> set[str]:
        found, places = set(), self.places()
        for tile in self.wilds | self.hands[self.turn]:
            like = self.like(tile[0])
            for x, y in places:
                found.add(f"{tile}@{x},{y}")
                if not beside((x, y)) & like:
                    found.add(f"{tile}@{x},{y}*")
        return found

    def places(self) -> list[tuple[int, int]]:
        near = {(x + dx, y + dy) for x, y in self.board for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return [at for at in near if at not in self.board and self.fits(at)]

    def fits(self, at: tuple[int, int]) -> bool:
        return all(max(side) - min(side) <= 6 for side in zip(*self.board, at, strict=True))

    def walks(self) -> set[str]:
        if self.supply() == 0 or self.idle >= 3 * len(self.living()):
            return set()
        found = set()
        for dx, dy in STEPS:
            x, y = self.chameleons[self.turn]
            while (x + dx, y + dy) in self.board:
                x, y = x + dx, y + dy
                found.add(f">{x},{y}")
                if (x, y) in [wasp for seat, wasp in enumerate(self.wasps) if seat != self.turn]:
                    found.add(f">{x},{y}!")
        return found

    # Doing it

    def play(self, text: str) -> None:
        if text.startswith("~"):
            self.draw(text[1:])
        elif text.startswith(">"):
            self.walk(point(text[1:].strip("!")), text.endswith("!"))
        elif text == "pass":
            self.idle += 1
            self.next_turn()
        else:
            tile, at = text.strip("*").split("@")
            self.add(tile, point(at), text.endswith("*"))

    def draw(self, tile: str) -> None:
        what = self.draws.pop(0)
        if what == "starter":
            self.board[0, 0] = tile
            self.chameleons = [(0, 0)] * self.seats
        elif what == "wilds":
            self.wilds.add(tile)
        else:
            self.hands[what].add(tile)
        if not self.draws:
            if self.playing:
                self.next_turn()
            self.playing = True

    def walk(self, at: tuple[int, int], eats: bool) -> None:
        self.chameleons[self.turn] = at
        if eats:
            self.wasps = [None if wasp == at and seat != self.turn else wasp for seat, wasp in enumerate(self.wasps)]
        self.idle += 1
        self.next_turn()

    def add(self, tile: str, at: tuple[int, int], wasp: bool) -> None:
        mover = self.turn
        if tile in self.wilds:
            self.wilds.remove(tile)
        else:
            self.wilds |= self.hands[mover] - {tile}
            self.hands[mover] = set()
        self.board[at] = tile
        self.idle = 0
        if wasp:
            self.wasps[mover] = at
        self.points[mover] += self.gains(tile, at, wasp)
        if not self.pay(tile, at):
            self.leave(mover)
        elif not self.hands[mover] and self.supply():
            self.draws = [mover] * min(2, self.supply())
        if not self.draws:
            self.next_turn()

    def gains(self, tile: str, at: tuple[int, int], wasp: bool) -> int:
        readings = [self.like(tile[0])] + ([] if wasp else [self.like(tile[0]) | self.own()])
        points = max(self.worth(connected(at, reading), at) for reading in readings)
        colours = [each[0] for each in self.board.values()]
        return points + (len(set(colours)) if colours.count(tile[0]) == 1 else 0)

    def worth(self, group: set[tuple[int, int]], at: tuple[int, int]) -> int:
        rest = group - {at}
        if len(group) not in (3, 4):
            return 0
        if self.merge == "strict" and len(group) == 4 and connected(min(rest), rest) != rest:
            return 0
        ranks = [int(self.board[each][1]) for each in group]
        rival = any(where in group for seat, where in enumerate(self.chameleons) if seat != self.turn)
        return max(ranks) * (2 if 1 in ranks else 1) * (2 if rival else 1)

    def pay(self, tile: str, at: tuple[int, int]) -> bool:
        order = [(self.turn + i) % self.seats for i in range(1, self.seats)]
        owners = [seat for seat in order if self.wasps[seat] in beside(at)]
        cost = 8 if len(connected(at, self.like(tile[0]))) >= 5 else 0
        purse = self.points[self.turn]
        ruined = self.bankrupt == "out" and cost + 4 * len(owners) > purse
        for owner in owners:
            paid = min(4, purse) if ruined else 4
            self.points[owner] += paid
            purse -= paid
        self.points[self.turn] = purse - cost
        return not ruined

    def leave(self, seat: int) -> None:
        self.points[seat] = self.chameleons[seat] = self.wasps[seat] = None
        self.wilds |= self.hands[seat]
        self.hands[seat] = set()

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        while self.points[self.turn] is None:
            self.turn = (self.turn + 1) % self.seats

    # Its text

    def __str__(self) -> str:
        def at(place: tuple[int, int] | None) -> str:
            return "-" if place is None else f"{place[0]},{place[1]}"

        def tiles(some: set[str]) -> str:
            return "".join(sorted(some, key=TILES.index)) or "-"

        laid = sorted(self.board, key=lambda place: (place[1], place[0]))
        parts = [
            "/".join(f"{self.board[place]}@{at(place)}" for place in laid) or "-",
            "/".join(map(at, self.chameleons)),
            "/".join(map(at, self.wasps)),
            tiles(self.wilds),
            "/".join(map(tiles, self.hands)),
            "/".join("out" if mark is None else str(mark) for mark in self.points),
            self.acts(),
            str(self.idle),
        ]
        return " ".join(parts)

    def acts(self) -> str:
        if self.is_over():
            return "over"
        if not self.draws or isinstance(self.draws[0], str):
            return str(self.draws[0] if self.draws else self.turn)
        return f"{self.draws[0]}+{self.draws.count(self.draws[0])}"

    def copy(self) -> Table:
        new = Table(self.seats, self.bankrupt, self.merge)
        new.__dict__.update(self.__dict__)
        new.board, new.wilds, new.hands = dict(self.board), set(self.wilds), [set(hand) for hand in self.hands]
        new.chameleons, new.wasps, new.points, new.draws = [*self.chameleons], [*self.wasps], [*self.points], [*self.draws]
        return new

    @classmethod
    def read(cls, game: Game, text: str) -> Table:
        """The table of a position text."""
        board, chameleons, wasps, wilds, hands, points, acts, idle = text.split()
        new = cls(game.seats, game.options["bankrupt"], game.options["merge"])
        if acts == "starter":
            return new
        new.board = {point(at): tile for tile, at in (each.split("@") for each in board.split("/"))}
        new.chameleons, new.wasps = ([None if at == "-" else point(at) for at in part.split("/")] for part in (chameleons, wasps))
        new.wilds, *new.hands = (set(re.findall(r"[A-Z]\d", part)) for part in (wilds, *hands.split("/")))
        new.points = [None if mark == "out" else int(mark) for mark in points.split("/")]
        new.turn, new.idle, new.playing = int(acts[0]), int(idle), True
        new.draws = [new.turn] * int(acts[2:] or 0)
        return new


def lines(table: Table, depth: int) -> int:
    """Count lines of so many plies."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = table.copy()
        after.play(text)
        total += lines(after, depth - 1)
    return total


def play_both(game: Game, rng: Rng, walk: Callable[..., Any]) -> None:
    """Play a match on both; at every ply they must offer the same moves and come to the same position."""
    state, table = game.new(), Table(game.seats, game.options["bankrupt"], game.options["merge"])
    while state.to_act != calumma.OVER:
        assert {game.move_text(state, action) for action in state.legal()} == table.moves()
        action = walk(state, rng)
        action = state.pick(rng) if action is None else action
        table.play(game.move_text(state, action))
        state.apply(action)
        assert str(state) == str(table)
    assert table.is_over()


@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_at_random_go_as_in_the_slow_rules(variant: tuple[int, str, str]) -> None:
    play_both(load(*variant), calumma.Rng(1), lambda state, rng: None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_that_seek_points_go_as_in_the_slow_rules(pp: type[Help], variant: tuple[int, str, str]) -> None:
    for seed in range(2):
        play_both(load(*variant), calumma.Rng(seed), pp.seeking)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_matches_go_as_in_the_slow_rules(pp: type[Help], variant: Any) -> None:
    for seed in range(100):
        play_both(load(*variant), calumma.Rng(seed), pp.seeking if seed % 3 else lambda state, rng: None)


def random_position(game: Game, rng: Rng) -> State:
    """A board of few colours, so that groups abound, with chameleons, wasps and points anywhere."""
    colours = COLOURS[: rng.below(5) + 2]
    pool = [tile for tile in TILES if tile[0] in colours]
    drawn = [pool.pop(rng.below(len(pool))) for _ in range(min(len(pool) - 2, 4 + rng.below(18)))]
    board = {(0, 0): drawn[0]}
    for tile in drawn[1:]:
        near = list(board)[rng.below(len(board))]
        free = sorted(at for at in beside(near) if at not in board and max(map(abs, at)) <= 3)
        if free:
            board[free[rng.below(len(free))]] = tile
    places = [f"{x},{y}" for x, y in board]
    standing = "/".join(places[rng.below(len(places))] for _ in range(game.seats))
    wasps = [places[rng.below(len(places))] if rng.below(2) else "-" for _ in range(game.seats)]
    wasps = [at if at == "-" or wasps.index(at) == seat else "-" for seat, at in enumerate(wasps)]
    rest = [tile for tile in TILES if tile not in board.values()]
    dealt = [rest.pop(rng.below(len(rest))) for _ in range(2 * game.seats + 3)]
    hands = "/".join(dealt[2 * seat] + dealt[2 * seat + 1] for seat in range(game.seats))
    points = "/".join(str(rng.below(12)) for _ in range(game.seats))
    tiles = "/".join(f"{tile}@{x},{y}" for (x, y), tile in board.items())
    wilds = "".join(dealt[-3:])
    return game.parse_position(f"{tiles} {standing} {'/'.join(wasps)} {wilds} {hands} {points} {rng.below(game.seats)} 0")


@pytest.mark.contract
@pytest.mark.parametrize("variant", VARIANTS)
def test_points_on_crowded_boards_are_as_in_the_slow_rules(variant: tuple[int, str, str]) -> None:
    game, rng, scored = load(*variant), calumma.Rng(variant[0]), 0
    for _ in range(8):
        state = random_position(game, rng)
        table, legal = Table.read(game, str(state)), state.legal()
        assert {game.move_text(state, action) for action in legal} == table.moves()
        adds = [action for action in legal if FIRST_ADD <= action < FIRST_WALK]
        for action in [adds[rng.below(len(adds))] for _ in range(40)]:
            fast, slow = state.copy(), table.copy()
            fast.apply(action)
            slow.play(game.move_text(state, action))
            assert str(fast) == str(slow)
            scored += sum(fast.scores()) > sum(state.scores())
    assert scored > 30


ENTRIES = perft_files.read(Path(__file__).parents[2] / "perft" / "piecepack.toml")


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_lines_of_the_perft_file_are_as_many_in_the_slow_rules(entry: Entry) -> None:
    table = Table.read(entry.load(), entry.position)
    assert tuple(lines(table, depth) for depth in range(1, len(entry.nodes) + 1)) == entry.nodes
