"""Tournaments on Ray: on a cluster started for the run, and on one of two nodes that loses one of them on the way."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.cli import main
from calumma.lab.tournament import TournamentPlan

if find_spec("ray") is None:  # not imported here: Ray reads its settings from the environment when it is
    pytest.skip('the research extra is not installed: pip install "calumma[research]"', allow_module_level=True)

PROGRAM = "import sys; from calumma.cli import main; sys.exit(main())"
LIMIT = 240  # seconds until something is taken for stuck


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(calumma.__file__).parents[1]))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_memory_monitor_refresh_ms", "0")  # a busy machine is no reason to kill our jobs
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    monkeypatch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # stay on 127.0.0.1


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head and another node, both here, of one processor each; all that Ray writes goes to a folder of their own."""
    from ray.cluster_utils import Cluster

    node = {
        "num_cpus": 1,
        "node_ip_address": "127.0.0.1",
        "include_dashboard": False,
        "object_store_memory": 100_000_000,
    }
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:  # a short name: sockets go there
        # The cluster writes its address into Ray's default folder, wherever its nodes work, and does not make that folder.
        monkeypatch.setenv("RAY_TMPDIR", folder)
        default = Path(folder, "ray")
        default.mkdir()
        made = Cluster(initialize_head=True, head_node_args={**node, "temp_dir": str(default)})
        try:
            made.doomed = made.add_node(**node)
            yield made
        finally:
            made.shutdown()


def begin(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def entries(log: Path) -> list[Any]:
    """The finished matches so far, without a line that is just being written."""
    if not log.exists():
        return []
    return [json.loads(line) for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")]


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "nothing happens any more"
        time.sleep(0.05)


@pytest.mark.filterwarnings("ignore")
def test_a_tournament_survives_the_death_of_a_node_and_counts_every_match_once(cluster: Any, tmp_path: Path) -> None:
    log = tmp_path / "matches.jsonl"
    process = begin("tournament", "yamamoto", "mcts:800", "mcts:400", "--matches", 60, "--on", cluster.address, "--out", tmp_path)
    doomed = cluster.doomed.node_id
    wait_until(lambda: len({one["by"].split(":")[0] for one in entries(log)}) == 2, process)
    cluster.remove_node(cluster.doomed, allow_graceful=False)
    before = entries(log)
    told, complaint = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, complaint
    assert "| mcts:800 |" in told
    after = entries(log)
    planned = [job.id for job in TournamentPlan(calumma.load("yamamoto"), ["mcts:800", "mcts:400"], "round-robin", 60).jobs]
    assert len(before) < len(planned)  # it was in the middle
    assert any(one["by"].startswith(doomed) for one in before)
    assert sorted(one["id"] for one in after) == sorted(planned)
    assert json.loads((tmp_path / "tournament.json").read_text())["matches"] == len(planned)


@pytest.mark.filterwarnings("ignore")
def test_what_was_begun_here_goes_on_on_a_cluster_started_for_the_run(tmp_path: Path) -> None:
    arguments = ["tournament", "yamamoto", "greedy", "random", "--out", str(tmp_path), "--matches"]
    assert main([*arguments, "4"]) == 0
    here = entries(tmp_path / "matches.jsonl")
    process = begin(*arguments, 8, "--on", "ray", "--workers", 2)
    _, complaint = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, complaint
    assert "Traceback" not in complaint
    there = entries(tmp_path / "matches.jsonl")
    assert there[:4] == here
    assert sorted(one["id"] for one in there) == sorted(
        job.id for job in TournamentPlan(calumma.load("yamamoto"), ["greedy", "random"], "round-robin", 8).jobs
    )


@pytest.mark.parametrize(
    ("place", "sentence"), [("127.0.0.1:1", "cannot reach the Ray cluster"), ("ray://x", "cannot read the address")]
)
def test_a_cluster_that_is_not_there_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str], place: str, sentence: str) -> None:
    assert main(["tournament", "yamamoto", "greedy", "random", "--on", place]) == 2
    assert sentence in capsys.readouterr().err


def test_where_ray_is_missing_a_sentence_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calumma.extras.find_spec", lambda name: None)
    assert main(["tournament", "yamamoto", "greedy", "random", "--on", "ray"]) == 2
    assert 'Ray needs packages that are not installed (ray): pip install "calumma[research]"' in capsys.readouterr().err
