"""The rules beside an independent slow implementation: legal moves, what turns, last cubes, counts and ends."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import calumma
from calumma.core import Game, State

pytestmark = pytest.mark.contract

VARIANTS = [
    (seats, relocate, partners)
    for seats, relocate, partners in product(range(2, 7), ("none", "own", "any"), ("capturable", "safe"))
    if partners == "capturable" or seats in (4, 6)
]


def compare(game: Game, state: State, twin: Any) -> None:
    """Ask both everything."""
    moves = {game.move_text(state, action) for action in state.legal()}
    assert moves == twin.legal()
    assert (state.to_act == calumma.OVER) == twin.over()
    assert str(state).split()[:2] == twin.text().split()
    assert state.scores() == twin.scores()
    if twin.over():
        assert state.payoffs() == pytest.approx(twin.payoffs())


def walk(game: Game, rng: random.Random, boldness: Any) -> Iterator[State]:
    """Yield the positions of a match; a bold player rather relocates."""
    state = game.new()
    while state.to_act != calumma.OVER:
        yield state
        actions = state.legal()
        kinds = [action for action in actions if (action >= 70) == (rng.random() < boldness)]
        state = state.copy()
        state.apply(rng.choice(kinds or actions))
    yield state


@pytest.mark.parametrize(("seats", "relocate", "partners"), VARIANTS)
def test_sampled_positions_agree(reference: type[Any], seats: int, relocate: str, partners: str) -> None:
    game = calumma.load("bradley", seats=seats, relocate=relocate, partners=partners)
    rng = random.Random(f"{seats} {relocate} {partners}")
    for boldness in (0.1, 0.5, 0.9):
        states = list(walk(game, rng, boldness))
        for state in [*rng.sample(states, min(3, len(states))), states[-1]]:
            compare(game, state, reference.of_text(str(state), seats, relocate, partners))


@pytest.mark.parametrize(("seats", "relocate", "partners"), VARIANTS)
def test_moves_lead_to_the_same_positions(reference: type[Any], seats: int, relocate: str, partners: str) -> None:
    game = calumma.load("bradley", seats=seats, relocate=relocate, partners=partners)
    state = random.Random(seats).choice(list(walk(game, random.Random(seats), 0.3))[:-1])
    twin = reference.of_text(str(state), seats, relocate, partners)
    for action in random.Random(1).sample(state.legal(), min(12, len(state.legal()))):
        after = state.copy()
        after.apply(action)
        assert str(after).split()[:2] == twin.play(game.move_text(state, action)).text().split()


@pytest.mark.parametrize(("seats", "relocate", "partners"), VARIANTS)
def test_positions_with_few_cubes_agree(reference: type[Any], seats: int, relocate: str, partners: str) -> None:
    """Thin positions are where last cubes (rule 5) and ends (rule 8) are decided."""
    game = calumma.load("bradley", seats=seats, relocate=relocate, partners=partners)
    rng = random.Random(f"few {seats} {relocate} {partners}")
    notation: Any = game.definition.notation
    letters = notation.letters(seats)
    holes = [(x, y) for y in range(3, 8) for x in range(2, 7)]
    for _ in range(12):
        cubes = {hole: rng.choice(letters) for hole in rng.sample(holes, 9)}
        rows = ["".join(cubes.get((x, y), "1") for x in range(9)) for y in range(7, 2, -1)]
        quiet = rng.choice([0, 0, 2 * seats]) if relocate != "none" else 0
        text = f"5/7/{'/'.join(rows)}/7/5 {rng.choice(letters[:seats])} {quiet}"
        compare(game, game.parse_position(text), reference.of_text(text, seats, relocate, partners))


@pytest.mark.long
@pytest.mark.parametrize(("seats", "relocate", "partners"), VARIANTS)
def test_whole_matches_agree_ply_by_ply(reference: Any, seats: int, relocate: Any, partners: Any) -> None:
    game = calumma.load("bradley", seats=seats, relocate=relocate, partners=partners)
    rng = random.Random(f"long {seats} {relocate} {partners}")
    for boldness in (0.05, 0.3, 0.9):
        state, twin = game.new(), reference.start(seats, relocate, partners)
        while state.to_act != calumma.OVER:
            compare(game, state, twin)
            actions = state.legal()
            kinds = [action for action in actions if (action >= 70) == (rng.random() < boldness)]
            action = rng.choice(kinds or actions)
            twin = twin.play(game.move_text(state, action))
            state.apply(action)
        compare(game, state, twin)
