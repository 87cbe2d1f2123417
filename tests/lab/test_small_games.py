"""Whole small games: fewer tiles, spaces and cards by the same rules, solved exactly and by CFR+."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import calumma
from calumma.lab import exploit
from calumma.lab.small import Smaller, small, versions
from calumma.testing import check_game

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')

from calumma.lab.equilibrium import exploited, policy_of, solve, values  # noqa: E402
from calumma.lab.histories import Histories, summary, uniform  # noqa: E402

THREE = {"tiles": "R1K1K2", "hand": 1, "wilds": 0, "removed": 0, "columns": 3, "rows": 1}
WHOLE = [(name, version) for name in ("piecepack", "life") for version in versions(name) if small(name, version).whole]


@pytest.fixture(scope="module")
def three() -> Histories:
    game = Smaller("piecepack", 2, THREE)
    return Histories([(game.parse_position("R1@0,0 0,0/0,0 -/- - -/- 0/0 0+1 0"), 1.0)])


def test_all_histories_of_three_tiles_are_those_counted_by_hand(three: Any) -> None:
    """Two deals; the first tile on two places, with the wasp or without; the second beside its like, or else with or without."""
    assert summary(three) == (2 + 2 * 4 + 2 * 4 * 3, 2 * 4 * 3, 2, 2 * 4, 2 * 4 + 8 * 3)


def test_who_brings_the_second_colour_wins_three_tiles_however_they_are_laid(three: Any) -> None:
    assert values(three, uniform(three)) == pytest.approx([1, 0])
    assert exploited(three, uniform(three)).highest == pytest.approx([1, 0])


def test_two_solvers_and_openspiel_agree_on_what_play_at_random_loses() -> None:
    """OpenSpiel enumerates the histories by itself, by what our adapter tells it of the same game."""
    pytest.importorskip("pyspiel", reason='the research extra is not installed: pip install "calumma[research]"')
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from calumma.rl.openspiel import GivenGame

    worlds = small("piecepack", "three tiles").worlds
    tree, game = Histories(worlds), GivenGame(worlds[0][0])
    found, other = exploited(tree, uniform(tree)), exploit.exploited(worlds, exploit.Uniform())
    assert found.highest == pytest.approx(other.highest)
    assert found.values == pytest.approx(other.values)
    told = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert found.exploitability(found.highest) == pytest.approx(told) == pytest.approx(0.25)


def test_both_solvers_say_the_same_of_a_bot_that_is_asked() -> None:
    version = small("piecepack", "three tiles")
    first, second = (exploit.Asked("level:1", version.game, 2, seed) for seed in (1, 3))
    tree = Histories(version.worlds)
    found = exploited(tree, policy_of(tree, first.shares), policy_of(tree, second.shares))
    other = exploit.exploited(version.worlds, first, second)
    assert found.highest == pytest.approx(other.highest)
    assert found.values == pytest.approx(other.values)
    assert found.error == pytest.approx(other.error)


@pytest.mark.parametrize(("name", "version", "value"), [("piecepack", "three tiles", 2 / 3), ("life", "one round", 1 / 2)])
def test_the_longer_it_is_solved_the_less_a_small_game_can_be_exploited(name: str, version: str, value: float) -> None:
    tree = Histories(small(name, version).worlds)
    gains = [gain for _, gain, _ in solve(tree, 80, 40)]
    assert 0 <= gains[1] < gains[0] < 0.002
    policy = next(solve(tree, 80, 80))[2]
    assert values(tree, policy) == pytest.approx([value, 1 - value], abs=0.002)


@pytest.mark.parametrize(("name", "version"), WHOLE)
def test_small_games_keep_the_laws(name: str, version: str) -> None:
    assert check_game(small(name, version).game, matches=10).matches == 10


def test_nobody_but_the_laboratory_knows_of_smaller_boxes() -> None:
    assert set(calumma.load("piecepack").info.options) == {"bankrupt", "merge"}
    assert set(calumma.load("life").info.options) == {"board", "recycle", "cards"}
    with pytest.raises(calumma.GameError, match='unknown option "tiles"'):
        calumma.load("piecepack", tiles="R0R1")


def test_positions_of_small_games_can_be_pickled() -> None:
    for name, version in WHOLE:
        state = small(name, version).worlds[0][0]
        assert pickle.loads(pickle.dumps(state)).key() == state.key()


@pytest.mark.parametrize(
    ("name", "chosen", "told"),
    [
        ("piecepack", {"tiles": "R1R9"}, 'cannot fill a box with "R1R9"'),
        ("piecepack", {"tiles": "R1R2R3R4"}, "4 tiles are too few: expected at least 9"),
        (
            "piecepack",
            {"tiles": "R0R1R2R3R4R5K0K1K2", "columns": 3, "rows": 2},
            "7 tiles do not fit on a board of 3x2",
        ),
        ("piecepack", {"tiles": "R0R1R2R3R4R5K0", "hand": 1}, "too few tiles of other colours"),
        ("life", {"snakes": 3, "colours": 2}, "3 snakes are too many for 2 colours"),
        ("life", {"bugs": 1}, "6 bugs are too few: expected at least 18"),
        ("life", {"colours": 2, "snakes": 0}, "3 colour cards are too few: expected at least 6"),
    ],
)
def test_a_box_that_is_too_small_is_refused(name: str, chosen: dict[str, Any], told: str) -> None:
    with pytest.raises(calumma.GameError, match=told):
        Smaller(name, 2, chosen).new()


def test_the_dice_of_a_small_board_have_its_spaces_and_colours() -> None:
    state = small("life", "one round").worlds[0][0]
    assert [state.game.move_text(state, action) for action in state.legal()] == [f"~roll:{n}{c}" for n in (1, 2, 3) for c in "RO"]
    assert [weight for _, weight in state.chance()] == [2, 2, 1, 1, 1, 1]


def test_a_game_that_is_too_large_to_solve_is_refused() -> None:
    with pytest.raises(calumma.GameError, match="more than 100 histories"):
        Histories(small("piecepack", "three tiles").worlds, most=100)
    with pytest.raises(calumma.GameError, match="cannot solve piecepack"):
        Histories([(calumma.load("piecepack", 3).new(), 1.0)])
