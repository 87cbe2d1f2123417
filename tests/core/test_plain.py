"""Games in plain Python on the compiled core."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import calumma
from calumma.core import Game, PlainState
from calumma.testing.topcard import GAME, top_card
from calumma.testing.topcard.rules import TopCard

pytestmark = pytest.mark.contract


def game_of(state: Any) -> Game:
    return Game(replace(GAME, state=state), 2, {})


def test_compiled_loops_run_rules_in_plain_python() -> None:
    # two cards of four kinds, then keep or change with the rest of eight: 4 * 4 deals
    assert [calumma.perft(top_card(2).new(), depth) for depth in (1, 2, 3)] == [4, 16, 32]


def test_playouts_are_those_of_the_python_methods() -> None:
    game, rng, total = top_card(3, 2), calumma.Rng(4), [0.0] * 3
    for _ in range(50):
        state = game.new()
        while (action := state.pick(rng)) >= 0:
            state.apply(action)
        total = [a + b for a, b in zip(total, state.payoffs(), strict=True)]
    assert calumma.playouts(game.new(), 50, calumma.Rng(4))[1] == pytest.approx(total)


class BreaksInApply(TopCard):
    def apply(self, action: int) -> None:
        if self.round == 1:
            raise KeyError("no such card")
        super().apply(action)


def test_an_exception_in_a_playout_is_raised_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyError, match="no such card"):
        calumma.playouts(game_of(BreaksInApply).new(), 3, calumma.Rng(1))
    assert calumma.compiled() <= ("no such card" in capsys.readouterr().err)


def test_an_exception_in_perft_is_raised() -> None:
    with pytest.raises(KeyError, match="no such card"):
        calumma.perft(game_of(BreaksInApply).new(), 5)


def test_an_exception_in_a_python_call_is_raised_at_once() -> None:
    state = game_of(BreaksInApply).new()
    state.apply(2)
    state.apply(2)
    with pytest.raises(KeyError, match="no such card"):
        state.apply(0)


class TooMany(TopCard):
    def legal(self) -> list[int]:
        return list(range(5000))


def test_more_actions_than_a_buffer_holds_are_told() -> None:
    with pytest.raises(ValueError, match="TooMany offers 5000 actions: expected 4096 at the most"):
        calumma.perft(game_of(TooMany).new(), 1)


@pytest.mark.parametrize("name", ["legal", "payoffs"])
def test_what_a_game_must_write_is_told(name: str) -> None:
    class Empty(PlainState):
        pass

    with pytest.raises(NotImplementedError, match=f"Empty must define {name}"):
        getattr(game_of(Empty).new(), name)()


class Deep(PlainState):
    """Leaves copying to the base."""

    def __init__(self, game: Game) -> None:
        PlainState.__init__(self, game)
        self.rows = [[0, 1], [2, 3]]

    def key(self) -> Any:
        return str(self.rows)


def test_fields_are_copied_deeply_unless_a_game_says_otherwise() -> None:
    state: Any = game_of(Deep).new()
    state.rows[0][0] = 9
    twin: Any = state.copy()
    twin.rows[1][1] = 8
    assert (state.rows, twin.rows) == ([[9, 1], [2, 3]], [[9, 1], [2, 8]])


@pytest.mark.skipif(not calumma.compiled(), reason="only a compiled base would ignore Python rules")
def test_a_python_class_on_the_compiled_base_itself_is_refused() -> None:
    class Ignored(calumma.State):
        pass

    with pytest.raises(TypeError, match="Ignored is not compiled but its base is: its rules would be ignored"):
        game_of(Ignored).new()
