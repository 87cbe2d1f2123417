"""Any call, with anything, in any order: the interpreter survives. `make sanitize` makes a million of them, with sanitizers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import calumma

FUZZER = Path(__file__).with_name("fuzzing.py")


@pytest.mark.skipif(not calumma.compiled(), reason="Python code cannot damage memory")
def test_five_thousand_calls_break_nothing(tmp_path: Path) -> None:
    log = tmp_path / "last-call"
    words = [sys.executable, str(FUZZER), "--calls", "5000", "--seed", "1", "--log", str(log)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-2000:]}\n{log.read_text(errors='replace').strip()}"
