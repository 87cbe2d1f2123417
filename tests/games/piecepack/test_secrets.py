"""Who may know what: views, draws that only their seat sees, and worlds dealt from what a seat knows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import Game, State
from calumma.games.piecepack.board import TILE_NAMES

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help


def walked(pp: type[Help], game: Game, seed: int, plies: int) -> tuple[State, list[int]]:
    """A position some plies into a match that seeks points, with the plies played."""
    played: list[Any] = []
    state, rng = game.new(), calumma.Rng(seed)
    while len(played) < plies and state.to_act != calumma.OVER:
        action = pp.seeking(state, rng)
        played.append(state.pick(rng) if action is None else action)
        state.apply(played[-1])
    return state, played


@pytest.mark.contract
def test_a_seat_sees_its_own_hand_and_the_size_of_others(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")
    assert state.view(0)["hands"] == [["Y1", "B1"], None]
    assert state.view(1)["hands"] == [None, ["W1", "P1"]]
    assert state.view(None)["hands"] == [None, None]
    assert state.view(None)["hand_sizes"] == [2, 2]


@pytest.mark.contract
def test_a_draw_is_seen_by_its_seat_alone(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1"), "B1@1,1")
    action = state.game.parse_move(state, "~R5")
    assert [state.seen(action, seat) for seat in (0, 1, None)] == [action, None, None]
    assert state.game.seen_text(state, action, 1) == "~?"


@pytest.mark.contract
def test_starter_and_wilds_are_turned_over_for_all(pp: type[Help]) -> None:
    state = calumma.load("piecepack").new()
    for text in ("~O4", "~R1", "~R2"):
        action = state.game.parse_move(state, text)
        assert [state.seen(action, seat) for seat in (0, 1, None)] == [action] * 3
        state.apply(action)
    assert state.seen(state.game.parse_move(state, "~O5"), 1) is None


@pytest.mark.contract
def test_a_position_text_for_a_seat_hides_the_other_hands(pp: type[Help]) -> None:
    state = pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1")
    assert state.game.position_text(state, 1) == "O4@0,0 0,0/0,0 -/- R1K1 ??/W1P1 0/0 0 0"


@pytest.mark.contract
def test_every_deal_of_the_unseen_is_possible_and_as_likely(pp: type[Help]) -> None:
    t = pp.tile
    state = pp.position(pp.laid(42), "0,0/0,0", "-", f"{t(42)}{t(43)}/{t(44)}{t(45)}", "9/9")
    rng = calumma.Rng(5)
    dealt = Counter(str(state.determinize(0, rng)).split()[4] for _ in range(1200))
    assert len(dealt) == 6  # two of the four tiles that seat 0 has not seen
    assert all(140 < count < 260 for count in dealt.values())
    assert all(hand.startswith(f"{t(42)}{t(43)}/") for hand in dealt)


@pytest.mark.contract
def test_a_tile_that_all_have_seen_is_dealt_to_nobody(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B1@1,1", "0,0/0,0", "R1K1Y1", "-/W1P1", acts="0+2")
    seen = {TILE_NAMES.index(text) for text in ("O4", "B1", "R1", "K1", "Y1")}
    rng = calumma.Rng(0)
    for _ in range(100):
        mine, theirs = state.determinize(0, rng).all_hands()
        assert mine == []
        assert not seen & set(theirs)


@pytest.mark.contract
def test_no_tile_is_dealt_twice(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B1@1,1", "0,0/0,0/0,0/0,0", "R1K1Y1", "Y2Y3/W1P1/L0L1/K2K3", "0/0/0/0")
    for seed in range(30):
        dealt = [tile for hand in state.determinize(2, calumma.Rng(seed)).all_hands() for tile in hand]
        assert len(set(dealt)) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dealt_worlds_look_alike_to_the_seat_and_really_differ(pp: type[Help], seats: int) -> None:
    game = calumma.load("piecepack", seats)
    for seed in range(12):
        state, _ = walked(pp, game, seed, 10 + 6 * seed)
        for seat in range(seats):
            worlds = [state.determinize(seat, calumma.Rng(k)) for k in range(20)]
            assert all(world.view(seat) == state.view(seat) for world in worlds)
            assert all(world.view(None) == state.view(None) for world in worlds)
            hidden = [size for other, size in enumerate(state.view(None)["hand_sizes"]) if other != seat]
            assert len({world.key() for world in worlds}) > (10 if sum(hidden) > 1 else 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_dealt_world_could_have_come_about_by_a_match_that_the_seat_saw_alike(pp: type[Help], seats: int) -> None:
    game = calumma.load("piecepack", seats)
    for seed in range(8):
        state, played = walked(pp, game, seed, 20 + 8 * seed)
        for seat in range(seats):
            world = state.determinize(seat, calumma.Rng(seed))
            assert replayed(game, played, swapped(state, world), seat).key() == world.key()


def swapped(state: Any, world: Any) -> dict[int, int]:
    """Which tile of the true hands becomes which tile of the world's hands."""
    hands = zip(state.all_hands(), world.all_hands(), strict=True)
    return {old: new for true, dealt in hands for old, new in zip(true, dealt, strict=True)}


def replayed(game: Game, played: list[int], names: dict[int, int], seat: int) -> State:
    """Play a match again with other tiles in hidden draws; every ply must be legal and look the same to the seat.

    A tile that is in a hand now was drawn once and never seen since, so its draw is the only ply to change.
    """
    state, twin = game.new(), game.new()
    for action in played:
        other = names.get(action, action) if state.seen(action, seat) is None else action
        assert other in twin.legal()
        assert twin.seen(other, seat) == state.seen(action, seat)
        state.apply(action)
        twin.apply(other)
        assert twin.view(seat) == state.view(seat)
    return twin


def test_legal_outcomes_of_a_hidden_draw_are_in_no_view(pp: type[Help]) -> None:
    state = pp.play(pp.position("O4@0,0", "0,0/0,0", "R1K1", "Y1B1/W1P1"), "B1@1,1")
    twin = state.determinize(0, calumma.Rng(3))
    assert state.legal() != twin.legal()
    assert state.view(0) == twin.view(0)
    assert state.view(None) == twin.view(None)
