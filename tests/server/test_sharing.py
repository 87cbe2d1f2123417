"""The end of a match: by how much it was won, what decided it, and what people show others of it."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import calumma
from calumma.play import Luck, Match
from calumma.server import painting
from calumma.site.results import margin_words, winners_words
from calumma.site.turning_point import decisive_ply

if TYPE_CHECKING:
    from tests.server.conftest import Person


def played(name: str, seed: int) -> Match:
    """A match of random moves, to its end."""
    game, rng = calumma.load(name), calumma.Rng(seed)
    match = Match(game, Luck(bytes([seed] * 32)))
    for seat in range(game.seats):
        match.seat(seat, f"Player {seat}")
    while not match.over:
        if match.to_act < 0:
            match.play_chance()
        else:
            match.play(match.state.pick(rng), match.to_act)
    return match


def test_the_sentence_says_by_how_much_you_won() -> None:
    assert winners_words([0], ["Ada", "Ben"], [0], "by one cube") == "You won by one cube."
    assert winners_words([0], ["Ada", "Ben"], [1], "by one cube") == "Ada won by one cube."
    assert winners_words([0], ["Ada", "Ben"], [0]) == "You won."


def test_the_margin_is_told_in_the_words_of_the_game_where_the_score_decides() -> None:
    match = played("bradley", 3)
    first, second = match.result.scores
    assert margin_words(match) == f"by {abs(first - second)} cubes"
    assert margin_words(played("yamamoto", 3)) == ""


def test_the_turning_point_is_a_decision_and_not_luck() -> None:
    for seed in range(1, 9):
        match = played("piecepack", seed)
        ply = decisive_ply(match)
        assert ply is None or not match.plies[ply].is_chance
    assert ply is not None  # of the last; where a draw of tiles settled it, as it may, no move did


def test_the_end_is_shared_as_a_picture_and_a_film(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    ada.plays(table, "a1a2", 0)
    assert ada.get(f"/tables/{table}/share").json()["error"] == "This match is not over: it can be shared when it is."
    assert ada.get(f"/tables/{table}/turning").json() == []
    ada.post(f"/tables/{table}/resign")
    root = ET.fromstring(ada.get(f"/tables/{table}/share").text)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    assert "Ben won." in "".join(root.itertext())
    film = ada.get(f"/tables/{table}/film").text
    assert film.count("<animate ") == 2  # the beginning, and the position after one move


def test_a_link_to_a_match_shows_the_cover_until_there_is_an_end_to_show(duel: tuple[Person, Person, str]) -> None:
    ada, _, table = duel
    ada.plays(table, "a1a2", 0)
    assert "/static/covers/yamamoto.jpg" in ada.client.get(f"/t/{table}").text
    assert ada.client.get(f"/t/{table}/end.png").status_code == 400
    ada.post(f"/tables/{table}/resign")
    for page in (ada.client.get(f"/t/{table}").text, ada.client.get(f"/t/{table}/review").text):
        assert f'og:image" content="http://calumma.test/t/{table}/end.png"' in page
        assert 'og:title" content="Chameleon, The Duel: Ada and Ben"' in page
        assert 'og:description" content="Ben won. ' in page
    picture = ada.client.get(f"/t/{table}/end.png")
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)


def test_nobody_gets_the_end_of_a_private_match_but_those_who_played(person: Callable[[str], Person]) -> None:
    ada, eve = person("Ada"), person("Eve")
    table = ada.opens("yamamoto", seats=2, chairs=["me", "level:1"], closed=True)["table"]
    ada.post(f"/tables/{table}/resign")
    assert eve.client.get(f"/t/{table}/end.png", headers=eve.headers).status_code == 403
    assert "end.png" not in eve.client.get(f"/t/{table}", headers=eve.headers).text


def test_where_nothing_can_be_painted_a_link_shows_the_cover(
    duel: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, table = duel
    ada.post(f"/tables/{table}/resign")
    monkeypatch.setattr(painting, "PROGRAM", "nowhere.py")
    answer = ada.client.get(f"/t/{table}/end.png", follow_redirects=False)
    assert answer.headers["location"] == "/static/covers/yamamoto.jpg"


def test_a_harder_match_follows_one_against_bots(person: Callable[[str], Person]) -> None:
    ada = person("Ada")
    table = ada.opens("yamamoto", seats=2, chairs=["me", "level:1"])["table"]
    assert "harder" not in ada.get(f"/tables/{table}").json()["may"]
    ada.post(f"/tables/{table}/resign")
    assert "harder" in ada.get(f"/tables/{table}").json()["may"]
    answer = ada.client.post(f"/t/{table}/harder", headers=ada.headers, follow_redirects=False)
    following = ada.get(f"/tables/{answer.headers['location'].rpartition('/')[2]}").json()
    assert sorted(bot or "" for bot in following["bots"]) == ["", "level:2"]
