"""What a move would do, pictures to keep, and lists of matches to watch: never more than the viewer may know."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import calumma
from calumma.core import Game, State
from calumma.games.piecepack.board import TILE_NAMES
from calumma.site.explanations import preview

if TYPE_CHECKING:
    from tests.server.conftest import Person


def begun(game: Game, seed: int) -> State:
    """A position in which a seat is to act, after three moves at random."""
    state, rng, moved = game.new(), calumma.Rng(seed), 0
    while moved < 3 or state.to_act == calumma.CHANCE:
        moved += state.to_act >= 0
        state.apply(state.pick(rng))
        if state.to_act == calumma.OVER:
            return begun(game, seed + 50)
    return state


def test_a_preview_tells_the_reckoning_of_a_tile() -> None:
    game = calumma.load("piecepack")
    state = game.parse_position(piecepack_before_a_group(game))
    action = game.parse_move(state, "O4@2,0")
    told = preview(game, state, 0, [action])
    assert told["words"][:2] == ["Adds the orange 4 from hand.", "The group of orange 2, orange 3 and orange 4 scores 4 points."]
    assert told["cells"][1] == ["0,0", "1,0", "2,0"]
    assert told["gains"] == [4, 0]


def piecepack_before_a_group(game: Game) -> str:
    """Two orange tiles in a row, Green with O4 in the hand; the chameleons stand elsewhere."""
    state: Any = game.new()
    tile = {name: number for number, name in enumerate(TILE_NAMES)}
    board = {(0, 0): tile["O2"], (1, 0): tile["O3"], (0, 1): tile["R5"], (1, 1): tile["K5"], (-1, 1): tile["B5"]}
    state.set_up(
        board, [(-1, 1), (1, 1)], [None, None], [], [[tile["O4"], tile["B0"]], [tile["W0"], tile["W1"]]], [0, 0], 0, 0, 0
    )
    return game.position_text(state)


@pytest.mark.parametrize("name", ["piecepack", "life"])
def test_worlds_that_look_alike_give_the_same_preview(name: str) -> None:
    game = calumma.load(name)
    for seed in range(4):
        state = begun(game, seed)
        seat = state.to_act
        other = state.determinize(seat, calumma.Rng(seed + 100))
        for action in random.Random(seed).sample(list(state.legal()), min(6, len(state.legal()))):
            assert preview(game, state, seat, [action]) == preview(game, other, seat, [action])


def test_a_preview_changes_nothing(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("bradley")
    before = ada.get(f"/tables/{table['table']}").json()
    action = before["moves"][0]["action"]
    told = ada.post(f"/tables/{table['table']}/preview", ply=before["ply"], moves=[action]).json()
    assert told["words"][0].startswith("Drops a cube")
    assert told["gains"][0] > 0
    assert ada.get(f"/tables/{table['table']}").json() == before


def test_a_preview_stops_at_luck() -> None:
    game = calumma.load("life")
    states = (begun(game, seed) for seed in range(20))
    found = ((state, action) for state in states for action in state.legal())
    state, wait = next(each for each in found if game.move_text(*each).startswith("wait:"))
    told = preview(game, state, state.to_act, [wait, wait])
    assert len(told["words"]) == 1


def test_a_preview_is_for_the_seat_that_acts(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    action = ada.get(f"/tables/{table}").json()["moves"][0]["action"]
    assert ben.post(f"/tables/{table}/preview", ply=0, moves=[action]).json()["words"] == []
    assert ada.post(f"/tables/{table}/preview", ply=0, moves=[action]).json()["words"] != []
    assert ada.post(f"/tables/{table}/preview", ply=7, moves=[action]).json() == {"ply": 0, "words": [], "cells": [], "gains": []}


def test_spectators_cannot_try_out_moves(duel: tuple[Person, Person, str], person: Callable[[str], Person]) -> None:
    _, _, table = duel
    answer = person("Eve").post(f"/tables/{table}/preview", ply=0, moves=[1])
    assert (answer.status_code, answer.json()["error"]) == (400, "You have no seat at this table: you can watch.")


def test_the_picture_of_a_position_is_a_file_of_its_own(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    ada.plays(table, "a1a2", 0)
    now = ada.get(f"/tables/{table}/picture?theme=dark")
    assert now.headers["content-type"] == "image/svg+xml"
    assert now.headers["content-disposition"].endswith('-1.svg"')
    assert now.text.startswith("<svg")
    assert "<style>" in now.text
    assert ada.get(f"/tables/{table}/picture?ply=0").text != now.text
    assert ada.get(f"/tables/{table}/picture?ply=9").json()["error"] == "There is no ply 9: the match is at ply 1."


def test_a_picture_shows_the_own_hand_only(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("piecepack", seats=2, chairs=["me", "open"])
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    pictures = [who.get(f"/tables/{table['table']}/picture").text for who in (ada, ben, person("Eve"))]
    assert "Your hand" in pictures[0]
    assert "Your hand" in pictures[1]
    assert "Your hand" not in pictures[2]
    assert len(set(pictures)) == 3


def test_matches_to_go_on_with_are_on_the_first_page_with_a_picture_from_the_own_side(duel: tuple[Person, Person, str]) -> None:
    ada, ben, table = duel
    address = f"/t/{table}/thumbnail?theme=light"
    first, second = (who.client.get(address, headers=who.headers) for who in (ada, ben))
    assert first.text.startswith("<svg")
    assert first.text != second.text  # the board is turned to Ben, who sits across
    again = ada.client.get(address, headers={**ada.headers, "If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    home = ada.client.get("/", headers=ada.headers).text
    assert home.index(">Continue<") < home.index(f"/t/{table}/thumbnail") < home.index('class="cards"')


def test_a_page_that_is_not_there_leads_to_those_that_are(person: Callable[[str], Person]) -> None:
    client = person("Ada").client
    lost = client.get("/nowhere")
    assert lost.status_code == 404
    assert all(f'href="/rules/{name}"' in lost.text for name in calumma.games())
    assert 'og:image" content="http://calumma.test/static/covers/calumma.jpg"' in lost.text
    assert 'og:image" content="http://calumma.test/static/covers/life.jpg"' in client.get("/rules/life").text
    assert client.get("/static/covers/life.jpg").headers["content-type"] == "image/jpeg"


def test_listed_matches_can_be_watched_as_a_spectator_sees_them(person: Callable[[str], Person]) -> None:
    ada, ben, eve = person("Ada"), person("Ben"), person("Eve")
    listed = ada.opens("piecepack", seats=2, chairs=["me", "open"], open=True)
    ben.post(f"/tables/{listed['table']}/sit")
    ada.opens("yamamoto", chairs=["me", "level:2"])
    found = eve.get("/tables").json()
    assert [each["table"] for each in found["watch"]] == [listed["table"]]
    assert found["open"] == []
    assert ada.get("/tables").json()["watch"] == []  # who plays has it among the own
    assert set(found["watch"][0]) == set(ada.get("/tables").json()["mine"][0])
    assert "hands" not in json.dumps(found["watch"])


def test_closed_matches_are_not_offered_to_watch(person: Callable[[str], Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    table = ada.opens("yamamoto", chairs=["me", "open"], open=True, closed=True)
    ben.post(f"/tables/{table['table']}/sit", invite=table["invite"])
    assert person("Eve").get("/tables").json()["watch"] == []
