"""The commands on matches and positions, as a person or a script calls them."""

import json
from pathlib import Path

import pytest

import calumma
from calumma import records
from calumma.cli import main
from calumma.play import Match


@pytest.fixture
def matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "matches.jsonl"
    assert main(["random", "yamamoto", "--matches", "5", "--seed", "3", "--out", str(file)]) == 0
    capsys.readouterr()
    return file


def test_random_matches_are_repeatable(tmp_path: Path, matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = tmp_path / "again.jsonl"
    main(["random", "yamamoto", "--matches", "5", "--seed", "3", "--out", str(again)])
    assert again.read_text() == matches.read_text()
    assert len(matches.read_text().splitlines()) == 5


def test_replay_tells_a_match_in_words(matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(matches), "--number", "2"]) == 0
    out = capsys.readouterr().out
    assert "Orange moved" in out
    assert "ended:" in out


def test_replay_checks_a_whole_file(matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(matches), "--all"]) == 0
    assert capsys.readouterr().out == "5 matches follow the rules, ply by ply\n"


def test_replay_names_the_first_ply_that_does_not_fit(tmp_path: Path, matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(matches.read_text().splitlines()[0])
    record["plies"][1] = "a1a2"
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(record))
    assert main(["replay", str(broken)]) == 2
    assert 'ply 1 "a1a2"' in capsys.readouterr().err


def test_draw_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert main(["draw", "yamamoto", "--position", "5/3w1/2B2/5/5 o", "--out", str(file)]) == 0
    assert file.read_text().startswith("<svg")


def test_draw_shows_a_ply_of_a_record(matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = matches.with_suffix(".json")
    one.write_text(matches.read_text().splitlines()[0])
    assert main(["draw", "--record", str(one), "--ply", "0"]) == 0
    assert capsys.readouterr().out.count("w") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["draw"], "which game? expected yamamoto"),
        (["draw", "yamamoto", "--out", "board.png"], 'cannot draw to "board.png": expected a name ending in .svg or .txt'),
        (["draw", "yamamoto", "--ply", "3"], "cannot draw a ply without a record"),
        (["draw", "yamamoto", "--seat", "2"], "there is no seat 2: expected 0 to 1"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["random", "yamamoto", "--matches", "2", "--out", "x.json"], "a .json file holds one; use .jsonl"),
        (["random", "yamamoto", "--out", "nowhere/x.json"], "nowhere"),
        (["play"], "which game? expected yamamoto"),
        (["play", "yamamoto", "--players", "me,,random"], 'cannot read the players "me,,random"'),
        (["play", "yamamoto", "--players", "me,random,random"], 'cannot seat "3" at yamamoto'),
        (["play", "yamamoto", "--seats", "2", "--players", "me"], 'cannot seat the players "me" on 2 seats'),
        (["play", "--resume", "nowhere.json"], "nowhere.json"),
    ],
)
def test_wrong_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert sentence in err


# The luck of finished matches


@pytest.fixture
def lucky(tmp_path: Path) -> Path:
    """The record of a match against a bot, resigned at once, to which a person added a seed."""
    match = Match(calumma.load("piecepack"))
    match.seat(0, "Ada")
    match.seat(1, "level:2", "level:2")
    match.send_seed(0, "my own text")
    match.advance()
    match.resign(0)
    file = tmp_path / "lucky.json"
    records.save(file, match.record())
    return file


def test_verify_takes_the_own_seed(lucky: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(lucky), "--seed", "my own text"]) == 0
    assert capsys.readouterr().out == "All 7 chance plies follow from the secret and the seeds.\n"
    assert main(["verify", str(lucky), "--seed", "of another match"]) == 1
    assert capsys.readouterr().out == 'Your seed "of another match" is not among the seeds.\n'


def test_verify_says_what_it_cannot_vouch_for_in_a_record_from_before_commitments_of_seats(
    lucky: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(lucky.read_text())
    del record["chance"]["seed_commitments"]
    lucky.write_text(json.dumps(record))
    assert main(["verify", str(lucky)]) == 0
    assert "the host could have chosen the last one." in capsys.readouterr().out


def test_verify_finds_the_seed_of_a_bot(lucky: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(lucky.read_text())
    record["players"].reverse()
    lucky.write_text(json.dumps(record))
    assert main(["verify", str(lucky)]) == 1
    assert capsys.readouterr().out == "Seat 0 has a seed, but a bot sat there.\n"
