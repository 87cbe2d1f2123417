"""Matches between bots as a data set of Minari: an episode for every seat of every match.

    python examples/make_minari.py yamamoto level:2 random --matches 20 --id yamamoto/levels-v0

Observations are dicts of `observation` and `action_mask`, as PettingZoo's agents get them; the reward comes with the last
decision. Minari keeps data sets in the folder that MINARI_DATASETS_PATH names, else in the home folder.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import minari

import calumma
from calumma.lab import datasets
from calumma.lab.runner import run
from calumma.lab.trajectories import write_minari


def make(game: calumma.Game, players: list[str], matches: int, name: str) -> None:
    """Play matches, and hand their trajectories to Minari."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / f"{game.name}.jsonl"
        jobs = datasets.plan(game, players, matches, seed=1, opening=2)
        for _ in run(jobs, datasets.log_path(out)):
            pass
        datasets.write(out, jobs, datasets.log_path(out), datasets.Wanted())
        write_minari(out, name, author="you", author_email="you@example.org", code_permalink="https://example.org/your/code")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a data set of Minari.")
    parser.add_argument("game", nargs="?", default="yamamoto")
    parser.add_argument("players", nargs="*", default=["level:2", "random"], help="who plays, one a side at most")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--id", default="yamamoto/levels-v0", help="the id by which Minari knows it")
    chosen = parser.parse_args()
    make(calumma.load(chosen.game), chosen.players, chosen.matches, chosen.id)
    data = minari.load_dataset(chosen.id)
    for player in chosen.players:
        about = data.storage.get_episode_metadata(data.episode_indices)
        own = [episode for episode, known in zip(data.iterate_episodes(), about, strict=True) if known["player"] == player]
        mean = sum(float(episode.rewards.sum()) for episode in own) / len(own)
        print(f"{player}: {len(own)} episodes, {mean:.2f} of the points")


if __name__ == "__main__":
    main()
