"""Players that think in other processes choose what they would choose here, and nobody waits for one that is gone."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

import calumma
from calumma import players
from calumma.core import GameError
from calumma.players import apart
from calumma.players.apart import Thinker, Thinkers


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers()
    yield found
    found.close()


@pytest.mark.parametrize("spec", ["random", "level:1"])
def test_a_player_apart_chooses_as_it_would_here(thinkers: Thinkers, spec: str) -> None:
    game = calumma.load("yamamoto")
    here, apart = (load(spec, game, 7).choose(game.new(), 0) for load in (players.load, thinkers.load))
    assert (apart.action, apart.values, apart.candidates) == (here.action, here.values, here.candidates)


def test_a_wrong_spec_is_named(thinkers: Thinkers) -> None:
    game = calumma.load("yamamoto")
    with pytest.raises(GameError, match='unknown player "levl:1"'):
        thinkers.load("levl:1", game, 7).choose(game.new(), 0)


def test_what_only_this_process_knows_is_thought_about_here(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "load", lambda spec, game, seed: players.load("random", game, seed))
    game = calumma.load("yamamoto")
    assert thinkers.load("of this process", game, 7).choose(game.new(), 0).action in game.new().legal()


def test_a_process_that_ended_while_it_waited_is_replaced(thinkers: Thinkers) -> None:
    thinker = thinkers.take()
    thinkers.give_back(thinker)
    thinker._process.kill()
    game = calumma.load("yamamoto")
    assert thinkers.load("random", game, 7).choose(game.new(), 0).action in game.new().legal()


def test_a_process_thinks_again_for_the_next_who_asks(thinkers: Thinkers) -> None:
    thinker = thinkers.take()
    thinkers.give_back(thinker)
    assert thinkers.take() is thinker
    thinkers.give_back(thinker)


def test_stop_ends_a_thought() -> None:
    game, started = calumma.load("bradley"), threading.Event()

    class Noting(Thinker):
        def ask(self, question: object) -> object:  # type: ignore[override]
            started.set()
            return super().ask(question)  # type: ignore[arg-type]

    player = Thinkers(Noting).load("best@3600s", game, 7)
    failed: list[Exception] = []

    def think() -> None:
        try:
            player.choose(game.new(), 0)
        except GameError as error:
            failed.append(error)

    thread = threading.Thread(target=think)
    thread.start()
    started.wait(30)
    player.stop()
    thread.join(30)
    assert [str(error) for error in failed] == ["the process in which the bot thought has ended"]


def test_a_process_ends_with_whoever_started_it() -> None:
    code = "from calumma.players.apart import Thinker; import os; print(Thinker()._process.pid, flush=True); os._exit(0)"
    pid = int(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60).stdout)
    for _ in range(600):
        if not _is_there(pid):
            return
        time.sleep(0.05)
    pytest.fail(f"the process {pid} is still there")


def _is_there(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout.strip()
    return bool(found) and not found.startswith("Z")
