"""Strength of one checkout beside another's in a game with secrets: `python benchmarks/secret_duels.py BEFORE AFTER GAME`.

One player of AFTER sits among players of BEFORE, in every seat in turn, with the same luck. Each checkout has a process of its
own, which is given its `src` and searches with the settings of the levels and so many simulations; choose them so that the
processor time of a decision, which is told, is the same. Both follow the whole match, as a referee does; a search deals anew what
its seat does not know. Prints a line for every deal: matches so far, share of the wins with its Wilson interval of 95 %, points
ahead of the others' mean with one standard error, milliseconds a decision.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

MOST_SEATS = 4
DECKS = ("piecepack",)  # games in which chance draws from one deck, evenly, and nothing returns to it


def serve(name: str, seats: int, simulations: int) -> None:
    """Follow matches: `new SEED`, `play ACTION`; `choose SEAT` is answered with an action and seconds of processor time."""
    import calumma
    from calumma.players.bots import TreePlayer
    from calumma.players.levels import tree_settings

    game = calumma.load(name, seats)
    state, seed, players = game.new(), 0, {}
    for line in sys.stdin:
        word, number = line.split()[0], int(line.split()[1])
        if word == "new":
            state, seed, players = game.new(), number, {}
        elif word == "play":
            state.apply(number)
        else:
            begun = time.process_time()
            if number not in players:
                settings = tree_settings(game, simulations)
                players[number] = TreePlayer("duel", game, seed * MOST_SEATS + number, simulations, settings=settings)
            action = players[number].search(state, number).action
            print(action, time.process_time() - begun, flush=True)


class Checkout:
    """A process that plays for one checkout."""

    def __init__(self, folder: Path, name: str, seats: int, simulations: int) -> None:
        setting = {**os.environ, "PYTHONPATH": str(folder.resolve() / "src")}
        command = [sys.executable, __file__, "--serve", name, str(seats), str(simulations)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=setting, cwd="/"
        )
        self.seconds, self.decisions = 0.0, 0

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        print(line, file=self.process.stdin)

    def choose(self, seat: int) -> int:
        assert self.process.stdout is not None
        self.tell(f"choose {seat}")
        action, seconds = self.process.stdout.readline().split()
        self.seconds += float(seconds)
        self.decisions += 1
        return int(action)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Luck:
    """The luck of a deal: decks lie in the same order, and the n-th throw of dice shows the same, whatever is played."""

    def __init__(self, deal: int, is_deck: bool) -> None:
        self.deal, self.is_deck, self.drawn = deal, is_deck, 0

    def pick(self, outcomes: list[tuple[int, int]]) -> int:
        """Return one of some outcomes with weights."""
        if self.is_deck:
            return min((each for each, _ in outcomes), key=lambda each: random.Random(f"{self.deal}/{each}").random())
        source = random.Random(f"{self.deal}:{self.drawn}")
        self.drawn += 1
        return source.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]


def play(game: object, players: list[Checkout], deal: int) -> tuple[list[float], list[int]]:
    """Play one match, and return the payoffs and the scores."""
    import calumma

    state, luck = game.new(), Luck(deal, game.name in DECKS)  # type: ignore[attr-defined]
    sides = list(dict.fromkeys(players))
    for side in sides:
        side.tell(f"new {deal}")
    while state.to_act != calumma.OVER:
        legal = state.legal()
        if state.to_act == calumma.CHANCE:
            action = luck.pick(state.chance())
        else:
            action = legal[0] if len(legal) == 1 else players[state.to_act].choose(state.to_act)
        state.apply(action)
        for side in sides:
            side.tell(f"play {action}")
    return state.payoffs(), state.scores()


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return the interval of 95 % around a share of n matches."""
    z = 1.96
    middle, spread = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, help="a checkout with its core built")
    parser.add_argument("after", type=Path)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=200, help="each is played once for every seat")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--simulations", type=int, nargs=2, default=[200, 200], metavar=("BEFORE", "AFTER"))
    asked = parser.parse_args()
    import calumma

    game = calumma.load(asked.game, asked.seats)
    before, after = (
        Checkout(folder, asked.game, asked.seats, simulations)
        for folder, simulations in zip((asked.before, asked.after), asked.simulations, strict=True)
    )
    won: list[float] = []
    leads: list[float] = []
    for deal in range(asked.first, asked.first + asked.deals):
        for seat in range(asked.seats):
            payoffs, scores = play(game, [after if each == seat else before for each in range(asked.seats)], deal)
            won.append(payoffs[seat])
            leads.append(scores[seat] - statistics.mean(score for each, score in enumerate(scores) if each != seat))
        share, error = statistics.mean(won), statistics.pstdev(leads) / math.sqrt(len(leads))
        low, high = wilson(share, len(won))
        costs = " against ".join(f"{1000 * side.seconds / max(1, side.decisions):.2f}" for side in (after, before))
        print(
            f"{len(won)} matches: {share:.1%} ({low:.1%} to {high:.1%}), {statistics.mean(leads):+.1f} points "
            f"({error:.1f}), {costs} ms a decision",
            flush=True,
        )
    before.close()
    after.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        main()
