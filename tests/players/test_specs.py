"""Players named by short texts."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import calumma
from calumma import GameError, players
from calumma.core import Game, State
from calumma.players import specs
from calumma.players.bots import RandomPlayer
from calumma.players.specs import Spec

YAMAMOTO = calumma.load("yamamoto")
ALL = [
    "random",
    "greedy",
    *(f"level:{n}" for n in range(1, 7)),
    "best@50ms",
    "mcts:50",
    "mcts@50ms",
    "alphabeta:2",
    "alphabeta@50ms",
]


@pytest.mark.parametrize("spec", ALL)
def test_every_player_chooses_a_legal_action(spec: str) -> None:
    state = YAMAMOTO.new()
    state.apply(state.legal()[0])
    choice = players.load(f"{spec}" if "@" in spec else f"{spec}@200ms", YAMAMOTO, 1).choose(state, 1)
    assert choice.action in state.legal()
    assert choice.line[0] == choice.action


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("strong", 'unknown player "strong": expected random, greedy, level'),
        ("", 'unknown player "": expected a name'),
        ("level", 'unknown level in "level": expected level:1 to level:6'),
        ("level:7", 'unknown level in "level:7"'),
        ("mcts", 'the player "mcts": expected a number from 1'),
        ("mcts:0", 'the player "mcts:0": expected a number from 1'),
        ("mcts:many", 'the player "mcts:many": expected a number'),
        ("alphabeta:99", "expected a number from 1 to 64"),
        ("level:3@soon", 'cannot read the time of "level:3@soon": expected something like @2s'),
        ("level:3@0s", 'cannot read the time of "level:3@0s"'),
        ("best@99999999s", 'cannot use the time of "best@99999999s": expected at most @31536000s, which is a year'),
        (f"level:3@{'9' * 400}ms", "expected at most @31536000s"),
        ("engine:./mine@31536001s", 'cannot use the time of "engine:./mine@31536001s"'),
        ("random:5", 'expected nothing after "random"'),
        ("best", "expected a time, like best@5s"),
    ],
)
def test_a_bad_spec_is_refused_with_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(GameError) as error:
        players.load(spec, YAMAMOTO, 0)
    assert sentence in str(error.value)


def test_times_are_seconds_or_milliseconds() -> None:
    assert players.parse("level:6@2s").seconds == 2.0
    assert players.parse("mcts:10@500ms").seconds == 0.5


def custom(spec: Spec, game: Game, seed: int) -> RandomPlayer:
    return RandomPlayer(spec.text, game, seed)


def test_an_installed_package_adds_a_player_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mine", f"{__name__}:custom", "calumma.players")
    monkeypatch.setattr(EntryPoint, "load", lambda self: custom)
    monkeypatch.setattr(specs, "entry_points", lambda group: [point])
    player = players.load("mine:abc", YAMAMOTO, 1)
    assert player.choose(YAMAMOTO.new(), 0).action in YAMAMOTO.new().legal()


def test_the_example_of_a_bot_of_ones_own_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parents[2] / "examples/own_bot"
    named = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]["calumma.players"]
    monkeypatch.syspath_prepend(str(folder))
    points = [EntryPoint(name, value, "calumma.players") for name, value in named.items()]
    monkeypatch.setattr(specs, "entry_points", lambda group: points)
    state = YAMAMOTO.new()
    choice = players.load("hasty", YAMAMOTO, 1).choose(state, 0)
    least = min(len(_after(state, action).legal()) for action in state.legal())
    assert len(_after(state, choice.action).legal()) == least


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after
