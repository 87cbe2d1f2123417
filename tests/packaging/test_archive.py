"""The source archive: it builds where there is a compiler, and runs interpreted where there is none."""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.packaging.conftest import Installed

GAMES = calumma.games()
ROOT = Path(__file__).parents[2]
FOLDER = Path("src/calumma/offline/folder")  # if make offline has built it: of a certificate it has the first line


@pytest.fixture(scope="session")
def compiled(built: Callable[..., Path], installed: Callable[..., Installed]) -> Installed:
    """The archive built with a compiler; quickly, for what is asked here is whether it builds."""
    return installed(built(CFLAGS="-O0", CALUMMA_COMPILED="1"))


@pytest.fixture(scope="session")
def plain_wheel(built: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive built where no compiler is to be found."""
    return built(PATH=str(tmp_path_factory.mktemp("nothing")), CC="false")


@pytest.fixture(scope="session")
def interpreted(plain_wheel: Path, installed: Callable[..., Installed]) -> Installed:
    return installed(plain_wheel)


def test_the_archive_holds_the_sources_and_neither_builds_nor_certificates(archive: Path) -> None:
    with tarfile.open(archive) as file:
        names = {Path(*Path(name).parts[1:]) for name in file.getnames()}
    beside = "setup.py pyproject.toml MANIFEST.in constraints.txt README.md LICENSE NOTICE.md CITATION.cff"
    assert {Path(name) for name in beside.split()} <= names
    ours = {path for path in names if not path.is_relative_to(FOLDER)}
    assert not {path.suffix for path in ours} & {".so", ".pyd", ".pyc", ".c", ".proof", ".index"}
    assert {path.parts[0] for path in names if len(path.parts) > 1} == {"src"}
    assert {path.parts[1] for path in names if len(path.parts) > 2} == {"calumma", "calumma.egg-info"}
    fonts = {path.relative_to(ROOT) for path in (ROOT / "src/calumma/server/static/fonts").glob("*")}
    assert fonts <= names  # with their licences, if they could be fetched


def test_with_a_compiler_the_core_is_compiled_and_needs_no_cython(compiled: Installed) -> None:
    assert "compiled core" in compiled.ask("--version")
    assert "cython" not in compiled.distributions()


def test_without_one_it_runs_interpreted_and_brings_what_that_needs(interpreted: Installed) -> None:
    assert "interpreted core" in interpreted.ask("--version")
    assert "cython" in interpreted.distributions()
    assert not list(interpreted.folder.rglob("calumma/**/*.so"))


def test_a_wheel_without_the_compiled_core_does_not_pass_for_one_with_it(plain_wheel: Path) -> None:
    assert plain_wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.parametrize(("changes", "warned"), [({}, True), ({"CALUMMA_PURE": "1"}, False)])
def test_the_interpreted_core_says_so_when_it_is_loaded(interpreted: Installed, changes: dict[str, str], warned: bool) -> None:
    """Pip shows nothing of a build that succeeds."""
    words = [str(interpreted.bin / "python"), "-c", "import calumma"]
    said = subprocess.run(words, cwd=interpreted.folder, env=changes, capture_output=True, text=True, check=True).stderr
    assert ("calumma runs interpreted, a hundred times slower" in said) == warned


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
