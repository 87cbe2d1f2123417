"""What players tell while they think: thoughts, several candidates, limits, and how they are stopped."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import calumma
from calumma import players
from calumma.players import Choice, Limits, Player, Thinking

YAMAMOTO = calumma.load("yamamoto")
OPEN = calumma.load("chamelequin", seats=3)
SECRET = calumma.load("piecepack")


def position(game: Any, seed: int = 1) -> Any:
    """A position in which a seat has a choice."""
    state, rng = game.new(), calumma.Rng(seed)
    while state.to_act < 0 or len(state.legal()) < 5:
        state.apply(state.pick(rng))
    return state


BOTS = [
    *[(spec, YAMAMOTO) for spec in ("random", "greedy", "alphabeta:3", "level:1", "level:3", "level:5", "perfect", "mcts:300")],
    *[("level:2", OPEN), ("level:2", SECRET), ("mcts:300", SECRET)],
]


@pytest.mark.parametrize(("spec", "game"), BOTS, ids=str)
def test_every_player_names_as_many_candidates_as_it_is_asked_for(spec: str, game: Any) -> None:
    state = position(game)
    choice = players.load(spec, game, 1).choose(state, state.to_act, lines=3)
    best = choice.ranked()[:3]
    assert (len(best), best[0].action) == (3, choice.action)
    assert all(one.line[0] == one.action and one.action in state.legal() for one in best)


def test_alpha_beta_values_its_lines_as_a_search_of_each_would() -> None:
    state = position(YAMAMOTO)
    found = players.load("alphabeta:3", YAMAMOTO, 1).choose(state, state.to_act, lines=1000).candidates
    ranking: Any = players.load("alphabeta:3", YAMAMOTO, 1)
    exact = ranking.rank(state).candidates
    assert {one.action: one.value for one in found} == {one.action: one.value for one in exact}


@pytest.mark.parametrize(("spec", "game"), [("alphabeta:4", YAMAMOTO), ("mcts:400", OPEN), ("level:4", SECRET)], ids=str)
def test_listening_does_not_change_the_choice(spec: str, game: Any) -> None:
    state, thoughts = position(game), list[Choice]()
    alone = players.load(spec, game, 7).choose(state, state.to_act)
    heard = players.load(spec, game, 7).choose(state, state.to_act, on_thought=thoughts.append)
    assert (heard.action, heard.values, heard.line, heard.nodes) == (alone.action, alone.values, alone.line, alone.nodes)
    assert thoughts[-1] == heard
    assert all(0.0 < thought.progress < 1.0 for thought in thoughts[:-1])


def test_alpha_beta_tells_what_it_found_at_every_depth() -> None:
    thoughts: list[Choice] = []
    state = position(YAMAMOTO)
    players.load("alphabeta:4", YAMAMOTO, 1).choose(state, state.to_act, on_thought=thoughts.append)
    assert [thought.depth for thought in thoughts] == [1, 2, 3, 4]
    assert [thought.nodes for thought in thoughts] == sorted(thought.nodes for thought in thoughts)
    assert all(thought.line[0] == thought.action for thought in thoughts)


@pytest.mark.parametrize("spec", ["alphabeta:30", "mcts:100000000", "level:6"])
def test_a_listener_may_stop_the_player(spec: str) -> None:
    player, thoughts = players.load(spec, YAMAMOTO, 1), []

    def hear(thought: Any) -> None:
        thoughts.append(thought)
        player.stop()

    choice = player.choose(position(YAMAMOTO), position(YAMAMOTO).to_act, on_thought=hear)
    assert choice == thoughts[-1]
    assert choice.depth < 30


@pytest.mark.parametrize("spec", ["alphabeta:30", "mcts:100000000"])
def test_leaving_the_block_stops_the_player(spec: str) -> None:
    state = position(YAMAMOTO)
    with Thinking(players.load(spec, YAMAMOTO, 1), state, state.to_act) as thinking:
        first = next(iter(thinking))
    assert first.action in state.legal()
    assert thinking.choice().action in state.legal()


def test_an_error_comes_out_of_the_thread() -> None:
    with (
        Thinking(players.load("random", YAMAMOTO), YAMAMOTO.new(), 1) as thinking,
        pytest.raises(ValueError, match="does not act"),
    ):
        thinking.choice()


def test_limits_of_one_decision() -> None:
    state = position(YAMAMOTO)
    assert players.load("alphabeta:30", YAMAMOTO).choose(state, state.to_act, Limits(depth=2)).depth == 2
    assert players.load("mcts:1000000", YAMAMOTO).choose(state, state.to_act, Limits(nodes=50)).nodes == 50
    assert players.load("alphabeta:30", YAMAMOTO).choose(state, state.to_act, Limits(seconds=0.01)).action in state.legal()


@pytest.mark.parametrize("limits", [Limits(seconds=-1), Limits(seconds=float("nan")), Limits(depth=-3)])
def test_limits_that_cannot_be_are_refused(limits: Limits) -> None:
    with pytest.raises(ValueError, match=r"^cannot use"):
        players.load("alphabeta:2", YAMAMOTO).choose(YAMAMOTO.new(), 0, limits)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot play at a position of chamelequin"):
        players.load("alphabeta:2", YAMAMOTO).choose(OPEN.new(), 0)


# Players of other packages


class Deaf(Player):
    """Thinks until it is let go, whatever the time."""

    def __init__(self, spec: Any, game: Any, seed: int) -> None:
        super().__init__(spec.text, game, seed)
        self.let_go = threading.Event()

    def think(self, world: Any, seat: int) -> Any:
        self.tell(Choice(world.legal()[2]))
        self.let_go.wait()
        return Choice(world.legal()[0])


class Listens(Deaf):
    def stop(self) -> None:
        self.let_go.set()


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players.specs, "factories", lambda: players.specs.OWN | {"deaf": Deaf, "listens": Listens})


def test_a_player_that_listens_is_asked_to_stop_when_its_time_is_up(guests: Any) -> None:
    assert players.load("listens@20ms", YAMAMOTO).choose(YAMAMOTO.new(), 0).action == YAMAMOTO.new().legal()[0]


def test_a_match_does_not_wait_for_a_player_that_ignores_its_time(guests: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players.deadline, "GRACE", 0.02)
    player: Any = players.load("deaf@20ms", YAMAMOTO)
    first = player.choose(YAMAMOTO.new(), 0)
    assert (first.action, first.note) == (YAMAMOTO.new().legal()[2], "it had not chosen after 0.04 s: another action was played")
    later = player.choose(YAMAMOTO.new(), 0)
    assert later.note == "it was still thinking about an earlier decision: a random action was played"
    player.inner.let_go.set()


# Rules in plain Python


def test_levels_look_at_the_rules_and_not_at_the_core() -> None:
    from calumma.testing.topcard import top_card

    note = "the rules are interpreted: thinks for at most 1 s, and plays below its level"
    low: Any = players.load("level:6", top_card(2))
    high: Any = players.load("level:6", YAMAMOTO)
    assert low.note == note
    assert high.note == ("" if calumma.compiled() else note)
    assert (top_card(2).is_compiled, YAMAMOTO.is_compiled) == (False, calumma.compiled())
