"""What a result rests on, as digests: of a mutant the function that it changes, of a test its file without other tests."""

from __future__ import annotations

import ast
import hashlib
from functools import cache

Function = ast.FunctionDef | ast.AsyncFunctionDef


def digest(text: str) -> str:
    """Return a short name for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def ground_of_mutant(source: str, function: str) -> str:
    """Return a digest of a function, named as mutants name it, and of what its module holds besides functions.

    Comments, docstrings and imports do not count: what others do with the module leaves the results of a function as they are.
    """
    frame, functions = _parts(source)
    outermost = next((name for name in _prefixes(function) if name in functions), "")
    return digest(frame + functions.get(outermost, ""))


@cache
def without_other_tests(source: str, name: str) -> str:
    """Return a file of tests without those of another name, so that a new test beside it changes nothing."""
    tree = ast.parse(source)
    return "\n".join(ast.unparse(node) for node in tree.body if getattr(node, "name", name) == name or not _is_test(node))


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def _prefixes(function: str) -> list[str]:
    """`A.f.g` gives `A`, `A.f` and `A.f.g`: a function inside another belongs to that."""
    names = function.split(".")
    return [".".join(names[: end + 1]) for end in range(len(names))]


@cache
def _parts(source: str) -> tuple[str, dict[str, str]]:
    """The statements of a module and of its classes, and the functions and methods by their names."""
    frame: list[str] = []
    functions: dict[str, str] = {}

    def sort(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, Function):
                name = before + node.name
                functions[name] = functions.get(name, "") + _plain(node)  # a property has two of a name
            elif isinstance(node, ast.ClassDef):
                frame.append(f"class {before}{node.name}({', '.join(map(ast.unparse, node.bases))})")
                sort(node.body, f"{before}{node.name}.")
            elif not isinstance(node, ast.Import | ast.ImportFrom) and not _is_text(node):
                frame.append(ast.unparse(node))

    sort(ast.parse(source).body, "")
    return "\n".join(frame), functions


def _plain(function: Function) -> str:
    """A function without its docstring, if something else is left."""
    if _is_text(function.body[0]) and len(function.body) > 1:
        function.body = function.body[1:]
    return ast.unparse(function) + "\n"


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
