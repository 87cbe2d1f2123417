"""Yamamoto's counts, found a second time by a slow walk written from the rules and sharing nothing with ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from calumma.testing import perft_files
from calumma.testing.perft_files import Entry

FOLDER = Path(__file__).parents[2] / "perft"
ENTRIES = perft_files.read(FOLDER / "yamamoto.toml")
FILES = "abcde"
KING = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
KNIGHT = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def board_of(text: str) -> tuple[dict[tuple[int, int], str], str]:
    """Return {(file, rank): letter} and the letters of the seat to move."""
    ranks, turn = text.split()
    board = {}
    for rank, row in zip("54321", ranks.split("/"), strict=True):
        cells = "".join("." * int(c) if c.isdigit() else c for c in row)
        board.update({(file, int(rank)): c for file, c in enumerate(cells, 1) if c != "."})
    return board, "WB" if turn == "o" else "wb"


def goal(mine: str, option: str) -> set[tuple[int, int]]:
    """The squares where a seat wants to arrive."""
    rank = 5 if mine == "WB" else 1
    return {(file, rank) for file in ((2, 4) if option == "dots" else (1, 2, 3, 4, 5))}


def targets(board: dict[tuple[int, int], str], square: tuple[int, int], mine: str) -> list[tuple[int, int]]:
    file, rank = square
    dark = (file + rank) % 2 == 0
    at_home = dark == (board[square] in "Bb")
    found = {(file + x, rank + y) for x, y in (KING if at_home else KING + KNIGHT)}
    for x, y in BISHOP if at_home else []:
        step = (file + x, rank + y)
        while min(step) >= 1 and max(step) <= 5:
            found.add(step)
            if step in board:
                break
            step = (step[0] + x, step[1] + y)
    return [to for to in found if min(to) >= 1 and max(to) <= 5 and board.get(to, "?") not in mine]


def moves(board: dict[tuple[int, int], str], mine: str, option: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    theirs = "wb" if mine == "WB" else "WB"
    enemies = [square for square, piece in board.items() if piece in theirs]
    entered = [square for square in enemies if square in goal(theirs, option)]
    if not enemies or (entered and len(enemies) == 1):
        return []
    every = [(square, to) for square in board if board[square] in mine for to in targets(board, square, mine)]
    return [(square, to) for square, to in every if not entered or to == entered[0]]


def lines(board: dict[tuple[int, int], str], mine: str, option: str, depth: int) -> int:
    found = moves(board, mine, option)
    if depth == 1:
        return len(found)
    total = 0
    for square, to in found:
        after = {**board, to: board[square]}
        del after[square]
        total += lines(after, "wb" if mine == "WB" else "WB", option, depth - 1)
    return total


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_a_slow_independent_walk_counts_the_same(entry: Entry) -> None:
    board, mine = board_of(entry.position)
    for depth, nodes in enumerate(entry.nodes, 1):
        if nodes <= 26_000:
            assert lines(board, mine, str(entry.options["goal"]), depth) == nodes


def test_the_file_holds_the_known_numbers_and_middle_games() -> None:
    starts = {entry.options["goal"]: entry.nodes for entry in ENTRIES if entry.position == "wbwbw/5/5/5/WBWBW o"}
    assert starts["dots"] == (27, 729, 20554, 571402, 16532822)
    assert starts["row"] == (27, 729, 20554, 566230, 16257386)
    assert len(ENTRIES) >= 10
