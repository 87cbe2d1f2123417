"""Games of other packages: known by name wherever games are known, and one that is broken does not stop the others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import registry

pytestmark = pytest.mark.contract
PROJECT = """
[project]
name = "{name}"
version = "1"

[project.entry-points."calumma.games"]
{name} = "{target}"
"""
COPY = """
from dataclasses import replace

from calumma.testing import topcard

GAME = replace(topcard.GAME, name="{name}")
"""


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Offers a game by a folder of CALUMMA_GAMES."""
    folders: list[str] = []
    monkeypatch.setattr(sys, "path", list(sys.path))

    def make(name: str, source: str, target: str = "") -> Path:
        folder = tmp_path / f"project-{len(folders)}"
        (folder / "src").mkdir(parents=True)
        (folder / "pyproject.toml").write_text(PROJECT.format(name=name, target=target or f"own_{name}"))
        (folder / "src" / f"own_{name}.py").write_text(source)
        folders.append(str(folder))
        monkeypatch.setenv("CALUMMA_GAMES", os.pathsep.join(folders))
        registry.search_again()
        return folder

    yield make
    monkeypatch.undo()
    registry.search_again()
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


def test_a_game_of_a_folder_is_among_the_games_and_loads(offer: Any) -> None:
    offer("twig", COPY.format(name="twig"))
    assert calumma.games()[-1] == "twig"
    assert calumma.load("twig", 3, rounds=2).name == "twig"


def test_a_game_of_an_installed_package_is_found_by_its_entry_point(
    offer: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaf-1.dist-info").mkdir()
    (tmp_path / "leaf-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: leaf\nVersion: 1\n")
    (tmp_path / "leaf-1.dist-info" / "entry_points.txt").write_text("[calumma.games]\nleaf = own_leaf:ONE\n")
    (tmp_path / "own_leaf.py").write_text(COPY.format(name="leaf").replace("GAME =", "ONE ="))
    monkeypatch.syspath_prepend(tmp_path)
    registry.search_again()
    assert calumma.load("leaf").info.title == "Top Card"


def test_a_broken_package_is_named_and_does_not_stop_the_others(offer: Any) -> None:
    first = offer("broken", "1 / 0")
    offer("twig", COPY.format(name="twig"))
    assert [name for name in calumma.games() if name in ("broken", "twig")] == ["twig"]
    sentence = f'the game "broken" of {first} cannot be used: ZeroDivisionError: division by zero'
    assert registry.faults() == {"broken": sentence}
    with pytest.raises(calumma.GameError, match="ZeroDivisionError"):
        calumma.load("broken")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("GAME = 3", "expected its module to define GAME, a calumma.core.Definition, and found a int"),
        (COPY.format(name="twig"), 'its definition has the name "twig": expected "leaf", as its entry point says'),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("x = 1", "has no attribute 'GAME'"),
    ],
)
def test_what_is_wrong_with_a_package_is_said(offer: Any, source: Path, told: str) -> None:
    offer("leaf", source)
    assert told in registry.faults()["leaf"]


def test_a_name_that_is_taken_is_left_out_and_said(offer: Any) -> None:
    folder = offer("yamamoto", COPY.format(name="yamamoto"))
    assert calumma.load("yamamoto").info.designer == "Mitsuo Yamamoto"
    assert registry.faults()[f"yamamoto ({folder})"].endswith("is left out: there is another game of that name")


def test_a_folder_without_a_project_is_said(monkeypatch: pytest.MonkeyPatch, offer: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("CALUMMA_GAMES", str(tmp_path))
    registry.search_again()
    assert registry.faults()[str(tmp_path)].startswith(f'the folder "{tmp_path}" of CALUMMA_GAMES offers no game')


def test_another_process_finds_it_by_a_pickle_alone(offer: Any, tmp_path: Path) -> None:
    offer("twig", COPY.format(name="twig"))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
    import pickle

    (tmp_path / "game").write_bytes(pickle.dumps(calumma.load("twig", 3)))
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "game")], capture_output=True, text=True, check=True)
    assert done.stdout == "twig (3 seats, rounds=1)\n"


def test_importing_calumma_looks_for_no_packages() -> None:
    code = "import sys, calumma; calumma.load('yamamoto').new(); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_command_line_plays_it_and_names_what_is_broken(offer: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from calumma.cli import main

    offer("broken", "1 / 0")
    offer("twig", COPY.format(name="twig"))
    assert main(["games"]) == 0
    said = capsys.readouterr()
    assert "twig: Top Card" in said.out
    assert said.err.startswith('calumma: the game "broken" of ')
    assert main(["check", "twig", "--matches", "1"]) == 0
