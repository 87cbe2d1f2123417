"""The wheel in an empty environment: two small dependencies, no compiler, every game; extras and certificates on top of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from email.parser import Parser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.packaging.conftest import Installed

ROOT = Path(__file__).parents[2]
GAMES = calumma.games()
FOLDER = "calumma/offline/folder/"  # the site without a server: it is there if make offline has built it
BASE = {"calumma", "click", "prompt_toolkit", "wcwidth"}  # the last comes with prompt_toolkit


@pytest.fixture(scope="session")
def base(installed: Callable[..., Installed], wheel: Path) -> Installed:
    return installed(wheel)


@pytest.fixture(scope="session")
def files(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


def test_a_wheel_of_the_compiled_core_needs_two_libraries(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        required = Parser().parsestr(file.read(name).decode()).get_all("Requires-Dist") or []
    assert {text.partition(">")[0] for text in required if "extra ==" not in text} == {"click", "prompt-toolkit"}


def test_the_wheel_holds_every_module_and_all_data_but_no_certificate(files: set[str]) -> None:
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in (source / "calumma").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so")
    }
    assert wanted <= files
    assert {name.partition("/")[0] for name in files if ".dist-info/" not in name} == {"calumma"}
    assert not {Path(name).suffix for name in files if not name.startswith(FOLDER)} & {".proof", ".index", ".c", ".o", ".pyc"}


def test_of_a_certificate_the_site_without_a_server_has_one_line(wheel: Path) -> None:
    """If it was built in the clone, it is in the wheel; it asks for what is known, and proves nothing."""
    with zipfile.ZipFile(wheel) as file:
        proofs = [file.read(name) for name in file.namelist() if name.startswith(FOLDER) and name.endswith(".proof")]
    assert [text.count(b"\n") for text in proofs] == [1] * len(proofs)


def test_the_wheel_holds_the_extension_of_every_compiled_module(files: set[str]) -> None:
    compiled = {str(Path(*name.split("."))) for name in sys.modules if is_extension(name)}
    assert compiled
    assert compiled <= {name.partition(".")[0] for name in files if name.endswith(".so")}


def is_extension(name: str) -> bool:
    return name.startswith("calumma.") and str(sys.modules[name].__file__).endswith(".so")


def test_nothing_else_is_installed_and_no_compiler_is_in_reach(base: Installed) -> None:
    assert base.distributions() == BASE
    assert not any(shutil.which(name, path=str(base.bin)) for name in ("gcc", "cc", "clang"))


def test_the_compiled_core_is_loaded_from_outside_the_clone(base: Installed) -> None:
    assert "compiled core" in base.ask("--version")
    where = subprocess.run(
        [base.bin / "python", "-c", "import calumma; print(calumma.__file__)"],
        cwd=base.folder,
        env={},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(base.folder)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_is_played_at_level_3(base: Installed, game: str) -> None:
    out = base.folder / f"{game}.jsonl"
    found = json.loads(base.ask("match", game, "level:3", "level:3", "--matches", 1, "--out", out, "--json"))
    assert found["matches"] == 1
    (record,) = out.read_text(encoding="utf-8").splitlines()
    assert sum(json.loads(record)["payoffs"]) == 1.0
    assert base.ask("replay", out, "--all") == "1 match follows the rules, ply by ply\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("games", "Mitsuo Yamamoto"),
        ("rules life", "chameleon"),
        ("draw bradley", "5\n"),
        ("draw life --out life.svg", ""),
        ("perft yamamoto 2", "nodes at depth 2"),
        ("check piecepack --matches 1", "piecepack"),
        ("bench chamelequin --seconds 0.05", "playouts per second"),
        ("analyse yamamoto --bot level:1", "would play"),
        ("puzzles list yamamoto", "rated"),
        ("tournament yamamoto random greedy --matches 2", "random"),
    ],
)
def test_the_base_install_has_the_commands_of_the_table_and_of_study(base: Installed, arguments: str, expected: str) -> None:
    assert expected in base.ask(*arguments.split())


def test_the_luck_of_a_match_is_verified(base: Installed) -> None:
    out = base.folder / "lucky.json"
    base.ask("random", "piecepack", "--out", out)
    assert base.ask("verify", out)


def test_a_match_is_played_in_the_terminal(base: Installed) -> None:
    assert "1" in base.ask("play", "yamamoto", "--players", "me,random", "--seed", 1, stdin="quit\n")


@pytest.mark.parametrize(
    ("arguments", "extra"), [("serve", "server"), ("backup copy.db", "server"), ("report yamamoto --out report", "research")]
)
def test_a_command_whose_extra_is_missing_says_what_to_install(base: Installed, arguments: str, extra: str) -> None:
    said = base.ask(*arguments.split(), status=2)
    assert said.startswith(f"calumma: calumma {arguments.partition(' ')[0]} needs packages that are not installed (")
    assert said.endswith(f'): pip install "calumma[{extra}]"\n')


def test_what_the_sentence_says_works_for_an_install_from_a_wheel(base: Installed) -> None:
    """Where calumma is installed, pip takes that one and adds the libraries of the extra."""
    pip = [sys.executable, "-m", "pip", "--python", str(base.bin / "python"), "install", "--dry-run", "--no-index", "--no-deps"]
    done = subprocess.run([*pip, "calumma[server]"], cwd=base.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Requirement already satisfied: calumma[server]" in done.stdout


def test_the_certificates_are_asked_for_in_a_sentence_and_found_once_installed(
    base: Installed, certificates: Path, tmp_path: Path
) -> None:
    said = base.ask("value", "yamamoto", "--option", "goal=dots", "--seconds", 0.1, status=2)
    assert "install the calumma-solutions wheel" in said
    base.install("--no-deps", "--target", tmp_path, certificates)
    answer = json.loads(base.ask("value", "yamamoto", "--option", "goal=dots", "--json", PYTHONPATH=str(tmp_path)))
    assert (answer["value"], answer["plies"]) == ("win", 27)


def test_without_the_certificates_the_perfect_player_plays_all_the_same(base: Installed) -> None:
    answer = json.loads(base.ask("analyse", "yamamoto", "--bot", "perfect@50ms", "--json"))
    assert answer["note"] == "searched: no certificate is installed"
