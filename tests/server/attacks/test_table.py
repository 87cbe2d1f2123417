"""The table of attacks in docs/server.md."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[2]


def test_every_attack_names_tests_that_are_there() -> None:
    text = (TESTS.parent / "docs/server.md").read_text().partition("### Attacks")[2]
    known = "".join(path.read_text() for path in TESTS.rglob("test_*.py"))
    rows = re.findall(r"^\| (\d+)\. .* \| (.*) \|$", text, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 19))
    named = [name for _, tests in rows for name in re.findall(r"`([a-z_0-9]+)`", tests)]
    assert [name for name in named if f"def test_{name}(" not in known] == []
