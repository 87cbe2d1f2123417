"""Files of learned weights keep to a size, and tell best what is read most."""

from __future__ import annotations

from array import array
from itertools import pairwise
from pathlib import Path

import pytest

from calumma.core import Rng
from calumma.core.tables import Tables, packed, unpacked

pytest.importorskip("numpy")

from calumma.lab.thrift import sized

BUSY = 40  # of the entries of a stage, read a thousand times as often as the others
MIRRORED = [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]]


def some_tables(folder: Path, name: str = "own.tables", base: Tables | None = None) -> Tables:
    return Tables(folder / name, 8, [list(range(8))], [MIRRORED[0]], (2,), 2, base)


def some_weights(tables: Tables, seed: int) -> array[int]:
    rng = Rng(seed)
    return array("h", [rng.below(101) - 50 for _ in range(tables.size)])


def readings(tables: Tables) -> list[int]:
    return [1000 if entry % tables.entries < BUSY else 1 for entry in range(tables.size)]


def far(told: array[int], wanted: array[int], entries: list[int]) -> float:
    return sum((told[entry] - wanted[entry]) ** 2 for entry in entries) / len(entries)


def test_weights_that_fit_are_told_as_they_are(tmp_path: Path) -> None:
    tables = some_tables(tmp_path)
    weights = some_weights(tables, 1)
    file = sized(weights, readings(tables), tables, 100)
    assert file == packed(weights, tables)
    assert unpacked(file, tables) == weights


def test_files_keep_to_their_size_and_tell_best_what_is_read_most(tmp_path: Path) -> None:
    tables = some_tables(tmp_path)
    weights = some_weights(tables, 2)
    assert len(packed(weights, tables)) > 12_000
    found = {}
    for kilobytes in (3, 6, 9):
        file = sized(weights, readings(tables), tables, kilobytes)
        assert 1000 * kilobytes * 0.8 < len(file) <= 1000 * kilobytes
        found[kilobytes] = unpacked(file, tables)
    busy = [entry for entry in range(tables.size) if entry % tables.entries < BUSY]
    rest = [entry for entry in range(tables.size) if entry % tables.entries >= BUSY]
    for told in found.values():
        assert far(told, weights, busy) < 0.1
        assert far(told, weights, rest) > 1.0
    errors = [far(found[kilobytes], weights, rest) for kilobytes in (3, 6, 9)]
    assert all(more > less for more, less in pairwise(errors))


def test_what_nobody_has_read_is_as_in_the_base(tmp_path: Path) -> None:
    base = some_tables(tmp_path, "base.tables")
    base.set_weights(some_weights(base, 3))
    tables = some_tables(tmp_path, base=base)
    seen = [1000 if entry % 10 == 0 else 0 for entry in range(tables.size)]
    weights = some_weights(tables, 4)
    told = unpacked(sized(weights, seen, tables, 4), tables)
    unread = [entry for entry in range(tables.entries) if not seen[entry]]
    assert sum(told[entry] == base.present()[entry] for entry in unread) > 0.9 * len(unread)
    assert far(told, weights, [entry for entry in range(tables.size) if seen[entry]]) < 1.0


def test_where_there_is_room_weights_that_nobody_has_read_stay(tmp_path: Path) -> None:
    tables = some_tables(tmp_path)
    weights = some_weights(tables, 8)
    seen = [1000 if entry % 10 == 0 else 0 for entry in range(tables.size)]
    limit = len(packed(weights, tables)) // 1000
    file = sized(weights, seen, tables, limit)
    assert 0.8 * 1000 * limit < len(file) <= 1000 * limit
    told = unpacked(file, tables)
    assert far(told, weights, [entry for entry in range(tables.size) if seen[entry]]) == 0
    assert far(told, weights, [entry for entry in range(tables.size) if not seen[entry]]) < 10  # all numbers up to 50: 867


def test_entries_that_share_a_weight_go_on_sharing_it(tmp_path: Path) -> None:
    tables = Tables(tmp_path / "own.tables", 8, [list(range(8))], MIRRORED, (2,), 2)
    shared, rng = tables.folded(), Rng(5)
    one_of_each = [[rng.below(101) - 50 for _ in range(tables.entries)] for _ in range(2)]
    weights = array("h", [row[shared[entry]] for row in one_of_each for entry in range(tables.entries)])
    told = unpacked(sized(weights, readings(tables), tables, 3), tables)
    for stage in range(2):
        row = told[stage * tables.entries : (stage + 1) * tables.entries]
        assert all(row[entry] == row[twin] for entry, twin in enumerate(shared))


def test_when_hardly_anything_fits_the_base_is_told(tmp_path: Path) -> None:
    base = some_tables(tmp_path, "base.tables")
    base.set_weights(some_weights(base, 6))
    tables = some_tables(tmp_path, base=base)
    assert unpacked(sized(some_weights(tables, 7), readings(tables), tables, 0), tables) == base.present()
