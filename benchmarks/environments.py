"""Our vector environment beside the strongest peers, in one run: `build/peers/bin/python` runs theirs (rivals.py).

All take turns in slices of a quarter of a second of processor time. A ply is an action of a seat or of chance; bytes are those of
a row's observation and mask. `--rounds` tells how often everybody gets a slice; `--threads` compares two threads with one, too,
by wall time, which means something on idle cores alone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import calumma
from calumma.rl import vector_env
from calumma.rl.vector import Moves, Sight, VectorEnv

BATCH = 1024
SLICE = 0.25
SHORT = 30  # slices of some steps a round, for two threads beside one
PEERS = Path("build/peers/bin/python")
GAMES: list[tuple[str, int | None, dict[str, object]]] = [
    ("yamamoto", None, {}),
    ("chamelequin", 2, {}),
    ("bradley", 2, {"relocate": "none"}),
    ("bradley", 2, {"relocate": "own"}),
    ("piecepack", 2, {}),
    ("life", 2, {}),
]
FORMS: list[tuple[Sight, Moves]] = [("none", "bits"), ("bits", "bits"), ("bytes", "bytes")]


@dataclass
class Row:
    """One environment of the table."""

    name: str
    plies: float
    """Of a step, chance included."""
    size: int
    rates: list[float] = field(default_factory=list)

    def line(self) -> str:
        steps = statistics.median(self.rates)
        best = max(self.rates)
        shown = [steps / 1e6, best / 1e6, steps * self.plies / 1e6, steps * self.size / 1e6]
        return f"| {self.name} | {shown[0]:,.2f} | {shown[1]:,.2f} | {shown[2]:,.2f} | {self.size:,} | {shown[3]:,.0f} |"


def plies_a_step(game: calumma.Game, matches: int = 30) -> float:
    """How many plies a seat's ply brings with it in random play."""
    rng, plies, steps = calumma.Rng(1), 0, 0
    for _ in range(matches):
        state = game.new()
        while state.to_act != calumma.OVER:
            plies += 1
            steps += state.to_act >= 0
            state.apply(state.pick(rng))
    return plies / steps


class Ours:
    """A batch of matches with random legal actions."""

    def __init__(self, name: str, seats: int | None, options: dict[str, object], sight: Sight, moves: Moves) -> None:
        self.env = begun(name, seats, options, sight, moves, 1)
        observations, infos = self.env.reset(seed=1)
        size = observations[0].nbytes + infos["action_mask"][0].nbytes
        said = ", ".join([name, *(f"`{key}={value}`" for key, value in options.items())])
        told = "masks as bits, nothing observed" if sight == "none" else sight
        self.row = Row(f"{said}: {told}", plies_a_step(self.env.game), size)
        self.slice()
        self.row.rates.clear()

    def slice(self) -> None:
        start, steps = time.process_time(), 0
        while time.process_time() - start < SLICE:
            for _ in range(4):
                self.env.step(self.env.random_actions())
            steps += 4
        self.row.rates.append(steps * BATCH / (time.process_time() - start))


def begun(name: str, seats: int | None, options: dict[str, object], sight: Sight, moves: Moves, threads: int) -> VectorEnv:
    env = vector_env(name, BATCH, seats, copy=False, threads=threads, observations=sight, masks=moves, **options)
    env.reset(seed=1)
    return env


class Theirs:
    """The process that runs the peers."""

    def __init__(self, python: Path) -> None:
        command = [str(python), str(Path(__file__).parent / "rivals.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        known = self._answer()
        self.rows = [Row(name, *told) for name, told in known.items() if not isinstance(told, str)]
        self.missing = {name: told for name, told in known.items() if isinstance(told, str)}

    def _answer(self):
        return json.loads(self.process.stdout.readline())

    def slice(self, row: Row) -> None:
        self.process.stdin.write(row.name + "\n")
        self.process.stdin.flush()
        steps, seconds = self._answer()
        row.rates.append(steps / seconds)

    def leave(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def compare(rounds: int, python: Path) -> None:
    """Print the table."""
    ours = [Ours(*game, *form) for game in GAMES for form in FORMS]
    theirs = Theirs(python)
    for _ in range(rounds):
        for one in ours:
            one.slice()
        for row in theirs.rows:
            theirs.slice(row)
    theirs.leave()
    print(f"{BATCH} matches at once, one thread, millions a second of processor time, median of {rounds} slices\n")
    print("| | steps | best slice | plies | bytes a row | MB |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for row in [*(one.row for one in ours), *theirs.rows]:
        print(row.line())
    for name, why in theirs.missing.items():
        print(f"\n{name}: {why}")


def compare_threads(rounds: int) -> None:
    """Print how much faster two threads are than one, and two processes that share nothing: what the cores allow just then."""
    print(
        "\n| two to one | threads | quartiles | processes that share nothing | quartiles |\n| --- | ---: | ---: | ---: | ---: |"
    )
    for game in GAMES:
        name, _, options = game
        envs = [begun(*game, "bits", "bits", threads) for threads in (1, 2)]
        with Companion(*game) as companion:
            slices = [(short(envs[0]), short(envs[1]), companion.beside(envs[0])) for _ in range(rounds * SHORT)]
        said = ", ".join([name, *(f"`{key}={value}`" for key, value in options.items())])
        threads, processes = [one / two for one, two, _ in slices], [2 * one / both for one, _, both in slices]
        print(f"| {said} | {spread(threads)} | {spread(processes)} |")


def spread(ratios: list[float]) -> str:
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.2f} | {low:.2f} to {high:.2f}"


def short(env: VectorEnv) -> float:
    """Seconds that some steps take."""
    env.step(env.random_actions())  # helpers have slept while others stepped
    start = time.perf_counter()
    for _ in range(30):
        env.step(env.random_actions())
    return time.perf_counter() - start


class Companion:
    """Another process that plays the same game in one thread."""

    def __init__(self, *game: Any) -> None:
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=accompany, args=(end, game), daemon=True)

    def __enter__(self) -> Companion:
        self.process.start()
        self.pipe.recv()
        return self

    def __exit__(self, *problem: object) -> None:
        self.pipe.send(False)
        self.process.join()

    def beside(self, env: VectorEnv) -> float:
        """Seconds that some steps take while the other process takes as many: of the slower one."""
        self.pipe.send(True)
        own = short(env)
        return max(own, self.pipe.recv())


def accompany(pipe: Any, game: tuple[Any, ...]) -> None:
    env = begun(*game, "bits", "bits", 1)
    pipe.send(None)
    while pipe.recv():
        pipe.send(short(env))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--peers", type=Path, default=PEERS, help="the Python that has what peers.txt lists")
    chosen = parser.parse_args()
    if not chosen.peers.exists():
        sys.exit(f"{chosen.peers} is not there: make build/peers/.installed makes it")
    compare(chosen.rounds, chosen.peers)
    if chosen.threads:
        compare_threads(chosen.rounds)
