"""What is made from types is as the types are: JSON schemas, the page about views, the types of the pages' scripts."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytest.importorskip("fastapi")
sys.path.insert(0, str(ROOT / "tools"))
import write_types  # noqa: E402

sys.path.remove(str(ROOT / "tools"))


@pytest.mark.parametrize("path", write_types.written(), ids=lambda path: path.name)
def test_it_is_as_the_types_are(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == write_types.written()[path], "run python tools/write_types.py"
