"""Traps of a lost side: what counts as a mistake of the other, and which move is taken."""

from __future__ import annotations

from collections.abc import Callable

import calumma
from calumma.core import State
from calumma.players.traps import Ask, OutOfTime, best_trap
from calumma.solutions import Effort, Known

GAME = calumma.load("yamamoto")
START = GAME.new()
FIRST, SECOND, THIRD = START.legal()[:3]


def after(action: int) -> set[str]:
    """The positions after all replies to a move."""
    state = START.copy()
    state.apply(action)
    found = set()
    for reply in state.legal():
        last = state.copy()
        last.apply(reply)
        found.add(str(last))
    return found


def told(value: Callable[[State, Effort], str | None]) -> Ask:
    def ask(state: State, effort: Effort) -> Known | None:
        found = value(state, effort)
        return None if found is None else Known(found, 2, state.legal(), "search")  # type: ignore[arg-type]

    return ask


def test_a_reply_of_which_nothing_is_known_is_no_mistake() -> None:
    """After the second move every other reply is known to throw the win away, after the first nothing is known."""
    half = set(sorted(after(SECOND))[::2])
    ask = told(lambda state, effort: "win" if str(state) in half else None)
    assert best_trap(START, [FIRST, SECOND], ask) == SECOND


def test_a_draw_is_a_mistake_of_who_was_to_win() -> None:
    ask = told(lambda state, effort: "draw" if str(state) in after(THIRD) else "loss")
    assert best_trap(START, [FIRST, SECOND, THIRD], ask) == THIRD


def test_of_equals_the_first_is_taken() -> None:
    assert best_trap(START, [SECOND, FIRST], told(lambda state, effort: "loss")) == SECOND
    assert best_trap(START, [SECOND, FIRST], told(lambda state, effort: None)) == SECOND


def test_what_takes_longer_to_find_counts_too() -> None:
    """That the first move keeps all replies won is seen at once, that the second keeps none only by more work."""
    ask = told(lambda state, effort: "loss" if str(state) in after(FIRST) else "win" if effort.searched > 1000 else None)
    assert best_trap(START, [FIRST, SECOND], ask) == SECOND


def test_nothing_more_is_asked_of_a_move_that_cannot_be_the_best_any_more() -> None:
    """The first move leaves no reply that wins, and of equals the first is taken: nobody has to look at the second."""
    asked: list[str] = []

    def value(state: State, effort: Effort) -> str:
        asked.append(str(state))
        return "win" if str(state) in after(FIRST) else "loss"

    assert best_trap(START, [FIRST, SECOND], told(value)) == FIRST
    assert not after(SECOND) & set(asked)


def test_of_a_move_no_more_replies_are_asked_about_than_show_that_another_is_better() -> None:
    """The first move leaves one reply that wins; of the second, which has as many, the first that does is enough."""
    asked: list[str] = []
    only = min(after(FIRST))

    def value(state: State, effort: Effort) -> str:
        asked.append(str(state))
        return "win" if str(state) in after(FIRST) - {only} else "loss"

    assert len(after(FIRST)) == len(after(SECOND))
    assert best_trap(START, [FIRST, SECOND], told(value)) == FIRST
    assert len(after(SECOND) & set(asked)) == 1


def test_when_the_time_is_up_the_best_so_far_is_taken() -> None:
    """A mistake after the second move is found before."""
    asked = 0

    def value(state: State, effort: Effort) -> str | None:
        nonlocal asked
        asked += 1
        if asked > len(after(FIRST)) + 1:
            raise OutOfTime
        return "win" if str(state) in after(SECOND) else None

    assert best_trap(START, [FIRST, SECOND], told(value)) == SECOND


def test_a_reply_that_wins_at_once_spoils_a_trap() -> None:
    """Blue's c4 can capture Orange's last piece on b3 and not on a3; every other reply would throw the win away."""
    state = GAME.parse_position("5/W1w2/5/5/5 o")
    beside, away = GAME.parse_move(state, "a4b3"), GAME.parse_move(state, "a4a3")
    assert best_trap(state, [beside, away], told(lambda state, effort: "win")) == away
