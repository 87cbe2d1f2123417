"""Matches between bots."""

from __future__ import annotations

import pytest

import calumma
from calumma import GameError, Rng, players
from calumma.play import SeededLuck, verify
from calumma.players import Player
from calumma.players.duel import lineup, random_opening

YAMAMOTO = calumma.load("yamamoto")


def seated(*specs: str) -> list[Player]:
    return [players.load(spec, YAMAMOTO, seat) for seat, spec in enumerate(specs)]


def test_a_match_can_be_replayed_from_its_plies() -> None:
    result = players.play_match(YAMAMOTO, seated("random", "greedy"), Rng(1))
    state = YAMAMOTO.new()
    for ply in result.record.plies:
        state.apply(YAMAMOTO.parse_move(state, ply))
    record = result.record
    assert (tuple(state.payoffs()), tuple(state.scores()), state.reason()) == (record.payoffs, record.scores, record.reason)
    assert record.players == ("random", "greedy")


def test_the_luck_of_a_match_can_be_verified() -> None:
    game = calumma.load("piecepack")
    result = players.play_match(game, [players.load("random", game, seat) for seat in range(game.seats)], SeededLuck(1))
    assert verify(result.record).fits
    assert verify(result.record).chance_plies > 0


def test_a_match_begins_with_its_opening() -> None:
    opening = random_opening(YAMAMOTO, 4, Rng(3))
    result = players.play_match(YAMAMOTO, seated("random", "random"), Rng(1), opening)
    assert result.actions[:4] == opening
    assert len(opening) == result.opening == 4


def test_a_match_with_too_few_players_is_refused() -> None:
    with pytest.raises(GameError, match="with 1 players: expected 2"):
        players.play_match(YAMAMOTO, seated("random"), Rng(1))


def test_seats_are_rotated() -> None:
    assert [lineup(YAMAMOTO, ["a", "b"], turn) for turn in (0, 1)] == [["a", "b"], ["b", "a"]]
