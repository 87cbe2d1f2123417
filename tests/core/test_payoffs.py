"""What matches pay beyond shares of a win: numbers, as declared, from the rules to ratings, records and searches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import calumma
from calumma import OVER, Rng
from calumma.core import Game
from calumma.core.payoffs import SHARES, numbers, winners
from calumma.lab.series import play_series
from calumma.play.events import Ended
from calumma.players import load
from calumma.records import check, forfeit_payoffs
from calumma.search import Settings, Tree
from calumma.testing import LawBroken, check_game, known
from calumma.testing.topcard import GAME
from calumma.testing.topcard.rules import TopCard

MARGIN = numbers(-3, 3)


class Margin(TopCard):
    """Top Card for stakes: whoever has the higher card gets the difference from the other."""

    def payoffs(self) -> Any:
        super().payoffs()
        ahead = float(self.hands[0] - self.hands[1])
        return [ahead, -ahead]


PAID = replace(GAME, name="margin", state=Margin, seats=(2,), payoffs=lambda seats, options: MARGIN)


@pytest.fixture
def game() -> Iterator[Any]:
    with known(PAID):
        yield calumma.load("margin")


def broken(pays: Any, state: Any = Margin) -> Any:
    about = replace(PAID, payoffs=lambda seats, options: pays, state=state)
    with known(about), pytest.raises(LawBroken) as caught:
        check_game(Game(about, 2, {}), matches=20, every=1, leave_out=["pickles", "record-replays"])
    return caught.value.law.name, caught.value.found


@pytest.mark.contract
def test_a_game_for_stakes_keeps_the_laws(game: Game) -> None:
    assert check_game(game, matches=30, every=1, leave_out=["pickles"]).matches == 30


@pytest.mark.contract
def test_payoffs_outside_the_declared_bounds_break_a_law() -> None:
    law, found = broken(numbers(-1, 1))
    assert law == "payoffs-are-as-declared" or law == "guesses-are-payoffs"
    assert found.endswith("declared are -1 to 1")


@pytest.mark.contract
def test_payoffs_with_another_sum_than_declared_break_a_law() -> None:
    assert "and not to 1" in broken(numbers(-3, 3, total=1))[1]


@pytest.mark.contract
def test_payoffs_before_the_end_break_a_law() -> None:
    class Hasty(TopCard):
        def payoffs(self) -> Any:
            return [0.5, 0.5]

    with known(replace(GAME, state=Hasty)) as about, pytest.raises(LawBroken, match=r"not over, but payoffs\(\) is \[0.5, 0.5\]"):
        check_game(Game(about, 2, {}), matches=3, leave_out=["guesses-are-payoffs"])


def test_worth_is_between_0_and_1_and_sums_to_1_where_the_sum_is_fixed() -> None:
    assert MARGIN.worth([-3, 3]) == [0, 1]
    assert MARGIN.worth([1, -1]) == pytest.approx([4 / 6, 2 / 6])
    assert numbers(-2, 4).worth([4, -2, -2]) == [1, 0, 0]
    assert numbers(0, 10, total=None).worth([5, 10]) == [0.5, 1]
    assert SHARES.worth([0.5, 0.5, 0]) == [0.5, 0.5, 0]


def test_who_got_most_has_won() -> None:
    assert winners([2, -2]) == (0,)
    assert winners([0, 0]) == (0, 1)
    assert winners([0.0, 1.0]) == (1,)
    assert Ended(3, "shown", (1, 2), (-1.0, 1.0)).winners == (1,)


def test_ratings_count_wins_and_draws_whatever_was_paid(game: Game) -> None:
    assert [game.shares(paid) for paid in ([3, -3], [0, 0], [-1, 1])] == [[1, 0], [0.5, 0.5], [0, 1]]
    teams: Any = SimpleNamespace(payoffs=MARGIN, teams=((0, 2), (1, 3)), seats=4)
    assert Game.shares(teams, [3, -1, -1, -1]) == [0.5, 0, 0.5, 0]


def test_a_series_for_stakes_is_scored_by_wins_and_its_records_hold_what_was_paid(game: Game) -> None:
    series = play_series(game, ["level:2", "random"], 12, seed=3, keep_outcomes=True)
    kept = [outcome.record for outcome in series.outcomes]
    assert set(series.shares) <= {0, 0.5, 1}
    assert series.score >= 0.5
    assert {sum(record.payoffs or ()) for record in kept} == {0}
    assert all(check(record).state.payoffs() == list(record.payoffs or ()) for record in kept)


def test_who_gives_up_gets_the_lowest_payoff(game: Game) -> None:
    assert forfeit_payoffs(game, 0) == (-3, 3)
    assert forfeit_payoffs(calumma.load("yamamoto"), 1) == (1, 0)


@pytest.mark.parametrize("spec", ["greedy", "level:3", "mcts:200"])
def test_bots_keep_what_pays_and_expect_it_on_the_scale_of_shares(game: Game, spec: str) -> None:
    """Seat 1 holds a 4, the highest card: it keeps it; seat 0 has laid down a 1 and holds a 3."""
    state = game.parse_position("3,4 1 1 1")
    choice = load(spec, game, 1).choose(state, 1)
    assert game.move_text(state, choice.action) == "keep"
    assert all(0 <= value <= 1 for value in choice.values)


class Ladder(Margin):
    """Open stakes without luck: keep pays 1, change pays 3; nothing is drawn."""

    @property
    def to_act(self) -> Any:
        return OVER if self.round else 0

    def legal(self) -> Any:
        return [] if self.round else [0, 1]

    def apply(self, action: int) -> None:
        self.turn, self.round = 1 + 2 * action, 1

    def payoffs(self) -> Any:
        return [float(self.turn), -float(self.turn)]

    def determinize(self, seat: int, rng: Rng) -> Any:
        return self.copy()


def ladder() -> Any:
    return Game(replace(PAID, state=Ladder, has_chance=False, has_secrets=False), 2, {})


@pytest.mark.parametrize("spec", ["alphabeta:2", "mcts:100", "greedy", "level:5"])
def test_of_two_wins_the_one_that_pays_more_is_played(spec: str) -> None:
    assert load(spec, ladder(), 1).choose(ladder().new(), 0).action == 1


def test_a_tree_proves_nothing_by_payoffs_that_are_no_shares() -> None:
    tree = Tree(ladder().new(), Rng(1), Settings(nodes=100))
    tree.run(60)
    assert not tree.proven
    assert tree.report().candidates[1].value == pytest.approx(1.0)
