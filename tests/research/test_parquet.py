"""Data sets and records in Parquet files: the same matches, readable by any tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import calumma
from calumma import records
from calumma.cli import main
from calumma.core import GameError
from calumma.lab import datasets

pytest.importorskip("pyarrow", reason='the research extra is not installed: pip install "calumma[research]"')
np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data set, written as Parquet and as JSONL from the same matches."""
    folder = tmp_path_factory.mktemp("data")
    arguments = ["selfplay", "piecepack", "mcts:10", "random", "--matches", "2", "--positions", "--observations", "--legal"]
    for name in ("data.parquet", "data.jsonl"):
        assert main([*arguments, "--out", str(folder / name)]) == 0
    return folder


def test_records_come_back_as_they_were(made: Path) -> None:
    assert list(records.read(made / "data.parquet")) == list(records.read(made / "data.jsonl"))


def test_commands_read_parquet_as_they_read_lines(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(made / "data.parquet"), "--all"]) == 0
    assert main(["verify", str(made / "data.parquet")]) == 0
    assert "2 matches follow the rules" in capsys.readouterr().out


def test_plies_are_the_same_in_both_forms(made: Path) -> None:
    rows, lines = (list(datasets.read_plies(made / name)) for name in ("data.parquet", "data.jsonl"))
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        assert {name: row[name] for name in ("ply", "action", "tried", "visits", "position", "observation", "legal")} == {
            name: line[name] for name in ("ply", "action", "tried", "visits", "position", "observation", "legal")
        }


def test_columns_have_types_and_the_file_names_its_game(made: Path) -> None:
    from pyarrow import parquet

    schema = parquet.read_schema(made / "data.plies.parquet")
    game = calumma.load("piecepack")
    assert schema.field("observation").type.list_size == game.observation.size
    assert b'"num_actions": %d' % game.info.num_actions in schema.metadata[b"calumma"]


def test_arrays_to_learn_from(made: Path) -> None:
    found = datasets.arrays(made / "data.parquet")
    size = calumma.load("piecepack").info.num_actions
    assert found["mask"].shape == found["policy"].shape == (len(found["action"]), size)
    assert np.allclose(found["policy"].sum(axis=1), 1.0)
    assert (found["mask"][np.arange(len(found["action"])), found["action"]] == 1).all()
    assert not found["policy"][found["mask"] == 0].any()


def test_a_match_that_does_not_fit_is_named_by_its_row(tmp_path: Path, made: Path) -> None:
    first, second = records.read(made / "data.parquet")
    spoilt = tmp_path / "spoilt.parquet"
    records.write(spoilt, [first, calumma.records.Record(**{**_fields(second), "scores": (99, 99)})])
    with pytest.raises(GameError, match=r"spoilt.parquet, row 2: the scores are"):
        list(records.read(spoilt))


def _fields(record: Any) -> Any:
    return {name: getattr(record, name) for name in record.__slots__}


@pytest.mark.parametrize("content", [b"", b"not a table", b"PAR1PAR1"])
def test_a_file_that_is_no_table_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "no.parquet"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    assert f"annot read {file}: " in capsys.readouterr().err


def test_a_parquet_file_cannot_be_appended_to(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="written once"):
        records.write(tmp_path / "a.parquet", [], append=True)
