"""`calumma new`: a package outside the clone that plays at once, and names that do not fit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.cli import main
from calumma.core import registry
from calumma.testing import check_game, variants
from calumma.testing.making import make_package
from calumma.testing.readiness import missing

ROOT = Path(__file__).parents[2]


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a package and offers its game by CALUMMA_GAMES."""
    monkeypatch.setattr(sys, "path", list(sys.path))

    def make(name: str, compiled: Any = False) -> Any:
        make_package(name, tmp_path / name, compiled)
        monkeypatch.setenv("CALUMMA_GAMES", str(tmp_path / name))
        registry.search_again()
        return tmp_path / name

    yield make
    monkeypatch.undo()
    registry.search_again()
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pebbles", "long_road")]:
        del sys.modules[name]


def test_a_new_package_keeps_the_laws_and_lacks_nothing_once_its_files_are_written(offered: Any) -> None:
    offered("long_road")
    for game in variants("long_road"):
        assert check_game(game, matches=3).matches == 3
    assert set(missing("long_road")) == {"perft-is-pinned", "a-match-is-pinned"}
    assert main(["write", "files", "long_road"]) == 0
    assert missing("long_road") == {}


def test_a_new_package_is_played_by_bots_from_the_command_line(offered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    offered("pebbles")
    assert main(["match", "pebbles", "level:3", "random", "--matches", "4", "--json"]) == 0
    assert '"matches": 4' in capsys.readouterr().out


def test_names_are_everywhere_those_of_the_author(offered: Any) -> None:
    folder = offered("long_road")
    texts = {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert "class LongRoad(PlainState)" in texts["rules.py"]
    assert 'title="Long Road"' in texts["__init__.py"]
    assert 'name = "calumma-long-road"' in texts["pyproject.toml"]
    assert not [name for name, text in texts.items() if "$" in text]


@pytest.mark.skipif(not calumma.compiled(), reason="where the core is interpreted, sources are not built")
def test_a_package_to_be_compiled_says_until_then_that_it_is_not_built(offered: Any) -> None:
    offered("pebbles", compiled=True)
    assert "its modules are not compiled, but the core is: build it" in registry.faults()["pebbles"]


@pytest.mark.skipif(not calumma.compiled(), reason="where the core is interpreted, sources are not built")
def test_a_package_to_be_compiled_plays_once_it_is_built(tmp_path: Path) -> None:
    make_package("pebbles", tmp_path / "pebbles", compiled=True)
    quick = {**os.environ, "CFLAGS": "-O0", "CALUMMA_GAMES": str(tmp_path / "pebbles")}
    check = "import calumma; from calumma.testing import check_game; check_game(calumma.load('pebbles'), matches=2)"
    for words in (["setup.py", "-q", "build_ext", "--inplace"], ["-c", check]):
        line = [sys.executable, *words]
        done = subprocess.run(line, cwd=tmp_path / "pebbles", env=quick, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert list((tmp_path / "pebbles").rglob("rules*.so"))


@pytest.mark.parametrize("compiled", [False, True])
def test_new_packages_are_in_the_style_of_the_house(tmp_path: Path, compiled: Any) -> None:
    make_package("pebbles", tmp_path / "pebbles", compiled)
    for words in (["check", "--select", "E,F,W,B,UP,C4,SIM,RUF", "--ignore", "RUF022"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *words, "--no-cache", "--line-length", "130", str(tmp_path / "pebbles")]
        done = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Pebbles", 'cannot call a game "Pebbles": expected small letters, digits and _, a letter first, as in long_road'),
        ("class", 'cannot call a game "class": expected small letters'),
        ("../pebbles", 'cannot call a game "../pebbles": expected small letters'),
        ("yamamoto", 'cannot call a game "yamamoto": there is a game of that name'),
        ("json", 'cannot call a game "json": there is a Python package of that name'),
    ],
)
def test_a_name_that_does_not_fit_is_refused_in_a_sentence(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pebbles").mkdir()
    assert main(["new", "pebbles"]) == 2
    assert "cannot write to pebbles: it exists already" in capsys.readouterr().err
