"""Programs take seats like bots: in matches, series, the terminal; and what they do wrong costs them the match."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import calumma
from calumma import Game, GameError, Rng, players
from calumma.cli import main
from calumma.engine import EngineError, Info
from calumma.players import Choice, MatchResult, play_match
from calumma.players.engines import Hosted, chosen
from calumma.players.levels import fingerprint
from calumma.records import check
from calumma.records.record import BOT

from .conftest import EXAMPLES, shell, spec


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


def duel(game: Game, *specs: str) -> MatchResult:
    bots = [players.load(each, game, seat) for seat, each in enumerate(specs)]
    try:
        return play_match(game, bots, Rng(1))
    finally:
        for bot in bots:
            bot.close()


def test_a_program_plays_a_match(game: Game) -> None:
    done = duel(game, spec(), "random")
    assert done.record.players[0].startswith("engine:sh -c")
    assert done.failure == ""
    assert sum(done.payoffs) == 1


@pytest.mark.parametrize(("what", "reason"), [("echo bestmove zzz", "resigned"), ("exit 1", "resigned")])
def test_whoever_fails_loses_to_the_other_side(game: Game, what: str, reason: str) -> None:
    done = duel(game, "random", spec(go=what))
    assert (done.payoffs, done.record.reason) == ([1.0, 0.0], reason)
    assert done.failure.startswith("the engine sh -c")
    check(done.record)


def test_among_more_sides_a_failure_goes_to_the_caller() -> None:
    with pytest.raises(EngineError, match="chose an illegal move"):
        duel(calumma.load("chamelequin", 3), spec(go="echo bestmove zzz"), "random", "random")


def test_an_engine_is_told_the_plies_as_its_seat_saw_them() -> None:
    game = calumma.load("piecepack")
    echo = 'echo "error heard ${line#moves }"'
    done = duel(game, spec(moves=echo), "random")
    heard = done.failure.partition("says: heard ")[2].split()
    assert len(heard) == len(done.record.plies) == 7
    assert heard == [*done.record.plies[:5], "~?", "~?"]


def test_what_an_engine_says_becomes_a_choice(game: Game) -> None:
    state = game.new()
    first, second = state.legal()[:2]
    texts = [game.move_text(state, action) for action in (first, second)]
    told = [Info(1, 3, 40, 30, value=0.75, moves=(texts[0], "zzz")), Info(2, 3, 40, 10, value=0.25, moves=(texts[1],))]
    choice = chosen(state, 0, first, told)
    assert (choice.values, choice.line, choice.nodes, choice.depth) == ([0.75, 0.25], [first], 40, 3)
    assert [(one.action, one.visits, one.value) for one in choice.candidates] == [(first, 30, 0.75), (second, 10, 0.25)]


@pytest.mark.parametrize(
    ("text", "argument", "seconds"),
    [
        ("engine:./bot", "./bot", None),
        ("engine:./bot --x 3;Hash=16@1s", "./bot --x 3;Hash=16", 1.0),
        ('engine:"./bot --mail a@b.c /x"@500ms', '"./bot --mail a@b.c /x"', 0.5),
    ],
)
def test_specs_hold_commands(text: str, argument: str, seconds: float | None) -> None:
    read = players.parse(text)
    assert (read.name, read.argument, read.seconds) == ("engine", argument, seconds)
    assert BOT.fullmatch(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("engine:", "expected a command, like engine:./binary"),
        ("engine", "expected a command, like engine:./binary"),
        ("engine:./no-such-file", 'there is no program "./no-such-file" to run'),
        ("engine:sh;big Hash=3", 'cannot read the option "big Hash=3"'),
    ],
)
def test_a_spec_without_a_program_is_refused(game: Game, text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        players.load(text, game)


def test_a_changed_program_is_another_player(game: Game, tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    before = fingerprint(game, f"engine:{program} --x@1s")
    program.write_text("#!/bin/sh\nexit 1\n")
    assert fingerprint(game, f"engine:{program} --x@1s") != before


def test_a_host_offers_engines_by_their_names_alone(game: Game) -> None:
    hosted = Hosted({"shell": f"{shlex.join(shell())}@3s"})
    player = hosted("engine:shell", game, 1)
    assert player.choose(game.new(), 0).action == game.new().legal()[0]
    player.close()
    assert [engine.running for engine in hosted._idle["shell"]] == [True]
    hosted.close()
    for wrong in ("engine:sh", "engine:/bin/sh -c true"):
        with pytest.raises(GameError, match=r'unknown engine "engine:.*": expected one that is offered here.*: shell'):
            hosted(wrong, game, 1)
    assert hosted("level:1", game, 1).spec == "level:1"


def test_a_record_runs_no_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    record = {"format": 1, "game": "yamamoto", "rules": 1, "seats": 2, "options": {}, "plies": [], "scores": [5, 5]}
    path.write_text(
        json.dumps(record | {"players": ["me", "engine:touch /tmp/x"], "payoffs": None, "reason": "", "chance": None})
    )
    assert main(["play", "--resume", str(path)]) == 2
    assert 'the match was played by "engine:touch /tmp/x"' in capsys.readouterr().err


OPEN = [("yamamoto", 2), *(("chamelequin", seats) for seats in (2, 3, 4)), *(("bradley", seats) for seats in (2, 3, 4, 5, 6))]


@pytest.mark.parametrize(("name", "seats"), OPEN)
def test_the_engine_in_c_plays_a_whole_match_of_every_open_game(
    name: str, seats: int, c_engine: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "matches.jsonl"
    others = ["level:2"] * (len(calumma.load(name, seats).teams) - 1)
    arguments = [
        "match",
        name,
        f"engine:{c_engine};seed=7@1s",
        *others,
        "--seats",
        str(seats),
        "--matches",
        "1",
        "--out",
        str(out),
    ]
    assert main(arguments) == 0
    record = json.loads(out.read_text())
    assert sum(record["payoffs"]) == pytest.approx(1)
    assert record["reason"] not in ("resigned", "out-of-time")
    assert capsys.readouterr().err == ""


def test_the_engine_in_python_searches_in_a_game_with_secrets() -> None:
    game = calumma.load("piecepack")
    engine = players.load(f"engine:{sys.executable} {EXAMPLES / 'engine.py'}@50ms", game)
    state, rng = game.new(), Rng(3)
    while state.to_act != 0:
        state.apply(state.pick(rng))
    choice = engine.choose(state, 0)
    engine.close()
    assert choice.action in state.legal()
    assert len(choice.candidates) == 3


@pytest.mark.parametrize("name", ["bradley", "life"])
def test_an_older_version_plays_by_its_library_alone(name: str) -> None:
    adapter = f"engine:{sys.executable} {EXAMPLES / 'old_version_engine.py'} greedy"
    game = calumma.load(name)
    old = players.load(adapter, game)
    state, rng = game.new(), Rng(5)
    while state.to_act != 1:
        state.apply(state.pick(rng))
    assert old.choose(state, 1).action in state.legal()
    old.close()


def test_the_engine_in_c_says_when_it_was_sent_no_moves(c_engine: Path) -> None:
    said = subprocess.run([c_engine], input="hello 1\ngo\nquit\n", capture_output=True, text=True, timeout=20, check=True).stdout
    assert said.splitlines()[-2:] == ["hello 1", "error no legal moves were sent"]


def test_a_tournament_says_why_matches_were_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "yamamoto", spec(go="exit 5"), "random", "--matches", "2"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("2 matches were lost because the engine sh -c")
    assert "exited with status 5" in told.err


@pytest.mark.parametrize(
    ("fault", "why"),
    [({"hello": "exit 3"}, "exited with status 3"), ({"hello": "echo plays life 2; echo hello 1"}, "does not play")],
)
@pytest.mark.parametrize(("command", "out"), [("tournament", "out"), ("selfplay", "out.jsonl")])
def test_an_engine_that_cannot_play_is_named_before_the_first_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, out: str, fault: dict[str, str], why: str
) -> None:
    assert main([command, "yamamoto", "random", spec(**fault), "--matches", "50", "--out", str(tmp_path / out)]) != 0
    assert why in capsys.readouterr().err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_whoever_listens_hears_what_an_engine_thinks(game: Game) -> None:
    infos = ("depth 1 value 0.5 progress 0.5 moves $first", "depth 2 value 0.75 moves $first")
    go = "; ".join([*(f"echo info line 1 {info}" for info in infos), "echo bestmove $first"])
    engine = players.load(spec(go=go), game)
    heard: list[Choice] = []
    choice = engine.choose(game.new(), 0, players.Limits(seconds=5.0), 2, heard.append)
    engine.close()
    assert [thought.depth for thought in heard] == [1, 2, 2]
    assert (heard[0].progress, heard[0].values, choice.values) == (0.5, [0.5, 0.5], [0.75, 0.25])
