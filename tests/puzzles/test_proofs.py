"""The independent check of puzzles: a plain search by the public protocol, which shares nothing with the one that found them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest

import calumma
from calumma.core import CHANCE, OVER, State
from calumma.puzzles import Kind, Puzzle, puzzles_of

GAMES = calumma.games()
Short = Callable[[str, int], list[Puzzle]]
PLAIN = 13  # plies of a line: what a search without tables and order proves where nothing but the end of the match ends it
Enough = Callable[[State], bool]


def lead(state: State, seat: int) -> int:
    scores = state.scores()
    return scores.pop(seat) - max(scores)


def corner_taken(kind: Kind, state: State, action: int) -> bool:
    """Whether an action has the effects of the goal, by their plain names and values."""
    told = [effect for effect in state.effects(action) if effect.key == kind.goal[0].key]
    return any(effect.values["cell"] in kind.goal[0].values["cell"] for effect in told)  # type: ignore[operator]


def forced(kind: Kind, state: State, seat: int, turns: int, mover: int, enough: Enough) -> bool:
    """Whether a seat can force the goal within so many turns, the present one of `mover` included."""
    actor = state.to_act
    if actor == OVER:
        return kind.measure != "goal" and enough(state)
    if actor not in (CHANCE, mover):
        turns, mover = turns - 1, actor
    if turns == 0:
        return kind.measure == "lead" and enough(state)
    actions = state.legal()
    if actor == CHANCE and kind.any_luck:
        actions = [actions[0], actions[-1]]
    answers = (after(kind, state, action, seat, turns, mover, enough) for action in actions)
    return any(answers) if actor == seat else all(answers)


def after(kind: Kind, state: State, action: int, seat: int, turns: int, mover: int, enough: Enough) -> bool:
    if kind.measure == "goal" and state.to_act == seat and corner_taken(kind, state, action):
        return True
    following = state.copy()
    following.apply(action)
    return forced(kind, following, seat, turns, mover, enough)


def worlds(puzzle: Puzzle) -> list[State]:
    game = puzzle.game
    if not game.info.has_secrets:
        return [game.parse_position(puzzle.position)]
    module = import_module(f"{game.definition.package}.worlds")
    return [game.parse_position(text) for text in module.worlds(game, puzzle.position, puzzle.seat)]


def right_moves(puzzle: Puzzle, world: State) -> list[str]:
    """The texts of all first moves that reach the goal in a world."""
    kind, seat = puzzle.kind, puzzle.seat
    wanted = lead(world, seat) + puzzle.gain

    def enough(state: State) -> bool:
        return state.payoffs()[seat] == 1.0 if kind.measure == "win" else lead(state, seat) >= wanted

    right = [action for action in world.legal() if after(kind, world, action, seat, puzzle.turns, seat, enough)]
    return [puzzle.game.move_text(world, action) for action in right]


def averages(puzzle: Puzzle) -> dict[str, float]:
    """What every move gains on average: the points it brings, less the most that the best answer takes back, over all hands."""
    seat, every = puzzle.seat, worlds(puzzle)
    totals: dict[str, float] = {}
    for world in every:
        for action in world.legal():
            left = world.copy()
            left.apply(action)
            while left.to_act == CHANCE:
                left.apply(left.legal()[-1])
            text = puzzle.game.move_text(world, action)
            totals[text] = totals.get(text, 0.0) + (worst_answer(left, seat) - lead(world, seat)) / len(every)
    return totals


def worst_answer(state: State, seat: int) -> int:
    if state.to_act in (OVER, seat):
        return lead(state, seat)
    found = []
    for action in state.legal():
        following = state.copy()
        following.apply(action)
        found.append(lead(following, seat))
    return min(found)


@pytest.mark.parametrize("name", GAMES)
def test_an_independent_search_finds_the_same_only_move(name: str, short_puzzles: Short) -> None:
    for puzzle in short_puzzles(name, 4):
        if puzzle.kind.proof == "every":
            assert {tuple(right_moves(puzzle, world)) for world in worlds(puzzle)[:3]} == {puzzle.line[:1]}


def test_an_independent_enumeration_finds_the_same_average() -> None:
    puzzle = min((one for one in puzzles_of("piecepack") if one.hundredths), key=lambda one: len(worlds(one)))
    found = sorted(averages(puzzle).items(), key=lambda each: -each[1])
    assert (found[0][0], round(100 * found[0][1])) == (puzzle.line[0], puzzle.hundredths)
    assert found[0][1] - found[1][1] >= puzzle.kind.margin


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_an_independent_search_proves_every_puzzle(name: str) -> None:
    for puzzle in puzzles_of(name):
        if puzzle.kind.searched and len(puzzle.line) > PLAIN:
            continue  # test_exact.py proves it by a search with tables
        if puzzle.kind.proof == "average":
            found = sorted(averages(puzzle).items(), key=lambda each: -each[1])
            assert (found[0][0], round(100 * found[0][1])) == (puzzle.line[0], puzzle.hundredths)
            continue
        for world in worlds(puzzle):
            assert right_moves(puzzle, world) == [puzzle.line[0]], puzzle
