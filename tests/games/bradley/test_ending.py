"""Ends of matches of two that only drop: what a search to the last hole says is what the rules say."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma import players
from calumma.core import OVER, Game, Rng, State
from calumma.games.bradley.board import AROUND, BIT, BOARD, mask
from calumma.games.bradley.ending import Ending
from calumma.games.bradley.lines import enclosed_on
from calumma.solutions import Effort, exact_value, has_exact_values, is_solved

pytestmark = pytest.mark.contract
GAME: Game = calumma.load("bradley", relocate="none")
PATIENT = Effort(0, 0, 100_000)
EVERYTHING = 100


def margin(state: State, seat: int) -> int:
    """By how many cubes a seat is ahead at the end if both play as well as they can, by the rules alone."""
    if state.to_act == OVER:
        scores = state.scores()
        return scores[seat] - scores[1 - seat]
    best = max if state.to_act == seat else min
    return best(margin(after(state, action), seat) for action in state.legal())


def after(state: State, action: int) -> State:
    copy = state.copy()
    copy.apply(action)
    return copy


def holes(state: State) -> int:
    return 69 - sum(state.scores()) - str(state).split()[0].count("O")


def end_of(seed: int, empty: int) -> Any:
    """A random match with so many holes left; None if it ended before."""
    state, rng = GAME.new(), Rng(seed)
    while state.to_act != OVER and holes(state) > empty:
        state.apply(state.pick(rng))
    return None if state.to_act == OVER else state


@pytest.mark.parametrize("seed", range(25))
def test_margin_and_winner_are_those_of_looking_at_everything(seed: int) -> None:
    state = end_of(seed, 7 if seed % 8 == 1 else 6)  # with seven holes moves are sorted and what was found is remembered
    if state is None:
        pytest.skip("this match ended earlier")
    true, ending = margin(state, state.to_act), Ending(0.1)
    assert ending.solve(state, -EVERYTHING, EVERYTHING, 10**6) == true
    if ending.best >= 0:
        assert margin(after(state, ending.best), state.to_act) == true
    known = exact_value(state, PATIENT)
    assert known is not None
    assert known.value == ("win" if true > 0 else "loss" if true < 0 else "draw")
    kept = margin(after(state, known.best[0]), state.to_act)
    assert (kept > 0) - (kept < 0) == (true > 0) - (true < 0)


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("PP1P1/PPPPGPG/GGGGGGGP1/GGPGGG3/GGGPGGPP1/PGGGGGP2/PPGGGP1G1/PPPPPPP/PPGG1 P", -7),
        ("1GPGG/PPPP1GG/GGGGPPGGG/GGGPPPPPG/1GGGPPPP1/1GGGPPGPP/GGGPPPP1P/1GGP3/GGP2 P", -13),
        ("G1PGP/PPPGGPG/1PPGPGPGG/GGGGGPP2/GGPGPGP2/GGGGGGG2/PGPGPGPPP/GGGGP2/1P1GP P", 1),
    ],
)
def test_how_moves_are_sorted_does_not_change_the_margin(text: str, true: int) -> None:
    """Twelve holes, so that learned tables take part in it; a plain search that had none found these margins."""
    state: Any = GAME.parse_position(text)
    ending = Ending(0.5)
    assert ending.solve(state, -EVERYTHING, EVERYTHING, 10**6) == true
    assert ending.solve(state, true - 1, true, 10**6) == true
    assert ending.solve(state, true, true + 1, 10**6) == true


def uneven(seed: int, empty: int) -> Any:
    """A board of one colour but for one cube of the other, the neutral cube, and holes beside these; None if nobody can move."""
    rng, squares = Rng(seed), list(range(69))
    lone, neutral = (squares.pop(rng.below(len(squares))) for _ in range(2))
    near = [square for square in squares if BIT[square] & (AROUND[lone] | AROUND[neutral])]
    holes = [near.pop(rng.below(len(near))) for _ in range(empty)]
    most = mask(square for square in squares if square not in holes)
    cubes = [BIT[lone], most] if seed % 2 else [most, BIT[lone]]
    state: Any = GAME.new()
    state.set_up([*cubes, BIT[neutral]], rng.below(2), 0)
    return None if state.to_act == OVER else state


@pytest.mark.parametrize("empty", [4, 5, 6, 7])  # each is searched in a way of its own
def test_margin_with_a_neutral_cube_and_one_of_a_colour(empty: int) -> None:
    """Last cubes are spared (R5), seats pass, and the neutral cube turns: all that a board full of two colours seldom has."""
    states = [state for seed in range(40) if (state := uneven(seed, empty)) is not None]
    assert len(states) > 30
    for state in states:
        true, ending = margin(state, state.to_act), Ending(0.1)
        assert ending.solve(state, -EVERYTHING, EVERYTHING, 10**6) == true
        assert ending.solve(state, true - 1, true, 10**6) == true
        assert ending.solve(state, true, true + 1, 10**6) == true


@pytest.mark.parametrize("share", [1, 2, 4])
def test_the_last_hole_is_counted_as_the_rules_turn_cubes(share: int) -> None:
    """Every square is the hole, with the other 68 filled at random: Purple has one of them to `share` of Green."""
    rng = Rng(share)
    for hole in range(69):
        purple = mask(square for square in range(69) if square != hole and rng.below(share + 1) == 0)
        state: Any = GAME.new()
        state.set_up([purple, BOARD & ~(purple | BIT[hole]), 0], 0, 0)
        assert enclosed_on(hole, purple) == state.enclosed_by(None, hole).bit_count()


def test_the_last_cube_is_spared_as_long_as_another_move_is_there() -> None:
    """R5: on a5 Purple would turn Green's only cube; on e1 it turns the neutral one, so it has to play there first.

    Green passes, and now Purple's only move takes the last cube: all 69 are purple.
    """
    state: Any = GAME.parse_position("PPPPP/PPPPPPP/PPPPPPPPP/PPPPPPPPP/1GPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPOPPP/PP1PP P")
    assert [GAME.move_text(state, action) for action in state.legal()] == ["e1"]
    assert margin(state, 0) == Ending(0.1).solve(state, -EVERYTHING, EVERYTHING, 100) == 69


def test_who_cannot_move_passes() -> None:
    """Green has no cube behind any row; Purple fills the last hole: 67 + 2 to nothing."""
    state: Any = GAME.parse_position("PPPPP/PPPPPPP/PPPPPPPPP/PPPPPPPPP/1GPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPPPPP/PPPPP G")
    assert [GAME.move_text(state, action) for action in state.legal()] == ["pass"]
    known = exact_value(state, PATIENT)
    assert known is not None
    assert (known.value, known.plies, known.best) == ("loss", 2, state.legal())
    assert Ending(0.1).solve(state, -EVERYTHING, EVERYTHING, 100) == -69


def test_nothing_is_said_of_what_is_too_far_away() -> None:
    assert exact_value(GAME.new(), PATIENT) is None
    nearer = end_of(1, 12)
    assert nearer is not None
    assert Ending(0.1).solve(nearer, -EVERYTHING, EVERYTHING, 5) is None


@pytest.mark.parametrize(("seats", "options"), [(2, {"relocate": "own"}), (3, {"relocate": "none"})])
def test_ends_are_known_of_two_seats_without_relocation_alone(seats: int, options: dict[str, str]) -> None:
    game = calumma.load("bradley", seats, **options)
    assert has_exact_values(GAME)
    assert not has_exact_values(game)
    assert not is_solved(GAME)
    with pytest.raises(ValueError, match="expected a match of two without relocation"):
        Ending(0.1).solve(game.new(), -1, 1, 10)  # type: ignore[arg-type]


def test_the_strong_levels_play_the_end_without_a_mistake() -> None:
    state = next(one for seed in range(99) if (one := end_of(seed, 6)) and margin(one, one.to_act) > 0)
    choice = players.load("level:6", GAME, 1).choose(state, state.to_act)
    assert choice.proven
    assert margin(after(state, choice.action), state.to_act) > 0
