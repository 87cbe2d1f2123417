"""What pyright, and so most editors, see of the library: the types of compiled classes and of what they return."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PYRIGHT = Path(__file__).parents[1] / "node_modules" / ".bin" / "pyright"
PROBE = """
import calumma
from calumma import players
from calumma.search import AlphaBeta, InformationTree, Tree

game = calumma.load("yamamoto")
state = game.new()
reveal_type(AlphaBeta)
reveal_type(AlphaBeta(game).search(state, 2))
reveal_type((Tree, InformationTree))
reveal_type(players.load("level:1", game).choose(state, 0, lines=3).candidates)
reveal_type((state.legal(), state.copy(), calumma.playouts(state, 1, seed := 1)))
reveal_type(calumma.Board("life").push("pass"))
"""
SEEN = [
    "type[AlphaBeta]",
    "SearchReport",
    "tuple[type[Tree], type[InformationTree]]",
    "list[Candidate]",
    "tuple[list[int], State, tuple[int, list[float]]]",
    "Move",
]


@pytest.mark.skipif(not PYRIGHT.exists(), reason="pyright is not installed: make node_modules/.installed")
def test_editors_see_the_types_of_compiled_classes(tmp_path: Path) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text(PROBE, encoding="utf-8")
    words = [str(PYRIGHT), "--outputjson", "--pythonpath", sys.executable, str(probe)]
    told = json.loads(subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False).stdout)
    messages = [one["message"] for one in told["generalDiagnostics"]]
    assert [message.rpartition(' is "')[2].removesuffix('"') for message in messages] == SEEN
