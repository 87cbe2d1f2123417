"""A data set of matches between bots, and something learnt from it: who is going to win?

    python examples/make_dataset.py piecepack greedy --matches 60 --out data.parquet

The same as `calumma selfplay`, in Python: matches are played (on processes, or on Ray), kept in a log that a stopped run goes on
with, and written as records and as a table of plies. Then a forest of scikit-learn learns, from what the acting seat observes,
whether that seat is going to win. It is measured on matches that it has not seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sklearn.ensemble import RandomForestClassifier

import calumma
from calumma.lab import datasets
from calumma.lab.runner import run


def make(game: calumma.Game, players: list[str], matches: int, out: Path, workers: int, on: str) -> None:
    """Play what is not played yet, and write the data set."""
    jobs = datasets.plan(game, players, matches, seed=1, opening=2)
    log = datasets.log_path(out)
    for number, (_, outcome) in enumerate(run(jobs, log, workers=workers, on=on), 1):
        print(f"match {number}: {len(outcome.record.plies)} plies, {outcome.record.reason}", flush=True)
    count, plies = datasets.write(out, jobs, log, datasets.Wanted(observations=True, legal=True))
    print(f"{count} matches in {out}, {plies} plies in {datasets.plies_path(out)}")


def learn(data: dict[str, Any], share: float = 0.75) -> tuple[float, float]:
    """Return how often the model, and one who always says the same, tell the winner in matches that were not learnt from."""
    won = data["payoff"] > 0.5
    known = data["match"] < share * (data["match"].max() + 1)
    model = RandomForestClassifier(200, min_samples_leaf=5, random_state=1)
    model.fit(data["observation"][known], won[known])
    told = model.predict(data["observation"][~known])
    usual = won[known].mean() > 0.5
    return float((told == won[~known]).mean()), float((won[~known] == usual).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a data set and learn from it.")
    parser.add_argument("game", nargs="?", default="piecepack")
    parser.add_argument("players", nargs="*", default=["greedy"], help="who plays, one a side at most")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--on", default="local", help="local, ray, or the address of a Ray cluster")
    parser.add_argument("--out", type=Path, default=Path("data.parquet"))
    chosen = parser.parse_args()
    make(calumma.load(chosen.game), chosen.players, chosen.matches, chosen.out, chosen.workers, chosen.on)
    data = datasets.arrays(chosen.out)
    right, usual = learn(data)
    print(f"learnt from {len(data['action'])} plies of {data['observation'].shape[1]} numbers")
    print(f"winners told in {right:.0%} of the positions of new matches; by always saying the same in {usual:.0%}")


if __name__ == "__main__":
    main()
