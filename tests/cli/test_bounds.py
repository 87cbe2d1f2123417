"""Numbers beyond what a command can use are refused before anything is done."""

from pathlib import Path

import pytest

from calumma.cli import main

HUGE = "9" * 20


@pytest.mark.parametrize(
    "asked",
    [
        "learn bradley --folder DIR --blend nan",
        "learn bradley --folder DIR --margin nan",
        "learn bradley --folder DIR --margin inf",
        f"learn bradley --folder DIR --kilobytes {HUGE}",
        "learn bradley --folder DIR --seconds inf",
        "learn bradley --folder DIR --seconds nan",
        f"learn bradley --folder DIR --nodes {HUGE}",
        f"learn bradley --folder DIR --matches {HUGE}",
        f"learn bradley --folder DIR --duels {HUGE}",
        f"learn bradley --folder DIR --generations {HUGE}",
        "tune yamamoto --blend nan",
        f"tune yamamoto --matches {HUGE}",
        f"tune yamamoto --check {HUGE}",
        "value yamamoto --seconds inf",
        "value yamamoto --seconds nan",
        "bench yamamoto --seconds inf",
        "bench yamamoto --seconds nan",
        "bench yamamoto --seconds 1e12",
        "solve yamamoto --megabytes nan",
        "solve yamamoto --megabytes inf",
        "solve yamamoto --megabytes 1e15",
        f"solve yamamoto --nodes {HUGE}",
        f"match yamamoto random random --matches {HUGE}",
        f"tournament yamamoto random random --out DIR --matches {HUGE}",
        f"random yamamoto --matches {HUGE}",
        f"sweep yamamoto --spec random --spec random --out DIR --matches {HUGE}",
        f"selfplay yamamoto random --out DIR/set.jsonl --matches {HUGE}",
        f"puzzles make yamamoto --folder DIR --matches {HUGE}",
        f"check yamamoto --matches {HUGE}",
        f"strength yamamoto --results DIR/r.jsonl --out DIR/r.md --matches {HUGE}",
        f"report yamamoto --out DIR/report --matches {HUGE}",
        "serve --rate nan",
        "serve --notify-after inf",
    ],
)
def test_numbers_out_of_range_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str) -> None:
    place = tmp_path / "place"
    assert main([word.replace("DIR", str(place)) for word in asked.split()]) == 2
    answer = capsys.readouterr()
    option, value = asked.split()[-2:]
    assert (answer.out, answer.err.count("\n")) == ("", 1)
    assert answer.err.startswith(f"calumma: Invalid value for '{option}'")
    assert value in answer.err or str(float(value)) in answer.err
    assert " in the range " in answer.err
    assert not place.exists()


@pytest.fixture
def _unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*arguments: object) -> None:
        raise AssertionError("a match was played")

    monkeypatch.setattr("calumma.lab.tuning.gather", play)


@pytest.mark.usefixtures("_unplayed")
@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("--checker foo", "foo"),
        ("--player foo", "foo"),
        ("--log DIR", "is a directory"),
        ("--log DIR/none/log.md", "none/log.md"),
    ],
)
def test_what_tuning_needs_in_the_end_is_checked_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str, sentence: str
) -> None:
    assert main(["tune", "yamamoto", *asked.replace("DIR", str(tmp_path)).split()]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert sentence in err
    assert list(tmp_path.iterdir()) == []


def test_learning_goes_on_only_with_what_its_folder_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "course.json").write_text('{"game": "bradley"}')
    assert main(["learn", "bradley", "--folder", str(tmp_path), "--seed", "3"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "seed is None there and 3 was asked for" in err


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("yamamoto --kilobytes 30", "cannot learn a network with --kilobytes: expected no such option, or --kind tables"),
        ("bradley --kilobytes 9", "9 is not in the range 10<=x<=1000000"),
        ("bradley --teacher level:3", "cannot learn tables with --teacher: expected no such option, or --kind network"),
        ("yamamoto --teacher level:9", 'unknown level in "level:9"'),
        ("yamamoto --teacher=", 'unknown player ""'),
        ("yamamoto --units 0 3", "expected two whole numbers from 1 to 1024"),
        ("yamamoto --kind tables", "expected a game that declares tables"),
        ("bradley --kind network --coarse 15", "15 is not in the range 0<=x<=14"),
    ],
)
def test_what_is_learnt_is_checked_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str, sentence: str
) -> None:
    folder = tmp_path / "run"
    assert main(["learn", *asked.split(), "--folder", str(folder)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert sentence in err
    assert not folder.exists()
