"""The analysis board, the luck of finished matches, exact values and puzzles, by requests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

import calumma
from calumma import CHANCE, OVER, Rng
from calumma.lessons.diagrams import diagrams_of
from calumma.play import Match, verify
from calumma.players import Choice
from calumma.puzzles import Puzzle, games_with_puzzles, puzzles_of
from calumma.records import Record
from calumma.server import MemoryStore, Settings, create_app
from calumma.site import puzzles
from calumma.site.analysis import published_luck
from calumma.site.engine_queue import EngineQueue
from calumma.site.limits import Allowance, Limits, TooMuch
from calumma.site.requests import Attempt
from calumma.site.review import Moment, judged
from calumma.solutions import Known

if TYPE_CHECKING:
    from tests.server.conftest import Person

START = "wbwbw/5/5/5/WBWBW o"
WON = "5/1w3/2W1b/5/3W1 b"  # Blue wins in three plies: b4c3 d1c1 e3c1


def ask(client: TestClient, place: str, **body: Any) -> Any:
    return client.post(f"/api/analysis/{place}", json=body)


def random_line(game: Any, plies: int, seed: int) -> tuple[Any, list[str]]:
    texts: list[str] = []
    state, rng = game.new(), Rng(seed)
    while state.to_act != OVER and len(texts) < plies:
        action = state.pick(rng)
        texts.append(game.move_text(state, action))
        state.apply(action)
    return state, texts


# Lines and positions


@pytest.mark.parametrize("name", calumma.games())
def test_a_line_is_replayed_and_told(name: str, client: TestClient) -> None:
    game = calumma.load(name)
    state, texts = random_line(game, 60, 3)
    node = ask(client, "position", game=name, moves=texts).json()
    assert node["position"] == game.position_text(state, None)
    assert [move["text"] for move in node["moves"]] == (
        [game.move_text(state, action) for action in state.legal()] if state.to_act >= 0 else []
    )
    told = ask(client, "line", game=name, moves=texts).json()["lines"]
    assert [line["text"] for line in told] == texts
    assert all(line["words"] for line in told)


@pytest.mark.parametrize("name", ["piecepack", "life"])
def test_luck_that_is_due_is_listed_with_its_weights(name: str, client: TestClient) -> None:
    game = calumma.load(name)
    node = ask(client, "position", game=name).json()
    state = game.new()
    assert node["to_act"] == CHANCE
    assert [(each["text"], each["weight"]) for each in node["chance"]] == [
        (game.move_text(state, action), weight) for action, weight in state.chance()
    ]
    assert all(each["words"].endswith(".") for each in node["chance"])


def test_a_line_may_begin_at_a_position(client: TestClient) -> None:
    node = ask(client, "position", game="yamamoto", start=WON, moves=["b4c3"]).json()
    assert node["position"] == "5/5/2w1b/5/3W1 o"
    assert node["story"].startswith("Blue moved the white piece from b4 to c3.")


def test_a_move_that_does_not_fit_is_named(client: TestClient) -> None:
    answer = ask(client, "position", game="yamamoto", moves=["a1a2", "a1a2"])
    assert answer.status_code == 400
    assert answer.json()["error"] == 'Move 2 does not fit: cannot play "a1a2": there is no piece on a1.'


def test_moves_beyond_the_end_are_refused(client: TestClient) -> None:
    answer = ask(client, "position", game="yamamoto", start=WON, moves=["b4c3", "d1c1", "e3c1", "a1a2"])
    assert answer.json()["error"] == 'Move 4 "a1a2" does not fit: the match is already over.'


def test_a_position_text_that_is_wrong_gets_a_sentence(client: TestClient) -> None:
    answer = ask(client, "read", game="yamamoto", text="wbwbw/5/5/5 o")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("expected five ranks separated by slashes, found 4.")


def test_a_record_is_read_as_a_line_of_its_own_game(client: TestClient) -> None:
    match = Match(calumma.load("bradley", 3))
    match.play(match.state.legal()[0])
    text = calumma.records.dumps(match.record())
    found = ask(client, "read", game="yamamoto", text=text).json()
    assert (found["game"], found["seats"], found["start"]) == ("bradley", 3, "")
    assert found["moves"] == list(match.record().plies)


def test_a_line_becomes_a_record_that_reads_back(client: TestClient) -> None:
    game = calumma.load("piecepack", 3)
    _, texts = random_line(game, 30, 5)
    record = ask(client, "record", game="piecepack", seats=3, moves=texts).json()
    assert ask(client, "read", game="life", text=json.dumps(record)).json()["moves"] == texts


def test_a_line_from_a_set_up_position_is_no_record(client: TestClient) -> None:
    answer = ask(client, "record", game="yamamoto", start=WON)
    assert answer.json()["error"].startswith("A record starts at the beginning of a match")


def test_a_picture_can_be_downloaded(client: TestClient) -> None:
    answer = client.get("/api/analysis/picture", params={"game": "yamamoto", "position": WON, "option-goal": "row"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert "attachment" in answer.headers["content-disposition"]


# Setting up by hand


def put(client: TestClient, game: str, position: str, **change: Any) -> Any:
    return ask(client, "put", game=game, position=position, **change)


def test_pieces_are_put_and_taken_away(client: TestClient) -> None:
    assert put(client, "yamamoto", START, cell="a1", token="").json()["start"] == "wbwbw/5/5/5/1BWBW o"
    assert put(client, "yamamoto", WON, cell="e5", token="b").json()["start"] == "4b/1w3/2W1b/5/3W1 b"


def test_a_cube_is_put_on_a_hole_of_the_round_board(client: TestClient) -> None:
    start = calumma.load("bradley").position_text(calumma.load("bradley").new())
    found = put(client, "bradley", start, cell="e9", token="G").json()["start"]
    assert found.startswith("2G2/7/9/")


def test_rings_are_put_on_top_of_a_piece(client: TestClient) -> None:
    ranks = "4wB3/1bRGbGR5/5bY1wBY/4wRwGbYR1/bBwY1bY4/1wGwR1wR2bG/1bYBGYwBRB3{}1/4bYGR3"
    found = put(client, "chamelequin", f"{ranks.format('wB')} b - 2,0 0", cell="g2", token="Y")
    assert found.json()["start"] == f"{ranks.format('wBY')} b - 1,0 0"


def test_a_ring_needs_a_piece_below(client: TestClient) -> None:
    answer = put(client, "chamelequin", "8/8/8/8/8/8/8/8 w setup 0,0 0", cell="g2", token="Y")
    assert answer.json()["error"] == "There is no piece on g2 to put anything on top of."


def test_another_seat_can_be_let_move(client: TestClient) -> None:
    assert put(client, "yamamoto", START, turn="b").json()["start"] == "wbwbw/5/5/5/WBWBW b"


def test_what_cannot_stand_gets_a_sentence(client: TestClient) -> None:
    answer = put(client, "yamamoto", START, cell="c3", token="W")
    assert answer.json()["error"].endswith("Orange has 4 pieces W: expected at most 3.")


def test_games_without_pieces_to_put_are_set_up_by_text(client: TestClient) -> None:
    start = calumma.load("life").position_text(calumma.load("life").new())
    assert put(client, "life", start, cell="1", token="").json()["error"] == "Positions of life can be set up only by their text."


# Bots


@pytest.fixture
def thinking() -> Any:
    """A server with real bots."""
    with TestClient(create_app(MemoryStore(), Settings(bot_threads=1)), base_url="http://calumma.test") as client:
        yield client


@pytest.mark.parametrize("name", calumma.games())
def test_a_bot_tells_chances_and_lines_that_can_be_played(name: str, thinking: Any) -> None:
    game = calumma.load(name)
    state, texts = random_line(game, 40, 8)
    while state.to_act < 0:
        state, texts = random_line(game, len(texts) + 1, 8)
    found = ask(thinking, "values", game=name, moves=texts, bot="adviser:quick").json()
    assert sum(found["values"]) == pytest.approx(1.0, abs=0.01)
    assert found["lines"][0]["move"]
    for line in found["lines"]:
        assert ask(thinking, "line", game=name, moves=[*texts, *line["line"]]).status_code == 200


def test_luck_is_chosen_before_a_bot_is_asked(client: TestClient) -> None:
    answer = ask(client, "values", game="piecepack")
    assert answer.json()["error"] == "A chance event comes first: roll the dice, or choose the outcome."


def test_only_levels_that_are_meant_for_it_can_be_asked(client: TestClient) -> None:
    answer = ask(client, "values", game="yamamoto", bot="level:6@1000")
    assert answer.json()["error"].startswith('Unknown bot "level:6@1000": expected adviser:quick')


# Fair play


def test_a_running_match_cannot_be_analysed(client: TestClient, duel: tuple[Person, Person, str]) -> None:
    _, _, table = duel
    answer = client.get(f"/analysis/yamamoto?table={table}")
    assert answer.status_code == 400
    assert "This match is not over: it can be analysed when it is." in answer.text


def test_nobody_is_told_values_of_the_position_that_they_play_now(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    for person in (ada, ben):
        answer = person.post("/analysis/values", game="yamamoto", moves=["a1a2", "a5b3"])
        assert answer.json()["error"].startswith("You are playing this position against someone right now")
        assert person.post("/analysis/exact", game="yamamoto", moves=["a1a2"]).status_code == 400
    assert ada.post("/analysis/values", game="yamamoto", moves=["c1c2"]).status_code == 200
    assert ada.post("/analysis/values", game="yamamoto", options={"goal": "row"}, moves=["a1a2"]).status_code == 200


def test_where_nothing_is_known_one_is_told_how_far_the_tables_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calumma.site.exact.exact_value", lambda state, effort: None)
    monkeypatch.setattr("calumma.solutions.TableMaker.want", lambda self, game: 0.429)
    with TestClient(create_app(MemoryStore(), Settings(makes_tables=True))) as client:
        told = ask(client, "exact", game="yamamoto", moves=["a1a2"]).json()["making"]
    assert told == (
        "Not known yet. Tables of endings are being made, 42 % so far; with them nearly every position is known exactly."
    )


def test_after_the_match_its_positions_are_told(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    ben.post(f"/tables/{table}/resign")
    assert ada.post("/analysis/values", game="yamamoto", moves=["a1a2"]).status_code == 200


def test_a_match_alone_with_bots_does_not_stop_analysis(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    ada.opens("yamamoto")
    assert ada.post("/analysis/values", game="yamamoto").status_code == 200


# Turning points


def test_the_decisions_of_a_line_are_judged_by_what_a_bot_said(client: TestClient) -> None:
    thoughts = [{"ply": 0, "best": "c1c2", "values": [0.6, 0.4]}, {"ply": 1, "best": "a5a4", "values": [0.3, 0.7]}]
    rows = ask(client, "turning", game="yamamoto", moves=["a1a2", "a5a4"], thoughts=thoughts).json()
    assert [(row["ply"], row["seat"], row["move"], row["turning"]) for row in rows] == [
        (0, 0, "a1a2", True),
        (1, 1, "a5a4", False),
    ]
    assert rows[0]["loss"] == pytest.approx(0.3)


def test_the_last_decision_of_a_line_that_ends_a_match_counts(client: TestClient) -> None:
    thoughts = [{"ply": 0, "best": "c4b5", "values": [0.2, 0.8]}]
    rows = ask(client, "turning", game="yamamoto", start="4w/2W2/5/5/W4 o", moves=["c4d5"], thoughts=thoughts).json()
    assert (rows[0]["loss"], rows[0]["turning"]) == (0.0, False)


def test_thoughts_for_another_number_of_seats_are_refused(client: TestClient) -> None:
    answer = ask(client, "turning", game="yamamoto", moves=["a1a2"], thoughts=[{"ply": 0, "best": "a1a2", "values": [1.0]}])
    assert answer.status_code == 400
    assert "expected one for each of the 2 seats" in answer.json()["error"]


# The luck of finished matches


def finished(person: Callable[[str], Any], game: str) -> tuple[Any, str]:
    ada = person("Ada")
    table = ada.opens(game, chairs=["random"] * 2)["table"]
    for _ in range(2000):
        if ada.get(f"/tables/{table}").json()["status"] == "over":
            return ada, table
    raise AssertionError("the bots never finish")


def test_the_draws_of_a_running_match_are_not_told(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("piecepack")["table"]
    answer = ada.get(f"/tables/{table}/draws")
    assert answer.status_code == 400
    assert "secret" in answer.json()["error"]


def test_after_the_end_every_draw_is_told_with_its_outcomes(person: Callable[[str], Person]) -> None:
    ada, table = finished(person, "piecepack")
    found = ada.get(f"/tables/{table}/draws").json()
    record = ada.get(f"/tables/{table}/record").json()
    assert found["commitment"] == record["chance"]["commitment"]
    assert found["first"] == record["chance"].get("first")
    assert [draw["text"] for draw in found["draws"]] == [text for text in record["plies"] if text.startswith("~")]
    assert all(draw["text"] in dict(draw["outcomes"]) for draw in found["draws"])


def test_the_outcomes_of_a_draw_are_what_the_check_of_records_uses() -> None:
    match = Match(calumma.load("life"), practice=True)
    match.advance()
    match.resign(0)
    assert verify(match.record()).fits
    draws = published_luck(match.record())["draws"]
    state = match.game.new()
    assert draws[0]["outcomes"] == [(match.game.move_text(state, action), weight) for action, weight in state.chance()]


def test_a_game_without_luck_has_no_draws(client: TestClient, duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    ada.post(f"/tables/{table}/resign")
    assert ada.get(f"/tables/{table}/draws").json()["error"] == "Yamamoto has no luck: there is nothing to check."


# Exact values


def test_an_exact_value_comes_with_those_of_the_moves(client: TestClient) -> None:
    found = ask(client, "exact", game="yamamoto", start=WON).json()
    assert (found["exact"]["value"], found["exact"]["plies"], found["exact"]["best"]) == ("win", 3, ["b4c3"])
    assert found["exact"]["words"].startswith("Blue wins in 3 plies, whatever the other side does")
    assert found["moves"]["b4c3"]["words"] == "wins in 3"
    assert found["moves"]["b4b3"]["value"] == "loss"


def test_games_that_are_not_solved_have_none(client: TestClient) -> None:
    assert ask(client, "exact", game="bradley").json() == {"exact": None, "moves": {}, "making": ""}


def test_the_plies_of_a_finished_match_get_exact_values(person: Callable[[str], Person]) -> None:
    ada, table = finished(person, "yamamoto")
    found = ada.get(f"/tables/{table}/exact").json()
    record = ada.get(f"/tables/{table}/record").json()
    assert len(found) == len(record["plies"])
    if record["reason"] in ("captured-all", "reached-goal"):
        assert any(found)


def test_the_exact_values_of_a_running_match_are_not_told(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    assert ada.get(f"/tables/{table}/exact").status_code == 400


# Review


@pytest.mark.parametrize("name", ["yamamoto", "piecepack"])
def test_a_review_goes_through_the_worst_decisions_in_their_order(person: Callable[[str], Person], name: str) -> None:
    ada, table = finished(person, name)
    found = ada.get(f"/tables/{table}/review").json()
    plies = [moment["ply"] for moment in found]
    assert len(plies) <= 3
    assert plies == sorted(plies)
    assert all(moment["better"] and moment["played"] and "%" in moment["words"] for moment in found)
    assert all(moment["played_cells"] != moment["better_cells"] for moment in found)


def test_a_match_under_way_is_not_reviewed(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    assert ada.get(f"/tables/{table}/review").json()["error"] == "A match is reviewed after its end."


def test_a_decision_costs_what_the_chances_lost_and_nothing_if_a_bot_decides_the_same() -> None:
    game = calumma.load("yamamoto")
    before = game.parse_position(WON)
    after = before.copy()
    action = before.legal()[0]
    after.apply(action)
    moment = Moment(4, 1, action, before, after)
    assert judged(moment, Choice(action, values=[0.2, 0.8]), Choice(0, values=[0.5, 0.5])) is None
    found = judged(moment, Choice(before.legal()[1], values=[0.2, 0.8]), Choice(0, values=[0.5, 0.5]))
    assert found is not None
    assert round(found.loss, 6) == 0.3


# Playing on


def given_up(person: Callable[[str], Any], game: str) -> tuple[Any, str]:
    """A match against a bot, in which Ada resigns after a few moves."""
    ada = person("Ada")
    table = ada.opens(game, seats=2, chairs=["me", "random"])["table"]
    left = 4
    while left:
        seen = ada.get(f"/tables/{table}").json()
        if seen["moves"]:
            ada.plays(table, seen["moves"][0]["text"], seen["ply"])
            left -= 1
    ada.post(f"/tables/{table}/resign")
    return ada, table


@pytest.mark.parametrize("name", ["yamamoto", "piecepack", "life"])
def test_a_match_is_played_on_from_one_of_its_positions(person: Callable[[str], Person], name: str) -> None:
    ada, table = given_up(person, name)
    record = ada.get(f"/tables/{table}/record").json()
    ply = next(n for n in reversed(range(len(record["plies"]))) if not record["plies"][n].startswith("~"))
    opened = ada.post(f"/tables/{table}/branch", ply=ply)
    assert opened.status_code == 201, opened.text
    branch = opened.json()
    assert (branch["ply"], branch["status"]) == (ply, "playing")
    assert ada.post(f"/tables/{branch['table']}/resign").status_code == 200
    kept = ada.get(f"/tables/{branch['table']}/record").json()
    assert (kept["plies"][:ply], kept["players"]) == (record["plies"][:ply], record["players"])
    assert verify(Record.from_json(kept)).fits


def test_a_position_that_is_played_on_from_leaves_the_ladder_as_it_was(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("yamamoto", chairs=["me", "level:1"])["table"]
    ada.post(f"/tables/{table}/resign")
    address = f"/t/{table}/branch"
    place = ada.client.post(address, data={"ply": "0"}, headers=ada.headers, follow_redirects=False).headers["location"]
    ada.post(f"/tables/{place.removeprefix('/t/')}/resign")
    assert [one["table"] for one in ada.get("/me/ladder").json()["matches"]] == [table]


def test_bots_play_on_for_the_others_and_who_did_not_play_may_not(
    duel: tuple[Person, Person, str], person: Callable[[str], Person]
) -> None:
    ada, ben, table = duel
    ada.plays(table, "a1a2", 0)
    assert ada.post(f"/tables/{table}/branch", ply=0).json()["error"] == (
        "A match can be played on from one of its positions once it is over."
    )
    ben.post(f"/tables/{table}/resign")
    branch = ben.post(f"/tables/{table}/branch", ply=1).json()
    assert (branch["bots"], branch["plies"], branch["to_act"]) == (["level:2", None], ["a1a2"], 1)
    assert "you have no seat" in person("Eve").post(f"/tables/{table}/branch", ply=1).json()["error"].lower()
    assert ben.post(f"/tables/{table}/branch", ply=7).json()["error"] == "There is no position before ply 7: expected 0 to 1."


# Ladder


def test_a_match_is_opened_on_the_rung_and_its_end_counts(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    place = ada.client.post("/ladder/yamamoto", headers=ada.headers, follow_redirects=False).headers["location"]
    table = place.removeprefix("/t/")
    assert ada.get(f"/tables/{table}").json()["bots"] == [None, "level:1"]
    ada.post(f"/tables/{table}/resign")
    own = ada.get("/me/ladder").json()
    assert [(one["table"], one["level"], one["outcome"]) for one in own["matches"]] == [(table, 1, "lost")]
    assert own["games"][0]["rungs"][0]["lost"] == 1
    assert own["games"][0]["openings"] == []
    assert "2 wins to go" in ada.client.get("/ladder", headers=ada.headers).text


# Puzzles


def attempt(client: TestClient, puzzle: Puzzle, *moves: str, **more: Any) -> Any:
    return client.post(f"/api/puzzles/{puzzle.kind.game}/{puzzle.number}", json={"moves": list(moves), **more}).json()


@pytest.mark.parametrize("name", calumma.games())
def test_a_puzzle_is_solved_by_its_line_and_a_wrong_move_is_taken_back(client: TestClient, name: str) -> None:
    puzzle = min(puzzles_of(name), key=lambda puzzle: len(puzzle.line))
    begun = attempt(client, puzzle)
    assert (begun["verdict"], begun["solution"], begun["say"]) == ("open", [], puzzle.task)
    wrong = next(move["text"] for move in begun["moves"] if move["text"] != puzzle.line[0])
    answer = attempt(client, puzzle, wrong)
    assert (answer["verdict"], answer["line"], answer["moves"]) == ("wrong", [], begun["moves"])
    assert answer["frames"]
    answer = attempt(client, puzzle, puzzle.line[0])
    assert answer["line"][0] == puzzle.line[0]
    assert (answer["verdict"], answer["solution"]) in (("right", []), ("solved", list(puzzle.line)))


def test_the_defender_answers_a_right_move(client: TestClient) -> None:
    puzzle = next(one for one in puzzles_of("yamamoto") if one.turns == 3)
    answer = attempt(client, puzzle, puzzle.line[0])
    assert (answer["verdict"], answer["line"], len(answer["frames"])) == ("right", list(puzzle.line[:2]), 1)


def test_the_solution_is_told_when_asked_for(client: TestClient) -> None:
    puzzle = puzzles_of("bradley")[0]
    answer = attempt(client, puzzle, reveal=True)
    assert answer["solution"] == list(puzzle.line)
    assert len(answer["told"]) == len(puzzle.line)  # in words as well, for those who do not read notation


@pytest.mark.parametrize("name", games_with_puzzles())
def test_every_solution_can_be_told_in_words(name: str) -> None:
    for puzzle in puzzles_of(name):
        told = puzzles.attempt(puzzle, Attempt(moves=[], reveal=True))["told"]
        assert all(told)
        assert len(told) == len(puzzle.line)


def test_a_first_try_rates_puzzle_and_guest_and_the_next_one_is_another(person: Callable[[str], Person]) -> None:
    ada, puzzle = person("Ada"), puzzles_of("piecepack")[40]
    address = f"/puzzles/piecepack/{puzzle.number}"
    assert ada.post(address, moves=[]).json()["rated"] is None
    solved = ada.post(address, moves=[puzzle.line[0]]).json()
    assert solved["verdict"] == "solved"
    assert (solved["rated"]["puzzle"] < puzzle.rating, solved["rated"]["share"], solved["rated"]["change"] > 0) == (
        True,
        None,
        True,
    )
    assert ada.post(address, moves=[], reveal=True).json()["rated"] is None
    shown = ada.client.get(f"/puzzles/piecepack/{puzzle.number}", headers=ada.headers).text
    assert f"rated {solved['rated']['puzzle']}" in shown
    assert f"Your rating in these puzzles: {solved['rated']['own']}." in shown
    leads = ada.client.get(f"/puzzles/piecepack/next?after={puzzle.number}", headers=ada.headers, follow_redirects=False)
    assert leads.headers["location"] != address
    own = ada.get("/me/ladder").json()["games"][calumma.games().index("piecepack")]["puzzles"]
    assert own == {"rating": solved["rated"]["own"], "tried": 1, "solved": 1}


def test_who_asks_for_the_solution_has_tried_and_a_stranger_is_not_rated(
    person: Callable[[str], Person], client: TestClient
) -> None:
    puzzle = puzzles_of("bradley")[3]
    assert person("Ada").post(f"/puzzles/bradley/{puzzle.number}", moves=[], reveal=True).json()["rated"]["change"] < 0
    assert attempt(client, puzzle, reveal=True)["rated"] is None
    listed = client.get("/api/puzzles/bradley").json()[3]
    assert (listed["difficulty"], listed["tried"], listed["share"]) == (puzzle.rating, 1, None)
    assert listed["rating"] > puzzle.rating  # somebody failed
    assert client.get("/puzzles/bradley/next?after=3", follow_redirects=False).headers["location"] == "/puzzles/bradley/4"
    became = client.post("/puzzles/bradley", follow_redirects=False)
    assert (became.headers["location"], "calumma" in became.headers["set-cookie"]) == ("/puzzles/bradley/next", True)


def test_a_puzzle_that_is_not_there_gets_a_sentence(client: TestClient) -> None:
    count = len(puzzles_of("life"))
    told = client.post("/api/puzzles/life/9999", json={"moves": []}).json()["error"]
    assert told == f"There is no puzzle 9999 of life: expected 1 to {count}."
    told = client.post("/api/puzzles/life/zzz", json={"moves": []}).json()["error"]
    assert told == "Cannot read the request: number: input should be a valid integer, not 'zzz'."


def test_the_page_of_a_puzzle_that_is_not_there_leads_back_to_those_of_its_game(client: TestClient) -> None:
    for number in (0, 9999):
        answer = client.get(f"/puzzles/bradley/{number}")
        assert answer.status_code == 404
        assert f"There is no puzzle {number} of bradley: expected 1 to {len(puzzles_of('bradley'))}." in answer.text
        assert 'class="button" href="/puzzles/bradley"' in answer.text


def test_puzzles_are_listed_by_game_and_the_day_has_one(client: TestClient) -> None:
    assert [each["game"] for each in client.get("/api/puzzles").json()] == calumma.games()
    listed = client.get("/api/puzzles/piecepack").json()
    assert [each["number"] for each in listed[:2]] == [1, 2]
    assert client.get("/api/puzzles/piecepack/on/2026-11-17").json() in listed
    assert [each["rating"] for each in listed] == [each["difficulty"] for each in listed]  # nobody has tried them
    assert "There is no day" in client.get("/api/puzzles/piecepack/on/2026-13-1").json()["error"]


def test_the_pages_of_puzzles_are_there(client: TestClient) -> None:
    assert "Puzzle of the day" in client.get("/puzzles").text
    assert "The last holes" in client.get("/puzzles/bradley").text
    assert 'data-day="2026-11-17"' in client.get("/puzzles/bradley/today?day=2026-11-17").text
    assert "Puzzle 3" in client.get("/puzzles/bradley/3").text
    assert client.get("/puzzles/none").status_code == 404


def test_hints_know_the_exact_value(person: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch) -> None:
    ada = person("Ada")
    table = ada.opens("yamamoto")["table"]
    known = Known("win", 5, [5], "proof")
    monkeypatch.setattr("calumma.site.exact.exact_value", lambda state, effort: known)
    hint = ada.post(f"/tables/{table}/hint").json()
    assert hint["text"] == "a1a2"
    assert hint["why"] == "Orange wins in 5 plies, whatever the other side does, proven by search."
    assert re.fullmatch(r"Moves the white piece from a1 to a2\.", hint["words"])
    known = Known("loss", 6, [5], "search")
    assert ada.post(f"/tables/{table}/hint").json()["why"] == "Blue wins this for certain, whatever you do."


# Rules


@pytest.mark.parametrize("name", calumma.games())
def test_the_rules_show_a_diagram_after_every_numbered_rule(client: TestClient, name: str) -> None:
    text = client.get(f"/rules/{name}").text
    places = re.findall(rf'<img src="(/rules/{name}/diagrams/\d+[^"]*)"', text)
    assert len(places) >= len(diagrams_of(name))
    assert client.get(places[-1]).text.startswith("<svg")
    assert client.get(f"/rules/{name}/diagrams/999").status_code == 404


# Limits


class Slow:
    """Bots that answer when they are told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.free = asyncio.Event()

    async def advise(self, spec: str, game: Any, state: Any, seat: int, asker: str = "", seed: int | None = None) -> Any:
        self.asked.append(asker)
        await self.free.wait()
        return Choice(state.legal()[0])


