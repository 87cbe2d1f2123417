import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import calumma
from calumma import CHANCE, GameError, records
from calumma.play import Event, Luck, Match, seed_commitment, verify

STEPS = st.lists(st.tuples(st.sampled_from(["play"] * 8 + ["back", "resign", "bot"]), st.integers(0, 1000)), max_size=60)
GAMES = st.sampled_from([("yamamoto", 2), ("urn", 2), ("urn", 3), ("urn", 4)])


def matches() -> Any:
    """Matches that went any way a match can go."""
    return st.builds(played, GAMES, st.binary(min_size=32, max_size=32), st.booleans(), STEPS)


def played(game: tuple[str, int], secret: bytes, practice: bool, steps: list[tuple[str, int]]) -> Match:
    name, seats = game
    match = Match(calumma.load(name, seats=seats), Luck(secret) if name == "urn" else None, practice)
    match.seat(0, "ann")
    if name == "urn":
        for seat in range(1, seats):
            match.seat(seat, f"ben {seat}")
        match.commit_seed(1, seed_commitment("seed"))
        match.open_seed(1, "seed")
    match.advance()
    for kind, number in steps:
        step(match, kind, number)
    return match


def step(match: Match, kind: str, number: int) -> None:
    if kind == "play" and not match.over:
        match.play(match.state.legal()[number % len(match.state.legal())])
    elif kind == "back":
        assert outcome(match.take_back)
    elif kind == "bot":
        assert outcome(match.seat_bot, number % match.game.seats, "level:1")
    elif number < 150:
        assert outcome(match.resign, number % match.game.seats, "level:2")


def outcome(action: Callable[..., Any], *arguments: int | str) -> str:
    """The sentence with which a GameError refused it, or "done"; any other exception comes through."""
    try:
        action(*arguments)
    except GameError as error:
        return str(error)
    return "done"


@given(matches())
def test_a_match_survives_its_record(match: Match) -> None:
    record = match.record(secret=True)
    again = records.loads(records.dumps(record))
    assert again == record
    rebuilt = Match.from_record(again)
    assert rebuilt.record(secret=True) == record
    assert rebuilt.state.key() == match.state.key()


@given(matches())
def test_a_match_survives_its_events(match: Match) -> None:
    stored = json.loads(json.dumps(match.as_json()))
    again = Match.from_json(stored)
    assert again.events == match.events
    assert again.as_json() == match.as_json()
    assert (again.players, again.bots, again.to_act, again.plies) == (match.players, match.bots, match.to_act, match.plies)


@given(matches())
def test_events_survive_json(match: Match) -> None:
    assert [Event.from_json(json.loads(json.dumps(event.as_json()))) for event in match.events] == list(match.events)


@given(matches())
def test_the_luck_of_every_match_fits(match: Match) -> None:
    assert verify(match.record(secret=True)).fits


@given(matches(), st.integers(1, 60))
def test_undo_then_replay_comes_to_the_same_position(match: Match, count: int) -> None:
    match.practice = True
    before, plies = match.state.key(), list(match.plies)
    if count > len(plies) or all(ply.is_chance for ply in plies):
        return
    match.take_back(count=count)
    for ply in plies[match.ply :]:
        if ply.seat != CHANCE:
            match.play(ply.text)
    assert match.state.key() == before
    assert list(match.plies) == plies


@given(matches())
def test_no_viewer_sees_a_draw_that_is_hidden(match: Match) -> None:
    for seat in (*range(match.game.seats), None):
        for number, text in enumerate(match.seen_plies(seat)):
            state, ply = match.state_at(number), match.plies[number]
            assert text == ("~?" if state.seen(ply.action, seat) is None else ply.text)


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.just([]),
    st.just({}),
    st.just(["a1a2"]),
    st.just("~?"),
)


@given(matches(), st.data())
def test_a_corrupt_record_raises_a_game_error_and_nothing_else(match: Match, data: Any) -> None:
    text = corrupted(match.record(secret=data.draw(st.booleans())).as_json(), data)
    assert outcome(use, text)


def use(text: str) -> None:
    record = records.loads(text)
    verify(record)
    Match.from_record(record)


@given(matches(), st.data())
def test_a_corrupt_stored_match_raises_a_game_error_and_nothing_else(match: Match, data: Any) -> None:
    text = corrupted(match.as_json(), data)
    assert outcome(lambda: Match.from_json(json.loads(text)))


