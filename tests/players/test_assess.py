"""What decisions cost, and which are turning points."""

import calumma
from calumma.core import State
from calumma.players import Choice
from calumma.players.assess import Decision, assess, decisions, line_texts

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
