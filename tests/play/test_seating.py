"""Seats that change hands, and what is refused at the borders of a match: before it begins, after it ends, at no seat."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import GameError
from calumma.play import (
    Begun,
    BotSeated,
    CalledOff,
    Ended,
    Luck,
    Match,
    OutOfTime,
    Ply,
    Resigned,
    Seated,
    SeatLeft,
    SeedAdded,
    SeedCommitted,
    SeedOpened,
    TakenBack,
    seed_commitment,
)

MINE = seed_commitment("aaa")


def refuses(sentence: str) -> Any:
    return pytest.raises(GameError, match=f"^{re.escape(sentence)}$")


def people(match: Any, *names: Any) -> Any:
    for seat, name in enumerate(names):
        match.seat(seat, name)
    return match


# Who may sit where


def test_before_the_beginning_too_only_who_left_takes_a_seat_back_from_a_bot(urn: Callable[..., Match]) -> None:
    match = people(urn(), "ann", "ben")
    match.seat_bot(1, "level:2")
    with refuses("Green (level:2) is taken: once the match has begun only empty seats are free"):
        match.seat(1, "level:3", "level:3")
    match.seat(1, "ben")
    assert match.record().players[1] == "ben, then level:2, then ben"


def test_of_several_bots_one_after_the_other_a_record_names_the_last(urn: Callable[..., Match]) -> None:
    match = people(urn(), "ann", "ben")
    match.seat_bot(1, "level:2")
    match.seat_bot(1, "level:3")
    assert match.record().players[1] == "ben, then level:3"


def test_who_left_last_is_asked_for(race: Match) -> None:
    people(race, "ann", "ben")
    race.play("a1a2")
    race.seat_bot(1, "level:2")
    race.seat(1, "eve")
    race.seat_bot(1, "level:3")
    with refuses("ply 0 cannot be taken back: eve left at ply 1 and would have to agree, but is away"):
        race.take_back(seat=0)


@pytest.mark.parametrize("seat", [True, -1, 2, 0.0, "0", None])
def test_only_numbers_of_seats_name_a_seat(race: Match, seat: int) -> None:
    with refuses(f"there is no seat {seat}: expected 0 to 1"):
        race.seat(seat, "ann")


def test_who_gave_up_among_three_has_given_up_after_taking_back_too(urn: Callable[..., Match]) -> None:
    match = urn(seats=3, practice=True)
    match.resign(1, bot="level:2")
    match.advance()
    while not match.over:
        match.play("keep")
    match.take_back()
    assert (match.over, match.forfeits) == (False, {1: "resigned"})


def test_in_practice_a_resigned_match_of_two_goes_on() -> None:
    match = Match(calumma.load("yamamoto"), practice=True)
    match.play("a1a2")
    match.resign(1)
    match.take_back()
    assert (match.over, match.forfeits, match.to_act) == (False, {}, 0)


def test_among_two_sides_no_bot_takes_the_seat_of_who_resigned(race: Match) -> None:
    assert race.resign(0, bot="level:2") == [Resigned(0, 0), Ended(1, "resigned", (5, 5), (0.0, 1.0))]


# Seats and seeds


def test_a_commitment_from_before_somebody_sat_down_stays(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(0, MINE)
    match.seat(0, "ann")
    assert match.luck.promised == (MINE,)


def test_once_a_seed_is_open_a_free_seat_is_for_people_alone(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(0, MINE)
    match.open_seed(0, "aaa")
    match.seat(0, "ann")
    with refuses("seeds are being opened: nobody can sit down any more"):
        match.seat(1, "level:2", "level:2")


def test_who_goes_and_comes_back_after_the_beginning_changes_nothing_of_the_luck(urn: Callable[..., Match]) -> None:
    match = people(urn(), "ann", "ben")
    match.commit_seed(1, MINE)
    match.open_seed(1, "aaa")
    match.begin()
    before = match.luck
    match.seat_bot(1, "level:2")
    match.seat(1, "ben")
    assert (match.luck, match.luck.seeds) == (before, (None, "aaa"))


def test_an_old_seed_goes_with_who_makes_room_for_a_bot(urn: Callable[..., Match]) -> None:
    match = people(urn(), "ann", "ben")
    seeds = [SeedAdded(2, 0, "x"), SeedAdded(3, 1, "y")]
    match = Match.from_events(match.game, [*match.events, *seeds], Luck(bytes(32)))
    match.seat(1, "level:2", "level:2")
    assert match.luck.seeds == ("x", None)


def test_a_seed_is_not_shown_at_once_after_somebody_committed(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(0, MINE)
    with refuses("event 1: seeds are opened after everyone has committed to one: a seed cannot be added at once"):
        Match.from_events(match.game, [*match.events, SeedAdded(1, 1, "y")], Luck(bytes(32)))


def test_an_empty_seed_is_refused(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(0, seed_commitment(""))
    with refuses("the seed is empty: expected at least one character"):
        match.open_seed(0, "")


def test_what_is_sent_at_once_is_a_text_and_in_time(urn: Callable[..., Match]) -> None:
    match = urn()
    match.seat(0, "ann")
    match.seat(1, "level:2", "level:2")
    with pytest.raises(GameError):
        match.send_seed(0, 5)  # type: ignore[arg-type]
    match = people(urn(), "ann", "ben")
    match.begin()
    with refuses("it is too late for seeds: they can be added until the first ply"):
        match.send_seed(0, "aaa")


def test_of_a_long_text_that_is_no_commitment_the_beginning_is_shown(urn: Callable[..., Match]) -> None:
    with refuses(f'cannot read the commitment "{"x" * 80}": expected a SHA-256, as 64 digits 0-9 and a-f'):
        urn().commit_seed(0, "x" * 100)


# Events that do not fit


@pytest.mark.parametrize("event", [Seated(0, 2, "ann"), SeatLeft(0, 2, "ann"), BotSeated(0, 2, None, "level:2")])
def test_nobody_sits_or_leaves_at_no_seat(urn: Callable[..., Match], event: Any) -> None:
    with refuses("event 0: there is no seat 2: expected 0 to 1"):
        Match.from_events(urn().game, [event])


@pytest.mark.parametrize("event", [SeedAdded(0, 2, "x"), SeedCommitted(0, 2, MINE), SeedOpened(0, 2, "x")])
def test_no_seat_adds_no_seed(urn: Callable[..., Match], event: Any) -> None:
    with refuses("event 0: there is no seat 2: expected 0 to 1"):
        Match.from_events(urn().game, [event], Luck(bytes(32)))


@pytest.mark.parametrize("event", [Resigned(0, 2), OutOfTime(0, 2), TakenBack(0, 2, 1)])
def test_no_seat_gives_up_or_takes_back(urn: Callable[..., Match], event: Any) -> None:
    with refuses("event 0: there is no seat 2: expected 0 to 1"):
        Match.from_events(urn().game, [event])


def test_a_seat_that_takes_back_is_one(race: Match) -> None:
    race.play("a1a2")
    with refuses("there is no seat 2: expected 0 to 1"):
        race.take_back(seat=2)


def test_more_plies_than_were_played_are_not_taken_back(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    with refuses("2 plies cannot be taken back: expected 1 to 1"):
        match.take_back(count=2)


@pytest.mark.parametrize("event", [Seated(2, 1, "ann"), BotSeated(2, 1, None, "level:2"), Resigned(2, 1), Ply(2, 0, 0, "a1a2")])
def test_after_the_end_nothing_happens_any_more(race: Match, event: Any) -> None:
    race.resign(0)
    with refuses("event 2: the match is over"):
        Match.from_events(race.game, [*race.events, event])


@pytest.mark.parametrize(
    "event",
    [Begun(3, None), Seated(3, 1, "eve"), SeatLeft(3, 1, "ben"), SeedCommitted(3, 0, MINE), Resigned(3, 0), CalledOff(3, "ben")],
)
def test_a_match_that_was_called_off_stays_so(urn: Callable[..., Match], event: Any) -> None:
    match = people(urn(), "ann", "ben")
    match.call_off("ann")
    with refuses("event 3: the match was called off before it began"):
        Match.from_events(match.game, [*match.events, event], Luck(bytes(32)))


def test_nothing_is_drawn_in_a_match_that_was_called_off(urn: Callable[..., Match]) -> None:
    match = urn()
    match.call_off("ann")
    with refuses("the match was called off before it began"):
        match.advance()


def test_a_match_that_has_begun_is_not_called_off(urn: Callable[..., Match]) -> None:
    match = people(urn(), "ann", "ben")
    match.begin()
    with refuses("the match has already begun"):
        match.call_off("ann")


@pytest.mark.parametrize(("ply", "seat"), [(1, 0), (0, 1)])
def test_a_ply_of_another_number_or_seat_is_refused(race: Match, ply: Any, seat: int) -> None:
    with refuses(f"event 0: it holds ply {ply} of seat {seat}: expected ply 0 of seat 0"):
        Match.from_events(race.game, [Ply(0, ply, seat, "a1a2")])


@pytest.mark.parametrize("count", [0, 2])
def test_an_event_takes_back_what_was_played(race: Match, count: Any) -> None:
    race.play("a1a2")
    with refuses(f"event 1: {count} plies cannot be taken back: expected 1 to 1"):
        Match.from_events(race.game, [*race.events, TakenBack(1, 0, count)])


def test_without_luck_no_lot_says_who_begins(race: Match) -> None:
    people(race, "ann", "ben")
    with refuses("event 2: seat 0 is to go first by lot, but the luck says otherwise"):
        Match.from_events(race.game, [*race.events, Begun(2, 0)])


@pytest.mark.parametrize("action", [True, -1, 13, 1.5, None])
def test_what_is_no_action_of_the_game_is_refused(urn: Callable[..., Match], action: int) -> None:
    match = urn()
    match.advance()
    with refuses(f"cannot play the action {action}: it is not legal here"):
        match.play(action)


def test_a_sequence_has_a_move(race: Match) -> None:
    with refuses("there is no move to play: expected at least one"):
        race.play_all([])


def test_who_gave_up_before_the_lot_moves_on_with_the_others(urn: Callable[..., Match]) -> None:
    secret = next(bytes([n] * 32) for n in range(30) if Luck(bytes([n] * 32)).first(3) == 1)
    match = people(urn(seats=3, secret=secret), "ann", "ben", "cyd")
    match.resign(0, bot="level:2")
    match.begin(by_lot=True)
    assert match.forfeits == {2: "resigned"}


def test_a_chance_ply_begins_a_turn_anew(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play("more")
    match.play("keep")
    with pytest.raises(GameError, match=r"^ply 3 cannot be taken back: .* at ply 4$"):
        match.take_back(seat=0)


def test_in_practice_one_turn_is_taken_back_and_not_those_before(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    for _ in range(3):
        match.play("keep")
    match.take_back(seat=0)
    assert match.ply == 5
