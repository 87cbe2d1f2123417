"""Files of commands: what cannot be read or written is said before anything is played, and nothing is lost or left behind."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from calumma.cli import main
from calumma.lab.log import Log

TOURNAMENT = ["tournament", "yamamoto", "random", "greedy", "--matches", "2"]
BROKEN: list[object] = [
    None,
    {},
    [],
    3,
    "x",
    [[]],
    {"record": {}},
    {"puzzles": [{}], "verdicts": {}, "seconds": 0},
    [1, [2]],
    {"measured": 1},
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def no_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a match is played."""
    monkeypatch.setattr("calumma.lab.matches.MatchJob.play", lambda job: pytest.fail("a match was played"))


def spoil(log: Path, result: object) -> bytes:
    """Give the first job of a log another result, and return what the log holds then."""
    first, *others = log.read_text().splitlines()
    log.write_text("\n".join([json.dumps({**json.loads(first), "result": result}), *others]) + "\n")
    return log.read_bytes()


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


# Logs


@pytest.mark.parametrize(
    ("arguments", "log"),
    [
        ([*TOURNAMENT, "--out", "t"], "t/matches.jsonl"),
        (["selfplay", "yamamoto", "random", "--matches", "2", "--out", "s.jsonl"], "s.log"),
        (["sweep", "yamamoto", "--spec", "random", "--matches", "2", "--out", "w"], "w/matches.jsonl"),
        (["report", "yamamoto", "--bot", "random", "--matches", "2", "--levels", "1-2", "--out", "r"], "r/matches.jsonl"),
        (["puzzles", "make", "yamamoto", "--kind", "win", "--matches", "1", "--folder", "p"], "p/yamamoto-win.jsonl"),
    ],
)
def test_a_broken_result_in_a_log_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], log: str) -> None:
    assert main(arguments) == 0
    name = json.loads(Path(log).read_text().splitlines()[0])["id"]
    capsys.readouterr()
    for result in BROKEN:
        held = spoil(Path(log), result)
        assert main(arguments) == 2
        assert f'cannot continue with "{log}": the result of job "{name}" cannot be read' in one_sentence(capsys)
        assert Path(log).read_bytes() == held


@pytest.mark.parametrize(
    ("field", "value"), [("opening", "x"), ("seconds", None), ("seconds", [0.1]), ("thoughts", [None]), ("thoughts", 3)]
)
def test_a_result_with_one_broken_field_is_one_sentence(capsys: pytest.CaptureFixture[str], field: str, value: object) -> None:
    assert main([*TOURNAMENT, "--out", "t"]) == 0
    capsys.readouterr()
    log = Path("t/matches.jsonl")
    spoil(log, {**json.loads(log.read_text().splitlines()[0])["result"], field: value})
    assert main([*TOURNAMENT, "--out", "t"]) == 2
    assert re.search(r"cannot be read( \(.+\))?; fix or remove its line", one_sentence(capsys))


@pytest.mark.parametrize("on", ["nope", ""])
def test_a_run_that_is_refused_leaves_no_log_behind(capsys: pytest.CaptureFixture[str], on: str) -> None:
    for arguments in (["report", "yamamoto", "--quick", "--out", "new/r"], [*TOURNAMENT, "--out", "new/t"]):
        assert main([*arguments, "--on", on]) == 2
        assert f'cannot run on "{on}"' in one_sentence(capsys)
    assert not list(Path().iterdir())


def test_a_log_that_was_there_stays_though_it_is_empty() -> None:
    Path("matches.jsonl").touch()
    assert main([*TOURNAMENT, "--out", ".", "--on", "nope"]) == 2
    assert Path("matches.jsonl").exists()


@pytest.mark.parametrize("levels", ["1-9", "0-3", "3-1", "2", "a-b"])
def test_levels_of_a_report_are_named_as_given(capsys: pytest.CaptureFixture[str], levels: str) -> None:
    assert main(["report", "yamamoto", "--out", "r", "--levels", levels]) == 2
    assert f'cannot read the levels "{levels}": expected two of 1 to 6' in one_sentence(capsys)


# Where to write


@pytest.mark.usefixtures("no_play")
@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (["match", "yamamoto", "random", "random", "--out", "folder"], "folder"),
        (["match", "yamamoto", "random", "random", "--out", "file/x.jsonl"], "file/x.jsonl"),
        (["match", "yamamoto", "random", "random", "--out", "nowhere/x.jsonl"], "nowhere/x.jsonl"),
        ([*TOURNAMENT, "--out", "folder"], "folder/tournament.json"),
        (["sweep", "yamamoto", "--spec", "random", "--out", "folder"], "folder/sweep.md"),
        (["selfplay", "yamamoto", "random", "--out", "folder/s.jsonl"], "folder/s.plies.jsonl"),
        (["strength", "yamamoto", "--results", "s.jsonl", "--out", "folder"], "folder"),
        (["strength", "yamamoto", "--results", "s.jsonl", "--out", "file/x.md"], "file/x.md"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_before_the_first_match(
    capsys: pytest.CaptureFixture[str], arguments: list[str], path: str
) -> None:
    Path("file").touch()
    for folder in ("tournament.json", "sweep.md", "s.plies.jsonl"):
        Path("folder", folder).mkdir(parents=True)
    before = sorted(Path().rglob("*"))
    assert main(arguments) == 2
    assert one_sentence(capsys).startswith(f'calumma: cannot use "{path}": ')
    assert sorted(Path().rglob("*")) == before


def test_a_file_that_is_there_is_kept_when_the_players_are_refused() -> None:
    Path("kept.jsonl").write_text("mine\n")
    assert main(["match", "yamamoto", "random", "nobody", "--out", "kept.jsonl"]) == 2
    assert Path("kept.jsonl").read_text() == "mine\n"


# A full disk


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_the_fault_of_the_machine_and_the_score_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "yamamoto", "random", "random", "--matches", "2", "--out", "/dev/full"]) == 1
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    assert err == 'calumma: cannot use "/dev/full": No space left on device\n'


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_printed_is_the_fault_of_the_machine() -> None:
    command = [sys.executable, "-c", "import sys; from calumma.cli import main; sys.exit(main(['games']))"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "calumma: the machine cannot continue: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_under_a_log_names_the_log() -> None:
    log = Log("matches.jsonl")
    log.file = Path("/dev/full").open("ab")  # noqa: SIM115
    with pytest.raises(OSError, match="No space left on device") as added:
        log.add("job", 1, "me")
    with pytest.raises(OSError, match="No space left on device") as closed:
        log.__exit__(None, None, None)  # tries again
    assert (added.value.filename, closed.value.filename) == ("matches.jsonl", "matches.jsonl")
