"""The examples for research run, with small settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import calumma

pytest.importorskip("pettingzoo", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("pyspiel", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("sklearn", reason='the research extra is not installed: pip install "calumma[research]"')

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments):
    place = {**os.environ, "PYTHONPATH": str(Path(calumma.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, timeout=300, check=False, env=place
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_learner_gets_better():
    told = run("train_yamamoto.py", "--rounds", "3", "--matches", "40", "--measure", "60").splitlines()
    before, after = (float(line.split()[1]) for line in (told[0], told[-1]))
    assert after > before + 0.15


def test_openspiels_search_plays_bradley():
    assert "points" in run("openspiel_bradley.py", "--matches", "1", "--simulations", "3")
