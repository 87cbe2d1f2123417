"""Strength of one checkout's level beside another's, at equal processor time: `python benchmarks/duels.py BEFORE AFTER GAME`.

Each checkout has a process of its own, which is given its `src`. The level of the first has a fixed budget a decision
(`--nodes`); that of the second is given as much as takes the same processor time, by what its last matches took. Openings are
random plies, and each is played once by every side of the second checkout; with more than two sides one of its players sits among
those of the first. What is told at the end: the share of wins, its Wilson interval, milliseconds and nodes a decision of both.

A log (`--log`) has one line a match; with the same log the run goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

DAMPING = 0.5  # of the correction of the second's budget after each match


def worker(source: str, told: dict[str, Any]) -> None:
    """Answer requests (a line of JSON each) for actions with the action and the seconds of processor time that it took."""
    sys.path.insert(0, source)
    import calumma
    from calumma import players
    from calumma.core import OVER, Rng
    from calumma.players import levels

    if not Path(calumma.__file__).is_relative_to(Path(source).resolve()):
        raise SystemExit(f"calumma comes from {calumma.__file__}: expected {source}")
    game = calumma.load(told["game"], seats=told["seats"], **told["options"])
    usual = levels.level_settings
    levels.level_settings = lambda game, level: {**usual(game, level), **told["settings"]}
    weighing = levels._weighing
    levels._weighing = lambda game: {**weighing(game), **told["weighing"]}
    seated: dict[int, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        if "opening" in asked:
            state, rng, actions = game.new(), Rng(asked["opening"]), []
            seated = {}
            while len(actions) < asked["plies"] and state.to_act != OVER:
                actions.append(state.pick(rng))
                state.apply(actions[-1])
            print(json.dumps({"actions": actions, "teams": [list(team) for team in game.teams]}), flush=True)
            continue
        state = game.new()
        for action in asked["actions"]:
            state.apply(action)
        seat = state.to_act
        if seat == OVER:
            print(json.dumps({"shares": list(state.payoffs())}), flush=True)
            continue
        if asked["nodes"] == 0 or len(state.legal()) == 1:
            print(json.dumps({"seat": seat, "action": state.legal()[0] if len(state.legal()) == 1 else -1}), flush=True)
            continue
        if seat not in seated:
            seated[seat] = players.load(f"level:{told['level']}", game, asked["seed"] + seat)
            seated[seat].thinker.game.new().evaluate()  # reads what it has learned
        thinker = seated[seat].thinker
        if hasattr(thinker, "exact"):
            thinker.exact = usual(game, told["level"]).get("exact", 0.0) * asked["nodes"] / usual(game, told["level"])["nodes"]
        setattr(thinker, "simulations" if hasattr(thinker, "simulations") else "nodes", asked["nodes"])
        begun = time.process_time()
        action = seated[seat].choose(state, seat).action
        print(json.dumps({"seat": seat, "action": action, "seconds": time.process_time() - begun}), flush=True)


class Side:
    """A checkout that plays: its process, its budget, and what it took."""

    def __init__(self, checkout: Path, told: dict[str, Any], nodes: int) -> None:
        source = str((checkout / "src").resolve())
        command = [sys.executable, __file__, "--worker", source, json.dumps(told)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.nodes = float(nodes)
        self.decisions, self.seconds, self.asked = 0, 0.0, 0.0

    def ask(self, **request: object) -> dict[str, Any]:
        """Return the answer to a request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("a player has ended: expected an answer")
        return dict(json.loads(answer))

    def choose(self, actions: list[int], seed: int) -> dict[str, Any]:
        """Return what this side does after some actions."""
        answer = self.ask(actions=actions, nodes=max(1, round(self.nodes)), seed=seed)
        if "seconds" in answer:
            self.decisions += 1
            self.seconds += answer["seconds"]
            self.asked += self.nodes
        return answer

    @property
    def pace(self) -> float:
        """Seconds a decision so far."""
        return self.seconds / max(1, self.decisions)


