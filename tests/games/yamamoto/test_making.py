"""Tables that are made in the background."""

import subprocess
import sys
from pathlib import Path

import pytest

import calumma
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.solutions import TableMaker, making

SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")
FAILURE = (sys.executable, "-c", "raise SystemExit(1)")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def starting(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> list[subprocess.Popen[bytes]]:
    """Let another command run in place of the one that makes tables; return what is started."""
    started: list[subprocess.Popen[bytes]] = []
    real = making.start

    def start(_: tuple[str, ...]) -> subprocess.Popen[bytes]:
        started.append(real(command))
        return started[-1]

    monkeypatch.setattr(making, "start", start)
    return started


def test_tables_are_made_by_one_process_however_often_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    started, maker = starting(monkeypatch, SLEEPER), TableMaker()
    try:
        assert [maker.want(calumma.load("yamamoto")) for _ in range(3)] == [0.0] * 3
        assert maker.want(calumma.load("yamamoto", goal="row")) == 0.0
        assert len(started) == 1
    finally:
        maker.stop()
    assert started[0].poll() is not None


def test_the_next_tables_are_made_when_the_first_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    started, maker = starting(monkeypatch, (sys.executable, "-c", "")), TableMaker()
    maker.want(calumma.load("yamamoto"))
    started[0].wait()
    maker.want(calumma.load("yamamoto", goal="row"))
    assert len(started) == 2
    maker.stop()


def test_nobody_waits_for_tables_whose_making_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    started, maker = starting(monkeypatch, FAILURE), TableMaker()
    maker.want(calumma.load("yamamoto"))
    started[0].wait()
    assert maker.want(calumma.load("yamamoto")) is None
    assert len(started) == 1


def test_a_game_that_is_not_solved_has_no_tables() -> None:
    assert TableMaker().want(calumma.load("life")) is None


def test_the_process_makes_the_tables_of_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(Tablebase, "build", lambda self: made.append(self.goal))
    *_, name, option = making.command_of(calumma.load("yamamoto", goal="row"))
    making.make(name, option)
    assert made == ["row"]
