"""What decisions cost, and which are turning points."""

from dataclasses import replace

import calumma
from calumma.core import State
from calumma.players import Choice
from calumma.players.assess import Decision, assess, decisions, line_texts
from calumma.solutions import Brought, Known

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


def test_what_a_move_brought_is_told_by_what_is_known_after_it_and_at_the_end() -> None:
    """b1c3 a5a4 c3b4 a4a3 b4b5: nothing is known of the first two positions, of the others what is said here."""
    told: list[Known | None] = [None, None, Known("win", 4, [], "proof"), Known("draw", 0, [], "tables"), None]
    actions, state = [], GAME.new()
    for text in ("b1c3", "a5a4", "c3b4", "a4a3"):
        actions.append(GAME.parse_move(state, text))
        state.apply(actions[-1])
    made = list(decisions(GAME.new(), actions, lambda state: Choice(state.legal()[0], [0.5, 0.5]), lambda _: told.pop(0)))
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
