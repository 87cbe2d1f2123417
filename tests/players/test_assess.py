"""What decisions cost, and which are turning points."""

from dataclasses import replace
from itertools import islice

import pytest

import calumma
from calumma import Rng
from calumma.core import State
from calumma.play import Match
from calumma.players import Choice
from calumma.players.assess import PATIENT, Decision, assess, decisions, line_texts
from calumma.solutions import Brought, Effort, Known, exact_value
from ends import ends, keeping, worth

GAME = calumma.load("yamamoto")


def decided(ply: int, seat: int, *values: float, move: str = "a", best: str = "b") -> Decision:
    return Decision(ply, seat, move, best, values)


def test_a_decision_costs_what_the_next_one_shows() -> None:
    rows = assess([decided(0, 0, 0.6, 0.4), decided(1, 1, 0.5, 0.5), decided(2, 0, 0.5, 0.5)], None)
    assert [round(row.loss, 3) for row in rows] == [0.1, 0.0, 0.0]


def test_the_last_decision_counts_by_the_end_of_the_match() -> None:
    made = [decided(0, 0, 0.6, 0.4), decided(1, 1, 0.2, 0.8)]
    assert [row.turning for row in assess(made, [1.0, 0.0])] == [True, True]
    assert [row.turning for row in assess(made, None)] == [True, False]


def test_a_decision_of_which_nothing_is_said_is_passed_over() -> None:
    rows = assess([decided(0, 0, 0.6, 0.4), decided(1, 1), decided(2, 0, 0.3, 0.7)], None)
    assert [row.turning for row in rows] == [True, False, False]


def test_a_bot_that_says_nothing_finds_no_turning_points() -> None:
    assert [row.turning for row in assess([decided(0, 0), decided(1, 1)], [1.0, 0.0])] == [False, False]


def test_what_the_bot_would_have_played_as_well_is_no_turning_point() -> None:
    rows = assess([decided(0, 0, 0.9, 0.1, move="a", best="a")], [0.0, 1.0])
    assert (rows[0].loss, rows[0].turning) == (0.9, False)


def test_what_is_known_exactly_before_and_after_a_move_counts_and_not_what_the_bot_says() -> None:
    """The bot takes the move that keeps the win for a blunder, and the one that throws it away for a good one."""
    kept = replace(decided(0, 0, 0.9, 0.1), known=Known("win", 3, [0], "proof"), brought=Brought("win", 3))
    thrown = replace(decided(1, 0, 0.2, 0.8), known=Known("win", 3, [0], "proof"), brought=Brought("draw", 1))
    rows = assess([kept, thrown], [0.5, 0.5])
    assert [(row.loss, row.turning) for row in rows] == [(0.0, False), (0.5, True)]


def test_what_is_known_of_one_side_of_a_move_alone_is_not_held_against_what_the_bot_says_of_the_other() -> None:
    """The first move of a won game is no blunder because nothing is known of what comes after it."""
    known = replace(decided(0, 0, 0.6, 0.4), known=Known("win", 51, [0], "certificate"))
    rows = assess([known, decided(1, 1, 0.55, 0.45)], None)
    assert [round(row.loss, 3) for row in rows] == [0.05, 0.0]


def test_no_move_is_called_better_where_the_match_is_known_to_be_lost_but_not_that_it_was_not_before() -> None:
    """The bot sees a blunder; it may have been lost already. So with a draw."""
    lost = replace(decided(0, 0, 0.6, 0.4), brought=Brought("loss", 3))
    drawn = replace(decided(1, 1, 0.1, 0.9), brought=Brought("draw", 1))
    assert [row.turning for row in assess([lost, drawn], [0.5, 0.5])] == [False, False]


def test_a_move_that_wins_for_certain_costs_nothing_whatever_the_bot_says() -> None:
    won = replace(decided(0, 0, 0.9, 0.1), brought=Brought("win", 3))
    rows = assess([won, decided(1, 1, 0.2, 0.8)], None)
    assert (rows[0].loss, rows[0].turning) == (0.0, False)


def ended(match: Match) -> tuple[State, list[int]]:
    """A position, and the moves of a match from there to its end, some of them bad."""
    start, rng, actions = match.state.copy(), Rng(1), []
    while not match.over:
        actions.append(match.state.pick(rng))
        match.play(actions[-1])
    return start, actions


