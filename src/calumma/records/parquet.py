"""Records in Parquet files: a row a match, for tools that read tables. Needs the library pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from calumma.core import GameError
from calumma.core.words import Words
from calumma.extras import need
from calumma.records.record import FORMAT, Record

say = Words(__package__)

ROWS = 500  # held in memory at a time
TEXTS = ("options", "chance")  # fields that differ from game to game are kept as JSON


def write(path: str | os.PathLike[str], records: Iterable[Record]) -> int:
    """Write records as they come and return their number."""
    need("research", "pyarrow", purpose=say("parquet-file"))
    import pyarrow

    return write_rows(path, (_row(record) for record in records), _schema(pyarrow), ROWS)


def write_rows(path: str | os.PathLike[str], rows: Iterable[dict[str, Any]], schema: Any, at_once: int) -> int:
    """Write rows of any kind as they come, so many held in memory at a time, and return their number."""
    import pyarrow
    from pyarrow import parquet

    left = iter(rows)
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as file:
        while some := list(islice(left, at_once)):
            file.write_table(pyarrow.Table.from_pylist(some, schema))
            count += len(some)
    return count


def read(path: str | os.PathLike[str]) -> Iterator[Any]:
    """Yield the JSON values of every record; GameError if the file holds none."""
    need("research", "pyarrow", purpose=say("parquet-file"))
    import pyarrow
    from pyarrow import parquet

    with open(path, "rb"):
        pass  # what cannot be opened is told as for any other file
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS):
                yield from map(_values, batch.to_pylist())
    except pyarrow.ArrowException as error:
        raise GameError(say("file-cannot-be-read", path=path, error=str(error).splitlines()[0])) from None


def _schema(arrow: Any) -> Any:
    text, texts = arrow.string(), arrow.list_(arrow.string())
    return arrow.schema(
        {
            "format": arrow.int32(),
            "game": text,
            "rules": arrow.int32(),
            "seats": arrow.int32(),
            "options": text,
            "players": texts,
            "plies": texts,
            "scores": arrow.list_(arrow.int64()),
            "payoffs": arrow.list_(arrow.float64()),
            "reason": text,
            "chance": text,
        },
        metadata={"calumma": f"records, format {FORMAT}"},
    )


def _row(record: Record) -> dict[str, Any]:
    values = record.as_json()
    for name in TEXTS:
        values[name] = None if values[name] is None else json.dumps(values[name], ensure_ascii=False)
    return values


def _values(row: dict[str, Any]) -> dict[str, Any]:
    try:
        for name in TEXTS:
            row[name] = None if row[name] is None else json.loads(row[name])
    except (KeyError, TypeError, ValueError):
        raise GameError(say("record-cannot-read", name=name)) from None
    return row
