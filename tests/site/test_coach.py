"""The coach: what it says is so, and it says one thing at most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import calumma
from calumma import OVER, Rng
from calumma.play import Match
from calumma.site.coach import spoken


def played(name: str, *moves: str, seats: int | None = None) -> Match:
    match = Match(calumma.load(name, seats=seats), practice=True)
    for seat in range(match.game.seats):
        match.seat(seat, f"person {seat}")
    for text in moves:
        match.play(text)
    return match


def at_random(name: str, seed: int) -> Iterator[Match]:
    """A match of random moves, at the beginning of every turn."""
    match, rng = played(name), Rng(seed)
    while match.to_act != OVER:
        yield match
        match.play(match.state.pick(rng))


def test_there_is_nothing_to_say_at_the_beginning() -> None:
    assert spoken(played("yamamoto")) is None


def test_a_win_in_one_move_is_told_without_telling_the_move() -> None:
    told = next(
        said for seed in range(9) for match in at_random("yamamoto", seed) if (said := spoken(match)) and said["kind"] == "win"
    )
    assert told == {"kind": "win", "words": "You can win with this move. Look for it.", "cells": []}


@pytest.mark.parametrize("seed", range(3))
def test_a_win_is_told_exactly_where_a_move_wins_at_once(seed: int) -> None:
    for match in at_random("yamamoto", seed):
        said = spoken(match)
        assert (said is not None and said["kind"] == "win") == any(wins(match, action) for action in match.state.legal())


def wins(match: Match, action: int) -> bool:
    after = match.state.copy()
    after.apply(action)
    return after.to_act == OVER and after.payoffs()[match.to_act] == 1.0


def test_a_new_threat_is_told_with_its_cells() -> None:
    # Orange's b1 leaps to c3; Blue's a5 is white on dark and leaps to c4, next to it.
    match = played("yamamoto", "b1c3", "a5c4")
    assert spoken(match) == {"kind": "threat", "words": "Look at c3: Blue could capture it from c4.", "cells": ["c4", "c3", "c3"]}


def test_a_move_that_gains_far_more_than_others_is_told() -> None:
    said = (spoken(match) for match in at_random("bradley", 0))
    told = next(found for found in said if found and found["kind"] == "gain")
    assert told["words"].startswith("One of your moves gains ")


def test_others_threats_among_each_other_are_not_told() -> None:
    match = played("bradley", *first_moves(3), seats=3)
    said = spoken(match)
    assert said is None or said["kind"] != "threat" or said["cells"][-1] in own_cells(match)


def first_moves(count: int) -> list[str]:
    state, found = calumma.load("bradley", seats=3).new(), []
    for _ in range(count):
        found.append(state.game.move_text(state, state.legal()[0]))
        state.apply(state.legal()[0])
    return found


def own_cells(match: Match) -> list[str]:
    from calumma.games.bradley.board import NAMES

    view: Any = match.view(None)
    return [NAMES[square] for square in view["cubes"][match.to_act]]
