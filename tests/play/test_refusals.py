"""What a match refuses, in its own words and before anything has changed."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from calumma import GameError
from calumma.play import Match, SeedAdded, seed_commitment


def refuses(sentence: str) -> Any:
    return pytest.raises(GameError, match=f"^{re.escape(sentence)}$")


def seated(match: Match) -> Match:
    for seat in range(match.game.seats):
        match.seat(seat, ("ann", "ben", "cid", "dan")[seat])
    return match


def finished(match: Match) -> Match:
    match.advance()
    while not match.over:
        match.play("keep")
    return match


NO_NAME = "the name of the bot is empty: expected at least one character"


def test_a_bot_has_a_name(race: Match) -> None:
    with refuses(NO_NAME):
        race.seat(0, "ann", bot=" ")
    with refuses(NO_NAME):
        race.seat_bot(0, " ")
    assert race.events == ()


def test_a_seat_that_is_not_there_is_refused_whatever_is_to_happen_there(urn: Callable[..., Match]) -> None:
    match = seated(urn(3))
    sentence = "there is no seat 3: expected 0 to 2"
    with refuses(sentence):
        match.leave([3])
    with refuses(sentence):
        match.seat_bot(3, "random")
    with refuses(sentence):
        match.resign(3)


def test_after_the_end_that_comes_before_all_other_refusals(urn: Callable[..., Match]) -> None:
    match = finished(urn(3))
    with refuses("the match is over"):
        match.seat_bot(9, "")
    with refuses("the match is over"):
        match.resign(0)
    with refuses("the match is over"):
        match.out_of_time(9)


def test_a_game_without_luck_has_none_after_its_beginning_either(race: Match) -> None:
    race.play("a1a2")
    with refuses("yamamoto has no luck to add a seed to"):
        race.commit_seed(0, seed_commitment("x"))


def test_an_old_seed_is_not_empty_either(urn: Callable[..., Match]) -> None:
    with refuses("event 0: the seed is empty: expected at least one character"):
        Match.from_events(urn().game, [SeedAdded(0, 0, "")], urn().luck)


def test_with_a_bot_in_the_seat_nobody_waits_for_its_seed(urn: Callable[..., Match]) -> None:
    match = seated(urn())
    match.commit_seed(0, seed_commitment("x"))
    match.seat_bot(0, "random")
    assert match.unopened == []
    assert match.begin()


def test_the_first_action_of_a_game_is_refused_with_the_rules_own_reason(race: Match) -> None:
    with refuses("cannot play the action 0: a1 is taken by Orange's own piece (rule 3)"):
        race.play(0)  # from a1 to a1


def test_a_record_without_its_secret_is_read_with_seeds_and_as_no_practice(urn: Callable[..., Match]) -> None:
    match = seated(urn())
    match.commit_seed(0, seed_commitment("x"))
    match.open_seed(0, "x")
    match.advance()
    again = Match.from_record(match.record())
    assert (again.luck, again.practice) == (None, False)
    assert again.record().chance == match.record().chance
