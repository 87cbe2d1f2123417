"""The base install does without the libraries of the extras; whoever needs one is told in a sentence how to get it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import extras, records
from calumma.cli import main
from calumma.lab.cluster import Cluster
from calumma.lab.datasets import kind_of
from calumma.rl import aec_env, vector_env
from calumma.server.database import DatabaseStore

ROOT = Path(__file__).parents[1]
PACKAGE = Path(calumma.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SHARED = {"fastapi": {"starlette", "pydantic"}}  # what a library hands out as its own
EXTRA_OF = {"server": {"server", "bus"}, "offline": {"server"}, "rl": {"research"}, "lab": {"research"}, "records": {"research"}}


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)


def brought_by(extra: str) -> set[str]:
    """The distributions that an extra of pyproject.toml lists, in the spelling of the index."""
    wanted = PROJECT["optional-dependencies"][extra]
    return {re.findall(r"[\w-]+", text)[0].lower().replace("_", "-") for text in wanted} - {"calumma"}


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("make", [lambda: aec_env("yamamoto"), lambda: vector_env("yamamoto", 2)])
def test_a_missing_library_is_named_with_the_way_to_get_it(make: Callable[..., Any]) -> None:
    with pytest.raises(ImportError, match=r'needs packages that are not installed \(numpy, .*pip install "calumma\[research\]"'):
        make()


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["serve"], "server"),
        (["backup", "copy.db"], "server"),
        (["report", "yamamoto", "--out", "report"], "research"),
        (["random", "yamamoto", "--out", "matches.parquet"], "research"),
        (["selfplay", "yamamoto", "random", "random", "--out", "matches.parquet"], "research"),
        (["tournament", "yamamoto", "random", "greedy", "--on", "ray"], "research"),
    ],
)
def test_a_command_whose_extra_is_missing_says_what_to_install(
    arguments: list[str], extra: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("calumma: ")
    assert said.endswith(f'pip install "calumma[{extra}]"\n')
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("nothing_installed")
def test_help_of_such_a_command_needs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    assert "--port" in capsys.readouterr().out


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("make", "extra"),
    [
        (lambda: Cluster(None, 1), "research"),
        (lambda: kind_of(Path("a.parquet")), "research"),
        (lambda: list(records.read("a.parquet")), "research"),
        (lambda: DatabaseStore("postgresql://ada@localhost/games")._new_engine(), "postgresql"),
    ],
)
def test_so_do_functions(make: Callable[..., Any], extra: str) -> None:
    with pytest.raises(extras.MissingLibrary, match=rf"calumma\[{extra}\]"):
        make()


@pytest.mark.parametrize("extra", list(extras.LIBRARIES))
def test_the_libraries_of_an_extra_are_those_of_the_project(extra: str) -> None:
    known = packages_distributions()
    found = {known[name][0].lower().replace("_", "-") if name in known else name for name in extras.LIBRARIES[extra]}
    spelled = {"pyspiel": "open-spiel", "sklearn": "scikit-learn"}  # where the research extra is not installed
    assert {spelled.get(name, name) for name in found} == brought_by(extra)


def imported(path: Path) -> Iterator[str]:
    """The packages from elsewhere that a source imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("folder", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
def test_a_folder_imports_nothing_but_the_base_and_its_extra(folder: str) -> None:
    allowed = {"calumma", "cython", "click", "prompt_toolkit", *sys.stdlib_module_names}
    for extra in EXTRA_OF.get(folder, set()):
        allowed |= {*extras.LIBRARIES[extra]}.union(*(SHARED.get(name, set()) for name in extras.LIBRARIES[extra]))
    if folder == "testing":
        allowed |= {"hypothesis"}  # the strategies, which the rest of the folder does without
    found = {name for path in (PACKAGE / folder).rglob("*.py") for name in imported(path)}
    assert found <= allowed


def loaded_by(statement: str) -> set[str]:
    """The modules that a new Python has loaded after a statement."""
    command = [sys.executable, "-c", f"import sys; {statement}; print(*sys.modules)"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_the_package_loads_without_any_of_the_libraries() -> None:
    optional = {name for libraries in extras.LIBRARIES.values() for name in libraries} | {"hypothesis", "pydantic"}
    assert not optional & loaded_by("import calumma.cli, calumma.rl, calumma.testing, calumma.terminal, calumma.players")


def test_the_command_loads_what_a_command_needs_when_it_runs_and_not_before() -> None:
    parts = {name.split(".")[1] for name in loaded_by("import calumma.cli") if name.startswith("calumma.")}
    assert parts == {"cli", "core", "extras", "games", "solutions"}


def test_importing_the_package_loads_the_rules_of_no_game() -> None:
    assert not {name for name in loaded_by("import calumma") if name.startswith("calumma.games.")}


@pytest.mark.skipif(not calumma.compiled(), reason="the interpreted core is loaded")
def test_the_compiled_core_does_without_cython() -> None:
    assert not {"cython", "Cython"} & loaded_by("import calumma; calumma.load('life').new()")


def test_without_cython_the_interpreted_core_says_what_it_needs() -> None:
    command = [sys.executable, "-c", "import sys; sys.modules['cython'] = None; import calumma"]
    found = subprocess.run(command, check=False, capture_output=True, text=True, env={"CALUMMA_PURE": "1"})
    assert found.returncode == 1
    assert found.stderr.splitlines()[-1] == "ImportError: the interpreted core needs Cython to run: pip install cython"
