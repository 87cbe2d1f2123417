"""Two ways to become a mutant: by exchanging the code of functions that exist, or before anything is imported."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any

Place = tuple[str, int]  # qualified name and first line


def functions_of(path: str) -> dict[Place, list[FunctionType]]:
    """Return all functions that were made from a file."""
    found: dict[Place, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
            found.setdefault(_place(thing.__code__), []).append(thing)
    return found


def exchange(functions: dict[Place, list[FunctionType]], source: str, path: str) -> int:
    """Give functions the code they have in a changed source; return how many changed."""
    changed = 0
    for code in _codes(compile(source, path, "exec")):
        for function in functions.get(_place(code), ()):
            if not _same(function.__code__, code):
                function.__code__ = code
                changed += 1
    return changed


def import_changed(path: str, source: str) -> None:
    """Let the import of a file that is still to come give a changed source."""
    ordinary = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> Any:
        return compile(source, path, "exec") if self.path == path else ordinary(self, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _same(old: CodeType, new: CodeType) -> bool:
    return (old.co_code, old.co_names, old.co_varnames) == (new.co_code, new.co_names, new.co_varnames) and repr(
        old.co_consts
    ) == repr(new.co_consts)
