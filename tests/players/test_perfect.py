"""The player `perfect`: what it asks, how long, and what it does when there is no time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

import calumma
from calumma.core import State
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.tablebase import Tablebase
from calumma.players import load
from calumma.players.perfect import PerfectPlayer
from calumma.solutions import AT_EASE, Effort, Known, Solution

GAME = calumma.load("yamamoto")
AT_ONCE = GAME.parse_position("5/W4/2w2/5/5 o")  # a4b5 wins


@dataclass
class Told(Solution):
    """Knows what a function says, and remembers what it was asked."""

    says: Callable[[State, Effort], Known | None]
    asked: list[tuple[str, Effort]] = field(default_factory=list)
    game = GAME
    has_certificate = False

    def beyond(self) -> str:
        return "nobody looked"

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        self.asked.append((str(state), effort))
        return self.says(state, effort)

    @property
    def searched(self) -> list[int]:
        """What the searches were that it was asked for."""
        return [effort.searched for _, effort in self.asked if effort.searched]


@pytest.fixture
def perfect(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Solution], PerfectPlayer]:
    """Makes a player who asks a given solution."""

    def player(spec: str, solution: Solution) -> PerfectPlayer:
        monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: solution)
        return cast(PerfectPlayer, load(spec, GAME, 1))

    return player


@pytest.mark.parametrize("seconds", [0.0, 0.004, 0.02])
def test_a_move_that_wins_at_once_is_seen_however_little_time_is_left(
    seconds: float, perfect: Callable[[str, Solution], PerfectPlayer]
) -> None:
    """The question what is known takes more or less of a hundredth of a second, and brings nothing."""

    def says(state: State, effort: Effort) -> None:
        time.sleep(seconds)

    choice = perfect("perfect@0.01s", Told(says)).choose(AT_ONCE, 0)
    assert (GAME.move_text(AT_ONCE, choice.action), choice.depth) == ("a4b5", 1)


@pytest.mark.contract
def test_on_either_core_there_is_time_to_search_where_nothing_is_known(tmp_path: Path) -> None:
    """No certificate is at hand, and at the start a proof or search for any win takes longer than there is."""
    nothing = Knowledge(GAME, Tablebase(str(GAME.options["goal"]), tmp_path))
    nothing.__dict__["claim"] = None
    player = PerfectPlayer("perfect", GAME, 1, 0.4)
    player.solution = nothing
    begun = time.monotonic()
    choice = player.choose(GAME.new(), 0)
    assert choice.depth > 1
    assert time.monotonic() - begun < 1.0
