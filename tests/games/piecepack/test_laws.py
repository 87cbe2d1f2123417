"""The laws of the protocol and what is always true of piecepack, on matches at random and matches that seek points."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma import Rng
from calumma.core import Game
from calumma.games.piecepack.notation import parts_of
from calumma.testing import check_game

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

VARIANTS = list(product((2, 3, 4), ("out", "debt"), ("scores", "strict")))


def load(seats: int, bankrupt: str, merge: str) -> Game:
    return calumma.load("piecepack", seats, bankrupt=bankrupt, merge=merge)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_laws_are_kept_by_matches_that_seek_points(pp: type[Help], variant: tuple[int, str, str]) -> None:
    report = check_game(load(*variant), 2, seed=1, walk=pp.seeking, every=20)
    assert report.matches == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_tiles_and_points_are_never_made_or_lost(pp: type[Help], variant: tuple[int, str, str]) -> None:
    for seed in range(4):
        keep_books(load(*variant), calumma.Rng(seed), pp.seeking)


def keep_books(game: Game, rng: Rng, walk: Callable[..., Any]) -> None:
    """Play a match in which all tiles are counted, and every point that comes from the bank or goes to it."""
    state = game.new()
    while state.to_act != calumma.OVER:
        action = walk(state, rng)
        action = state.pick(rng) if action is None else action
        expected = sum(state.scores()) + from_bank(state, action)
        state.apply(action)
        assert sum(state.scores()) == expected
        count_tiles(state)


def count_tiles(state: Any) -> None:
    view = state.view(None)
    held = [tile for hand in state.all_hands() for tile in hand]
    names = [tile for _, _, tile in view["tiles"]] + view["wilds"]
    assert len(set(names)) == len(names)
    assert len(set(held)) == len(held)
    assert len(names) + len(held) + view["supply"] == 46
    assert view["hand_sizes"] == [len(hand) for hand in state.all_hands()]


def from_bank(state: Any, action: int) -> int:
    """What the bank gives for an action, less what it takes."""
    if parts_of(action)[0] != "add":
        return 0
    sums = state.reckon(action)
    if sums["solvent"]:
        return sums["points"] + sums["bonus"] - sums["cost"]
    return sum(paid for _, paid in sums["tolls"]) - state.scores()[state.to_act]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_that_seek_points_meet_everything_there_is(pp: type[Help], seats: int) -> None:
    """Otherwise the tests above would say little: groups, costs, tolls, ruin, eaten wasps, passes, both ends."""
    game, rng, met = calumma.load("piecepack", seats), calumma.Rng(seats), set()
    for _ in range(60):
        state = game.new()
        while state.to_act != calumma.OVER:
            action = pp.seeking(state, rng) if rng.below(4) else None
            action = state.pick(rng) if action is None else action
            kind, _, _, more = parts_of(action)
            met |= {f"{kind}{'+' if more else ''}"} | (reckoned(state, action) if kind == "add" else set())
            state.apply(action)
        met.add(state.reason())
    everything = {"draw", "add", "add+", "walk", "walk+", "points", "ace", "rivals", "bonus", "cost", "tolls", "ruin"}
    assert everything <= met
    assert "all-tiles" in met


def reckoned(state: Any, action: int) -> set[str]:
    sums = state.reckon(action)
    found = {name for name in ("points", "bonus", "cost", "tolls") if sums[name]}
    found |= {name for name in ("ace", "rivals") if sums["points"] and sums[name]}
    return found if sums["solvent"] else found | {"ruin"}


@pytest.mark.long
@pytest.mark.parametrize("seeks", [False, True], ids=["uniform", "seeking"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_thousand_matches_keep_the_laws(pp: type[Help], variant: Any, seeks: Any) -> None:
    report = check_game(load(*variant), 1000, seed=7, walk=pp.seeking if seeks else None, every=60, drawing=False)
    assert report.matches == 1000
    for seed in range(200):
        keep_books(load(*variant), calumma.Rng(seed), pp.seeking if seeks else lambda state, rng: None)
