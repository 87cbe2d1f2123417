"""What can be said of the container file without building it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from calumma.cli.serving import serve

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def lines(word: str) -> list[str]:
    return [line.removeprefix(f"{word} ") for line in TEXT.splitlines() if line.startswith(f"{word} ")]


def test_every_variable_that_it_sets_is_one_of_the_server() -> None:
    named = set(re.findall(r"\b(CALUMMA_\w+)=", TEXT)) - {"CALUMMA_COMPILED"}  # asked for by the build, not by the server
    known = {option.envvar for option in serve.params}
    assert {"CALUMMA_HOST", "CALUMMA_PORT", "CALUMMA_DB"} <= named <= known


@pytest.mark.parametrize("line", [line for line in lines("COPY") if not line.startswith("--from")])
def test_everything_that_it_copies_is_there_and_not_ignored(line: str) -> None:
    kept = {entry.removeprefix("!") for entry in (ROOT / ".containerignore").read_text(encoding="utf-8").split()}
    for name in shlex.split(line)[:-1]:
        assert (ROOT / name).exists()
        assert name in kept


def test_it_does_not_run_as_root_and_keeps_data_on_a_volume() -> None:
    assert lines("USER") == ["calumma"]
    assert lines("VOLUME") == ["/data"]
    assert "sqlite:////data/" in TEXT
