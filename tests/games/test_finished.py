"""A match that is over: nothing is left to do, and it is worth what it pays."""

import pytest

import calumma
from calumma.core import State

pytestmark = pytest.mark.contract


def finished(name: str, seed: int) -> State:
    state, rng = calumma.load(name).new(), calumma.Rng(seed)
    while state.to_act != calumma.OVER:
        state.apply(state.pick(rng))
    return state


@pytest.fixture(scope="module", params=calumma.games())
def over(request: pytest.FixtureRequest) -> State:
    return finished(request.param, 3)


def test_a_finished_match_offers_nothing(over: State | str) -> None:
    assert over.legal() == []
    assert over.pick(calumma.Rng(1)) == -1


def test_no_line_goes_on_from_a_finished_match(over: State) -> None:
    assert [calumma.perft(over, depth) for depth in range(3)] == [1, 0, 0]


def test_a_finished_match_has_a_reason_and_shares_one_win(over: State | str) -> None:
    assert over.reason()
    assert sum(over.payoffs()) == pytest.approx(1)


def test_a_finished_match_is_worth_what_it_pays(over: State | str) -> None:
    assert over.evaluate() == over.payoffs()


def test_a_copy_of_a_finished_match_is_finished_alike(over: State | str) -> None:
    copy = over.copy()
    assert (copy.key(), copy.hash(), copy.reason(), copy.payoffs(), copy.view()) == (
        over.key(),
        over.hash(),
        over.reason(),
        over.payoffs(),
        over.view(),
    )
