"""Sweeps: lists in braces, all combinations, and a row for each."""

import json
from pathlib import Path

import pytest

from calumma.cli import main
from calumma.core import GameError
from calumma.lab.sweep import expand, grid


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("level:3", ["level:3"]),
        ("mcts:{100,300}", ["mcts:100", "mcts:300"]),
        ("level:{2..4}", ["level:2", "level:3", "level:4"]),
        ("level:{1,2}@{1,2}s", ["level:1@1s", "level:1@2s", "level:2@1s", "level:2@2s"]),
    ],
)
def test_lists_in_braces_are_written_out(text: str, meant: list[str]) -> None:
    assert expand(text) == meant


@pytest.mark.parametrize("text", ["mcts:{100", "mcts:100}", "mcts:{{1,2}", "{1,1}", "{1,}", "{6..1}", "{1..9999}"])
def test_lists_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="cannot read"):
        expand(text)


def test_all_combinations_are_asked_and_only_what_varies_is_told() -> None:
    points = grid("bradley", [2, 3], {"relocate": "{none,own}"}, ["level:{1,2}", "random"])
    assert len(points) == 8
    assert points[0].varied == {"seats": "2", "relocate": "none", "player": "level:1"}
    assert points[-1].sides == ["level:2", "random", "random"]


def test_a_star_stands_for_all_values_of_a_choice() -> None:
    assert [point.game.options["goal"] for point in grid("yamamoto", [None], {"goal": "*"}, ["random"])] == ["dots", "row"]


def test_an_option_of_free_text_may_hold_braces() -> None:
    with pytest.raises(GameError, match="cards"):
        grid("life", [None], {"cards": "{no cards"}, ["random"])


def test_a_sweep_tells_the_measured_players_score_at_each_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sweep", "yamamoto", "--spec", "{greedy,random}", "--spec", "random", "--matches", "11", "--out", str(tmp_path)]
    assert main([*arguments, "--json"]) == 0
    better, equal = json.loads(capsys.readouterr().out)
    assert better["matches"] == 12  # whole rounds of two
    assert better["score"] > 0.8 > equal["score"]
    assert sum(better["sides"]) == pytest.approx(1.0, abs=1e-5)
    kept = (tmp_path / "matches.jsonl").read_bytes()
    assert main(arguments) == 0
    assert (tmp_path / "matches.jsonl").read_bytes() == kept
    assert "| greedy |" in (tmp_path / "sweep.md").read_text()


def test_seats_may_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "chamelequin", "--seats", "2,3", "--spec", "random", "--matches", "3"]) == 0
    assert "| seats | side 1 | side 2 | side 3 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--spec", "level:{1..9}"], "unknown level"),
        (["--seats", "2,x", "--spec", "random"], 'cannot read the seats "2,x"'),
        (["--spec", "random", "--spec", "greedy", "--spec", "greedy"], "cannot seat 3 players"),
    ],
)
def test_wrong_input_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert main(["sweep", "yamamoto", *arguments]) == 2
    assert sentence in capsys.readouterr().err
