"""The commands about puzzles."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from calumma.cli.program import main, program
from calumma.core import OVER
from calumma.puzzles import judge, puzzles_of


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
    result = CliRunner().invoke(program, ["puzzles", "solve", "yamamoto", str(puzzle.number)], input=f"a1a9\n{wrong}\nquit\n")
    assert "there is no square a9" in result.output
    assert "That is not it. This is why:" in result.output
    assert f"The solution: {' '.join(puzzle.line)}" in result.output


def tried(name: str, number: int, *lines: str) -> str:
    """Return what the terminal shows to somebody who types some lines at a puzzle."""
    return (
        CliRunner()
        .invoke(program, ["puzzles", "solve", name, str(number), "--ascii"], input="\n".join([*lines, "quit", ""]))
        .output
    )


def test_what_can_be_typed_at_a_puzzle_is_told() -> None:
    puzzle = puzzles_of("bradley")[146]
    assert "Type a move; help tells what else there is." in tried("bradley", 147)
    for word in ("help", "?", "HELP"):
        told = tried("bradley", 147, word)
        assert all(f"  {each} " in told for each in ("moves", "hint", "board", "quit"))
    assert f"Play {puzzle.line[0]}." in tried("bradley", 147, "hint")
    state = puzzle.beginning()
    listed = tried("bradley", 147, "moves").split()
    assert all(puzzle.game.move_text(state, action) in listed for action in state.legal())
    board = puzzle.game.scene(state, puzzle.seat).text(colour=False)
    assert tried("bradley", 147, "board").count(board) == 2


def test_a_hint_follows_what_was_played() -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    assert f"Play {puzzle.line[2]}." in tried("yamamoto", puzzle.number, puzzle.line[0], "hint")


def test_a_move_may_be_typed_in_upper_case() -> None:
    puzzle = puzzles_of("bradley")[146]
    assert "Right." in tried("bradley", 147, puzzle.line[0].upper())


def test_the_answer_to_a_wrong_move_is_shown_on_the_board() -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    state = puzzle.beginning()
    wrong = next(text for action in state.legal() if (text := puzzle.game.move_text(state, action)) != puzzle.line[0])
    outcome = judge(puzzle, [], wrong)
    told = tried("yamamoto", puzzle.number, wrong)
    assert puzzle.game.scene(outcome.plies[-1].after, puzzle.seat).text(colour=False) in told
    assert "Back to where you were. Try again." in told


@pytest.mark.parametrize(("name", "number", "sentence"), [("chamelequin", 1, "White wins:"), ("bradley", 1, "Purple won.")])
def test_the_result_is_told_when_the_match_is_over(name: str, number: int, sentence: str) -> None:
    """It is, too, if the own move ends it."""
    puzzle = puzzles_of(name)[number - 1]
    outcome = judge(puzzle, [], puzzle.line[0])
    assert outcome.plies[-1].after.to_act == OVER
    assert sentence in tried(name, number, puzzle.line[0]).partition("Solved.")[2]


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