def played(number: int, before: Side, after: Side, plies: int, seed: int) -> float:
    """Play a match; return the share of the wins that the second checkout's side took, whose place follows from the number."""
    sides = len(before.ask(opening=0, plies=0)["teams"])
    opening = before.ask(opening=seed + number // sides, plies=plies)
    after.ask(opening=seed + number // sides, plies=plies)
    ours, actions = opening["teams"][number % sides], opening["actions"]
    while True:
        seat = before.ask(actions=actions, nodes=0)
        if "shares" in seat:
            return float(sum(seat["shares"][place] for place in ours))
        if seat["action"] >= 0:
            actions.append(seat["action"])
            continue
        side = after if seat["seat"] in ours else before
        actions.append(side.choose(actions, seed + number)["action"])


def interval(share: float, n: int) -> tuple[float, float]:
    """Return the Wilson interval of a share, with 95 %."""
    z = 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - spread, middle + spread


def value(text: str) -> float | str | bool | int:
    """Return what a setting's text stands for."""
    try:
        return json.loads(text)  # type: ignore[no-any-return]
    except ValueError:
        return text


def pairs(texts: list[str]) -> dict[str, Any]:
    """Return settings, given as NAME=VALUE."""
    return {name: value(text) for name, _, text in (each.partition("=") for each in texts)}


def main() -> None:
    """Play the duels that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=5000, help="a decision of the first")
    parser.add_argument("--pace", type=float, default=1.0, help="processor time of the second as a part of the first's")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--plies", type=int, default=8, help="random ones before")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help="of the second's level")
    parser.add_argument("--weighing", action="append", default=[], metavar="NAME=VALUE", help="of the second's tree")
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    common = {"game": given.game, "seats": given.seats, "options": pairs(given.option), "level": given.level}
    before = Side(given.before, {**common, "settings": {}, "weighing": {}}, given.nodes)
    changed = {"settings": pairs(given.setting), "weighing": pairs(given.weighing)}
    after = Side(given.after, {**common, **changed}, given.nodes)
    done = [json.loads(line) for line in given.log.open()] if given.log and given.log.exists() else []
    shares = [row["share"] for row in done]
    if done:
        for name, side in (("before", before), ("after", after)):
            side.decisions, side.seconds, side.asked = done[-1][name]
        after.nodes = done[-1]["nodes"]
    for number in range(len(shares), given.matches):
        marks = before.decisions, before.seconds, after.decisions, after.seconds
        shares.append(played(number, before, after, given.plies, given.seed))
        theirs = (before.seconds - marks[1]) / max(1, before.decisions - marks[0])
        ours = (after.seconds - marks[3]) / max(1, after.decisions - marks[2])
        if ours and theirs:
            drift = min(2.0, max(0.5, given.pace * before.pace / after.pace))  # what has been too much so far
            after.nodes *= (given.pace * theirs / ours * drift) ** DAMPING
        if given.log:
            row = {
                "share": shares[-1],
                "before": [before.decisions, before.seconds, before.asked],
                "after": [after.decisions, after.seconds, after.asked],
                "nodes": after.nodes,
            }
            with given.log.open("a") as file:
                file.write(json.dumps(row) + "\n")
        if (number + 1) % 10 == 0 or number + 1 == given.matches:
            share = sum(shares) / len(shares)
            low, high = interval(share, len(shares))
            print(
                f"{len(shares)} matches: {100 * share:.1f} % ({100 * low:.1f} % to {100 * high:.1f} %); "
                f"{1000 * before.pace:.2f} ms and {before.asked / max(1, before.decisions):.0f} nodes a decision before, "
                f"{1000 * after.pace:.2f} ms and {after.asked / max(1, after.decisions):.0f} after",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], json.loads(sys.argv[3]))
    else:
        main()
