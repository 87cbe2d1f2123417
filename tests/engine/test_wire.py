"""The lines of the engine protocol are read as they are written."""

from __future__ import annotations

import pytest

from calumma import GameError
from calumma.engine import Info, Limits, Setting, Task


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(), "go"),
        (Limits(1.5), "go time 1500"),
        (Limits(None, 2000, 7, 3), "go nodes 2000 depth 7 lines 3"),
        (Limits(infinite=True), "go infinite"),
    ],
)
def test_limits(limits: Limits, text: str) -> None:
    assert limits.text() == text
    assert Limits.read(text.split()[1:]) == limits


def test_the_game_with_its_seats_and_options() -> None:
    task = Task("life", 3, 1, {"board": "hex", "cards": "a b=1\nc"})
    assert task.text() == "game life seats 3 seat 1 board=hex cards=a%20b%3D1%0Ac"
    assert Task.read(task.text().split()[1:]) == task


@pytest.mark.parametrize("text", ["", "bradley", "bradley seats 2", "bradley seats two seat 0"])
def test_a_game_without_its_seats_is_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"cannot read .*: expected"):
        Task.read(text.split())


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        (Setting("depth", "number", "3", 1, 9), "option depth number default 3 min 1 max 9"),
        (Setting("style", "choice", "calm", values=("calm", "wild")), "option style choice default calm value calm value wild"),
        (Setting("clear", "button"), "option clear button"),
    ],
)
def test_settings(setting: Setting, text: str) -> None:
    assert setting.text() == text
    assert Setting.read(text.split()[1:]) == setting


def test_what_an_engine_thinks() -> None:
    info = Info(2, 7, 1200, 400, 0.83, 0.62, (0.62, 0.38), 0.4, 5, True, ("d4-c5", "e3"))
    text = "info line 2 depth 7 nodes 1200 visits 400 distance 5 time 830"
    text += " value 0.6200 values 0.6200,0.3800 progress 0.400 proven moves d4-c5 e3"
    assert info.text() == text
    assert Info.read(text.split()[1:]) == info


def test_what_cannot_be_read_of_a_thought_is_left_out() -> None:
    assert Info.read("depth deep nodes 7 value nan values 1,x line moves".split()) == Info(nodes=7)
