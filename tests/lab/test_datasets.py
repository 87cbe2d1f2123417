"""Data sets: records that replay, plies that tell what the acting seat knew, and nothing else."""

from pathlib import Path

import pytest

import calumma
from calumma import records
from calumma.cli import main
from calumma.lab import datasets
from calumma.lab.datasets import Wanted, ply_rows
from calumma.lab.matches import MatchJob, Outcome
from calumma.lab.runner import gather

ALL = Wanted(positions=True, observations=True, legal=True)
DOCS = Path(__file__).parents[2] / "docs" / "research.md"


def outcome_of(name: str, *players: str, seed: int = 1) -> Outcome:
    game = calumma.load(name, len(players))
    (outcome,) = gather([MatchJob.of(game, players, seed=seed, opening=2, thoughts=True)])
    return outcome


def test_a_data_set_is_records_that_replay_and_a_row_a_ply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "data.jsonl"
    assert main(["selfplay", "piecepack", "greedy", "random", "--matches", "2", "--out", str(out)]) == 0
    rows = list(datasets.read_plies(out))
    assert main(["replay", str(out), "--all"]) == 0
    assert main(["verify", str(out)]) == 0
    assert f"{len(rows)} plies" in capsys.readouterr().out
    by_seats = [sum(not text.startswith("~") for text in record.plies) for record in records.read(out)]
    assert [sum(row["match"] == number for row in rows) for number in range(2)] == by_seats


def test_a_stopped_data_set_goes_on_and_may_be_written_in_another_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["selfplay", "yamamoto", "random", "--matches"]
    assert main([*arguments, "2", "--out", str(tmp_path / "data.jsonl")]) == 0
    assert main([*arguments, "3", "--out", str(tmp_path / "data.jsonl.gz")]) == 0
    assert (tmp_path / "data.log").read_text().count("\n") == 3
    short, long = (list(records.read(tmp_path / name)) for name in ("data.jsonl", "data.jsonl.gz"))
    assert long[:2] == short
    assert len(list(datasets.read_plies(tmp_path / "data.jsonl.gz"))) > len(list(datasets.read_plies(tmp_path / "data.jsonl")))


def test_a_row_tells_action_thoughts_and_result() -> None:
    outcome = outcome_of("yamamoto", "mcts:30", "random")
    rows = list(ply_rows(outcome, 7, ALL))
    first = rows[2]
    assert [row["opening"] for row in rows[:3]] == [True, True, False]
    assert (first["match"], first["ply"], first["seat"], first["player"]) == (7, 2, 0, "mcts:30")
    assert first["move"] == outcome.record.plies[2]
    assert first["action"] in first["legal"]
    assert first["choices"] == len(first["legal"])
    assert set(first["tried"]) <= set(first["legal"])
    assert len(first["tried"]) == len(first["visits"]) == len(first["worth"])
    assert first["value"] == first["values"][0]
    assert first["payoff"] == outcome.payoffs[0]


def test_what_a_bot_does_not_report_is_none() -> None:
    rows = list(ply_rows(outcome_of("yamamoto", "random", "random"), 0, Wanted()))
    assert all(row["values"] is None and row["visits"] is None for row in rows)


@pytest.mark.parametrize("name", ["piecepack", "life"])
def test_a_row_holds_only_what_the_acting_seat_knows(name: str) -> None:
    """Dealt anew from what the seat knows, the position would give the same row."""
    outcome = outcome_of(name, "random", "random", seed=3)
    rows = {row["ply"]: row for row in ply_rows(outcome, 0, ALL)}
    worlds = 0
    for ply, state, _ in records.replay(outcome.record):
        if state.to_act >= 0 and ply % 7 == 0:
            world = state.determinize(state.to_act, calumma.Rng(ply))
            worlds += world.key() != state.key()
            assert datasets._seen(world, ALL) == {name: rows[ply][name] for name in ("position", "observation", "legal")}
    assert worlds > 0


def test_every_column_is_documented() -> None:
    row = next(ply_rows(outcome_of("yamamoto", "random", "random"), 0, ALL))
    text = DOCS.read_text(encoding="utf-8")
    assert [name for name in row if f"| `{name}` |" not in text] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random", "--out", "data.csv"], "expected a name ending in .jsonl"),
        (["random", "random", "greedy", "--out", "data.jsonl"], "cannot seat 3 players"),
        (["nobody", "--out", "data.jsonl"], 'unknown player "nobody"'),
    ],
)
def test_wrong_input_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["selfplay", "yamamoto", *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_where_pyarrow_is_missing_a_sentence_says_so_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("calumma.extras.find_spec", lambda name: None)
    assert main(["selfplay", "yamamoto", "random", "--out", str(tmp_path / "data.parquet")]) == 2
    assert "needs packages that are not installed (pyarrow)" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
