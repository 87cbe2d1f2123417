"""Short matches of all games in simulated worlds: whatever goes wrong, the invariants hold; and faults put back are found."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from .invariants import Violation
from .mutations import FAULTS, put_back
from .side_by_side import Died, side_by_side
from .world import World

TESTS = Path(__file__).parents[1]
BATCHES, WORLDS = 8, 10  # together some six hundred matches; .ci/run goes on with the next seeds
TRIES = 20  # worlds, from the seed on that found a fault: any change of the server changes what a seed brings
TRACE = "import sys; from simulation.world import World; print(*(World(int(seed)).run().trace for seed in sys.argv[1:]))"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_invariants_hold_in_simulated_worlds(batch: int) -> None:
    outcomes = [World(seed).run() for seed in range(batch * WORLDS, (batch + 1) * WORLDS)]
    assert {outcome.seed: str(outcome.violation) for outcome in outcomes if outcome.violation} == {}
    assert sum(outcome.matches for outcome in outcomes) >= 3 * WORLDS  # they are really played


@pytest.mark.parametrize("seed", [4, 47])
def test_a_seed_replays_exactly(seed: int) -> None:
    first, second = World(seed, keep_lines=True).run(), World(seed, keep_lines=True).run()
    assert len(first.lines) > 100
    assert first.lines == second.lines
    assert first.trace == second.trace


def test_a_seed_replays_exactly_in_another_process() -> None:
    def traces(hashes: str) -> list[str]:  # in 307 bots wait their turn: who is next must not hang on real seconds; 47 is a house
        environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": hashes}
        command = [sys.executable, "-c", TRACE, "307", "47"]
        found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=300)
        return found.stdout.split()

    assert traces("1") == traces("2") == [World(307).run().trace, World(47).run().trace]


def test_seeds_differ() -> None:
    assert World(4).run().trace != World(5).run().trace


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_that_is_put_back_is_found(name: str) -> None:
    with put_back(name) as fault:
        outcomes = (World(seed, fault.profile, fault.ignored).run() for seed in range(fault.seed, fault.seed + TRIES))
        found = next((outcome.violation.kind for outcome in outcomes if outcome.violation), None)
    assert found in fault.kinds


def test_a_violation_reaches_another_process() -> None:
    assert str(pickle.loads(pickle.dumps(Violation("stale", "shown 3 events")))) == "stale: shown 3 events"


def test_a_run_in_several_processes_ends_with_what_it_finds() -> None:
    command = [sys.executable, "-m", "simulation", "--workers", "2", "--fault", "14, strength", "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    found = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=600)
    assert (found.returncode, found.stderr) == (1, "")
    assert found.stdout.startswith("seed ")
    assert "(calm): strength: " in found.stdout


def test_a_process_that_dies_is_not_waited_for() -> None:
    with pytest.raises(Died, match=r"one of \[3\]"):
        list(side_by_side(os._exit, iter([3]), 2))
