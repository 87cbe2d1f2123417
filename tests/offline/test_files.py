"""Writing the folder out of the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from calumma.cli import main
from calumma.offline import files


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "built"
    (made / "static").mkdir(parents=True)
    for name in ("index.html", "service.js", "static/icon.svg"):
        (made / name).write_text(name)
    monkeypatch.setattr(files, "FOLDER", made)
    return tmp_path / "out"


def test_an_older_folder_is_replaced(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["offline", "--out", str(built)]) == 0
    (built / "old.js").write_text("from before")
    assert main(["offline", "--out", str(built)]) == 0
    assert sorted(path.name for path in built.rglob("*")) == ["icon.svg", "index.html", "service.js", "static"]
    assert "is written" in capsys.readouterr().out


def test_other_files_are_left_alone(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built.mkdir()
    (built / "diary.txt").write_text("mine")
    assert main(["offline", "--out", str(built)]) == 2
    assert "holds other files" in capsys.readouterr().err
    assert (built / "diary.txt").read_text() == "mine"


def test_a_package_without_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    assert main(["offline", "--out", str(tmp_path / "out")]) == 2
    assert "make offline" in capsys.readouterr().err
