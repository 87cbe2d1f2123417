"""An AlphaZero loop on one core: a network learns yamamoto, or another game, from matches with itself.

    pip install "calumma[research]"
    python examples/alphazero_yamamoto.py --minutes 40 --folder runs/yamamoto
    calumma play yamamoto --seat me --seat net:runs/yamamoto/best.network

Many matches are played at once, each with a tree that the network guides; when a match is over, every decision in it becomes a
lesson: which actions the tree tried, and who won. The network is small enough for NumPy to learn, and for the compiled core to
ask half a million times a second. All of it is in `calumma.lab.networks` and `self_play`; this is the loop. A run that was
stopped goes on where it was. `curve.jsonl` in its folder tells how strong the network was after how many minutes of processor
time.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # such small products are slower on several

from measuring import wilson

import calumma
from calumma.core import CHANCE, OVER, Game, Rng
from calumma.core.network import packed
from calumma.lab.habits import Habits
from calumma.lab.networks import Learner, Lessons
from calumma.lab.self_play import TaughtPlay, self_play
from calumma.players import load

PLIES = 16  # of each, between two lessons
TAUGHT = 8  # matches of a teacher, between two lessons


class Run:
    """A run in its folder."""

    def __init__(self, game: Game, chosen: argparse.Namespace) -> None:
        self.game, self.chosen, self.folder = game, chosen, chosen.folder
        self.learner = Learner(game, *chosen.units, chosen.seed)
        self.spent = self.told = 0.0  # seconds of processor time
        self.folder.mkdir(parents=True, exist_ok=True)
        self._go_on()
        self.lessons = Lessons(game, self.learner.shape.turned, chosen.room, chosen.width)
        habits = Habits(simulations=chosen.simulations, random=chosen.random, warm=chosen.warm, stray=chosen.stray)
        seed = chosen.seed + self.learner.steps
        self.play = self_play(game, chosen.rows, habits, self.lessons, seed)
        self.teaching = TaughtPlay(game, chosen.teacher, self.play, seed) if chosen.teacher else None
        self._use()

    def _go_on(self) -> None:
        if (self.folder / "learner.npz").exists():
            self.learner.load(self.folder / "learner.npz")
            last = json.loads((self.folder / "curve.jsonl").read_text().splitlines()[-1])
            self.spent = self.told = 60.0 * last["minutes"]

    def learn(self) -> None:
        """Play and learn until the time is over."""
        while self.spent < 60 * self.chosen.minutes:
            begun = time.process_time()
            surprise = self._round()
            self.spent += time.process_time() - begun
            if self.spent - self.told >= 60 * self.chosen.every or self.spent >= 60 * self.chosen.minutes:
                self.told = self.spent
                self._tell(surprise)

    def _round(self) -> tuple[float, float]:
        before = self.lessons.count
        if self.teaching and self.spent < 60 * self.chosen.taught:
            for _ in range(TAUGHT):
                self.teaching.step()
        else:
            for _ in range(PLIES):
                self.play.step()
        if len(self.lessons) < 4 * self.chosen.batch:
            return 0.0, 0.0
        pace = self.chosen.pace * (0.05 + 0.95 * max(0.0, 1 - self.spent / (60 * self.chosen.minutes)))
        for _ in range(max(1, self.chosen.reuse * (self.lessons.count - before) // self.chosen.batch)):
            surprise = self.learner.learn(self.lessons.draw(self.learner.luck, self.chosen.batch), pace)
        self._use()
        return surprise

    def _use(self) -> None:
        """Let the network play, as soon as it has learnt long enough from whoever plays before."""
        if self.spent >= 60 * self.chosen.taught:
            self.play.use(self.learner.network())

    def _tell(self, surprise: tuple[float, float]) -> None:
        """Save everything, measure the network against bots, and write a line of the curve."""
        path = self.folder / "best.network"
        path.write_bytes(packed(self.learner.network(self.chosen.coarse)))
        points = {}
        for name in self.chosen.against:
            share = measured(self.game, f"net:{path}", name, self.chosen.curve)
            points[name] = [round(each, 3) for each in (share, *wilson(share, self.chosen.curve))]
        line = {
            "minutes": round(self.spent / 60, 2),
            "matches": self.play.matches,
            "lessons": self.lessons.count,
            "surprise": [round(each, 3) for each in surprise],
            "matches a point": self.chosen.curve,
            "points": points,
        }
        self.learner.save(self.folder / "learner.npz")
        with (self.folder / "curve.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)


def measured(game: Game, player: str, opponent: str, matches: int) -> float:
    """Return the share of points against a bot: pairs of matches with the same two random plies and luck, seats exchanged."""
    total = 0.0
    for match in range(matches):
        luck, own, state = Rng(match // 2), match % game.seats, game.new()
        bots = [load(player if seat == own else opponent, game, match + seat) for seat in range(game.seats)]
        ply = 0
        while state.to_act != OVER:
            is_given = state.to_act == CHANCE or ply < 2
            ply += 1
            state.apply(state.pick(luck) if is_given else bots[state.to_act].choose(state, state.to_act).action)
        total += game.shares(state.payoffs())[own]
    return total / matches


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a network from matches with itself.")
    parser.add_argument("--game", default="yamamoto")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--folder", type=Path, required=True, help="what is learnt, and where a run goes on")
    parser.add_argument("--minutes", type=float, default=40, help="processor time to play and learn for, in all")
    parser.add_argument("--every", type=float, default=4, help="minutes between two points of the curve")
    parser.add_argument("--curve", type=int, default=60, help="matches for a point of the curve, against each bot")
    parser.add_argument("--against", nargs="*", default=["level:1", "level:2", "level:3"])
    parser.add_argument("--units", type=int, nargs=2, default=[128, 32], help="of the two layers")
    parser.add_argument("--rows", type=int, default=128, help="matches at once")
    parser.add_argument("--room", type=int, default=300_000, help="lessons that are kept")
    parser.add_argument("--width", type=int, default=96, help="actions that a lesson keeps, those tried most")
    parser.add_argument("--simulations", type=int, default=64, help="of a decision in matches with itself")
    parser.add_argument("--random", type=int, default=2, help="random plies, at most, at the start of a match")
    parser.add_argument("--warm", type=int, default=12, help="plies in which actions are played as often as they were tried")
    parser.add_argument(
        "--taught", type=float, default=0, help="minutes in which a teacher plays, or in a game with secrets the evaluation"
    )
    parser.add_argument("--teacher", help="a player to learn from first, for the minutes of --taught: level:5")
    parser.add_argument("--stray", type=float, default=0.1, help="part of its plies that are played at random")
    parser.add_argument("--coarse", type=int, default=0, help="bits of the weights of actions that the file leaves out")
    parser.add_argument("--reuse", type=int, default=6, help="how often a lesson is learnt")
    parser.add_argument("--batch", type=int, default=1024, help="lessons at once")
    parser.add_argument("--pace", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        game = calumma.load(chosen.game, chosen.seats, **dict(each.split("=", 1) for each in chosen.option))
        for name in chosen.against:
            load(name, game, 1)
        run = Run(game, chosen)
    except (calumma.GameError, ValueError) as error:
        parser.error(str(error))
    run.learn()


if __name__ == "__main__":
    main()
