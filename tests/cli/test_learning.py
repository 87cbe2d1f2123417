"""The command that learns evaluations: what it does with what won."""

from __future__ import annotations

from pathlib import Path

import pytest

from calumma.cli import main
from calumma.lab.learning import Learning
from calumma.lab.learning_networks import NetworkCraft


@pytest.mark.parametrize(
    ("has_won", "asked", "there", "sentence"),
    [
        (True, ["--write"], "new", "two.network"),
        (True, [], "old", ""),
        (False, ["--write"], "old", "Nothing new won against what the game has."),
    ],
)
def test_what_won_last_is_put_where_the_game_has_its_own_if_that_is_asked_for(
    has_won: bool,
    asked: list[str],
    there: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    won, place = tmp_path / "1.network", tmp_path / "two.network"
    won.write_text("new")
    place.write_text("old")
    monkeypatch.setattr(Learning, "run", lambda learning, generations: won if has_won else None)
    monkeypatch.setattr(NetworkCraft, "place", lambda craft: place)
    assert main(["learn", "yamamoto", "--folder", str(tmp_path), *asked]) == 0
    assert place.read_text() == there
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    ("units", "found"), [(["8"], "--matches"), (["eight", "4"], "eight"), (["8", "0"], "0"), (["8", "5000000"], "5000000")]
)
def test_units_are_two_numbers(units: list[str], found: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["learn", "yamamoto", "--folder", str(tmp_path / "new"), "--units", *units, "--matches", "20"]
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert "one for each layer, such as --units 128 32" in told
    assert told.strip().endswith(f"not {found}")


def test_who_stops_it_hears_that_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Learning, "run", stopped)
    assert main(["learn", "yamamoto", "--folder", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "\ncalumma: stopped; the same command goes on from here\n"


@pytest.mark.parametrize(("kept", "sentence"), [(True, "stopped; the same command goes on from here"), (False, "stopped")])
def test_a_tournament_goes_on_if_it_has_a_folder(
    kept: bool, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("calumma.cli.laboratory.play_all", stopped)
    assert main(["tournament", "yamamoto", "random", "greedy", *(["--out", str(tmp_path)] if kept else [])]) == 130
    assert capsys.readouterr().err == f"\ncalumma: {sentence}\n"


def stopped(*arguments: object) -> None:
    """Do what happens at Ctrl+C."""
    raise KeyboardInterrupt
