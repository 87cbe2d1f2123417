"""`make bench`: our speed beside other libraries in one run, as ratios. Absolute figures mean little on a shared machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import chess
from measure import Contestant, run, table
from peers import aec_steps, openspiel_loop, openspiel_plies, openspiel_simulations, pettingzoo_steps

import calumma
from calumma.rl import aec_env
from calumma.search import uct_speed


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


def playout_work(name: str, seats: int | None = None, **options: object) -> Callable[[], int]:
    """Uniformly random playouts of one of our games, about a tenth of a second of them, counted in plies."""
    root = calumma.load(name, seats, **options).new()
    rng = calumma.Rng(1)
    start = time.perf_counter()
    calumma.playouts(root, 200, rng)
    count = max(1, int(200 * 0.1 / (time.perf_counter() - start)))
    return lambda: calumma.playouts(root, count, rng)[0]


def compare_plies() -> str:
    peers = [
        Contestant("OpenSpiel othello", openspiel_plies("othello")),
        Contestant("OpenSpiel breakthrough", openspiel_plies("breakthrough")),
    ]
    ours = [
        Contestant("yamamoto", playout_work("yamamoto")),
        Contestant("bradley, 2 seats, relocate=none", playout_work("bradley", 2, relocate="none")),
        Contestant("bradley, 2 seats, relocate=own", playout_work("bradley", 2, relocate="own")),
        Contestant("chamelequin, 2 seats", playout_work("chamelequin", 2)),
        Contestant("piecepack, 2 seats", playout_work("piecepack", 2)),
        Contestant("life, 2 seats", playout_work("life", 2)),
    ]
    run([*ours, *peers])
    return table("Uniformly random play", "plies", [*ours, *peers], peers[0])


def compare_simulations() -> str:
    peer = Contestant("OpenSpiel othello, MCTS", openspiel_simulations("othello"))
    root = calumma.load("bradley", 2, relocate="none").new()
    rng = calumma.Rng(1)

    def work() -> int:
        return uct_speed(root, 0.1, rng)[0]

    ours = Contestant("bradley, 2 seats, relocate=none, plain UCT", work)
    run([ours, peer])
    return table("Tree search with one random rollout a simulation", "simulations", [ours, peer], peer)


def compare_environments() -> str:
    """PettingZoo's loop, an observation and a mask a step; environments of many matches are compared by environments.py."""
    peer = Contestant("PettingZoo connect four", pettingzoo_steps())
    ours = [
        Contestant("yamamoto, PettingZoo", aec_steps(aec_env("yamamoto"), 300)),
        Contestant("bradley, relocate=none, PettingZoo", aec_steps(aec_env("bradley", 2, relocate="none"), 300)),
    ]
    loop = Contestant("OpenSpiel othello, Python loop, nothing observed", openspiel_loop("othello"))
    run([*ours, loop, peer])
    return table("One match at a time", "steps", [*ours, loop, peer], peer)


if __name__ == "__main__":
    core = "compiled" if calumma.compiled() else "interpreted"
    print(f"calumma {calumma.__version__}, {core} core, one core\n")
    for compare in (compare_perft, compare_plies, compare_simulations, compare_environments):
        print(compare(), flush=True)
