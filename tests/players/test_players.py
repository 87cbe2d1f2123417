"""How the bots behave."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import calumma
from calumma import CHANCE, Rng, players
from calumma.players.bots import table_room
from calumma.players.levels import ADVISERS, greedily, human_choice, kind_of, level_settings, tree_settings, well_tried
from calumma.search import Candidate

YAMAMOTO = calumma.load("yamamoto")
SECRET = [name for name in calumma.games() if calumma.load(name).info.has_secrets]
WINS_NOW = "5/5/1B1w1/1W3/b4 b"

SAME = """
import calumma
from calumma import players
game = calumma.load("yamamoto")
for spec in ("greedy", "level:1", "level:2", "mcts:60", "alphabeta:2"):
    state = game.new()
    for _ in range(4):
        state.apply(players.load(spec, game, 5).choose(state, state.to_act).action)
    print(spec, state)
"""


def run(code: str, pure: str) -> str:
    environment = {**os.environ, "CALUMMA_PURE": pure, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not calumma.compiled(), reason="there is no compiled core to compare with")
def test_compiled_and_interpreted_choose_the_same() -> None:
    assert run(SAME, "0") == run(SAME, "1")


@pytest.mark.parametrize("spec", ["greedy", "level:2", "level:4", "mcts:200"])
def test_the_same_seed_plays_the_same_match(spec: str) -> None:
    lines = [
        players.play_match(YAMAMOTO, [players.load(spec, YAMAMOTO, seat) for seat in (0, 1)], Rng(1)).record.plies
        for _ in range(2)
    ]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("level", [4, 5, 6])
def test_high_levels_take_a_forced_win(level: int) -> None:
    state = YAMAMOTO.parse_position(WINS_NOW)
    choice = players.load(f"level:{level}", YAMAMOTO, 1).choose(state, 1)
    assert choice.proven
    assert choice.values == [0.0, 1.0]
    assert choice.distance == 3


def test_a_single_action_is_played_without_thinking() -> None:
    state = YAMAMOTO.parse_position("2w2/5/5/3W1/3w1 o")
    choice = players.load("level:6", YAMAMOTO, 1).choose(state, 0)
    assert (choice.nodes, choice.note) == (0, "the only action")


def test_a_player_refuses_a_seat_that_does_not_act() -> None:
    with pytest.raises(ValueError, match="seat 1 does not act here: expected seat 0"):
        players.load("random", YAMAMOTO, 1).choose(YAMAMOTO.new(), 1)


def test_a_tree_is_remembered_from_one_turn_to_the_next() -> None:
    player = players.load("mcts:3000", YAMAMOTO, 1)
    state = YAMAMOTO.new()
    first = player.choose(state, 0)
    for action in first.line[:2]:
        state.apply(action)
    again = player.choose(state, 0)
    assert sum(again.visits.values()) > 3000


def test_overlooked_actions_are_not_played() -> None:
    candidates = [Candidate(0, 1, 0.9), Candidate(1, 1, 0.1)]
    chosen = [human_choice(candidates, {"blind": 0.5}, 0.5, Rng(seed)) for seed in range(400)]
    assert 60 < chosen.count(1) < 240  # one in four sees only the second, one in four sees neither and takes any


def test_a_kind_player_does_not_press_a_big_lead() -> None:
    candidates = [Candidate(0, 1, 0.99), Candidate(1, 1, 0.76), Candidate(2, 1, 0.2)]
    assert human_choice(candidates, {"mercy": 0.5}, 0.5, Rng(1)) == 1
    assert human_choice(candidates, {}, 0.5, Rng(1)) == 0


def test_a_win_in_sight_is_taken_however_kind_the_player() -> None:
    candidates = [Candidate(0, 1, 1.0), Candidate(1, 1, 0.76)]
    assert human_choice(candidates, {"mercy": 0.5}, 0.5, Rng(1)) == 0


def test_what_was_hardly_tried_is_out_of_the_question() -> None:
    often, half, once = Candidate(0, 20, 0.5), Candidate(1, 5, 0.4), Candidate(2, 1, 0.9)
    assert well_tried([often, half, once], 0.25) == [often, half]
    assert well_tried([often, half, once], 0.0) == [often, half, once]


def test_the_greedy_weigh_what_an_action_brings_at_once() -> None:
    """The first brings 0.9 now and 0.2 in the end, the second 0.4 and 0.6: with half greed 0.55 and 0.5."""
    follows = [Candidate(0, 1, 0.2, False, (0,)), Candidate(1, 1, 0.6, False, (1,))]
    at_once = [Candidate(1, 1, 0.4, False, (1,)), Candidate(0, 1, 0.9, False, (0,))]
    assert [round(one.value, 9) for one in greedily(follows, at_once, 0.5)] == [0.55, 0.5]
    assert greedily(follows, at_once, 0.0) == follows


@pytest.mark.parametrize("name", calumma.games())
def test_advisers_answer_in_every_game_and_have_no_whims(name: str) -> None:
    game = calumma.load(name)
    state, rng = game.new(), Rng(3)
    while state.to_act == CHANCE:
        state.apply(state.pick(rng))
    for adviser in ADVISERS:
        asked = [players.load(f"adviser:{adviser}", game, 5).choose(state, state.to_act).action for _ in range(2)]
        assert asked[0] == asked[1] in state.legal()
        assert not {"blind", "sway", "greed", "mercy"} & level_settings(game, adviser).keys()


def test_what_a_game_is_decides_its_kind_of_levels() -> None:
    assert kind_of(YAMAMOTO) == "duel"
    assert {kind_of(calumma.load(name)) for name in SECRET} <= {"secret"}


@pytest.mark.parametrize("name", calumma.games())
def test_every_game_can_be_played_by_low_levels_to_its_end(name: str) -> None:
    game = calumma.load(name)
    seated = [players.load(f"level:{1 + seat % 2}", game, seat) for seat in range(game.seats)]
    assert sum(players.play_match(game, seated, Rng(1)).payoffs) == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "matches"), [("yamamoto", 60), ("piecepack", 20)])
def test_level_1_knows_what_the_game_is_about(name: str, matches: int) -> None:
    """By docs/strength.md it wins nearly always; half of the matches would be random play."""
    from calumma.lab.series import play_series

    assert play_series(calumma.load(name), ["level:1", "random"], matches, seed=1).score > 0.8


@pytest.mark.parametrize("seats", [3, 5])
def test_where_tables_foresee_actions_trees_of_level_6_have_more_simulations(seats: int) -> None:
    own, none = (calumma.load("bradley", seats, relocate=relocate) for relocate in ("own", "none"))
    assert {level_settings(game, level)["search"] for game in (own, none) for level in range(2, 7)} == {"tree"}
    assert level_settings(own, 6)["nodes"] > level_settings(none, 6)["nodes"]


def test_trees_weigh_otherwise_where_something_was_learned() -> None:
    own, none = (tree_settings(calumma.load("bradley", 3, relocate=relocate), 1) for relocate in ("own", "none"))
    assert (own.heat, own.anchor) < (none.heat, none.anchor)
    assert own.exploration == none.exploration


def test_levels_may_be_set_for_a_number_of_seats() -> None:
    """In teams a turn of one's own comes later, so that the same level looks at more."""
    nodes = [level_settings(calumma.load("bradley", seats), 3)["nodes"] for seats in (2, 4, 6)]
    assert nodes[0] < min(nodes[1:])


@pytest.mark.parametrize(("nodes", "megabytes"), [(1500, 0.48), (100_000, 32.0), (None, 32.0)])
def test_a_table_is_no_larger_than_its_nodes_can_fill_sparsely(nodes: int | None, megabytes: float) -> None:
    assert table_room(32.0, nodes) == pytest.approx(megabytes)  # sixteen entries of twenty bytes for every node


@pytest.mark.parametrize(("level", "least", "most"), [(4, 0.8e6, 1.6e6), (6, 32e6, 64e6)])
def test_weak_levels_take_little_memory(level: int, least: float, most: float) -> None:
    thinker = players.load(f"level:{level}", YAMAMOTO, 1).thinker  # type: ignore[attr-defined]
    assert least <= thinker.searcher.memory <= most
