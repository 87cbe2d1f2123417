"""The games in OpenSpiel: its own tests, and what a player is told."""

from __future__ import annotations

import unittest
from collections.abc import Iterator
from itertools import islice

import pytest

import calumma
from calumma.rl.openspiel import CalummaState

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pyspiel = pytest.importorskip("pyspiel", reason='the research extra is not installed: pip install "calumma[research]"')

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

import calumma.rl.openspiel as adapter  # noqa: E402

TABLES = [f"python_calumma_{name}(seats={seats})" for name in calumma.games() for seats in calumma.load(name).info.seats]
VARIANTS = [
    "bradley(seats=4,relocate=none,partners=safe)",
    "chamelequin(rings=16,removal=capture)",
    "life(board=rings,recycle=on)",
]


@pytest.mark.parametrize("text", TABLES)
def test_openspiels_random_simulation_passes(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", [f"python_calumma_{text}" for text in VARIANTS])
def test_openspiels_random_simulation_passes_with_options(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", TABLES)
def test_openspiels_api_test_passes(text: str) -> None:
    """OpenSpiel's checks of sampled positions, which it runs on all games that it ships."""
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.algorithms import sample_some_states

    class Case(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game, game_name = pyspiel.load_game(text), text

        @classmethod
        def setUpClass(cls) -> None:
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=40)
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun >= 5
    assert [trace for _, trace in result.failures + result.errors] == []


def walk(text: str, seed: int) -> Iterator[CalummaState]:
    """A random match in OpenSpiel, position by position."""
    chooser = np.random.default_rng(seed)
    state = pyspiel.load_game(text).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chooser.choice(actions, p=odds)))
        else:
            state.apply_action(int(chooser.choice(state.legal_actions())))
    yield state


@pytest.mark.parametrize("text", TABLES)
def test_a_match_in_openspiel_is_a_match_here(text: str) -> None:
    for state in walk(text, 1):
        acting = state.position.to_act
        assert state.current_player() == (pyspiel.PlayerId.TERMINAL if acting == calumma.OVER else acting)
        assert state.is_terminal() or state.legal_actions() == state.position.legal()
    assert state.returns() == state.position.payoffs()
    assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum())


@pytest.mark.parametrize("text", ["python_calumma_piecepack(seats=3)", "python_calumma_life(seats=2)"])
def test_chance_outcomes_have_the_odds_of_the_rules(text: str) -> None:
    for state in walk(text, 2):
        if state.is_chance_node():
            weights = dict(state.position.chance())
            odds = {action: weight / sum(weights.values()) for action, weight in weights.items()}
            assert dict(state.chance_outcomes()) == pytest.approx(odds)


@pytest.mark.parametrize("text", ["python_calumma_piecepack(seats=3)", "python_calumma_life(seats=2)"])
def test_nothing_that_a_player_is_told_depends_on_what_it_cannot_know(text: str) -> None:
    rng = calumma.Rng(1)
    others = 0
    for ply, state in enumerate(walk(text, 3)):
        if ply % 5 or state.is_chance_node():
            continue
        for seat in range(state.num_players()):
            world = state.clone()
            world.position = state.position.determinize(seat, rng)
            others += world.position.key() != state.position.key()
            assert world.observation_tensor(seat) == state.observation_tensor(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert world.information_state_string(seat) == state.information_state_string(seat)
    assert others > 3


def test_a_hidden_ply_is_hidden_in_the_information_states_of_others() -> None:
    state = pyspiel.load_game("python_calumma_piecepack(seats=2)").new_initial_state()
    while state.history_str().count(",") < 3:  # the starter, two wilds, then the first tile of seat 0
        state.apply_action(state.legal_actions()[0])
    drawn = state.history()[-1]
    assert state.information_state_string(0).endswith(f" {drawn}")
    assert state.information_state_string(1).endswith(" ~?")


def test_an_information_state_remembers_all_plies() -> None:
    """Two ways to the same position: the same observation, but not the same information state."""
    game = pyspiel.load_game("python_calumma_yamamoto")
    states = []
    for moves in ("a1b2 a5b4 c1c2", "c1c2 a5b4 a1b2"):
        state = game.new_initial_state()
        for move in moves.split():
            state.apply_action(state.position.game.parse_move(state.position, move))
        states.append(state)
    first, second = states
    assert first.observation_string(0) == second.observation_string(0)
    assert first.observation_tensor(0) == second.observation_tensor(0)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_tensor(0) != second.information_state_tensor(0)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_calumma_yamamoto").new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) != str(twin)
    assert state.history() == []


def test_actions_are_written_as_everywhere() -> None:
    state = pyspiel.load_game("python_calumma_yamamoto").new_initial_state()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert texts == [state.position.game.move_text(state.position, action) for action in state.position.legal()]


def test_parameters_reach_the_game() -> None:
    game = pyspiel.load_game("python_calumma_bradley(seats=4,relocate=none)")
    assert game.rules == calumma.load("bradley", 4, relocate="none")
    assert game.num_players() == 4
    assert game.num_distinct_actions() == 70


@pytest.mark.parametrize("text", TABLES)
def test_a_match_can_be_serialized(text: str) -> None:
    game = pyspiel.load_game(text)
    state = next(islice(walk(text, 6), 10, None))
    again = game.deserialize_state(state.serialize())
    assert again.position.key() == state.position.key()
    assert again.information_state_string(1) == state.information_state_string(1)


def test_openspiels_tree_search_plays_whole_matches() -> None:
    game = pyspiel.load_game("python_calumma_bradley(relocate=none)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert len(state.history()) == 3


def in_play(text: str, seed: int, ply: int) -> CalummaState:
    """A position of a random match at which a player acts."""
    return next(state for i, state in enumerate(walk(text, seed)) if i >= ply and state.current_player() >= 0)


@pytest.mark.parametrize("text", ["python_calumma_piecepack(seats=3)", "python_calumma_life(seats=2)"])
def test_a_world_dealt_in_openspiel_is_one_that_the_player_cannot_tell_apart(text: str) -> None:
    state = in_play(text, 7, 30)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, np.random.RandomState(seed).uniform) for seed in range(8)]
    assert {world.information_state_string(seat) for world in worlds} == {state.information_state_string(seat)}
    assert {tuple(world.legal_actions()) for world in worlds} == {tuple(state.legal_actions())}


