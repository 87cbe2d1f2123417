"""Engines for tests: a few lines of shell each, well-behaved except for what a test is about."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
GOOD = {
    "hello": "echo 'name Shell'; echo 'hello 1'",
    "isready": "echo readyok",
    "legal": "first=${line#legal }; first=${first%% *}",
    "go": "echo bestmove $first",
    "quit": "exit 0",
}


def shell(**parts: str) -> list[str]:
    """Return the command of an engine that plays the first legal move; `parts` are what it does otherwise, by order."""
    cases = "".join(f"{word}*) {what} ;; " for word, what in {**GOOD, **parts}.items())
    return ["sh", "-c", f"while read -r line; do case $line in {cases} esac; done"]


def spec(**parts: str) -> str:
    """Return the player that such an engine is."""
    return "engine:" + shlex.join(shell(**parts))


@pytest.fixture(scope="session")
def c_engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example in C, compiled."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    path: Path = tmp_path_factory.mktemp("engine") / "engine"
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-std=c11", "-o", path, EXAMPLES / "engine.c"], check=True)
    return path
