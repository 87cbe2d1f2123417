"""Statements of SQLAlchemy, executed by SQLite without SQLAlchemy's connections, which take far longer than SQLite does.

What is compiled is kept by the statement's own key, values are converted by SQLAlchemy's own types, and rows are read at once.
A list of values, which PostgreSQL gets as an array or as so many parameters, is handed to SQLite as JSON.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ARRAY
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData
from sqlalchemy.exc import IntegrityError

DIALECT = SQLiteDialect_pysqlite(paramstyle="qmark")
Row = tuple[Any, ...]
LISTS = re.compile(r"(\w+\.\w+) (?:= any\(\?\)|IN \(__\[POSTCOMPILE_\w+\]\))")
"""Where a statement compares a column with any of a list of values."""


class Ready(NamedTuple):
    """A compiled statement: its text, its parameters in order with what converts each, and how its rows are read."""

    text: str
    names: Sequence[str]
    writers: Sequence[Callable[[Any], Any] | None]
    readers: Sequence[Callable[[Any], Any] | None]
    columns: SimpleResultMetaData | None


class Statements:
    """Executes statements on one connection to SQLite."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw
        raw.create_function("among", 2, lambda value, values: value in json.loads(values), deterministic=True)
        self._compiled: dict[Any, Any] = {}
        self._ready: dict[int, tuple[Any, Ready]] = {}  # by the compiled statement, which is kept with it

    def execute(self, statement: Any, rows: Any = None) -> Any:
        """Execute a statement, for each of some rows of values or once, with values or without; return what it found, or None."""
        many = bool(rows) and not isinstance(rows, Mapping)
        keys = sorted(rows[0]) if many else []
        compiled, extracted, *_ = statement._compile_w_cache(
            DIALECT, compiled_cache=self._compiled, column_keys=keys, for_executemany=many
        )
        ready = self._made(compiled)
        sets = [self._values(compiled, ready, extracted, row) for row in (rows if many else [rows])]
        try:
            cursor = self._raw.executemany(ready.text, sets) if many else self._raw.execute(ready.text, sets[0])
        except sqlite3.IntegrityError as error:
            raise IntegrityError(ready.text, None, error) from error
        return None if ready.columns is None else IteratorResult(ready.columns, iter(self._read(ready, cursor.fetchall())))

    def _made(self, compiled: Any) -> Ready:
        known = self._ready.get(id(compiled))
        if known is None:
            known = self._ready[id(compiled)] = (compiled, make_ready(compiled))
        return known[1]

    def _values(self, compiled: Any, ready: Ready, extracted: Any, row: Any) -> list[Any]:
        found = compiled.construct_params(row, extracted_parameters=extracted)
        return [
            found[name] if write is None else write(found[name]) for name, write in zip(ready.names, ready.writers, strict=True)
        ]

    def _read(self, ready: Ready, rows: list[Row]) -> list[Row]:
        if not any(ready.readers):
            return rows
        return [
            tuple(value if read is None else read(value) for read, value in zip(ready.readers, row, strict=True)) for row in rows
        ]


def make_ready(compiled: Any) -> Ready:
    """Return what is needed to execute a compiled statement; a kind of statement that is not known here is an error."""
    odd = compiled.literal_execute_params or compiled.insert_prefetch or compiled.update_prefetch
    assert not odd, f"the simulated database cannot execute {compiled}"
    names = tuple(compiled.positiontup or ())
    writers = [_writer(compiled, name) for name in names]
    found = compiled._result_columns if compiled.statement.is_select else []
    readers = [column.type._cached_result_processor(DIALECT, None) for column in found]
    columns = SimpleResultMetaData([column.name for column in found]) if found else None
    text = LISTS.sub(r"among(\1, ?)", str(compiled))  # not json_each: SQLite crashes if its database is exchanged after that
    return Ready(text, names, writers, readers, columns)


def _writer(compiled: Any, name: str) -> Callable[[Any], Any] | None:
    """What converts a parameter for SQLite."""
    bind = compiled.binds[name]
    if bind.expanding or isinstance(bind.type, ARRAY):
        return json.dumps
    found: Callable[[Any], Any] | None = compiled._bind_processors.get(name)
    return found
