"""What the tests of piecepack share: positions in short, and a walk that plays for points."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core import State
from calumma.games.piecepack.layout import FIRST_ADD, FIRST_WALK

COLOURS = "RKYBWOPL"


def laid(count: int) -> str:
    """A board of so many tiles in rows of seven, on which no two tiles of a colour share a side; tile k is named by `tile(k)`."""
    return "/".join(f"{tile(k)}@{k % 7},{k // 7}" for k in range(count))


def tile(k: int) -> str:
    return f"{COLOURS[k % 8]}{k // 8}"


def position(
    board: str,
    chameleons: str,
    wilds: str = "-",
    hands: str = "P0P1/L0L1",
    points: str = "0/0",
    wasps: str | None = None,
    acts: str = "0",
    idle: int = 0,
    bankrupt: str = "out",
    merge: str = "scores",
) -> Any:
    """A position from its parts; the number of seats is that of the points."""
    seats = points.count("/") + 1
    game = calumma.load("piecepack", seats, bankrupt=bankrupt, merge=merge)
    wasps = wasps or "/".join("-" * seats)
    return game.parse_position(f"{board} {chameleons} {wasps} {wilds} {hands} {points} {acts} {idle}")


def play(state: Any, *texts: str) -> Any:
    for text in texts:
        state.apply(state.game.parse_move(state, text))
    return state


def moves(state: State) -> list[str]:
    return [state.game.move_text(state, action) for action in state.legal()]


def net_gain(state: Any, action: int) -> int:
    sums = state.reckon(action)
    return sums["points"] + sums["bonus"] - sums["cost"] - 4 * len(sums["tolls"])


def seeking(state: Any, rng: Rng) -> int | None:
    """Mostly add the tile that brings most, of forty that are tried; sometimes move the chameleon. None leaves it to chance."""
    legal = state.legal()
    adds = [action for action in legal if FIRST_ADD <= action < FIRST_WALK]
    if state.to_act < 0 or not adds or (len(adds) < len(legal) and rng.below(4) == 0):
        return None if state.to_act < 0 else legal[len(adds) + rng.below(len(legal) - len(adds))]
    return max((adds[rng.below(len(adds))] for _ in range(40)), key=lambda action: net_gain(state, action))


class Help:
    """The functions above, as the tests get them."""

    laid = staticmethod(laid)
    tile = staticmethod(tile)
    position = staticmethod(position)
    play = staticmethod(play)
    moves = staticmethod(moves)
    net_gain = staticmethod(net_gain)
    seeking = staticmethod(seeking)


@pytest.fixture
def pp() -> type[Help]:
    return Help
