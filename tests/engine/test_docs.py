"""What docs/engine-protocol.md shows is true."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import calumma
from calumma.engine import Info, Limits, Task
from calumma.engine.host import question
from calumma.players.engines import actions_of

from .conftest import EXAMPLES

PAGE = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
SESSION = re.search(r"```text\n(> hello 1\n.*?)```", PAGE, re.DOTALL)[1].splitlines()  # type: ignore[index]


def lines(sign: str, word: str) -> list[str]:
    return [line[2:] for line in SESSION if line.startswith(f"{sign} {word}")]


def test_the_host_sends_what_the_session_shows() -> None:
    game = calumma.load("yamamoto")
    state = game.new()
    state.apply(game.parse_move(state, "a1b3"))
    assert lines(">", "game") == [Task("yamamoto", 2, 1, game.options).text()]
    shown = [*lines(">", "moves"), *lines(">", "position"), *lines(">", "legal"), *lines(">", "go")]
    assert shown == [*question(state, 1, ["a1b3"], 0, calumma.Rng(0)), Limits(1.0, lines=2).text()]


def test_its_lines_of_play_can_be_played() -> None:
    game = calumma.load("yamamoto")
    state = game.new()
    state.apply(game.parse_move(state, "a1b3"))
    for line in lines("<", "info"):
        info = Info.read(line.split()[1:])
        assert info.text() == line
        assert len(actions_of(state, info.moves)) == len(info.moves)


def test_the_example_reads_options_as_hosts_write_them() -> None:
    spec = importlib.util.spec_from_file_location("example_engine", EXAMPLES / "engine.py")
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    line = Task("life", 2, 0, {"motto": "slow & sure", "share": "50%"}).text()
    assert line.endswith("motto=slow%20&%20sure share=50%25")
    assert example.options_of(line.split()[6:]) == {"motto": "slow & sure", "share": "50%"}
