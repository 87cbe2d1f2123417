"""Every game's class overrides what it must, under the right names: a misspelt override would compile, and never be called."""

from __future__ import annotations

import ast
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma.core import State
from calumma.core.game import Definition
from calumma.core.registry import definition

pytestmark = pytest.mark.contract
REQUIRED = {
    "c_to_act",
    "c_legal",
    "c_apply",
    "c_scores",
    "c_payoffs",
    "c_copy_from",
    "c_hash",
    "view_of",
    "key",
    "reason",
    "effects_of",
}
STATE = Path(calumma.core.__file__).parent / "state.py"


def methods(path: Path, name: str) -> dict[str, list[str]]:
    """The names that a class of a source defines, with their argument names."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return {part.name: [a.arg for a in part.args.args] for part in node.body if isinstance(part, ast.FunctionDef)}
    return {}


def methods_of_game(about: Definition[Any]) -> dict[str, list[str]]:
    """The methods of a game's class and of those between it and State: a long game may part its rules."""
    folder = Path(str(resources.files(about.package)))
    found: dict[str, list[str]] = {}
    for layer in own_classes(about):
        for path in folder.glob("*.py"):
            found = methods(path, layer.__name__) | found
    return found


def own_classes(about: Definition[Any]) -> list[type[State]]:
    return [layer for layer in about.state.__mro__ if layer.__module__.startswith(about.package)]


@pytest.mark.parametrize("name", calumma.games())
def test_a_game_defines_what_it_must(name: str) -> None:
    about = definition(name)
    required = REQUIRED | ({"c_chance"} if about.has_chance else set())
    required |= {"c_determinize", "seen"} if about.has_secrets else set()
    assert required - set(methods_of_game(about)) == set()


@pytest.mark.parametrize("name", calumma.games())
def test_a_game_misspells_no_override(name: str) -> None:
    base = methods(STATE, "State")
    for method, arguments in methods_of_game(definition(name)).items():
        assert method in base or not method.startswith("c_"), f"{method} overrides nothing"
        assert arguments == base.get(method, arguments) or method == "__init__", (
            f"{method} takes {arguments}, its base {base[method]}"
        )


@pytest.mark.skipif(calumma.compiled(), reason="compiled classes do not show their C methods")
@pytest.mark.parametrize("name", calumma.games())
def test_the_interpreted_class_has_them_too(name: str) -> None:
    about = definition(name)
    assert REQUIRED - set().union(*map(vars, own_classes(about))) == set()
