"""Who may import whom: rules know nothing of drawing or network, and nothing above the rules knows a particular game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

import calumma

PACKAGE = Path(calumma.__file__).parent
MAY_IMPORT = {  # what a folder imports, and by that whatever those may import
    "core": [],
    "drawing": ["core"],
    "solutions": ["core"],
    "games": ["core", "drawing", "solutions"],
    "lessons": ["core"],
    "search": ["core"],
    "puzzles": ["lessons", "search", "solutions"],
    "engine": ["core"],
    "players": ["search", "play", "solutions", "engine"],
    "records": ["core"],
    "play": ["core", "records"],
    "site": ["play", "players", "drawing", "solutions", "lessons", "puzzles"],
    "server": ["site", "offline"],
    "offline": ["site"],
    "terminal": ["play", "players", "drawing", "lessons", "puzzles"],
    "rl": ["players"],
    "lab": ["play", "players", "drawing", "puzzles", "solutions"],
    "testing": ["core", "drawing", "lessons"],
    "cli": ["play", "players", "drawing", "lab", "server", "offline", "terminal", "testing", "rl"],
}
NAME_GAMES = {"games"}
LIST_OF_GAMES = ("games", "__init__.py")  # gives their names as texts, so that each is loaded when it is asked for
BELOW_THE_ENTRANCE = {"core", "drawing", "games", "search", "solutions"}  # may not `import calumma`, which loads the games


def allowed(folder: str) -> set[str]:
    return {folder}.union(*(allowed(below) for below in MAY_IMPORT[folder]))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The names of calumma's modules that a source imports, also within functions and for compiled code."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            name = node.module.removeprefix("cython.cimports.")
            yield from (f"{name}.{alias.name}" for alias in node.names) if name == "calumma" else [name]
    declared = path.with_suffix(".pxd")
    if declared.exists():
        yield from re.findall(r"^(?:from|cimport) +(calumma[\w.]*)", declared.read_text(encoding="utf-8"), re.MULTILINE)


def named(path: Path) -> Iterator[str]:
    """The names of calumma's modules that a source gives as texts, for whatever is loaded by its name; docstrings only tell."""
    told = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from (found.rstrip(".") for found in re.findall(r"^calumma\.[\w.]+", node.value))


@cache
def used(path: Path) -> set[str]:
    """The names of all modules of calumma that a source asks for: at once, when a function runs, or by a text."""
    return {name for name in (*imports(path), *named(path)) if name.split(".")[0] == "calumma"}


def folder_of(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else "calumma"


def package_of(name: str) -> str:
    """The package in which a name is found, however deep it lies."""
    package, path = "calumma", PACKAGE
    for part in name.split(".")[1:]:
        path = path / part
        if not path.is_dir():
            break
        package += f".{part}"
    return package


def home(path: Path) -> str:
    return ".".join(("calumma", *path.relative_to(PACKAGE).parts[:-1]))


SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_and_names_given_as_texts_go_downwards(path: Path) -> None:
    folder = path.relative_to(PACKAGE).parts[0]
    entrance = set() if folder in BELOW_THE_ENTRANCE else {"calumma"}
    assert {folder_of(name) for name in used(path)} <= allowed(folder) | entrance


def test_no_packages_need_each_other_not_even_when_functions_run() -> None:
    needs: dict[Any, Any] = {}
    for path in SOURCES:
        needs.setdefault(home(path), set()).update({package_of(name) for name in used(path)} - {home(path)})
    TopologicalSorter(needs).prepare()  # raises CycleError, which names the packages


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_game_knows_no_other_game_and_nothing_else_knows_a_game(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    own = f"calumma.games.{parts[1]}" if parts[0] == "games" and len(parts) > 2 else "calumma.games."
    names = imports(path) if parts == LIST_OF_GAMES else used(path)
    strange = [name for name in names if name.startswith("calumma.games.") and not f"{name}.".startswith(f"{own}.")]
    assert strange == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_but_a_game_itself_is_made_for_a_game_by_its_name(path: Path) -> None:
    """Names in texts and examples do no harm; a string that is a name could be asked for."""
    if path.relative_to(PACKAGE).parts[0] in NAME_GAMES:
        return
    assert not {node.value for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)} & set(calumma.games())


TYPED = [path for path in SOURCES if path.relative_to(PACKAGE).parts[0] in ("offline", "play", "players", "server", "site")]


def promised_types(module: ast.Module) -> Iterator[ast.expr | None]:
    """The types that functions and classes promise, and the names that modules give to types."""
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.returns
            yield from (each.annotation for each in ast.walk(node.args) if isinstance(each, ast.arg))
        elif isinstance(node, (ast.ClassDef, ast.Module)):
            yield from (each.annotation for each in node.body if isinstance(each, ast.AnnAssign))
            yield from (each.value for each in node.body if isinstance(each, ast.Assign))


@pytest.mark.parametrize("path", TYPED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_signatures_say_what_they_take_and_give(path: Path) -> None:
    types = [ast.unparse(each) for each in promised_types(tree(path)) if each is not None]
    assert [each for each in types if re.search(r"\bAny\b", each)] == []


@pytest.mark.parametrize("name", ["Table", "Report", "Plan", "Ply"])
def test_a_name_that_many_could_have_is_one_class_s(name: str) -> None:
    found = [
        path for path in SOURCES if re.search(rf"^(class {name}\b|{name} = )", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(found) < 2


def test_no_module_is_named_for_nothing() -> None:
    assert not {path.stem for path in SOURCES} & {"utils", "helpers", "common", "manager", "base"}


def test_every_folder_has_its_line_here() -> None:
    assert {path.relative_to(PACKAGE).parts[0] for path in SOURCES} <= set(MAY_IMPORT)
