import re
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import CHANCE, OVER, GameError, IllegalMove
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

MINE = "9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"  # SHA-256 of "aaa", by sha256sum


def refuses(sentence: str) -> Any:
    return pytest.raises(GameError, match=f"^{re.escape(sentence)}$")


def texts(match: Match) -> list[str]:
    return [played.text for played in match.plies]


def kinds(events: Any) -> list[Any]:
    return [type(event) for event in events]


# Playing


def test_a_move_is_played_by_its_text_or_its_action(race: Match) -> None:
    race.play("a1a2", seat=0, ply=0)
    race.play(race.game.parse_move(race.state, "a5a4"), seat=1, ply=1)
    assert texts(race) == ["a1a2", "a5a4"]


def test_play_returns_the_new_events(race: Match) -> None:
    assert race.play("a1a2") == [Ply(0, 0, 0, "a1a2")]


def test_the_wrong_seat_is_refused(race: Match) -> None:
    race.seat(1, "ann")
    race.play("a1a2")
    with refuses("it is not your turn: Blue (ann) moves now"):
        race.play("a2a3", seat=0)


def test_an_answer_to_an_earlier_ply_is_refused(race: Match) -> None:
    race.play("a1a2")
    race.play("a5a4")
    with refuses("you answered ply 0, but the match is at ply 2"):
        race.play("a2a3", ply=0)


def test_an_illegal_move_is_refused_with_the_games_own_sentence(race: Match) -> None:
    with refuses('cannot play "c3c4": there is no piece on c3'):
        race.play("c3c4")


def test_an_action_that_is_not_legal_is_refused(race: Match) -> None:
    with refuses("cannot play the action 9999: it is not legal here"):
        race.play(9999)


def test_an_action_of_the_game_is_refused_with_the_rules_own_reason(race: Match) -> None:
    with refuses("cannot play the action 1: b1 is taken by Orange's own piece (rule 3)"):
        race.play(1)  # from a1 to b1


def test_a_refused_move_changes_nothing(race: Match) -> None:
    with pytest.raises(GameError):
        race.play("c3c4")
    assert (race.events, race.ply) == ((), 0)


def test_the_state_that_is_handed_out_is_a_copy(race: Match) -> None:
    race.state.apply(race.state.legal()[0])
    assert race.ply == 0
    assert race.state.key() == race.game.new().key()


def test_a_seat_that_does_not_exist_is_refused(race: Match) -> None:
    with refuses("there is no seat 2: expected 0 to 1"):
        race.play("a1a2", seat=2)


def test_the_end_of_the_position_ends_the_match(urn: Callable[..., Match]) -> None:
    match = finished(urn())
    assert kinds(match.events[-2:]) == [Ply, Ended]
    assert (match.to_act, match.result.reason) == (OVER, "turns")
    assert list(match.result.payoffs) == match.state.payoffs()


def test_nothing_is_played_after_the_end(urn: Callable[..., Match]) -> None:
    with refuses("the match is over"):
        finished(urn()).play("keep")


def finished(match: Match) -> Match:
    match.advance()
    while not match.over:
        match.play("keep")
    return match


# Luck


def test_a_match_that_begins_with_a_draw_waits_for_it(urn: Callable[..., Match]) -> None:
    with refuses("a chance event comes first: no seat can act now"):
        urn().play("keep")


