"""Words for effects: names, plurals, and clear errors."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import calumma
from calumma.core.messages import goal_text
from calumma.core.words import read_words_anew
from calumma.drawing import Effect, MessageError, choice_text, reason_text, tell, tell_all

PO = """
msgctxt "effects"
msgid "turned"
msgid_plural "turned"
msgstr[0] "{seat} turned {count} cube."
msgstr[1] "{seat} turned {count} cubes."

msgctxt "effects"
msgid "paid"
msgstr "{seat} paid {payee_seat} {points} points."

msgctxt "effects"
msgid "met"
msgstr "{seats} met on {cells}."

msgctxt "reasons"
msgid "full"
msgstr "The board is full."

msgctxt "choices"
msgid "stop"
msgstr "Stop here"
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A tiny game package with words, known only by its file."""
    package = tmp_path / "toygame"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "locale").mkdir()
    (package / "locale" / "en.po").write_text(PO)
    monkeypatch.syspath_prepend(tmp_path)
    yield SimpleNamespace(definition=SimpleNamespace(package="toygame", spoken=None), seat_names=("Green", "Red", "Blue"))
    sys.modules.pop("toygame", None)
    read_words_anew()


def test_seats_are_called_as_the_rule_book_calls_them(game: SimpleNamespace) -> None:
    assert tell(game, Effect("turned", {"seat": 1, "count": 3})) == "Red turned 3 cubes."


def test_seats_are_called_by_the_names_of_their_players(game: SimpleNamespace) -> None:
    assert tell(game, Effect("turned", {"seat": 0, "count": 2}), ["Ada", "{seat}", "Bo"]) == "Ada turned 2 cubes."


def test_one_is_singular(game: SimpleNamespace) -> None:
    assert tell(game, Effect("turned", {"seat": 0, "count": 1})) == "Green turned 1 cube."


def test_every_value_that_ends_in_seat_is_a_name(game: SimpleNamespace) -> None:
    assert tell(game, Effect("paid", {"seat": 0, "payee_seat": 2, "points": 4})) == "Green paid Blue 4 points."


def test_several_things_are_joined_by_commas_and_and(game: SimpleNamespace) -> None:
    effect = Effect("met", {"seats": [0, 1, 2], "cells": ["c5", "d5"]})
    assert tell(game, effect) == "Green, Red and Blue met on c5 and d5."


def test_braces_in_a_name_are_left_alone(game: SimpleNamespace) -> None:
    assert tell(game, Effect("turned", {"seat": 0, "count": 2}), ["{count}"]) == "{count} turned 2 cubes."


def test_a_story_is_one_line(game: SimpleNamespace) -> None:
    story = [Effect("turned", {"seat": 0, "count": 1}), Effect("turned", {"seat": 1, "count": 2})]
    assert tell_all(game, story) == "Green turned 1 cube. Red turned 2 cubes."


def test_reasons_and_choices_have_words(game: SimpleNamespace) -> None:
    assert reason_text(game, "full") == "The board is full."
    assert choice_text("toygame", "stop") == "Stop here"


def test_an_unknown_key_is_a_clear_error(game: SimpleNamespace) -> None:
    with pytest.raises(MessageError, match=r'no message "flew" among the effects of toygame: add it to its locale/en\.po'):
        tell(game, Effect("flew", {}))


def test_a_missing_value_is_a_clear_error(game: SimpleNamespace) -> None:
    with pytest.raises(MessageError, match="\"paid\" of toygame wants 'points': expected one of its values, seat, payee_seat"):
        tell(game, Effect("paid", {"seat": 0, "payee_seat": 2}))


def test_a_seat_without_a_name_is_a_clear_error(game: SimpleNamespace) -> None:
    with pytest.raises(MessageError, match="no name for seat 3: expected 0 to 2"):
        tell(game, Effect("turned", {"seat": 3, "count": 2}))


@pytest.mark.parametrize("name", calumma.games())
def test_a_game_says_in_two_lines_of_a_phone_how_one_wins(name: str) -> None:
    goal = goal_text(calumma.load(name))
    assert goal.startswith("Win by ")
    assert len(goal) <= 100


def test_a_game_that_says_no_goal_has_none() -> None:
    assert goal_text(SimpleNamespace(definition=SimpleNamespace(goal="", package="calumma.games.yamamoto"))) == ""
