"""The source archive: it builds where there is a compiler, and runs interpreted where there is none."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.packaging.conftest import Installed

GAMES = calumma.games()


@pytest.fixture(scope="session")
def compiled(built: Callable[..., Path], installed: Callable[..., Installed]) -> Installed:
    """The archive built with a compiler; quickly, for what is asked here is whether it builds."""
    return installed(built(CFLAGS="-O0", CALUMMA_COMPILED="1"))


@pytest.fixture(scope="session")
def interpreted(
    built: Callable[..., Path], installed: Callable[..., Installed], tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The archive built where no compiler is to be found."""
    return installed(built(PATH=str(tmp_path_factory.mktemp("nothing")), CC="false"))


def test_the_archive_holds_the_sources_and_neither_builds_nor_certificates(archive: Path) -> None:
    with tarfile.open(archive) as file:
        names = {Path(*Path(name).parts[1:]) for name in file.getnames()}
    beside = "setup.py pyproject.toml MANIFEST.in constraints.txt README.md LICENSE NOTICE.md CITATION.cff"
    assert {Path(name) for name in beside.split()} <= names
    assert not {path.suffix for path in names} & {".so", ".pyd", ".pyc", ".c", ".proof", ".index"}
    assert {path.parts[0] for path in names if len(path.parts) > 1} == {"src"}
    assert {path.parts[1] for path in names if len(path.parts) > 2} == {"calumma", "calumma.egg-info"}


def test_with_a_compiler_the_core_is_compiled_and_needs_no_cython(compiled: Installed) -> None:
    assert "compiled core" in compiled.ask("--version")
    assert "cython" not in compiled.distributions()


def test_without_one_it_runs_interpreted_and_brings_what_that_needs(interpreted: Installed) -> None:
    assert "interpreted core" in interpreted.ask("--version")
    assert "cython" in interpreted.distributions()
    assert not list(interpreted.folder.rglob("calumma/**/*.so"))


@pytest.mark.parametrize("game", GAMES)
def test_both_play_every_game_by_the_same_rules(compiled: Installed, interpreted: Installed, game: str) -> None:
    """A seed means the same match everywhere, so that one plays what the other does, ply by ply."""
    played = []
    for environment in (compiled, interpreted):
        out = environment.folder / f"{game}.json"
        environment.ask("random", game, "--seed", 7, "--out", out)
        played.append(json.loads(out.read_text(encoding="utf-8")))
        assert environment.ask("replay", out, "--all") == "1 match follows the rules, ply by ply\n"
    assert played[0] == played[1]


def test_a_bot_plays_on_the_interpreted_core(interpreted: Installed) -> None:
    found = json.loads(interpreted.ask("match", "yamamoto", "level:1", "random", "--matches", 1, "--json"))
    assert found["matches"] == 1
