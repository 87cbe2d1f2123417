"""Speed of one checkout beside another's, as ratios: `python benchmarks/versions.py BEFORE AFTER [ROW...]`.

Each checkout has a process of its own, which is given its `src`. The two take turns in short slices of the same work, so that
noise meets both alike, and processor time is counted, so that a busy machine costs neither of them. A ratio above 1 says that the
second is faster; units a second are those of the best slices.

`nodes` and `simulations` are those of level 6 in positions of a random match. `evaluations` are calls from Python, and `scores`
the same calls for something that takes hardly any time: the difference is what an evaluation costs.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

Work = Callable[[], int]
"""Does some work and returns how many units it did."""

GAMES: list[tuple[str, int | None, dict[str, object]]] = [
    ("yamamoto", None, {}),
    ("bradley", 2, {"relocate": "none"}),
    ("bradley", 2, {"relocate": "own"}),
    ("chamelequin", 2, {}),
    ("piecepack", 2, {}),
    ("life", 2, {}),
]
TREES: list[tuple[str, int | None, dict[str, object]]] = [("bradley", 3, {}), ("chamelequin", 3, {}), *GAMES[-2:]]
SEARCHED, SIMULATED = 5_000, 500  # nodes and simulations of one search
BATCH = 1024
SLICE = 0.1
ROUNDS = 31


def rows() -> dict[str, Callable[[], Work]]:
    """Return what is measured, by name: our rows of `compare.py`, the tree search of every game, and what a server asks."""
    found: dict[str, Callable[[], Work]] = {}
    for goal in ("dots", "row"):
        found[f"perft 4, yamamoto, goal={goal}"] = lambda goal=goal: perft_work(goal)
    for name, seats, options in GAMES:
        title = ", ".join([name, *(f"{key}={value}" for key, value in options.items())])
        asked = (name, seats, options)
        found[f"random plies, {title}"] = lambda asked=asked: playout_work(*asked)
        found[f"UCT simulations, {title}"] = lambda asked=asked: tree_work(*asked)
        found[f"vector environment, {title}"] = lambda asked=asked: vector_work(*asked)
        found[f"views, {title}"] = lambda asked=asked: view_work(*asked)
        found[f"stories, {title}"] = lambda asked=asked: story_work(*asked)
        found[f"scenes, {title}"] = lambda asked=asked: scene_work(*asked)
    for kind, work, games in (("nodes", nodes_work, GAMES[:4]), ("simulations", simulations_work, TREES)):
        for asked in games:
            found[f"{kind}, {title_of(*asked)}"] = lambda work=work, asked=asked: work(*asked)
            found[f"evaluations, {title_of(*asked)}"] = lambda asked=asked: asking_work("evaluate", *asked)
            found[f"scores, {title_of(*asked)}"] = lambda asked=asked: asking_work("scores", *asked)
    for name, seats, options in GAMES[:2]:
        found[f"PettingZoo, {name}"] = lambda asked=(name, seats, options): agents_work(*asked)
    return found


def title_of(name: str, seats: int | None, options: dict[str, object]) -> str:
    return ", ".join([name, *([f"{seats} seats"] if seats else []), *(f"{key}={value}" for key, value in options.items())])


def perft_work(goal: str) -> Work:
    import calumma

    state = calumma.load("yamamoto", goal=goal).new()
    return lambda: calumma.perft(state, 4)


def playout_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    import calumma

    root, rng = calumma.load(name, seats, **options).new(), calumma.Rng(1)
    return lambda: calumma.playouts(root, 100, rng)[0]


def tree_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    import calumma
    from calumma.search import uct_speed

    root = calumma.load(name, seats, **options).new()
    while root.to_act == calumma.CHANCE:
        root.apply(root.legal()[0])
    rng = calumma.Rng(1)
    return lambda: uct_speed(root, SLICE, rng)[0]


def vector_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    from calumma.rl import vector_env

    env = vector_env(name, BATCH, seats, copy=False, **options)
    env.reset(seed=1)

    def work() -> int:
        env.step(env.random_actions())
        return BATCH

    return work


def agents_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    sys.path.insert(0, str(Path(__file__).parent))
    from peers import aec_steps

    from calumma.rl import aec_env

    return aec_steps(aec_env(name, seats, **options), 100)


def middle(name: str, seats: int | None, options: dict[str, object]):  # type: ignore[no-untyped-def]
    """Positions of one random match, each with the action that was played there and the position after it."""
    import calumma

    game, rng = calumma.load(name, seats, **options), calumma.Rng(1)
    state, course = game.new(), []
    while state.to_act != calumma.OVER and len(course) < 300:
        before, action = state.copy(), state.pick(rng)
        state.apply(action)
        course.append((before, action, state.copy()))
    return game, course[:: max(1, len(course) // 40)]


def nodes_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    """Search as level 6 does, but for what it remembers from one decision to the next."""
    from calumma.players.levels import level_settings
    from calumma.search import AlphaBeta

    game, states = deciding(name, seats, options)
    chosen = level_settings(game, 6)
    settings = {key: chosen[key] for key in ("quiescence", "reductions", "margin", "width") if key in chosen}
    searcher, turn = AlphaBeta(game, 16.0, **settings), itertools.cycle(states)
    return lambda: sum(searcher.search(next(turn), nodes=SEARCHED).nodes for _ in states)


def simulations_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    from calumma.players.bots import TreePlayer
    from calumma.players.levels import tree_settings

    game, states = deciding(name, seats, options)
    settings = tree_settings(game, SIMULATED)
    player = TreePlayer("bench", game, 1, SIMULATED, settings=settings, remembers=False)

    def work() -> int:
        for state in states:
            player.search(state, state.to_act)
        return SIMULATED * len(states)

    return work


def asking_work(method: str, name: str, seats: int | None, options: dict[str, object]) -> Work:
    _, states = deciding(name, seats, options)
    asked = [getattr(state, method) for state in states]

    def work() -> int:
        for ask in asked:
            for _ in range(100):
                ask()
        return 100 * len(asked)

    return work


def deciding(name: str, seats: int | None, options: dict[str, object]):  # type: ignore[no-untyped-def]
    """The game, and some positions of one random match in which a seat has a choice."""
    game, course = middle(name, seats, options)
    states = [before for before, _, _ in course if before.to_act >= 0 and len(before.legal()) > 1]
    return game, states[len(states) // 8 :: max(1, len(states) // 6)][:6]


def view_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    _, course = middle(name, seats, options)

    def work() -> int:
        for before, _, _ in course:
            before.view(0)
        return len(course)

    return work


def story_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    game, course = middle(name, seats, options)

    def work() -> int:
        for before, action, after in course:
            game.story(before, action, after, 0)
        return len(course)

    return work


def scene_work(name: str, seats: int | None, options: dict[str, object]) -> Work:
    game, course = middle(name, seats, options)

    def work() -> int:
        for before, _, _ in course[:5]:
            game.scene(before, 0)
        return len(course[:5])

    return work


def serve() -> None:
    """Do slices of the work whose name comes in, and answer with units a second of processor time."""
    known, ready = rows(), dict[str, Work]()
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in ready:
            ready[name] = known[name]()
            ready[name]()
        begun, units = time.process_time(), 0
        while (spent := time.process_time() - begun) < SLICE:
            units += ready[name]()
        print(units / spent, flush=True)


class Checkout:
    """A process that measures one checkout."""

    def __init__(self, folder: Path) -> None:
        setting = {**os.environ, "PYTHONPATH": str(folder.resolve() / "src")}
        command = [sys.executable, __file__, "--serve"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=setting, cwd="/")

    def rate(self, row: str) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(row, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def compare(before: Checkout, after: Checkout, row: str, rounds: int) -> str:
    """Return the best rates and their ratio, and the median and the lower quartile of the ratios of neighbouring slices."""
    rates = [(before.rate(row), after.rate(row)) for _ in range(rounds)]
    ratios = sorted(new / old for old, new in rates)
    old, new = max(old for old, _ in rates), max(new for _, new in rates)
    return f"{old:,.0f} | {new:,.0f} | {new / old:.2f} | {statistics.median(ratios):.2f} | {ratios[len(ratios) // 4]:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("folders", nargs="*", help="two checkouts with their core built, then words that chosen rows contain")
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return
    if len(asked.folders) < 2:
        parser.error("two checkouts are needed: before and after")
    before, after = (Checkout(Path(folder)) for folder in asked.folders[:2])
    words = asked.folders[2:]
    print("| | before, a second | after | best slices | median of the pairs | lower quartile |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for row in rows():
        if not words or any(word in row for word in words):
            print(f"| {row} | {compare(before, after, row, asked.rounds)} |", flush=True)


if __name__ == "__main__":
    main()
