"""`make bench`: our speed beside other libraries in one run, as ratios. Absolute figures mean little on a shared machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).parent))

import chess
from measure import Contestant, run, table
from peers import BATCH, aec_steps, openspiel_loop, openspiel_plies, openspiel_simulations, pettingzoo_steps, pgx_plies

import calumma
from calumma.rl import aec_env, vector_env
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
        Contestant("pgx othello, batch 1024", pgx_plies("othello")),
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


GAMES: list[tuple[str, int | None, dict[str, object]]] = [
    ("yamamoto", None, {}),
    ("bradley", 2, {"relocate": "none"}),
    ("bradley", 2, {"relocate": "own"}),
    ("chamelequin", 2, {}),
    ("piecepack", 2, {}),
    ("life", 2, {}),
]


def vector_contestant(
    name: str, seats: int | None, options: dict[str, object], form: Literal["bytes", "bits"], threads: int = 1
) -> Contestant:
    """A batch of matches with random legal actions: observations, masks, rewards and new matches in every step."""
    env = vector_env(name, BATCH, seats, copy=False, threads=threads, observations=form, masks=form, **options)
    observations, infos = env.reset(seed=1)
    written = observations[0].nbytes + infos["action_mask"][0].nbytes
    title = ", ".join([name, *(f"{key}={value}" for key, value in options.items()), f"{form} ({written:,} a row)"])
    start = time.perf_counter()
    for _ in range(10):
        env.step(env.random_actions())
    steps = max(1, int(10 * 0.1 / (time.perf_counter() - start)))

    def work() -> int:
        for _ in range(steps):
            env.step(env.random_actions())
        return steps * BATCH

    return Contestant(title + (f", {threads} threads" if threads > 1 else ""), work)


def compare_environments() -> str:
    """Environments for learning: every step of ours gives an observation and a mask."""
    pgx = Contestant(f"pgx othello, batch {BATCH}", pgx_plies("othello"))
    peers = [
        Contestant("PettingZoo connect four", pettingzoo_steps()),
        Contestant("OpenSpiel othello, Python loop, nothing observed", openspiel_loop("othello")),
        Contestant(f"pgx connect four, batch {BATCH}", pgx_plies("connect_four")),
        pgx,
    ]
    ours = [
        Contestant("yamamoto, PettingZoo", aec_steps(aec_env("yamamoto"), 300)),
        Contestant("bradley, relocate=none, PettingZoo", aec_steps(aec_env("bradley", 2, relocate="none"), 300)),
    ]
    for game in GAMES:
        ours += [vector_contestant(*game, "bytes"), vector_contestant(*game, "bits"), vector_contestant(*game, "bits", 2)]
    run([*ours, *peers])
    return table(f"Environments with observations and masks, ours {BATCH} matches at once", "steps", [*ours, *peers], pgx)


if __name__ == "__main__":
    core = "compiled" if calumma.compiled() else "interpreted"
    print(f"calumma {calumma.__version__}, {core} core, one core unless a line says threads\n")
    for compare in (compare_perft, compare_plies, compare_simulations, compare_environments):
        print(compare(), flush=True)
