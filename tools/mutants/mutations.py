"""The mutants of a source: every place that an operator changes, except where the change cannot be felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import parso

from mutants.operators import operators

HEADERS = {"if_stmt", "while_stmt", "for_stmt", "try_stmt", "with_stmt", "funcdef", "classdef", "async_stmt"}
TYPE_CALLS = {"declare", "cast", "TypeVar", "NewType"}  # their first argument is a type


@dataclass(frozen=True)
class Mutant:
    """One change of a source. The first four fields name it wherever its line moves."""

    function: str  # qualified name, or "" at module level
    line: str  # the line as it is
    becomes: str  # the line as it would be
    occurrence: int  # among those with the same three
    begin: int  # offset of the text that is replaced
    end: int
    text: str  # what stands there instead
    first: int  # lines of the statement that holds the change
    last: int

    def applied_to(self, source: str) -> str:
        """Return the whole module, changed."""
        return source[: self.begin] + self.text + source[self.end :]

    @property
    def key(self) -> str:
        """The name as one text."""
        return "\n".join([self.function, self.line, self.becomes, str(self.occurrence)])


def mutants_of(source: str) -> list[Mutant]:
    """Return all mutants of a source, in reading order."""
    tree = parso.parse(source)
    starts = _line_starts(source)
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    lines = source.splitlines()
    for node in _nodes(tree):
        for place, begin, end, text in _changes(node, starts):
            leaf = tree.get_leaf_for_position(place, include_prefixes=True)
            if source[begin:end] == text or _is_noise(leaf) or not _is_program(source, begin, end, text):
                continue
            name = (_function(leaf), lines[place[0] - 1].strip(), _line_after(source, starts, place[0], (begin, end, text)))
            found.append(Mutant(*name, seen[name], begin, end, text, *_statement_lines(leaf)))
            seen[name] += 1
    return found


def _is_program(source: str, begin: int, end: int, text: str) -> bool:
    """Whether a change leaves a program; only `not` before `:=`, and `**` before keywords, can spoil it."""
    if ":=" not in text and "**" not in source[begin:end]:
        return True
    try:
        compile(source[:begin] + text + source[end:], "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _line_after(source: str, starts: list[int], line: int, edit: tuple[int, int, str]) -> str:
    """A line as it would be: no edit adds or takes away lines, so only its own text matters."""
    begin, end, text = edit
    changed = (source[starts[line - 1] : begin] if begin > starts[line - 1] else "") + text + source[end : end + 200]
    skipped = source[begin : starts[line - 1]].count("\n") if begin < starts[line - 1] else 0
    return changed.split("\n")[skipped].strip()


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in list(getattr(node, "children", ())):
        yield from _nodes(child)


def _changes(node: Any, starts: list[int]) -> Iterator[tuple[tuple[int, int], int, int, str]]:
    """The position, and the edit as begin, end and new text, of everything that operators make of a node."""
    for operator in operators_in_use():
        places = [begin for begin, _ in operator.mutation_positions(node)]
        for index, begin in enumerate(places):
            old, at = node.get_code(), _offset(node.get_start_pos_of_prefix(), starts)
            prefix = node.get_first_leaf().prefix
            memory = _remember(node)
            new = operator.mutate(node, index)
            text = new.get_code() if new is node else prefix + new.get_code().strip(" ")
            _restore(memory)
            yield begin, at, at + len(old), text


_operators: list[Any] = []


def operators_in_use() -> list[Any]:
    """Return the operators, made once."""
    if not _operators:
        _operators.extend(operators().values())
    return _operators


def _remember(node: Any) -> list[tuple[Any, Any, Any]]:
    """What operators may overwrite in a node: they work in place."""
    nodes = [node, *getattr(node, "children", ())]
    nodes += [leaf for child in nodes[1:] for leaf in getattr(child, "children", ())]
    return [(n, getattr(n, "value", None), list(n.children) if hasattr(n, "children") else None) for n in nodes]


def _restore(memory: list[tuple[Any, Any, Any]]) -> None:
    for node, value, children in memory:
        if children is not None:
            node.children[:] = children
        else:
            node.value = value


def _line_starts(source: str) -> list[int]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(position: tuple[int, int], starts: list[int]) -> int:
    return starts[position[0] - 1] + position[1]


def _is_noise(leaf: Any) -> bool:
    """Whether a leaf is part of a type, a decorator, an import or the names that a module exports."""
    node = leaf
    while node.parent is not None:
        parent = node.parent
        if parent.type in ("decorator", "import_from", "import_name"):
            return True
        if parent.type == "annassign" and node is parent.children[1]:
            return True
        if parent.type in ("tfpdef", "param") and _is_annotation(node, parent):
            return True
        if parent.type == "funcdef" and node is parent.annotation:
            return True
        if parent.type == "expr_stmt" and parent.children[0].get_code().strip() in ("__all__", "pytestmark"):
            return True
        if parent.type in ("trailer", "arglist") and _is_type_argument(node, parent):
            return True
        if parent.type == "expr_stmt" and _is_declaration(parent):
            return True
        if parent.type == "if_stmt" and _is_about_compiling(parent):
            return True
        node = parent
    return False


def _is_annotation(node: Any, parent: Any) -> bool:
    return bool(parent.type == "tfpdef" and node is parent.children[-1] and len(parent.children) == 3)


def _is_type_argument(node: Any, parent: Any) -> bool:
    """Whether a node is the first argument of `cython.declare`, `cython.cast` and the like."""
    trailer = parent if parent.type == "trailer" else parent.parent
    if trailer is None or trailer.type != "trailer" or trailer.children[0].value != "(":
        return False
    first = trailer.children[1].children[0] if trailer.children[1].type == "arglist" else trailer.children[1]
    before = trailer.get_previous_leaf()
    return node is first and before is not None and before.value in TYPE_CALLS


def _is_declaration(statement: Any) -> bool:
    """Whether a statement gives a name to a type, or declares a field: `turn = cython.declare(cython.int)`."""
    text = statement.get_code(include_prefix=False)
    return "TypeAlias" in text or ("= cython.declare(" in text and "," not in text)


def _is_about_compiling(statement: Any) -> bool:
    """`if not cython.compiled` makes room that C has anyway, and its other branch is for the compiler."""
    condition = statement.children[1].get_code()
    return "cython.compiled" in condition or "TYPE_CHECKING" in condition


def _function(leaf: Any) -> str:
    names = []
    node = leaf.parent
    while node is not None:
        if node.type in ("funcdef", "classdef"):
            names.append(node.name.value)
        node = node.parent
    return ".".join(reversed(names))


def _statement_lines(leaf: Any) -> tuple[int, int]:
    """The lines of the simple statement, or of the part of a heading, that holds a leaf."""
    node = leaf
    while node.parent is not None and node.type != "simple_stmt" and node.parent.type not in HEADERS:
        node = node.parent
    end = node.get_last_leaf()
    last = end.start_pos[0] if end.type != "newline" else end.get_previous_leaf().end_pos[0]
    return node.get_first_leaf().start_pos[0], last