def test_people_take_turns_and_nobody_has_more_than_two_questions_under_way() -> None:
    async def story() -> list[str]:
        slow = Slow()
        engine_queue = EngineQueue(slow, Limits(Allowance(), 1, 1), threads=2)  # type: ignore[arg-type]  # one thread for questions
        state = calumma.load("yamamoto").new()
        asked = [asyncio.create_task(engine_queue.ask(who, "adviser:quick", state)) for who in ("ada", "ada", "ben")]
        await asyncio.sleep(0)
        with pytest.raises(TooMuch, match="wait for the answers"):
            await engine_queue.ask("ada", "adviser:quick", state)
        await asyncio.sleep(0.01)
        slow.free.set()
        await asyncio.gather(*asked)
        assert (await engine_queue.ask("ada", "adviser:quick", state))["move"] == "a1a2"
        return slow.asked

    asked = asyncio.run(story())
    assert sorted(asked[:3]) == ["ada", "ada", "ben"]


def test_a_perfect_opponent_can_be_had_where_a_game_is_solved(thinking: Any) -> None:
    token = thinking.post("/api/guests", json={}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    wish = {"game": "yamamoto", "options": {"goal": "row"}, "chairs": ["me", "perfect"]}
    assert thinking.post("/api/tables", json=wish, headers=headers).json()["players"][1] == "Perfect"
    answer = thinking.post("/api/tables", json={"game": "bradley", "chairs": ["me", "perfect"]}, headers=headers)
    assert answer.json()["error"] == 'Unknown bot "perfect": expected random, or level:1 to level:6.'
    assert "never gives up a proven win" in thinking.get("/games/yamamoto").text