@pytest.mark.parametrize("text", ["python_calumma_piecepack(seats=2)", "python_calumma_life(seats=2)"])
def test_openspiels_search_with_hidden_information_runs_and_does_not_peek(text: str) -> None:
    """In two worlds that the player cannot tell apart it thinks the same thoughts."""
    state = next(s for s in walk(text, 8) if s.current_player() >= 0 and all(s.position.view(None)["hand_sizes"]))
    world = state.resample_from_infostate(state.current_player(), np.random.RandomState(3).uniform)
    assert world.position.key() != state.position.key()
    policies = []
    for root in (state, world):
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, 6, random_state=np.random.RandomState(2))
        luck = np.random.RandomState(4)
        bot.set_resampler(lambda state, seat, luck=luck: state.resample_from_infostate(seat, luck.uniform))
        policies.append(bot.step_with_policy(root))
    assert policies[0] == policies[1]


def test_openspiels_search_with_hidden_information_deals_worlds_by_itself() -> None:
    state = in_play("python_calumma_piecepack(seats=2)", 9, 9)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 4)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", calumma.games())
def test_openspiels_environment_for_learners_plays(name: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(f"python_calumma_{name}"))
    step = env.reset()
    for _ in range(20):
        seat = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][seat][0]])
    assert len(step.observations["info_state"][0]) == env.game.information_state_tensor_size()


def test_all_games_are_registered() -> None:
    names = {f"python_calumma_{name}" for name in calumma.games()}
    assert names <= set(pyspiel.registered_names())
    assert adapter.RECENT > 0


def test_utilities_are_payoffs_with_their_sum_or_sum_to_zero_where_asked() -> None:
    plain = pyspiel.load_game("python_calumma_bradley(seats=3)")
    zero = pyspiel.load_game("python_calumma_bradley(seats=3,utilities=zero)")
    kinds = pyspiel.GameType.Utility
    assert (plain.get_type().utility, plain.min_utility(), plain.utility_sum()) == (kinds.CONSTANT_SUM, 0, 1)
    assert (zero.get_type().utility, zero.max_utility(), zero.utility_sum()) == (kinds.ZERO_SUM, 1, 0)
    assert zero.min_utility() == pytest.approx(-1 / 2)


def test_utilities_that_sum_to_zero_are_one_for_a_win() -> None:
    *_, end = walk("python_calumma_yamamoto(utilities=zero)", 1)
    assert end.returns() == [2 * payoff - 1 for payoff in end.position.payoffs()]


def test_openspiels_alpha_beta_wants_a_sum_of_zero_and_gets_it() -> None:
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("python_calumma_yamamoto(utilities=zero)")
    _, best = alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=2, maximizing_player_id=0)
    assert best in game.new_initial_state().legal_actions()


def test_unknown_utilities_are_told() -> None:
    with pytest.raises(calumma.GameError, match='unknown utilities "wins": expected payoffs or zero'):
        adapter.Utilities(calumma.load("yamamoto"), "wins")
