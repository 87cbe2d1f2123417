"""Puzzles and what is known exactly: the proofs of wins ask for it, and what it does not decide is searched as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

import calumma
from calumma.core import OVER, State
from calumma.puzzles import Kind, Puzzle, judge, puzzles_of
from calumma.puzzles.kinds import find_kind
from calumma.puzzles.proving import Prover, Stage, TooHard
from calumma.search.forcing import Forcing
from calumma.solutions import Effort, exact_value
from ends import holes

FOE = ("Green", "Purple")  # of Purple and of Green
DEEP = [puzzle for name in calumma.games() for puzzle in puzzles_of(name) if puzzle.kind.searched]
"""Puzzles that rest on what is known exactly."""
SHORT = 13  # plies of a line: the other search takes half a second for the longest of these

LAST_HOLE = "PPGGG/PPPPGPG/PPPGPPGGG/PGGGPGGGG/PGGGG1GPG/PGGGGGGPG/GPGGGPGPP/PPGGGGP/PGGGG P"
"""Purple has 26 cubes, Green 42. Purple drops on f5 and turns b5 to e5, d3, e4, f4, g4, g5 and f6: 37 to 32."""


def ending(**changes: object) -> Kind:
    return replace(find_kind("bradley", "ending"), **changes)  # type: ignore[arg-type]


def test_a_win_that_is_known_exactly_needs_no_search() -> None:
    kind = ending(nodes=1, searched=1000)
    prover = Prover(kind.load_game())
    state = prover.game.parse_position(LAST_HOLE)
    assert prover.reaches(kind, Stage(state, 0, 24), 0, 0) is True
    assert prover.reaches(kind, Stage(state, 0, 24), 1, 0) is False


def test_a_lead_is_searched_even_where_the_winner_is_known() -> None:
    kind = ending(nodes=1, searched=1000, measure="lead")
    prover = Prover(kind.load_game())
    with pytest.raises(TooHard):
        prover.reaches(kind, Stage(prover.game.parse_position(LAST_HOLE), 0, 24), 0, 1)


def test_a_win_that_may_come_too_late_is_searched() -> None:
    """It takes three plies, each a turn of its own, so one turn is not enough."""
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    kind = replace(puzzle.kind, searched=10_000)
    prover = Prover(puzzle.game)
    found = [prover.reaches(kind, Stage(puzzle.beginning(), puzzle.seat, turns), puzzle.seat, 0) for turns in (1, 3)]
    assert found == [False, True]


def winning(puzzle: Puzzle, wins: Callable[[State], bool]) -> list[str]:
    """The first moves with which the seat wins."""
    found, state = [], puzzle.beginning()
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        if after.payoffs()[puzzle.seat] == 1.0 if after.to_act == OVER else wins(after):
            found.append(puzzle.game.move_text(state, action))
    return found


def known_to_win(seat: int) -> Callable[[State], bool]:
    def wins(state: State) -> bool:
        known = exact_value(state, Effort(0, 0, 100_000))
        assert known is not None
        return known.value == ("win" if state.to_act == seat else "loss")

    return wins


def proven_by_the_other_search(puzzles: Iterable[Puzzle]) -> None:
    for puzzle in puzzles:
        search = Forcing(puzzle.game, 64.0)

        def wins(state: State, puzzle: Puzzle = puzzle, search: Forcing = search) -> bool:
            found = search.reaches(state, puzzle.seat, puzzle.turns)
            assert found is not None
            return found

        assert winning(puzzle, wins) == [puzzle.line[0]]


def test_every_puzzle_that_rests_on_exact_values_has_one_move_that_wins() -> None:
    assert len(DEEP) >= 80
    for puzzle in DEEP:
        assert winning(puzzle, known_to_win(puzzle.seat)) == [puzzle.line[0]]


def test_a_search_that_knows_nothing_of_the_game_proves_the_shorter_ones() -> None:
    short = [puzzle for puzzle in DEEP if len(puzzle.line) <= SHORT]
    assert len(short) >= 30
    proven_by_the_other_search(short)


@pytest.mark.long
def test_a_search_that_knows_nothing_of_the_game_proves_all_of_them() -> None:
    proven_by_the_other_search(DEEP)


def test_the_task_is_true_that_more_than_ten_holes_are_left() -> None:
    assert all(holes(puzzle.beginning()) > 10 for puzzle in DEEP if puzzle.kind.key == "dozen")


def test_the_first_answer_leaves_the_smallest_part_of_the_moves_right() -> None:
    for puzzle in DEEP[:10]:
        state = puzzle.beginning()
        state.apply(puzzle.game.parse_move(state, puzzle.line[0]))
        parts = {}
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            if after.to_act == puzzle.seat:
                then = replace(puzzle, position=puzzle.game.position_text(after))
                parts[puzzle.game.move_text(state, action)] = len(winning(then, known_to_win(puzzle.seat))) / len(after.legal())
        assert parts[puzzle.line[1]] == min(parts.values())


def test_a_wrong_move_in_a_puzzle_that_is_too_deep_for_a_search_is_refuted() -> None:
    """The one of the longest line: every move is judged, an answer that takes the win away is shown, and who wins then."""
    puzzle = max(DEEP, key=lambda one: len(one.line))
    state = puzzle.beginning()
    texts = [puzzle.game.move_text(state, action) for action in state.legal()]
    verdicts = {text: judge(puzzle, [], text) for text in texts}
    assert [text for text, found in verdicts.items() if found.verdict == "right"] == [puzzle.line[0]]
    left = rf" ({FOE[puzzle.seat]} wins for certain, whatever|With best play by both .* a draw)"
    for text, found in verdicts.items():
        if text != puzzle.line[0]:
            assert found.verdict == "wrong"
            assert re.search(left, found.words)
            assert len(found.plies) == 1 or not known_to_win(puzzle.seat)(found.plies[-1].after)
