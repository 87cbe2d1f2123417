"""The commands about puzzles."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from calumma.cli.program import main, program
from calumma.puzzles import puzzles_of


def test_a_puzzle_is_solved_by_its_line() -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    moves = "\n".join(puzzle.line[::2])
    result = CliRunner().invoke(program, ["puzzles", "solve", "yamamoto", str(puzzle.number), "--ascii"], input=moves)
    assert "Solved." in result.output
    assert result.return_value in (0, None)


def test_a_wrong_move_is_refuted_and_who_gives_up_is_shown_the_solution() -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    state = puzzle.beginning()
    wrong = next(text for action in state.legal() if (text := puzzle.game.move_text(state, action)) != puzzle.line[0])
    result = CliRunner().invoke(program, ["puzzles", "solve", "yamamoto", str(puzzle.number)], input=f"a1a9\n{wrong}\n?\n")
    assert "there is no square a9" in result.output
    assert "That is not it. This is why:" in result.output
    assert f"The solution: {' '.join(puzzle.line)}" in result.output


def test_puzzles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", "bradley"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(puzzles_of("bradley"))
    assert main(["puzzles", "list", "bradley", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["number"] == 1


def test_puzzles_are_made_and_a_stopped_run_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["puzzles", "make", "yamamoto", "--kind", "win", "--folder", str(tmp_path), "--json", "--matches"]
    assert main([*arguments, "10"]) == 0
    first = json.loads(capsys.readouterr().out)["win"]
    assert main([*arguments, "20", "--out", str(tmp_path / "some.json")]) == 0
    second = json.loads(capsys.readouterr().out)["win"]
    assert len((tmp_path / "yamamoto-win.jsonl").read_text().splitlines()) == 20
    assert second["found"] > first.get("found", 0)
    assert [entry["number"] for entry in json.loads((tmp_path / "some.json").read_text())] == list(range(1, second["found"] + 1))


def test_puzzles_of_one_kind_are_written_beside_those_of_the_others(tmp_path: Path) -> None:
    """Five matches hold 20 at the most, four each; they stand in place of all wins that the game brings."""
    arguments = ["puzzles", "make", "yamamoto", "--kind", "win", "--matches", "5", "--folder", str(tmp_path), "--beside", "--out"]
    assert main([*arguments, str(tmp_path / "all.json")]) == 0
    written = json.loads((tmp_path / "all.json").read_text())
    rows = [entry["position"] for entry in written if entry["kind"] == "row"]
    assert sorted(rows) == sorted(puzzle.position for puzzle in puzzles_of("yamamoto") if puzzle.kind.key == "row")
    assert 0 < len(written) - len(rows) <= 20
    assert [entry["number"] for entry in written] == list(range(1, len(written) + 1))
    assert [entry["rating"] for entry in written] == sorted(entry["rating"] for entry in written)


def test_a_kind_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["puzzles", "make", "bradley", "--kind", "joy", "--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err == 'calumma: bradley has no puzzles of the kind "joy": expected one of ending, dozen, corner\n'
