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
from calumma.players.perfect import ASKED, TRAPS, PerfectPlayer
from calumma.players.player import Choice
from calumma.solutions import AT_EASE, SEARCHED_PER_SECOND, Effort, Known, Solution, Source

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


Perfect = Callable[[str, Solution], PerfectPlayer]


@pytest.fixture
def perfect(monkeypatch: pytest.MonkeyPatch) -> Perfect:
    """Makes a player who asks a given solution."""

    def player(spec: str, solution: Solution) -> PerfectPlayer:
        monkeypatch.setattr("calumma.players.perfect.solution_of", lambda game: solution)
        return cast(PerfectPlayer, load(spec, GAME, 1))

    return player


@pytest.mark.parametrize("seconds", [0.0, 0.004, 0.02])
def test_a_move_that_wins_at_once_is_seen_however_little_time_is_left(seconds: float, perfect: Perfect) -> None:
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


def test_half_of_the_time_is_for_the_question_what_is_known(perfect: Perfect, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on as much as a search works; the other half is left for what is searched then."""
    now = [100.0]
    left: list[float | None] = []

    def says(state: State, effort: Effort) -> None:
        now[0] += effort.searched / SEARCHED_PER_SECOND

    monkeypatch.setattr("time.monotonic", lambda: now[0])
    told = Told(says)
    player = perfect("perfect@0.1s", told)

    def think(world: State, seat: int) -> Choice:
        left.append(player.searcher.asked.limits.seconds)
        return Choice(0, depth=1)

    monkeypatch.setattr(player.searcher, "think", think)
    player.choose(GAME.new(), 0)
    assert sum(told.searched) == pytest.approx(0.05 * SEARCHED_PER_SECOND, abs=2)
    assert told.asked[0][1].positions == pytest.approx(0.05 * SEARCHED_PER_SECOND, abs=1)
    assert left == [pytest.approx(0.05, abs=1e-4)]


def lost(best: list[int], source: Source) -> Known:
    return Known("loss", 8, best, source)


def root_lost(best: list[int], source: Source, reply: Callable[[State], Known | None]) -> Told:
    """Knows that the start is lost, and of positions after two plies what a function says."""
    root = str(GAME.new())
    return Told(lambda state, effort: lost(best, source) if str(state) == root else reply(state))


def mistakes_after(action: int) -> Callable[[State], Known | None]:
    """Of replies to one move all are mistakes, of those to others none."""
    after = GAME.new()
    after.apply(action)
    fooled = set()
    for reply in after.legal():
        last = after.copy()
        last.apply(reply)
        fooled.add(str(last))
    return lambda state: Known("win" if str(state) in fooled else "loss", 3, [0], "proof")


@pytest.mark.parametrize(("source", "chosen"), [("search", 1), ("certificate", 1), ("proof", 0), ("tables", 0)])
def test_a_better_trap_is_taken_unless_another_move_is_known_to_resist_longer(
    source: Source, chosen: int, perfect: Perfect
) -> None:
    """The first move resists longest; after the second, which nobody called best, every reply is a mistake."""
    moves = GAME.new().legal()
    player = perfect("perfect", root_lost(moves[:1], source, mistakes_after(moves[1])))
    assert player.choose(GAME.new(), 0).action == moves[chosen]


def test_of_moves_that_resist_as_long_the_best_trap_is_taken(perfect: Perfect) -> None:
    moves = GAME.new().legal()
    player = perfect("perfect", root_lost(moves[:3], "proof", mistakes_after(moves[2])))
    assert player.choose(GAME.new(), 0).action == moves[2]


def test_traps_are_looked_for_as_long_as_the_budget_lasts(perfect: Perfect) -> None:
    """Nothing is known of any of some seven hundred replies: to ask about all of them once more each time would take millions."""
    told = root_lost(GAME.new().legal()[:1], "search", lambda state: None)
    perfect("perfect", told).choose(GAME.new(), 0)
    spent = sum(ASKED + effort.searched for text, effort in told.asked if text != str(GAME.new()))
    assert TRAPS <= spent < TRAPS + 2_000


def test_who_is_stopped_looks_for_no_trap_any_more(perfect: Perfect) -> None:
    asked = []

    def reply(state: State) -> None:
        asked.append(state)
        player.stop()

    player = perfect("perfect", root_lost(GAME.new().legal()[:2], "search", reply))
    player.choose(GAME.new(), 0)
    assert len(asked) == 1


def test_who_is_stopped_without_a_time_is_done_in_a_moment(perfect: Perfect) -> None:
    """The question what is known has portions; after the one in which it is stopped there are no others."""

    def says(state: State, effort: Effort) -> None:
        if effort.searched:
            player.stop()

    told = Told(says)
    player = perfect("perfect", told)
    assert player.choose(GAME.new(), 0).depth == 1
    assert len(told.searched) == 1
