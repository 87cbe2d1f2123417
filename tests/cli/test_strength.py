"""The commands about strength."""

import json
import re
from pathlib import Path

import pytest

import calumma
from calumma import Rng, records
from calumma.cli import main
from calumma.core import weights
from calumma.play import Match, verify
from ends import end_worth, threw_it_away


def test_a_series_tells_score_interval_and_elo(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "yamamoto", "greedy", "random", "--matches", "10", "--seed", "1", "--json"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    low, high = answer["interval"]
    assert answer["matches"] == 10
    assert low <= answer["score"] <= high + 1e-9


def test_a_series_keeps_its_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "series.jsonl"
    assert main(["match", "yamamoto", "random", "random", "--matches", "4", "--out", str(file)]) == 0
    assert main(["replay", str(file), "--all"]) == 0
    assert "4 matches follow the rules" in capsys.readouterr().out


def test_the_luck_of_the_records_of_a_series_can_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "series.jsonl"
    assert main(["match", "piecepack", "random", "random", "--matches", "2", "--out", str(file)]) == 0
    assert all(verify(record).chance_plies > 0 and verify(record).fits for record in records.read(file))


def test_a_series_is_a_tournament_of_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "series.jsonl"
    assert main(["match", "yamamoto", "greedy", "random", "--matches", "4", "--seed", "3", "--out", str(file)]) == 0
    arguments = ["tournament", "yamamoto", "greedy", "random", "--matches", "4", "--seed", "3", "--out", str(tmp_path / "t")]
    assert main(arguments) == 0
    lines = (tmp_path / "t" / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    played = [json.loads(line)["result"]["record"]["plies"] for line in lines]
    assert sorted(played) == sorted(list(record.plies) for record in records.read(file))


def test_a_forced_win_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "yamamoto", "--position", "4w/2W2/5/5/W4 o", "--bot", "alphabeta:3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["move"] in ("c4b5", "c4d5")
    assert answer["values"] == [1.0, 0.0]


def test_a_match_is_analysed_ply_by_ply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    main(["random", "yamamoto", "--seed", "4", "--out", str(file)])
    capsys.readouterr()
    assert main(["analyse", str(file), "--bot", "greedy", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["plies"]
    assert [row["ply"] for row in rows][:3] == [0, 1, 2]
    assert all({"seat", "move", "best", "values", "loss", "turning"} <= set(row) for row in rows)


def test_the_last_decision_of_a_match_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Orange misses a win in one and loses the match in the end."""
    match = Match(calumma.load("yamamoto"))
    rng = Rng(4)
    while not match.over:
        match.play(match.state.pick(rng))
    file = tmp_path / "match.json"
    records.save(file, match.record())
    assert main(["analyse", str(file), "--bot", "level:3", "--json"]) == 0
    last = json.loads(capsys.readouterr().out)["plies"][-1]
    assert last["loss"] >= 0.0


def test_a_win_that_was_thrown_away_is_told_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bot says nothing of chances, so whatever is told is known."""
    record, ply, winning = threw_it_away()
    file = tmp_path / "match.json"
    records.save(file, record)
    assert main(["analyse", str(file), "--bot", "random"]) == 0
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.split()[:2] == [str(ply), record.plies[ply]])
    assert re.search("  after it: (Purple|Green) (loses for certain|draws)", row)
    title = r"bradley \(2 seats, relocate=none, partners=capturable\): Purple \S+, Green \S+; (Purple won|Green won|a draw)"
    assert re.fullmatch(title, lines[0])
    assert "the chances before it by random; then, where it is known exactly, who wins after it" in lines[1]
    assert any(f"  turning point: {text} wins for certain" in row for text in winning)
    assert main(["analyse", str(file), "--bot", "random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["plies"]
    assert found[0]["exact"] is None
    assert found[ply]["exact"]["value"] in ("draw", "loss")
    assert found[ply]["best"] in winning
    assert found[ply]["turning"] is True


def test_a_position_that_is_known_exactly_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    state = end_worth(1.0).state
    seat, text = state.game.seat_names[state.to_act], state.game.position_text(state)
    assert main(["analyse", "bradley", "--option", "relocate=none", "--position", text, "--bot", "greedy"]) == 0
    assert f"Exactly: {seat} wins for certain, whatever the other side does. Best: " in capsys.readouterr().out


def test_bench_measures_tree_search_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "yamamoto", "--seconds", "0.05", "--mcts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["simulations_per_second"] > 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "yamamoto", "random", "nobody"], 'unknown player "nobody"'),
        (["match", "yamamoto", "random"], "expected at least two"),
        (["analyse", "nothing"], 'unknown game "nothing"'),
        (["analyse", "yamamoto", "--position", "5/3B1/5/5/5 b"], "the match is over"),
    ],
)
def test_wrong_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert sentence in err


def test_tuning_tells_and_logs_what_it_did(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = (
        "tune yamamoto --matches 10 --player random --positions 4 --rounds 2 --check 4 --checker greedy --only piece,tempo --log"
    )
    before = weights.present("yamamoto")
    assert main([*asked.split(), str(tmp_path / "log.md")]) == 0
    weights.change("yamamoto", before)
    log = (tmp_path / "log.md").read_text()
    assert "calumma tune yamamoto --seats 2 --matches 10 --seed 0 --player random" in log
    assert "With greedy: new weights against old weights: " in log
    assert "| piece | 0.448 | " in log
    assert log.split("\n")[4] in capsys.readouterr().out


def test_tuning_refuses_a_weight_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "yamamoto", "--only", "size"]) == 2
    assert 'cannot tune "size": expected piece, rank' in capsys.readouterr().err
