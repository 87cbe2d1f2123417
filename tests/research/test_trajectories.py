"""Trajectories by seat are what each seat saw, did and got, and Minari reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import records
from calumma.lab import datasets
from calumma.lab.runner import run
from calumma.lab.trajectories import trajectories, write_minari

pytest.importorskip("pyarrow", reason='the research extra is not installed: pip install "calumma[research]"')
minari: Any = pytest.importorskip("minari", reason='the research extra is not installed: pip install "calumma[research]"')


@pytest.fixture(scope="module", params=["yamamoto", "piecepack"])
def data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data") / f"{request.param}.jsonl"
    jobs = datasets.plan(calumma.load(request.param), ["random", "greedy"], 2, seed=1, opening=2)
    assert len(list(run(jobs, datasets.log_path(out)))) == 2
    datasets.write(out, jobs, datasets.log_path(out), datasets.Wanted())
    return out


def test_every_seat_of_a_match_has_its_trajectory(data: Path) -> None:
    found = list(trajectories(data))
    rows = [row for row in datasets.read_plies(data) if not row["opening"]]
    assert sorted({(way.match, way.seat) for way in found}) == sorted({(row["match"], row["seat"]) for row in rows})
    for way in found:
        own = [row for row in rows if (row["match"], row["seat"]) == (way.match, way.seat)]
        assert way.actions.tolist() == [row["action"] for row in own]
        assert way.masks.sum(axis=1).tolist() == [*(row["choices"] for row in own), 0]
        assert way.rewards.tolist() == pytest.approx([0.0] * (len(own) - 1) + [own[-1]["payoff"]])


def test_the_last_observation_is_that_of_the_end(data: Path) -> None:
    matches = list(records.read(data))
    for way in trajectories(data):
        end = records.check(matches[way.match]).state
        assert way.observations[-1].tolist() == list(end.observe(way.seat))
        assert way.player == matches[way.match].players[way.seat]


def test_minari_loads_an_episode_a_seat(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    write_minari(data, f"{data.stem}/bots-v0")
    loaded = minari.load_dataset(f"{data.stem}/bots-v0")
    ways = list(trajectories(data))
    assert loaded.total_episodes == len(ways)
    known = loaded.storage.get_episode_metadata(range(len(ways)))
    for way, episode, about in zip(ways, loaded.iterate_episodes(), known, strict=True):
        assert episode.observations["action_mask"].tolist() == way.masks.tolist()
        assert episode.observations["observation"].tolist() == way.observations.tolist()
        assert episode.actions.tolist() == way.actions.tolist()
        assert (about["seat"], about["player"]) == (way.seat, way.player)
        assert episode.rewards.tolist() == way.rewards.tolist()
