"""Positions of the past, after plies were taken back and others played; what viewers may ask of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import OVER, GameError, Rng
from calumma.play import Luck, Match, SeedAdded
from calumma.play.events import KINDS

ZEROS = "00" * 32


def refuses(sentence: str) -> Any:
    return pytest.raises(GameError, match=f"^{re.escape(sentence)}$")


def play_to(match: Any, ply: Any, rng: Rng, keys: Any) -> None:
    while match.ply < ply:
        match.play(match.state.pick(rng))
        keys.append(match.state.key())


def test_positions_after_taking_back_are_those_of_the_plies_that_stand(race: Match) -> None:
    keys = [race.state.key()]
    play_to(race, 40, calumma.Rng(5), keys)
    race.take_back(count=25)
    del keys[16:]
    play_to(race, 36, calumma.Rng(6), keys)
    assert [race.state_at(n).key() for n in range(37)] == keys


@pytest.mark.parametrize("ply", [-1, 2, True])
def test_only_numbers_of_plies_name_a_position(race: Match, ply: Any) -> None:
    race.play("a1a2")
    with refuses(f"there is no position before ply {ply}: expected 0 to 1"):
        race.state_at(ply)


def test_stories_go_on_where_they_were_told_before(race: Match) -> None:
    race.play("a1a2")
    race.stories()
    race.play("a5a4")
    assert [story[0].values["to_cell"] for story in race.stories()] == ["a2", "a4"]


def test_the_past_of_a_resigned_match_shows_as_it_was(race: Match) -> None:
    race.play("a1a2")
    race.resign(1)
    assert [(race.view(0, ply)["to_act"], race.view(0, ply)["reason"]) for ply in (0, 1)] == [(0, ""), (OVER, "resigned")]


def test_from_a_number_before_the_first_all_events_are_sent(race: Match) -> None:
    race.seat(0, "ann")
    race.play("a1a2")
    assert race.seen_events(None, since=-1) == race.seen_events(None)


def test_who_is_no_viewer_sees_nothing(race: Match) -> None:
    for ask in (race.seen_plies, race.seen_events, race.stories):
        with refuses("there is no seat 2: expected 0 to 1"):
            ask(2)


def test_the_secret_is_told_before_the_end_if_asked_for(urn: Callable[..., Match]) -> None:
    assert (urn().record().chance.secret, urn().record(secret=True).chance.secret) == (None, ZEROS)


def test_practice_is_kept(urn: Callable[..., Match]) -> None:
    assert [Match.from_json(urn(practice=practice).as_json()).practice for practice in (True, False)] == [True, False]


def test_a_part_that_is_missing_is_named(race: Match) -> None:
    kept = race.as_json()
    del kept["practice"]
    with refuses('the match has no "practice": expected game, rules, seats, options, practice, secret, events'):
        Match.from_json(kept)


def test_events_are_called_as_stored_matches_call_them() -> None:
    names = (
        "seated seed seed_committed seed_opened seat_left called_off begun ply taken_back resigned out_of_time bot_seated ended"
    )
    assert list(KINDS) == names.split()


def test_what_was_stored_shows_as_before(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play("keep")
    again = Match.from_json(match.as_json())
    assert [again.seen_events(seat) for seat in (0, 1, None)] == [match.seen_events(seat) for seat in (0, 1, None)]


def test_several_plies_are_told_one_after_the_other(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play("keep")
    assert [story[0].values["seat"] for story in match.stories()] == [0, 0, 1]


def test_a_seats_record_of_a_running_match_does_not_tell_the_secret(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    assert [match.seen_record(seat).chance.secret for seat in (0, 1, None)] == [None] * 3


def test_a_record_of_old_seeds_brings_them_back(urn: Callable[..., Match]) -> None:
    match = Match.from_events(urn().game, [SeedAdded(0, 0, "x"), SeedAdded(1, 1, "y")], Luck(bytes(32)))
    match.advance()
    while not match.over:
        match.play("keep")
    assert Match.from_record(match.record()).luck.seeds == ("x", "y")


def test_matches_are_no_practice_unless_told_so(race: Match) -> None:
    assert not Match.from_events(race.game, []).practice


def test_an_event_of_an_unknown_kind_or_with_more_parts_is_refused(race: Match) -> None:
    with pytest.raises(GameError, match=r'^unknown event "bogus": expected seated, seed'):
        Match.from_json({**race.as_json(), "events": [{"number": 0, "event": "bogus"}]})
    with pytest.raises(GameError, match="more"):
        Match.from_json({**race.as_json(), "events": [{"number": 0, "event": "resigned", "seat": 0, "more": 1}]})


def test_an_event_without_a_part_or_of_no_kind_is_named(race: Match) -> None:
    with refuses('the event ply has no "text": expected number, ply, seat, text'):
        Match.from_json({**race.as_json(), "events": [{"number": 0, "event": "ply", "ply": 0, "seat": 0}]})
    with pytest.raises(GameError, match=r'^unknown event "7": expected seated, seed'):
        Match.from_json({**race.as_json(), "events": [{"number": 0, "event": 7}]})


def test_a_spectator_sees_the_text_of_a_position_without_secrets_alone(race: Match, urn: Callable[..., Match]) -> None:
    assert race.seen_position() == "wbwbw/5/5/5/WBWBW o"
    assert (urn().seen_position(), urn().seen_position(0)) == (None, "(3, 2, 1, 0, -1, False, 0, 0, 0, 0)")
