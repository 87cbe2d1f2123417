"""Learned tables: what marks read, how they follow the cells, and the file that ships them."""

from __future__ import annotations

import pickle
import zlib
from array import array
from pathlib import Path

import pytest

import calumma
from calumma.core.tables import Tables, packed, reordered, told, unpacked, unsigned

pytestmark = pytest.mark.contract

MIRROR = [[0, 1, 2, 3], [3, 2, 1, 0]]


def strip(path: Path = Path("none.tables"), base: Tables | None = None) -> Tables:
    """Four cells in a row: the pattern of the first two lies twice, that of the middle two reads the same from both sides."""
    return Tables(path, 4, [[0, 1], [1, 2]], MIRROR, (5,), 2, base)


def test_a_pattern_lies_wherever_a_symmetry_puts_it() -> None:
    assert strip().placed == [(0, [0, 1]), (0, [3, 2]), (1, [1, 2])]
    assert (strip().entries, strip().size) == (9 + 9 + 5, 2 * 23)


def test_the_other_view_exchanges_one_and_two() -> None:
    weights = array("h", range(46))
    both = strip().baked(weights)
    assert both[:46] == weights
    assert list(both[46 : 46 + 9]) == [0, 2, 1, 6, 8, 7, 3, 5, 4]  # 00 01 02 10 .. become 00 02 01 20 ..
    assert list(both[46 + 18 : 46 + 23]) == [18, 19, 20, 21, 22]  # counts have no colour


def test_entries_that_a_mirror_exchanges_share_a_weight() -> None:
    shared = strip().folded()
    assert shared[:9] == list(range(9))
    assert shared[9:18] == [9, 10, 11, 10, 13, 14, 11, 14, 17]  # 01 and 10, 02 and 20, 12 and 21


def test_a_pickle_refers_to_the_tables_that_are_here() -> None:
    tables = strip()
    assert pickle.loads(pickle.dumps(tables)) is tables


def test_digits_go_to_other_places() -> None:
    assert reordered([1, 0]) == [0, 3, 6, 1, 4, 7, 2, 5, 8]  # 01 becomes 10


@pytest.mark.parametrize(("number", "code"), [(0, 0), (-1, 1), (1, 2), (-2, 3), (32767, 65534), (-32768, 65535)])
def test_small_numbers_of_either_sign_are_written_as_small_ones(number: int, code: int) -> None:
    assert unsigned(number) == code


def test_weights_that_entries_share_are_written_once() -> None:
    tables = strip()
    weights = array("h", [10 * entry for entry in tables.folded()] + [10 * entry - 7 for entry in tables.folded()])
    data = packed(weights, tables, level=0)
    assert unpacked(data, tables) == weights
    assert len(zlib.decompress(data.split(b"\n", 2)[2])) == 2 * 2 * (9 + 6 + 5)  # bytes, stages, entries


@pytest.mark.parametrize("step", [1, 1000])  # numbers of one byte, and of two
def test_weights_come_back_from_their_file(tmp_path: Path, step: int) -> None:
    tables = strip(tmp_path / "strip.tables")
    weights = array("h", range(-23 * step, 23 * step, step))
    assert list(tables.present()) == [0] * 46
    tables.path.write_bytes(packed(weights, tables))
    tables.load()
    assert tables.present() == weights


def test_a_file_of_an_older_version_is_read_too() -> None:
    weights = array("h", range(46))  # stage after stage
    together = array("b", [entry + 23 * stage for entry in range(23) for stage in range(2)])
    for about, numbers in ((b"", weights), (b', "together": "b"', together)):
        line = b'{"patterns": [[0, 1], [1, 2]]' + about + b"}\n"
        assert unpacked(b"calumma tables 1\n" + line + zlib.compress(numbers.tobytes()), strip()) == weights


def test_tables_that_this_python_cannot_unpack_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every Python has LZMA; what is not packed at all it can read, and where there is no file there is nothing to read."""
    monkeypatch.setattr("calumma.core.tables.find_spec", lambda name: None)
    small, loose, none = (strip(tmp_path / f"{name}.tables") for name in ("small", "loose", "none"))
    small.path.write_bytes(packed(array("h", bytes(92)), small))
    loose.path.write_bytes(packed(array("h", bytes(92)), loose, level=0))
    assert [tables.is_left_out() for tables in (small, loose, none)] == [True, False, False]


def test_a_file_for_other_patterns_is_refused() -> None:
    data = packed(array("h", bytes(92)), strip())
    other = Tables(Path("other.tables"), 4, [[0, 1], [0, 2]], MIRROR, (5,), 2)
    with pytest.raises(calumma.GameError, match=r"cannot read other\.tables"):
        unpacked(data, other)
    with pytest.raises(calumma.GameError, match=r"cannot use 3 weights as none\.tables: expected 46"):
        strip().set_weights(array("h", [1, 2, 3]))


@pytest.mark.parametrize("numbers", [b"", bytes(40), bytes(4000)], ids=["none", "too few", "too many"])
def test_a_file_with_another_number_of_weights_is_refused(numbers: bytes) -> None:
    line, _, _ = packed(array("h", bytes(92)), strip(), level=0).removeprefix(b"calumma tables 1\n").partition(b"\n")
    with pytest.raises(calumma.GameError, match="expected tables that were learnt for the same patterns"):
        unpacked(b"calumma tables 1\n" + line + b"\n" + zlib.compress(numbers), strip())


def test_bytes_that_are_no_tables_are_refused() -> None:
    with pytest.raises(calumma.GameError, match=r"cannot read none\.tables"):
        unpacked(b"something else", strip())


def test_a_file_tells_by_how_much_tables_differ_from_their_base(tmp_path: Path) -> None:
    base = strip(tmp_path / "base.tables")
    own = strip(tmp_path / "own.tables", base)
    base.set_weights(array("h", range(100, 146)))
    weights = array("h", range(101, 147))
    assert told(packed(weights, own), own) == array("h", [1] * 46)
    own.path.write_bytes(packed(weights, own))
    own.load()
    assert own.present() == weights


def test_tables_without_a_file_are_those_of_their_base(tmp_path: Path) -> None:
    base = strip(tmp_path / "base.tables")
    own = strip(tmp_path / "own.tables", base)
    base.set_weights(array("h", range(46)))
    assert own.present() == base.present() == array("h", range(46))


def test_tables_are_left_out_with_their_base(tmp_path: Path) -> None:
    (tmp_path / "base.left-out").touch()
    assert strip(tmp_path / "own.tables", strip(tmp_path / "base.tables")).is_left_out()
