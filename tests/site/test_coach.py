"""The coach: what it says is so, and it says one thing at most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import calumma
from calumma import OVER, Rng
from calumma.play import Luck, Match
from calumma.players import Choice
from calumma.search import Candidate
from calumma.site.coach import _last_turn, _own_cells, spoken
from calumma.site.hindsight import GIVEN_AWAY, LastTurn, hindsight, last_turn, weigher


def played(name: str, *moves: str, seats: int | None = None) -> Match:
    game = calumma.load(name, seats=seats)
    match = Match(game, practice=True, luck=Luck(bytes(32)) if game.info.has_chance else None)
    for seat in range(match.game.seats):
        match.seat(seat, f"person {seat}")
    match.advance()
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


def test_a_kind_that_was_heard_often_enough_gives_way_to_others() -> None:
    assert spoken(played("yamamoto", "b1c3", "a5c4"), tired=["threat"]) is None


def turn_before(match: Match) -> LastTurn:
    begun = _last_turn(match)
    assert begun is not None
    return last_turn(match, begun, _own_cells(match))


def thought(values: dict[int, float]) -> Choice:
    """What somebody thinks to whom moves are worth so much."""
    return Choice(
        max(values, key=values.__getitem__), candidates=[Candidate(action, 0, value) for action, value in values.items()]
    )


def test_a_bot_finds_the_move_that_gave_a_piece_away() -> None:
    # Orange's b1 leaps to c3, where Blue's b5 takes it by a leap.
    turn = turn_before(played("yamamoto", "b1c3", "b5c3"))
    before, _ = turn.decisions[0]
    weighed = [calumma.players.load(weigher(before.game), before.game, 1).choose(before, 0)]
    said = hindsight(turn, weighed)
    assert said is not None
    assert (said["kind"], said["words"]) == ("open", "Your last move left c3 open: Blue could capture it from b5.")


def test_places_that_nobody_sees_a_name_of_are_not_named() -> None:
    # Green's walk along the row ends where Pink's chameleon could sit down beside it (R6); the walk up the file does not.
    game = calumma.load("piecepack")
    tiles = "R0@0,0/K0@1,0/Y0@2,0/B0@0,1/W0@0,2"
    state = game.parse_position(f"{tiles} 0,0/2,0 -/- - P0P1/L0L1 0/0 0 0")
    near, far = game.parse_move(state, ">1,0"), game.parse_move(state, ">0,2")
    said = hindsight(LastTurn(0, [(state, near)], ["1,0"]), [thought({near: 0.2, far: 0.9})])
    assert said is not None
    assert said["kind"] == "open"
    assert "1,0" not in said["words"]


def test_the_better_move_is_told_by_what_it_would_have_done() -> None:
    match = played("yamamoto", "a1a2", "a5a4")
    turn = turn_before(match)
    before, action = turn.decisions[0]
    leap = match.game.parse_move(before, "b1c3")
    said = hindsight(turn, [thought({action: 0.5, leap: 0.5 + 2 * GIVEN_AWAY})], tired=["open"])
    words = "You had a better move last turn: Moves the black piece from b1 to c3."
    assert said == {"kind": "missed", "words": words, "cells": ["b1", "c3"]}
    assert hindsight(turn, [thought({action: 0.5, leap: 0.5 + GIVEN_AWAY / 2})]) is None
    assert hindsight(turn, [thought({action: 0.5, leap: 0.9})], tired=["open", "missed"]) is None


def test_a_bot_that_weighs_no_moves_says_nothing() -> None:
    turn = turn_before(played("yamamoto", "b1c3", "b5c3"))
    assert hindsight(turn, [Choice(turn.decisions[0][1])]) is None


@pytest.mark.parametrize("name", ["piecepack", "life"])
def test_hindsight_is_the_same_in_every_world_that_the_seat_may_be_in(name: str) -> None:
    played_on = (match for seed in range(20) for match in at_random(name, seed) if _last_turn(match) is not None)
    for match in islice(played_on, 5):
        turn = turn_before(match)
        thoughts = [thought({each: float(each != action) for each in before.legal()}) for before, action in turn.decisions]
        for number in range(3):
            dealt = [(before.determinize(turn.seat, Rng(number)), action) for before, action in turn.decisions]
            assert hindsight(LastTurn(turn.seat, dealt, turn.cells), thoughts) == hindsight(turn, thoughts)
    assert turn.decisions


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
