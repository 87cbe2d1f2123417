"""The commands for designers and researchers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from calumma import Game, load
from calumma.cli import main
from calumma.cli.playing import _introduction
from calumma.core.catalogue import MessageError


def test_perft_counts_and_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "yamamoto", "4", "--option", "goal=row", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 566230


def test_perft_divides_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "yamamoto", "2", "--divide", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["divide"]) == 27
    assert sum(answer["divide"].values()) == answer["nodes"] == 729


def test_perft_begins_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "yamamoto", "1", "--position", "wW2w/5/5/5/W4 b", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 1


def test_bench_tells_plies_and_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "yamamoto", "--seconds", "0.05", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["plies_per_second"] > answer["playouts_per_second"] > 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["perft", "yamamotto", "2"], 'unknown game "yamamotto": expected yamamoto'),
        (["perft", "yamamoto", "x"], "Invalid value for 'DEPTH': 'x' is not a valid integer"),
        (["perft", "yamamoto", "2", "--option", "seats=2"], 'unknown option "seats" of yamamoto: expected goal'),
        (["play", "yamamoto", "--option", "name=x"], 'unknown option "name" of yamamoto: expected goal'),
        (["analyse", "yamamoto", "--option", "name=x"], 'unknown option "name" of yamamoto: expected goal'),
        (["perft", "yamamoto", "2", "--option", "goal"], 'cannot read the option "goal": expected name=value'),
        (["perft", "yamamoto", "2", "--option", "gaol=row"], 'unknown option "gaol" of yamamoto: expected goal'),
        (["perft", "yamamoto", "2", "--option", "goal=all"], 'unknown value "all" of option goal: expected dots or row'),
        (["perft", "yamamoto", "2", "--seats", "3"], 'cannot seat "3" at yamamoto: expected 2 seats'),
        (["perft", "yamamoto", "2", "--position", "5 o"], "expected five ranks separated by slashes, found 1"),
        (["perft", "yamamoto", "0", "--divide"], "cannot divide a count of depth 0: expected 1 or more"),
        (["bench", "yamamoto", "--position", "5/3B1/5/5/5 b"], "the match is over"),
        (["perft", "yamamoto", "9" * 20], "99999999999999999999 is not in the range 0<=x<="),
        (["analyse", "match.json"], 'cannot analyse "match.json": there is no such file, and no game of that name'),
        (["nonsense"], "No such command 'nonsense'"),
    ],
)
def test_wrong_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert answer.err.startswith("calumma: ")
    assert answer.err.count("\n") == 1
    assert sentence in answer.err


def test_version_tells_which_core_is_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert "core" in capsys.readouterr().out


def test_schema_tells_what_a_view_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "yamamoto"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["properties"]["invader"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert "to_act" in answer["required"]


def test_long_input_is_quoted_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "yamamoto", "1", "--position", "w" * 100_000]) == 2
    said = capsys.readouterr().err
    assert len(said) < 1300
    assert said.endswith("for the seat to move\n")


def test_a_game_without_words_is_told_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wordless(name: str, depth: int) -> list[Path]:
        raise MessageError('there is no message "took" among the effects of pebbles: add it to its locale/en.po')

    monkeypatch.setattr("calumma.testing.readiness.write_files", wordless)
    assert main(["write", "files", "pebbles"]) == 2
    assert capsys.readouterr().err.startswith('calumma: there is no message "took" among the effects of pebbles')


def test_a_game_of_one_minute_takes_a_minute() -> None:
    game = load("yamamoto")
    short = Game(replace(game.definition, minutes=1), None, {})
    assert "2 seats, about 1 minute.\n" in _introduction(short)