@pytest.mark.parametrize("match", list(islice(ends(), 12)))
def test_turning_points_of_ends_are_those_by_looking_at_everything(match: Match) -> None:
    """Whatever the bot says: here it takes every position for lost."""

    def wrong(state: State) -> Choice:
        return Choice(state.legal()[0], [1.0, 0.0] if state.to_act else [0.0, 1.0])

    start, actions = ended(match)
    made = list(decisions(start, actions, wrong, exact_value))
    state = start.copy()
    for row, action in zip(assess(made, None), actions, strict=True):
        seat, best, after = state.to_act, keeping(state), state.copy()
        after.apply(action)
        lost = worth(state, seat) - worth(after, seat)
        assert (row.loss, row.turning) == (lost, lost > 0)
        assert not row.turning or row.decision.best in best
        state = after


def test_what_is_known_is_asked_from_the_end_with_patience_until_that_is_in_vain() -> None:
    """Of the last two positions something is found; the others are asked about, but not for long."""
    asked: list[Effort] = []
    first, actions = GAME.new(), []
    state = first.copy()
    for _ in range(6):
        actions.append(state.legal()[-1])
        state.apply(actions[-1])

    def know(state: State, effort: Effort) -> Known | None:
        asked.append(effort)
        return Known("draw", 0, [], "proof") if len(asked) <= 2 else None

    list(decisions(first, actions, lambda state: Choice(state.legal()[0], []), know))
    assert [effort == PATIENT for effort in asked] == [True] * 4 + [False] * 3


def test_a_position_between_two_that_are_known_is_asked_about_again() -> None:
    first, actions = GAME.new(), []
    state = first.copy()
    for _ in range(2):
        actions.append(state.legal()[-1])
        state.apply(actions[-1])
    told = [Known("draw", 0, [], "proof"), None, Known("draw", 0, [], "proof"), Known("loss", 6, [], "proof")]
    made = list(decisions(first, actions, lambda state: Choice(state.legal()[0], []), lambda *_: told.pop(0)))
    assert [one.brought for one in made] == [Brought("win", 7), Brought("draw", 1)]


def test_a_position_is_won_where_the_move_that_was_made_there_wins() -> None:
    """Where a search for the position itself finds nothing."""
    first = GAME.new()
    action = first.legal()[-1]
    told: list[Known | None] = [Known("loss", 6, [], "search"), None]
    made = list(decisions(first, [action], lambda state: Choice(state.legal()[0], []), lambda *_: told.pop(0)))
    assert made[0].known == Known("win", 7, [action], "search")


def test_what_a_move_brought_is_told_by_what_is_known_after_it_and_at_the_end() -> None:
    """b1c3 a5a4 c3b4 a4a3 b4b5: nothing is known of the first two positions, of the others what is said here."""
    told: list[Known | None] = [None, Known("draw", 0, [], "tables"), Known("win", 4, [], "proof"), None, None]
    actions, state = [], GAME.new()
    for text in ("b1c3", "a5a4", "c3b4", "a4a3"):
        actions.append(GAME.parse_move(state, text))
        state.apply(actions[-1])
    made = list(decisions(GAME.new(), actions, lambda state: Choice(state.legal()[0], [0.5, 0.5]), lambda *_: told.pop(0)))
    assert [one.brought for one in made] == [None, Brought("loss", 5), Brought("draw", 1), None]
    assert [one.known and one.known.value for one in made] == [None, None, "win", "draw"]


def test_a_match_is_asked_about_once_at_every_decision() -> None:
    asked = []

    def ask(state: State) -> Choice:
        asked.append(GAME.position_text(state))
        return Choice(state.legal()[0], [0.5, 0.5])

    state, actions = GAME.new(), []
    for _ in range(3):
        actions.append(state.legal()[-1])
        state.apply(actions[-1])
    made = list(decisions(GAME.new(), actions, ask))
    assert [(one.ply, one.seat) for one in made] == [(0, 0), (1, 1), (2, 0)]
    assert asked[0] == GAME.position_text(GAME.new())
    assert len(asked) == 3


def test_an_expected_line_ends_where_it_does_not_fit() -> None:
    first = GAME.new().legal()[0]
    assert line_texts(GAME.new(), [first, first]) == [GAME.move_text(GAME.new(), first)]
