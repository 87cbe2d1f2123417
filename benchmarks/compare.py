"""`make bench`: our speed beside other libraries in one run, as ratios. Absolute figures mean little on a shared machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import chess
from measure import Contestant, run, table

import calumma


def chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


def perft_work(name: str, depth: int, **options: object) -> Callable[[], int]:
    state = calumma.load(name, **options).new()
    return lambda: calumma.perft(state, depth)


def compare_perft() -> str:
    peer = Contestant("python-chess, perft 3 from its start", lambda: chess_perft(chess.Board(), 3))
    ours = [Contestant(f"yamamoto, goal={goal}, perft 5", perft_work("yamamoto", 5, goal=goal)) for goal in ("dots", "row")]
    run([*ours, peer])
    return table("Leaf nodes of perft", "leaf nodes", [*ours, peer], peer)


if __name__ == "__main__":
    print(f"calumma {calumma.__version__}, {'compiled' if calumma.compiled() else 'interpreted'} core\n")
    print(compare_perft())