def corrupted(value: dict[str, Any], data: Any) -> str:
    """The JSON text with one value inside, at any depth, replaced, removed or doubled."""
    value = copy.deepcopy(value)
    place = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return json.dumps(value)
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], (dict, list)) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        kind = data.draw(st.sampled_from(["replace", "remove", "double"]))
        if kind == "replace":
            place[key] = data.draw(JUNK)
        elif kind == "remove":
            del place[key]
        elif isinstance(place, list):
            place.insert(key, copy.deepcopy(place[key]))
        return json.dumps(value)


@settings(max_examples=200)
@given(st.one_of(st.text(), st.binary()))
def test_any_text_at_all_raises_a_game_error(text: bytes | str) -> None:
    with pytest.raises(GameError):
        records.loads(text)


# What goes into a record


def test_plies_that_were_taken_back_are_not_in_the_record(race: Match) -> None:
    race.play("a1a2")
    race.take_back()
    race.play("b1b2")
    assert race.record().plies == ("b1b2",)


def test_the_secret_is_published_with_the_finished_record_alone(urn: Callable[..., Match]) -> None:
    match = urn(secret=bytes(range(32)))
    assert match.record().chance.secret is None
    match.resign(0)
    assert match.record().chance.secret == bytes(range(32)).hex()


def test_a_seats_record_has_its_hidden_plies_and_scores_covered(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play("keep")
    record = match.seen_record(1)
    assert record.plies == ("~?", "keep", match.plies[2].text)
    assert record.scores == (0, 0)
    assert match.record().scores[0] > 0


def test_a_seats_record_can_be_read_but_not_replayed(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    text = records.dumps(match.seen_record(1))
    assert records.loads(text, check=False).hidden
    with pytest.raises(GameError, match=r"^cannot replay a seat's record with hidden plies"):
        records.loads(text)


def test_after_the_end_everybody_may_have_the_full_record(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.resign(0)
    assert match.seen_record(1) == match.record()


def test_a_record_names_both_players_of_a_seat_that_a_bot_took_over(urn: Callable[..., Match]) -> None:
    match = urn(seats=3)
    match.seat(1, "ann")
    match.resign(1, bot="level:2")
    assert match.record().players == (None, "ann, then level:2", None)


def test_a_match_without_its_secret_cannot_draw(urn: Callable[..., Match]) -> None:
    match = Match.from_record(urn().record())
    with pytest.raises(GameError, match=r"^the secret of this match's luck is not known here"):
        match.advance()


def test_a_match_without_its_secret_keeps_what_was_published(urn: Callable[..., Match]) -> None:
    record = urn().record()
    assert Match.from_record(record).record() == record


def test_a_saved_match_goes_on_with_the_same_luck(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    again = Match.from_record(match.record(secret=True))
    assert [event.as_json() for event in match.play("keep")][1]["text"] == [e.as_json() for e in again.play("keep")][1]["text"]


def test_a_team_that_resigned_keeps_its_result(urn: Callable[..., Match]) -> None:
    match = urn(seats=4)
    match.resign(2)
    assert Match.from_record(match.record()).result.payoffs == (0.0, 0.5, 0.0, 0.5)


def test_a_forfeit_among_three_sides_cannot_be_in_a_record(urn: Callable[..., Match]) -> None:
    record = replace(urn(seats=3).record(), payoffs=(0.5, 0.5, 0.0), reason="resigned")
    with pytest.raises(GameError, match=r"^the match has 3 sides, so it cannot have ended because one resigned$"):
        records.check(record)


def test_a_draw_where_a_move_is_due_is_named(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    with pytest.raises(GameError, match=r'^ply 1 "~a": expected a move of seat 0 here$'):
        records.check(replace(match.record(), plies=(match.plies[0].text, "~a")))


def test_a_move_where_a_draw_is_due_is_named(urn: Callable[..., Match]) -> None:
    with pytest.raises(GameError, match=r'^ply 0 "keep": expected a chance outcome, beginning with ~, here$'):
        records.check(replace(urn().record(), plies=("keep",)))


def test_a_record_of_other_rules_is_refused(urn: Callable[..., Match]) -> None:
    with pytest.raises(GameError, match="version 2 of the rules of urn: expected version 3"):
        records.check(replace(urn().record(), rules=2))
