"""An engine that misbehaves gets a clear sentence, and leaves nothing behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import calumma
from calumma import Game, GameError
from calumma.engine import Engine, EngineError, Info, Limits, Patience
from calumma.engine.process import Process, Program, session_seconds

from .conftest import shell

HASTY = Patience(start=0.3)
SHORT = Patience(move=0.3, grace=0.2)


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


def ask(
    game: Game, limits: Limits | None = None, patience: Patience | None = None, parts: dict[str, str] | None = None, **more: str
) -> tuple[int, list[Info]]:
    engine = Engine(shell(**(parts or more)), "shell", patience=patience or Patience())
    try:
        return engine.choose(game.new(), 0, limits or Limits())
    finally:
        engine.close()


def test_a_good_engine_plays_the_first_legal_move(game: Game) -> None:
    action, told = ask(game)
    assert action == game.new().legal()[0]
    assert told == []


def test_the_last_of_every_line_of_play_is_kept(game: Game) -> None:
    infos = ("line 2 value 0.25", "line 1 depth 1", "line 1 depth 2 value 0.75 moves $first")
    _, told = ask(game, go="; ".join([*(f"echo info {info}" for info in infos), "echo bestmove $first"]))
    assert [(info.line, info.depth, info.value) for info in told] == [(1, 2, 0.75), (2, None, 0.25)]
    assert told[0].moves == (game.move_text(game.new(), game.new().legal()[0]),)


@pytest.mark.parametrize(
    ("parts", "sentence", "reason"),
    [
        ({"hello": "echo hello 2"}, 'the engine shell answered "hello 2": expected "hello 1", the version', "resigned"),
        ({"hello": "exit 3"}, "the engine shell exited with status 3 before it said hello", "resigned"),
        (
            {"hello": "echo no such book >&2; exit 3"},
            "said hello. Its last words on standard error: no such book",
            "resigned",
        ),
        ({"go": "exit 3"}, "the engine shell exited with status 3 in the middle of a match", "resigned"),
        ({"go": "echo thinking >&2"}, " s. Its last words on standard error: thinking", "out-of-time"),
        ({"game": "echo error I know only chess"}, "the engine shell says: I know only chess", "resigned"),
        ({"go": "echo bestmove a1a9"}, 'chose an illegal move: cannot play "a1a9": there is no square a9', "resigned"),
        ({"go": "echo bestmove a5a4"}, 'chose an illegal move: cannot play "a5a4"', "resigned"),
        ({"go": "echo bestmove"}, 'chose an illegal move: cannot play ""', "resigned"),
        ({"go": "kill -SEGV $$"}, "the engine shell crashed: SIGSEGV", "resigned"),
        ({"go": "exec >&-; sleep 9"}, "the engine shell closed its output", "resigned"),
        ({"go": ":"}, "the engine shell did not move within 0.", "out-of-time"),
        ({"go": "while :; do echo garbage; done"}, "the engine shell did not move within 0.", "out-of-time"),
        ({"go": "echo error too hard"}, "the engine shell says: too hard", "resigned"),
        ({"go": "head -c 3000000 /dev/zero; sleep 9"}, "the engine shell wrote a line of more than 1048576 bytes", "resigned"),
    ],
)
def test_what_goes_wrong_is_told(game: Game, parts: dict[str, str], sentence: str, reason: str) -> None:
    with pytest.raises(EngineError) as caught:
        ask(game, patience=SHORT, parts=parts)
    assert sentence in str(caught.value)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("order", "told"), [("hello", "did not say hello within 0.3 s"), ("isready", "was not ready within 0.3 s")]
)
def test_an_engine_that_is_silent_from_the_start(game: Game, order: str, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        ask(game, patience=HASTY, parts={order: ":"})


def test_an_engine_that_floods_before_hello_is_ended_in_time() -> None:
    with pytest.raises(EngineError, match=r"the engine yes did not say hello within 0\.3 s"):
        Engine(["yes"], "yes", patience=HASTY)


def test_only_the_last_lines_of_standard_error_are_told(game: Game) -> None:
    with pytest.raises(EngineError, match=r"standard error: 99998 / 99999 / 100000$"):
        ask(game, go="seq 100000 >&2; exit 1")


def test_a_flood_of_output_ends(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.engine.process.MOST_OUTPUT", 100_000)
    with pytest.raises(EngineError, match="the engine shell wrote more than 0 MB for one move"):
        ask(game, go="while :; do echo info depth 1; done")


def test_stop_is_sent_when_the_time_is_up(game: Game) -> None:
    action, _ = ask(game, Limits(0.05), go=":", stop="echo bestmove $first")
    assert action == game.new().legal()[0]


def test_an_engine_that_does_not_read_is_found_out() -> None:
    process = Process(["sleep", "60"], "sleeper")
    with pytest.raises(EngineError, match=r"the engine sleeper does not read what it is sent: waited 0.1 s"):
        process.send("x" * 1_000_000, 0.1)
    process.close()


def test_an_engine_that_takes_more_than_one_processor_is_found_out(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.engine.host.RESERVE", 0.0)
    busy = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo bestmove $first"
    with pytest.raises(EngineError, match=r"used \d+\.\d s of processor time but had only 0\.0 s to think") as caught:
        ask(game, Limits(0.001), go=busy)
    assert caught.value.reason == "out-of-time"


def test_an_engine_says_what_it_plays(game: Game) -> None:
    with pytest.raises(GameError, match="the engine shell does not play yamamoto"):
        ask(game, hello="echo plays bradley 2 3; echo hello 1")
    ask(game, hello="echo plays yamamoto 2; echo hello 1")


def test_options_are_set_by_name() -> None:
    parts = {"hello": "echo option depth number default 3 min 1 max 9; echo hello 1", "set": "echo error got $line"}
    with pytest.raises(EngineError, match="says: got set depth 5"):
        Engine(shell(**parts), "shell", {"depth": "5"})
    with pytest.raises(GameError, match='the engine shell has no option "hash": expected one of depth'):
        Engine(shell(**parts), "shell", {"hash": "5"})


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("choice value calm value wild", "mad", 'cannot set style to "mad": expected one of calm, wild'),
        ("number min 1 max 9", "10", 'cannot set style to "10": expected a number from 1 to 9'),
        ("button", "now", 'cannot set style to "now": expected no value, for it is a button'),
        ("button", "", "says: got set style$"),
    ],
)
def test_values_of_options_are_those_that_the_engine_declared(option: str, value: str, expected: str) -> None:
    parts = {"hello": f"echo option style {option}; echo hello 1", "set": "echo error got $line"}
    with pytest.raises(GameError, match=expected):
        Engine(shell(**parts), "shell", Program.read(f"sh;style={value}".rstrip("=")).settings)


def test_worlds_are_dealt_for_an_engine_that_wants_some() -> None:
    game = calumma.load("piecepack")
    state, rng = game.new(), calumma.Rng(3)
    while state.to_act != 0:
        state.apply(state.pick(rng))
    parts = {"hello": "echo wants worlds 2; echo hello 1", "world": 'echo "info moves ${line#world }"'}
    engine = Engine(shell(**parts), "shell")
    heard = []
    engine.choose(state, 0, Limits(), on_info=lambda info: heard.append(" ".join(info.moves)))
    engine.close()
    assert len(heard) == 2
    assert all(game.parse_position(text).view(0) == state.view(0) for text in heard)


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_nothing_is_left_running_not_even_grandchildren(game: Game, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    engine = Engine(shell(isready=f"sleep 60 & echo $! > {note}; echo readyok", quit=":"), "shell")
    child = int(note.read_text())
    assert session_seconds(engine._process._child.pid) is not None
    engine.close()
    for _ in range(100):
        if not is_alive(child):
            break
        time.sleep(0.02)  # the kernel takes a moment
    assert not is_alive(child) or "Z" in Path(f"/proc/{child}/stat").read_text()
    with pytest.raises(ChildProcessError):
        os.waitpid(engine._process._child.pid, os.WNOHANG)


def test_a_forgotten_engine_ends() -> None:
    engine = Engine(shell(), "shell")
    child = engine._process._child
    del engine
    assert child.returncode is not None


@pytest.mark.parametrize(
    ("command", "words"),
    [("sh -c true", ["sh", "-c", "true"]), ('"sh -c true"', ["sh", "-c", "true"]), ("sh 'a b' c", ["sh", "a b", "c"])],
)
def test_commands_are_read_like_a_shell_does(command: str, words: list[str]) -> None:
    assert Program.read(command).command == tuple(words)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", 'there is no command in ""'),
        ("./no-such-program --x", 'there is no program "./no-such-program" to run'),
        ("sh 'a", "cannot read the command"),
    ],
)
def test_a_command_that_cannot_be_run_is_refused(command: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        Program.read(command)


def test_options_of_a_program_follow_semicolons() -> None:
    program = Program.read("sh -c 'a; b' ; Hash=16;style=wild goose;")
    assert program.command == ("sh", "-c", "a; b")
    assert program.settings == {"Hash": "16", "style": "wild goose"}
