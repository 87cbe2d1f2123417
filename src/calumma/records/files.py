"""Records in files: one match a file (.json), one a line (.jsonl) or one a row (.parquet); a name that ends in .gz is compressed.

Large files are read line by line: `for record in read("matches.jsonl.gz")` holds one record at a time.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

from calumma.core import GameError
from calumma.core.paths import naming
from calumma.core.words import Words
from calumma.records import parquet
from calumma.records.record import Record
from calumma.records.replay import check as check_record

say = Words(__package__)

BROKEN_FILE = (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error)

Problem = Callable[[GameError], None]


def dumps(record: Record) -> str:
    """Return a record as one line of JSON, without a line end."""
    return json.dumps(record.as_json(), ensure_ascii=False, separators=(", ", ": "))


def loads(text: str | bytes, check: bool = True) -> Record:
    """Return the record that a text holds, checked ply by ply unless told otherwise; GameError says what does not fit.

    >>> loads("[]")
    Traceback (most recent call last):
        ...
    calumma.core.errors.GameError: cannot read the record: expected an object with named fields, found []
    """
    return _checked(_json(text), check)


def _checked(values: object, check: bool) -> Record:
    record = Record.from_json(values)
    if check:
        check_record(record)
    return record


def save(path: str | os.PathLike[str], record: Record) -> None:
    """Write one record as a file of its own."""
    with naming(path), _open(path, "wt") as file:
        file.write(dumps(record) + "\n")


def load(path: str | os.PathLike[str], check: bool = True) -> Record:
    """Return the record of a file that holds one match."""
    with _open(path, "rt") as file:
        try:
            text = file.read()
        except BROKEN_FILE as error:
            raise GameError(say("file-cannot-be-read", path=path, error=error)) from None
    return _named(str(path), partial(loads, text, check))


def write(path: str | os.PathLike[str], records: Iterable[Record], append: bool = False) -> int:
    """Write records one a line (or row), as they come, and return their number; with append, after those that are there."""
    if Path(path).suffix == ".parquet":
        if append:
            raise GameError(say("cannot-append-parquet-file", path=path))
        return parquet.write(path, records)
    count = 0
    with naming(path), _open(path, "at" if append else "wt") as file:
        for record in records:
            file.write(dumps(record) + "\n")
            count += 1
    return count


def read(path: str | os.PathLike[str], check: bool = True, problem: Problem | None = None) -> Iterator[Record]:
    """Yield the records of a file, whichever kind it is, one after the other.

    A record that does not fit raises GameError with file and line; if `problem` is given, it is called with
    the error instead and reading goes on with the next line.
    """
    if ".jsonl" not in Path(path).suffixes and Path(path).suffix != ".parquet":
        yield load(path, check)
        return
    for place, step in _steps(path, check):
        try:
            yield _named(place, step)
        except GameError as error:
            if problem is None:
                raise
            problem(error)


def _steps(path: str | os.PathLike[str], check: bool) -> Iterator[tuple[str, Callable[[], Record]]]:
    """Yield where each record is and how it is made."""
    if Path(path).suffix == ".parquet":
        for number, values in enumerate(parquet.read(path), 1):
            yield say("row", path=path, number=number), partial(_checked, values, check)
    else:
        for number, line in _lines(path):
            yield say("line", path=path, number=number), partial(loads, line, check)


def _lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that hold something, as bytes: one that is not UTF-8 must not end the reading of the others."""
    with _open(path, "rb") as file:
        number = 0
        while line := _line(file, path, number + 1):
            number += 1
            if line.strip():
                yield number, line


def _line(file: IO[Any], path: str | os.PathLike[str], number: int) -> bytes:
    try:
        return bytes(file.readline())
    except BROKEN_FILE as error:
        raise GameError(say("line-cannot-be-read", path=path, number=number, error=error)) from None


def _open(path: str | os.PathLike[str], mode: str) -> IO[Any]:
    encoding = None if "b" in mode else "utf-8"
    if Path(path).suffix == ".gz":
        return gzip.open(path, mode, encoding=encoding)  # type: ignore[return-value]
    return open(path, mode.replace("t", ""), encoding=encoding)


def _named(place: str, step: Callable[[], Record]) -> Record:
    try:
        return step()
    except GameError as error:
        raise type(error)(say("at-place", place=place, error=error)) from None


def _json(text: str | bytes) -> object:
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except GameError:
        raise
    except RecursionError:
        raise GameError(say("record-cannot-read-nested")) from None
    except ValueError as error:
        raise GameError(say("record-cannot-read-json", error=error)) from None


def _no_constant(name: str) -> object:
    raise GameError(say("record-holds-not-number", name=name))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise GameError(say("record-field-twice", name=twice[:60]))
    return found
