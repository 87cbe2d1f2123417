"""The walks in docs/development.md go through files and names that exist, and the drawn map is as the imports are."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "calumma"
sys.path.insert(0, str(ROOT / "tools"))
import draw_packages  # noqa: E402

sys.path.remove(str(ROOT / "tools"))

FILE = re.compile(r"[\w/]+\.(py|js)")


def steps() -> list[str]:
    """The numbered steps of all walks."""
    text = (ROOT / "docs" / "development.md").read_text(encoding="utf-8")
    walks = text.split("## Four walks\n")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. (.+)$", walks, re.MULTILINE)


def spans(step: str) -> list[str]:
    return re.findall(r"`([^`]+)`", step)


def test_there_are_steps() -> None:
    assert len(steps()) > 20


@pytest.mark.parametrize("step", steps(), ids=lambda step: step[:40])
def test_a_step_names_files_that_exist_and_names_that_stand_in_them(step: str) -> None:
    paths = [SOURCE / span for span in spans(step) if FILE.fullmatch(span) and "/" in span]
    names = [span.split(".")[-1] for span in spans(step) if re.fullmatch(r"[A-Za-z_][\w.]*", span) and not FILE.fullmatch(span)]
    assert all(path.exists() for path in paths)
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


def test_the_map_is_as_the_imports_are() -> None:
    assert draw_packages.PICTURE.read_text(encoding="utf-8") == draw_packages.drawn(), "run python tools/draw_packages.py"
