"""The commands on solved games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from calumma.cli import main
from calumma.games.yamamoto.solving.certificate import solution_path
from calumma.solutions import solution_of

LATE = "b2b1/Ww3/B4/3W1/W4 o"
FAR = "bw3/w4/5/1W1B1/4W o"  # beyond a short proof


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "solving-data"))


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_tables_are_built_and_described(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "tablebase", "build", "yamamoto", "--pieces", "3", "--option", "goal=row")
    assert [row["pieces"] for row in found["tables"]] == [2, 3]
    assert all(row["positions"] == row["wins"] + row["losses"] + row["draws"] for row in found["tables"])
    assert main(["tablebase", "check", "yamamoto", "--option", "goal=row"]) == 0
    assert "0 damaged tables, 0 inconsistent entries" in capsys.readouterr().out


def test_tables_that_are_not_there_are_not_found_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    assert main(["tablebase", "check", "yamamoto", "--folder", str(folder)]) == 2
    told = capsys.readouterr().err
    assert f'cannot check "{folder}": expected the tables of goal dots there' in told
    assert '"calumma tablebase build yamamoto" makes' in told
    assert not folder.exists()


def test_a_position_is_solved_and_its_certificate_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "late.proof"
    arguments = [
        "solve",
        "yamamoto",
        "--position",
        LATE,
        "--pieces",
        "3",
        "--megabytes",
        "4",
        "--shortest",
        "--every-move",
        "--out",
        str(path),
    ]
    found = answer(capsys, *arguments)
    assert found["plies"] == found["least"]
    verdict = answer(capsys, "verify-solution", str(path))
    assert verdict["proven"] is True
    assert verdict["plies"] == found["plies"]


def test_without_a_file_the_certificate_that_is_installed_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "yamamoto", "--position", LATE, "--pieces", "3", "--out", str(solution_path("dots"))]) == 0
    capsys.readouterr()
    assert answer(capsys, "verify-solution", "--option", "goal=dots")["start"] == LATE
    solution_path("dots").unlink()


@pytest.mark.parametrize("command", ["value yamamoto --seconds 0.1", "verify-solution"])
def test_where_the_certificates_are_not_installed_the_way_to_them_is_told(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("calumma.games.yamamoto.solving.certificate.PACKAGE", "calumma_solutions_of_nobody")
    solution_of.cache_clear()
    assert main([*command.split(), "--option", "goal=row"]) == 2
    said = capsys.readouterr().err
    assert "the certificate for goal row is not installed: install the calumma-solutions wheel" in said
    assert said.count("\n") == 1
    solution_of.cache_clear()


def test_the_index_of_a_certificate_is_made_anew(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "late.proof"
    answer(capsys, "solve", "yamamoto", "--position", LATE, "--pieces", "3", "--out", str(path))
    written = path.with_suffix(".index").read_bytes()
    path.with_suffix(".index").unlink()
    assert answer(capsys, "index-solution", str(path))["bytes"] == len(written)
    assert path.with_suffix(".index").read_bytes() == written


def test_a_broken_certificate_fails_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "broken.proof"
    path.write_bytes(b"{}\nnothing")
    assert main(["verify-solution", str(path)]) == 1
    assert "not proven" in capsys.readouterr().err


def test_value_answers_for_a_position_within_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tablebase", "build", "yamamoto", "--pieces", "2"])
    capsys.readouterr()
    found = answer(capsys, "value", "yamamoto", "--position", "5/W4/2w2/5/5 o")
    assert set(found) == {"value", "plies", "at_most", "best"}
    assert (found["value"], found["plies"], found["at_most"]) == ("win", 1, False)


def test_analyse_tells_the_exact_value_where_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tablebase", "build", "yamamoto", "--pieces", "2"])
    capsys.readouterr()
    found = answer(capsys, "analyse", "yamamoto", "--position", "5/W4/2w2/5/5 o", "--bot", "greedy")
    assert (found["exact"]["value"], found["exact"]["plies"]) == ("win", 1)
    assert found["exact"]["words"] == "Orange wins with one move, by the tables."
    far = answer(capsys, "analyse", "yamamoto", "--position", FAR, "--bot", "greedy")["exact"]
    assert (far["value"], far["at_most"]) == ("win", True)
    assert answer(capsys, "analyse", "chamelequin", "--bot", "greedy")["exact"] is None


def test_value_says_what_would_be_needed_where_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "yamamoto", "--position", FAR, "--seconds", "0"]) == 2
    assert "calumma tablebase build yamamoto" in capsys.readouterr().err


def test_value_searches_for_a_win_that_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "value", "yamamoto", "--position", FAR)["value"] == "win"
    assert main(["value", "yamamoto", "--position", FAR]) == 0
    assert re.match(r"win for \w+, proven by search; best: ", capsys.readouterr().out)


def test_an_undecided_search_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "yamamoto", "--pieces", "2", "--megabytes", "4"]
    assert main([*arguments, "--shortest", "--deepest", "4"]) == 1
    assert "nobody can force a win within 4 plies" in capsys.readouterr().out
    assert main([*arguments, "--nodes", "500"]) == 1
    assert "undecided after 5" in capsys.readouterr().out


def test_a_position_is_solved_by_proof_numbers_with_every_winning_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Orange, to move, has a choice of entries in the goal that nobody can capture."""
    arguments = ["--position", "5/W1W2/5/5/w4 o", "--pieces", "2", "--megabytes", "4", "--every-move"]
    found = answer(capsys, "solve", "yamamoto", *arguments, "--out", str(tmp_path / "n.proof"))
    assert {"a4b5", "c4b5", "c4d5"} <= set(found["best"])
    assert answer(capsys, "verify-solution", str(tmp_path / "n.proof"))["plies"] == 1