def test_draws_follow_a_move_by_themselves(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    assert [event.seat for event in match.play("keep")] == [0, CHANCE]  # type: ignore[attr-defined]
    assert match.to_act == 1


def test_nothing_is_drawn_when_no_luck_is_due(race: Match) -> None:
    with refuses("there is no chance event to play now"):
        race.play_chance()


def table_of(match: Match, *players: str) -> Match:
    """Seat people by name, and bots by a spec."""
    for seat, player in enumerate(players):
        match.seat(seat, player, player if ":" in player else None)
    return match


def test_a_seed_is_committed_to_and_opened_when_everybody_sits(urn: Callable[..., Match]) -> None:
    match = urn()
    match.seat(0, "ann")
    assert match.commit_seed(0, MINE) == [SeedCommitted(1, 0, MINE)]
    with refuses("seeds are opened when everyone has sat down: Green is still free"):
        match.open_seed(0, "aaa")
    match.seat(1, "ben")
    assert match.open_seed(0, "aaa") == [SeedOpened(3, 0, "aaa")]
    match.begin()
    assert match.record().chance.seed_commitments == (MINE, None)


def test_a_commitment_can_be_replaced_and_taken_back_until_a_seed_is_open(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, seed_commitment("x"))
    match.commit_seed(0, MINE)
    match.commit_seed(1, seed_commitment("y"))
    match.commit_seed(1, None)
    match.open_seed(0, "aaa")
    for commitment in (MINE, None):
        with refuses("a seed has been opened: commitments cannot change any more"):
            match.commit_seed(1, commitment)


def test_a_seed_that_does_not_fit_its_commitment_is_refused(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, MINE)
    with pytest.raises(GameError, match=r"this seed does not fit: .* committed to the SHA-256 9834876d"):
        match.open_seed(0, "aab")
    match.open_seed(0, "aaa")
    with refuses("the seed of Red (ann) is already open"):
        match.open_seed(0, "aaa")


def test_nothing_is_dealt_before_every_seed_is_open_and_who_holds_it_up_is_named(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, MINE)
    match.commit_seed(1, MINE)
    match.open_seed(0, "aaa")
    assert match.unopened == [1]
    for begin in (match.begin, match.advance, lambda: match.begin(by_lot=True)):
        with refuses("the match cannot begin: Green (ben) must open the seed first"):
            begin()
    assert (match.ply, match.begun) == (0, False)


def test_events_that_deal_before_every_seed_is_open_are_refused(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, MINE)
    kept = match.as_json()
    kept["events"].append({"number": 3, "event": "ply", "ply": 0, "seat": CHANCE, "text": "~a"})  # type: ignore[attr-defined]
    with refuses("event 3: the match cannot begin: Red (ann) must open the seed first"):
        Match.from_json(kept)


def test_a_bot_has_no_seed(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "level:2")
    with refuses("a bot plays Green (level:2): bots have no seed"):
        match.commit_seed(1, MINE)
    with pytest.raises(GameError, match="has not committed to a seed"):
        match.open_seed(1, "aaa")


def test_a_bot_that_takes_a_seat_takes_no_commitment_over(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(1, MINE)
    match.seat(1, "level:2", "level:2")
    assert match.luck.promised == (None, None)


def test_who_plays_with_bots_alone_sends_the_seed_at_once(urn: Callable[..., Match]) -> None:
    match = table_of(urn(seats=3), "level:1", "ann", "level:2")
    assert match.send_seed(1, "aaa") == [SeedCommitted(3, 1, MINE), SeedOpened(4, 1, "aaa")]


@pytest.mark.parametrize("players", [["ann", "ben"], ["ann"], []])
def test_others_are_asked_to_commit_themselves_first(urn: Callable[..., Match], players: list[str]) -> None:
    with pytest.raises(GameError, match=r"^other people play, or may still sit down: commit"):
        table_of(urn(), *players).send_seed(0, "aaa")


def test_nobody_sits_down_once_a_seed_is_open(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, MINE)
    match.open_seed(0, "aaa")
    with refuses("seeds are being opened: nobody can sit down any more"):
        match.seat(1, "eve")
    with refuses("seeds are being opened: no bot can sit down any more"):
        match.seat_bot(1, "level:1")


def test_who_leaves_before_the_match_frees_the_seat_and_takes_the_commitment_along(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(1, MINE)
    assert match.leave([1]) == [SeatLeft(3, 1, "ben")]
    assert (match.players, match.luck.promised, match.called_off) == (("ann", None), (None, None), None)
    match.seat(1, "cyd")
    match.begin()


def test_a_match_that_somebody_leaves_after_a_seed_was_opened_is_called_off(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "ben")
    match.commit_seed(0, MINE)
    match.commit_seed(1, MINE)
    match.open_seed(0, "aaa")
    assert match.leave([1]) == [SeatLeft(5, 1, "ben"), CalledOff(6, "ben")]
    for act in (match.begin, match.advance, lambda: match.seat(1, "eve"), lambda: match.open_seed(1, "aaa")):
        with pytest.raises(GameError):
            act()
    assert match.ply == 0
    assert Match.from_json(match.as_json()).called_off == CalledOff(6, "ben")


def test_when_the_last_person_leaves_the_match_is_called_off(urn: Callable[..., Match]) -> None:
    assert kinds(table_of(urn(), "ann", "level:2").leave([0])) == [SeatLeft, CalledOff]


def test_nobody_leaves_a_match_that_has_begun_or_for_a_bot(urn: Callable[..., Match]) -> None:
    match = table_of(urn(), "ann", "level:2")
    with refuses("nobody can leave Green (level:2): no person sits there"):
        match.leave([1])
    match.begin()
    with refuses("the match has already begun"):
        match.leave([0])


@pytest.mark.parametrize("text", ["", "xyz", MINE.upper(), MINE + "0"])
def test_a_commitment_is_a_sha256(urn: Callable[..., Match], text: str) -> None:
    with pytest.raises(GameError, match="expected a SHA-256, as 64 digits"):
        urn().commit_seed(0, text)


def test_seeds_close_with_the_first_ply(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    with refuses("it is too late for seeds: they can be added until the first ply"):
        match.commit_seed(1, MINE)


def test_seeds_stay_closed_after_everything_is_taken_back(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    match.play("keep")
    match.take_back(count=3)
    with pytest.raises(GameError, match="too late for seeds"):
        match.commit_seed(1, MINE)


def test_a_game_without_luck_takes_no_seed(race: Match) -> None:
    with refuses("yamamoto has no luck to add a seed to"):
        race.commit_seed(0, MINE)


def test_a_seed_that_utf8_cannot_write_is_refused(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(0, MINE)
    with pytest.raises(GameError, match="half a character"):
        match.open_seed(0, "\ud800")


# Seeds of old: shown at once, without a commitment


def with_old_seeds(match: Match, *seeds: str) -> Match:
    kept = match.as_json()
    for seat, seed in enumerate(seeds):
        kept["events"].append({"number": len(kept["events"]), "event": "seed", "seat": seat, "seed": seed})  # type: ignore[arg-type, attr-defined]
    return Match.from_json(kept)


def test_old_seeds_are_read_and_the_match_goes_on(urn: Callable[..., Match]) -> None:
    match = with_old_seeds(table_of(urn(), "ann", "ben"), "x", "y")
    assert (match.luck.seeds, match.unopened) == (("x", "y"), [])
    match.advance()
    assert match.record().chance.seed_commitments is None
    assert match.events[2:4] == (SeedAdded(2, 0, "x"), SeedAdded(3, 1, "y"))


def test_old_seeds_count_no_longer_once_somebody_commits(urn: Callable[..., Match]) -> None:
    match = with_old_seeds(table_of(urn(), "ann", "ben"), "x", "y")
    match.commit_seed(0, MINE)
    match.open_seed(0, "aaa")
    match.begin()
    chance = match.record().chance
    assert (chance.seeds, chance.seed_commitments) == (("aaa", None), (MINE, None))


# Sequences


def test_a_sequence_stops_at_a_draw(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play_all(["more", "keep"])
    assert texts(match)[1:2] == ["more"]
    assert (match.ply, match.to_act) == (3, 0)


def test_a_sequence_stops_at_another_seats_turn(race: Match) -> None:
    race.play_all(["a1a2", "a5a4"])
    assert texts(race) == ["a1a2"]


def test_the_first_move_of_a_sequence_must_fit(race: Match) -> None:
    with pytest.raises(IllegalMove):
        race.play_all(["c3c4", "a1a2"])


# Taking back


def test_a_turn_is_taken_back(race: Match) -> None:
    race.play("a1a2")
    assert race.take_back() == [TakenBack(1, 0, 1)]
    assert (race.ply, race.to_act) == (0, 0)


def test_a_seat_takes_back_its_own_turn_and_the_answer_to_it(race: Match) -> None:
    for text in ("a1a2", "a5a4", "b1b2", "b5b4"):
        race.play(text)
    race.take_back(seat=0)
    assert texts(race) == ["a1a2", "a5a4"]


def test_taken_back_plies_stay_in_the_events(race: Match) -> None:
    race.play("a1a2")
    race.take_back()
    race.play("b1b2")
    assert kinds(race.events) == [Ply, TakenBack, Ply]


def test_nothing_played_is_nothing_to_take_back(race: Match) -> None:
    with refuses("there is nothing to take back: nobody has played yet"):
        race.take_back()


def test_a_seat_that_has_not_played_has_nothing_to_take_back(race: Match) -> None:
    race.play("a1a2")
    with refuses("there is nothing to take back: Blue has not played yet"):
        race.take_back(seat=1)


@pytest.mark.parametrize("count", [0, -1, 2])
def test_a_count_of_plies_that_were_not_played_is_refused(race: Match, count: int) -> None:
    race.play("a1a2")
    with refuses(f"{count} plies cannot be taken back: expected 1 to 1"):
        race.take_back(count=count)


def test_a_draw_is_not_taken_back(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    match.play("keep")
    with refuses("ply 1 cannot be taken back: there was a chance event at ply 2"):
        match.take_back(seat=0)


def test_in_practice_the_same_outcome_comes_again(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    match.play("keep")
    before = texts(match)
    match.take_back(count=3)
    match.play("keep")
    assert texts(match) == before


def test_in_practice_a_turn_with_a_draw_inside_is_taken_back_whole(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    match.play("more")
    match.play("keep")
    match.take_back(seat=0)
    assert (match.ply, match.to_act) == (1, 0)


def test_in_practice_even_the_end_is_taken_back(urn: Callable[..., Match]) -> None:
    match = finished(urn(practice=True))
    match.take_back()
    assert (match.over, match.result, match.to_act) == (False, None, 1)


def test_what_was_played_before_somebody_left_stays_while_they_are_away(race: Match) -> None:
    race.seat(0, "ann")
    race.seat(1, "ben")
    race.play("a1a2")
    race.seat_bot(1, "level:2")
    race.play("a5a4")
    with refuses("ply 0 cannot be taken back: ben left at ply 1 and would have to agree, but is away"):
        race.take_back(seat=0)
    race.take_back(seat=1)
    race.seat(1, "ben")
    race.take_back(seat=0)
    assert race.ply == 0


def test_who_gave_up_is_not_waited_for(urn: Callable[..., Match]) -> None:
    match = urn(seats=3, practice=True)
    match.advance()
    match.play("keep")
    match.resign(1, bot="level:2")
    match.take_back(seat=0)
    assert match.plies[-1].is_chance


def test_events_of_old_that_took_back_across_a_leaving_are_still_read(race: Match) -> None:
    race.seat(1, "ben")
    race.play("a1a2")
    race.seat_bot(1, "level:2")
    kept = race.as_json()
    kept["events"].append({"number": 3, "event": "taken_back", "seat": 0, "count": 1})  # type: ignore[attr-defined]
    again = Match.from_json(kept)
    again.play("a1a2")
    again.take_back(seat=0)
    assert again.ply == 0


def test_a_finished_match_is_not_taken_back(urn: Callable[..., Match]) -> None:
    with refuses("the match is over: nothing can be taken back"):
        finished(urn()).take_back()


# Giving up


def test_against_one_other_side_resigning_loses_at_once(race: Match) -> None:
    assert race.resign(0) == [Resigned(0, 0), Ended(1, "resigned", (5, 5), (0.0, 1.0))]
    assert race.to_act == OVER


def test_running_out_of_time_has_its_own_reason(race: Match) -> None:
    assert race.out_of_time(1)[1:] == [Ended(1, "out-of-time", (5, 5), (1.0, 0.0))]


def test_the_seats_of_the_other_team_share_the_win(urn: Callable[..., Match]) -> None:
    match = urn(seats=4)
    match.resign(2)
    assert match.result.payoffs == (0.0, 0.5, 0.0, 0.5)
    assert match.result.winners == (1, 3)


def test_among_more_sides_a_bot_takes_the_seat_and_the_match_goes_on(urn: Callable[..., Match]) -> None:
    match = urn(seats=3)
    match.seat(1, "ann")
    assert match.resign(1, bot="level:2")[0:] == [Resigned(1, 1), BotSeated(2, 1, "ann", "level:2")]
    assert (match.over, match.players[1], match.bots[1]) == (False, "level:2", "level:2")
    assert match.forfeits == {1: "resigned"}


def test_among_more_sides_a_bot_must_be_named(urn: Callable[..., Match]) -> None:
    with refuses("the match goes on among the other 2 seats: expected a bot to take over"):
        urn(seats=3).resign(1)


def test_nobody_leaves_twice(urn: Callable[..., Match]) -> None:
    match = urn(seats=3)
    match.out_of_time(1, bot="level:2")
    with refuses("the player of Green (level:2) has already left the match"):
        match.resign(1, bot="level:2")


def test_a_resigned_match_shows_as_over_in_every_view(race: Match) -> None:
    race.resign(0)
    view = race.view(1)
    assert (view["to_act"], view["payoffs"], view["reason"]) == (OVER, [0.0, 1.0], "resigned")


def test_nobody_resigns_after_the_end(race: Match) -> None:
    race.resign(0)
    with refuses("the match is over"):
        race.resign(1)


# Sitting down


def test_players_sit_by_name(race: Match) -> None:
    assert race.seat(0, "ann") == [Seated(0, 0, "ann", None)]
    race.seat(1, "Calum", bot="level:3")
    assert (race.players, race.bots) == (("ann", "Calum"), (None, "level:3"))


def test_before_the_first_ply_seats_may_change_hands(race: Match) -> None:
    race.seat(0, "ann")
    race.seat(0, "bob")
    assert race.players == ("bob", None)


def test_after_the_first_ply_a_taken_seat_stays_taken(race: Match) -> None:
    race.seat(0, "ann")
    race.play("a1a2")
    race.seat(1, "carl")
    with refuses("Orange (ann) is taken: once the match has begun only empty seats are free"):
        race.seat(0, "bob")


def test_a_name_is_not_empty(race: Match) -> None:
    with refuses("the name of the player is empty: expected at least one character"):
        race.seat(0, " ")


# History and what others may see


def test_any_position_of_the_past_can_be_looked_at(race: Match) -> None:
    rng, keys = calumma.Rng(5), [race.state.key()]
    while race.ply < 50 and not race.over:
        race.play(race.state.pick(rng))
        keys.append(race.state.key())
    assert race.ply > 33  # beyond two kept positions
    assert [race.state_at(n).key() for n in range(race.ply + 1)] == keys


def test_a_position_of_the_future_is_refused(race: Match) -> None:
    with refuses("there is no position before ply 1: expected 0 to 0"):
        race.state_at(1)


def test_a_hidden_draw_is_hidden_from_the_others(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    drawn = texts(match)[0]
    assert [match.seen_plies(seat) for seat in (0, 1, None)] == [[drawn], ["~?"], ["~?"]]


def test_events_are_redacted_even_after_they_are_taken_back(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    match.play("keep")
    match.take_back(count=3)
    drawn = [event.text for event in match.events if isinstance(event, Ply) and event.seat == CHANCE]
    seen = [parts["text"] for parts in match.seen_events(1) if parts["event"] == "ply" and parts["seat"] == CHANCE]
    assert seen == ["~?", drawn[1], "~?"]


def test_events_are_sent_from_a_number_on(race: Match) -> None:
    race.seat(0, "ann")
    race.play("a1a2")
    assert race.seen_events(None, since=1) == [{"number": 1, "event": "ply", "ply": 0, "seat": 0, "text": "a1a2"}]


def test_stories_are_told_as_the_viewer_saw_it(urn: Callable[..., Match]) -> None:
    match = urn()
    match.advance()
    drawn = match.plies[0].action - 10
    assert [effect.values for effect in match.stories(0)[0]] == [{"seat": 0, "card": drawn}]
    assert [effect.values for effect in match.stories(1)[0]] == [{"seat": 0}]
    assert [effect.values for effect in match.stories(None)[0]] == [{"seat": 0}]


def test_stories_follow_a_change_of_mind(urn: Callable[..., Match]) -> None:
    match = urn(practice=True)
    match.advance()
    match.play("keep")
    match.stories(0)
    match.take_back(seat=0)
    match.play("give")
    assert match.stories(0)[1][0].values == {"seat": 0, "action": 1}


# Telling again


def test_events_that_miss_a_number_are_refused(race: Match) -> None:
    with refuses("event 1 is out of order: expected event 0"):
        Match.from_events(race.game, [Ply(1, 0, 0, "a1a2")])


def test_an_event_that_does_not_fit_is_named(race: Match) -> None:
    with refuses('event 0: ply 0 "c3c4": there is no piece on c3'):
        Match.from_events(race.game, [Ply(0, 0, 0, "c3c4")])


def test_an_end_that_does_not_follow_is_refused(race: Match) -> None:
    with refuses("event 0: the match ended by resigned with payoffs [1.0, 0.0]: expected the match to go on"):
        Match.from_events(race.game, [Ended(0, "resigned", (0, 0), (1.0, 0.0))])


def test_an_end_that_was_lost_is_added(race: Match) -> None:
    assert Match.from_events(race.game, [OutOfTime(0, 0)]).result.payoffs == (0.0, 1.0)


def test_seeds_are_told_again(urn: Callable[..., Match]) -> None:
    match = urn()
    match.commit_seed(1, seed_commitment("x"))
    match.open_seed(1, "x")
    again = Match.from_events(match.game, match.events, Luck(bytes(32)))
    assert kinds(again.events) == [SeedCommitted, SeedOpened]
    assert again.luck == match.luck


@pytest.mark.parametrize(
    "change",
    [{"rules": 2}, {"seats": 9}, {"options": {"goal": "?"}}, {"secret": "xy"}, {"events": 3}, {"game": None}, {"more": 1}],
)
def test_a_stored_match_that_is_broken_is_refused_with_a_sentence(race: Match, change: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        Match.from_json({**race.as_json(), **change})


# Beginning, and who begins


def seated(match: Match, *players: str) -> Match:
    for seat, player in enumerate(players):
        match.seat(seat, player)
    return match


def test_by_lot_everybody_moves_on_to_the_seat_that_luck_gives(urn: Callable[..., Match]) -> None:
    match = seated(urn(seats=3), "ann", "ben", "cyd")
    first = match.luck.first(3)
    assert match.begin(by_lot=True) == [Begun(3, first)]
    names = ["ann", "ben", "cyd"]
    assert list(match.players) == names[first:] + names[:first]


def test_every_seat_can_be_the_first_by_lot(urn: Callable[..., Match]) -> None:
    assert {Luck(bytes([n] * 32)).first(3) for n in range(30)} == {0, 1, 2}


def test_bots_move_on_with_the_others(urn: Callable[..., Match]) -> None:
    secret = next(bytes([n] * 32) for n in range(30) if Luck(bytes([n] * 32)).first(2) == 1)
    match = urn(secret=secret)
    match.seat(0, "ann")
    match.seat(1, "Level 2", "level:2")
    match.begin(by_lot=True)
    assert (match.players, match.bots) == (("Level 2", "ann"), ("level:2", None))


def test_who_left_before_the_lot_moves_on_with_the_bot(urn: Callable[..., Match]) -> None:
    secret = next(bytes([n] * 32) for n in range(30) if Luck(bytes([n] * 32)).first(3) == 1)
    match = seated(urn(seats=3, secret=secret), "ann", "ben", "cyd")
    match.resign(1, bot="level:2")
    match.begin(by_lot=True)
    assert match.record().players == ("ben, then level:2", "cyd", "ann")
    assert match.forfeits == {0: "resigned"}


def test_a_match_begins_as_people_sat_down_if_not_by_lot(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    assert match.begin() == [Begun(2, None)]
    assert (match.players, match.begun, match.first) == (("ann", "ben"), True, None)


def test_a_match_with_a_free_seat_cannot_begin(urn: Callable[..., Match]) -> None:
    with refuses("the match cannot begin: a seat is still free"):
        seated(urn(), "ann").begin()


def test_a_match_begins_once(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    match.begin()
    with refuses("the match has already begun"):
        match.begin()


def test_seeds_are_closed_when_the_match_has_begun(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    match.begin()
    with refuses("it is too late for seeds: they can be added until the first ply"):
        match.commit_seed(0, MINE)


def test_a_game_without_luck_needs_some_to_begin_by_lot(race: Match) -> None:
    with refuses("this match has no luck to decide who goes first"):
        seated(race, "ann", "ben").begin(by_lot=True)


def test_events_that_let_another_seat_begin_are_refused(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    wrong = Begun(2, 1 - match.luck.first(2))
    with pytest.raises(GameError, match=r"^event 2: seat . is to go first by lot, but the luck says otherwise$"):
        Match.from_events(match.game, [*match.events, wrong], Luck(bytes(32)))


def test_somebody_for_whom_a_bot_plays_on_may_come_back(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    match.begin()
    match.seat_bot(1, "level:2")
    match.seat(1, "ben")
    assert (match.players, match.bots) == (("ann", "ben"), (None, None))
    assert match.record().players == ("ann", "ben, then level:2, then ben")


def test_who_resigned_cannot_come_back(urn: Callable[..., Match]) -> None:
    match = seated(urn(seats=3), "ann", "ben", "cyd")
    match.begin()
    match.resign(1, bot="level:2")
    with pytest.raises(GameError, match="has left the match for good"):
        match.seat(1, "ben")


def test_a_bot_from_the_beginning_keeps_its_seat(urn: Callable[..., Match]) -> None:
    match = urn()
    match.seat(0, "ann")
    match.seat(1, "Level 2", "level:2")
    match.begin()
    with pytest.raises(GameError, match="is taken: once the match has begun only empty seats are free"):
        match.seat(1, "ben")


def test_a_match_that_began_by_lot_comes_back_from_its_json(urn: Callable[..., Match]) -> None:
    match = seated(urn(seats=3), "ann", "ben", "cyd")
    match.begin(by_lot=True)
    match.advance()
    again = Match.from_json(match.as_json())
    assert (again.players, again.first, again.record()) == (match.players, match.first, match.record())


def test_every_event_is_told_as_a_match_comes_back(urn: Callable[..., Match]) -> None:
    match = seated(urn(), "ann", "ben")
    match.begin()
    match.advance()
    told = []
    Match.from_json(match.as_json(), lambda match, event: told.append((event.kind, match.begun, match.ply)))
    assert told == [("seated", False, 0), ("seated", False, 0), ("begun", True, 0), ("ply", True, 1)]


def test_a_match_that_is_over_is_played_on_from_a_position_by_the_same_way() -> None:
    match = Match(calumma.load("yamamoto"))
    for seat, player in enumerate(("Ada", "Ben")):
        match.seat(seat, player)
    match.play("a1a2")
    with pytest.raises(GameError, match="once it is over"):
        match.branch(1, [1], "level:2")
    match.resign(0)
    branch = match.branch(1, [1], "level:2", practice=True)
    assert ([played.text for played in branch.plies], branch.to_act, branch.over) == (["a1a2"], 1, False)
    assert (branch.bots, branch.record().players) == (("level:2", None), ("Ada, then level:2", "Ben"))
    with pytest.raises(GameError, match="no position before ply 2"):
        match.branch(2, [1], "level:2")
